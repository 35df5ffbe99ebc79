"""A pointer that finds what a test wants to click by what the drawing says lies there."""

from collections.abc import Callable
from itertools import product
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.explorer.ui.panel_bench import Bench

NOTCH = QPoint(0, -120)  # of the wheel, towards the person
STEPS = (12, 3)  # pixels between two places where the pointer looks, first and if need be
Wanted = Callable[[Any], bool]


def place_of(bench: Bench, wanted: Wanted) -> QPoint:
    """A point of the canvas whose hit is wanted."""
    canvas = bench.canvas
    rect = QRectF(0, 0, canvas.width(), canvas.height())
    for step in STEPS:
        for y, x in product(range(0, canvas.height(), step), range(0, canvas.width(), step)):
            hit = canvas.drawing.hit(QPointF(x, y), rect)
            if hit is not None and wanted(hit):
                return QPoint(x, y)
    raise AssertionError("nothing on the canvas is what was looked for")


def click(bench: Bench, wanted: Wanted) -> None:
    """Click what is wanted with the left button, and wait for what follows."""
    place = place_of(bench, wanted)
    bench.qtbot.mouseClick(bench.canvas, Qt.MouseButton.LeftButton, pos=place)
    bench.settle()


def turn_wheel(over: QWidget) -> None:
    """One notch towards the person, with the pointer in the middle of a widget."""
    centre = over.rect().center()
    none = Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        QPointF(centre),
        QPointF(over.mapToGlobal(centre)),
        QPoint(),
        NOTCH,
        Qt.MouseButton.NoButton,
        none,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(over, event)


def turn_real_wheel(
    over: QWidget, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Turn the wheel through the window system, so that a rejected event goes to the parent."""
    window = over.window()
    place = over.mapTo(window, over.rect().center())
    QTest.wheelEvent(window.windowHandle(), place, NOTCH, stateKey=held)
    QApplication.processEvents()
