"""What a person drops on the window is opened, wherever it falls."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from explorer.ui.dialogs.choosing import OpenFileButton
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.registry import PanelCatalog
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.window.main_window import MainWindow
from tests.explorer.ui.conftest import LettersPanel, WordsPanel


class FilesPanel(LettersPanel):
    """Opens tables; the last one is its option "file"."""

    spec = PanelSpec(
        name="files",
        title="Files",
        group="compare",
        icon="tokens",
        order=1,
        summary="The last file.",
        text=LettersPanel.spec.text,
        opens=(".tsv",),
    )

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.button = OpenFileButton("A file", "Tables (*.tsv *.csv);;All files (*)")
        self.button.path_chosen.connect(lambda path: self.set_option("file", path))
        self.top.addWidget(self.button)


@pytest.fixture
def window(context: PanelContext, qtbot: Any, qapp: QApplication) -> Iterator[MainWindow]:
    made = MainWindow(context, catalog=PanelCatalog((WordsPanel, LettersPanel, FilesPanel), {}))
    qtbot.addWidget(made)
    qapp.installEventFilter(made.drops)
    made.show()
    made.start()
    yield made
    made.close()


def drop(target: QWidget, *paths: Path | str) -> bool:
    """Drag files over a widget and let them fall; whether it took them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(p)) if isinstance(p, Path) else QUrl(p) for p in paths])
    place = QPointF(target.rect().center())
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.NoModifier
    enter = QDragEnterEvent(place.toPoint(), action, data, button, key)
    QApplication.sendEvent(target, enter)
    QApplication.sendEvent(target, QDropEvent(place, action, data, button, key))
    return enter.isAccepted()


@pytest.fixture
def own(models_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(models_folder / "bert-mini", tmp_path / "own bert"))


def test_a_model_that_is_dropped_on_the_sentence_is_opened_and_not_typed(
    window: MainWindow, own: Path
) -> None:
    before = window.store.state
    assert drop(window.sentence_bar.sentence, own)
    assert window.store.state.models == (*before.models, str(own))
    assert window.sentence_bar.sentence.text() == before.text
    assert drop(window.stage, own / "model.safetensors")
    assert window.store.state.models == (*before.models, str(own)), "it is there already"
    assert "side by side already" in window.banners.texts[0].lower()


def test_several_models_are_added_and_the_library_asks_where_there_is_no_room(
    window: MainWindow, own: Path, tmp_path: Path
) -> None:
    others = [Path(shutil.copytree(own, tmp_path / f"own {n}")) for n in range(2)]
    drop(window.stage, own, *others)
    assert window.store.state.models[2:] == (str(own), str(others[0]))
    (dialog,) = window.findChildren(LibraryDialog)
    assert str(others[1]) in window.context.library.opened_folders
    dialog.reject()


def test_a_project_is_opened_and_what_falls_with_it_is_named(
    window: MainWindow, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(window.projects, "open_file", opened.append)
    drop(window.stage, tmp_path / "a.plmx", tmp_path / "b.plmx", own)
    assert opened == [tmp_path / "a.plmx"]
    assert "b.plmx and own bert" in window.banners.texts[0]
    assert len(window.store.state.models) == 2


def test_a_table_goes_to_the_visible_panel_or_to_the_one_that_opens_tables(
    window: MainWindow, tmp_path: Path
) -> None:
    table, other = tmp_path / "a.tsv", tmp_path / "b.csv"
    for path in (table, other):
        path.write_text("a\tb\n", encoding="utf-8")
    drop(window.sentence_bar.sentence, table)
    assert window.current_panel is window.panel("files")
    assert window.current_panel.option("file", "") == str(table)
    drop(window.stage, other, table)
    assert window.current_panel.option("file", "") == str(other)
    assert "Only b.csv was opened" in window.banners.texts[0]


def test_what_cannot_be_opened_is_said_and_nothing_changes(
    window: MainWindow, own: Path, tmp_path: Path
) -> None:
    before = window.store.state
    (tmp_path / "picture.png").write_bytes(b"png")
    (tmp_path / "empty").mkdir()
    (own / "config.json").write_text(json.dumps({"model_type": "unheard"}), encoding="utf-8")
    left = {
        tmp_path / "picture.png": "picture.png cannot be opened here",
        tmp_path / "gone.tsv": "gone.tsv is not there any more",
        tmp_path / "empty": "empty: ",
        own: "own bert: ",
        "https://example.org/table.tsv": "not on this computer",
    }
    for path, said in left.items():
        assert drop(window.sentence_bar.sentence, path)
        assert said in window.banners.texts[0]
    assert window.store.state == before
    assert window.sentence_bar.sentence.text() == before.text


def test_a_text_can_still_be_dropped_on_the_sentence(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("red ball")
    line = window.sentence_bar.sentence
    place = QPointF(line.rect().center())
    how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.NoModifier
    QApplication.sendEvent(line, QDragEnterEvent(place.toPoint(), *how))
    QApplication.sendEvent(line, QDropEvent(place, *how))
    assert "red ball" in line.text()
