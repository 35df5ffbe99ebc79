"""Inputs and targets of each model, what is sampled in each epoch, and who attends to whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from explorer.core.engine.feeding.decided_masks import DYNAMIC, ONE_MASK, TEN_COPIES
from explorer.core.engine.feeding.model_input import NUM_EPOCHS
from explorer.core.localization import tr
from explorer.core.masking.example import DecoderTarget, MaskingExample, order_in_words, order_name
from explorer.core.masking.examples import shares
from explorer.core.state.slots import SLOTS
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.legend import ChangeLegend, SpanLegend
from explorer.ui.graphics.maps.heat_map import label_room
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, TokenChip, visible
from explorer.ui.graphics.tokens.token_grid import EpochGrid, VisibilityGrid
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import (
    COMPUTING,
    NOTES,
    GridRole,
    Levelled,
    MaskingColumn,
    level,
    section,
)
from models.schema.records import IntArray, TokenChange

MUST_WRITE = tr("What the decoder must write")
MUST_WRITE_SHORT = (tr("The decoder must write"), tr("To be written"))
MASK_CHANGES = frozenset({TokenChange.MASKED, TokenChange.RANDOM, TokenChange.UNCHANGED})

# ---- inputs
COPIES_TITLES: Mapping[int, str] = {
    ONE_MASK: tr("One static mask"),
    TEN_COPIES: tr("Ten static copies"),
    DYNAMIC: tr("Nothing"),
}
_COPIES_NOTES = {ONE_MASK: NOTES["one_mask"], TEN_COPIES: NOTES["ten_copies"]}
MIN_WIDTH = 250.0  # of one grid of visibility


def input_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """The sentence as each model reads it."""
    hint = tr("Click a token to mask it in every model, or to leave it as it is.")
    if any(column.example.overridden for column in columns):
        hint += tr(" If you set the order, click the tokens one after the other.")
    chips = [chip for column in columns for chip in input_chips(column.example)]
    changes = {chip.change for chip in chips}
    if any(column.example.uses_mask_token for column in columns):
        changes |= MASK_CHANGES
    num_spans = max((column.example.num_span_colours for column in columns), default=0)
    return section(
        columns,
        tr("What each model is fed"),
        _input_cell,
        *change_legends(changes, num_spans),
        note=tr("The chosen tokens must be predicted."),
        hint=hint,
        note_of=_objectives,
        problem="",
    )


def change_legends(changes: Collection[TokenChange], num_spans: int) -> list[Drawing]:
    """What the shapes of changes mean, and the colours of spans, where there are any."""
    shapes = set(changes) - {TokenChange.KEPT, TokenChange.SPAN}
    others = [change for change in TokenChange if change in shapes]
    legends: list[Drawing] = [ChangeLegend(others)] if others else []
    return [*legends, SpanLegend(num_spans)] if num_spans else legends


def _objectives(column: MaskingColumn) -> str:
    """The objectives, and how to read the special marks of their figure."""
    example = column.example
    title = ", ".join(tr(spec.title) for spec in example.objectives).capitalize()
    if example.spans:
        return tr("{title}; a sentinel replaces each span, in the same colour", title=title)
    if example.overridden:
        return tr("{title}; your own order; the numbers are positions in the order", title=title)
    if example.order is not None:
        return tr(
            "{title}; tokens keep their positions; the numbers are positions in the order, a dot "
            "is context",
            title=title,
        )
    if any(span is not None for span in example.row_spans):
        return tr("{title}; a line joins chosen tokens that are neighbours", title=title)
    return title


def _input_cell(column: MaskingColumn) -> Drawing:
    example = column.example
    below = () if example.order is None else (tr("order"),)
    selected = None if column.selected is None else example.row_of(column.selected)
    row = token_row(input_chips(example), below=below, selected=selected)
    inputs = column.tag_drawing("input", row)
    if example.target is None:
        return inputs
    chips = [_target_chip(example.target, row) for row in range(len(example.target.labels))]
    targets = column.tag_drawing("target", token_row(chips, selected=column.selected_place))
    return Stack([inputs, Titled(targets, MUST_WRITE, shorter=MUST_WRITE_SHORT)], gap=10)


def input_chips(example: MaskingExample) -> list[TokenChip]:
    spans = example.coloured_spans if example.order is None else (None,) * len(example.fed)
    return [_input_chip(example, row, span) for row, span in enumerate(spans)]


def _input_chip(example: MaskingExample, row: int, span: int | None) -> TokenChip:
    assert example.model_input is not None
    change = TokenChange(int(example.model_input.change[row]))
    positions = example.positions_at(row)
    at = positions[0] if positions else None
    apart = example.has_output_text
    if at in example.masks_in_text:
        change = TokenChange.SPAN if apart else TokenChange.MASKED
    own = at is not None and change is not TokenChange.SPAN
    return TokenChip(
        text=example.fed[row],
        change=change,
        original=example.names[at] if at is not None and change is TokenChange.RANDOM else "",
        special=own and bool(example.encoding.special[at]),
        unknown=own and bool(example.encoding.unknown[at]) and change is TokenChange.KEPT,
        span=span if apart else None,
        joined=None if apart else span,
        below=() if example.order is None else (order_name(int(example.order[row])),),
        tip=_input_tip(example, row, positions, change),
    )


def _input_tip(
    example: MaskingExample, row: int, positions: Sequence[int], change: TokenChange
) -> str:
    name = visible(example.fed[row])
    if not positions:
        return f"{row}: {name}"
    at = positions[0]
    if at in example.masks_in_text:
        return tr(
            "{row}: {name}, written in the text, so the true token is unknown", row=row, name=name
        )
    if change is TokenChange.SPAN:
        span = " ".join(visible(example.names[n]) for n in positions)
        return tr("{row}: {name} replaces {span}", row=row, name=name, span=span)
    name = visible(example.names[at])
    in_order = "" if example.order is None else f", {order_in_words(int(example.order[row]))}"
    if example.encoding.special[at]:
        return tr("{row}: {name}, a special token, never chosen", row=row, name=name) + in_order
    overridden = tr(", set by a click") if at in (example.forced or {}) else ""
    if example.causal:
        said = (
            tr("{at}: {name}, predicted from the {at} tokens to its left", at=at, name=name)
            if at
            else f"0: {name}"
        )
        right = len(example.fed) - 1 - at
        return (
            tr("{said}, and from the {right} to its right", said=said, right=right)
            if example.reverse and right
            else said
        )
    return f"{row}: {name}, {CHANGE_NAMES[change]}{overridden}{in_order}"


def _target_chip(target: DecoderTarget, row: int) -> TokenChip:
    """A token that a decoder must write."""
    name, special, span = visible(target.labels[row]), target.special[row], target.spans[row]
    if target.positions[row] is not None:
        name += tr(", token {place} of the sentence", place=target.positions[row])
    elif span is not None:
        name += tr(" begins the span that it replaces above")
    elif special:
        name += tr(" ends the output")
    special = special and span is None
    return TokenChip(target.labels[row], special=special, span=span, tip=f"{row}: {name}")


# ---- tokens with a loss


def loss_shares(columns: Sequence[MaskingColumn]) -> Drawing:
    """The percentage of tokens with a loss, which is small for masked models."""
    bars = [
        Bar(
            f"{SLOTS[column.slot % len(SLOTS)]}  {tr(share.title)}",
            share.coverage.share_in_percent,
            column.slot,
            tip=tr(
                "{count:,} of {all:,} input tokens",
                count=share.coverage.targets,
                all=share.coverage.fed,
            ),
        )
        for column in columns
        for share in shares(column.example)
    ]
    note = NOTES["shares"]
    if any(column.example.has_output_text for column in columns):
        note += tr(" Of an encoder-decoder, the tokens of both parts count.")
    return Titled(Bars(bars, maximum=100), tr("Share of tokens with a loss, in percent"), note=note)


# ---- epochs


def epoch_section(columns: Sequence[MaskingColumn], copies: int) -> Drawing:
    """What the objective samples in ten epochs, compared with so many static `copies`."""
    names = [column.example.names for column in columns if column.example.epochs is not None]
    height = max(map(label_room, names), default=0.0)
    grids = {column.example.key: _epoch_grids(column, copies, height) for column in columns}
    level([of_model[0] for of_model in grids.values() if of_model])
    return section(
        columns,
        tr("The same sentence over {count} epochs", count=NUM_EPOCHS),
        lambda column: _epoch_cell(column.example, grids[column.example.key]),
        note=NOTES["epochs"],
    )


def _epoch_cell(example: MaskingExample, grids: Sequence[Levelled]) -> Drawing:
    if grids:
        return Stack(grids, gap=16)
    if not example.whole:
        return TextBlock(COMPUTING)
    count = sum(share.coverage.targets for share in shares(example))
    return TextBlock(
        tr("Nothing is sampled: every epoch has the same {count:,} targets.", count=count)
    )


def _epoch_grids(column: MaskingColumn, copies: int, height: float) -> list[Levelled]:
    """Masks sampled in each epoch, and static ones; empty where nothing is sampled."""
    example = column.example
    if example.epochs is None:
        return []

    def grid(role: GridRole, changes: IntArray, title: str, *notes: str) -> Levelled:
        drawing = EpochGrid(changes, example.names, selected=column.selected, label_height=height)
        note = " ".join(filter(None, notes))
        return Levelled(column.tag_drawing(role, drawing), title, note=note)

    dynamic = _describe_coverage(example.covered_share), _always_last(example)
    grids = [grid("epochs", example.epochs, tr("Sampled again in each epoch"), *dynamic)]
    if example.fixed is not None:
        static = _describe_coverage(example.covered_fixed), _COPIES_NOTES.get(copies, "")
        grids.append(grid("fixed", example.fixed, COPIES_TITLES[copies], *static))
    return grids


def _always_last(example: MaskingExample) -> str:
    """Why the same tokens may be dropped in many epochs."""
    if not example.spans:
        return ""
    alone = tr(" A text this short loses one span, always its end.") * (len(example.spans) == 1)
    spans = tr("Spans alternate between unchanged and dropped, and the last one is dropped.")
    return spans + alone


def _describe_coverage(share: float | None) -> str:
    if share is None:
        return ""
    return tr(
        "After {count} epochs {share:.0%} of the tokens were chosen at least once.",
        count=NUM_EPOCHS,
        share=share,
    )


# ---- an order


def visibility_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """The content mask and the query mask of every model that predicts in an order."""
    return section(
        columns,
        tr("Which tokens attend to which in this order"),
        _visibility_cell,
        note=NOTES["visibility"],
        note_of=_first_note,
        problem="",
    )


def _visibility_cell(column: MaskingColumn) -> Drawing:
    example = column.example
    assert example.visibility is not None
    assert example.order is not None
    targets = np.flatnonzero(example.changes == TokenChange.HIDDEN).tolist()
    predicted = {*targets, *example.masks_in_text}
    grids = []
    for mask, title in zip(
        example.visibility, (tr("Content stream"), tr("Query stream")), strict=True
    ):
        grid = VisibilityGrid(
            mask, example.fed, example.order, predicted=predicted, selected=column.selected
        )
        grids.append(Titled(column.tag_drawing("visibility", grid), title))
    parts: list[Drawing] = [Row(grids, gap=24, min_width=MIN_WIDTH)]
    if not predicted:
        parts.append(TextBlock(tr("Nothing is predicted: every token is context.")))
    return Stack(parts, gap=8)


def _first_note(column: MaskingColumn) -> str:
    """Why the first of an order is never predicted, where there is one that attends to nothing."""
    if column.example.visibility is None:
        return ""
    empty = np.flatnonzero(~column.example.visibility[1].any(axis=1))  # rows of the query stream
    if not len(empty):
        return ""
    return tr(
        "Here {token} comes first and attends to nothing.",
        token=visible(column.example.fed[empty[0]]),
    )
