"""What a model's tokenizer did, and the inputs of the model, in words."""

from __future__ import annotations

from explorer.core.engine.labels import restore_spaces
from explorer.core.localization import plural, tr
from explorer.core.readable import join_names
from explorer.core.tokens.tokenized import TokenizedText
from models.tokenization.step_records import How, Lattice, Matching, Merging, WordSteps

SPELLED = tr(
    "The input of the model is computed from the characters of a word and not from its "
    "id, so an unknown word differs from others; only its prediction is that of any "
    "unknown word."
)


def inputs_in_words(cut: TokenizedText) -> str:
    """The input of the first layer at a position, and the inputs of attention alone."""
    lines = [tr("Its tokenizer is {cut}.", cut=cut.tokenizer)]
    if cut.inputs is None:
        return lines[0]
    if cut.inputs.characters:
        return " ".join([SPELLED, *lines])
    first, segments = cut.inputs.first_position, cut.inputs.segments
    relative = [tr("their distance")] if first is None and cut.inputs.attends else []
    relative += [tr("whether both are in one segment")] if segments == "relative" else []
    if relative:
        pairs = tr(
            "Attention gets, for each pair of tokens, {relative}.", relative=join_names(relative)
        )
        lines.insert(0, pairs)
    added = [tr("of the id")]
    added += [tr("of the segment")] if segments == "added" else []
    added += [tr("of the position")] if first is not None else []
    if len(added) == 1:
        return " ".join([tr("The input of the model is the embedding of the id alone."), *lines])
    together = join_names(added)
    late = (
        [tr("Position ids begin at {first}, after that of padding.", first=first)] if first else []
    )
    total = tr("The input of the model is the sum of the embeddings {together}.", together=together)
    return " ".join([total, *late, *lines])


# ---- the steps of a word


def why_unknown(word: WordSteps, how: Matching) -> str:
    token = word.pieces[0].token
    if how.too_long:
        return tr(
            "A word of {word} characters is too long, so the whole word is {token}.",
            word=len(word.word),
            token=token,
        )
    where = word.word[how.tries[-1].start]
    return tr(
        "No token begins with {where} here, so the whole word is {token}.", where=where, token=token
    )


def explain_unused(word: WordSteps, how: Lattice) -> str:
    known = {edge.piece for edge in how.best.edges if edge.known}
    tokens = dict.fromkeys(p.token for p in word.pieces if p.token not in known)
    unknown = ", ".join(map(restore_spaces, how.unknown))
    return tr(
        "No token contains {unknown}; it becomes {tokens}.",
        unknown=unknown,
        tokens=" ".join(tokens),
    )


def steps_taken(how: How) -> str:
    if isinstance(how, Merging):
        return plural(len(how.merges), "{count:,} merge", "{count:,} merges")
    if isinstance(how, Lattice):
        return plural(len(how.edges), "{count:,} candidate", "{count:,} candidates")
    return plural(len(how.tries), "{count:,} try", "{count:,} tries")


def tokens_counted(count: int) -> str:
    return plural(count, "{count:,} token", "{count:,} tokens")
