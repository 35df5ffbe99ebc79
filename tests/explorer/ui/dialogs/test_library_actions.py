"""The library renames, deletes into the trash and shows folders: of what the program wrote."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QFile, Qt
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QInputDialog, QMessageBox
from safetensors.numpy import save_file

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.state.settings import runs_folder
from explorer.ui.dialogs import library_page
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.window.main_window import MainWindow
from models.runtime.file_lock import exclusive_lock
from tests.explorer.adapters import LAYER, write_adapter


@pytest.fixture
def trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    (tmp_path / "share").mkdir()
    return tmp_path / "share" / "Trash" / "files"


@pytest.fixture
def run(models_folder: Path, window: MainWindow) -> Path:
    """A finished run of this program, shown in the window beside two other models."""
    folder = Path(shutil.copytree(models_folder / "bert-mini", runs_folder() / "first"))
    text = json.dumps({"title": "first", "recipe": {}, "metrics": {"loss": 1.5}})
    (folder / "run.json").write_text(text, encoding="utf-8")
    window.context.library_changed()
    window.store.update(models=("bert-mini", str(folder), "gpt2-mini"))
    return folder


def library(window: MainWindow, key: str) -> LibraryDialog:
    dialog = window.open_library()
    dialog._page.fill(key)
    dialog._page._list.setFocus()
    return dialog


def rows(dialog: LibraryDialog) -> str:
    return "\n".join(
        dialog._page._list.item(row).text() for row in range(dialog._page._list.count())
    )


def action(dialog: LibraryDialog, text: str) -> QAction:
    return next(one for one in dialog._page._list.actions() if one.text() == text)


def choose(dialog: LibraryDialog, words: str) -> None:
    box = dialog.findChild(QMessageBox)
    next(one for one in box.buttons() if one.text().replace("&", "") == words).click()


def test_a_run_is_deleted_into_the_trash_and_taken_out_of_the_window(
    window: MainWindow, run: Path, trash: Path, qtbot: Any
) -> None:
    dialog = library(window, str(run))
    qtbot.waitUntil(dialog._page._list.hasFocus)
    qtbot.keyClick(dialog._page._list, Qt.Key.Key_Delete)
    box = dialog.findChild(QMessageBox)
    assert "Move first to the trash?" in box.text()
    assert str(run) in box.informativeText()
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    choose(dialog, "Move to trash")
    assert not run.exists()
    assert (trash / "first" / "model.safetensors").is_file()
    assert "TRAINED HERE" not in rows(dialog)
    assert window.store.state.models == ("bert-mini", "gpt2-mini")
    assert window.banners.texts == []
    shutil.move(trash / "first", run)
    dialog.refresh()
    assert "TRAINED HERE" in rows(dialog)
    dialog.reject()


def test_nothing_is_deleted_without_a_yes(window: MainWindow, run: Path, trash: Path) -> None:
    dialog = library(window, str(run))
    action(dialog, "Move to trash…").trigger()
    choose(dialog, "Cancel")
    assert run.is_dir()
    assert not trash.exists()
    assert str(run) in window.store.state.models
    dialog.reject()


def test_the_delete_key_of_the_line_deletes_letters_only(
    window: MainWindow, run: Path, qtbot: Any
) -> None:
    dialog = library(window, str(run))
    dialog._page.line.setText("first")
    dialog._page.line.setCursorPosition(0)
    qtbot.keyClick(dialog._page.line, Qt.Key.Key_Delete)
    assert dialog._page.line.text() == "irst"
    assert dialog.findChild(QMessageBox) is None
    dialog.reject()


def test_a_run_that_is_being_trained_is_not_deleted(
    window: MainWindow, run: Path, trash: Path
) -> None:
    dialog = library(window, str(run))
    with exclusive_lock(run):
        action(dialog, "Move to trash…").trigger()
        assert dialog._page._message.text() == "first is being trained. Stop its training first."
        assert dialog.findChild(QMessageBox) is None
    dialog.reject()


def test_a_folder_that_the_trash_does_not_take_stays_and_this_is_said(
    window: MainWindow, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Immovable(QFile):
        def moveToTrash(self) -> bool:
            return False

    monkeypatch.setattr(library_page, "QFile", Immovable)
    dialog = library(window, str(run))
    action(dialog, "Move to trash…").trigger()
    choose(dialog, "Move to trash")
    assert f"{run} could not be moved to the trash" in dialog._page._message.text()
    assert run.is_dir()
    assert str(run) in window.store.state.models
    dialog.reject()


def test_a_run_is_renamed_and_its_folder_and_measurements_stay(
    window: MainWindow, run: Path, qtbot: Any
) -> None:
    dialog = library(window, str(run))
    qtbot.waitUntil(dialog._page._list.hasFocus)
    qtbot.keyClick(dialog._page._list, Qt.Key.Key_F2)
    asked = dialog.findChild(QInputDialog)
    assert asked.textValue() == "first"
    asked.setTextValue("  <b>My</b>  model ")
    asked.accept()
    assert "<b>My</b> model\n" in rows(dialog)
    assert window.context.entry(str(run)).title == "<b>My</b> model"
    written = json.loads((run / "run.json").read_text(encoding="utf-8"))
    assert written == {"title": "<b>My</b> model", "recipe": {}, "metrics": {"loss": 1.5}}
    assert str(run) in window.store.state.models
    dialog.reject()


def test_an_empty_name_is_rejected(window: MainWindow, run: Path) -> None:
    dialog = library(window, str(run))
    action(dialog, "Rename…").trigger()
    asked = dialog.findChild(QInputDialog)
    asked.setTextValue("  ")
    asked.accept()
    assert dialog._page._message.text() == "The name is empty. Write at least one character."
    assert window.context.entry(str(run)).title == "first"
    dialog.reject()


def test_what_the_program_did_not_write_is_neither_renamed_nor_deleted(
    window: MainWindow, models_folder: Path, tmp_path: Path
) -> None:
    foreign = Path(shutil.copytree(models_folder / "gpt2-mini", runs_folder() / "foreign"))
    linked = runs_folder() / "linked"
    linked.symlink_to(shutil.copytree(models_folder / "gpt2-mini", tmp_path / "elsewhere"))
    (tmp_path / "elsewhere" / "run.json").write_text("{}", encoding="utf-8")
    opened = shutil.copytree(models_folder / "gpt2-mini", tmp_path / "opened")
    window.context.library.open_folder(opened)
    for key in ("bert-mini", str(foreign), str(linked), str(opened)):
        dialog = library(window, key)
        assert dialog._page.entry.key == key
        assert not action(dialog, "Move to trash…").isEnabled()
        assert not action(dialog, "Rename…").isEnabled()
        assert action(dialog, "Remove from the list").isEnabled() == (key == str(opened))
        dialog.reject()


def test_the_folder_of_any_model_is_shown(
    window: MainWindow, models_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: asked.append(url) or True)
    dialog = library(window, "gpt2-mini")
    action(dialog, "Show folder").trigger()
    assert [Path(url.toLocalFile()) for url in asked] == [models_folder / "gpt2-mini"]
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    action(dialog, "Show folder").trigger()
    assert str(models_folder / "gpt2-mini") in dialog._page._message.text()
    dialog.reject()


def test_a_run_that_never_began_leaves_no_row(window: MainWindow) -> None:
    with exclusive_lock(runs_folder() / "prepared"):
        pass
    (runs_folder() / "killed" / "checkpoints" / ".building-1").mkdir(parents=True)
    (runs_folder() / "begun" / "checkpoints" / "step-00000001").mkdir(parents=True)
    dialog = library(window, "")
    assert "begun" in rows(dialog)
    assert "prepared" not in rows(dialog)
    assert "killed" not in rows(dialog)
    dialog.reject()


def test_an_adapter_is_saved_with_its_base_as_one_folder(
    window: MainWindow,
    models_folder: Path,
    tmp_path: Path,
    qtbot: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    base = models_folder / "bert-mini"
    save_file({f"{LAYER}.weight": np.ones((8, 8), dtype=np.float32)}, base / "model.safetensors")
    folder = write_adapter(base, tmp_path / "tuned")
    window.context.library.open_folder(folder)

    def write(_engine: object, key: str, out: Path) -> Work:
        yield Progress(f"Loading {key}")
        if out.exists():
            raise UserError(f"{out} exists already.")
        return Path(shutil.copytree(base, out))

    monkeypatch.setattr(library_page, "save_merged", write)
    dialog = library(window, str(folder))
    assert action(dialog, "Save merged…").isEnabled()
    dialog._page.save_merged(dialog._page.entry, str(tmp_path))
    qtbot.waitUntil(lambda: "tuned-merged\n" in rows(dialog))
    assert dialog._page.entry.folder == tmp_path / "tuned-merged"
    assert not action(dialog, "Save merged…").isEnabled()
    dialog._page.save_merged(window.context.entry(str(folder)), str(tmp_path))
    qtbot.waitUntil(lambda: "exists" in dialog._page._message.text())
    dialog.reject()
