"""The short help: numbered circles on the parts of a panel, and the whole text a click further."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication

from explorer.core.state.state import Selection
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panels.attention.scene import FigurePart
from tests.explorer.ui.panel_bench import Bench, small_models
from tests.explorer.ui.panels.test_every_panel import PANELS, TEXT, settle, shown


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_every_panel_has_three_marks_that_are_in_sight_and_apart(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        window.store.update(panel=kind.spec.name)
        settle(window.panel(kind.spec.name), qtbot)
        window.stage.help_button.toggle()
        qtbot.waitUntil(lambda: len(window.stage.marks.circles()) >= 3)
        sentences = window.stage.marks.sentences
        assert all(said.endswith(".") and len(said) <= 100 for said in sentences)
        circles = [circle for _, circle in window.stage.marks.circles()]
        room = window.stage.rect().adjusted(-9, 0, 9, 0)
        assert all(room.contains(circle.toAlignedRect()) for circle in circles)
        assert not any(
            first.intersects(second)
            for at, first in enumerate(circles)
            for second in circles[at + 1 :]
        )


def test_the_marks_of_attention_say_what_the_chosen_models_see(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        window.store.update(panel="attention")
        settle(window.panel("attention"), qtbot)
        window.stage.help_button.toggle()
        said = " ".join(window.stage.marks.sentences)
        assert "BERT: a row is a token; it attends in both directions." in said
        assert "GPT-2: a row is a token; it attends to earlier ones" in said
        window.store.update(models=("bert",))
        settle(window.panel("attention"), qtbot)
        qtbot.waitUntil(lambda: "GPT-2" not in " ".join(window.stage.marks.sentences))


def test_the_long_text_is_one_click_further_and_escape_folds_all(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        window.store.update(panel="attention")
        panel = window.panel("attention")
        settle(panel, qtbot)
        window.stage.help_button.toggle()
        assert not window.stage._help.isVisible()
        short = window.stage._help_area.height()
        window.stage._more.click()
        assert window.stage._help.isVisible()
        assert panel.spec.text.papers[0].title in window.stage._help.text()
        assert window.stage._help_area.height() > short
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert not window.stage.help_shown
        assert not window.stage.marks.circles()


def test_the_long_text_is_as_high_as_it_needs(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("bert",)) as window:
        window.resize(1440, 900)
        window.store.update(panel="tokens")
        settle(window.panel("tokens"), qtbot)
        window.stage.help_button.toggle()
        qtbot.waitUntil(lambda: bool(window.stage.marks.sentences))
        window.stage._more.click()
        QApplication.processEvents()
        text = window.stage._help
        assert text.width() == text.maximumWidth() < window.stage._help_area.width() - 100
        assert text.height() >= text.heightForWidth(text.width())
        page = window.stage._help_area.widget().height()
        assert window.stage._help_area.verticalScrollBar().maximum() >= (
            page - window.stage._help_area.viewport().height()
        )


@pytest.mark.parametrize("before", [True, False], ids=["opened before", "opened after the answer"])
def test_all_of_the_short_help_is_in_sight(qtbot: Any, folder: Path, before: bool) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        window.resize(1440, 900)
        stage = window.stage
        window.store.update(panel="attention")
        if before:
            stage.help_button.toggle()
        settle(window.panel("attention"), qtbot)
        if not before:
            stage.help_button.toggle()
        qtbot.waitUntil(lambda: bool(stage.marks.sentences) and stage._more.isVisible())

        def whole() -> bool:
            corner = stage._more.rect().bottomLeft()
            place = stage._more.mapTo(stage._help_area.viewport(), corner)
            scrolls = stage._help_area.verticalScrollBar().isVisible()
            return place.y() < stage._help_area.viewport().height() and not scrolls

        QApplication.processEvents()
        qtbot.waitUntil(whole)  # a layout may take several turns of the event loop


def test_a_click_on_what_lies_below_a_circle_gets_through(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        window.store.update(panel="attention")
        settle(window.panel("attention"), qtbot)
        window.stage.help_button.toggle()
        qtbot.waitUntil(lambda: bool(window.stage.marks.circles()))
        middle = window.stage.marks.circles()[0][1].center().toPoint()
        assert window.stage.childAt(middle) is not window.stage.marks


# ---- room for the picture, in the real window


def attention_bench(window: Any, qtbot: Any) -> Bench:
    window.resize(1440, 900)
    window.store.update(panel="attention")
    panel = window.panel("attention")
    settle(panel, qtbot)
    QApplication.processEvents()
    return Bench(panel, window.store, qtbot)


def figure_rect(window: Any) -> QRect:
    """Return the rectangle of the figure in the window."""
    port = window.panel("attention").area.viewport()
    return QRect(port.mapTo(window, QPoint()), port.size())


@pytest.mark.parametrize(
    "models",
    [
        ("bert",),
        ("bert", "gpt2"),
        ("bert", "gpt2", "electra"),
        ("electra", "bert", "gpt2", "distilbert"),
    ],
    ids=len,
)
def test_the_figure_has_three_fifths_of_the_height_of_the_window(
    qtbot: Any, folder: Path, models: tuple[str, ...]
) -> None:
    with shown(qtbot, folder, TEXT, models) as window:
        attention_bench(window, qtbot)
        assert figure_rect(window).height() >= 0.6 * 900
        window.store.update_panel("attention", hide_specials=True)
        settle(window.panel("attention"), qtbot)
        assert figure_rect(window).height() >= 0.6 * 900, "with notes below it too"


def test_escape_returns_from_a_map_that_fills_the_panel_and_then_deselects(
    qtbot: Any, folder: Path
) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        found = attention_bench(window, qtbot)
        window.store.update(selection=Selection(layer=0, head=1))
        window.store.update_panel("attention", alone="gpt2")
        assert [slot.key for slot in found.panel.figure_models()] == ["gpt2"]
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert [slot.key for slot in found.panel.figure_models()] == ["bert", "gpt2"]
        assert window.store.state.selection == Selection(layer=0, head=1)
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert window.store.state.selection == Selection()


def test_the_options_of_a_model_are_reached_with_the_keyboard(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("electra", "gpt2")) as window:
        found = attention_bench(window, qtbot)
        button = found.panel.options_of["electra"]
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        qtbot.keyClick(button, Qt.Key.Key_Space)
        assert button.page.isVisible()
        button.stream.setCurrentIndex(button.stream.findData("generator"))
        button.stream.activated.emit(button.stream.currentIndex())
        settle(found.panel, qtbot)
        assert button.page.isVisible(), "it stays open while one tries"
        assert found.panel.answer.maps["electra"].view.stream.name == "generator"
        button.page.hide()


def test_a_head_that_is_switched_off_moves_no_map_in_the_window(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("bert", "gpt2")) as window:
        found = attention_bench(window, qtbot)
        before = found.place_of(FigurePart("map", 0), CellHit(3, 3)), figure_rect(window)
        head = found.panel.scene.answered_columns[0].head(1, 1)
        window.store.toggle_head("bert", head)
        settle(found.panel, qtbot)
        assert found.panel.answer.maps["bert"].effect is not None
        assert (found.place_of(FigurePart("map", 0), CellHit(3, 3)), figure_rect(window)) == before
