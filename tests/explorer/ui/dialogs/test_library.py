"""Choosing a model in the library: found by its words, by keys and mouse, in the window."""

import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Failed, Jobs
from explorer.core.library.library import Library, ModelEntry
from explorer.core.state.state import State, Store
from explorer.ui.dialogs.by_name import Downloads
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.style.theme import Theme
from explorer.ui.window.main_window import MainWindow

Widget = TypeVar("Widget", bound=QWidget)
TITLES = {"bert": "BERT", "gpt2": "GPT-2"}


def family(entry: ModelEntry) -> str:
    return TITLES.get(entry.architecture, entry.architecture)


@pytest.fixture
def folder(models_folder: Path, tmp_path: Path) -> Path:
    """A person's own checkpoint, somewhere on the disk."""
    return Path(shutil.copytree(models_folder / "bert-mini", tmp_path / "study" / "checkpoint-500"))


@pytest.fixture
def library(models_folder: Path, tmp_path: Path, folder: Path) -> Library:
    return Library(opened=[folder], bundled=models_folder, own=tmp_path / "runs")


def opened(qtbot: Any, library: Library, current: str = "") -> LibraryDialog:
    store = Store(State(models=(current,) if current else ()))
    engine = SimpleNamespace(family=family)
    context = PanelContext(store, library, engine, JobBridge(Jobs()), Theme("light"))
    dialog = LibraryDialog(context, Downloads(context), 0)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def line(dialog: LibraryDialog) -> QLineEdit:
    return named(dialog, QLineEdit, "Find a model")


def models_list(dialog: LibraryDialog) -> QListWidget:
    return named(dialog, QListWidget, "Models")


def named(dialog: LibraryDialog, kind: type[Widget], name: str) -> Widget:
    """The widget that a screen reader calls so."""
    return next(one for one in dialog.findChildren(kind) if one.accessibleName() == name)


def rows(dialog: LibraryDialog) -> list[str]:
    shown = models_list(dialog)
    return [shown.item(row).text() for row in range(shown.count())]


def marked(dialog: LibraryDialog) -> str:
    return models_list(dialog).currentItem().text().split("\n")[0]


def button(dialog: LibraryDialog, text: str) -> QPushButton:
    return next(b for b in dialog.findChildren(QPushButton) if b.text() == text)


def place_box(dialog: LibraryDialog) -> Any:
    """The choice of the model to replace; None where nobody is asked."""
    boxes = dialog.findChildren(QComboBox)
    return next((one for one in boxes if one.accessibleName() == "The model to replace"), None)


def action(dialog: LibraryDialog, text: str) -> QAction:
    """One of those under More, which a right click on the row offers too."""
    found = models_list(dialog).actions()
    assert found == button(dialog, "More").menu().actions()
    return next(one for one in found if one.text() == text)


def test_families_are_called_as_people_call_them(qtbot: Any, library: Library) -> None:
    dialog = opened(qtbot, library)
    assert "GPT-2 · 4 parameters · " in " ".join(rows(dialog))
    dialog.reject()


@pytest.mark.parametrize("words", ["GPT-2", "gpt2", "mini gpt"])
def test_a_model_is_found_by_its_familys_name_and_id(
    qtbot: Any, library: Library, words: str
) -> None:
    dialog = opened(qtbot, library)
    qtbot.keyClicks(line(dialog), words)
    assert [row.split("\n")[0] for row in rows(dialog)] == ["WITH THE PROGRAM", "gpt2-mini"]
    with qtbot.waitSignal(dialog.chosen) as chosen:
        qtbot.keyClick(line(dialog), Qt.Key.Key_Return)
    assert chosen.args == ["gpt2-mini"]


def test_the_whole_name_of_a_model_marks_it_before_one_that_holds_the_name(
    qtbot: Any, library: Library, models_folder: Path, tmp_path: Path
) -> None:
    for name in ("albert-mini", "bert-mini"):
        shutil.copytree(models_folder / "bert-mini", tmp_path / "tiny_models" / name)
    dialog = opened(qtbot, Library(bundled=tmp_path / "tiny_models", own=tmp_path / "runs"))
    qtbot.keyClicks(line(dialog), "bert-min")
    assert marked(dialog) == "albert-mini"
    qtbot.keyClicks(line(dialog), "i")
    assert marked(dialog) == "bert-mini"
    dialog.reject()


