"""The figure of the Layers panel: sections from top to bottom, one column for each model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from explorer.core.layers.lens import LogitLens
from explorer.core.layers.request import LAYERS, LENS, NORMS, PLANE
from explorer.core.layers.states import layer_name, layer_names
from explorer.core.localization import tr
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import Drawing, Row, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.heat_map import label_room
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panel_base.context import ModelFailure
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.layers.drawings import TokenPlane
from explorer.ui.panels.layers.scene import LayersColumn, LayersScene
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import FloatArray

NOTES = panel_text("layers").notes
COSINE = Scale(1.0, diverges=True, label=tr("cosine"))
COSINE_COLOURS = (5, 4)  # of more and of less than zero, which are no model's
PROBABILITY = Scale(1.0, label=tr("probability of the most probable token"))
LAYER_AXIS = tr("layer (0: what enters the first)")
MAX_ROWS = 16  # positions of a lens that are drawn
STEP_WIDTHS = (44.0, 60.0)  # pixels of a cell of the lens
NAME_WIDTH = 74.0
MIN_COLUMN, MIN_CHART, MIN_PLANE = 320.0, 300.0, 200.0
UNKNOWN = "?"
AFTER_ALL = tr("(next)")


def sections(scene: LayersScene) -> list[Drawing]:
    """All of the current view; empty while nothing has been answered."""
    if not scene.columns:
        return []
    if scene.view == LENS:
        return _lens_sections(scene)
    if scene.view == LAYERS:
        note = NOTES["layers_centred" if scene.options.centred else "layers"]
        maps = _section(scene, _layer_map, note, ColourScale(COSINE, COSINE_COLOURS))
        return [maps, *_mixes(scene)]
    if scene.view == PLANE:
        return [_section(scene, lambda one: _planes(scene, one), NOTES["plane"])]
    if scene.view == NORMS:
        return [_section(scene, _norms, NOTES["norms"])]
    return _token_sections(scene)


def _section(
    scene: LayersScene, draw: Callable[[LayersColumn], Drawing], note: str, *legend: Drawing
) -> Drawing:
    """One titled cell for each model, a note above and legends below."""
    cells: list[Drawing] = []
    for column in scene.columns:
        if isinstance(column, ModelFailure):
            message = TextBlock(column.error.message, hint=column.error.hint)
            cells.append(Titled(message, column.model.title, column.model.index))
        else:
            cells.append(Titled(_cell(column, draw), _title(column), column.model.index))
    above = TextBlock(note, pixels=fonts.SMALL)
    shown = legend if scene.measured else ()
    return Stack([above, Row(cells, min_width=MIN_COLUMN), *shown], gap=12)


def _cell(column: LayersColumn, draw: Callable[[LayersColumn], Drawing]) -> Drawing:
    answer = column.answer
    return TextBlock(answer.problem, hint=answer.suggestion) if answer.problem else draw(column)


def _title(column: LayersColumn) -> str:
    """With the stream, where the model has several."""
    states = column.answer.states
    lens = column.answer.lens
    stream = tr(states.stream.title) if lens is None else lens.stream
    return f"{column.title} · {stream}" if len(states.card.spec.streams) > 1 else column.title


def _mixes(scene: LayersScene) -> list[Drawing]:
    """The weights of the layers in what the head of a task reads, where it learned them."""
    cells: list[Drawing] = []
    for column in scene.answered:
        if (mix := column.answer.states.mix) is not None:
            names = layer_names(len(mix.shares), "")
            slot = column.model.index
            bars = [Bar(name, share, slot) for name, share in zip(names, mix.shares, strict=True)]
            note = tr("{title}, times {factor}", title=column.title, factor=number(mix.gamma))
            cells.append(Titled(Bars(bars), note, slot))
    if not cells:
        return []
    return [
        Titled(Row(cells, min_width=MIN_COLUMN), tr("Learned mix of layers"), note=NOTES["mix"])
    ]


def _token_row(column: LayersColumn) -> Drawing:
    """The tokens of the stream, to select one."""
    row = token_row([TokenChip(label) for label in column.labels], selected=column.token)
    return Tagged(row, column.tagged_as("tokens"))


def _chosen_token(column: LayersColumn) -> str:
    return "" if column.token is None else visible(column.labels[column.token])


# ---- logit lens


def _lens_sections(scene: LayersScene) -> list[Drawing]:
    first = _section(scene, _lens_table, NOTES["lens"], ColourScale(PROBABILITY))
    drawn = [column for column in scene.measured if column.answer.lens is not None]
    if not drawn:
        return [first]
    charts = (
        (tr("Probability of the final answer"), "probability", (-0.03, 1.03)),
        (tr("KL divergence from the final distribution, in nats"), "kl", None),
    )
    parts: list[Drawing] = [
        Titled(
            IntervalLines(
                [_lens_series(column, name) for column in drawn], x_title=LAYER_AXIS, limits=limits
            ),
            title,
        )
        for title, name, limits in charts
    ]
    steps = [Titled(_steps(column), _followed(column), column.model.index) for column in drawn]
    followed = Stack([Row(parts, min_width=MIN_CHART), Row(steps, min_width=MIN_COLUMN)], gap=12)
    return [
        first,
        Titled(followed, tr("One prediction through the layers"), note=NOTES["followed"]),
    ]


def _lens_table(column: LayersColumn) -> Drawing:
    """A row for each predicted token, a column for each layer: the most probable token there."""
    lens = column.answer.lens
    assert lens is not None
    drawn = drawn_predictions(column)
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
    parts: list[Drawing] = [Tagged(table, column.tagged_as("lens"))]
    named = zip(short, lens.steps, strict=True)
    if further := [f"{name}: {step}" for name, step in named if name.startswith("+")]:
        parts.append(TextBlock(", ".join(further), pixels=fonts.SMALL))
    left = len(lens.places) - len(drawn)
    if left or lens.num_left:
        parts.append(TextBlock(_left_out(left, lens.num_left), pixels=fonts.SMALL))
    return Stack(parts, gap=4)


def drawn_predictions(column: LayersColumn) -> list[int]:
    """The first of a lens, and the one that is followed, by their indices."""
    lens, chosen = column.answer.lens, column.lens_index
    assert lens is not None
    drawn = list(range(min(MAX_ROWS, len(lens.places))))
    return drawn if chosen in drawn else [*drawn[:-1], chosen]


def _left_out(in_table: int, beyond: int) -> str:
    lines = (
        [tr("{in_table:,} more predictions are in the table of the export.", in_table=in_table)]
        if in_table
        else []
    )
    if beyond:
        lines.append(tr("{beyond:,} further positions were not computed.", beyond=beyond))
    return " ".join(lines)


def _lens_row(lens: LogitLens, n: int) -> TableRow:
    truth = lens.truths[n]
    name = TableCell(truth_name(lens, n), bold=True, muted=truth is None, below=str(lens.places[n]))
    cells = [
        TableCell(
            visible(names[n]),
            small=True,
            below=number(float(lens.best_probability[step, n])),
            heat=float(lens.best_probability[step, n]),
            correct=bool(lens.agrees[step, n]),
        )
        for step, names in enumerate(lens.best)
    ]
    answer, last = visible(lens.answers[n]), number(float(lens.probability[-1, n]))
    path = ", ".join(
        f"{step} {visible(names[n])}" for step, names in zip(lens.steps, lens.best, strict=True)
    )
    tip = tr(
        "Position {lens}: {n}. Final answer: {answer} {last}\n{path}",
        lens=lens.places[n],
        n=truth_name(lens, n),
        answer=answer,
        last=last,
        path=path,
    )
    return TableRow((name, *cells, TableCell()), group=int(lens.places[n]), tip=tip)


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


def _lens_series(column: LayersColumn, name: str) -> IntervalSeries:
    lens = column.answer.lens
    assert lens is not None
    values: FloatArray = getattr(lens, name)[:, column.lens_index]
    points = tuple(
        IntervalPoint(float(value), text=f"{step}: {number(float(value))}", x=float(n))
        for n, (step, value) in enumerate(zip(lens.steps, values, strict=True))
    )
    return IntervalSeries(column.title, points, column.model.index)


def _followed(column: LayersColumn) -> str:
    lens, n = column.answer.lens, column.lens_index
    assert lens is not None
    return tr(
        "Position {lens}: {n}, final answer {answers}",
        lens=lens.places[n],
        n=truth_name(lens, n),
        answers=visible(lens.answers[n]),
    )


def _steps(column: LayersColumn) -> Drawing:
    """One prediction, a row for each layer."""
    lens, n = column.answer.lens, column.lens_index
    assert lens is not None
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
                TableCell(number(float(lens.best_probability[s, n]))),
                TableCell(number(float(lens.probability[s, n]))),
                TableCell(f"{int(lens.rank[s, n]) + 1:,}"),
                TableCell(number(float(lens.kl[s, n]))),
            )
        )
        for s, step in enumerate(lens.steps)
    ]
    return Tagged(TableDrawing(columns, rows), column.tagged_as("steps"))


# ---- similarities


def _layer_map(column: LayersColumn) -> Drawing:
    """Layers against layers: of the selected token, or the mean of all tokens."""
    alike, names = column.answer.alike, column.answer.states.layer_names
    assert alike is not None
    values = alike.mean(0) if column.token is None else alike[column.token]
    whose = _chosen_token(column)
    title = tr("Token {whose}", whose=whose) if whose else tr("Mean of all tokens")
    unbroken = [name.replace(" ", "\u00a0") for name in names]  # a space would be drawn as a sign
    tip = _cosine_tip(values, names)
    drawing = NamedMap(values, unbroken, unbroken, tip=tip, scale=COSINE, slots=COSINE_COLOURS)
    parts = [_token_row(column), Titled(Tagged(drawing, column.tagged_as("layers")), title)]
    return Stack(parts, gap=12)


def _cosine_tip(values: FloatArray, names: Sequence[str]) -> Callable[[int, int], str]:
    shown = [visible(name) for name in names]
    return lambda row, column: tr(
        "{row} and {column}: cosine {column_2}",
        row=shown[row],
        column=shown[column],
        column_2=number(float(values[row, column])),
    )


def _token_sections(scene: LayersScene) -> list[Drawing]:
    note = NOTES["tokens_centred" if scene.options.centred else "tokens"]
    legend = ColourScale(COSINE, COSINE_COLOURS)
    maps = _section(scene, lambda one: _token_map(scene, one), note, legend)
    if not scene.measured:
        return [maps]
    chart = IntervalLines([_mean_series(one) for one in scene.measured], x_title=LAYER_AXIS)
    title = tr("Mean cosine between different tokens, by layer")
    return [maps, Titled(chart, title, note=NOTES["anisotropy"])]


def _token_map(scene: LayersScene, column: LayersColumn) -> Drawing:
    """Tokens against tokens in the chosen layer."""
    alike, layer = column.answer.alike, scene.layer_in(column)
    assert alike is not None
    room = max(label_room(one.labels) for one in scene.measured)  # so that all maps are level
    drawing = NamedMap(
        alike[layer],
        column.labels,
        column.labels,
        tip=_cosine_tip(alike[layer], column.labels),
        scale=COSINE,
        slots=COSINE_COLOURS,
        focus=column.token,
        room=(room, room),
    )
    title = column.answer.states.layer_names[layer]
    return Titled(Tagged(drawing, column.tagged_as("map")), title)


def _mean_series(column: LayersColumn) -> IntervalSeries:
    means = column.answer.mean_alike
    assert means is not None
    names = column.answer.states.layer_names
    points = tuple(
        IntervalPoint(float(value), text=f"{name}: {number(float(value))}", x=float(n))
        for n, (name, value) in enumerate(zip(names, means, strict=True))
        if value == value  # one token alone has no pairs
    )
    return IntervalSeries(column.title, points, column.model.index)


# ---- plane and norms


def _planes(scene: LayersScene, column: LayersColumn) -> Drawing:
    """Every layer small, or the chosen one large."""
    chosen: Sequence[int] = range(column.num_layers)
    if scene.layer is not None:
        chosen = [scene.layer_in(column)]
    planes = [_plane(column, layer) for layer in chosen]
    width = MIN_PLANE if len(planes) > 1 else MIN_COLUMN
    return Stack([_token_row(column), Row(planes, min_width=width, gap=16)], gap=12)


def _plane(column: LayersColumn, layer: int) -> Drawing:
    drawing = TokenPlane(
        column.answer.planes[layer],
        column.labels,
        slot=column.model.index,
        selected=column.token,
    )
    tagged = Tagged(drawing, column.tagged_as("plane", layer))
    return Titled(tagged, column.answer.states.layer_names[layer])


def _norms(column: LayersColumn) -> Drawing:
    """The mean of the tokens with the shortest and the longest, and the selected token."""
    norms, names = column.answer.norms, column.answer.states.layer_names
    assert norms is not None
    whole = tuple(
        IntervalPoint(
            float(values.mean()),
            float(values.min()),
            float(values.max()),
            text=tr(
                "{name}: mean {mean}, {least} to {most}",
                name=name,
                mean=number(float(values.mean())),
                least=number(float(values.min())),
                most=number(float(values.max())),
            ),
            x=float(n),
        )
        for n, (name, values) in enumerate(zip(names, norms, strict=True))
    )
    series = [IntervalSeries(tr("mean, shortest and longest"), whole, column.model.index)]
    if column.token is not None:
        own = norms[:, column.token].tolist()
        points = tuple(
            IntervalPoint(value, text=f"{name}: {number(value)}", x=float(n))
            for n, (name, value) in enumerate(zip(names, own, strict=True))
        )
        series.append(IntervalSeries(_chosen_token(column), points, 4, hollow=True))
    chart = Tagged(IntervalLines(series, x_title=LAYER_AXIS), column.tagged_as("norms"))
    parts: list[Drawing] = [_token_row(column), chart]
    if column.answer.states.normed_last:
        parts.append(TextBlock(NOTES["normed_last"], pixels=fonts.SMALL))
    return Stack(parts, gap=12)
