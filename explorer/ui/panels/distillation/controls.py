"""The options of the distillation panel: a temperature, a layer, a head."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QSlider, QWidget

from explorer.ui.controls.choices import ScaleBox
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import side_by_side
from explorer.ui.controls.plain_text import plain_label, set_tip

SLIDER_STEPS = 200
TEMPERATURES = (0.5, 20.0)  # of the slider, whose steps are even on a logarithmic scale


class TemperatureLine(QWidget):
    """A slider with its value."""

    changed = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, SLIDER_STEPS)
        self.slider.setMinimumWidth(120)
        self.slider.setMaximumWidth(280)
        self.slider.setAccessibleName("Temperature")
        set_tip(self.slider, "The temperature of the soft labels in training")
        self.slider.valueChanged.connect(
            lambda step: self.changed.emit(round(temperature_at(step), 2))
        )
        self._value = plain_label()
        side_by_side(self, plain_label("Temperature"), self.slider, self._value)

    def show_temperature(self, temperature: float) -> None:
        """Show another one without emitting a signal."""
        self._value.setText(f"{temperature:.2f}")
        with QSignalBlocker(self.slider):
            self.slider.setValue(slider_step(temperature))


class PlaceLine(QWidget):
    """A layer and a head, or the average over them, which is None, and the scale of colours."""

    layer_chosen = Signal(object)
    head_chosen = Signal(object)
    root_scale_chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.layer, self.head = QComboBox(), QComboBox()
        self.layer.setAccessibleName("Layer of the student")
        self.head.setAccessibleName("Head")
        for box in (self.layer, self.head):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.layer.activated.connect(lambda: self.layer_chosen.emit(self.layer.currentData()))
        self.head.activated.connect(lambda: self.head_chosen.emit(self.head.currentData()))
        self._whose = plain_label()
        line = FlowLine(self)
        line.addWidget(side_by_side(QWidget(), self._whose, self.layer))
        line.addWidget(side_by_side(QWidget(), plain_label("Head"), self.head))
        self.scale = ScaleBox()
        self.scale.chosen.connect(self.root_scale_chosen)
        line.addWidget(self.scale)

    def show_places(
        self, whose: str, counts: tuple[int, int], layer: int | None, head: int | None
    ) -> None:
        """Show how many layers and heads a part has, and which are chosen."""
        self._whose.setText(f"{whose}'s layer")
        _fill(self.layer, "layers", counts[0], layer)
        _fill(self.head, "heads", counts[1], head)


def _fill(box: QComboBox, kind: str, count: int, chosen: int | None) -> None:
    with QSignalBlocker(box):
        box.clear()
        box.addItem(f"average over {kind}", None)
        for index in range(count):
            box.addItem(f"{kind[:-1]} {index + 1}", index)
        box.setCurrentIndex(0 if chosen is None else min(chosen, count - 1) + 1)


def temperature_at(step: int) -> float:
    """The temperature at a step of the slider."""
    low, high = TEMPERATURES
    return float(low * (high / low) ** (step / SLIDER_STEPS))


def slider_step(temperature: float) -> int:
    """The step of the slider that is nearest to a temperature."""
    low, high = TEMPERATURES
    share = math.log(min(max(temperature, low), high) / low) / math.log(high / low)
    return round(share * SLIDER_STEPS)
