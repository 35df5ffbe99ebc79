"""Masked positions filled: all together, one after the other, or written by a decoder."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking.filling import DecodedFilling, Filled, FilledBoth
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import COMPUTING, SEE_ABOVE, MaskingColumn, Texts, section


def filled(columns: Sequence[MaskingColumn]) -> Drawing:
    """The same masked positions filled in two ways, side by side; or written by a decoder."""
    texts = Texts(
        "Masked positions filled together, and one after the other",
        "Filled together, the joint probability is the product of independent predictions. Filled "
        "one after the other (the most confident first), each prediction depends on those before "
        "it. Their product is a pseudo-likelihood for this order: another order may give another "
        "value.",
        problem=SEE_ABOVE,
    )
    return section(columns, texts, _filling)


def _filling(column: MaskingColumn) -> Drawing:
    example = column.example
    if not column.fills:
        return TextBlock("Reads from the left only: it continues a text, but fills no masks.")
    if example.written is not None:
        return _written(column, example.written)
    if not example.whole:
        return TextBlock(COMPUTING)
    if example.filled is None:
        return TextBlock("Nothing is masked, so there is nothing to fill.")
    return _both_ways(column, example.filled)


def _both_ways(column: MaskingColumn, both: FilledBoth) -> Drawing:
    ways = Row(
        [
            _one_way(column, both.independent, "Together", False),
            _one_way(column, both.sequential, "One after the other", True),
        ],
        min_width=180,
    )
    parts: list[Drawing] = [ways]
    if len(both.places) == 1:
        same = "With a single masked position both ways are the same."
        parts.append(TextBlock(same, hint="Mask a second one."))
    elif not both.agree:
        parts.append(
            TextBlock(
                "The two ways disagree: tokens that are probable alone need not fit together."
            )
        )
    if both.num_left:
        parts.append(
            TextBlock(f"{both.num_left:,} more positions stay masked while these are filled.")
        )
    return Stack(parts, gap=8)


def _one_way(column: MaskingColumn, filled: Filled, title: str, in_sequence: bool) -> Drawing:
    bars = [
        Bar(visible(token), p, column.slot, f"{number(p)} ({step}.)" if in_sequence else number(p))
        for token, p, step in zip(filled.tokens, filled.probabilities, filled.step, strict=True)
    ]
    bars.append(Bar("joint", filled.joint, None, number(filled.joint), strong=True))
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
        for token, p, span in zip(written.tokens, written.probabilities, written.masks, strict=True)
    ]
    parts: list[Drawing] = [token_row(chips, below=("p",))]
    if written.sentence:
        parts.insert(0, TextBlock(written.sentence, muted=False))
    joint = f"Joint probability {number(written.joint)}, the product over the tokens written."
    if not written.ended:
        joint += " It reached the limit of tokens before the end-of-text token."
    parts.append(TextBlock(joint))
    note = "The most probable token at each step."
    return Titled(Stack(parts, gap=8), "Greedy decoding", note=note)
