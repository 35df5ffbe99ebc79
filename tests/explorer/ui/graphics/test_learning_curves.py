"""Charts of another run replace those before, whatever the pointer is doing to them."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from explorer.core.training.runs import CurvePoint
from explorer.ui.graphics.charts.curve_grid import LearningCurves
from explorer.ui.graphics.charts.curves import CurveChart, ticks
from explorer.ui.graphics.charts.learning_curves import LearningCurve, value_chart
from explorer.ui.graphics.charts.plot_canvas import CurveView, PlotCanvas

POINTS = [
    CurvePoint("run", step, {"loss": 1 / step}, True, tokens=step, seconds=1.0)
    for step in range(1, 20)
]


def charts(count: int) -> list[CurveChart]:
    runs = [LearningCurve("model", 0, run="run")]
    titles = (f"Chart {index} of {count}" for index in range(count))
    return [value_chart(title, "nats", runs, "loss", held_out=True) for title in titles]


@pytest.fixture
def curves(context: Any, qtbot: Any) -> LearningCurves:
    made = LearningCurves(context.theme)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show_charts(charts(2), POINTS)
    made.show()
    qtbot.waitExposed(made)
    return made


def plot_of(curves: LearningCurves) -> PlotCanvas:
    return curves.views[0].plot


def move(over: QWidget, dx: int = 0) -> None:
    QTest.mouseMove(over, over.rect().center() + QPoint(dx, 0))


def test_charts_change_under_the_pointer(curves: LearningCurves) -> None:
    for count in (3, 1, 4, 2):
        for dx in (0, 7, 14):
            move(plot_of(curves), dx)
        assert curves.views[0].plot.current is not None
        curves.show_charts(charts(count), POINTS)
        QApplication.processEvents()
        assert [one.isVisible() for one in curves.findChildren(CurveView)].count(True) == count
    move(plot_of(curves), 3)
    assert curves.views[0].plot.current is not None


def test_charts_change_while_a_plot_is_dragged(curves: LearningCurves) -> None:
    held = plot_of(curves)
    QTest.mousePress(held, Qt.MouseButton.LeftButton, pos=held.rect().center())
    for dx in (20, 40, 60):
        move(held, dx)
    curves.show_charts(charts(3), POINTS)
    QApplication.processEvents()
    QTest.mouseRelease(held, Qt.MouseButton.LeftButton, pos=held.rect().center())
    curves.show_charts(charts(1), POINTS)
    QApplication.processEvents()
    assert len(curves.views) == 1


def test_another_run_is_seen_whole(curves: LearningCurves) -> None:
    view = curves.views[0]
    whole = view.plot.axes
    view.plot.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view.plot, Qt.Key.Key_End)
    QTest.keyClick(view.plot, Qt.Key.Key_Plus)
    assert view.plot.axes.x != whole.x
    assert view.plot.current is not None
    curves.show_charts(charts(3), POINTS)
    QApplication.processEvents()
    assert curves.views[0].plot.axes.x == whole.x
    assert curves.views[0].plot.current is None


@pytest.mark.parametrize("ends", [(1_000.0, 29_000.0), (0.0, 1.0), (-3.2, 0.4), (7.0, 7.001)])
@pytest.mark.parametrize("about", [1, 2, 3, 5])
def test_an_axis_has_two_numbers_at_least(ends: tuple[float, float], about: int) -> None:
    found = ticks(*ends, about)
    assert len(found) >= 2
    assert ends[0] - 1e-9 <= found[0] < found[-1] <= ends[1] + 1e-9