def test_words_that_find_nothing_are_said_and_nothing_can_be_used(
    qtbot: Any, library: Library
) -> None:
    dialog = opened(qtbot, library)
    qtbot.keyClicks(line(dialog), "elmo")
    assert "No model here is called “elmo”." in dialog._page._message.text()
    assert not button(dialog, "Use").isEnabled()
    line(dialog).clear()
    assert dialog._page._message.text() == ""
    assert button(dialog, "Use").isEnabled()
    dialog.reject()


def test_arrow_keys_walk_past_headings_while_a_person_types(qtbot: Any, library: Library) -> None:
    dialog = opened(qtbot, library)
    seen = [marked(dialog)]
    for _ in range(2):
        qtbot.keyClick(line(dialog), Qt.Key.Key_Down)
        seen.append(marked(dialog))
    assert seen == ["bert-mini", "gpt2-mini", "checkpoint-500"]
    dialog.reject()


def test_the_model_that_shall_be_exchanged_is_marked(window: MainWindow) -> None:
    dialog = window.open_library(1)
    assert marked(dialog) == "gpt2-mini"
    dialog.reject()


def test_enter_on_a_row_adds_the_model_once(window: MainWindow, qtbot: Any) -> None:
    dialog = window.open_library()
    qtbot.keyClick(models_list(dialog), Qt.Key.Key_Return)
    assert window.store.state.models == ("bert-mini", "gpt2-mini", "bert-mini")


def test_a_folder_that_names_no_architecture_offers_a_choice_that_opens_it(
    window: MainWindow, models_folder: Path, tmp_path: Path, qtbot: Any
) -> None:
    folder = Path(shutil.copytree(models_folder / "bert-mini", tmp_path / "of-2019"))
    config = json.loads((folder / "config.json").read_text())
    del config["model_type"]
    (folder / "config.json").write_text(json.dumps(config))
    dialog = window.open_library()
    dialog.open_folder(str(folder))
    qtbot.waitUntil(lambda: dialog.findChild(QInputDialog) is not None, timeout=30_000)
    choice = dialog.findChild(QInputDialog)
    assert "of-2019 names no model_type" in choice.labelText()
    assert choice.findChild(QLabel).textFormat() == Qt.TextFormat.PlainText
    assert {"BERT", "GPT-2", "T5"} <= set(choice.comboBoxItems())
    choice.setTextValue("BERT")
    choice.accept()
    assert window.store.state.models[-1] == str(folder)
    assert window.context.entry(str(folder)).architecture == "bert"
    assert window.session().architectures == {str(folder): "bert"}


def test_a_choice_of_architectures_that_cannot_be_made_is_said(
    qtbot: Any, library: Library, folder: Path
) -> None:
    dialog = opened(qtbot, library)
    dialog.offer(str(folder), Failed(UserError("The weights are cut off.")))
    assert "The weights are cut off." in [label.text() for label in dialog.findChildren(QLabel)]
    assert dialog.findChild(QInputDialog) is None
    dialog.reject()


@pytest.fixture
def crowd(window: MainWindow) -> LibraryDialog:
    """The library, asked for a fifth model."""
    window.store.update(models=("bert-mini", "gpt2-mini", "bert-mini", "gpt2-mini"))
    return window.open_library()


