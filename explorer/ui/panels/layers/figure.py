"""The figure of the Layers panel: sections from top to bottom, one column for each model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from explorer.core.layers.lens import LogitLens
from explorer.core.layers.request import EXPERTS, INITIAL, LAYERS, LENS, NORMS, PLANE, TOKENS
from explorer.core.layers.states import LayerMixWeights, layer_name, layer_names
from explorer.core.library.slots import ModelFailure
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.charts.curves import Ends
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    TextBlock,
    Titled,
    add_common_legend,
    number,
)
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.heat_map import label_room
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panel_base.columns import titled_problem
from explorer.ui.panels.layers.drawings import TokenPlane
from explorer.ui.panels.layers.experts import USE, expert_grid, use_map
from explorer.ui.panels.layers.initial import draw_initial
from explorer.ui.panels.layers.scene import LayersColumn, LayersScene
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import FloatArray

NOTES = panel_text("layers").notes
COSINE = Scale(1.0, diverges=True, label=tr("cosine"))
COSINE_COLOURS = (5, 4)  # of more and of less than zero, which are no model's
PROBABILITY_TITLE = tr("Probability of the final answer")
KL_TITLE = tr("KL divergence from the final distribution, in nats")
PROBABILITY = Scale(1.0, label=tr("probability of the most probable token"))
LAYER_AXIS = tr("layer (0: what enters the first)")
MAX_ROWS = 16  # positions of a lens that are drawn
STEP_WIDTHS = (44.0, 60.0)  # pixels of a cell of the lens
NAME_WIDTH = 74.0
MIN_COLUMN, MIN_CHART, MIN_PLANE = 320.0, 300.0, 200.0
CHOSEN_SLOT = 4  # of the selected token: the colour of no model
UNKNOWN = "?"
AFTER_ALL = tr("(next)")


def sections(scene: LayersScene) -> list[Drawing]:
    """All of the current view; empty while nothing has been answered."""
    return SECTIONS[scene.view](scene) if scene.columns else []


def _section(
    scene: LayersScene, draw: Callable[[LayersColumn], Drawing], note: str, *legend: Drawing
) -> Drawing:
    """One titled cell for each model, a note above and legends below."""
    cells: list[Drawing] = []
    for column in scene.columns:
        if isinstance(column, ModelFailure):
            cells.append(titled_problem(column.model, column.error))
        else:
            problem, hint = column.answer.problem, column.answer.suggestion
            drawing = TextBlock(problem, hint=hint) if problem else draw(column)
            cells.append(Titled(drawing, _title(column), column.model.index))
    above = TextBlock(note, pixels=fonts.SMALL)
    shown = legend if scene.measured_columns else ()
    columns = add_common_legend(Row(cells, min_width=MIN_COLUMN), *shown)
    return Stack([above, columns], gap=12)


def _title(column: LayersColumn) -> str:
    """Return the title of a model, with its stream where it has several."""
    states, lens = column.answer.states, column.answer.lens
    stream = tr(states.stream.title) if lens is None else lens.stream
    return f"{column.title} · {stream}" if len(states.card.spec.streams) > 1 else column.title


def _token_row(column: LayersColumn) -> Drawing:
    """The tokens of the stream, to select one."""
    row = token_row([TokenChip(label) for label in column.labels], selected=column.token)
    return column.tag_drawing(row, "tokens")


def _build_layer_curve(
    title: str, names: Sequence[str], values: FloatArray, slot: int, *, hollow: bool = False
) -> IntervalSeries:
    """A curve with one value for each layer; none where it is not a number."""
    points = tuple(
        IntervalPoint(value, text=f"{name}: {number(value)}", x=float(n))
        for n, (name, value) in enumerate(zip(names, values.tolist(), strict=True))
        if value == value
    )
    return IntervalSeries(title, points, slot, hollow)


# ---- logit lens


def _lens_sections(scene: LayersScene) -> list[Drawing]:
    every = scene.options.every_token
    first = _section(scene, partial(_lens, every=every), NOTES["lens"], ColourScale(PROBABILITY))
    drawn = scene.measured_columns
    if not drawn:
        return [first]
    charts = [
        Titled(_lens_curves(drawn, "probability", (-0.03, 1.03)), PROBABILITY_TITLE),
        Titled(_lens_curves(drawn, "kl"), KL_TITLE),
    ]
    steps = [
        Titled(_steps(column), _describe_position(column), column.model.index) for column in drawn
    ]
    rows = [Row(charts, min_width=MIN_CHART), Row(steps, min_width=MIN_COLUMN)]
    title = tr("One prediction through the layers")
    return [first, Titled(Stack(rows, gap=12), title, note=NOTES["followed"])]


def _lens_curves(
    columns: Sequence[LayersColumn], measure: str, limits: Ends | None = None
) -> Drawing:
    """A measure of the prediction that is followed, one curve for each model."""
    series = [
        _build_layer_curve(
            column.title,
            column.lens.steps,
            getattr(column.lens, measure)[:, column.lens_index],
            column.model.index,
        )
        for column in columns
    ]
    return IntervalLines(series, x_title=LAYER_AXIS, limits=limits)


def _lens(column: LayersColumn, *, every: bool) -> Drawing:
    """The answer in a sentence, the tokens to choose from, and what each layer predicts."""
    answer = TextBlock(lens_sentence(column), muted=False)
    return Stack([answer, _token_row(column), _lens_table(column, every=every)], gap=12)


def lens_sentence(column: LayersColumn) -> str:
    """Say from which layer on the final answer is the most probable token."""
    lens, n = column.lens, column.lens_index
    text = tr(
        "“{answer}” is the most probable token from {layer} on, with {share} at the end.",
        answer=_word(lens.answers[n]),
        layer=lens.steps[lens.settled_at(n)],
        share=number(lens.probability[-1, n]),
    )
    truth = lens.truths[n]
    if truth is None or truth == lens.answers[n]:
        return text
    return f"{text} {tr('The true token is “{truth}”.', truth=_word(truth))}"


def _word(token: str) -> str:
    """A token in a sentence, without the sign of a space before or after it."""
    return visible(token).strip("␣")


def _lens_table(column: LayersColumn, *, every: bool) -> Drawing:
    """A row for each predicted token, a column for each layer: the most probable token there."""
    lens, drawn = column.lens, drawn_predictions(column, every=every)
    least, most = STEP_WIDTHS
    short = [_short(name) for name in lens.steps]
    columns = [
        Column(tr("masked") if lens.masked else tr(lens.head.title).lower(), most=NAME_WIDTH),
        *(Column(name, least=least, most=most) for name in short),
        Column(),  # room for the tick at the corner of the last cell
    ]
    rows = [_lens_row(lens, n) for n in drawn]
    chosen = int(lens.places[column.lens_index])
    table = TableDrawing(columns, rows, selected=chosen, row_clicks=True)
    named = zip(short, lens.steps, strict=True)
    further = ", ".join(f"{name}: {step}" for name, step in named if name.startswith("+"))
    left = len(lens.places) - len(drawn) if every else 0  # else the tick says that there are more
    notes = [further, _left_out(left, lens.num_left)]
    below = [TextBlock(note, pixels=fonts.SMALL) for note in notes if note]
    return Stack([column.tag_drawing(table, "lens"), *below], gap=4)


def drawn_predictions(column: LayersColumn, *, every: bool) -> list[int]:
    """Two of a lens, or the first of all, with the one that is followed, by their indices."""
    if not every:
        return column.first_predictions
    drawn, chosen = list(range(min(MAX_ROWS, len(column.lens.places)))), column.lens_index
    return drawn if chosen in drawn else [*drawn[:-1], chosen]


def _left_out(in_table: int, beyond: int) -> str:
    lines = []
    if in_table:
        line = tr(
            "{in_table:,} more predictions are in the table of the export.", in_table=in_table
        )
        lines.append(line)
    if beyond:
        lines.append(tr("{beyond:,} further positions were not computed.", beyond=beyond))
    return " ".join(lines)


def _lens_row(lens: LogitLens, n: int) -> TableRow:
    name, place = truth_name(lens, n), int(lens.places[n])
    first = TableCell(name, bold=True, muted=lens.truths[n] is None, below=str(place))
    best = [visible(names[n]) for names in lens.best]
    shares, agrees = lens.best_probability[:, n].tolist(), lens.agrees[:, n].tolist()
    cells = [
        TableCell(token, small=True, below=number(share), heat=share, correct=right)
        for token, share, right in zip(best, shares, agrees, strict=True)
    ]
    tip = tr(
        "Position {lens}: {n}. Final answer: {answer} {last}\n{path}",
        lens=place,
        n=name,
        answer=visible(lens.answers[n]),
        last=number(lens.probability[-1, n]),
        path=", ".join(map(" ".join, zip(lens.steps, best, strict=True))),
    )
    return TableRow((first, *cells, TableCell()), group=place, tip=tip)


def truth_name(lens: LogitLens, n: int) -> str:
    """The predicted token, where it is known."""
    truth = lens.truths[n]
    return visible(truth) if truth is not None else (UNKNOWN if lens.masked else AFTER_ALL)


def _short(name: str) -> str:
    """The number of a layer, which fits over a cell; +1 is the first of a stream that goes on."""
    numbers = re.findall(r"\d+", name)
    if not numbers:
        return name
    return numbers[-1] if name == layer_name(int(numbers[-1])) else f"+{numbers[-1]}"


def _describe_position(column: LayersColumn) -> str:
    lens, n = column.lens, column.lens_index
    return tr(
        "Position {lens}: {n}, final answer {answers}",
        lens=lens.places[n],
        n=truth_name(lens, n),
        answers=visible(lens.answers[n]),
    )


def _steps(column: LayersColumn) -> Drawing:
    """One prediction, a row for each layer."""
    lens, n = column.lens, column.lens_index
    columns = [
        Column(tr("layer")),
        Column(tr("most probable"), least=60),
        Column(tr("probability"), right=True),
        Column(tr("answer's probability"), right=True),
        Column(tr("answer's rank"), right=True),
        Column(tr("KL, nats"), right=True),
    ]
    rows = [
        TableRow(
            (
                TableCell(step, muted=True),
                TableCell(visible(lens.best[s][n]), bold=bool(lens.agrees[s, n])),
                TableCell(number(lens.best_probability[s, n])),
                TableCell(number(lens.probability[s, n])),
                TableCell(f"{lens.rank[s, n] + 1:,}"),
                TableCell(number(lens.kl[s, n])),
            )
        )
        for s, step in enumerate(lens.steps)
    ]
    return TableDrawing(columns, rows)


# ---- similarities


def _layer_sections(scene: LayersScene) -> list[Drawing]:
    note = NOTES["layers_centred" if scene.options.centred else "layers"]
    maps = _section(scene, _layer_map, note, ColourScale(COSINE, COSINE_COLOURS))
    mixes = [
        _mix(column, column.answer.states.mix)
        for column in scene.answered_columns
        if column.answer.states.mix is not None
    ]
    if not mixes:
        return [maps]
    row = Row(mixes, min_width=MIN_COLUMN)
    return [maps, Titled(row, tr("Learned mix of layers"), note=NOTES["mix"])]


def _layer_map(column: LayersColumn) -> Drawing:
    """Layers against layers: of the selected token, or the mean of all tokens."""
    alike, token = column.answer.alike, column.token
    values = alike.mean(0) if token is None else alike[token]
    title = tr("Mean of all tokens")
    if token is not None:
        title = tr("Token {whose}", whose=visible(column.labels[token]))
    names = [name.replace(" ", "\u00a0") for name in column.layer_names]  # not drawn as a sign
    drawing = column.tag_drawing(_cosine_map(values, names), "layers")
    return Stack([_token_row(column), Titled(drawing, title)], gap=12)


def _cosine_map(values: FloatArray, names: Sequence[str], **options: Any) -> Drawing:
    shown = [visible(name) for name in names]

    def tip(row: int, column: int) -> str:
        return tr(
            "{row} and {column}: cosine {column_2}",
            row=shown[row],
            column=shown[column],
            column_2=number(values[row, column]),
        )

    scale, slots = COSINE, COSINE_COLOURS
    return NamedMap(values, names, names, tip=tip, scale=scale, slots=slots, **options)


def _mix(column: LayersColumn, mix: LayerMixWeights) -> Drawing:
    """The weights of the layers in what the head of a task reads, where it learned them."""
    slot, names = column.model.index, layer_names(len(mix.shares), "")
    bars = [Bar(name, share, slot) for name, share in zip(names, mix.shares, strict=True)]
    title = tr("{title}, times {factor}", title=column.title, factor=number(mix.gamma))
    return Titled(Bars(bars), title, slot)


def _token_sections(scene: LayersScene) -> list[Drawing]:
    note = NOTES["tokens_centred" if scene.options.centred else "tokens"]
    legend = ColourScale(COSINE, COSINE_COLOURS)
    maps = _section(scene, lambda one: _token_map(scene, one), note, legend)
    if not scene.measured_columns:
        return [maps]
    means = [
        _build_layer_curve(one.title, one.layer_names, one.answer.mean_alike, one.model.index)
        for one in scene.measured_columns
    ]
    title = tr("Mean cosine between different tokens, by layer")
    chart = IntervalLines(means, x_title=LAYER_AXIS)
    return [maps, Titled(chart, title, note=NOTES["anisotropy"])]


def _token_map(scene: LayersScene, column: LayersColumn) -> Drawing:
    """Tokens against tokens in the chosen layer."""
    layer, labels = scene.layer_in(column), column.labels
    room = max(
        label_room(one.labels) for one in scene.measured_columns
    )  # so that all maps are level
    options = {"focus": column.token, "room": (room, room)}
    drawing = _cosine_map(column.answer.alike[layer], labels, **options)
    return Titled(column.tag_drawing(drawing, "map"), column.layer_names[layer])


# ---- plane and norms


def _plane_sections(scene: LayersScene) -> list[Drawing]:
    return [_section(scene, lambda one: _planes(scene, one), NOTES["plane"])]


def _planes(scene: LayersScene, column: LayersColumn) -> Drawing:
    """Every layer small, or the chosen one large."""
    layers: Sequence[int] = range(column.num_layers)
    if scene.layer is not None:
        layers = [scene.layer_in(column)]
    planes = [_plane(column, layer) for layer in layers]
    width = MIN_PLANE if len(planes) > 1 else MIN_COLUMN
    return Stack([_token_row(column), Row(planes, min_width=width, gap=16)], gap=12)


def _plane(column: LayersColumn, layer: int) -> Drawing:
    plane, slot = column.answer.planes[layer], column.model.index
    drawing = TokenPlane(plane, column.labels, slot=slot, selected=column.token)
    return Titled(column.tag_drawing(drawing, "plane"), column.layer_names[layer])


def _norm_sections(scene: LayersScene) -> list[Drawing]:
    return [_section(scene, _norms, NOTES["norms"])]


def _norms(column: LayersColumn) -> Drawing:
    """The mean of the tokens with the shortest and the longest, and the selected token."""
    series, token = [_norm_range(column)], column.token
    if token is not None:
        title, own = visible(column.labels[token]), column.answer.norms[:, token]
        series.append(_build_layer_curve(title, column.layer_names, own, CHOSEN_SLOT, hollow=True))
    parts = [_token_row(column), IntervalLines(series, x_title=LAYER_AXIS)]
    if column.answer.states.normed_last:
        parts.append(TextBlock(NOTES["normed_last"], pixels=fonts.SMALL))
    return Stack(parts, gap=12)


def _norm_range(column: LayersColumn) -> IntervalSeries:
    points = []
    for n, (name, values) in enumerate(zip(column.layer_names, column.answer.norms, strict=True)):
        mean, least, most = float(values.mean()), float(values.min()), float(values.max())
        text = tr(
            "{name}: mean {mean}, {least} to {most}",
            name=name,
            mean=number(mean),
            least=number(least),
            most=number(most),
        )
        points.append(IntervalPoint(mean, least, most, text=text, x=float(n)))
    return IntervalSeries(tr("mean, shortest and longest"), tuple(points), column.model.index)


# ---- experts


def _expert_sections(scene: LayersScene) -> list[Drawing]:
    grids = _section(scene, expert_grid, NOTES["experts"])
    if not scene.measured_columns:
        return [grids]
    maps = Row([use_map(column) for column in scene.measured_columns], min_width=MIN_COLUMN)
    used = add_common_legend(maps, ColourScale(USE))
    return [grids, Titled(used, tr("How many tokens pass each expert"), note=NOTES["use"])]


def _initial_sections(scene: LayersScene) -> list[Drawing]:
    return [_section(scene, draw_initial, NOTES["initial"])]


SECTIONS = {
    LENS: _lens_sections,
    LAYERS: _layer_sections,
    TOKENS: _token_sections,
    PLANE: _plane_sections,
    NORMS: _norm_sections,
    INITIAL: _initial_sections,
    EXPERTS: _expert_sections,
}
