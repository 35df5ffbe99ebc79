"""What the Masking panel says of itself, and the papers behind it."""

from __future__ import annotations

from explorer.ui.panel_base import papers
from models.schema.specs import Paper

EXPLANATION = (
    "An objective decides what a model is asked while it learns. BERT chooses 15 of 100 tokens; "
    "of these 80% become [MASK], 10% a random token and 10% stay, and only the chosen ones are "
    "predicted, from both sides. GPT-2 hides nothing: each token is predicted from those to its "
    "left. ELECTRA lets a small generator fill the masks and asks a discriminator of every token "
    "whether it was replaced; the two are trained together by likelihood, not against each other. "
    "RoBERTa draws new masks at every feeding; BERT's authors drew theirs once, ten times over the "
    "data. ALBERT hides runs of up to three words, and says if two texts of one document are in "
    "order or swapped. T5 drops spans: a sentinel stands for each, and the decoder writes "
    "sentinels and spans. XLNet hides nothing behind a mask: it predicts the last tokens of a "
    "random order, each from those earlier in it, while all keep their positions. DeBERTa masks as "
    "BERT does, and adds absolute positions in a decoder just before it predicts. Filled all at "
    "once, two gaps know nothing of each other, so that the first name of one founder may meet the "
    "family name of another; filled one after the other, they agree more often. What is drawn here "
    "comes from the code that training uses. A [MASK] typed into the sentence is each model's own "
    "token for a gap."
)

PAPERS = (
    papers.BERT,
    papers.ELECTRA,
    papers.XLNET,
    Paper(
        "Liu, Ott, Goyal, Du, et al.",
        "RoBERTa: A Robustly Optimized BERT Pretraining Approach",
        2019,
        "1907.11692",
    ),
    papers.ALBERT,
    papers.T5,
    papers.DEBERTA,
)
