"""A person looks where the weights are, and tries out other sizes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox

from explorer.core.parameters.inventory import PARTS
from explorer.core.parameters.request import (
    CALCULATOR,
    COST,
    MODELS,
    PUBLISHED,
    VIEWS,
    ParametersRequest,
    answers_to,
)
from explorer.core.parameters.sizes import PLAIN, SizeChoice, published_sizes, size_examples
from explorer.core.readable import readable_bytes, readable_count
from explorer.ui.graphics.drawing import Drawing, TagHit, TextBlock, find_tag_hit
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.panel_base.registry import find_panels
from explorer.ui.panels.parameters import panel
from explorer.ui.panels.parameters.bars import PartBars, PartHit, PartRow
from explorer.ui.panels.parameters.cost import COLUMNS as COST_COLUMNS
from explorer.ui.panels.parameters.figure import RATIO_KIND, fit_words
from explorer.ui.panels.parameters.form import CHOOSE_EXAMPLE, Dial
from explorer.ui.panels.parameters.panel import ParametersPanel
from explorer.ui.panels.parameters.study import NO_MODELS, NOT_FOUND
from explorer.ui.panels.parameters.treemap import Treemap, WeightHit
from explorer.ui.style import fonts
from explorer.ui.style.palette import DARK, LIGHT
from models.runtime.generators import run_to_end
from tests.explorer.ui.panel_bench import Bench, bench, small_models, tagged_areas

BOTH = ("bert", "gpt2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def shown(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(ParametersPanel, folder, qtbot, models=BOTH) as found:
        yield found


def options(found: Bench) -> Any:
    return found.store.state.settings("parameters")


def switch(found: Bench, view: str) -> None:
    found.panel.controls.tabs.setCurrentIndex(VIEWS.index(view))
    found.settle()


def totals(found: Bench) -> dict[str, int]:
    """Parameters by model, from the table that an export writes."""
    counts: dict[str, int] = {}
    for model, kind, *_, count in found.panel.table().rows:
        if kind == "parameters":
            counts[model] = counts.get(model, 0) + count
    return counts


def bar_of(table: TableDrawing, area: QRectF, row: int) -> QRectF:
    """Return the rectangle of the bar of a row."""
    found = (one for one in table.layout(area.width()).cells if (one.row, one.column) == (row, 1))
    return next(found).rect.translated(area.topLeft())


def middle_of_row(found: Bench, row: int) -> QPoint:
    """A point in the bar of a row of the published sizes."""
    canvas = found.canvas
    rect = QRectF(0, 0, canvas.width(), canvas.height())
    (area,) = (area for tag, _, area in tagged_areas(canvas.drawing, rect) if tag == "table")
    point: QPoint = bar_of(canvas.drawing.drawings[1].drawing, area, row).center().toPoint()
    return point


def paint(drawing: Drawing, width: int = 700, palette: Any = LIGHT) -> QImage:
    size = drawing.size(width)
    image = QImage(width, max(1, int(size.height())), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    drawing.paint(painter, QRectF(0, 0, width, size.height()), palette)
    painter.end()
    return image


def test_the_panel_is_found_by_its_presence() -> None:
    assert find_panels().find("parameters") is ParametersPanel


def test_the_chosen_models_are_counted_to_the_last_weight(shown: Bench) -> None:
    engine = shown.panel.context.engine
    expected = {engine.entry(key).title: sum(engine.parameters(key).values()) for key in BOTH}
    assert totals(shown) == expected
    assert [one.slot for one in shown.panel.answer.models] == [0, 1]


def test_clicking_a_part_shows_its_weights_and_a_second_click_takes_it_back(shown: Bench) -> None:
    shown.click("parameters", PartHit(0, "attention"))
    details = shown.panel.details
    assert details.title == PARTS["attention"]
    assert "layers.{i}.attention.qkv.weight\n2 × (48 × 16) = 1,536" in details.text
    assert dict(details.rows)["Parameters"] == "2,176"
    shown.click("parameters", PartHit(0, "attention"))
    assert options(shown)["part"] is None
    assert shown.panel.details.title == ""


def test_escape_takes_a_part_back(shown: Bench) -> None:
    shown.click("operations", PartHit(1, "between"))
    assert shown.panel.details.title == PARTS["between"]
    shown.panel.deselect()
    shown.settle()
    assert shown.panel.details.title == ""


def test_a_weight_of_the_map_selects_the_part_of_its_model(shown: Bench) -> None:
    treemap = Treemap(shown.panel.answer.models[1].inventory)
    index = next(i for i, weight in enumerate(treemap.weights) if weight.name == "token.weight")
    shown.click(1, WeightHit(index, "token"))
    assert options(shown)["part"] == [1, "token"]


def test_keys_walk_through_the_parts(shown: Bench, qtbot: Any) -> None:
    shown.canvas.setFocus()
    qtbot.keyClick(shown.canvas, Qt.Key.Key_Right)
    qtbot.keyClick(shown.canvas, Qt.Key.Key_Right)
    qtbot.keyClick(shown.canvas, Qt.Key.Key_Down)
    qtbot.keyClick(shown.canvas, Qt.Key.Key_Return)
    shown.settle()
    assert options(shown)["part"] == [1, "position"]


def test_without_a_model_the_panel_says_so_and_the_other_views_work(
    folder: Path, qtbot: Any
) -> None:
    with bench(ParametersPanel, folder, qtbot, models=()) as found:
        assert found.canvas.drawing.text == NO_MODELS
        assert found.panel.drawings() == []
        switch(found, PUBLISHED)
        assert found.panel.drawings()


def test_the_ratio_of_attention_to_feed_forward_is_in_the_table_and_in_what_is_exported(
    shown: Bench,
) -> None:
    switch(shown, PUBLISHED)
    rows = [row for row in shown.panel.table().rows if row[1] == RATIO_KIND]
    ratios = {row[0]: row[-1] for row in rows}
    assert ratios["bert-base-uncased"] == pytest.approx(0.5, abs=0.01)
    assert len(ratios) > 3
    table = shown.canvas.drawing.drawings[1].drawing
    assert table.columns[-1].head == "Attention : FFN"
    written = [row.cells[-1].text for row in table.rows]
    assert "0.50" in written


def test_sliders_recompute_at_once(shown: Bench) -> None:
    switch(shown, CALCULATOR)
    before = totals(shown)
    assert before["albert-base-v2"] == 11_813_810
    assert before["bert-base-uncased"] == 110_106_428
    slider = shown.panel.form.fields["vocab_size"].slider
    slider.setValue(slider.value() + 10)
    shown.settle()
    vocabulary = shown.panel.form.dimensions.vocab_size
    assert vocabulary > 30_000
    changed = totals(shown)["albert-base-v2 with other sizes"]
    assert changed == 11_813_810 + (vocabulary - 30_000) * (128 + 1)  # a row, and a bias
    assert options(shown)["choice"]["vocab_size"] == vocabulary


def test_layers_that_share_nothing_cost_memory_and_no_operation(shown: Bench) -> None:
    switch(shown, CALCULATOR)
    own = shown.panel.answer.models[0].inventory
    sharing = shown.panel.form.fields["sharing"]
    sharing.setCurrentIndex(sharing.findData("none"))
    sharing.activated.emit(sharing.currentIndex())
    shown.settle()
    apart = shown.panel.answer.models[0].inventory
    assert apart.parameters_by_part["feed_forward"] == 12 * own.parameters_by_part["feed_forward"]
    assert apart.operations_by_part == own.operations_by_part
    shown.panel.form.fields["published"].click()
    shown.settle()
    assert shown.panel.answer.models[0].inventory.parameters == own.parameters
    assert not shown.panel.form.fields["published"].isEnabled()


def test_a_wider_model_takes_its_heads_and_inner_width_along(shown: Bench) -> None:
    switch(shown, CALCULATOR)
    shown.panel.form.fields["width"].box.setValue(1536)
    shown.settle()
    found = shown.panel.answer.dimensions
    assert (found.width, found.num_heads, found.inner, found.embedding) == (1536, 24, 6144, 128)
    shown.panel.form.fields["width"].box.setValue(97)
    shown.settle()
    assert shown.panel.answer.dimensions.num_heads == 1
    assert shown.panel.answer.dimensions.embedding == 97


def test_the_example_of_five_hundred_words_is_told_in_numbers(shown: Bench) -> None:
    switch(shown, CALCULATOR)
    choose_example(shown, next(title for title in size_examples() if title.startswith("500")))
    text = shown.canvas.drawing.drawings[0].text
    assert "500 × 15 + 15 × 100 = 9,000 parameters, instead of 500 × 100 = 50,000" in text
    own, against = (one.inventory.parameters_by_part["token"] for one in shown.panel.answer.models)
    assert (own, against) == (9_000, 50_000)
    assert shown.panel.notes == (
        "BERT was not published with a table narrower than the model: counted as if it had.",
    )


def choose_example(shown: Bench, title: str) -> None:
    box = shown.panel.form.fields["example"]
    box.setCurrentIndex(box.findText(title))
    box.activated.emit(box.currentIndex())
    shown.settle()


def test_the_name_of_an_example_stays_until_a_size_is_changed_by_hand(shown: Bench) -> None:
    switch(shown, CALCULATOR)
    form = shown.panel.form
    for title in size_examples():
        choose_example(shown, title)
        assert form.fields["example"].currentText() == title
    form.fields["length"].chosen.emit(64)
    shown.settle()
    assert form.fields["example"].currentText() == title
    form.fields["num_layers"].chosen.emit(3)
    shown.settle()
    assert form.fields["example"].currentText() == CHOOSE_EXAMPLE[0]


def test_the_closed_box_shows_the_whole_name_of_every_example(shown: Bench) -> None:
    switch(shown, CALCULATOR)
    box = shown.panel.form.fields["example"]
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox,
        option,
        QStyle.SubControl.SC_ComboBoxEditField,
        box,
    )
    for title in size_examples():
        assert box.fontMetrics().horizontalAdvance(title) <= field.width()


def test_a_narrow_window_tells_published_sizes_apart_by_name(shown: Bench) -> None:
    switch(shown, PUBLISHED)
    table = shown.canvas.drawing.drawings[1].drawing
    room = next(a.rect.width() for a in table.layout(620).cells if a.column == 0)
    names = {fonts.elide(r.cells[0].text, room, bold=True, keep_end=True) for r in table.rows}
    assert len(names) == len(table.rows)
    assert bar_of(table, QRectF(0, 0, 620, 100), 0).width() > 24


def test_in_a_narrow_window_the_bars_stand_below_the_numbers_and_no_detail_is_cut(
    shown: Bench,
) -> None:
    switch(shown, PUBLISHED)
    table = shown.canvas.drawing.drawings[1].drawing
    wide, narrow = QRectF(0, 0, 1100, 100), QRectF(0, 0, 560, 100)
    assert not table.layout(wide.width()).two_lines
    assert bar_of(table, wide, 0).width() >= 160
    layout = table.layout(narrow.width())
    assert layout.two_lines
    assert bar_of(table, narrow, 0).top() > layout.cells[0].rect.center().y()
    assert bar_of(table, narrow, 0).width() > 200
    details = [fonts.text_width(row.cells[0].detail, fonts.SMALL) for row in table.rows]
    assert bar_of(table, narrow, 0).left() > max(details)
    assert table.size(560).height() > table.size(1100).height()
    shown.panel.resize(560, 700)
    shown.settle()
    place = middle_of_row(shown, 1)
    hit = shown.canvas.drawing.hit(QPointF(place), QRectF(shown.canvas.rect()))
    assert find_tag_hit(hit).hit.row == 1


def test_the_heads_of_published_sizes_stay_when_the_lines_scroll(shown: Bench) -> None:
    switch(shown, PUBLISHED)
    area = shown.panel.area
    area.resize(area.width(), 200)
    table = shown.canvas.drawing.drawings[1].drawing
    assert not area.head.isVisible()
    area.verticalScrollBar().setValue(120)
    assert area.head.isVisible()
    assert area.head.drawing is table.find_pinned_part(600).drawing
    area.verticalScrollBar().setValue(0)
    assert not area.head.isVisible()


def test_while_published_sizes_are_counted_the_view_says_so(
    shown: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel, "PATIENCE_MS", -1)
    drawn: list[Any] = []
    show = shown.panel.area.set_drawing
    monkeypatch.setattr(shown.panel.area, "set_drawing", lambda one: (drawn.append(one), show(one)))
    switch(shown, PUBLISHED)
    said = [one.text for one in drawn if isinstance(one, TextBlock)]
    assert said[0].startswith("Counting published sizes, ")
    assert said[0].endswith(f" of {len(published_sizes())} …")
    assert not isinstance(drawn[-1], TextBlock)


def test_all_published_sizes_stand_in_one_table_the_largest_first(shown: Bench) -> None:
    switch(shown, PUBLISHED)
    names = [one.name for one in shown.panel.answer.models]
    assert set(names) == {one.name for one in published_sizes()}
    assert names[:3] == ["Qwen3-235B-A22B", "bloom", "gpt3-175b"]
    assert totals(shown)["bloom"] == 176_247_271_424
    assert totals(shown)["gpt3-175b"] == 174_604_259_328
    said = [drawing.text for drawing in shown.canvas.drawing.drawings[2:]]
    assert any("5,140" in line for line in said)
    assert any("24 heads of 128" in line for line in said)
    behind = {one.name: one.detail for one in shown.panel.answer.models}
    assert behind["gpt3-175b"] == "GPT-3, stated 175.0B"
    assert behind["gpt3-xl"] == "GPT-3, stated 1.3B *"
    assert behind["gpt2-xl"] == "GPT-2"
    assert any("states the numbers of parameters" in line for line in said)


def test_what_training_costs_follows_the_assumptions_that_are_set(shown: Bench) -> None:
    switch(shown, COST)
    rows = {row[0]: row for row in shown.panel.table().rows}
    box = shown.panel.controls.made["watts"]
    assert box.value() == 300
    box.setValue(600)
    shown.settle()
    doubled = {row[0]: row for row in shown.panel.table().rows}
    place = COST_COLUMNS.index("kwh_assumed")
    assert doubled["DistilBERT"][place] == pytest.approx(2 * rows["DistilBERT"][place])
    assert shown.panel.table().meta["assumed"]["watts"] == 600


def test_two_sizes_are_measured_until_one_is_changed(shown: Bench) -> None:
    small = {"base": "mobilebert-uncased", "against": "bert-base-uncased", "num_layers": 1}
    shown.store.update(
        panel_settings=shown.store.state.settings_with(
            "parameters", view=CALCULATOR, choice={**small, "length": 8, "measured": True}
        )
    )
    shown.settle()
    assert "times as fast" in shown.panel.answer.result
    shown.panel.form.fields["length"].chosen.emit(16)
    shown.settle()
    assert "times as fast" not in shown.panel.answer.result


def test_a_double_click_opens_a_published_size_among_the_sliders(shown: Bench, qtbot: Any) -> None:
    switch(shown, PUBLISHED)
    names = [one.name for one in shown.panel.answer.models]
    place = middle_of_row(shown, names.index("gpt2-xl"))
    qtbot.mouseDClick(shown.canvas, Qt.MouseButton.LeftButton, pos=place)
    shown.settle()
    assert shown.panel.view == CALCULATOR
    assert shown.panel.form.choice.base == "gpt2-xl"
    assert totals(shown)["gpt2-xl"] == 1_557_611_200


def test_published_sizes_are_found_by_words_and_opened_from_the_shorter_list(
    shown: Bench, qtbot: Any
) -> None:
    switch(shown, PUBLISHED)
    shown.panel.controls.made["words"].setText("tinybert 6l")
    shown.settle()
    rows = [row.cells[0].text for row in shown.canvas.drawing.drawings[1].drawing.rows]
    assert rows == ["huawei-noah/TinyBERT_General_6L_768D"]
    assert {row[0] for row in shown.panel.table().rows} == {*rows}
    qtbot.mouseDClick(shown.canvas, Qt.MouseButton.LeftButton, pos=middle_of_row(shown, 0))
    shown.settle()
    assert shown.panel.form.choice.base == rows[0]
    assert totals(shown)[rows[0]] > 66_955_008
    assert shown.panel.controls.made["words"].isHidden()
    switch(shown, PUBLISHED)
    shown.panel.controls.made["words"].setText("no such size")
    shown.settle()
    assert shown.panel.figure.drawings == ()
    assert shown.panel.figure.instead == NOT_FOUND


def test_a_model_is_not_compared_with_itself_in_words(folder: Path, qtbot: Any) -> None:
    said = []
    for base in ("bert-base-uncased", "albert-base-v2"):
        kept = {"view": CALCULATOR, "choice": SizeChoice(base, PLAIN).to_json()}
        with bench(
            ParametersPanel, folder, qtbot, models=BOTH, panel_settings={"parameters": kept}
        ) as found:
            said.append(found.panel.answer.result)
    assert "In all" not in said[0]
    assert "of the same without factorized embeddings and shared layers" in said[1]


def test_what_was_chosen_comes_back_with_the_session(folder: Path, qtbot: Any) -> None:
    choice = SizeChoice("bert-base-uncased", PLAIN, num_layers=3, sharing="all")
    kept = {"view": CALCULATOR, "choice": choice.to_json(), "part": [0, "attention"]}
    settings = {"parameters": kept}
    with bench(ParametersPanel, folder, qtbot, models=BOTH, panel_settings=settings) as found:
        assert found.panel.form.choice == choice
        assert found.panel.form.fields["num_layers"].value == 3
        assert found.panel.answer.dimensions.sharing == "all"
        assert found.panel.details.title == PARTS["attention"]


def test_a_session_with_unknown_values_opens_all_the_same(folder: Path, qtbot: Any) -> None:
    kept = {"view": "elsewhere", "choice": {"base": "nobody"}, "part": ["x"]}
    settings = {"parameters": kept}
    with bench(ParametersPanel, folder, qtbot, models=BOTH, panel_settings=settings) as found:
        assert found.panel.view == MODELS
        switch(found, CALCULATOR)
        assert found.panel.answer.models


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_painted_at_every_width(shown: Bench, view: str, palette: Any) -> None:
    switch(shown, view)
    for drawing in shown.panel.drawings():
        for width in (120, 336, 1500):
            image = paint(drawing, width, palette)
            assert image.pixelColor(2, image.height() // 2).isValid()


def test_a_treemap_fills_its_room_in_proportion(shown: Bench) -> None:
    treemap = Treemap(shown.panel.answer.models[0].inventory)
    cells = [target.rect for target in treemap.laid_out(400).targets]
    whole = sum(cell.width() * cell.height() for cell in cells)
    assert whole == pytest.approx(400 * treemap.size(400).height())


def test_bars_that_are_compared_share_a_scale() -> None:
    rows = [PartRow("a", {"token": 30, "head": 70}), PartRow("b", {"token": 50})]
    bars = PartBars(rows, unit="parameters", exact=True)
    rect = QRectF(0, 0, 200, bars.size(200).height())
    of = {target.hit: target.rect for target in bars.laid_out(200).targets}
    assert [of[PartHit(0, "head")].right(), of[PartHit(1, "token")].right()] == [200, 100]
    point = QPointF(99, of[PartHit(1, "token")].center().y())
    assert bars.hit(point, rect) == PartHit(1, "token")
    assert bars.hit(QPointF(101, point.y()), rect) is None
    assert bars.describe(PartHit(0, "head")) == "Prediction heads: 70 parameters, 70.0% of a"


def test_a_name_is_not_cut_for_the_unit_of_its_number() -> None:
    row = PartRow("bert-base-uncased", {"token": 110_106_428})
    bars = PartBars([row], unit="parameters", exact=True)
    assert bars._total(row, 500) == "110,106,428 parameters"
    assert bars._total(row, 270) == "110,106,428"


def test_a_dial_takes_what_its_slider_does_not_have(qtbot: Any) -> None:
    dial = Dial(1, 2000, 64)
    qtbot.addWidget(dial)
    told: list[int] = []
    dial.chosen.connect(told.append)
    dial.box.setValue(777)
    assert (dial.value, told) == (777, [777])
    assert abs(dial._stops[dial.slider.value()] - 777) <= 64
    dial.show_value(15)
    assert (dial.value, told) == (15, [777])
    dial.slider.setValue(dial.slider.maximum())
    assert told == [777, 2000]


def test_large_numbers_are_written_as_a_person_reads_them() -> None:
    assert [readable_count(n) for n in (953, 9000, 23_440_896, 174_604_259_328)] == [
        "953",
        "9,000",
        "23.44 M",
        "174.6 bn",
    ]
    assert [readable_bytes(n) for n in (12, 9000, 437_928_960, 698_417_037_312, 999_999)] == [
        "12 B",
        "9.00 kB",
        "438 MB",
        "698 GB",
        "1.00 MB",
    ]


LARGE = SizeChoice(base="gpt3-175b", against="bert-base-uncased")


class FakeDevice:
    """An engine as far as sizes without files need one."""

    device = "cpu"


def test_what_does_not_fit_into_the_memory_says_so() -> None:
    """BERT-base, 110 million parameters, with 16 bytes each in training, and GPT-3."""
    answer = run_to_end(answers_to(ParametersRequest(CALCULATOR, choice=LARGE), FakeDevice()))
    large, base = answer.models
    assert base.to_train > 16 * base.inventory.parameters
    assert base.to_predict > 4 * base.inventory.parameters
    there = base.to_train
    assert fit_words(base.to_train, there).endswith(": fits")
    assert fit_words(large.to_predict, there).endswith(": does not fit")
    assert fit_words(large.to_predict, None) == readable_bytes(large.to_predict)
    assert large.to_predict > 4 * 174_604_259_328


def test_a_part_can_be_clicked_after_the_text_was_edited(shown: Bench) -> None:
    """The picture is the same for every text."""
    before = shown.panel.figure
    shown.change(text="another text")
    treemap = Treemap(shown.panel.answer.models[1].inventory)
    hit = next(
        found
        for x in range(5, 200, 20)
        if (found := treemap.hit(QPointF(x, 40), QRectF(0, 0, 200, 80))) is not None
    )
    shown.panel.area.canvas.clicked.emit(TagHit(1, hit))
    shown.settle()
    assert shown.panel.details.title
    assert shown.panel.figure is not before
