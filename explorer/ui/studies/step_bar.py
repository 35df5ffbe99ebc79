"""Moves through steps by slider, keys, or automatically."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QSlider, QToolButton, QWidget

from explorer.core.localization import tr
from explorer.ui.controls.layouts import line, muted_label
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.style import motion
from explorer.ui.style.theme import Theme

STEP_MS = 700
SLIDER_WIDTH = 260
LABEL_WIDTH = 140


class StepBar(QWidget):
    """A play button, a slider that the arrow keys move, and the number of the step.

    Where the system wants no animations, there is only the slider.
    """

    stepped = Signal(int)

    def __init__(self, theme: Theme, title: str, tip: str) -> None:
        """`title` and `tip` are those of the slider."""
        super().__init__()
        self._theme, self._says = theme, ""
        self.play = QToolButton()
        self.play.clicked.connect(self._on_play)
        if not motion.system_animates():
            self.play.hide()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(title)
        self.slider.setPageStep(1)
        self.slider.setMaximumWidth(SLIDER_WIDTH)
        set_tip(self.slider, tip)
        self.slider.valueChanged.connect(self._on_value)
        self.label = muted_label()
        self.label.setMinimumWidth(LABEL_WIDTH)
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._on_tick)
        line(self.play, (self.slider, 1), self.label, None, into=self)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def step(self) -> int:
        return self.slider.value()

    @property
    def is_playing(self) -> bool:
        return self._timer.isActive()

    def show_steps(self, count: int, step: int, says: str = "") -> None:
        """Go to one of so many steps; where it is not the one that is shown, playing ends.

        `says` is beside the slider in place of the number of the step, with {step} for it.
        """
        self._says = says
        if (count, step) != (self.slider.maximum(), self.step):
            self.pause()
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, count)
            self.slider.setValue(step)
        self.setEnabled(count > 0)
        self._show_step()

    def pause(self) -> None:
        self._timer.stop()
        self._apply_theme()

    def _on_play(self) -> None:
        if self.is_playing:
            self.pause()
            return
        if self.step == self.slider.maximum():
            self.slider.setValue(0)
        self._timer.start()
        self._apply_theme()

    def _on_tick(self) -> None:
        self.slider.setValue(self.step + 1)
        if self.step == self.slider.maximum():
            self.pause()

    def _on_value(self, step: int) -> None:
        self._show_step()
        self.stepped.emit(step)

    def _show_step(self) -> None:
        step, slider = self.step, self.slider.maximum()
        usual = tr("Step {step:,} of {slider:,}", step=step, slider=slider)
        self.label.setText(self._says.format(step=step) if self._says else usual)

    def _apply_theme(self) -> None:
        self.play.setIcon(self._theme.icon("pause" if self.is_playing else "play"))
        name = tr("Pause") if self.is_playing else tr("Play the steps")
        set_tip(self.play, name)
        self.play.setAccessibleName(name)

    def hideEvent(self, event: QHideEvent) -> None:
        self.pause()
        super().hideEvent(event)
