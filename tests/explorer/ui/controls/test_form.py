"""A form scrolls below the pointer, and nothing in it changes on the way."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget

from explorer.ui.controls.form import WIDTH, Form, fill, whole
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.style.theme import Theme
from tests.explorer.ui.pointer import turn_wheel


@pytest.fixture
def form(qtbot: Any) -> Form:
    made = Form()
    qtbot.addWidget(made)
    made.heading("Learning")
    made.resize(made.width(), 120)
    return made


def shown(form: Form, qtbot: Any) -> None:
    form.show()
    qtbot.waitExposed(form)
    form.activateWindow()
    form.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    form.setFocus()


def test_the_wheel_over_a_number_or_a_list_scrolls_and_changes_neither(
    form: Form, qtbot: Any
) -> None:
    numbers = [form.add(f"Number {i}", whole(1, 64)) for i in range(8)]
    chosen = form.add("Learns from", QComboBox())
    fill(chosen, [("The village", "village"), ("A file", "file")], "village")
    for box in numbers:
        box.setValue(16)
    shown(form, qtbot)
    for control in (*numbers, chosen):
        turn_wheel(control)
    assert [box.value() for box in numbers] == [16] * 8
    assert chosen.currentData() == "village"
    assert form.verticalScrollBar().value() > 0


def test_the_wheel_turns_a_number_that_a_person_went_to(form: Form, qtbot: Any) -> None:
    box = form.add("Batch", whole(1, 64))
    box.setValue(16)
    shown(form, qtbot)
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    turn_wheel(box)
    assert box.value() == 15


def test_a_form_gives_way_to_the_picture_beside_it_and_no_words_are_cut(qtbot: Any) -> None:
    """536 pixels are what a window of 1000 leaves to a panel."""
    theme = Theme()
    panel, form, picture = QWidget(), Form(), CanvasArea(theme)
    qtbot.addWidget(panel)
    theme.apply_theme(panel)
    form.heading("Losses")
    ticked = form.add("Only at masked positions", QCheckBox())
    line = QHBoxLayout(panel)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(16)
    line.addWidget(form)
    line.addWidget(picture, 1)
    panel.resize(536, 400)
    panel.show()
    qtbot.waitExposed(panel)
    assert form.geometry().right() < picture.geometry().left()
    assert picture.geometry().right() < panel.width()
    assert ticked.width() >= ticked.sizeHint().width()
    panel.resize(1200, 400)
    assert form.width() == WIDTH
