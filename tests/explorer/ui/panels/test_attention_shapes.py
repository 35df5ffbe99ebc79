"""The Attention panel with an encoder and a decoder, two streams, and scores of several terms."""

from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from explorer.core.attention.position_bias import average_by_distance
from explorer.core.attention.thumbnails import Thumbnails
from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.state.state import Selection
from explorer.ui.export.choices import COLUMN, PAGE, SLIDE, ExportChoices
from explorer.ui.export.layout import PADDING, lay_out
from explorer.ui.graphics.charts.bars import Bars
from explorer.ui.graphics.charts.interval_chart import PointHit
from explorer.ui.graphics.drawing import Drawing, TagHit, TextBlock, find_tag_hit
from explorer.ui.graphics.maps.head_grid import HeadGrid, HeadHit, MeasureGrid
from explorer.ui.graphics.maps.head_lines import AreaHit, HeadLines
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit, label_room
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.marks import parts
from explorer.ui.panels.attention.bias_chart import BiasChart
from explorer.ui.panels.attention.panel import AttentionPanel
from explorer.ui.panels.attention.pictures import AttentionMap, Equation, RowNames
from explorer.ui.panels.attention.scene import FigurePart
from explorer.ui.style.palette import LIGHT, PALETTES
from tests.explorer.shapes import NUM_HEADS, shaped_models
from tests.explorer.ui.panel_bench import Bench, bench

TEXT = "the capital of france is paris ."
ANSWER = "the capital of japan"
Show = Callable[..., Bench]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    root = shaped_models(tmp_path_factory.mktemp("shapes"), ("t5", "xlnet", "deberta", "bert"))
    return Engine(Library(bundled=root))


@pytest.fixture
def show(engine: Engine, qtbot: Any) -> Iterator[Show]:
    """Opens the panel with some models and options; it is closed behind the test."""
    opened: list[Any] = []

    def open_panel(*models: str, **options: Any) -> Bench:
        folder = engine.entry("t5").folder.parent
        manager = bench(
            AttentionPanel,
            folder,
            qtbot,
            engine=engine,
            text=TEXT,
            models=models,
            panel_settings={"attention": {"decoder_text": ANSWER, **options}},
        )
        opened.append(manager)
        found: Bench = manager.__enter__()
        return found

    yield open_panel
    for manager in opened:
        manager.__exit__(None, None, None)


def pictures(bench: Bench, kind: type = AttentionMap) -> list[Any]:
    """The pictures of one kind, from left to right."""
    return found_in(bench.panel.drawings()[0], kind)


def found_in(whole: Any, kind: type) -> list[Any]:
    found: list[Any] = []

    def walk(drawing: Any) -> None:
        if isinstance(drawing, kind):
            found.append(drawing)
        for inner in getattr(drawing, "drawings", ()):
            walk(inner)

    walk(whole)
    return found


