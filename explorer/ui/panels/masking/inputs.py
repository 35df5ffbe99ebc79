"""The inputs and targets of each model, and the share of its tokens with a loss."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking.example import MaskingExample, Target, order_in_words, order_name
from explorer.core.masking.examples import shares
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Stack, Titled
from explorer.ui.graphics.legend import ChangeLegend, SpanLegend
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import NOTES, MaskingColumn, section
from explorer.ui.style.theme import SLOTS
from models.schema.records import Change

MUST_WRITE = "What the decoder must write"
MUST_WRITE_SHORT = ("The decoder must write", "To be written")
MASK_CHANGES = frozenset({Change.MASKED, Change.RANDOM, Change.UNCHANGED})

# ---- inputs


def input_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """The sentence as each model reads it."""
    hint = "Click a token to mask it in every model, or to leave it as it is."
    if any(column.example.overridden for column in columns):
        hint += " If you set the order, click the tokens one after the other."
    chips = [chip for column in columns for chip in _input_chips(column.example)]
    changes = {chip.change for chip in chips}
    if any(_uses_mask_token(column.example) for column in columns):
        changes |= MASK_CHANGES
    ordered = [change for change in Change if change in changes and change is not Change.KEPT]
    num_spans = max((_num_spans(column.example) for column in columns), default=0)
    return section(
        columns,
        "What each model is fed",
        _input_cell,
        *change_legends(ordered, num_spans),
        note="The chosen tokens must be predicted.",
        hint=hint,
        note_of=_objectives,
    )


def change_legends(changes: Sequence[Change], num_spans: int) -> list[Drawing]:
    """What the shapes of changes mean, and the colours of spans, where there are any."""
    others = [change for change in changes if change is not Change.SPAN]
    legends: list[Drawing] = [ChangeLegend(others)] if others else []
    return [*legends, SpanLegend(num_spans)] if num_spans else legends


def _uses_mask_token(example: MaskingExample) -> bool:
    return example.hides and any(spec.needs_mask_token for spec in example.objectives)


def _num_spans(example: MaskingExample) -> int:
    """How many spans have a colour of their own; runs of masks have none."""
    return len(set(_row_spans(example)) - {None}) if example.answers_apart else 0


def _row_spans(example: MaskingExample) -> tuple[int | None, ...]:
    """The span of each row of the input (R,); a sentinel in the text itself counts as one."""
    if example.spans or not (example.answers_apart and example.written_gaps):
        return example.row_spans
    numbers: dict[str, int] = {}
    return tuple(
        numbers.setdefault(name, len(numbers))
        if example.written_gaps.intersection(example.positions_at(row))
        else None
        for row, name in enumerate(example.fed)
    )


def _objectives(column: MaskingColumn) -> str:
    """The objectives, and how to read the special marks of their figure."""
    example = column.example
    title = ", ".join(spec.title for spec in example.objectives).capitalize()
    if example.spans:
        return f"{title}; a sentinel replaces each span, in the same colour"
    if example.overridden:
        return f"{title}; your own order; the numbers are positions in the order"
    if example.order is not None:
        numbers = "the numbers are positions in the order, a dot is context"
        return f"{title}; tokens keep their positions; {numbers}"
    if any(span is not None for span in example.row_spans):
        return f"{title}; a line joins chosen tokens that are neighbours"
    return title


def _input_cell(column: MaskingColumn) -> Drawing:
    example = column.example
    below = () if example.order is None else ("order",)
    selected = None if column.selected is None else example.row_of(column.selected)
    row = token_row(_input_chips(example), below=below, selected=selected)
    inputs = column.tagged("input", row)
    if example.target is None:
        return inputs
    chips = [_target_chip(example.target, row) for row in range(len(example.target.labels))]
    targets = column.tagged("target", token_row(chips, selected=column.selected_place))
    return Stack([inputs, Titled(targets, MUST_WRITE, shorter=MUST_WRITE_SHORT)], gap=10)


def _input_chips(example: MaskingExample) -> list[TokenChip]:
    spans = _row_spans(example) if example.order is None else (None,) * len(example.fed)
    return [_input_chip(example, row, span) for row, span in enumerate(spans)]


def _input_chip(example: MaskingExample, row: int, span: int | None) -> TokenChip:
    assert example.corruption is not None
    change = Change(int(example.corruption.change[row]))
    positions = example.positions_at(row)
    at = positions[0] if positions else None
    apart = example.answers_apart
    if at in example.written_gaps:
        change = Change.SPAN if apart else Change.MASKED
    own = at is not None and change is not Change.SPAN
    return TokenChip(
        text=example.fed[row],
        change=change,
        original=example.names[at] if at is not None and change is Change.RANDOM else "",
        special=own and bool(example.encoding.special[at]),
        unknown=own and bool(example.encoding.unknown[at]) and change is Change.KEPT,
        span=span if apart else None,
        joined=None if apart else span,
        below=() if example.order is None else (order_name(int(example.order[row])),),
        tip=_input_tip(example, row, positions, change),
    )


def _input_tip(example: MaskingExample, row: int, positions: Sequence[int], change: Change) -> str:
    name = visible(example.fed[row])
    if not positions:
        return f"{row}: {name}"
    at = positions[0]
    if at in example.written_gaps:
        return f"{row}: {name}, written in the text, so the true token is unknown"
    if change is Change.SPAN:
        return f"{row}: {name} replaces {' '.join(visible(example.names[n]) for n in positions)}"
    name = visible(example.names[at])
    in_order = "" if example.order is None else f", {order_in_words(int(example.order[row]))}"
    if example.encoding.special[at]:
        return f"{row}: {name}, a special token, never chosen{in_order}"
    overridden = ", set by a click" if at in (example.forced or {}) else ""
    if example.causal:
        return f"{at}: {name}, predicted from the {at} tokens to its left" if at else f"0: {name}"
    return f"{row}: {name}, {CHANGE_NAMES[change]}{overridden}{in_order}"


def _target_chip(target: Target, row: int) -> TokenChip:
    """A token that a decoder must write."""
    name, special, span = visible(target.labels[row]), target.special[row], target.spans[row]
    if target.positions[row] is not None:
        name += f", token {target.positions[row]} of the sentence"
    elif span is not None:
        name += " begins the span that it replaces above"
    elif special:
        name += " ends the output"
    special = special and span is None
    return TokenChip(target.labels[row], special=special, span=span, tip=f"{row}: {name}")


# ---- tokens with a loss


def loss_shares(columns: Sequence[MaskingColumn]) -> Drawing:
    """The percentage of tokens with a loss, which is small for masked models."""
    bars = [
        Bar(
            f"{SLOTS[column.slot % len(SLOTS)]}  {share.title}",
            share.coverage.percent,
            column.slot,
            tip=f"{share.coverage.targets:,} of {share.coverage.fed:,} input tokens",
        )
        for column in columns
        for share in shares(column.example)
    ]
    note = NOTES["shares"]
    if any(column.example.answers_apart for column in columns):
        note += " Of an encoder-decoder, the tokens of both parts count."
    return Titled(Bars(bars, maximum=100), "Share of tokens with a loss, in percent", note=note)
