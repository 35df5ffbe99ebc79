"""Every shared drawing: any size, any content, and what lies under the pointer."""

from typing import Any

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPicture

from explorer.core.attention.thumbnails import thumbnails
from explorer.ui.graphics.beside import Beside
from explorer.ui.graphics.charts.bars import VALUE_WIDTH, Bar, BarHit, Bars
from explorer.ui.graphics.charts.curves import (
    DOT,
    NEXT_STAGE,
    SECOND_STAGE,
    Curve,
    CurveAxis,
    Curves,
    CurvesDrawing,
    Level,
    _joints,
    _legend,
)
from explorer.ui.graphics.drawing import (
    GRID,
    Drawing,
    Placed,
    Row,
    Stack,
    TextBlock,
    Titled,
    number,
    paint_slot,
)
from explorer.ui.graphics.facts import BADGE, FactRow, FactTable
from explorer.ui.graphics.legend import BarLegend, ChangeLegend, ColourScale, LineLegend
from explorer.ui.graphics.maps.head_grid import HeadGrid, HeadHit
from explorer.ui.graphics.maps.head_lines import HeadLines, LineHit
from explorer.ui.graphics.maps.heat_map import MIN_LABEL_PITCH, CellHit, HeatMap
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.guess_rows import GuessRow, GuessRows, _standing
from explorer.ui.graphics.tokens.token_strip import TokenChip, TokenHit, TokenStrip, visible
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from explorer.ui.style.theme import DARK, LIGHT
from models.schema.records import Change

pytestmark = pytest.mark.usefixtures("qapp")

TOKENS = ("[CLS]", "The", "서울", "of", "a very long token indeed that goes on")


