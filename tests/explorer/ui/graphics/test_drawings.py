"""Every shared drawing: any size, any content, and what lies under the pointer."""

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter, QPicture
from PySide6.QtWidgets import QApplication

from explorer.core.attention.thumbnails import thumbnails
from explorer.core.engine.predicting.predictions import MaskPrediction
from explorer.ui.graphics.charts.bars import Bar, BarHit, Bars
from explorer.ui.graphics.charts.curve_plot import (
    DOT,
    MAX_POINTS,
    CurvePlot,
    points_in_view,
)
from explorer.ui.graphics.charts.curves import (
    NEXT_STAGE,
    SECOND_STAGE,
    Curve,
    CurveChart,
    Level,
)
from explorer.ui.graphics.charts.plot import StopHit, tick_texts
from explorer.ui.graphics.charts.plot_canvas import CurveView, ScatterView
from explorer.ui.graphics.charts.scatter import Scatter
from explorer.ui.graphics.drawing import (
    GRID,
    Drawing,
    Placed,
    Row,
    Stack,
    Tagged,
    TextBlock,
    Titled,
    TwoColumns,
    number,
    paint_slot,
)
from explorer.ui.graphics.legend import (
    DASHED,
    ChangeLegend,
    ColourScale,
    Legend,
    LegendHit,
    line_entry,
)
from explorer.ui.graphics.maps.head_grid import HeadGrid, HeadHit
from explorer.ui.graphics.maps.head_lines import HeadLines
from explorer.ui.graphics.maps.heat_map import MIN_LABEL_PITCH, AxisHit, CellHit, HeatMap
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.graphics.table_drawing import (
    Column,
    Segment,
    TableCell,
    TableDrawing,
    TableHit,
    TableRow,
    model_cell,
)
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenHit, token_row
from explorer.ui.panels.masking.predictions import _table_row, predictions_table
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from explorer.ui.style.palette import DARK, LIGHT, Palette
from models.schema.records import TokenChange

pytestmark = pytest.mark.usefixtures("qapp")

TOKENS = ("[CLS]", "The", "서울", "of", "a very long token indeed that goes on")