def test_a_fifth_model_waits_until_a_person_says_which_gives_its_place(
    window: MainWindow, crowd: LibraryDialog, qtbot: Any
) -> None:
    box, use = place_box(crowd), button(crowd, "Use")
    names = [box.itemText(row) for row in range(box.count())]
    assert names == ["A bert-mini", "B gpt2-mini", "C bert-mini", "D gpt2-mini"]
    assert any("4 models side by side" in one.text() for one in crowd.findChildren(QLabel))
    assert not use.isEnabled()
    assert "place" in use.toolTip()
    qtbot.keyClick(models_list(crowd), Qt.Key.Key_Down)
    qtbot.keyClick(models_list(crowd), Qt.Key.Key_Return)
    assert crowd.isVisible()
    assert marked(crowd) == "gpt2-mini"
    box.setCurrentIndex(2)
    qtbot.mouseClick(use, Qt.MouseButton.LeftButton)
    assert window.store.state.models == ("bert-mini", "gpt2-mini", "gpt2-mini", "gpt2-mini")
    assert window.banners.texts == []


def test_a_folder_that_is_opened_as_a_fifth_model_stays_marked(
    window: MainWindow, crowd: LibraryDialog, folder: Path, qtbot: Any
) -> None:
    line(crowd).setText("gpt2")
    crowd.open_folder(str(folder))
    assert crowd.isVisible()
    assert marked(crowd) == "checkpoint-500"
    place_box(crowd).setCurrentIndex(0)
    qtbot.mouseClick(button(crowd, "Use"), Qt.MouseButton.LeftButton)
    assert window.store.state.models[0] == str(folder)
    assert len(window.store.state.models) == 4


def test_nobody_is_asked_for_a_place_where_there_is_room_or_a_model_is_exchanged(
    window: MainWindow, crowd: LibraryDialog
) -> None:
    crowd.reject()
    exchange = window.open_library(1)
    assert place_box(exchange) is None
    assert button(exchange, "Use").isEnabled()
    exchange.reject()
    window.store.update(models=("bert-mini",))
    adding = window.open_library()
    assert place_box(adding) is None
    adding.reject()


def test_names_that_become_known_are_shown_and_the_mark_stays(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = window.open_library(1)
    assert "\ngpt2 ·" in " ".join(rows(dialog))
    monkeypatch.setattr(window.context.engine, "family", family)
    window._preload()
    qtbot.waitUntil(lambda: "\nGPT-2 ·" in " ".join(rows(dialog)))
    assert marked(dialog) == "gpt2-mini"
    dialog.reject()


def test_an_opened_folder_shows_its_path_and_can_be_taken_off_the_list(
    qtbot: Any, library: Library, folder: Path
) -> None:
    dialog = opened(qtbot, library, current=str(folder))
    assert marked(dialog) == "checkpoint-500"
    assert str(folder) in rows(dialog)[-1]
    changed: list[None] = []
    dialog._context.library_listeners.append(lambda: changed.append(None))
    action(dialog, "Remove from the list").trigger()
    assert len(changed) == 1
    assert library.opened_folders == ()
    assert "OPENED FOLDERS AND DOWNLOADS" not in rows(dialog)
    assert (folder / "config.json").exists()
    dialog.reject()


def test_only_opened_folders_can_be_taken_off_the_list(qtbot: Any, library: Library) -> None:
    dialog = opened(qtbot, library, current="bert-mini")
    assert not action(dialog, "Remove from the list").isEnabled()
    dialog.reject()


def test_a_folder_that_is_gone_says_so_cannot_be_used_and_can_be_taken_off(
    qtbot: Any, library: Library, folder: Path
) -> None:
    shutil.rmtree(folder)
    dialog = opened(qtbot, library, current=str(folder))
    assert "is no longer there" in rows(dialog)[-1]
    assert not button(dialog, "Use").isEnabled()
    with qtbot.assertNotEmitted(dialog.chosen):
        qtbot.keyClick(line(dialog), Qt.Key.Key_Return)
    action(dialog, "Remove from the list").trigger()
    assert library.opened_folders == ()
    dialog.reject()


def test_opening_a_folder_begins_beside_the_last_one(
    qtbot: Any, library: Library, folder: Path
) -> None:
    dialog = opened(qtbot, library)
    button(dialog, "Open folder…").click()
    chooser = dialog.findChild(QFileDialog)
    assert Path(chooser.directory().absolutePath()) == folder.parent
    chooser.close()
    dialog.reject()
