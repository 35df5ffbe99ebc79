"""A slider over the usual values of a size, with a box for any other value."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QSlider, QWidget

from explorer.ui.controls.form import whole
from explorer.ui.controls.layouts import line

BOX_WIDTH = 92


class Dial(QWidget):
    """A whole number within bounds. The slider goes through `stops`, the box takes any."""

    changed = Signal(int)

    def __init__(self, stops: Sequence[int], low: int, high: int) -> None:
        super().__init__()
        self._stops: tuple[int, ...] = tuple(stops)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(self._stops) - 1)
        self.slider.setPageStep(max(1, len(self._stops) // 10))
        self.box = whole(low, high)
        self.box.setFixedWidth(BOX_WIDTH)
        self.box.valueChanged.connect(self._on_value)
        self.slider.valueChanged.connect(lambda step: self.box.setValue(self._stops[step]))
        line((self.slider, 1), self.box, into=self)

    @property
    def value(self) -> int:
        return self.box.value()

    def show_value(self, value: int) -> None:
        """Show another value without a signal."""
        with QSignalBlocker(self):
            self.box.setValue(value)
            self._follow(value)

    def show_stops(self, stops: Sequence[int], high: int) -> None:
        """Offer other values, up to another bound."""
        if tuple(stops) != self._stops:
            self._stops = tuple(stops)
            with QSignalBlocker(self.slider):
                self.slider.setRange(0, len(self._stops) - 1)
        with QSignalBlocker(self.box):
            self.box.setMaximum(high)

    def set_name(self, name: str) -> None:
        """The name of the number for screen readers."""
        self.slider.setAccessibleName(name)
        self.box.setAccessibleName(name)

    def _on_value(self, value: int) -> None:
        self._follow(value)
        self.changed.emit(value)

    def _follow(self, value: int) -> None:
        """Move the slider to its nearest value, without changing the number."""
        after = min(bisect_left(self._stops, value), len(self._stops) - 1)
        near = min({max(after - 1, 0), after}, key=lambda step: abs(self._stops[step] - value))
        with QSignalBlocker(self.slider):
            self.slider.setValue(near)


def stops_between(low: int, high: int, step: int = 1, count: int = 120) -> tuple[int, ...]:
    """Values with a constant ratio between neighbours, rounded to multiples of `step`.

    Below ten steps they are rounded to two digits only.
    """
    stops = {low, high}
    for n in range(count):
        value = low * (high / low) ** (n / (count - 1))
        digits = 10 ** max(len(str(int(value))) - 2, 0)
        unit = step if value >= 10 * step else digits
        stops.add(max(low, round(value / unit) * unit))
    return tuple(sorted(value for value in stops if value <= high))
