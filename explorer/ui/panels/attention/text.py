"""What is said of the attention figure: limits, the selection, the ablation, marks and help."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.attention.heads import mean_of
from explorer.core.attention.inputs import MAX_OWN_WORDS, decoder_feed
from explorer.core.attention.request import AttentionOptions
from explorer.core.readable import all_cut_off
from explorer.core.state.state import Selection
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.charts.measure_grid import MeasureGrid
from explorer.ui.graphics.charts.share_bar import ShareBar
from explorer.ui.graphics.drawing import Drawing, number
from explorer.ui.graphics.maps.head_grid import HeadGrid
from explorer.ui.graphics.maps.head_lines import MANY_ROWS
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, mark_drawing, mark_where
from explorer.ui.panels.attention.column import (
    AttentionColumn,
    FigurePart,
    View,
    effect_note,
    place_name,
    probabilities,
)
from explorer.ui.panels.attention.scene import Scene
from explorer.ui.style.colours import SPACINGS

FACTS = (
    ("entropy", "Entropy", "nats"),
    ("distance", "Mean distance", "tokens"),
    ("back", "Back", ""),
    ("itself", "To itself", ""),
    ("ahead", "Ahead", ""),
)
SPREAD = "How far each term spreads the scores"
SPREAD_NOTE = (
    "A term's spread is the standard deviation of what it adds to the scores of one row, on "
    "average over the rows of the map: the larger, the more it decides what a token attends to."
)
ORDERS = {  # where an order comes from
    "drawn": (
        "In brackets: the position of each token in the factorization order that Masking samples "
        "with seed {seed}; a token without one is visible to all."
    ),
    "made": (
        "In brackets: the position of each token in the factorization order of Masking, which you "
        "or its masks set; a token without one is visible to all."
    ),
    "nowhere": "Masking predicts no token, so every token is visible and there is no order.",
}
FIRST_IN_ORDER = (
    "“{token}” comes first in the order and attends to nothing. Its row is even over all tokens, "
    "because the softmax of equal scores is; it is never predicted."
)
TWO_TEXTS = (
    "Here its encoder reads both texts; in Masking and Side by side the second is the target of "
    "its decoder."
)
MANY_LINES = "Each token has its strongest line only; choose a token to see all of its lines."
HEADS_MARK = (
    "Every head, one row per layer: click one to see it large, Ctrl+click to switch it off."
)
BIAS_MARK = "What each head adds to the score by the distance between two tokens."
DIFFERENCE_MARK = "The difference of two models, cell by cell, in the colour of the one with more."
SHARES_MARK = (
    "How much of the attention goes to earlier tokens, to the token itself, to later ones."
)
MEASURES_MARK = "One number per head: a high entropy is attention to many tokens."


def limits(
    columns: Sequence[AttentionColumn], selection: Selection, view: View, seed: int
) -> list[str]:
    """What the picture leaves out, or changes."""
    said: dict[str, list[str]] = {}  # by line, the models of which it is true
    for column in columns:
        notes = [
            column.answer.thumbnails.note,
            *_nearest(column, selection),
            *_fed(column, seed),
        ]
        for line in filter(None, notes):
            said.setdefault(line, []).append(column.title)
    lines = [f"{', '.join(titles)}: {line}" for line, titles in said.items()]
    longest = max((len(column.view.rows) for column in columns), default=0)
    if view in ("lines", "both") and longest > MANY_ROWS:
        lines.append(MANY_LINES)
    return [*_cut(columns), *lines, *_hidden(columns)]


def _cut(columns: Sequence[AttentionColumn]) -> list[str]:
    views = [(column.title, column.view) for column in columns]
    return [
        *all_cut_off((name, v.encoding.num_cut, v.card.num_positions) for name, v in views),
        *all_cut_off(
            ((name, v.fed.num_cut, v.card.num_positions) for name, v in views), "decoder's text"
        ),
    ]


def _nearest(column: AttentionColumn, selection: Selection) -> list[str]:
    maps = column.view.maps
    layer, head = maps.nearest(selection.layer, selection.head)
    lines = []
    if layer != selection.layer:
        lines.append(f"It has {maps.num_layers} layers here; this is the last.")
    if head != selection.head:
        heads = f"{maps.num_heads} heads" if maps.num_heads > 1 else "one head"
        lines.append(f"It has {heads} per layer; this is the last.")
    return lines


def _fed(column: AttentionColumn, seed: int) -> list[str]:
    """What it is fed that is not in the text."""
    view = column.view
    lines = []
    if view.fed.order:
        lines.append(ORDERS[view.fed.order].format(seed=seed))
    if view.blind is not None:
        lines.append(FIRST_IN_ORDER.format(token=visible(view.rows.labels[view.blind])))
    if decoder_feed(view.card.spec) is not None and view.encoding.pair is not None:
        lines.append(TWO_TEXTS)
    if view.fed.own_words and not view.rows.of_text:
        lines.append(
            "Its decoder reads its own output, the most probable token at each step, at most "
            f"{MAX_OWN_WORDS} tokens."
        )
    return lines


def _hidden(columns: Sequence[AttentionColumn]) -> list[str]:
    """What hiding special tokens did to the rows that are left."""
    hidden = [column for column in columns if column.view.num_hidden]
    if not hidden:
        return []
    shares = ", ".join(f"{column.letter} {column.view.removed:.0%}" for column in hidden)
    said = (
        "Special tokens are left out and each row is renormalised to one; on average over the rows "
        f"of all layers and heads, their share of a row was: {shares}."
    )
    empty = sum(column.view.num_empty for column in hidden)
    rows = sum(column.view.num_rows for column in hidden)
    left = f" Of the {rows:,} rows of all layers and heads, {empty:,} attended to nothing else"
    return [f"{said}{left} and are left empty." if empty else said]


def made_with(columns: Sequence[AttentionColumn], options: AttentionOptions) -> list[str]:
    """For a caption: what differs from the defaults, and the scale of the maps."""
    said = [line for column in columns for line in _made_with(column, options)]
    hidden = any(column.view.num_hidden for column in columns)
    said += ["without special tokens"] if hidden else []
    return [*said, f"weights on a {SPACINGS[options.root_scale]}"] if columns else said


def _made_with(column: AttentionColumn, options: AttentionOptions) -> list[str]:
    """Of one model; layers and heads are counted from one."""
    view, spec = column.view, column.view.card.spec
    several = len(view.streams) > 1
    found: list[str] = []
    if several and options.streams.get(spec.name) == view.stream.name:
        found.append(view.stream.title.lower())
    for head in column.answer.off:
        stream = f"{spec.stream(head.stream).title.lower()} " if several else ""
        found.append(f"without {stream}layer {head.layer + 1} head {head.head + 1}")
    found += [f"without {title.lower()}" for title in column.answer.ablated_extras]
    if view.fed.written and not view.fed.own_words:
        found.append(f"decoder fed “{view.fed.written.strip()}”")
    if spec.ordered and not options.with_order:
        found.append("without an order")
    return [f"{column.letter} {line}" for line in found]


# ---- what is selected


def details(scene: Scene, actions: tuple[Action, ...]) -> Details:
    """The chosen head and token in each model, and what an ablation costs it."""
    chosen, columns = scene.selection, scene.shown_columns
    ablated = [column for column in columns if column.answer.is_ablated]
    if not columns or (chosen == Selection() and scene.written is None and not ablated):
        return Details()
    rows = [row for column in columns for row in detail_rows(column, chosen)]
    said = [SPREAD_NOTE] if any(column.view.terms for column in columns) else []
    said.append("\n".join(f"{c.title}: {effect_note(c.answer)}" for c in ablated))
    text = "\n\n".join(filter(None, said))
    return Details(place_name(chosen.layer, chosen.head), tuple(rows), text, actions)


def detail_rows(column: AttentionColumn, selection: Selection) -> list[tuple[str, str]]:
    """The chosen head and token of one model."""
    place = column.view.maps.nearest(selection.layer, selection.head)
    rows = [(f"{column.letter}  {column.title}", "")]
    for name, title, unit in FACTS:
        values = column.view.facts.of(name)
        if values is not None:
            value = mean_of(values, *place)
            rows.append((title, f"{number(value)} {unit}" if unit else f"{value:.1%}"))
    affected = [(visible(place.label), probabilities(place)) for place in column.affected]
    if affected:
        rows += [("Probability before → after", ""), *affected]
    return [*rows, *_spreads(column, selection), *_token_rows(column, selection)]


def _spreads(column: AttentionColumn, selection: Selection) -> list[tuple[str, str]]:
    """How much each term moves the scores, as SPREAD_NOTE says."""
    spreads = []
    for term in column.view.terms:
        values = term.maps.pick(selection.layer, selection.head)  # (R, C)
        spreads.append((term.spec.title, number(float(values.std(-1).mean()))))
    return [(SPREAD, ""), *spreads] if spreads else []


def _token_rows(column: AttentionColumn, selection: Selection) -> list[tuple[str, str]]:
    view, (row, at) = column.view, column.focus
    weights = view.maps.pick(selection.layer, selection.head)
    rows = []
    if row is not None:
        to = int(weights[row].argmax())
        rows += [
            ("Token", f"{visible(view.rows.labels[row])} (position\u00a0{view.rows.places[row]})"),
            ("Attends most to", _weighed(view.columns.labels[to], weights[row, to])),
        ]
    if at is not None:
        by = int(weights[:, at].argmax())
        if row is None:
            rows.append(("Token", f"{visible(view.columns.labels[at])}"))
        rows.append(("Attended to most by", _weighed(view.rows.labels[by], weights[by, at])))
    return rows


def _weighed(name: str, weight: np.floating) -> str:
    return f"{visible(name)} {number(float(weight))}"


# ---- marks


def marks(scene: Scene, canvas: Canvas) -> list[Mark]:
    """What each part of the figure says, of the models that are shown."""
    kinds = {HeadGrid: HEADS_MARK, MeasureGrid: MEASURES_MARK, ShareBar: SHARES_MARK}
    found: list[Mark] = []
    for kind, sentence in kinds.items():
        found += mark_drawing(canvas, sentence, kind)
    for index, (_, column) in enumerate(scene.columns):
        if isinstance(column, AttentionColumn):
            found += _mark(canvas, _directions(column), "map", index)
            found += _mark(canvas, BIAS_MARK, "bias", index)
    return found + _mark(canvas, DIFFERENCE_MARK, "difference")


def _mark(canvas: Canvas, sentence: str, kind: str, column: int | None = None) -> list[Mark]:
    """At a large picture, by its tag."""

    def matches(drawing: Drawing) -> bool:
        part = drawing.tag if isinstance(drawing, Tagged) else None
        return isinstance(part, FigurePart) and part.kind == kind and column in (None, part.column)

    return mark_where(canvas, sentence, matches)


def _directions(column: AttentionColumn) -> str:
    """Which tokens a model may attend to, from what is visible to it."""
    view, title = column.view, column.title
    if not view.same_text:
        return f"{title}: a row is a token of its decoder; it attends to those of the encoder."
    if view.order is not None:
        return f"{title}: a token attends to those before it in the order, not to the hatched."
    if view.sees_in(None) is None:
        return f"{title}: a row is a token; it attends in both directions."
    return f"{title}: a row is a token; it attends to earlier ones, not to the hatched."
