"""An adapter is switched off and on where its model stands, and all panels follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from safetensors.numpy import save_file

from explorer.core.state.session import load_session
from explorer.core.state.state import Head
from explorer.ui.window.main_window import MainWindow
from tests.explorer.adapters import LAYER, write_adapter


@pytest.fixture
def adapter(window: MainWindow, models_folder: Path, tmp_path: Path) -> str:
    """The key of an opened adapter that is shown beside a model without one."""
    base = models_folder / "bert-mini"
    save_file({f"{LAYER}.weight": np.ones((8, 8), dtype=np.float32)}, base / "model.safetensors")
    entry = window.context.library.open_folder(write_adapter(base, tmp_path / "tuned"))
    window.context.library_changed()
    window.store.update(models=("gpt2-mini", entry.key))
    return entry.key


def switches(window: MainWindow) -> list[QToolButton]:
    layout = window.model_bar.layout()
    assert layout is not None
    chips = [layout.itemAt(place).widget() for place in range(len(window.store.state.models))]
    found = [chip.findChild(QToolButton, "adapter") for chip in chips]
    return [one for one in found if one is not None]


def test_only_a_model_that_has_an_adapter_has_a_switch(window: MainWindow, adapter: str) -> None:
    (switch,) = switches(window)
    assert switch.isChecked()
    assert switch.accessibleName() == "Adapter of tuned"


def test_a_switch_keeps_the_place_the_focus_and_what_was_drawn(
    window: MainWindow, adapter: str, qtbot: Any
) -> None:
    head = (Head("", 0, 0),)
    window.store.update(masks={adapter: {1: True}}, ablated={adapter: head})
    window.store.select(token=1, model=adapter)
    qtbot.keyClick(switches(window)[0], Qt.Key.Key_Space)
    state, off = window.store.state, f"{adapter}@base"
    assert state.models == ("gpt2-mini", off)
    assert (state.masks, state.ablated) == ({off: {1: True}}, {off: head})
    assert (state.selection.model, state.selection.token) == (off, 1)
    assert [slot.title for slot in window.context.slots(state)] == [
        "gpt2-mini",
        "tuned (adapter off)",
    ]
    (switch,) = switches(window)
    assert not switch.isChecked()
    qtbot.waitUntil(lambda: window.focusWidget() is switch)
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert window.store.state.models == ("gpt2-mini", adapter)
    assert window.store.state.masks == {adapter: {1: True}}


def test_a_command_switches_all_adapters_and_undo_takes_it_back(
    window: MainWindow, adapter: str
) -> None:
    command = next(one for one in window.commands if one.title == "Switch adapters on or off")
    assert command.enabled()
    command.run()
    assert window.store.state.models == ("gpt2-mini", f"{adapter}@base")
    assert command.enabled()  # it leads back
    window.store.undo()
    assert window.store.state.models == ("gpt2-mini", adapter)
    window.store.update(models=("gpt2-mini",))
    assert not command.enabled()


def test_a_session_remembers_what_is_switched_off(
    window: MainWindow, adapter: str, session_path: Path
) -> None:
    switches(window)[0].click()
    window.close()
    session, problem = load_session(session_path)
    assert not problem
    assert session.state.models == ("gpt2-mini", f"{adapter}@base")
