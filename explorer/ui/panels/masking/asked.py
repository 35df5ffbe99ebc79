"""The inputs and targets of each model, and the share of its tokens with a loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from explorer.core.masking.example import MaskingExample, Target, order_in_words, order_name
from explorer.core.masking.examples import shares
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Stack, Titled
from explorer.ui.graphics.legend import ChangeLegend, SpanLegend
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRows, token_row
from explorer.ui.panels.masking.column import MaskingColumn, MaskingTag, Texts, named, section
from models.schema.records import Change

MUST_WRITE = "What the decoder must write"
MUST_WRITE_SHORT = ("The decoder must write", "To be written")

# ---- what is fed


def fed(columns: Sequence[MaskingColumn]) -> Drawing:
    """The sentence as each model reads it."""
    texts = Texts(
        "What each model is fed",
        "The chosen tokens must be predicted.",
        _how_to_mask(columns),
        _objectives,
    )
    met = {change for column in columns for change in _fed_changes(column.example)}
    masks = any(column.example.hides and _masks(column.example) for column in columns)
    always = {Change.MASKED, Change.RANDOM, Change.UNCHANGED} if masks else set()
    legend = [change for change in Change if change in always | met and change is not Change.KEPT]
    num_spans = max((_num_spans(column.example) for column in columns), default=0)
    return section(columns, texts, _fed_cell, *change_legends(legend, num_spans))


def change_legends(changes: Sequence[Change], num_spans: int) -> list[Drawing]:
    """What the shapes of changes mean, and the colours of spans, where there are any."""
    others = [change for change in changes if change is not Change.SPAN]
    legends: list[Drawing] = [ChangeLegend(others)] if others else []
    return [*legends, SpanLegend(num_spans)] if num_spans else legends


def _num_spans(example: MaskingExample) -> int:
    """How many spans have a colour of their own; runs of masks have none."""
    own = {span for span in _row_spans(example) if span is not None}
    return len(own) if example.answers_apart else 0


def _row_spans(example: MaskingExample) -> tuple[int | None, ...]:
    """The span of each row that is fed (R,); a sentinel in the text itself counts as one."""
    if example.spans or not (example.answers_apart and example.written_gaps):
        return example.row_spans
    numbers: dict[str, int] = {}
    return tuple(
        numbers.setdefault(name, len(numbers))
        if example.written_gaps.intersection(example.positions_at(row))
        else None
        for row, name in enumerate(example.fed)
    )


def _how_to_mask(columns: Sequence[MaskingColumn]) -> str:
    hint = "Click a token to mask it in every model, or to leave it as it is."
    if any(column.example.overridden for column in columns):
        hint += " If you set the order, click the tokens one after the other."
    return hint


def _masks(example: MaskingExample) -> bool:
    """Whether an objective replaces tokens by the mask token."""
    return any(spec.needs_mask_token for spec in example.objectives)


def _objectives(column: MaskingColumn) -> str:
    """The objectives, and how to read the special marks of their figure."""
    example = column.example
    lines = [", ".join(spec.title for spec in example.objectives).capitalize()]
    if example.spans:
        lines.append("a sentinel replaces each span, in the same colour")
    elif example.overridden:
        lines.append("your own order; the numbers are positions in the order")
    elif example.order is not None:
        lines.append(
            "tokens keep their positions; the numbers are positions in the order, a dot is context"
        )
    elif any(span is not None for span in example.row_spans):
        lines.append("a line joins chosen tokens that are neighbours")
    return "; ".join(lines)


def _fed_changes(example: MaskingExample) -> set[Change]:
    return {_fed_chip(example, row).change for row in range(len(example.fed))}


def _fed_cell(column: MaskingColumn) -> Drawing:
    strip = Tagged(_fed_strip(column), MaskingTag("fed", column.example.key))
    target = column.example.target
    if target is None:
        return strip
    written = Tagged(_target_strip(column, target), MaskingTag("target", column.example.key))
    titled = Titled(written, MUST_WRITE, shorter=MUST_WRITE_SHORT)
    return Stack([strip, titled], gap=10)


def _fed_strip(column: MaskingColumn) -> TokenRows:
    example = column.example
    chips = [_fed_chip(example, row) for row in range(len(example.fed))]
    below = () if example.order is None else ("order",)
    selected = None if column.selected is None else example.row_of(column.selected)
    if example.order is None:
        apart = example.answers_apart
        chips = [
            replace(chip, span=number) if apart else replace(chip, joined=number)
            for chip, number in zip(chips, _row_spans(example), strict=True)
        ]
    return token_row(chips, below=below, selected=selected)


def _fed_chip(example: MaskingExample, row: int) -> TokenChip:
    assert example.corruption is not None
    change = Change(int(example.corruption.change[row]))
    positions = example.positions_at(row)
    at = positions[0] if positions else None
    open_place = at in example.written_gaps
    if open_place:
        change = Change.SPAN if example.answers_apart else Change.MASKED
    own = at is not None and change is not Change.SPAN
    return TokenChip(
        text=example.fed[row],
        change=change,
        original=example.names[at] if at is not None and change is Change.RANDOM else "",
        special=own and bool(example.encoding.special[at]),
        unknown=own and bool(example.encoding.unknown[at]) and change is Change.KEPT,
        below=() if example.order is None else (order_name(int(example.order[row])),),
        tip=_fed_tip(example, row, positions, change),
    )


def _fed_tip(example: MaskingExample, row: int, positions: Sequence[int], change: Change) -> str:
    name = visible(example.fed[row])
    if not positions:
        return f"{row}: {name}"
    at = positions[0]
    if at in example.written_gaps:
        return f"{row}: {name}, written in the text, so the true token is unknown"
    if change is Change.SPAN:
        return f"{row}: {name} replaces {_words(example, positions)}"
    name = visible(example.names[at])
    in_order = "" if example.order is None else f", {order_in_words(int(example.order[row]))}"
    if example.encoding.special[at]:
        return f"{row}: {name}, a special token, never chosen{in_order}"
    overridden = ", set by a click" if at in (example.forced or {}) else ""
    if example.causal:
        return f"{at}: {name}, predicted from the {at} tokens to its left" if at else f"0: {name}"
    return f"{row}: {name}, {CHANGE_NAMES[change]}{overridden}{in_order}"


def _words(example: MaskingExample, positions: Sequence[int]) -> str:
    return " ".join(visible(example.names[at]) for at in positions)


# ---- what a decoder must write


def _target_strip(column: MaskingColumn, target: Target) -> TokenRows:
    chips = [_target_chip(target, row) for row in range(len(target.labels))]
    return token_row(chips, selected=column.selected_place)


def _target_chip(target: Target, row: int) -> TokenChip:
    name = visible(target.labels[row])
    position = target.positions[row]
    span = target.spans[row]
    if position is not None:
        tip = f"{name}, token {position} of the sentence"
    elif span is not None:
        tip = f"{name} begins the span that it replaces above"
    else:
        tip = f"{name} ends the output" if target.special[row] else name
    return TokenChip(
        text=target.labels[row],
        special=target.special[row] and span is None,
        span=span,
        tip=f"{row}: {tip}",
    )


# ---- tokens with a loss


def loss_shares(columns: Sequence[MaskingColumn]) -> Drawing:
    """The percentage of tokens with a loss, which is small for masked models."""
    bars = [
        Bar(
            named(column, share.title),
            share.coverage.percent,
            column.slot,
            tip=f"{share.coverage.targets:,} of {share.coverage.fed:,} input tokens",
        )
        for column in columns
        for share in shares(column.example)
    ]
    note = "Input tokens at which something is predicted or judged, counted from the targets above."
    if any(column.example.answers_apart for column in columns):
        note += " Of an encoder-decoder, the tokens of both parts count."
    return Titled(Bars(bars, maximum=100), "Share of tokens with a loss, in percent", note=note)
