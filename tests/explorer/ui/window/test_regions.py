"""The window by the keyboard alone: its parts, and where the focus is."""

import itertools
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from explorer.core.state.defaults import examples
from explorer.ui.controls.flow import SPACING, WIDE_SPACING, FlowLine
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.window.main_window import MainWindow
from explorer.ui.window.regions import tab_stops


def part_with_focus(window: MainWindow) -> str:
    focus = QApplication.focusWidget()
    if isinstance(focus, Canvas):
        return "picture"
    parts = {"rail": window.rail, "controls": window.stage, "details": window.details}
    return next((name for name, part in parts.items() if part.isAncestorOf(focus)), "top")


def owner(wrapped: object) -> str:
    """What PySide takes for the owner of an object of Qt."""
    told = shiboken6.dump(wrapped).splitlines()
    return next((line for line in told if line.startswith("parent")), "")


def press(window: MainWindow, qtbot: Any, shift: bool = False) -> str:
    held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6, held)
    return part_with_focus(window)


def test_f6_goes_through_the_parts_of_the_window_and_round(window: MainWindow, qtbot: Any) -> None:
    window.sentence_bar.sentence.setFocus()
    found = [press(window, qtbot) for _ in range(5)]
    assert found == ["rail", "controls", "picture", "details", "top"]
    assert QApplication.focusWidget() is window.sentence_bar.sentence
    assert [press(window, qtbot, shift=True) for _ in range(2)] == ["details", "picture"]


def test_a_part_is_entered_where_it_was_left(window: MainWindow, qtbot: Any) -> None:
    seed = window.sentence_bar._seed
    seed.setFocus()
    press(window, qtbot)
    press(window, qtbot, shift=True)
    assert QApplication.focusWidget() is seed


def test_the_rail_is_entered_at_the_panel_that_is_shown(window: MainWindow, qtbot: Any) -> None:
    window.store.update(panel="letters")
    window.sentence_bar.sentence.setFocus()
    press(window, qtbot)
    assert QApplication.focusWidget().text().strip() == "Letters"


def test_to_ask_for_the_stops_makes_no_widget_the_owner_of_another(qtbot: Any) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    layout = QVBoxLayout(holder)
    widgets = [QPushButton("Hide"), QCheckBox("Order"), QSpinBox()]
    group = QButtonGroup(holder)
    group.setExclusive(False)
    group.addButton(widgets[0])
    for widget in widgets:
        layout.addWidget(widget)
    holder.show()
    before = [owner(each) for each in (*widgets, group, holder)]
    assert [*tab_stops(holder)] == widgets
    assert [owner(each) for each in (*widgets, group, holder)] == before


def test_a_panel_is_shown_after_the_keyboard_went_round(window: MainWindow, qtbot: Any) -> None:
    window.sentence_bar.sentence.setFocus()
    for _ in range(5):
        press(window, qtbot)
    for name in ("letters", window.catalog.panels[0].spec.name):
        window.store.update(panel=name)
        QApplication.processEvents()
        assert window.current_panel is window.panel(name)


def test_what_is_hidden_or_out_of_use_is_passed_by(window: MainWindow) -> None:
    window.details.hide()
    assert not [*tab_stops(window.details)]
    window.sentence_bar._seed.setEnabled(False)
    assert window.sentence_bar._seed not in tab_stops(window.sentence_bar)


def test_a_picture_that_is_entered_by_the_keyboard_marks_its_first_thing(
    window: MainWindow, qtbot: Any
) -> None:
    canvas = window.current_panel.area.canvas
    window.sentence_bar.sentence.setFocus()
    canvas.setFocus(Qt.FocusReason.MouseFocusReason)
    assert canvas.current is None
    window.sentence_bar.sentence.setFocus()
    while part_with_focus(window) != "picture":
        press(window, qtbot)
    assert canvas.drawing.describe(canvas.current) == canvas.cell.text != ""


def test_a_figure_is_named_after_its_panel_and_its_parts(window: MainWindow) -> None:
    canvas = window.current_panel.area.canvas
    titles = [part.heading() for part in canvas.drawing.drawings]
    assert canvas.drawing.title == ""
    assert canvas.accessibleName() == ", ".join(["Words", *titles])


def test_a_screen_reader_follows_the_keyboard_from_cell_to_cell(
    window: MainWindow, qtbot: Any
) -> None:
    canvas = window.current_panel.area.canvas
    figure = QAccessible.queryAccessibleInterface(canvas)
    assert figure.role() == QAccessible.Role.Graphic
    assert (figure.childCount(), figure.text(QAccessible.Text.Value)) == (0, "")
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    read = []
    for _ in range(2):
        cell = figure.focusChild()
        assert cell.role() == QAccessible.Role.Cell
        assert cell.state().focused
        assert cell.parent().object() is canvas
        assert figure.indexOfChild(cell) == 0
        assert figure.rect().contains(cell.rect().center())
        assert figure.childAt(*cell.rect().center().toTuple()).object() is cell.object()
        assert cell.text(QAccessible.Text.Name) == figure.text(QAccessible.Text.Value)
        read.append(cell.text(QAccessible.Text.Name))
        qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert all(read)
    assert read[0] != read[1]
    window.sentence_bar.sentence.setFocus()
    assert figure.childCount() == 0
    assert figure.focusChild() is None


def test_a_long_example_is_shown_from_its_beginning(window: MainWindow) -> None:
    longest = max(examples(), key=lambda example: len(example.text))
    line = window.sentence_bar.sentence
    line.setFocus()
    window.sentence_bar._on_example(longest)
    assert line.text() == longest.text
    assert line.cursorPosition() == 0


def test_words_stand_closer_to_their_own_control_than_to_the_next(qtbot: Any) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    line = FlowLine(holder)
    widgets = [QPushButton("Draw"), QComboBox(), QCheckBox("Order"), QLabel("over"), QComboBox()]
    for widget in widgets:
        line.addWidget(widget)
    holder.resize(900, 60)
    holder.show()
    line.setGeometry(QRect(0, 0, 900, 60))
    gaps = [b.x() - (a.x() + a.width()) for a, b in itertools.pairwise(widgets)]
    assert gaps == [SPACING, WIDE_SPACING, WIDE_SPACING, SPACING]


def test_a_label_and_what_it_names_wrap_together(qtbot: Any) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    line = FlowLine(holder)
    first, label, named = QPushButton("Draw"), QLabel("against"), QComboBox()
    named.addItem("one static mask")
    for widget in (first, label, named):
        line.addWidget(widget)
    holder.show()
    room = label.sizeHint().width() + SPACING + named.sizeHint().width()
    assert first.sizeHint().width() + WIDE_SPACING + label.sizeHint().width() <= room
    line.setGeometry(QRect(0, 0, room, 90))
    assert first.geometry().bottom() < label.y()
    assert label.geometry().center().y() == named.geometry().center().y()


@pytest.mark.parametrize("height", [700, 1400])
def test_a_long_explanation_is_whole_or_scrolls(window: MainWindow, height: int) -> None:
    window.resize(1100, height)
    stage = window.stage
    stage._help.setText("A sentence that explains. " * 60)
    stage.help_button.toggle()
    QApplication.processEvents()
    area = stage._help_area
    assert stage._help.height() >= stage._help.heightForWidth(stage._help.width())
    hidden = area.widget().height() - area.viewport().height()
    assert area.verticalScrollBar().maximum() == max(hidden, 0)
    assert (hidden > 0) == (height == 700)
