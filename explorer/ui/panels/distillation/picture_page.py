"""The picture of teacher and students, the controls above it, and the progress of measuring."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QSlider, QWidget

from explorer.core.distillation.views import LABELS, ViewAnswer
from explorer.core.jobs.jobs import Progress
from explorer.core.jobs.progress_text import describe
from explorer.ui.controls.choices import ScaleBox
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import side_by_side
from explorer.ui.controls.layouts import column, line, muted_label
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.controls.share_bar import ShareBar
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Stack, TextBlock
from explorer.ui.panels.distillation.attention import AttentionPicture
from explorer.ui.panels.distillation.roles import StudentPicture
from explorer.ui.style.theme import Theme

CHOOSE_STUDENT = "No student is chosen: choose one above, or press New student."
SLIDER_STEPS = 200
TEMPERATURES = (0.5, 20.0)  # of the slider, whose steps are even on a logarithmic scale


class PicturePage(QWidget):
    """A temperature above soft labels, a layer and a head above attention, and the picture."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.temperature = TemperatureLine()
        self.place = PlaceLine()
        self.measuring = MeasuringLine()
        self.area = CanvasArea(theme)
        above = self.temperature, self.place, self.measuring
        column(*above, (self.area, 1), into=self, spacing=12)

    def show_controls(self, view: str, picture: StudentPicture | None, temperature: float) -> None:
        """The controls of a view; without attention there is no layer and no head."""
        self.temperature.setVisible(view == LABELS)
        self.temperature.show_temperature(temperature)
        if isinstance(picture, AttentionPicture):
            self.place.show_selection(picture)  # before it is visible, so that its sizes are known
        self.place.setVisible(isinstance(picture, AttentionPicture))

    def show_picture(
        self, answer: ViewAnswer | None, picture: StudentPicture | None, doing: str
    ) -> None:
        """The picture, or the present work where no line above names it already."""
        if answer is not None and picture is not None:
            figure, hint = picture.figure(), TextBlock("", hint=CHOOSE_STUDENT)
            self.area.set_drawing(figure if answer.cast.student else Stack([figure, hint]))
            return
        problem = answer.problem if answer else ""
        busy = "" if self.measuring.isVisibleTo(self) else doing
        self.area.set_drawing(TextBlock(problem or busy))


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

    chosen = Signal(str, object)  # "layer" or "head", and its index

    def __init__(self) -> None:
        super().__init__()
        self.layer = self._chooser("layer", "Layer of the student")
        self.head = self._chooser("head", "Head")
        self.scale = ScaleBox()
        self._role = plain_label()
        flow = FlowLine(self)
        flow.addWidget(side_by_side(QWidget(), self._role, self.layer))
        flow.addWidget(side_by_side(QWidget(), plain_label("Head"), self.head))
        flow.addWidget(self.scale)

    def _chooser(self, kind: str, name: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.activated.connect(lambda: self.chosen.emit(kind, box.currentData()))
        return box

    def show_selection(self, picture: AttentionPicture) -> None:
        """Show the numbers of layers and heads, and which are chosen."""
        role, num_layers, num_heads = picture.counts
        self._role.setText(f"{role}'s layer")
        _fill(self.layer, "layer", num_layers, picture.selection.layer)
        _fill(self.head, "head", num_heads, picture.selection.head)
        self.scale.show_scale(picture.root_scale)


def _fill(box: QComboBox, kind: str, count: int, chosen: int | None) -> None:
    with QSignalBlocker(box):
        box.clear()
        box.addItem(f"average over {kind}s", None)
        for index in range(count):
            box.addItem(f"{kind} {index + 1}", index)
        box.setCurrentIndex(0 if chosen is None else min(chosen, count - 1) + 1)


class MeasuringLine(QWidget):
    """Visible during a measurement, and after it was cancelled, with a button to start again."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = ShareBar(240)
        self.status = muted_label(wraps=True)
        self.cancel, self.start = QPushButton("Cancel"), QPushButton("Measure")
        # The words come last, so that the buttons do not move.
        line(self._bar, self.cancel, self.start, (self.status, 1), into=self, spacing=12)
        self.hide()

    def show_progress(self, progress: Progress) -> None:
        self._bar.show_progress(progress)
        self._show(describe(progress), running=True)

    def show_cancelled(self) -> None:
        self._show("Cancelled. Nothing was measured.", running=False)

    def _show(self, text: str, *, running: bool) -> None:
        """The visible button takes over the focus of the other."""
        focused = self.cancel.hasFocus() or self.start.hasFocus()
        self.status.setText(text)
        self._bar.setVisible(running)
        self.cancel.setVisible(running)
        self.start.setVisible(not running)
        if focused:
            (self.cancel if running else self.start).setFocus()
        self.show()


def temperature_at(step: int) -> float:
    """The temperature at a step of the slider."""
    low, high = TEMPERATURES
    return float(low * (high / low) ** (step / SLIDER_STEPS))


def slider_step(temperature: float) -> int:
    """The step of the slider that is nearest to a temperature."""
    low, high = TEMPERATURES
    share = math.log(min(max(temperature, low), high) / low) / math.log(high / low)
    return round(share * SLIDER_STEPS)