def attention(layers: int, heads: int, length: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    weights = rng.random((layers, heads, length, length), dtype=np.float32)
    return weights / weights.sum(-1, keepdims=True)


def everything() -> list[Drawing]:
    weights = attention(1, 1, len(TOKENS))[0, 0]
    chips = [TokenChip("word", change=change, original="was", below=("1",)) for change in Change]
    return [
        TokenStrip(chips, rows=("id",), selected=1),
        TokenStrip([]),
        HeatMap(weights, TOKENS, TOKENS, focus=1, row_title="from", column_title="to"),
        HeatMap(weights - 0.2, TOKENS, TOKENS, scale=Scale(1.0, diverges=True)),
        HeatMap(np.full((1, 1), np.nan), ("a",), ("b",)),
        HeadGrid(thumbnails(attention(2, 3, 5)), selected=(1, None), off=frozenset({(0, 0)})),
        HeadLines(weights, TOKENS, TOKENS, focus=0),
        Bars([Bar("a", 0.5, 0), Bar("b", float("nan"), struck=True, ghost=0.2)]),
        ColourScale(Scale(1.0, root=True, label="weight")),
        ChangeLegend(list(Change)),
        LineLegend([("student", "#007a5a", True)]),
        BarLegend("now", "before"),
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
    strip = TokenStrip([TokenChip("a"), TokenChip("b")])
    rect = QRectF(10, 10, 400, strip.size(400).height())
    spot = strip.spots(400)[1].rect.center() + rect.topLeft()
    assert strip.hit(spot, rect) == TokenHit(1)
    assert strip.hit(QPointF(409, 12), rect) is None


def test_tokens_wrap_and_white_space_is_visible() -> None:
    strip = TokenStrip([TokenChip("word")] * 50)
    assert strip.size(200).height() > 4 * strip.size(2000).height()
    assert visible(" a\n") == "␣a⏎"


def test_a_cell_is_found_and_its_value_told() -> None:
    heat = HeatMap(np.array([[0.25, 0.75]]), ("I",), ("you", "me"))
    rect = QRectF(0, 0, 300, heat.size(300).height())
    cell = heat._map_rect(rect)
    assert heat.hit(cell.center() + QPointF(5, 0), rect) == CellHit(0, 1)
    assert heat.describe(CellHit(0, 1)) == "I → me: 0.750"


def test_values_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="values for"):
        HeatMap(np.zeros((2, 2)), ("a",), ("b",))


def test_a_head_is_found_and_arrow_keys_stay_inside() -> None:
    grid = HeadGrid(thumbnails(attention(2, 3, 5)))
    rect = QRectF(0, 0, 300, grid.size(300).height())
    assert grid.hit(grid.cell(1, 2, rect).center(), rect) == HeadHit(1, 2)
    assert grid.neighbour(HeadHit(1, 2), 1, 1) == HeadHit(1, 2)
    assert grid.neighbour(None, 1, 0) == HeadHit(0, 0)


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


def test_a_note_stands_beside_its_bar_or_below_it() -> None:
    bars = Bars([Bar("a", 1.0, note="London 0.53 → Paris 0.21"), Bar("b", 0.5)])
    plain = Bars([Bar("a", 1.0), Bar("b", 0.5)])
    assert bars.size(600).height() == plain.size(600).height()
    assert bars.size(240).height() > plain.size(240).height()
    second = QPointF(20, bars.size(240).height() - 2)
    assert bars.hit(second, QRectF(0, 0, 240, 200)) == BarHit(1)


def test_an_outline_that_goes_on_beyond_the_scale_is_open_at_the_right() -> None:
    end = 300 - VALUE_WIDTH
    assert _drawn_at(Bars([Bar("a", 0.1, ghost=1.0)]), round(end))
    assert not _drawn_at(Bars([Bar("a", 0.1, ghost=1.5)]), round(end))


def _drawn_at(drawing: Drawing, x: int) -> bool:
    """Whether anything but ground is painted half way up, within two pixels."""
    picture = QImage(300, 20, QImage.Format.Format_RGB32)
    picture.fill(LIGHT.ground)
    painter = QPainter(picture)
    drawing.paint(painter, QRectF(0, 0, 300, 20), LIGHT)
    painter.end()
    ground = QColor(LIGHT.ground)
    return any(picture.pixelColor(x + shift, 10) != ground for shift in (-1, 0, 1))


def test_a_row_wraps_where_columns_would_be_too_narrow() -> None:
    row = Row([TextBlock("x")] * 4, min_width=200)
    assert row.size(300).height() > row.size(1200).height()


def test_the_lines_of_a_row_that_wraps_are_equally_full() -> None:
    row = Row([TextBlock("x")] * 4, gap=0, min_width=100)
    assert [place.rect.left() for place in row._places(350)] == [0, 175, 0, 175]
    assert Row([]).size(350).height() == 0


def test_a_table_of_facts_closes_up_before_its_last_column_is_cut_off() -> None:
    facts = FactTable(["pieces per word"] * 5, [FactRow(0, "a model of some size", ("1.25",) * 5)])
    wide = sum(facts._widths(2000)) + facts._name_width(2000) + BADGE
    narrow = wide - 40
    assert sum(facts._widths(narrow)) + facts._name_width(narrow) + BADGE <= narrow + 1e-6


def test_facts_without_room_side_by_side_go_on_below_the_names_again() -> None:
    columns = [f"number {n}" for n in range(8)]
    facts = FactTable(columns, [FactRow(0, "a-model-with-a-name", ("1,234",) * 8)])
    narrow = 320.0
    blocks = facts._blocks(narrow)
    assert [column for block in blocks for column in block] == list(range(8))
    names, widths = facts._name_width(narrow), facts._widths(narrow)
    assert names == facts._longest_name
    assert all(BADGE + names + sum(widths[n] for n in block) <= narrow for block in blocks)
    assert facts.size(narrow).height() > len(blocks) * facts.size(2000).height()


def test_lines_are_those_worth_drawing() -> None:
    lines = HeadLines(np.array([[0.9, 0.001], [0.5, 0.5]]), ("a", "b"), ("a", "b"))
    assert (0, 1) not in lines.shown_pairs()
    lines.focus = (1, None)
    assert lines.shown_pairs() == [(1, 0), (1, 1)]
    lines.focus = (None, 0)
    assert sorted(lines.shown_pairs()) == [(0, 0), (1, 0)]
    assert "attends most to" in lines.describe(LineHit("row", 0))


def test_live_curves_grow_and_keep_their_points(qtbot: Any, context: Any) -> None:
    curves = Curves(context.theme, y_title="loss")
    qtbot.addWidget(curves)
    curves.set_curves([Curve("student", 2)])
    for step in range(100):
        curves.append(0, step, 1 / (step + 1))
    curves.refresh()
    assert len(curves.drawing().curves[0].x) == 100
    context.theme.choose("dark")
    curves.close()


def test_a_plot_that_is_closed_hears_of_no_other_theme(qtbot: Any, context: Any) -> None:
    closed = Curves(context.theme)
    qtbot.addWidget(closed)
    closed.set_curves([Curve("loss", x=[0, 1], y=[2, 1])])
    closed.close()
    context.theme.choose("dark" if context.theme.palette.name == "light" else "light")


def test_the_name_of_the_highest_level_is_inside_the_plot(qtbot: Any, context: Any) -> None:
    live = Curves(context.theme)
    qtbot.addWidget(live)
    live.resize(320, 220)
    live.show()
    live.set_curves([Curve("a", 0, x=[0, 1], y=[3.0, 2.0])], [Level("unigram", 7.0)])
    (line,) = [one for one in live._plot.items() if isinstance(one, pg.InfiniteLine)]
    qtbot.waitUntil(lambda: live._plot.viewRange()[1][1] > 7)
    top = live._plot.getViewBox().sceneBoundingRect().top()
    assert line.label.sceneBoundingRect().top() >= top


@pytest.mark.parametrize(("ys", "side"), [([9.0, 5.0, 3.2], "left"), ([3.2, 5.0, 9.0], "right")])
def test_the_name_of_a_level_stands_where_it_hides_no_curve(
    qtbot: Any, context: Any, ys: list[float], side: str
) -> None:
    live = Curves(context.theme)
    qtbot.addWidget(live)
    live.resize(320, 220)
    live.show()
    live.set_curves([Curve("a", 0, x=[0, 1, 2], y=ys)], [Level("5-gram", 3.0)])
    (line,) = [one for one in live._plot.items() if isinstance(one, pg.InfiniteLine)]

    def stands() -> str:
        box = live._plot.getViewBox().sceneBoundingRect()
        return "left" if line.label.sceneBoundingRect().center().x() < box.center().x() else "right"

    qtbot.waitUntil(lambda: stands() == side)


def test_a_curve_of_one_point_is_a_dot_until_the_second_comes(qtbot: Any, context: Any) -> None:
    live = Curves(context.theme)
    qtbot.addWidget(live)
    live.set_curves([Curve("training", dashed=True), Curve("held out")])
    live.append(1, 500, 3.2)
    live.refresh()
    assert [item.opts["symbol"] for item in live._items] == [None, "o"]
    live.append(1, 1000, float("nan"))
    live.refresh()
    assert live._items[1].opts["symbol"] == "o", "what is not finite makes no line"
    live.append(1, 1500, 2.8)
    live.refresh()
    assert live._items[1].opts["symbol"] is None


@pytest.mark.parametrize(
    ("y", "lowest", "highest"), [(3.2, 0.0, 6.4), (0.0, 0.0, 1.0), (-2.0, -4.0, 0.0)]
)
def test_around_one_point_both_axes_begin_at_zero(
    qtbot: Any, context: Any, y: float, lowest: float, highest: float
) -> None:
    live = Curves(context.theme)
    qtbot.addWidget(live)
    live.resize(320, 220)
    live.show()
    live.set_curves([Curve("held out", 0, x=[500], y=[y])])
    qtbot.waitUntil(lambda: live._plot.viewRange()[0][1] > 900)
    for (low, high), wanted in zip(
        live._plot.viewRange(), [(0, 1000), (lowest, highest)], strict=True
    ):
        air = 0.15 * (wanted[1] - wanted[0])
        assert (low, high) == (pytest.approx(wanted[0], abs=air), pytest.approx(wanted[1], abs=air))


@pytest.mark.parametrize("dashed", [False, True], ids=["filled", "hollow where it is dashed"])
def test_a_curve_of_one_point_is_a_dot_in_a_figure(dashed: bool) -> None:
    drawing = CurvesDrawing([Curve("a", 0, dashed, [500], [3.2])])
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    picture.fill(QColor(LIGHT.ground))
    painter = QPainter(picture)
    drawing.paint(painter, QRectF(0, 0, 400, drawing.size(400).height()), LIGHT)
    painter.end()
    colour = QColor(LIGHT.model(0))
    coloured = [
        (x, y)
        for x in range(100, 400)  # the legend is at the left
        for y in range(300)
        if picture.pixelColor(x, y) == colour
    ]
    xs, ys = zip(*coloured, strict=True)
    assert max(xs) - min(xs) <= DOT + 1
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    assert (picture.pixelColor(*middle) == colour) != dashed


def test_large_numbers_of_an_axis_have_separators() -> None:
    axis = CurveAxis("bottom")
    assert axis.tickStrings([0, 10000, 30000], 1, 10000) == ["0", "10,000", "30,000"]
    assert axis.tickStrings([0.5, 1.0], 1, 0.5) == ["0.5", "1.0"]


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
    whole = Stack([Row([note, alone]), Beside(note, alone, limit=100)])
    assert note.text == "Nothing is hidden. Click a token."
    for_export = whole.for_export()
    assert isinstance(for_export, Stack)
    row, beside = for_export.drawings
    (left,) = row.drawings  # type: ignore[attr-defined]
    assert left.text == beside.text == "Nothing is hidden."  # type: ignore[attr-defined]
    assert whole.drawings[0].drawings == (note, alone)  # type: ignore[attr-defined]
    assert alone.for_export() is None


def test_the_hint_of_a_title_stands_behind_its_note_and_not_in_a_file() -> None:
    strip = TokenStrip([TokenChip("word")])
    titled = Titled(Tagged(strip, "tag"), "Fed", note="As training draws.", hint="Click a token.")
    assert titled.note == "As training draws. Click a token."
    for_export = titled.for_export()
    assert isinstance(for_export, Titled)
    assert for_export.note == "As training draws."
    assert Titled(strip, "Fed", note="As training draws.").for_export() is not None


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
    (stroke,) = [
        one for one in _legend([*curves, Curve("plain", 3)], [], LIGHT).strokes if one.upright
    ]
    assert stroke.name == name
    assert (stroke.colour == LIGHT.model(0)) == own_colour
    assert not any(one.upright for one in _legend([Curve("plain")], [], LIGHT).strokes)


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
    assert _joints(curves, LIGHT) == {2.0: LIGHT.muted, 3.0: LIGHT.model(1)}


def test_a_rank_of_thousands_is_not_cut_in_a_narrow_column() -> None:
    row = GuessRow(7, (("the", 0.8), ("a", 0.1)), "word", 1.12e-8, 2345)
    rows, width = GuessRows([row]), 207.0  # of one of four columns
    room = rows._truth_width(width) + GRID
    assert fonts.elided(_standing(row), room, fonts.SMALL) == "1.12e-08 #2,346"


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
    strip = TokenStrip([TokenChip("the")])
    group = Stack([Titled(strip, "A title that is far too long for this")])
    rect = QRectF(0, 0, 120, 80)
    hit = group.hit(QPointF(20, 10), rect)
    assert group.describe(hit) == "A title that is far too long for this"
    assert group.neighbour(hit, 1, 0) == Placed(0, TokenHit(0))


def test_the_arrow_keys_go_from_one_drawing_to_the_next_and_stay_at_the_ends() -> None:
    one, two = (TokenStrip([TokenChip("the"), TokenChip("cat")]) for _ in range(2))
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
