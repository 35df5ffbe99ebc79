"""The Sentences panel, driven as a person drives it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog

from explorer.core.sentences.request import VIEWS
from explorer.core.sentences.states import UMAP
from explorer.ui.graphics.charts.word_bars import WordBarHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.panels.sentences import study
from explorer.ui.panels.sentences.pairs_part import pairs_scene
from explorer.ui.panels.sentences.panel import SentencesPanel
from explorer.ui.panels.sentences.study import selected_in
from tests.explorer.ui.panel_bench import TEXTS, Bench, bench, small_models

LINES = [*TEXTS[:3], "paris has a ball .", "tom is in france ."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def shown(folder: Path, qtbot: Any, tmp_path: Path, monkeypatch: Any) -> Iterator[Bench]:
    """A file that was chosen in the dialog."""
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(LINES), encoding="utf-8")
    settings = {"sentences": {"choice": {"source": "no such file.txt"}}}
    state = {"text": "mina has a ball .", "panel_settings": settings}
    with bench(SentencesPanel, folder, qtbot, models=("bert", "gpt2"), **state) as found:
        assert "no such file" in found.message
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        found.panel.controls.made["file"].click()
        found.settle()
        yield found


def listed(found: Bench) -> list[str]:
    rows = found.panel.list.rows
    return [rows.data(rows.index(n, 1)) for n in range(rows.rowCount())]


def selected(found: Bench) -> int:
    return selected_in(found.panel.answer, found.panel.situation())


def column(found: Bench, name: str) -> int:
    return [one.name for one in found.panel.list.rows.table.columns].index(name)


def test_a_file_is_sorted_searched_and_one_sentence_is_used(shown: Bench) -> None:
    assert listed(shown) == LINES
    head, at = shown.panel.list.horizontalHeader(), column(shown, "loss:gpt2")
    for descending in (False, True):
        place = QPoint(head.sectionViewportPosition(at) + 8, head.height() // 2)
        shown.panel.list.horizontalScrollBar().setValue(0)
        shown.qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
        losses = shown.panel.answer.table.column("loss:gpt2").values
        order = sorted(range(5), key=lambda n: losses[n], reverse=descending)
        assert listed(shown) == [LINES[n] for n in order]
    shown.qtbot.keyClicks(shown.panel.controls.made["search"], "ball")
    assert set(listed(shown)) == {LINES[1], LINES[3]}
    shown.store.update_panel("sentences", search="")
    assert not shown.panel.controls.made["search"].text()
    shown.qtbot.keyClicks(shown.panel.controls.made["search"], "ball")
    shown.panel.list.selectRow(1)
    shown.panel.list.rows.index(1, 1)
    chosen = listed(shown)[1]
    assert dict(shown.panel.details.rows)["sentence"] == chosen
    shown.qtbot.mouseClick(shown.panel.controls.made["use"], Qt.MouseButton.LeftButton)
    assert shown.store.state.text == chosen


def test_what_is_searched_and_ticked_is_shown_as_it_was_stored(shown: Bench) -> None:
    shown.store.update_panel("sentences", search="ball", disagree=True)
    made = shown.panel.controls.made
    assert made["search"].text() == "ball"
    assert made["disagree"].isChecked()
    shown.store.update_panel("sentences", search="", disagree=False)
    assert not made["search"].text()
    assert not made["disagree"].isChecked()


def test_the_table_is_sorted_and_a_sentence_used_by_keys(shown: Bench) -> None:
    rows = shown.panel.list
    rows.setCurrentIndex(rows.rows.index(0, column(shown, "loss:gpt2")))
    shown.qtbot.keyClick(rows, Qt.Key.Key_Space)
    shown.settle()
    losses = shown.panel.answer.table.column("loss:gpt2").values
    assert listed(shown) == [LINES[n] for n in sorted(range(5), key=lambda n: losses[n])]
    chosen = listed(shown)[rows.currentIndex().row()]
    shown.qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert shown.store.state.text == chosen


def test_every_view_selects_sentences_and_has_numbers_for_the_export(shown: Bench) -> None:
    for view in VIEWS:
        shown.panel.controls.tabs.setCurrentIndex(VIEWS.index(view))
        shown.settle()
        assert shown.panel.table().rows, view
        assert shown.panel.drawings(), view
    shown.panel.show_view("scatter")
    shown.settle()
    shown.panel.plot.picked.emit(2)
    assert selected(shown) == 2
    (tag,) = (t for t in tags(shown) if isinstance(t, tuple))
    shown.click(tag, TableHit(0))
    assert selected(shown) == tag[0]
    shown.panel.show_view("map")
    shown.settle()
    assert len(shown.panel.answer.map.neighbours) == 4


def test_umap_is_grey_where_it_is_not_installed(monkeypatch: Any, shown: Bench) -> None:
    shown.panel.show_view("map")
    shown.settle()
    box = shown.panel.controls.made["method"]
    monkeypatch.setattr(study, "is_installed", lambda: False)
    shown.panel.show_controls()
    place = box.findData(UMAP)
    assert not box.model().item(place).isEnabled()
    assert "plm-explorer[umap]" in box.itemData(place, Qt.ItemDataRole.ToolTipRole)


def tags(found: Bench) -> list[Any]:
    from PySide6.QtCore import QRectF

    from tests.explorer.ui.panel_bench import tagged_areas

    canvas = found.canvas
    area = QRectF(0, 0, canvas.width(), canvas.height())
    return [tag for tag, _, _ in tagged_areas(canvas.drawing, area)]


def test_a_failing_pair_opens_in_two_sentences(shown: Bench, tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    halves = [f"{one},{one.replace('a ball', 'ball a')}" for one in LINES if "a ball" in one]
    path.write_text("\n".join(["good,bad", *halves]), encoding="utf-8")
    shown.store.update_panel("sentences", minimal_pairs={"source": str(path)}, view="pairs")
    shown.settle()
    assert {one.key for one in shown.panel.answer.series} == {"bert", "gpt2"}
    scene = pairs_scene(shown.panel.answer, shown.panel.situation())
    failing = next(one for one in shown.panel.answer.series if (scene.outcomes[one.name] < 1).any())
    shown.store.update_panel("sentences", series=failing.name)
    shown.settle()
    (tag,) = (one for one in tags(shown) if isinstance(one, tuple) and one[:1] == ("pairs",))
    shown.click(tag, TableHit(0))
    pair = shown.panel.answer.pairs.pairs[tag[1][0]]
    assert dict(shown.panel.details.rows)["right sentence"] == pair.good
    likelihood, *others = shown.panel.details.actions
    assert len(others) == 2
    likelihood.run()
    state = shown.store.state
    assert (state.panel, state.text) == ("two_sentences", pair.good)
    assert state.settings("two_sentences")["view"] == "likelihood"
    assert state.settings("two_sentences")["choice"]["second"] == pair.bad


def test_words_have_bars_and_a_click_tells_their_surprisal(shown: Bench) -> None:
    shown.panel.show_view("surprisal")
    shown.settle()
    assert list(shown.panel.answer.texts) == ["mina has a ball ."]
    shown.click("words", WordBarHit(1))
    assert dict(shown.panel.details.rows)["word"] == "has"
    assert any("bert" in line.lower() for line in shown.panel.figure.notes)
    made = shown.panel.controls.made
    shown.qtbot.mouseClick(made["whole"], Qt.MouseButton.LeftButton)
    shown.settle()
    assert len(shown.panel.answer.texts) == len(LINES)
    assert made["text"].isVisibleTo(shown.panel)
