"""The titles of the mini-world's labelled sets, which `models` declares among its data."""

from explorer.core.localization import mark

SET_TITLES = (
    mark("Acceptability (English)"),
    mark("Acceptability (Korean)"),
    mark("Commonsense (English)"),
    mark("Commonsense (Korean)"),
    mark("Continuation (English)"),
    mark("Continuation (Korean)"),
    mark("Entailment (English)"),
    mark("Entailment (Korean)"),
    mark("Named entities (English)"),
    mark("Named entities (Korean)"),
    mark("Entity types (English)"),
    mark("Entity types (Korean)"),
    mark("Paraphrase (English)"),
    mark("Paraphrase (Korean)"),
    mark("Reading (English)"),
    mark("Reading (Korean)"),
    mark("Relations (English)"),
    mark("Relations (Korean)"),
    mark("Sentiment (English)"),
    mark("Sentiment (Korean)"),
    mark("Similarity (English)"),
    mark("Similarity (Korean)"),
)
