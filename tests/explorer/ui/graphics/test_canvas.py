"""A picture and the keyboard: what is marked is in sight, and stays marked when drawn anew."""

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from explorer.ui.graphics.canvas import USUAL_WIDTH, CanvasArea
from explorer.ui.graphics.drawing import MEMO_PREFIX, Drawing, TextBlock
from explorer.ui.graphics.maps.head_grid import HeadHit, MeasureGrid
from explorer.ui.style.theme import Theme
from tests.explorer.ui.pointer import turn_wheel

LAYERS = 40


def tall() -> Drawing:
    return MeasureGrid(np.ones((LAYERS, 4)), maximum=1.0)


@pytest.fixture
def area(qapp: QApplication, qtbot: Any) -> CanvasArea:
    made = CanvasArea(Theme())
    made.set_drawing(tall())
    qtbot.addWidget(made)
    made.resize(300, 200)
    made.show()
    press(made, Qt.Key.Key_Down)
    assert made.canvas.current == HeadHit(0, 0)
    return made


def press(area: CanvasArea, key: Qt.Key, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(area.canvas, key)


def in_sight(area: CanvasArea) -> bool:
    """Whether the cell that the keyboard marks lies in the room that is seen."""
    grid = area.canvas.drawing
    assert isinstance(grid, MeasureGrid)
    target = grid.laid_out(area.canvas.width()).find(area.canvas.current)
    assert target is not None
    cell = target.rect
    top = cell.top() - area.verticalScrollBar().value()
    return top >= 0 and top + cell.height() <= area.viewport().height()


def test_the_picture_scrolls_after_the_arrow_keys(area: CanvasArea) -> None:
    for _ in range(LAYERS - 1):
        press(area, Qt.Key.Key_Down)
        assert in_sight(area)
    assert area.canvas.current == HeadHit(LAYERS - 1, 0)
    for _ in range(LAYERS - 1):
        press(area, Qt.Key.Key_Up)
        assert in_sight(area)
    assert area.verticalScrollBar().value() == 0


def test_what_is_in_sight_already_does_not_scroll(area: CanvasArea) -> None:
    press(area, Qt.Key.Key_Down, 2)
    press(area, Qt.Key.Key_Right, 3)
    assert area.verticalScrollBar().value() == 0


def test_enter_keeps_the_mark_when_the_picture_is_drawn_anew(area: CanvasArea) -> None:
    area.canvas.clicked.connect(lambda hit: area.set_drawing(tall()))
    press(area, Qt.Key.Key_Down, 3)
    press(area, Qt.Key.Key_Return)
    assert area.canvas.current == HeadHit(3, 0)
    press(area, Qt.Key.Key_Right)
    assert area.canvas.current == HeadHit(3, 1)


def test_the_mark_comes_back_behind_words_that_stood_there_meanwhile(area: CanvasArea) -> None:
    press(area, Qt.Key.Key_Down, 3)
    area.set_drawing(TextBlock("Computing"))
    assert area.canvas.current is None
    area.set_drawing(tall())
    assert area.canvas.current == HeadHit(3, 0)


def test_the_pointer_takes_the_mark_over(area: CanvasArea) -> None:
    press(area, Qt.Key.Key_Down, 3)
    QTest.mouseMove(area.canvas, QPoint(250, 5))
    area.set_drawing(tall())
    assert area.canvas.current is None


def test_what_was_below_the_pointer_is_let_go_when_the_picture_scrolls(area: CanvasArea) -> None:
    QTest.mouseMove(area.canvas, QPoint(40, 40))
    assert area.canvas.current is not None
    turn_wheel(area.canvas)
    assert area.canvas.current is None


def test_the_wheel_leaves_the_mark_of_the_keyboard(area: CanvasArea) -> None:
    press(area, Qt.Key.Key_Down, 3)
    turn_wheel(area.canvas)
    assert area.canvas.current == HeadHit(3, 0)


def test_keys_do_what_a_double_click_and_a_click_with_ctrl_do(area: CanvasArea) -> None:
    done: list[tuple[str, object]] = []
    for name in ("clicked", "modified_click", "double_clicked"):
        getattr(area.canvas, name).connect(lambda hit, name=name: done.append((name, hit)))
    QTest.keyClick(area.canvas, Qt.Key.Key_Return)
    QTest.keyClick(area.canvas, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(area.canvas, Qt.Key.Key_Plus)
    hit = HeadHit(0, 0)
    assert done == [("clicked", hit), ("modified_click", hit), ("double_clicked", hit)]


@pytest.mark.parametrize("zoom", [0.75, 1.0, 2.0])
def test_a_zoomed_picture_answers_where_it_is_drawn(qtbot: Any, zoom: float) -> None:
    theme, hits = Theme(), list[Any]()
    area = CanvasArea(theme)
    area.set_drawing(tall())
    qtbot.addWidget(area)
    area.resize(600, 200)
    area.show()
    usual = area.canvas.height()
    theme.set_zoom(zoom)
    QApplication.processEvents()
    assert area.canvas.height() == pytest.approx(zoom * usual, abs=1)
    area.canvas.clicked.connect(hits.append)
    grid = area.canvas.drawing
    assert isinstance(grid, MeasureGrid)
    target = grid.laid_out(area.canvas._rect().width()).find(HeadHit(2, 3))
    assert target is not None
    cell = target.rect.center()
    place = QPoint(round(cell.x() * zoom), round(cell.y() * zoom))
    QTest.mousePress(area.canvas, Qt.MouseButton.LeftButton, pos=place)
    assert hits == [HeadHit(2, 3)]


def test_a_picture_grows_with_its_room_as_far_as_all_of_it_is_in_view(qtbot: Any) -> None:
    area = CanvasArea(Theme())
    area.set_drawing(MeasureGrid(np.ones((4, 4)), maximum=1.0))
    qtbot.addWidget(area)
    area.show()
    for width, height, grown in ((USUAL_WIDTH, 900, 1.0), (1460, 900, 1.5), (1460, 100, 1.0)):
        area.resize(width, height)
        QApplication.processEvents()
        assert area.canvas.scale == pytest.approx(grown, abs=0.01)


def test_a_hidden_picture_keeps_no_copy_of_itself_and_looks_the_same_later(
    area: CanvasArea,
) -> None:
    area.canvas.clearFocus()  # and with it the mark of the keyboard
    QApplication.processEvents()
    before = area.canvas.grab().toImage()
    grid = next(part for part in parts_of(area.canvas.drawing) if memoized_in(part))
    assert area.canvas._picture is not None
    area.hide()
    assert area.canvas._picture is None
    assert not memoized_in(grid)
    area.show()
    QApplication.processEvents()
    assert area.canvas.grab().toImage() == before


def parts_of(drawing: Drawing) -> list[Drawing]:
    """A drawing and all in it."""
    own = getattr(drawing, "drawings", ())
    return [drawing, *(below for part in own for below in parts_of(part))]


def memoized_in(drawing: Drawing) -> list[str]:
    return [name for name in vars(drawing) if name.startswith(MEMO_PREFIX)]