def attention(layers: int, heads: int, length: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    weights = rng.random((layers, heads, length, length), dtype=np.float32)
    return weights / weights.sum(-1, keepdims=True)


def everything() -> list[Drawing]:
    weights = attention(1, 1, len(TOKENS))[0, 0]
    chips = [
        TokenChip("word", change=change, original="was", below=("1",)) for change in TokenChange
    ]
    return [
        token_row(chips, below=("id",), selected=1),
        token_row([]),
        TableDrawing(
            [Column("name"), Column("a number", right=True), Column(optional=True, clicks=True)],
            [
                TableRow((TableCell("a heading"),), heading=True),
                TableRow(
                    (model_cell("서울", 1), TableCell("1"), TableCell("x", below="y", heat=0.05))
                ),
            ],
            long=True,
        ),
        HeatMap(weights, TOKENS, TOKENS, focus=1),
        HeatMap(weights - 0.2, TOKENS, TOKENS, scale=Scale(1.0, diverges=True)),
        HeatMap(np.full((1, 1), np.nan), ("a",), ("b",)),
        HeadGrid(thumbnails(attention(2, 3, 5)), selected=(1, None), off=frozenset({(0, 0)})),
        HeadLines(weights, TOKENS, TOKENS, focus=(0, None)),
        Bars([Bar("a", 0.5, 0), Bar("b", float("nan"), struck=True, ghost=0.2)]),
        ColourScale(Scale(1.0, root=True, label="weight")),
        ChangeLegend(list(TokenChange)),
        Legend([line_entry("student", "#007a5a", DASHED)]),
        TextBlock("some words " * 30),
        Stack([]),
        Row([Titled(TextBlock("a"), "A", 0, note="a note"), TextBlock("b")]),
    ]


@pytest.mark.parametrize("index", range(15))
@pytest.mark.parametrize("width", [40, 336, 1500])
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_a_drawing_paints_at_any_width(index: int, width: int, palette: Any) -> None:
    drawing = everything()[index]
    size = drawing.size(width)
    assert size.height() >= 0
    picture = paint(drawing, width, palette)
    assert picture.height() == max(1, round(size.height()))
    for x in range(0, width, 17):
        hit = drawing.hit(QPointF(x, size.height() / 2), QRectF(0, 0, width, size.height()))
        if hit is not None:
            assert isinstance(drawing.describe(hit), str)


def test_a_token_is_found_under_the_pointer() -> None:
    strip = token_row([TokenChip("a"), TokenChip("b")])
    rect = QRectF(10, 10, 400, strip.size(400).height())
    spot = strip.laid_out(400).find(TokenHit(1)).rect.center() + rect.topLeft()
    assert strip.hit(spot, rect) == TokenHit(1)
    assert strip.hit(QPointF(409, 12), rect) is None


def test_tokens_wrap_and_white_space_is_visible() -> None:
    strip = token_row([TokenChip("word")] * 50)
    assert strip.size(200).height() > 4 * strip.size(2000).height()
    assert visible(" a\n") == "␣a⏎"


def test_a_cell_is_found_and_its_value_told() -> None:
    heat = HeatMap(np.array([[0.25, 0.75]]), ("I",), ("you", "me"))
    rect = QRectF(0, 0, 300, heat.size(300).height())
    cell = heat.cells(rect).area
    assert heat.hit(cell.center() + QPointF(5, 0), rect) == CellHit(0, 1)
    assert heat.describe(CellHit(0, 1)) == "I → me: 0.750"


def test_values_of_another_shape_are_rejected() -> None:
    with pytest.raises(ValueError, match="values for"):
        HeatMap(np.zeros((2, 2)), ("a",), ("b",))


def test_a_head_is_found_and_arrow_keys_stay_inside() -> None:
    grid = HeadGrid(thumbnails(attention(2, 3, 5)))
    rect = QRectF(0, 0, 300, grid.size(300).height())
    target = grid.laid_out(300).find(HeadHit(1, 2))
    assert target is not None
    assert grid.hit(target.rect.center(), rect) == HeadHit(1, 2)
    assert grid.neighbour(HeadHit(1, 2), 1, 1) == HeadHit(1, 2)
    assert grid.neighbour(None, 1, 0) == HeadHit(0, 0)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_a_sketch_is_drawn_once_for_its_size_and_its_picture(
    palette: Palette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Palette, "current", palette)  # of the window
    drawn: list[Palette] = []

    class Line(Sketched):
        def draw(self, sketch: Sketch, width: float) -> None:
            drawn.append(sketch.palette)
            sketch.fill(QRectF(0, 0, width, 8), sketch.palette.line)

    line, picture = Line(), QImage(20, 20, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    line.paint(painter, QRectF(0, 0, 20, line.size(20).height()), palette)
    painter.end()
    assert drawn == [palette]


@pytest.mark.parametrize(("length", "block"), [(5, 1), (64, 1), (65, 2), (512, 8)])
def test_thumbnails_keep_the_largest_weight_of_each_block(length: int, block: int) -> None:
    weights = attention(1, 2, length)
    made = thumbnails(weights)
    assert made.block == block
    assert max(made.values.shape[2:]) <= 64
    assert made.values.max() == weights.max()
    assert made.values[0, 0, 0, 0] == weights[0, 0, :block, :block].max()
    assert bool(made.note) == (block > 1)


def test_hits_of_a_group_name_the_drawing() -> None:
    bars = Bars([Bar("a", 1.0)])
    row = Row([TextBlock("x"), bars])
    rect = QRectF(0, 0, 600, row.size(600).height())
    hit = row.hit(QPointF(500, 10), rect)
    assert hit == Placed(1, BarHit(0))
    assert row.describe(hit) == "a: 1.00"


def test_a_long_value_has_room_after_the_longest_bar() -> None:
    text = "0.210 (0.985), at temperature 2"
    line = QRectF(0, 0, 300, 20)
    bars = Bars([Bar("Paris", 1.0, text=text), Bar("a", 0.5)])
    label = bars._label_width(300)
    room = line.right() - label - GRID - bars._value_width
    end = bars._length(1.0, line, label, room).right() + 6 + fonts.text_width(text, fonts.SMALL)
    assert end <= line.right()


def test_a_note_stands_beside_its_bar_or_below_it() -> None:
    bars = Bars([Bar("a", 1.0, note="London 0.53 → Paris 0.21"), Bar("b", 0.5)])
    plain = Bars([Bar("a", 1.0), Bar("b", 0.5)])
    assert bars.size(600).height() == plain.size(600).height()
    assert bars.size(240).height() > plain.size(240).height()
    second = QPointF(20, bars.size(240).height() - 2)
    assert bars.hit(second, QRectF(0, 0, 240, 200)) == BarHit(1)


def test_a_row_wraps_where_columns_would_be_too_narrow() -> None:
    row = Row([TextBlock("x")] * 4, min_width=200)
    assert row.size(300).height() > row.size(1200).height()


def test_the_lines_of_a_row_that_wraps_are_equally_full() -> None:
    row = Row([TextBlock("x")] * 4, gap=0, min_width=100)
    assert [place.rect.left() for place in row._places(350)] == [0, 175, 0, 175]
    assert Row([]).size(350).height() == 0


def numbers_table(names: list[str], value: str, name: str) -> TableDrawing:
    """A model and as many right-aligned numbers as there are names."""
    row = TableRow((model_cell(name, 0), *[TableCell(value)] * len(names)))
    return TableDrawing([Column(), *(Column(head, right=True) for head in names)], [row])


def right_edge(table: TableDrawing, width: float) -> float:
    return max(area.rect.right() for area in table.layout(width).cells)


def test_a_table_closes_up_before_its_last_column_is_cut_off() -> None:
    table = numbers_table(["pieces per word"] * 5, "1.25", "a model of some size")
    narrow = right_edge(table, 2000) - 40
    assert right_edge(table, narrow) <= narrow + 0.1
    assert table.size(narrow).height() == table.size(2000).height()


def test_columns_without_room_side_by_side_go_on_below_the_names_again() -> None:
    names = [f"number {n}" for n in range(8)]
    table = numbers_table(names, "1,234", "a-model-with-a-name")
    cells = table.layout(320).cells
    blocks = [area.column for area in cells].count(0)
    assert blocks > 1
    assert sorted({area.column for area in cells}) == list(range(9))
    assert right_edge(table, 320) <= 320
    assert table.size(320).height() > blocks * table.size(2000).height() - 1


def test_the_cell_that_must_be_kept_takes_the_last_place_of_a_narrow_table() -> None:
    cells = tuple(TableCell(f"word {n}", keep=n == 5) for n in range(6))
    columns = [Column(least=60.0, optional=True, clicks=True)] * 6
    table = TableDrawing(columns, [TableRow(cells)])
    assert [area.column for area in table.layout(600).cells] == [0, 1, 2, 3, 4, 5]
    assert [area.column for area in table.layout(200).cells] == [0, 1, 5]


def test_a_segment_of_a_bar_is_found_and_empty_ones_are_passed_over() -> None:
    shares = (0.5, 0.0, 0.5)
    bar = TableCell(bar=tuple(Segment(share, lambda p: p.text, tip=f"{share}") for share in shares))
    table = TableDrawing(
        [Column(), Column(stretch=True, clicks=True)], [TableRow((TableCell("a"), bar))]
    )
    (area,) = (one for one in table.layout(400).cells if one.column == 1)
    rect = QRectF(0, 0, 400, table.size(400).height())
    right = QPointF(area.rect.right() - 5, area.rect.center().y())
    assert table.hit(right, rect) == TableHit(0, 1, 2)
    assert table.neighbour(TableHit(0, 1, 0), 1, 0) == TableHit(0, 1, 2)
    assert table.describe(TableHit(0, 1, 2)) == "0.5"


def test_rows_of_a_group_are_one_hit_and_headings_are_no_stop_between_cells() -> None:
    rows = [
        TableRow((TableCell("first"),), "a", heading=True),
        TableRow((TableCell("1"),), "a"),
        TableRow((TableCell("second"),), "b", heading=True),
        TableRow((TableCell("2"),), "b"),
    ]
    table = TableDrawing([Column()], rows, row_clicks=True)
    rect = QRectF(0, 0, 200, table.size(200).height())
    assert table.hit(QPointF(20, rect.bottom() - 5), rect) == TableHit(2)
    assert table.neighbour(TableHit(0), 0, 1) == TableHit(2)
    cells = TableDrawing([Column(clicks=True)], rows)
    assert cells.neighbour(None, 0, 1) == TableHit(1, 0)
    assert cells.neighbour(TableHit(1, 0), 0, 1) == TableHit(3, 0)


def test_lines_are_those_worth_drawing() -> None:
    lines = HeadLines(np.array([[0.9, 0.001], [0.5, 0.5]]), ("a", "b"), ("a", "b"))
    assert (0, 1) not in lines.visible_pairs()
    lines.focus = (1, None)
    assert lines.visible_pairs() == [(1, 0), (1, 1)]
    lines.focus = (None, 0)
    assert sorted(lines.visible_pairs()) == [(0, 0), (1, 0)]
    assert "attends most to" in lines.describe(AxisHit("row", 0))


def chart(*curves: Curve, levels: tuple[Level, ...] = ()) -> CurveChart:
    return CurveChart(curves, levels)


@pytest.fixture
def live(qtbot: Any, context: Any) -> CurveView:
    """A chart on the screen, without curves yet."""
    made = CurveView(context.theme)
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.show()
    return made


def test_live_curves_grow_and_keep_their_points(live: CurveView, context: Any) -> None:
    live.show_chart(chart(Curve("student", 2)))
    for step in range(100):
        live.append(0, step, 1 / (step + 1))
    assert len(live.visible_chart.curves[0].x) == 100
    context.theme.choose("dark")
    live.close()


def test_a_chart_is_read_off_and_zoomed_by_keys(qtbot: Any, live: CurveView) -> None:
    live.show_chart(chart(Curve("student", 2, x=(10.0, 20.0, 30.0), y=(3.0, 2.0, 1.0))))
    plot, figure = live.plot, QAccessible.queryAccessibleInterface(live.plot)
    qtbot.wait(1)
    plot.activateWindow()
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    assert figure.role() == QAccessible.Role.Graphic
    for key, value in ((Qt.Key.Key_End, "1.00"), (Qt.Key.Key_Left, "2.00")):
        qtbot.keyClick(plot, key)
        assert value in figure.text(QAccessible.Text.Value)
        assert value in figure.focusChild().text(QAccessible.Text.Name)
    assert plot.current == StopHit(20.0)
    whole = np.ptp(plot.axes.x)
    qtbot.keyClick(plot, Qt.Key.Key_Plus)
    assert np.ptp(plot.axes.x) == pytest.approx(0.8 * whole)
    qtbot.keyClick(plot, Qt.Key.Key_End)
    assert plot.axes.x[1] > 30.0  # what is read off is in view
    qtbot.keyClick(plot, Qt.Key.Key_0)
    assert np.ptp(plot.axes.x) == whole
    plot.clearFocus()
    assert plot.current is None
    assert figure.childCount() == 0


def test_many_positions_of_a_chart_become_few_stops_with_both_ends() -> None:
    chart = CurveChart((Curve("loss", x=range(1000), y=range(1000)),))
    stops = chart.positions(50)
    assert len(stops) == 50
    assert (stops[0], stops[-1]) == (0, 999)
    assert not CurveChart().positions(50)


def test_a_point_is_picked_by_keys(qtbot: Any, context: Any) -> None:
    view = ScatterView(context.theme)
    qtbot.addWidget(view)
    names = ("right", "left")
    view.show_chart(Scatter(np.array([2.0, 1.0]), np.array([1.0, 2.0]), ids=(7, 8), names=names))
    view.show()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.cell.text == "left"
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert picked.args == [8]
    view.close()


def test_the_name_of_the_highest_level_is_inside_the_plot(qtbot: Any, live: CurveView) -> None:
    level = Level("unigram", 7.0)
    live.show_chart(chart(Curve("a", 0, x=[0, 1], y=[3.0, 2.0]), levels=(level,)))
    axes = live.plot.axes
    assert axes.area.contains(live.plot.drawing.label_rect(level, axes))


@pytest.mark.parametrize(("ys", "left"), [([9.0, 5.0, 3.2], True), ([3.2, 5.0, 9.0], False)])
def test_the_name_of_a_level_stands_where_it_hides_no_curve(ys: list[float], left: bool) -> None:
    level = Level("5-gram", 3.0)
    named = chart(Curve("a", 0, x=[0, 1, 2], y=ys), levels=(level,))
    assert named.label_is_left(level) is left


def test_a_curve_of_one_point_is_a_dot_until_the_second_comes() -> None:
    grown = chart(Curve("training", dashed=True), Curve("held out")).append_point(1, 500, 3.2)
    assert [curve.dot for curve in grown.curves] == [None, (500, 3.2)]
    grown = grown.append_point(1, 1000, float("nan"))
    assert grown.curves[1].dot is not None, "what is not finite makes no line"
    assert grown.append_point(1, 1500, 2.8).curves[1].dot is None


@pytest.mark.parametrize(
    ("y", "lowest", "highest"), [(3.2, 0.0, 6.4), (0.0, 0.0, 1.0), (-2.0, -4.0, 0.0)]
)
def test_around_one_point_both_axes_begin_at_zero(
    live: CurveView, y: float, lowest: float, highest: float
) -> None:
    live.show_chart(chart(Curve("held out", 0, x=[500], y=[y])))
    axes = live.plot.axes
    for (low, high), wanted in zip((axes.x, axes.y), [(0, 1000), (lowest, highest)], strict=True):
        air = 0.15 * (wanted[1] - wanted[0])
        assert (low, high) == (pytest.approx(wanted[0], abs=air), pytest.approx(wanted[1], abs=air))


def painted(drawing: Drawing, width: int = 400) -> QImage:
    picture = QImage(width, 300, QImage.Format.Format_RGB32)
    picture.fill(QColor(LIGHT.ground))
    painter = QPainter(picture)
    drawing.paint(painter, QRectF(0, 0, width, drawing.size(width).height()), LIGHT)
    painter.end()
    return picture


@pytest.mark.parametrize("dashed", [False, True], ids=["filled", "hollow where it is dashed"])
def test_a_curve_of_one_point_is_a_dot_in_a_figure(qapp: object, dashed: bool) -> None:
    picture = painted(CurvePlot(chart(Curve("a", 0, dashed, [500], [3.2]))))
    colour = QColor(LIGHT.model(0))

    def is_coloured(x: int, y: int) -> bool:
        """Return whether a pixel has the colour, with a tolerance for smooth edges."""
        found = picture.pixelColor(x, y)
        pairs = zip(found.getRgb(), colour.getRgb(), strict=True)
        return all(abs(one - other) < 80 for one, other in pairs)

    # The legend is at the left.
    coloured = [(x, y) for x in range(100, 400) for y in range(300) if is_coloured(x, y)]
    xs, ys = zip(*coloured, strict=True)
    assert max(xs) - min(xs) <= DOT + 1
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    assert is_coloured(*middle) != dashed


def test_a_figure_holds_the_curves_that_the_window_shows(qtbot: Any, live: CurveView) -> None:
    """The same plot: axes, range, lines and names, pixel by pixel."""
    loss = Curve("held out", 0, x=range(0, 2000, 100), y=[4 - n / 10 for n in range(20)])
    live.show_chart(chart(loss, levels=(Level("5-gram", 2.5),)))
    live.resize(420, live.plot.heightForWidth(420))
    qtbot.waitUntil(lambda: live.plot.height() == live.plot.heightForWidth(live.plot.width()))
    shown = live.plot.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    written = painted(live.plot.drawing, shown.width())
    different = sum(
        written.pixelColor(x, y) != shown.pixelColor(x, y)
        for x in range(0, shown.width(), 3)
        for y in range(0, shown.height() - 1, 3)
    )
    assert different < 0.02 * shown.width() * shown.height() / 9


def test_a_click_in_the_legend_hides_a_curve_and_shows_it_again(
    qtbot: Any, live: CurveView
) -> None:
    low, high = Curve("low", 0, x=[0, 1], y=[1, 2]), Curve("high", 1, x=[0, 1], y=[8, 9])
    live.show_chart(chart(low, high))
    spot = live.plot.drawing.laid_out().find(LegendHit(1)).rect
    point = (spot.center() * live.plot.scale).toPoint()
    for names, top in ((["low"], 2), (["low", "high"], 9)):
        qtbot.mouseClick(live.plot, Qt.MouseButton.LeftButton, pos=point)
        assert [curve.name for curve in live.visible_chart.curves] == names
        assert live.plot.drawing.ends()[1] == (1, top)
    assert "hide" in live.plot.drawing.describe(LegendHit(1))


def test_a_legend_that_wraps_in_a_narrow_column_is_whole_at_once(live: CurveView) -> None:
    curves = [Curve(f"held-out loss of model {n}", n, x=[0, 1], y=[n, 2]) for n in range(4)]
    live.resize(900, 300)
    live.show_chart(chart(*curves))
    live.layout().activate()
    live.resize(260, 300)  # without the layout that Qt makes later
    legend = live.plot.drawing.legend(LIGHT).size(live.plot.width())
    assert legend.height() > 40, "several lines"
    assert live.plot.axes.area.top() > legend.height()


def test_the_pointer_reads_the_curves_off_at_the_nearest_step(qtbot: Any, live: CurveView) -> None:
    training = Curve("training", x=[10, 20, 30], y=[3.0, float("nan"), 2.0], dashed=True)
    live.show_chart(chart(training, Curve("held out", x=[20, 40], y=[2.5, 2.25])))
    qtbot.waitExposed(live)
    QApplication.processEvents()
    place = live.plot.axes.place(21, 2.4) * live.plot.scale
    qtbot.mouseMove(live.plot, place.toPoint())
    assert live.plot.current == StopHit(20)
    assert live.chart.readout(21) == (
        20,
        "step 20\ntraining: 2.00 (at 30)\nheld out: 2.50",
    )
    qtbot.mouseMove(live.plot, QPoint(1, live.plot.height() - 2))
    assert live.plot.current is None
    assert chart(Curve("none")).readout(1) is None


def test_of_a_long_curve_the_extremes_are_drawn_and_all_of_it_where_a_person_zoomed() -> None:
    ys = [0.0] * 100_000
    ys[50_321] = 9.0
    curve = Curve("loss", x=range(100_000), y=ys)
    x, y = points_in_view(curve, (0, 100_000))
    assert len(x) <= MAX_POINTS + 2
    assert y.max() == 9.0
    assert (x[0], x[-1]) == (0, 99_999)
    x, _ = points_in_view(curve, (50_000, 50_010))
    assert x.tolist() == list(range(49_999, 50_012)), "one beyond each end"


def test_numbers_of_an_axis_have_separators_and_as_many_decimals() -> None:
    assert tick_texts([0, 10000, 30000]) == ["0", "10,000", "30,000"]
    assert tick_texts([0.5, 1.0]) == ["0.5", "1.0"]


def test_thousands_are_written_in_full() -> None:
    assert [number(value) for value in (999.6, 1500, 1595.2, -43210, 2e5)] == [
        "1,000",
        "1,500",
        "1,595",
        "-43,210",
        "2.00e+05",
    ]


def test_numbers_have_three_significant_digits() -> None:
    told = [number(v) for v in (0, 0.5, 0.71234, 12.345, 0.0001234, float("nan"))]
    assert told == ["0", "0.500", "0.712", "12.3", "1.23e-04", "–"]


def test_text_without_glyphs_names_the_font_to_install() -> None:
    assert fonts.missing_font("plain words") is None
    assert fonts.missing_font("\U0001e800") == fonts.DEFAULT_FONT  # Mende Kikakui, rarely installed
    korean = fonts.missing_font("한국어")
    assert fonts.missing_font("한국어 \U0001e800") == (korean or fonts.DEFAULT_FONT)
    amid = "프랑스 수 이이다 \U0001e800 é"  # set in several fonts, one after the other
    assert fonts.missing_font(amid) == (korean or fonts.DEFAULT_FONT)
    flag = "\U0001f1eb"
    assert fonts.missing_font(f"프랑스 수 이이다 {flag} é") == (korean or fonts.missing_font(flag))


def paint(drawing: Drawing, width: int, palette: Any) -> QImage:
    height = max(1, round(drawing.size(width).height()))
    picture = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    drawing.paint(painter, QRectF(0, 0, width, height), palette)
    painter.end()
    return picture


def test_hints_for_the_screen_stay_out_of_a_file_and_leave_no_gap() -> None:
    note = TextBlock("Nothing is hidden.", hint="Click a token.")
    alone = Titled(TextBlock("", hint="Add a second sentence."), "Two texts")
    whole = Stack([Row([note, alone]), TwoColumns(note, alone, limit=100)])
    assert note.text == "Nothing is hidden. Click a token."
    for_export = whole.export_drawing()
    assert isinstance(for_export, Stack)
    row, beside = for_export.drawings
    (left,) = row.drawings  # type: ignore[attr-defined]
    assert left.text == beside.text == "Nothing is hidden."  # type: ignore[attr-defined]
    assert whole.drawings[0].drawings == (note, alone)  # type: ignore[attr-defined]
    assert alone.export_drawing() is None


def test_the_hint_of_a_title_stands_behind_its_note_and_not_in_a_file() -> None:
    strip = token_row([TokenChip("word")])
    titled = Titled(Tagged(strip, "tag"), "Fed", note="As training draws.", hint="Click a token.")
    assert titled.note == "As training draws. Click a token."
    for_export = titled.export_drawing()
    assert isinstance(for_export, Titled)
    assert for_export.note == "As training draws."
    assert Titled(strip, "Fed", note="As training draws.").export_drawing() is not None


@pytest.mark.parametrize(
    ("joints", "name", "own_colour"),
    [
        ([[2.0]], SECOND_STAGE, True),
        ([[1.0, 2.0]], NEXT_STAGE, True),
        ([[2.0], [3.0]], SECOND_STAGE, False),
    ],
    ids=["one", "two of one run", "two runs"],
)
def test_upright_lines_where_a_stage_begins_have_a_name(
    joints: list[list[float]], name: str, own_colour: bool
) -> None:
    curves = [Curve(f"run {n}", n, joints=places) for n, places in enumerate(joints)]
    legend = chart(*curves, Curve("plain", 3)).legend(LIGHT)
    assert legend.entries[-1].name == name
    (colour,) = uprights(legend)
    assert (colour == LIGHT.model(0)) == own_colour
    assert uprights(chart(Curve("plain")).legend(LIGHT)) == []


def uprights(legend: Legend) -> list[str]:
    """The colours of the upright lines that a legend draws."""
    colours = []

    class Recorder(Sketch):
        def line(self, start: QPointF, end: QPointF, colour: str, **look: Any) -> None:
            if start.x() == end.x():
                colours.append(colour)

    legend.draw(Recorder(LIGHT), 800)
    return colours


def test_the_segment_of_a_bar_that_is_pointed_at_is_framed() -> None:
    bar = TableCell(bar=(Segment(0.5, lambda p: p.text), Segment(0.5, lambda p: p.text)))
    table = TableDrawing([Column(stretch=True, clicks=True)], [TableRow((bar,))])
    picture = QImage(300, 40, QImage.Format.Format_RGB32)
    picture.fill(LIGHT.ground)
    painter = QPainter(picture)
    rect = QRectF(0, 0, 300, 40)
    hit = table.hit(QPointF(200, 12), rect)
    assert hit == TableHit(0, 0, 1)
    table.paint_hover(painter, rect, LIGHT, hit)
    painter.end()
    framed = [x for x in range(300) if picture.pixelColor(x, 12) != QColor(LIGHT.ground)]
    assert 145 < min(framed) < max(framed)


@pytest.mark.parametrize(
    ("rows", "pitch"), [(2, MIN_LABEL_PITCH), (100, 200 / 100), (128, 200 / 128)]
)
def test_few_rows_over_many_columns_are_high_enough_to_be_read(rows: int, pitch: float) -> None:
    seen = HeatMap(np.ones((rows, 128)), [""] * rows, [""] * 128)
    margins = seen._margins()
    width = margins[0] + 200.0 + 2
    height = seen.size(width).height() - margins[1] - 2
    assert height == pytest.approx(rows * pitch)
    assert height <= 200.0 + 1e-6, "no higher than it is wide"


def test_an_upright_line_that_several_curves_share_has_the_colour_of_none() -> None:
    curves = [Curve("first", 0, joints=[2.0]), Curve("second", 1, joints=[2.0, 3.0])]
    assert chart(*curves).joints(LIGHT) == {2.0: LIGHT.muted, 3.0: LIGHT.model(1)}


def test_a_rank_of_thousands_is_not_cut_in_a_narrow_column() -> None:
    guess = MaskPrediction(7, (("the", 0.8), ("a", 0.1)), "word", 1.12e-8, 2345)
    row = _table_row(guess)
    assert row.cells[1].below == "1.12e-08 #2,346"
    table = predictions_table([guess], None)
    width = 207.0  # of one of four columns
    (truth,) = (area for area in table.layout(width).cells if area.column == 1)
    assert fonts.text_width(row.cells[1].below, fonts.SMALL) <= truth.rect.width() + 8


def test_a_title_without_room_is_shortened_and_a_tip_tells_the_whole() -> None:
    whole, short = "Encoder · Average of all heads", "Encoder · Average"
    drawing = Titled(TextBlock("a"), whole, 0, shorter=(short,))
    wide, narrow = QRectF(0, 0, 400, 60), QRectF(0, 0, 170, 60)
    at_title = QPointF(60, 10)
    assert drawing.shown_title(400) == whole
    assert drawing.hit(at_title, wide) is None
    assert drawing.shown_title(170) == short
    assert drawing.describe(drawing.hit(at_title, narrow)) == whole
    assert drawing.shown_title(90).endswith("…")


def test_a_tip_of_a_title_is_found_inside_groups_and_the_keyboard_goes_on_from_it() -> None:
    strip = token_row([TokenChip("the")])
    group = Stack([Titled(strip, "A title that is far too long for this")])
    rect = QRectF(0, 0, 120, 80)
    hit = group.hit(QPointF(20, 10), rect)
    assert group.describe(hit) == "A title that is far too long for this"
    assert group.neighbour(hit, 1, 0) == Placed(0, TokenHit(0))


def test_the_arrow_keys_go_from_one_drawing_to_the_next_and_stay_at_the_ends() -> None:
    one, two = (token_row([TokenChip("the"), TokenChip("cat")]) for _ in range(2))
    group = Stack([one, TextBlock("nothing to mark here"), Stack([two])])
    first, last = Placed(0, TokenHit(0)), Placed(2, Placed(0, TokenHit(1)))
    hit, passed = group.neighbour(None, 1, 0), []
    while hit not in passed:
        passed.append(hit)
        hit = group.neighbour(hit, 1, 0)
    assert passed == [first, Placed(0, TokenHit(1)), Placed(2, Placed(0, TokenHit(0))), last]
    assert group.neighbour(Placed(2, Placed(0, TokenHit(0))), 0, -1) == first
    assert group.neighbour(first, -1, 0) == first


@pytest.mark.parametrize(("slot", "letter"), [(0, "A"), (3, "D"), (4, ""), (9, "")])
def test_only_a_chosen_model_has_a_badge_with_its_letter(
    qapp: object, slot: int, letter: str
) -> None:
    recorded = QPicture()
    painter = QPainter(recorded)
    paint_slot(painter, QPointF(0, 0), slot, LIGHT)
    painter.end()
    assert recorded.boundingRect().width() >= 17 if letter else recorded.boundingRect().width() < 12


def test_what_is_written_beside_the_cells_of_a_drawing_is_read_in_order() -> None:
    table = TableDrawing(
        (Column("name"), Column("loss")), (TableRow((TableCell("a"), TableCell("0.5"))),)
    )
    below = Stack([Titled(TextBlock("a note"), "A title"), table])
    assert below.written() == "A title\na note\nname a, loss 0.5"
    clicked = TableDrawing((Column("name", clicks=True),), table.rows)
    assert clicked.written() == ""  # its cells are read one by one