def painted(drawing: Any, width: int = 400) -> QImage:
    size = drawing.size(width)
    image = QImage(QSize(width, int(size.height()) + 1), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    drawing.paint(painter, QRectF(0, 0, width, size.height()), PALETTES["light"])
    painter.end()
    return image


# ---- an encoder and a decoder


def test_cross_attention_is_shown_first_with_a_row_for_each_token_of_the_decoder(
    show: Show,
) -> None:
    panel = show("t5", view="both")
    (big,), (lines,) = pictures(panel), pictures(panel, HeadLines)
    assert len(big.rows) == 5
    assert len(big.columns) == 8
    assert (lines.rows, lines.columns) == (big.rows, big.columns)
    assert big.rows[4] in big.describe(CellHit(4, 7))
    assert big.columns[7] in big.describe(CellHit(4, 7))


def test_a_token_of_the_decoder_and_one_of_the_text_are_chosen_apart(show: Show) -> None:
    panel = show("t5", "bert")
    panel.click(FigurePart("map", 0), AxisHit("row", 2))
    assert pictures(panel)[0].focus == (2, None)
    assert panel.store.state.selection.token is None
    panel.click(FigurePart("map", 0), AxisHit("column", 3))
    t5, bert = pictures(panel)
    assert t5.focus == (2, 3)
    assert bert.columns[bert.focus[1]].endswith(t5.columns[3].lstrip("␣"))
    names = dict(panel.panel.details.rows)
    assert {"Attends most to", "Attended to most by"} <= set(names)
    panel.panel.deselect()
    panel.settle()
    assert pictures(panel)[0].focus == (None, 3)


def test_a_chosen_token_of_the_decoder_goes_with_its_text(show: Show) -> None:
    panel = show("t5")
    panel.click(FigurePart("map", 0), AxisHit("row", 2))
    assert panel.panel.scene.answered_columns[0].focus[0] == 2
    panel.change(text="the capital of japan is tokyo .")
    assert panel.panel.scene.answered_columns[0].focus == (None, None)
    assert panel.panel.details.title == ""


def test_typing_feeds_the_decoder_and_nothing_lets_the_model_write(show: Show) -> None:
    panel = show("t5")
    line = panel.panel.options_of["t5"].writing
    assert line.text() == ANSWER
    line.setText("the ball")
    line.textEdited.emit(line.text())
    line.flush()
    panel.settle()
    assert [row.lstrip("␣") for row in pictures(panel)[0].rows[1:]] == ["the", "ball"]
    line.clear()
    line.textEdited.emit("")
    line.flush()
    panel.settle()
    assert any("reads its own output" in note for note in panel.panel.notes)


def test_the_field_of_the_decoder_is_there_where_its_text_is_shown(show: Show) -> None:
    panel = show("t5", streams={"t5": "encoder"})
    options = panel.panel.options_of["t5"]
    assert not options.writing.isVisibleTo(options.page)
    panel.store.update_panel("attention", streams={"t5": "decoder"})
    panel.settle()
    assert options.writing.isVisibleTo(options.page)
    assert pictures(panel)[0].causal


def test_a_file_holds_every_cell_of_a_map_that_is_no_square(show: Show) -> None:
    panel = show("t5")
    cells = [row for row in panel.panel.table().rows if row[0] == "attention"]
    assert [(row[5], row[7]) for row in cells] == list(np.ndindex(5, 8))
    values = np.array([row[-1] for row in cells]).reshape(5, 8)
    assert np.allclose(values, pictures(panel)[0].values)
    assert not any(row[0] == "mean distance" for row in panel.panel.table().rows)


@pytest.mark.parametrize("width", [320, 900])
def test_a_file_has_the_numbers_of_the_heads_once(
    show: Show, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(MeasureGrid, "paint", lambda grid, *_: drawn.append(grid.scale_unit))
    figure = show("bert").panel.drawings()[0].export_drawing()
    drawn.clear()  # what the window showed
    painted(figure, width)
    assert drawn == ["nats", "tokens"]


def test_the_bias_is_a_curve_for_each_head_and_a_click_chooses_one(show: Show) -> None:
    panel = show("t5", view="bias", streams={"t5": "encoder"})
    (chart,) = pictures(panel, BiasChart)
    assert chart.curves.num_heads == NUM_HEADS
    assert chart.reach == 7
    panel.click(FigurePart("bias", 0), PointHit(2, 5))
    assert panel.store.state.selection == Selection(head=2)
    assert pictures(panel, BiasChart)[0].selected == 2
    rows = [row for row in panel.panel.table().rows if row[0] == "bias"]
    assert len(rows) == NUM_HEADS * 257
    assert [row[-1] for row in rows[:257]] == pytest.approx(chart.curves.values[0].tolist())


def test_cross_attention_has_no_bias_and_says_so(show: Show) -> None:
    panel = show("t5", view="bias", streams={"t5": "cross"})
    assert not pictures(panel, BiasChart)
    assert pictures(panel)[0].values.shape == (5, 8)


def test_choosing_the_bias_goes_to_a_part_that_has_one(show: Show) -> None:
    panel = show("t5", "xlnet", view="map", streams={"t5": "cross", "xlnet": "content"})
    box = panel.panel.controls.made["view"]
    box.setCurrentIndex(box.findData("bias"))
    box.activated.emit(box.currentIndex())
    panel.settle()
    assert len(pictures(panel, BiasChart)) == 1
    shown = [answer.view.stream.name for answer in panel.panel.answer.maps.values()]
    assert shown == ["encoder", "content"]


def texts(bench: Bench) -> list[str]:
    """What is said in the figure."""
    return [block.text for block in pictures(bench, TextBlock)]


def test_of_a_model_without_a_bias_no_other_part_is_offered(show: Show) -> None:
    panel = show("t5", "deberta", "bert", view="bias", streams={"t5": "cross"})
    said = texts(panel)
    assert "Decoder to encoder has no bias by distance. Choose another part." in said
    assert "DeBERTa has no bias by distance. See its “Terms of the score” instead." in said
    assert "BERT has no bias by distance." in said
    for_export = panel.panel.drawings()[0].export_drawing()
    assert for_export is not None
    assert not [block for block in found_in(for_export, TextBlock) if "See its" in block.text]


def test_a_curve_is_as_high_as_the_room_lets_it(show: Show) -> None:
    panel = show("t5", view="bias", streams={"t5": "encoder"})
    figure = panel.panel.drawings()[0]
    heights = []
    for room in (300, 580, 900):
        whole = QRectF(0, 0, 640, room)
        inside = parts(figure.fit_to_height(room), whole)
        ((chart, area),) = [part for part in inside if isinstance(part[0], BiasChart)]
        heights.append(chart.area(area.width(), area.height()).height())
    assert heights == sorted(set(heights))
    assert heights[-1] > 2 * heights[0]


@pytest.mark.parametrize("size", [COLUMN, PAGE, SLIDE], ids=lambda size: size.name)
def test_a_file_is_as_wide_as_its_paper_and_nothing_of_it_is_below(show: Show, size: Any) -> None:
    panel = show("t5", "deberta", view="bias", streams={"t5": "encoder"})
    figure = figure_of(panel.panel, {})
    layout = lay_out(figure, ExportChoices(size=size))
    assert 0.85 < (layout.width + 2 * PADDING) * layout.zoom / size.width < 1.001
    assert layout.height * layout.zoom <= layout.paper.height() + 1e-6
    again = lay_out(figure, ExportChoices(size=PAGE))
    whole = lay_out(figure_of(panel.panel, {}), ExportChoices(size=PAGE))
    assert again.height == whole.height, "a slide leaves no traces in the next file"


def test_of_a_second_text_it_is_said_that_the_encoder_reads_it_here(show: Show) -> None:
    panel = show("t5", "bert")
    assert not any("reads both texts" in note for note in panel.panel.notes)
    panel.change(pair="it is in europe .")
    told = [note for note in panel.panel.notes if "reads both texts" in note]
    assert len(told) == 1
    assert told[0].startswith("T5")


def test_without_a_text_nothing_is_said_of_the_one_before(show: Show) -> None:
    panel = show("t5", decoder_text="")
    panel.panel.select(token=1)
    panel.settle()
    assert panel.panel.notes
    assert panel.panel.details.title
    panel.change(text="", selection=Selection())
    assert "Type a sentence" in panel.message
    assert panel.panel.notes == ()
    panel.panel.select(layer=0)
    assert panel.panel.details.title == ""
    panel.change(text=TEXT)
    assert panel.panel.notes


# ---- two streams


def test_both_streams_of_xlnet_hatch_what_the_order_hides(show: Show) -> None:
    panel = show("xlnet")
    (query,) = pictures(panel)
    assert np.array_equal(query.visible_cells, query.values > 0)
    assert any("seed" in note for note in panel.panel.notes)
    row, column = (int(index) for index in np.argwhere(~query.visible_cells)[0])
    assert "not before it in the order" in query.describe(CellHit(row, column))
    panel.store.update_panel("attention", streams={"xlnet": "content"})
    panel.settle()
    content, own = pictures(panel)[0], np.eye(len(query.rows), dtype=bool)
    assert np.array_equal(content.visible_cells, query.visible_cells | own)


def test_an_order_by_the_user_in_masking_is_the_one_that_is_shown(show: Show) -> None:
    panel = show("xlnet")
    order = {"text": TEXT, "pair": "", "places": [2, 0]}
    panel.store.update_panel("masking", order_by_hand=True, order=order)
    panel.settle()
    (query,) = pictures(panel)
    assert query.rows[2].endswith("(1)")
    assert query.rows[0].endswith("(2)")
    assert np.flatnonzero(query.visible_cells[0]).tolist() == [2]
    assert any("which you or its masks set" in note for note in panel.panel.notes)


def test_the_even_row_of_the_first_in_an_order_is_explained(show: Show) -> None:
    panel = show("xlnet")
    assert not any("attends to nothing" in note for note in panel.panel.notes), "something is given"
    order = {"text": TEXT, "pair": "", "places": [2, 0]}
    panel.store.update_panel("masking", order_by_hand=True, order=order)
    panel.settle()
    (query,) = pictures(panel)
    assert query.values[2] == pytest.approx(1 / len(query.columns))
    (note,) = [note for note in panel.panel.notes if "attends to nothing" in note]
    assert f"“{query.rows[2].split()[0]}” comes first" in note
    panel.store.update_panel("attention", streams={"xlnet": "content"})
    panel.settle()
    assert not any("attends to nothing" in note for note in panel.panel.notes)


def test_without_the_order_everything_is_visible(show: Show) -> None:
    panel = show("xlnet")
    panel.panel.options_of["xlnet"].order.click()
    panel.settle()
    (content,) = pictures(panel)
    assert content.visible_cells is None
    box = panel.panel.options_of["xlnet"].stream
    assert (box.isEnabled(), box.currentData()) == (False, "content")


def test_each_architecture_has_its_own_choice_of_streams(show: Show) -> None:
    panel = show("t5", "xlnet", "bert")
    options = panel.panel.options_of
    t5, xlnet = options["t5"].stream, options["xlnet"].stream
    assert not options["bert"].stream.isVisibleTo(options["bert"].page)
    xlnet.setCurrentIndex(xlnet.findData("content"))
    xlnet.activated.emit(xlnet.currentIndex())
    panel.settle()
    shown = [answer.view.stream.name for answer in panel.panel.answer.maps.values()]
    assert shown == ["cross", "content", "encoder"]
    assert t5.currentData() == "cross"


# ---- terms


def test_the_terms_and_their_sum_share_one_scale_around_zero(show: Show) -> None:
    panel = show("deberta", "bert", view="terms")
    c2c, c2p, p2c, score, weights, bert = pictures(panel)
    assert c2c.scale == c2p.scale == p2c.scale == score.scale
    assert score.scale.diverges
    assert np.allclose(c2c.values + c2p.values + p2c.values, score.values, atol=1e-5)
    assert weights.scale == bert.scale
    note = panel.panel.drawings()[0].drawings[-1].text
    assert "The code is followed here" in note


def test_terms_are_the_first_picture_of_models_that_all_have_them(show: Show) -> None:
    assert show("deberta").panel.view == "terms"


def test_a_model_of_several_terms_joins_another_in_the_common_picture(show: Show) -> None:
    panel = show("bert", "deberta")
    assert panel.panel.view == "map"
    assert len(pictures(panel)) == 2


def test_a_term_is_switched_off_with_its_box_and_the_loss_says_what_it_cost(show: Show) -> None:
    panel = show("deberta")
    before = pictures(panel)[4].values
    (box,) = [one for one in panel.panel.options_of["deberta"].terms if one.objectName() == "c2p"]
    assert box.text() == "Content to position in the score"
    assert box.isChecked()
    box.click()
    panel.settle()
    _, c2p, _, _, after = pictures(panel)
    assert not c2p.values.any()
    assert not np.allclose(after.values, before)
    looked = panel.panel.answer.maps["deberta"]
    assert looked.effect.loss_before != looked.effect.loss_after
    panel.panel.select(layer=0)
    assert "Loss" in panel.panel.details.text
    panel.panel.select(layer=None)
    panel.panel.controls.made["all_on"].click()
    panel.settle()
    assert np.array_equal(pictures(panel)[4].values, before)


def geometries(controls: Any) -> dict[Any, Any]:
    """Return the rectangle of each visible control, relative to `controls`."""
    shown = [w for w in controls.findChildren(QWidget) if w.isVisible()]
    return {w: QRect(w.mapTo(controls, QPoint()), w.size()) for w in shown}


@pytest.mark.parametrize("width", [634, 900, 1400])
def test_no_control_moves_when_something_is_switched(show: Show, width: int) -> None:
    panel = show("xlnet", "deberta", "t5", streams={"t5": "cross"})
    panel.panel.resize(width, 700)
    panel.settle()
    controls, options = panel.panel.controls, panel.panel.options_of
    before = geometries(controls), [button.geometry() for button in options.values()]
    assert not controls.made["all_on"].isEnabled()
    for box in (*options["deberta"].terms, *options["t5"].terms, options["xlnet"].order):
        box.click()
        panel.settle()
    controls.made["hide_specials"].click()
    panel.change(selection=Selection(layer=0, head=1))
    panel.panel.set_option("view", "bias")
    panel.settle()
    assert options["t5"].switch.text() != "Switch head off"
    assert controls.made["all_on"].isEnabled()
    assert (geometries(controls), [b.geometry() for b in panel.panel.options_of.values()]) == before


def test_the_options_of_a_model_are_its_own_and_fold_out_below_its_name(show: Show) -> None:
    panel = show("t5", "deberta")
    t5, deberta = (panel.panel.options_of[key] for key in ("t5", "deberta"))
    assert [box.objectName() for box in t5.terms] == ["bias"]
    assert len(deberta.terms) == 3
    assert t5.writing.isVisibleTo(t5.page)
    assert not deberta.writing.isVisibleTo(deberta.page)
    assert not t5.page.isVisible()
    t5.click()
    assert t5.page.isVisible()
    assert t5.page.y() >= t5.mapToGlobal(QPoint(0, t5.height())).y() - 1
    t5.page.hide()


def test_what_is_lost_names_the_most_probable_tokens_and_is_in_the_file(show: Show) -> None:
    panel = show("deberta", silent=["c2p"])
    effect = panel.panel.answer.maps["deberta"].effect
    bars = pictures(panel, Bars)[0].bars
    place = effect.most_affected(1)[0]
    assert visible(place.best_before.label) in bars[0].note
    assert visible(place.best_after.label) in bars[0].note
    table = panel.panel.table()
    told = [row for row in table.rows if row[0] == "most_probable_after"]
    assert [row[8] for row in told] == [each.best_after.label for each in effect.places]
    assert [row[-1] for row in told] == [each.best_after.probability for each in effect.places]
    assert table.meta == {"switched_off": {"DeBERTa": "Without content to position"}}


def test_the_spread_of_each_term_is_told_by_its_title(show: Show) -> None:
    panel = show("deberta")
    panel.change(selection=Selection(layer=1, head=0))
    names = [name for name, _ in panel.panel.details.rows]
    assert names[-3:] == ["Content to content", "Content to position", "Position to content"]
    assert "standard deviation" in panel.panel.details.text


def test_terms_have_the_whole_width_where_their_tokens_could_not_be_named_in_half(
    show: Show,
) -> None:
    figure = show("deberta", "bert", view="terms").panel.drawings()[0]
    for width, side_by_side in ((3000, True), (900, False)):
        inside = parts(figure, QRectF(0, 0, width, 2000))
        areas = [area for drawing, area in inside if isinstance(drawing, AttentionMap)]
        deberta, bert = areas[0], areas[-1]
        assert (bert.left() > deberta.left() + 400) is side_by_side
        assert (bert.top() > deberta.bottom()) is not side_by_side


def test_the_terms_are_in_the_file(show: Show) -> None:
    panel = show("deberta")
    panel.change(selection=Selection(layer=1, head=2))
    rows = panel.panel.table().rows
    by_name = {name: [row[-1] for row in rows if row[0] == name] for name in ("c2c", "c2p", "p2c")}
    score = [row[-1] for row in rows if row[0] == "score"]
    assert np.allclose(np.sum(list(by_name.values()), axis=0), score, atol=1e-5)


def test_without_a_model_of_several_terms_there_is_a_plain_map(show: Show) -> None:
    panel = show("bert", view="terms")
    assert len(pictures(panel)) == 1
    assert panel.panel.controls.made["view"].findData("terms") == -1


# ---- the drawings alone


def equation(names: Any, count: int) -> Equation:
    """Terms without names of rows, as the figure makes them."""
    room = 0.0, label_room(names)
    maps = [AttentionMap(np.eye(len(names)), names, names, room=room) for _ in range(count)]
    titles = [str(number) for number in range(count)]
    return Equation(maps, titles, label_room(names), FigurePart("map", 0))


def test_maps_in_a_line_are_level_and_each_line_has_the_names_of_its_rows() -> None:
    made = equation(("one", "two", "three"), 3)
    for width, tops in ((700.0, 1), (300.0, 2), (200.0, 3)):
        places = made._places(width)
        heads = [place for place in places if place.index < 3]
        below = [place for place in places if 3 <= place.index < 6]
        names = [place for place in places if place.index == 6]
        assert len({place.rect.top() for place in below}) == len(names) == tops
        drawn = [made.maps[place.index - 3].cells(place.rect).area for place in below]
        assert [rect.left() for rect in drawn] == [head.rect.left() for head in heads]
        assert all(head.rect.bottom() < rect.top() for head, rect in zip(heads, drawn, strict=True))
        heights = {rect.height() for rect in drawn}
        assert max(heights) - min(heights) < 1
        assert {place.rect.top() for place in names} == {rect.top() for rect in drawn}


def test_the_names_of_the_rows_of_terms_can_be_clicked(show: Show) -> None:
    panel = show("deberta", view="terms")
    names = pictures(panel, RowNames)[0]
    panel.click(FigurePart("map", 0), AxisHit("row", 2))
    assert pictures(panel, RowNames)[0].focus == 2
    assert names.describe(AxisHit("row", 2)).startswith(names.rows[2])


def test_every_row_of_terms_has_its_name_beside_its_cells(qapp: object) -> None:
    names = ("one", "two", "three", "four")
    made = equation(names, 3)
    for width, lines in ((700.0, 1), (300.0, 2)):
        rect = QRectF(0, 0, width, made.size(width).height())
        written = svg_texts(made, rect)
        for name in names:  # above each map, and once before each line of maps
            assert written.count(name) == len(made.maps) + lines
        for place in (place for place in made._places(width) if 3 <= place.index < 6):
            cells = made.maps[place.index - 3].cells(place.rect)
            for row in range(len(names)):
                hit = made.hit(QPointF(4, cells.row(row).center().y()), rect)
                assert find_tag_hit(hit) == TagHit(FigurePart("map", 0), AxisHit("row", row))


def svg_texts(drawing: Drawing, rect: QRectF) -> list[str]:
    """The texts of a drawing in a vector file."""
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(rect.size().toSize())
    painter = QPainter(generator)
    drawing.paint(painter, rect, LIGHT)
    painter.end()
    found = ElementTree.fromstring(bytes(buffer.data().data())).iter(
        "{http://www.w3.org/2000/svg}text"
    )
    return [str(element.text) for element in found]


def test_what_is_made_of_the_terms_is_below_them_where_that_lets_all_tokens_be_named() -> None:
    made = equation([f"t{n}" for n in range(20)], 5)
    for width, lines in ((made.least_width(), [5]), (970.0, [3, 2]), (700.0, [5])):
        places = made._places(width)
        tops = [place.rect.top() for place in places if place.index < 5]
        assert [tops.count(top) for top in sorted(set(tops))] == lines


def test_rows_that_are_nearly_high_enough_for_their_names_are_made_so() -> None:
    names = [f"t{n}" for n in range(20)]
    big = AttentionMap(np.eye(20), names, names)
    left = big.room[0]
    assert big._cell(left + 20 * 9)[1] == 12
    assert big._cell(left + 20 * 5)[1] < 5


def test_thumbnails_of_maps_that_are_no_square_keep_their_shape() -> None:
    grid = HeadGrid(Thumbnails(np.zeros((2, 3, 4, 8), dtype=np.float32), 1))
    target = grid.laid_out(300).find(HeadHit(1, 2))
    assert target is not None
    cell = target.rect
    assert cell.height() == pytest.approx(cell.width() / 2)
    assert grid.hit(cell.center(), QRectF(0, 0, 300, 300)) == HeadHit(1, 2)
    tall = HeadGrid(Thumbnails(np.zeros((1, 1, 9, 3), dtype=np.float32), 1))
    target = tall.laid_out(300).find(HeadHit(0, 0))
    assert target is not None
    assert target.rect.height() > target.rect.width()


def test_512_tokens_with_an_order_are_veiled_where_they_cannot_be_seen() -> None:
    sees = np.ones((512, 512), dtype=bool)
    sees[:, 256:] = False
    sees[0] = True
    names = [f"t{n}" for n in range(512)]
    image = painted(AttentionMap(np.ones((512, 512)), names, names, visible_cells=sees), 300)
    left, right = image.pixelColor(100, 200), image.pixelColor(280, 200)
    assert left.lightness() < 80
    assert right.lightness() > 200


def test_a_curve_is_pointed_at_where_it_runs() -> None:
    bias = np.zeros((2, 40, 40), dtype=np.float32)
    bias[1] = 1
    bias[1, :, 0] = 2
    chart = BiasChart(average_by_distance(bias), reach=10)
    rect = QRectF(0, 0, 400, chart.size(400).height())
    targets = [target for target in chart.laid_out(400).targets if target.tip]
    assert chart.hit(targets[-1].rect.center(), rect) == targets[-1].hit
    assert chart.hit(chart.area(400, rect.height()).topLeft() + QPointF(1, 1), rect) == AreaHit()
    tips = [target.tip for target in targets]
    assert any(str(tip).startswith("Head 2: 1 for a key") for tip in tips)
    assert painted(chart).pixelColor(targets[-1].rect.center().toPoint()) != Qt.GlobalColor.white


def flat_curves(*values: float, length: int = 129) -> Any:
    """Heads that add the same at each distance, to which one bucket more than a single one goes."""
    bias = np.zeros((len(values), length, length), dtype=np.float32)
    bias += np.array(values, dtype=np.float32)[:, None, None]
    far = np.abs(np.subtract.outer(np.arange(length), np.arange(length))) > 100
    return average_by_distance(np.where(far, bias - 1e-3, bias))


def test_distances_beyond_the_text_are_hollow_and_named_where_there_are_some(qapp: object) -> None:
    near, far = (BiasChart(flat_curves(0.0, 1.0), reach=reach) for reach in (13, 128))
    assert "beyond this text" in near.words
    assert [point.hollow for point in near.series[0].points] == [True, False, True]
    assert "beyond this text" not in far.words
    assert not any(point.hollow for point in far.series[0].points)


def test_heads_have_curves_of_their_own_and_no_colour_of_a_model(qapp: object) -> None:
    chart = BiasChart(flat_curves(*range(12)), selected=3)
    assert len({(one.slot, one.dashes) for one in chart.series}) == 12
    palette = PALETTES["light"]
    assert chart.series[3].colour(palette) not in palette.models
    assert chart.series[0].colour(palette) == palette.pale(palette.muted)


def test_keys_walk_along_the_curves_of_a_bias(qapp: object) -> None:
    chart = BiasChart(flat_curves(0.0, 1.0), reach=13)
    painted(chart)
    first = chart.neighbour(None, 1, 0)
    assert first == PointHit(0, 0)
    assert chart.neighbour(first, 1, 0) == PointHit(0, 1)
