"""Gaps filled: all at once, one after the other, or written by a decoder."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking.filling import DecodedFilling, Filled, FilledBoth
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import COMPUTING, SEE_ABOVE, MaskingColumn, Texts, section


def filled(columns: Sequence[MaskingColumn]) -> Drawing:
    """The same gaps filled in two ways, side by side; a decoder writes into them."""
    texts = Texts(
        "Filled all at once, and one after the other",
        "All at once, the joint probability is the product of the single ones, as if the gaps knew "
        "nothing of each other; one after the other (the surest first), each factor has seen those "
        "before it. Their product is a pseudo-likelihood for this order: another order may give "
        "another number.",
        problem=SEE_ABOVE,
    )
    return section(columns, texts, _filling)


def _filling(column: MaskingColumn) -> Drawing:
    example = column.example
    if not column.fills:
        return TextBlock("Reads from the left only: it goes on with a text, but fills no gaps.")
    if example.written is not None:
        return _written(column, example.written)
    if not example.whole:
        return TextBlock(COMPUTING)
    if example.filled is None:
        return TextBlock("Nothing is hidden, so there is nothing to fill.")
    return _both_ways(column, example.filled)


def _both_ways(column: MaskingColumn, both: FilledBoth) -> Drawing:
    ways = Row(
        [
            _one_way(column, both.independent, "All at once", False),
            _one_way(column, both.in_turn, "One after the other", True),
        ],
        min_width=180,
    )
    parts: list[Drawing] = [ways]
    if len(both.places) == 1:
        same = "With a single gap both ways are the same."
        parts.append(TextBlock(same, hint="Hide a second one."))
    elif not both.agree:
        parts.append(TextBlock("The two ways disagree: what is likely alone need not go together."))
    if both.num_left:
        parts.append(TextBlock(f"{both.num_left:,} more gaps stay hidden while these are filled."))
    return Stack(parts, gap=8)


def _one_way(column: MaskingColumn, filled: Filled, title: str, in_turn: bool) -> Drawing:
    bars = [
        Bar(visible(token), p, column.slot, f"{number(p)} ({turn}.)" if in_turn else number(p))
        for token, p, turn in zip(filled.tokens, filled.probabilities, filled.turn, strict=True)
    ]
    bars.append(Bar("together", filled.joint, None, number(filled.joint), strong=True))
    parts: list[Drawing] = [Bars(bars)]
    if filled.sentence:
        parts.insert(0, TextBlock(filled.sentence, muted=False))
    return Titled(Stack(parts, gap=6), title)


# ---- written by a decoder


def _written(column: MaskingColumn, written: DecodedFilling) -> Drawing:
    """Each token over the probability that it had when it was written."""
    chips = [
        TokenChip(
            token,
            below=(number(p),),
            span=span,
            tip=f"{visible(token)}, written with probability {number(p)}",
        )
        for token, p, span in zip(written.tokens, written.probabilities, written.gaps, strict=True)
    ]
    parts: list[Drawing] = [token_row(chips, below=("p",))]
    if written.sentence:
        parts.insert(0, TextBlock(written.sentence, muted=False))
    joint = f"Together {number(written.joint)}, the product along what is written."
    if not written.ended:
        joint += " It had not come to an end when its room was used up."
    parts.append(TextBlock(joint))
    note = "The most probable token each time."
    return Titled(Stack(parts, gap=8), "Written greedily", note=note)
