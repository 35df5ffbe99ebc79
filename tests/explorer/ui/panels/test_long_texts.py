"""The panel Long texts, as a person sees it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from explorer.core.long_texts.circles import ROUNDS
from explorer.core.long_texts.document import MOST_CHARS, SAMPLE
from explorer.core.long_texts.request import untrained_models
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.charts.interval_chart import IntervalLines
from explorer.ui.graphics.drawing import TagHit, Titled
from explorer.ui.graphics.legend import Legend
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.panel import MEASURED_HERE
from explorer.ui.panels.long_texts.drawings import HopStrip, LogLines, SortedTokens, TokenHops
from explorer.ui.panels.long_texts.figure import BLOCK, NOTES, POSITION, TOKEN, _line, curves
from explorer.ui.panels.long_texts.hash_planes import HashCircle
from explorer.ui.panels.long_texts.panel import LongTextsPanel
from explorer.ui.style.palette import LIGHT
from models.runtime.resources import checkpoint_folder
from tests.explorer.ui.laboratory import follow, laboratory

PATIENCE_MS = 60_000
CHOICE = {"longest": 512, "budget": 8, "untrained": ["written", "hashing"]}


@pytest.fixture
def panel(qapp: QApplication, qtbot: Any) -> Iterator[LongTextsPanel]:
    bert = checkpoint_folder("bert-mini")
    chosen = (str(bert),)
    with laboratory(qapp, bert.parent, panel="long_texts", models=chosen) as context:
        yield opened(context, qtbot)


def opened(context: PanelContext, qtbot: Any) -> LongTextsPanel:
    panel = LongTextsPanel(context)
    qtbot.addWidget(panel)
    follow(context, panel)
    panel.set_option("choice", CHOICE)
    panel.resize(1000, 700)
    panel.show()
    panel.refresh()
    settle(panel, qtbot)
    return panel


def settle(panel: LongTextsPanel, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)


def paint(panel: LongTextsPanel) -> None:
    image = QImage(700, 1200, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    for drawing in panel.drawings():
        height = drawing.size(700).height()
        drawing.paint(painter, QRectF(0, 0, 700, height), panel.theme.palette)
    painter.end()


def test_curves_maps_and_hashing_of_models_with_random_weights(
    panel: LongTextsPanel, qtbot: Any, tmp_path: Path
) -> None:
    assert {row[3] for row in panel.table().rows} == {None}  # counted only
    assert not panel.why_no_python()
    panel.measuring.start.click()
    settle(panel, qtbot)
    assert panel.why_no_python() == MEASURED_HERE
    assert all(row[3] > 0 for row in panel.table().rows)
    lengths = {row[1] for row in panel.table().rows if row[0] == "Reformer"}
    assert lengths == {128, 256, 512}
    rejected = [note for note in panel.notes if "above the budget of 8" in note]
    assert len(rejected) == 1
    paint(panel)
    panel.set_option("subject", "hashing")
    panel.show_view("map")
    settle(panel, qtbot)
    assert panel.table().columns[0] == "layer"
    assert not panel.why_no_python()
    panel.set_option("block", 2)
    strips = [part for part in walk(panel.drawings()) if isinstance(part, HopStrip)]
    assert [np.flatnonzero(np.array(strip.hops) == 0).tolist() for strip in strips] == [[2]]
    tips = [strips[0].describe(target.hit) for target in strips[0].laid_out(600).targets]
    assert tips[2] == "Tokens 128–191: selected"
    paint(panel)
    panel.show_view("hashing")
    settle(panel, qtbot)
    assert len([row for row in panel.table().rows if row[0] == "recall"]) == 3 * 8
    panel.area.canvas.clicked.emit(TagHit(TOKEN, 7))
    assert panel.option("token", -1) == 7
    paint(panel)
    (drawn,) = [part for part in walk(panel.drawings()) if isinstance(part, SortedTokens)]
    links = panel.answer.hashing.links_of(0, 7)
    assert drawn.links == {link.token: link.found_by_round[0] for link in links}
    assert len(links) == 10
    titles = [part.title for part in walk(panel.drawings()) if isinstance(part, Titled)]
    assert any(title.endswith(", position 7") for title in titles)
    assert ", position 7: bucket" in drawn.describe(7)
    tips = [drawn.describe(link.token) for link in links]
    assert [tip.endswith("that this round finds") for tip in tips] == [
        x.found_by_round[0] for x in links
    ]
    (listed,) = [part for part in walk(panel.drawings()) if isinstance(part, TableDrawing)]
    marks = [[cell.text for cell in row.cells[3:]] for row in listed.rows[:-1]]
    assert marks == [["●" if one else "○" for one in link.found_by_round] for link in links]
    charts = [part for part in walk(panel.drawings()) if isinstance(part, IntervalLines)]
    assert len(charts) == 5
    charts = charts[2:]  # after those of collisions
    recall = panel.answer.hashing.recalls[0][1]
    means = [point.mean for point in charts[1].series[0].points]
    assert means == pytest.approx(recall.alone.mean(0).tolist())
    shapes = [{point.kind for point in series.points} for series in charts[1].series]
    assert shapes == [{0}, {1}, {2}], "they are told apart without colours"
    assert [name for _, name in charts[1]._ticks()] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    panel.deselect()
    assert panel.option("token", -1) == -1
    missing = tmp_path / "gone.txt"
    panel.form.set_value("source", str(missing))
    settle(panel, qtbot)
    assert "gone.txt cannot be read" in panel.message
    panel.form.set_value("source", SAMPLE)
    settle(panel, qtbot)
    assert not panel.message


def test_circles_have_the_buckets_of_their_sectors_and_follow_the_slider(
    panel: LongTextsPanel, qtbot: Any
) -> None:
    panel.set_option("subject", "hashing")
    panel.show_view("hashing")
    settle(panel, qtbot)
    circles = [part for part in walk(panel.drawings()) if isinstance(part, HashCircle)]
    assert len(circles) == 2 * ROUNDS
    for circle in circles:
        for point in circle.plane.points:
            angle = math.degrees(math.atan2(point.y, point.x))
            sector = next(one for one in circle.plane.sectors if one.bucket == point.bucket)
            assert (angle - sector.first) % 360 <= (sector.last - sector.first) + 1e-3
    steps = panel.controls.made["angle"]
    for angle, same in ((0, ROUNDS), (180, 0)):
        steps.slider.setValue(angle)
        shown = [part for part in walk(panel.drawings()) if isinstance(part, HashCircle)][:ROUNDS]
        assert sum(one.plane.shares_bucket(0, 1) for one in shown) == same
    assert steps.label.text() == "two vectors 180° apart"
    rows = panel.table().rows
    exact = {row[6]: row[7] for row in rows if row[:2] == ("collision", 2)}
    assert exact[45.0] == pytest.approx(0.75)
    measured = [row for row in rows if row[:2] == ("tokens", 4)]
    heads = panel.answer.hashing.vectors.shape[0]
    assert sum(row[9] for row in measured) == heads * 512 * 511 // 2
    panel.area.canvas.clicked.emit(TagHit(TOKEN, 7))
    shown = [part for part in walk(panel.drawings()) if isinstance(part, HashCircle)]
    assert {part.token for part in shown} == {None, 7}
    assert ", position 7: bucket" in shown[-1].describe(7)
    for file_format in ("svg", "png", "pdf", "csv"):
        assert render(figure_of(panel, {}), file_format, ExportChoices())


def test_three_problems_are_listed_with_what_is_left_of_each(
    panel: LongTextsPanel, qtbot: Any
) -> None:
    panel.show_view("remedies")
    settle(panel, qtbot)
    rows = panel.table().rows
    assert [row[1] for row in rows] == [
        "Hashing and chunks",
        "Reversible layers",
        "64 tokens at once",
    ]
    assert all(row[4] < row[3] for row in rows[1:])
    assert rows[0][3] == 512**2
    (listed,) = [part for part in walk(panel.drawings()) if isinstance(part, TableDrawing)]
    assert listed.rows[2].cells[-1].text.startswith("Here: ")
    for file_format in ("svg", "csv"):
        assert render(figure_of(panel, {}), file_format, ExportChoices())


def test_a_token_of_the_selected_block_shows_what_reaches_it_alone(
    panel: LongTextsPanel, qtbot: Any
) -> None:
    panel.set_option("subject", "hashing")
    panel.show_view("map")
    settle(panel, qtbot)
    panel.area.canvas.double_clicked.emit(TagHit(BLOCK, CellHit(2, 2)))
    assert panel.option("zoom", []) == [2, 2]
    panel.area.canvas.clicked.emit(TagHit(BLOCK, CellHit(2, 0)))
    assert panel.option("block", -1) == 2
    of_block = panel.answer.overview.hops(range(128, 192))
    (tokens,) = [part for part in walk(panel.drawings()) if isinstance(part, TokenHops)]
    assert set(tokens.hops) == {0}
    panel.area.canvas.clicked.emit(TagHit(POSITION, 130))
    (tokens,) = [part for part in walk(panel.drawings()) if isinstance(part, TokenHops)]
    alone = panel.answer.overview.hops(range(130, 131))
    assert list(tokens.hops) == alone[128:192].tolist()
    assert np.count_nonzero(alone == 1) < np.count_nonzero(of_block <= 1)
    titles = [part.title for part in walk(panel.drawings()) if isinstance(part, Titled)]
    assert any(title.endswith(", token 130") for title in titles)
    paint(panel)
    panel.area.canvas.clicked.emit(TagHit(POSITION, 130))
    assert panel.option("position", None) == -1


def test_operations_the_budget_and_fitted_lines_are_drawn_after_a_run(
    panel: LongTextsPanel, qtbot: Any
) -> None:
    panel.set_option("choice", {**CHOICE, "budget": 1_000})  # which no model reaches
    assert [len(chart.series) for chart in charts(panel)] == [2]
    panel.measuring.start.click()
    settle(panel, qtbot)
    time, memory, operations = charts(panel)
    assert [line.name for line in memory.series][-1] == "budget of 1,000 MB"
    assert {point.mean for point in memory.series[-1].points} == {3.0}
    assert len(operations.series) == 2  # the written-out model has those of full attention
    assert [len(chart.fitted) for chart in (time, memory, operations)] == [2, 2, 1]
    (one, *_) = panel.answer.series
    large, small = _line(one, [(16_384, 1343.2), (128, 1.3432)], "million").points
    assert large.text == "16,384 tokens: 1,343 million"
    assert small.text == "128 tokens: 1.34 million"
    (fit,) = operations.fitted
    assert fit.slope == pytest.approx(1.0, abs=0.05)  # of Reformer
    assert fit.ends[0][1] == pytest.approx(operations.series[1].points[0].mean, abs=0.01)


def test_every_line_is_in_the_legend_also_of_a_model_that_did_not_run(
    panel: LongTextsPanel, qtbot: Any
) -> None:
    panel.measuring.start.click()
    settle(panel, qtbot)
    first, *others = panel.answer.series
    counted = [replace(cost, milliseconds=None, peak_bytes=None) for cost in first.costs]
    first = replace(first, costs=tuple(counted), growth=None)
    answer = replace(panel.answer, series=(first, *others))
    drawings = list(walk(curves(answer, panel.form.choice)))
    (legend,) = (one for one in drawings if isinstance(one, Legend))
    lines = [line for chart in drawings if isinstance(chart, LogLines) for line in chart.series]
    assert first.subject.title in {line.name for line in lines}
    assert {line.name for line in lines} == {entry.name for entry in legend.entries}


def test_no_two_models_of_those_offered_look_alike_in_a_chart(
    panel: LongTextsPanel, qtbot: Any
) -> None:
    """Colours repeat after four models of random weights; then the line and the dots differ."""
    panel.measuring.start.click()
    settle(panel, qtbot)
    (one, *_) = panel.answer.series
    offered = [replace(one.subject, slot=4 + index) for index in range(len(untrained_models()))]
    assert len(offered) > 4
    lines = [_line(replace(one, subject=subject), [(128, 1.0)], "ms") for subject in offered]
    looks = [(line.colour(LIGHT), line.dashes, line.points[0].kind) for line in lines]
    assert len(set(looks)) == len(looks)


def test_the_last_curves_are_there_at_once(panel: LongTextsPanel, qtbot: Any) -> None:
    assert panel.measuring.status.text() == NOTES["start"]
    panel.measuring.start.click()
    settle(panel, qtbot)
    measured = panel.answer
    later = LongTextsPanel(panel.context)
    qtbot.addWidget(later)
    later.show()
    later.refresh()
    settle(later, qtbot)
    assert later.answer.series == measured.series
    assert len(charts(later)) == 3
    assert date.today().isoformat() in later.measuring.status.text()
    assert later.measuring.start.isVisible(), "they can be measured again"
    later.form.set_value("longest", 1_024)
    later.refresh()
    settle(later, qtbot)
    assert "not measured yet" in later.measuring.status.text()


def charts(panel: LongTextsPanel) -> list[LogLines]:
    return [part for part in walk(panel.drawings()) if isinstance(part, LogLines)]


def test_a_map_of_a_part_of_the_text_says_so_in_notes_and_caption(
    panel: LongTextsPanel, qtbot: Any, tmp_path: Path
) -> None:
    long = tmp_path / "long.txt"
    long.write_text("the sea is cold " * (MOST_CHARS // 16 + 1), encoding="utf-8")
    choice = {**CHOICE, "source": str(long), "longest": 2_048, "untrained": ["full"]}
    panel.set_option("choice", choice)
    panel.show_view("map")
    settle(panel, qtbot)
    assert panel.notes == (
        "bert-mini has 128 positions, so the first 128 tokens are drawn.",
        "Only the first 1,048,576 characters of long.txt are read.",
    )
    assert panel.caption_settings() == ["long.txt", "the first 128 tokens"]
    panel.set_option("subject", "full")
    settle(panel, qtbot)
    assert panel.notes[0].startswith("The first 1,024 of 2,048 tokens are drawn")
    assert panel.caption_settings() == ["long.txt", "the first 1,024 tokens"]
    short = tmp_path / "short.txt"
    short.write_text("the sea is cold", encoding="utf-8")
    panel.set_option("choice", {**choice, "source": str(short)})
    settle(panel, qtbot)
    assert panel.notes == ("short.txt has 6 tokens, fewer than the chosen length.",)


def walk(drawings: Any) -> Iterator[Any]:
    for drawing in drawings:
        yield drawing
        yield from walk(getattr(drawing, "drawings", ()))
