"""A published model by its name: looked up, downloaded and used, in the window."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton

from explorer.core.hub import download
from explorer.core.library.published import published_models
from explorer.ui.dialogs import by_name
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.window.main_window import MainWindow
from models.schema.registry import catalog
from tests.explorer.hub_server import Hub, Repository

BERT = "owner/bert-tiny"


@pytest.fixture(autouse=True, scope="module")
def torch_is_loaded() -> None:
    """Load the catalog, as the window does soon after its start; descriptions ask for families."""
    catalog()


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_name, "LOOK_UP_AFTER_MS", 0)
    monkeypatch.setattr(download, "REPORT_EVERY_S", 0.0)


@pytest.fixture
def published(hub: Hub, models_folder: Path) -> Repository:
    found = hub.add(BERT, models_folder / "bert-mini")
    found.files["model.safetensors"] += bytes(2000)
    return found


@pytest.fixture
def dialog(hub: Hub, window: MainWindow) -> LibraryDialog:
    made = window.open_library()
    made._tabs.setCurrentIndex(1)
    return made


def primary(dialog: LibraryDialog) -> QPushButton:
    return next(b for b in dialog.findChildren(QPushButton) if b.property("primary"))


def said(dialog: LibraryDialog) -> str:
    labels = dialog._by_name.findChildren(QLabel)
    return " | ".join(label.text() for label in labels if label.text())


def write(qtbot: Any, dialog: LibraryDialog, words: str) -> None:
    qtbot.keyClicks(dialog._by_name.line, words)


def says(dialog: LibraryDialog, words: str) -> Callable[[], bool]:
    return lambda: words in said(dialog)


def offers(dialog: LibraryDialog, action: str) -> Callable[[], bool]:
    return lambda: primary(dialog).text() == action and primary(dialog).isEnabled()


def test_a_model_is_looked_up_downloaded_and_used_with_the_keyboard(
    window: MainWindow, dialog: LibraryDialog, published: Repository, hub: Hub, qtbot: Any
) -> None:
    assert dialog._by_name.line.hasFocus()
    write(qtbot, dialog, BERT)
    qtbot.waitUntil(says(dialog, "Licence: apache-2.0"))
    assert "BERT, 2.2" in said(dialog)
    assert "model.safetensors" not in hub.downloaded()
    qtbot.keyClick(dialog._by_name.line, Qt.Key.Key_Return)
    qtbot.waitUntil(offers(dialog, "Use"))
    assert "opens without a connection" in said(dialog)
    qtbot.keyClick(dialog._by_name.line, Qt.Key.Key_Return)
    assert [window.context.entry(key).name for key in window.store.state.models] == [
        "bert-mini",
        "gpt2-mini",
        "bert-tiny",
    ]


def test_what_is_on_this_machine_is_used_without_asking_the_hub(
    window: MainWindow, dialog: LibraryDialog, published: Repository, hub: Hub, qtbot: Any
) -> None:
    write(qtbot, dialog, BERT)
    qtbot.waitUntil(offers(dialog, "Download"))
    primary(dialog).click()
    qtbot.waitUntil(offers(dialog, "Use"))
    dialog.reject()
    hub.requests.clear()
    again = window.open_library()
    again._tabs.setCurrentIndex(1)
    write(qtbot, again, BERT)
    assert offers(again, "Use")()
    again.reject()
    assert not hub.requests


def test_the_page_asks_no_hub_before_a_model_is_chosen(
    dialog: LibraryDialog, hub: Hub, qtbot: Any
) -> None:
    qtbot.wait(50)
    assert not hub.requests
    assert not primary(dialog).isEnabled()
    assert "Choose a model, or write its id" in said(dialog)
    dialog.reject()


def test_known_models_are_found_by_words_and_chosen_by_arrow_keys(
    dialog: LibraryDialog, hub: Hub, qtbot: Any
) -> None:
    shown = dialog._by_name.findChild(QListWidget)
    assert shown.count() == sum(model.on_hub for model in published_models())
    write(qtbot, dialog, "base uncased bert")
    assert "google-bert/bert-base-uncased · 109,482,240 parameters" in shown.item(0).text()
    qtbot.keyClick(dialog._by_name.line, Qt.Key.Key_Down)
    qtbot.waitUntil(says(dialog, "has no public model"))
    assert hub.requests == [("GET", "google-bert/bert-base-uncased")]
    dialog._by_name.line.setText("no such words")
    assert "No known model is called “no such words”" in said(dialog)
    dialog.reject()


@pytest.mark.parametrize(
    ("file", "words"),
    [("model.safetensors", "as a pickle only"), ("tokenizer.json", "holds no tokenizer")],
)
def test_a_model_that_cannot_be_opened_says_why_and_is_not_downloaded(
    dialog: LibraryDialog, published: Repository, file: str, words: str, qtbot: Any
) -> None:
    published.files["pytorch_model.bin"] = b"pickle"
    del published.files[file]
    write(qtbot, dialog, BERT)
    qtbot.waitUntil(says(dialog, words))
    assert not primary(dialog).isEnabled()
    dialog.reject()


def test_a_download_is_stopped_and_goes_on(
    dialog: LibraryDialog, published: Repository, hub: Hub, qtbot: Any
) -> None:
    hub.break_after, hub.num_breaks, hub.gate = 1000, 1, threading.Event()
    write(qtbot, dialog, BERT)
    qtbot.waitUntil(offers(dialog, "Download"))
    primary(dialog).click()
    qtbot.waitUntil(says(dialog, " kB of 2.2"))
    assert not primary(dialog).isEnabled()
    stop = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Stop")
    assert stop.isVisible()
    stop.click()
    assert "Stopping" in said(dialog)
    assert not stop.isEnabled()
    hub.gate.set()
    qtbot.waitUntil(offers(dialog, "Resume download"))
    assert "are on this machine already" in said(dialog)
    assert not stop.isVisible()
    primary(dialog).click()
    qtbot.waitUntil(offers(dialog, "Use"))
    dialog.reject()


def test_a_model_is_used_only_when_its_download_has_ended(
    dialog: LibraryDialog,
    published: Repository,
    hub: Hub,
    models_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: Any,
) -> None:
    hub.break_after, hub.num_breaks, hub.gate = 1000, 1, threading.Event()
    write(qtbot, dialog, BERT)
    qtbot.waitUntil(offers(dialog, "Download"))
    primary(dialog).click()
    qtbot.waitUntil(says(dialog, " kB of 2.2"))
    with monkeypatch.context() as patch:  # the last file is there, its job has not ended
        patch.setattr(by_name, "find_cached", lambda repo_id: models_folder / "bert-mini")
        dialog._by_name._show()
        assert primary(dialog).text() != "Use"
        assert not primary(dialog).isEnabled()
    hub.gate.set()
    qtbot.waitUntil(offers(dialog, "Use"))
    dialog.reject()


def test_a_download_goes_on_when_the_dialog_is_closed_and_joins_the_library(
    window: MainWindow, dialog: LibraryDialog, published: Repository, hub: Hub, qtbot: Any
) -> None:
    hub.break_after, hub.num_breaks, hub.gate = 1000, 1, threading.Event()
    write(qtbot, dialog, BERT)
    qtbot.waitUntil(offers(dialog, "Download"))
    primary(dialog).click()
    qtbot.waitUntil(says(dialog, " kB of 2.2"))
    dialog.reject()
    assert window.jobs_bar.isVisible()
    hub.gate.set()
    qtbot.waitUntil(lambda: bool(window.context.library.opened_folders))
    again = window.open_library()
    last = again._page._list.item(again._page._list.count() - 1).text()
    assert last.startswith("bert-tiny\nbert · ")
    assert last.endswith(" · owner/bert-tiny")
    again.reject()
    assert window.store.state.models == ("bert-mini", "gpt2-mini")


def test_a_download_that_fails_says_why_and_can_be_tried_again(
    dialog: LibraryDialog, published: Repository, hub: Hub, qtbot: Any
) -> None:
    hub.damaged = True
    write(qtbot, dialog, BERT)
    qtbot.waitUntil(offers(dialog, "Download"))
    primary(dialog).click()
    qtbot.waitUntil(says(dialog, "arrived damaged"))
    hub.damaged = False
    qtbot.waitUntil(offers(dialog, "Resume download"))
    primary(dialog).click()
    qtbot.waitUntil(offers(dialog, "Use"))
    dialog.reject()


def test_nothing_moves_from_the_question_to_the_finished_download(
    dialog: LibraryDialog, published: Repository, hub: Hub, qtbot: Any
) -> None:
    hub.break_after, hub.num_breaks, hub.gate = 1000, 1, threading.Event()
    shown = dialog._by_name.findChild(QListWidget)
    places = [(dialog.size(), shown.geometry())]
    write(qtbot, dialog, BERT)
    for words in ("Licence", " kB of 2.2", "opens without"):
        qtbot.waitUntil(says(dialog, words))
        places.append((dialog.size(), shown.geometry()))
        if words == "Licence":
            primary(dialog).click()
        else:
            hub.gate.set()
    assert len(set(map(str, places))) == 1
    dialog.reject()


def choose(dialog: LibraryDialog, need: str, value: str) -> None:
    box = dialog._by_name._boxes[need]
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_models_are_chosen_by_what_is_needed_and_the_choice_is_kept(
    dialog: LibraryDialog, window: MainWindow
) -> None:
    page = dialog._by_name
    on_hub = sum(model.on_hub for model in published_models())
    assert f"{on_hub} of {on_hub} models" in said(dialog)
    choose(dialog, "language", "Korean")
    choose(dialog, "use", "encodes")
    found = page._list.count()
    assert 0 < found < on_hub
    assert f"{found} of {on_hub} models" in said(dialog)
    choose(dialog, "size", "20")
    assert 0 < page._list.count() < found
    choose(dialog, "licence", "MIT")
    assert page._list.count() == 0
    assert by_name.NO_FIT in said(dialog)
    dialog.close()
    again = window.open_library()._by_name
    assert [box.currentData() for box in again._boxes.values()] == [
        "encodes",
        "Korean",
        "20",
        "MIT",
    ]
