"""The base of an adapter is asked for where it is not found, and nothing is left by cancelling."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget
from safetensors.numpy import save_file

from explorer.core.state.session import load_session, save_session
from explorer.ui.dialogs.library import BaseDialog, LibraryDialog
from explorer.ui.window.main_window import MainWindow
from tests.explorer.adapters import LAYER, write_adapter


@pytest.fixture
def adapter(window: MainWindow, models_folder: Path, tmp_path: Path) -> Iterator[Path]:
    """An adapter of BERT that names a base which is not here."""
    base = models_folder / "bert-mini"
    save_file({f"{LAYER}.weight": np.ones((8, 8), dtype=np.float32)}, base / "model.safetensors")
    window.context.library_changed()
    folder = write_adapter(base, tmp_path / "tuned", "someone/bert-large")
    yield folder
    window.context.library.forget(str(folder))


@pytest.fixture
def library(window: MainWindow) -> LibraryDialog:
    dialog = window.open_library()
    assert isinstance(dialog, LibraryDialog)
    return dialog


def ask(library: LibraryDialog, adapter: Path) -> BaseDialog:
    library.open_folder(str(adapter))
    asked = library.findChild(BaseDialog)
    assert isinstance(asked, BaseDialog)
    return asked


def listed(dialog: BaseDialog) -> list[str]:
    rows = dialog._page.findChild(QListWidget)
    return [rows.item(row).text().split("\n")[0] for row in range(rows.count())]


def said(dialog: BaseDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel))


def test_only_models_that_fit_are_offered_and_the_adapter_goes_on_with_one(
    window: MainWindow, library: LibraryDialog, adapter: Path, models_folder: Path, tmp_path: Path
) -> None:
    asked = ask(library, adapter)
    assert "tuned holds a LoRA adapter of someone/bert-large." in said(asked)
    assert listed(asked) == ["WITH THE PROGRAM", "bert-mini"]
    assert "someone/bert-large" in [one.text() for one in asked.findChildren(QLineEdit)]
    asked._use.click()
    assert window.store.state.models[-1] == str(adapter)
    assert window.context.entry(str(adapter)).problem is None
    assert not library.isVisible()
    path = tmp_path / "session.json"
    save_session(window.session(), path)
    assert load_session(path)[0].bases == {str(adapter): str(models_folder / "bert-mini")}


def test_a_folder_is_chosen_as_base_and_is_not_added_to_the_list(
    window: MainWindow, library: LibraryDialog, adapter: Path, models_folder: Path, tmp_path: Path
) -> None:
    base = Path(shutil.copytree(models_folder / "bert-mini", tmp_path / "elsewhere"))
    ask(library, adapter).open_folder(str(base))
    assert window.store.state.models[-1] == str(adapter)
    assert window.context.library.opened_folders == (str(adapter),)


def test_a_folder_that_does_not_fit_is_refused_and_cancelling_leaves_nothing(
    window: MainWindow, library: LibraryDialog, adapter: Path, models_folder: Path, qtbot: Any
) -> None:
    before = window.session()
    asked = ask(library, adapter)
    asked.open_folder(str(models_folder / "gpt2-mini"))
    assert asked.isVisible()
    assert "does not fit the model in" in said(asked)
    asked.reject()
    library.reject()
    after = window.session()
    assert (after.opened, after.bases, after.state) == (before.opened, before.bases, before.state)


def test_a_dropped_adapter_asks_too(window: MainWindow, adapter: Path) -> None:
    from PySide6.QtCore import QUrl

    window.drops.open([QUrl.fromLocalFile(str(adapter))])
    asked = window.findChild(BaseDialog)
    assert isinstance(asked, BaseDialog)
    assert asked.isVisible()
    asked.reject()
    window.findChild(LibraryDialog).reject()
