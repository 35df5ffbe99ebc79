"""The figure of the Why panel: the share of each token by method, and checks of the methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp

import numpy as np
from PySide6.QtCore import QRectF

from explorer.core.attribution.request import (
    DELETION,
    GRADIENT,
    INTEGRATED,
    LEFT_OUT,
    METHODS,
    RANDOM,
    ROLLOUT,
    WhyAnswer,
)
from explorer.core.errors import UserError
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.readable import join_names
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    Tagged,
    TextBlock,
    Titled,
    add_common_legend,
    number,
)
from explorer.ui.graphics.legend import ColourScale, Legend, LegendEntry
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import EFFECT_COLOURS, TokenChip, unbroken, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panel_base.columns import drop_failures, model_row
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from explorer.ui.style.hatching import hatch
from models.schema.records import FloatArray, IntArray, TokenChange

NOTES = panel_text("why").notes
COLOURS = EFFECT_COLOURS  # for and against
SHARE = Scale(
    1.0,
    diverges=True,
    label=tr("share of the token: above 0 for the prediction, below 0 against it"),
)
CORRELATION = Scale(1.0, diverges=True, label=tr("rank correlation"))
RANDOM_NAME = tr("random order")
FIRST_SLOT = 4  # of the colours of methods, which are no model's
MIN_COLUMN = 320.0
MAX_CELL, AGREEMENT_CELL = 30.0, 36.0
SYMBOL = 22.0  # pixels, in the legend
NUM_NAMED = 2  # tokens in the sentence about a model
SMALL_SHARE, LEAST_SHARE = 1e-3, 1e-5  # that have other digits, and that have none
SHORT = {
    INTEGRATED: tr("Integrated"),
    GRADIENT: tr("Gradient"),
    LEFT_OUT: tr("Leave one out"),
    ROLLOUT: tr("Rollout"),
}

Columns = Sequence[tuple[ModelSlot, WhyAnswer | UserError]]


def sections(view: str, columns: Columns) -> list[Drawing]:
    """All of a view, one column for each model."""
    if not columns:
        return []
    if view == DELETION:
        return [_section(columns, _curves, NOTES["deletion"])]
    if view == RANDOM:
        return [_section(columns, _compare_with_shuffled, NOTES["random"], *_legend())]
    coloured = _section(columns, _colour_tokens, _coloured_by(columns), ColourScale(SHARE, COLOURS))
    return [coloured, *_compare_methods(columns), *_agreements(columns)]


def _section(
    columns: Columns,
    draw: Callable[[ModelSlot, WhyAnswer], Drawing],
    note: str,
    *legend: Drawing,
) -> Drawing:
    def column(model: ModelSlot, answer: WhyAnswer) -> Drawing:
        text = TextBlock(" ".join(sentences(answer)), muted=False)
        return Stack([text, draw(model, answer)], gap=12)

    above = TextBlock(note, pixels=fonts.SMALL)
    shown = legend if drop_failures(columns) else ()
    drawn = add_common_legend(model_row(columns, column, MIN_COLUMN), *shown)
    return Stack([above, drawn], gap=12)


# ---- words


def sentences(answer: WhyAnswer) -> list[str]:
    """What is predicted, how surely, and which tokens are most for and against it."""
    target = answer.target
    lines = [_prediction(answer)]
    if target.is_masked:
        lines.append(NOTES["masked"])
    best = target.candidates[:1]
    if best and not target.against and best[0][0] != target.wanted:
        what = (
            tr("Most probable first token")
            if len(target.positions) > 1
            else tr("Most probable here")
        )
        lines.append(f"{what}: {best[0][0]} ({best[0][1]:.1%}).")
    if (main := answer.main) is not None and main.shares is not None:
        order = np.argsort(-main.shares)
        lines += _most(tr("Most for it"), answer, main.shares, order, 1)
        lines += _most(tr("Most against it"), answer, main.shares, order[::-1], -1)
    return [*lines, *target.fallbacks]


def _prediction(answer: WhyAnswer) -> str:
    target = answer.target
    others = tr("every other token") if target.of_word else tr("every token")
    replaced = tr("when {target} replaces {others}", target=visible(target.baseline), others=others)
    if target.against:
        log_odds, empty = number(answer.score), number(answer.empty_score)
        odds = tr(
            "{target} rather than {against}: log-odds {log_odds}",
            target=target.wanted,
            against=target.against,
            log_odds=log_odds,
        )
        return f"{odds}, {empty} {replaced}."
    if not target.has_probability:
        return f"{target.wanted}: {number(answer.score)}, {number(answer.empty_score)} {replaced}."
    share, empty = _format_share(exp(answer.score)), _format_share(exp(answer.empty_score))
    return tr(
        "{target} has a probability of {share}, and of {empty} {replaced}.",
        target=target.wanted,
        share=share,
        empty=empty,
        replaced=replaced,
    )


def _format_share(share: float) -> str:
    if share >= SMALL_SHARE:
        return f"{share:.1%}"
    if share >= LEAST_SHARE:
        return f"{share:.3%}"
    return tr("less than {least_share:.3%}", least_share=LEAST_SHARE)


def _most(
    title: str, answer: WhyAnswer, shares: FloatArray, order: IntArray, sign: int
) -> list[str]:
    """The first tokens of an order whose share has a sign."""
    first = [int(at) for at in order[:NUM_NAMED] if sign * shares[at] > 0]
    labels = [visible(answer.target.labels[at]).strip("\u2423") for at in first]
    named = [f"“{label}” ({shares[at]:+.2f})" for label, at in zip(labels, first, strict=True)]
    return [f"{title}: {', '.join(named)}."] if named else []


# ---- shares


def _coloured_by(columns: Columns) -> str:
    """The method of the colours, which is the first that a model allows."""
    mains = [answer.main for _, answer in drop_failures(columns)]
    methods = join_names(list(dict.fromkeys(main.title for main in mains if main is not None)))
    return tr(NOTES["coloured"], methods=methods) if methods else ""


def _colour_tokens(model: ModelSlot, answer: WhyAnswer) -> Drawing:
    """The sentence, each token in the colour of its share by the main method."""
    target, main = answer.target, answer.main
    if main is None or main.shares is None:
        return Stack(_problems(answer), gap=8)
    shares, model_input = main.shares, target.model_input
    largest = float(np.abs(shares).max(initial=0.0)) or 1.0
    chips = []
    for at, label in enumerate(target.labels):
        has_share, value = bool(target.changed[at]), float(shares[at])
        chips.append(
            TokenChip(
                label,
                change=TokenChange(int(model_input.change[at])),
                effect=value / largest if has_share else None,
                special=not has_share,
                tip=_tip(answer, main.name, value, at),
            )
        )
    selected = target.places[0] if target.places else None
    return Tagged(token_row(chips, selected=selected), model.key)


def _tip(answer: WhyAnswer, method: str, value: float, at: int) -> str:
    target, label = answer.target, visible(answer.target.labels[at])
    if not target.changed[at]:
        if at in target.places:
            return tr("{token} is predicted", token=label)
        return tr("{token} is the same in every input", token=label)
    unit = tr("of the attention") if method == ROLLOUT else target.unit
    return f"{METHODS[method]}, {label}: {value:+.3g} {unit}"


def _compare_methods(columns: Columns) -> list[Drawing]:
    """The shares by every method, in every model."""
    maps: list[Drawing] = [
        Titled(
            Stack([_map(model, answer, answer.shares), *_problems(answer)], gap=8),
            model.title,
            model.index,
        )
        for model, answer in drop_failures(columns)
        if answer.able
    ]
    if not maps:
        return []
    rows = Stack([Row(maps, min_width=MIN_COLUMN), _hatching_legend()], gap=12)
    return [Titled(rows, tr("By method"), note=NOTES["tokens"])]


def _hatching_legend() -> Drawing:
    return Legend([LegendEntry(NOTES["hatched"], SYMBOL, _draw_hatched)])


def _legend() -> tuple[Drawing, ...]:
    """The colours of shares, and what is hatched."""
    return ColourScale(SHARE, COLOURS), _hatching_legend()


def _draw_hatched(sketch: Sketch, rect: QRectF) -> None:
    area, palette = rect.adjusted(0, 2, 0, -2), sketch.palette
    whole = np.array([[area.left(), area.right(), area.top(), area.bottom()]])
    sketch.custom(area, lambda painter: hatch(painter, whole, palette))
    sketch.frame(area, palette.line)


def _map(model: ModelSlot, answer: WhyAnswer, shares: Mapping[str, FloatArray]) -> Drawing:
    """A row for each method, scaled to its largest share; tokens without one are hatched."""
    target, methods = answer.target, list(shares)
    values = np.stack(list(shares.values()))
    largest = np.abs(values).max(axis=1, keepdims=True)

    def tip(row: int, column: int) -> str:
        return _tip(answer, methods[row], float(values[row, column]), column)

    drawing = NamedMap(
        values / np.where(largest > 0, largest, 1.0),
        [unbroken(SHORT[name]) for name in methods],
        target.labels,
        tip=tip,
        missing=np.broadcast_to(~target.changed, values.shape),
        scale=SHARE,
        slots=COLOURS,
        numbers=False,
        max_cell=MAX_CELL,
    )
    return Tagged(drawing, model.key)


def _problems(answer: WhyAnswer) -> list[Drawing]:
    lines = [f"{one.title}: {one.problem}." for one in answer.methods if one.problem]
    return [TextBlock(line, pixels=fonts.SMALL) for line in lines]


def _agreements(columns: Columns) -> list[Drawing]:
    """How alike the methods order the tokens, in every model."""
    cells: list[Drawing] = []
    for model, answer in drop_failures(columns):
        able = [n for n, one in enumerate(answer.methods) if one.shares is not None]
        names = [unbroken(SHORT[answer.methods[n].name]) for n in able]
        values = answer.agreement[np.ix_(able, able)]
        if len(able) > 1 and np.isfinite(values).any():
            cells.append(Titled(_build_agreement_map(names, values), model.title, model.index))
    if not cells:
        return []
    bar = ColourScale(CORRELATION, COLOURS)
    row = add_common_legend(Row(cells, min_width=MIN_COLUMN), bar)
    return [Titled(row, tr("Do the methods agree?"), note=NOTES["agreement"])]


def _build_agreement_map(names: Sequence[str], values: FloatArray) -> Drawing:
    return NamedMap(
        np.nan_to_num(values),
        names,
        names,
        tip=lambda r, c: f"{join_names([names[r], names[c]])}: {number(float(values[r, c]))}",
        scale=CORRELATION,
        slots=COLOURS,
        max_cell=AGREEMENT_CELL,
    )


# ---- deletion and insertion


def _curves(model: ModelSlot, answer: WhyAnswer) -> Drawing:
    charts: list[Drawing] = []
    for n, title in enumerate(
        (tr("Deletion: the most important first"), tr("Insertion: the most important first"))
    ):
        chart = IntervalLines(_series(answer, n), x_title=tr("tokens changed"))
        charts.append(Titled(chart, f"{title} ({answer.target.unit})"))
    return Stack([*charts, _areas(answer), *_problems(answer)], gap=16)


def _series(answer: WhyAnswer, n: int) -> list[IntervalSeries]:
    """Deletion (0) or insertion (1) by each method, and the mean and range of random orders."""
    series, curved = [], answer.titled_curves
    for slot, (title, curves) in enumerate(curved, FIRST_SLOT):
        points = [
            _point(title, count, value)
            for count, value in zip(curves.counts.tolist(), curves.both[n].tolist(), strict=True)
        ]
        series.append(IntervalSeries(title, tuple(points), slot))
    _, first = curved[0]
    orders = first.random[:, n]  # (orders, P)
    ranges = np.stack([orders.mean(0), orders.min(0), orders.max(0)], axis=1).tolist()
    points = [
        _point(RANDOM_NAME, count, *values)
        for count, values in zip(first.counts.tolist(), ranges, strict=True)
    ]
    return [*series, IntervalSeries(RANDOM_NAME, tuple(points), hollow=True, pale=True)]


def _point(
    name: str, count: int, value: float, low: float | None = None, high: float | None = None
) -> IntervalPoint:
    text = tr("{name}, {count} tokens: {value}", name=name, count=count, value=number(value))
    return IntervalPoint(value, low, high, text, float(count))


def _areas(answer: WhyAnswer) -> Drawing:
    """The mean of each curve; better than random is lower in deletion, higher in insertion."""
    heads = [
        Column(tr("method")),
        Column(tr("deletion"), right=True),
        Column(tr("insertion"), right=True),
    ]
    curved = answer.titled_curves
    random = curved[0][1].random_areas  # (orders, 2)
    rows = []
    for title, curves in curved:
        deletion, insertion = curves.areas
        lower, higher = deletion < random[:, 0].min(), insertion > random[:, 1].max()
        cells = (
            TableCell(title),
            TableCell(number(deletion), correct=bool(lower)),
            TableCell(number(insertion), correct=bool(higher)),
        )
        rows.append(TableRow(cells))
    means = (number(mean) for mean in random.mean(0).tolist())
    rows.append(TableRow(tuple(TableCell(text, muted=True) for text in (RANDOM_NAME, *means))))
    return TableDrawing(heads, rows)


# ---- shuffled weights


def _compare_with_shuffled(model: ModelSlot, answer: WhyAnswer) -> Drawing:
    done = [one for one in answer.able if one.randomised is not None]
    trained = {one.name: one.shares for one in done if one.shares is not None}
    shuffled = {one.name: one.randomised for one in done if one.randomised is not None}
    columns = [
        Column(tr("method")),
        Column(tr("trained and shuffled, rank correlation"), right=True),
    ]
    rows = [
        TableRow((TableCell(one.title), TableCell(_correlation(one.similarity)))) for one in done
    ]
    return Stack(
        [
            TableDrawing(columns, rows),
            Titled(_map(model, answer, trained), tr("Trained")),
            Titled(_map(model, answer, shuffled), tr("Weights shuffled")),
            *_problems(answer),
        ],
        gap=16,
    )


def _correlation(value: float | None) -> str:
    return tr("none") if value is None or value != value else number(value)
