"""The Attention panel as a person uses it: choosing heads and tokens, switching heads off."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from explorer.core.attention.survey.request import HEADS
from explorer.core.state.state import Head, Selection
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.charts.bars import Bars
from explorer.ui.graphics.drawing import Titled
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.head_grid import HeadGrid, HeadHit, MeasureGrid
from explorer.ui.graphics.maps.head_lines import AreaHit, HeadLines
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.marks import parts
from explorer.ui.panels.attention.heads_view import HeadTableTag
from explorer.ui.panels.attention.importance_view import ImportanceTag
from explorer.ui.panels.attention.panel import AttentionPanel
from explorer.ui.panels.attention.pictures import AttentionMap
from explorer.ui.panels.attention.scene import FigurePart
from explorer.ui.panels.attention.study import heads_in
from explorer.ui.panels.attention.text import limits
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from explorer.ui.style.palette import PALETTES
from tests.explorer.ui.panel_bench import NUM_POSITIONS, Bench, bench, small_models

TEXT = "the capital of france is paris ."
FIGURE_WIDTH = 800.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def attention(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(AttentionPanel, folder, qtbot, text=TEXT, models=("bert", "gpt2")) as found:
        yield found


@pytest.fixture
def twins(folder: Path, qtbot: Any) -> Iterator[Bench]:
    """Two models with the same tokens, and one with two streams."""
    models = ("bert", "distilbert", "electra")
    with bench(AttentionPanel, folder, qtbot, text=TEXT, models=models) as found:
        yield found


def large(bench: Bench, kind: type = AttentionMap) -> list[Any]:
    """The large pictures, from left to right."""
    found: list[Any] = []

    def walk(drawing: Any) -> None:
        if isinstance(drawing, kind):
            found.append(drawing)
        for inner in getattr(drawing, "drawings", ()):
            walk(inner)

    walk(bench.panel.drawings()[0])
    return found


def values_of(bench: Bench, what: str, model: str) -> list[float]:
    return [row[-1] for row in bench.panel.table().rows if row[:2] == (what, model)]


def test_bert_looks_both_ways_and_gpt2_only_back(attention: Bench) -> None:
    bert, gpt2 = large(attention)
    assert not bert.causal
    assert gpt2.causal
    assert np.triu(bert.values, 1).sum() > 0
    assert np.triu(gpt2.values, 1).sum() == 0
    assert max(values_of(attention, "ahead", "GPT-2")) < 1e-6
    assert min(values_of(attention, "ahead", "BERT")) > 0.1


def test_two_models_share_one_scale(attention: Bench) -> None:
    bert, gpt2 = large(attention)
    assert bert.scale == gpt2.scale


def test_a_click_on_a_thumbnail_shows_that_head(attention: Bench) -> None:
    averages = [picture.values for picture in large(attention)]
    attention.click(FigurePart("heads", 0), HeadHit(1, 2))
    chosen = attention.store.state.selection
    assert (chosen.layer, chosen.head) == (1, 2)
    assert not np.allclose(large(attention)[0].values, averages[0])
    assert attention.panel.details.title == "Layer 2, head 3"
    attention.click(FigurePart("heads", 0), HeadHit(1, 2))
    assert attention.store.state.selection.layer is None, "a second click shows the average again"


def test_layers_and_heads_are_averaged_one_without_the_other(attention: Bench) -> None:
    view = attention.panel.answer.maps["bert"].view
    attention.change(selection=Selection(layer=1))
    assert np.allclose(large(attention)[0].values, view.maps.heads[1].mean(0), atol=1e-6)
    attention.change(selection=Selection(head=3))
    assert np.allclose(large(attention)[0].values, view.maps.heads[:, 3].mean(0), atol=1e-6)


def test_a_token_is_chosen_in_both_models_where_it_stands_in_the_text(attention: Bench) -> None:
    attention.click(FigurePart("map", 0), AxisHit("row", 2))
    bert, gpt2 = large(attention)
    assert bert.rows[bert.focus[0]] == bert.columns[bert.focus[1]] == "capital"
    assert gpt2.rows[gpt2.focus[0]].endswith("capital")
    assert bert.focus != gpt2.focus, "[CLS] shifts the places of BERT"
    attention.click(FigurePart("map", 0), AxisHit("row", 2))
    assert large(attention)[0].focus == (None, None)


def test_names_on_the_axes_can_be_clicked(attention: Bench) -> None:
    attention.click(FigurePart("map", 1), AxisHit("row", 1))
    assert large(attention)[1].focus == (1, 1)


def test_a_tip_says_the_weight_or_that_it_cannot_be(attention: Bench) -> None:
    bert, gpt2 = large(attention)
    assert f"{bert.values[1, 2]:#.3g}" in bert.describe(CellHit(1, 2))
    assert "cannot attend to" in gpt2.describe(CellHit(1, 2))


def test_hidden_specials_leave_rows_that_sum_to_one_and_this_is_said(attention: Bench) -> None:
    attention.panel.controls.made["hide_specials"].click()
    attention.settle()
    bert = large(attention)[0]
    assert "[CLS]" not in bert.rows
    assert np.allclose(bert.values.sum(-1), 1, atol=1e-5)
    (note,) = [note for note in attention.panel.notes if "renormalised" in note]
    view = attention.panel.scene.answered_columns[0].view
    assert f"all layers and heads, their share of a row was: A {view.removed:.0%}" in note


def test_rows_that_hiding_specials_left_empty_are_counted_over_all_heads(
    attention: Bench,
) -> None:
    attention.panel.controls.made["hide_specials"].click()
    attention.settle()
    column = attention.panel.scene.answered_columns[0]
    emptied = replace(column.view, num_empty=2)
    shown = replace(column, answer=replace(column.answer, view=emptied))
    (note,) = [line for line in limits([shown], "map", seed=1) if "left empty" in line]
    maps = column.view.maps
    all_rows = maps.num_layers * maps.num_heads * len(column.view.rows)
    assert f"Of the {all_rows} rows of all layers and heads, 2 attended" in note


def areas(bench: Bench, kind: type, width: float, room: float | None = None) -> list[QRectF]:
    """Return the rectangles of the drawings of one kind in a figure of this width, downwards."""
    figure = bench.panel.drawings()[0]
    if room is not None:
        figure = figure.fit_to_height(room)
    whole = QRectF(0, 0, width, figure.size(width).height())
    return [area for drawing, area in parts(figure, whole) if isinstance(drawing, kind)]


def test_measures_are_level_with_the_thumbnails_or_below_the_large_maps(attention: Bench) -> None:
    wide, narrow = 960, 480
    thumbnails, measures = areas(attention, HeadGrid, wide)[0], areas(attention, MeasureGrid, wide)
    assert len({area.top() for area in measures}) == 1
    assert abs(measures[0].top() - thumbnails.top()) < 3
    assert measures[0].left() > thumbnails.left()
    maps = areas(attention, AttentionMap, narrow)
    below = areas(attention, MeasureGrid, narrow)
    assert len(below) == 4
    assert min(area.top() for area in below) > max(area.bottom() for area in maps)


def test_one_model_has_its_thumbnails_beside_a_larger_map(attention: Bench) -> None:
    two = areas(attention, AttentionMap, 960, 650)[0]
    attention.change(models=("bert",))
    (one,), (thumbnails,) = (areas(attention, kind, 960, 650) for kind in (AttentionMap, HeadGrid))
    assert thumbnails.right() < one.left()
    assert one.height() > 1.2 * two.height()


def test_the_large_map_begins_higher_in_a_low_room(
    attention: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.ui.panels.attention.parts.LOWEST_GRID", 50.0)  # of two layers
    high, low = (areas(attention, AttentionMap, 480, room)[0] for room in (700, 200))
    assert low.top() < high.top()


def test_a_picture_is_fitted_again_as_controls_take_its_room_and_give_it_back(
    attention: Bench,
) -> None:
    panel = attention.panel
    panel.resize(900, 720)
    attention.settle()
    room = panel.area.viewport()

    def tall() -> float:
        (area, *_) = [a for d, a in parts_on(attention) if isinstance(d, AttentionMap)]
        return float(area.height())

    fitted, high = tall(), room.height()
    panel.controls.setMinimumHeight(panel.controls.height() + 80)  # as lines that wrap
    attention.qtbot.waitUntil(lambda: room.height() < high)
    assert tall() < fitted
    panel.controls.setMinimumHeight(0)
    attention.qtbot.waitUntil(lambda: room.height() == high)
    assert tall() == fitted


def parts_on(bench: Bench) -> list[tuple[Any, QRectF]]:
    """What is on the screen, with its place in pixels of the figure."""
    canvas = bench.canvas
    scale = canvas.scale
    return list(
        parts(canvas.drawing, QRectF(0, 0, canvas.width() / scale, canvas.height() / scale))
    )


@pytest.mark.parametrize(("width", "scale"), [(60, True), (300, False)])
def test_cells_without_room_for_numbers_have_a_scale(width: int, scale: bool) -> None:
    grid = MeasureGrid(np.array([[0.5, 2.0], [1.0, 4.0]]), maximum=4.0, row_height=20)
    last = grid.laid_out(width).find(HeadHit(1, 1))
    assert last is not None
    assert (grid.size(width).height() > last.rect.bottom() + 10) is scale


def test_what_is_true_of_several_models_is_said_once(attention: Bench) -> None:
    attention.panel.select(layer=40)
    attention.settle()
    titles = [slot.title for slot in attention.panel.slots()]
    (note,) = [note for note in attention.panel.notes if "this is the last" in note]
    assert note.startswith(f"{titles[0]}, {titles[1]}: It has ")


def test_without_a_model_nothing_is_said_of_a_picture(attention: Bench) -> None:
    attention.panel.controls.made["hide_specials"].click()
    attention.settle()
    assert attention.panel.notes
    attention.change(models=())
    assert attention.message == "No model is chosen."
    assert attention.panel.notes == ()


def test_lines_stand_between_two_columns_of_tokens(attention: Bench) -> None:
    attention.store.update_panel("attention", view="lines")
    attention.settle()
    bert, _ = large(attention, HeadLines)
    assert len(bert.visible_pairs()) > len(bert.rows)
    attention.click(FigurePart("map", 0), AxisHit("row", 2))
    bert, _ = large(attention, HeadLines)
    assert bert.focus == (2, 2)
    assert all(2 in pair for pair in bert.visible_pairs())


def test_ctrl_click_switches_a_head_off_and_the_loss_says_what_it_cost(attention: Bench) -> None:
    place = attention.place_of(FigurePart("heads", 0), HeadHit(1, 1))
    attention.qtbot.mouseClick(
        attention.canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place
    )
    attention.settle()
    assert attention.store.state.ablated == {"bert": (Head("encoder", 1, 1),)}
    lost = attention.panel.answer.maps["bert"].effect
    assert lost is not None
    assert lost.loss_after != lost.loss_before
    assert attention.panel.answer.maps["gpt2"].effect is None
    attention.store.undo()
    attention.settle()
    assert attention.panel.answer.maps["bert"].effect is None


def test_the_options_of_a_model_switch_the_chosen_head_off_and_a_button_all_on(
    attention: Bench,
) -> None:
    assert not attention.panel.options_of["gpt2"].switch.isEnabled()
    attention.click(FigurePart("heads", 1), HeadHit(0, 3))
    attention.panel.options_of["gpt2"].switch.click()
    attention.settle()
    assert attention.store.state.ablated == {"gpt2": (Head("decoder", 0, 3),)}
    lost = attention.panel.answer.maps["gpt2"].effect
    assert len(lost.places) == len(large(attention)[1].rows) - 1, "all tokens but the first"
    assert attention.panel.options_of["gpt2"].switch.text() == "Switch layer 1, head 4 on"
    attention.panel.controls.made["all_on"].click()
    attention.settle()
    assert attention.store.state.ablated == {}


def test_switching_a_head_off_moves_neither_maps_nor_thumbnails(attention: Bench) -> None:
    attention.panel.resize(900, 640)
    attention.settle()

    def places() -> list[Any]:
        kinds = (HeadGrid, MeasureGrid, AttentionMap, ColourScale)
        return [(type(d), a) for d, a in parts_on(attention) if isinstance(d, kinds)]

    before = places()
    attention.change(ablated={"bert": (Head("encoder", 1, 1),)})
    assert attention.panel.answer.maps["bert"].effect is not None
    assert places() == before
    (bars,) = [area for drawing, area in parts_on(attention) if isinstance(drawing, Bars)]
    assert bars.top() > max(area.bottom() for kind, area in before if kind is AttentionMap)
    names = [name for name, _ in attention.panel.details.rows]
    assert "Probability before → after" in names, "what it costs is at the side too"
    assert "Loss" in attention.panel.details.text


def test_models_with_the_same_tokens_have_a_difference_map(twins: Bench) -> None:
    bert, distilbert, _, difference = large(twins)
    assert np.allclose(difference.values, bert.values - distilbert.values)
    assert difference.scale.diverges
    assert difference.scale.value_at(0.5) == 0
    assert any(row[0] == "difference" for row in twins.panel.table().rows)
    twins.panel.controls.made["difference"].click()
    twins.settle()
    assert len(large(twins)) == 3


def test_models_with_other_tokens_have_none_and_the_box_says_why(attention: Bench) -> None:
    assert len(large(attention)) == 2
    assert not attention.panel.controls.made["difference"].isEnabled()
    assert "different tokens" in attention.panel.controls.made["difference"].toolTip()


def test_the_streams_of_electra_can_be_chosen(twins: Bench) -> None:
    assert twins.panel.answer.maps["electra"].view.stream.name == "discriminator"
    box = twins.panel.options_of["electra"].stream
    box.setCurrentIndex(box.findData("generator"))
    box.activated.emit(box.currentIndex())
    twins.settle()
    assert twins.panel.answer.maps["electra"].view.stream.name == "generator"
    assert twins.panel.answer.maps["bert"].view.stream.name == "encoder"


def test_a_masked_token_is_shown_as_the_model_is_fed_it(attention: Bench) -> None:
    attention.change(masks={"bert": {2: True}})
    assert large(attention)[0].rows[2] == "[MASK]"


def test_a_model_chosen_after_a_token_was_masked_is_fed_the_mask_too(attention: Bench) -> None:
    attention.change(masks={"bert": {2: True}}, models=("distilbert", "gpt2"))
    masked, causal = large(attention)
    assert masked.rows[2] == "[MASK]"
    assert "[MASK]" not in causal.rows


def test_a_cut_text_is_said(attention: Bench) -> None:
    attention.change(text=f"{TEXT} " * 20)
    assert any("cut" in note for note in attention.panel.notes)
    assert len(large(attention)[0].rows) == NUM_POSITIONS


def test_one_token_and_no_text_at_all_are_no_problem(attention: Bench) -> None:
    attention.change(text="the")
    assert large(attention)[1].values.tolist() == [[1.0]]
    attention.change(text="   ")
    assert "Type a sentence" in attention.message


def test_a_click_on_a_map_lets_it_fill_the_panel_and_another_shows_all_again(
    attention: Bench,
) -> None:
    (before,) = [a for d, a in parts_on(attention) if isinstance(d, AttentionMap)][1:]
    attention.click(FigurePart("map", 1), CellHit(2, 0))
    assert attention.store.state.settings("attention")["alone"] == "gpt2"
    (after,) = [a for d, a in parts_on(attention) if isinstance(d, AttentionMap)]
    assert after.height() > 1.3 * before.height()
    assert [drawn.key for drawn in attention.panel.figure_models()] == ["gpt2"]
    attention.click(FigurePart("map", 1), CellHit(2, 0))
    assert len(large(attention)) == 2
    assert not attention.panel.leave_enlarged_part(), "nothing fills the panel any more"


def test_the_difference_fills_the_panel_too_and_a_button_shows_all_again(twins: Bench) -> None:
    twins.click(FigurePart("difference", 0), CellHit(1, 1))
    (big,) = large(twins)
    assert big.scale.diverges
    assert [drawn.key for drawn in twins.panel.figure_models()] == ["bert", "distilbert"]
    twins.panel.controls.made["all_models"].click()
    twins.settle()
    assert len(large(twins)) == 4


def test_a_difference_that_is_switched_off_does_not_fill_the_panel(twins: Bench) -> None:
    twins.click(FigurePart("difference", 0), CellHit(1, 1))
    assert twins.panel.controls.made["all_models"].isVisible()
    twins.panel.set_option("difference", False)
    twins.settle()
    assert len(large(twins)) == 3
    assert not twins.panel.controls.made["all_models"].isVisible()


def test_hovering_a_token_fades_the_lines_of_the_others(attention: Bench) -> None:
    names = [str(n) for n in range(6)]
    lines = HeadLines(np.full((6, 6), 0.5), names, names)
    size = lines.size(300)

    def ink(hit: Any) -> float:
        image = QImage(size.toSize(), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        lines.paint(painter, QRectF(QPointF(), size), PALETTES["light"])
        if hit is not None:
            lines.paint_hover(painter, QRectF(QPointF(), size), PALETTES["light"], hit)
        painter.end()
        middle = int(size.width() / 2)
        column = (image.pixelColor(middle, y).lightness() for y in range(image.height()))
        return sum(255 - lightness for lightness in column)

    everything = ink(None)
    assert 0 < ink(AxisHit("row", 2)) < 0.6 * everything
    assert ink(AxisHit("row", 2)) > 0.1 * everything, "its own lines stay"
    assert ink(AreaHit()) == everything


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_the_figure_paints_what_it_says_at_every_width(attention: Bench, theme_name: str) -> None:
    figure = attention.panel.drawings()[0]
    for width in (336, 692, 960):
        size = figure.size(width)
        image = QImage(QSize(width, int(size.height())), QImage.Format.Format_RGB32)
        image.fill(PALETTES[theme_name].ground)
        painter = QPainter(image)
        figure.paint(painter, QRectF(0, 0, width, size.height()), PALETTES[theme_name])
        painter.end()
        middle = range(image.height() * 4 // 10, image.height() * 6 // 10)
        assert len({image.pixel(x, y) for x in range(0, width, 3) for y in middle}) > 3


def test_512_tokens_are_drawn_by_the_strongest_of_each_block() -> None:
    weights = np.zeros((512, 512), dtype=np.float32)
    weights[:, 100] = 1
    names = [f"t{n}" for n in range(512)]
    big = AttentionMap(weights, names, names)
    image = QImage(QSize(240, 300), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    big.paint(painter, QRectF(0, 0, 240, 300), PALETTES["light"])
    painter.end()
    dark = [x for x in range(60, 239) if image.pixelColor(x, 150).lightness() < 80]
    assert dark, "a column of one token is seen however small the cells are"
    lines = HeadLines(weights, names, names)
    assert len(lines.visible_pairs()) == 512


def test_the_options_of_a_model_are_beside_its_name_at_every_width(attention: Bench) -> None:
    for width in (560, 700, 900):
        attention.panel.resize(width, 700)
        attention.settle()
        for key, slot in (("bert", 0), ("gpt2", 1)):
            button = attention.panel.options_of[key].geometry()
            (titled,) = [
                area
                for drawing, area in parts_on(attention)
                if isinstance(drawing, Titled) and drawing.slot == slot and "Layers" in drawing.note
            ]
            assert titled.left() < button.left() <= button.right() < titled.right()
            assert abs(button.top() - titled.top()) < 3


def scales(bench: Bench, kind: type) -> list[Any]:
    """The colour scales of all drawings of a kind."""
    return [drawing.scale for drawing in large(bench, kind)]


def test_colours_of_weights_are_linear_until_a_person_chooses_the_square_root(
    twins: Bench,
) -> None:
    panel = twins.panel
    for root, spacing in ((False, "linear scale"), (True, "square-root scale")):
        panel.controls.changed.emit({"root_scale": root})
        twins.settle()
        maps, thumbnails = scales(twins, AttentionMap), scales(twins, HeadGrid)
        assert len(maps) == 4  # of three models, and the difference of two
        assert len(thumbnails) == 3
        assert {scale.root for scale in (*maps, *thumbnails)} == {root}
        legends = scales(twins, ColourScale)
        assert len(legends) == 2  # of all maps, and of the difference
        assert all(scale.legend.endswith(f" · {spacing}") for scale in legends)
        assert f"weights on a {spacing}" in panel.caption_settings()
        assert panel.controls.made["root_scale"].currentData() is root


def test_one_bar_holds_for_all_maps_and_the_thumbnails_have_their_own(twins: Bench) -> None:
    figure = twins.panel.drawings()[0]
    everything = list(parts(figure, QRectF(0, 0, 900, 2000)))
    bars = {one.scale.label: place for one, place in everything if isinstance(one, ColourScale)}
    maps = [place for one, place in everything if isinstance(one, AttentionMap)]
    (shared,) = (place for label, place in bars.items() if "weight" in label)
    assert "A, B and C: weight, highest 1% clipped" in bars
    assert shared.top() > max(place.bottom() for place in maps)
    assert shared.left() > 20  # not at the edge of the first column
    for grid in (one for one, _ in everything if isinstance(one, HeadGrid)):
        assert grid.laid_out(200).texts[-3:] == ["0", "1 weight", "0.5"]
    twins.panel.controls.changed.emit({"root_scale": True})
    twins.settle()
    figure = twins.panel.drawings()[0]
    grids = [one for one, _ in parts(figure, QRectF(0, 0, 900, 2000)) if isinstance(one, HeadGrid)]
    assert {grid.laid_out(200).texts[-1] for grid in grids} == {"0.25"}


def test_a_legend_of_colours_wraps_instead_of_running_out_of_its_room() -> None:
    legend = ColourScale(Scale(1.0, root=True, label="large: weight, highest 1% clipped"))
    narrow, wide = legend.size(120), legend.size(600)
    assert narrow.width() <= 120
    assert narrow.height() > wide.height()
    assert wide.width() >= fonts.text_width(legend.scale.legend, fonts.SMALL)


def test_the_table_of_heads_selects_sorts_and_filters(attention: Bench) -> None:
    panel = attention.panel
    panel.show_view(HEADS)
    panel.controls.changed.emit({"count": 8})
    attention.settle()
    table = panel.table()
    assert {row[0] for row in table.rows} == {"BERT", "GPT-2"}
    rows = heads_in(panel.answer, panel.situation()).rows
    assert len(rows) == 16
    before = len({row.place[:2] for row in rows})  # rows of chance levels
    attention.click(HeadTableTag(), TableHit(before + 5))
    selected = attention.store.state.selection
    assert (selected.layer, selected.head) == (rows[5].layer, rows[5].head)
    assert panel.details.title == f"Layer {rows[5].layer + 1}, head {rows[5].head + 1}"
    panel.controls.changed.emit({"sort": "previous", "model": "gpt2"})
    attention.settle()
    weights = [row.weight("previous") for row in heads_in(panel.answer, panel.situation()).rows]
    assert len(weights) == 8
    assert weights == sorted(weights, reverse=True)
    assert "8 sentences of the mini-world, seed 1" in panel.caption_settings()[0]
    panel.controls.changed.emit({"sort": "ablation", "model": ""})
    attention.settle()
    losses = [row.growth for row in heads_in(panel.answer, panel.situation()).rows]
    assert losses == sorted(losses, reverse=True)
    attention.click(ImportanceTag("gpt2", "decoder"), CellHit(1, 2))
    selected = attention.store.state.selection
    assert (selected.layer, selected.head) == (1, 2)
    assert dict(panel.details.rows)["Ablation"].endswith("nats per predicted token")
    assert {"Ablation", "Gradient"} <= {row[5] for row in panel.table().rows}


def test_a_file_can_leave_out_heads_measures_or_maps(attention: Bench) -> None:
    figure = figure_of(attention.panel, {})
    assert list(figure.sections()) == ["All heads", "Entropy and distance", "Maps"]
    heights = {}
    for section in figure.sections():
        alone = figure.drop_sections([one for one in figure.sections() if one != section])
        (drawing,) = alone.drawings
        heights[section] = drawing.size(FIGURE_WIDTH).height()
        svg = render(alone, "svg", ExportChoices()).decode()
        assert ("Average of all heads" in svg) == (section == "Maps")
        assert ("Entropy" in svg) == (section == "Entropy and distance")
    (whole,) = figure.drawings
    assert all(0 < height < whole.size(FIGURE_WIDTH).height() for height in heights.values())
