"""Masked positions filled: all together, one after the other, or written by a decoder."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking.filling import DecodedFilling, Filled, FilledBoth
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import COMPUTING, NOTES, SEE_ABOVE, MaskingColumn, section

DISAGREE = "The two ways disagree: tokens that are probable alone need not fit together."


def filling_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """The same masked positions filled in two ways, side by side; or written by a decoder."""
    return section(
        columns,
        "Masked positions filled together, and one after the other",
        _cell,
        note=NOTES["filling"],
        problem=SEE_ABOVE,
    )


def _cell(column: MaskingColumn) -> Drawing:
    example = column.example
    if not column.fills:
        return TextBlock("Reads from the left only: it continues a text, but fills no masks.")
    if example.written is not None:
        return _written(example.written)
    if not example.whole:
        return TextBlock(COMPUTING)
    if example.filled is None:
        return TextBlock("Nothing is masked, so there is nothing to fill.")
    return _both_ways(column, example.filled)


def _both_ways(column: MaskingColumn, both: FilledBoth) -> Drawing:
    together = _bars(column, both.independent, in_sequence=False)
    in_turn = _bars(column, both.sequential, in_sequence=True)
    versions = [Titled(together, "Together"), Titled(in_turn, "One after the other")]
    parts: list[Drawing] = [Row(versions, min_width=180)]
    if len(both.places) == 1:
        same = "With a single masked position both ways are the same."
        parts.append(TextBlock(same, hint="Mask a second one."))
    elif not both.agree:
        parts.append(TextBlock(DISAGREE))
    if both.num_left:
        left = f"{both.num_left:,} more positions stay masked while these are filled."
        parts.append(TextBlock(left))
    return Stack(parts, gap=8)


def _bars(column: MaskingColumn, filled: Filled, *, in_sequence: bool) -> Drawing:
    bars = [
        Bar(visible(token), p, column.slot, f"{number(p)} ({step}.)" if in_sequence else number(p))
        for token, p, step in zip(filled.tokens, filled.probabilities, filled.step, strict=True)
    ]
    bars.append(Bar("joint", filled.joint, None, number(filled.joint), strong=True))
    return Stack([*_sentence(filled.sentence), Bars(bars)], gap=6)


def _sentence(text: str) -> list[Drawing]:
    """The whole text with its masks filled, unless it is too long."""
    return [TextBlock(text, muted=False)] if text else []


def _written(written: DecodedFilling) -> Drawing:
    """What a decoder writes: each token over the probability that it had."""
    chips = []
    for token, p, span in zip(written.tokens, written.probabilities, written.masks, strict=True):
        tip = f"{visible(token)}, written with probability {number(p)}"
        chips.append(TokenChip(token, below=(number(p),), span=span, tip=tip))
    joint = f"Joint probability {number(written.joint)}, the product over the tokens written."
    if not written.ended:
        joint += " It reached the limit of tokens before the end-of-text token."
    parts = [*_sentence(written.sentence), token_row(chips, below=("p",)), TextBlock(joint)]
    note = "The most probable token at each step."
    return Titled(Stack(parts, gap=8), "Greedy decoding", note=note)
