"""The picture of teacher and students, what is chosen above it, and how far it is measured."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from explorer.core.distillation.students import Attentions
from explorer.core.distillation.views import LABELS
from explorer.core.jobs.jobs import Progress
from explorer.core.jobs.progress_text import describe
from explorer.core.state.state import Selection
from explorer.ui.controls.layouts import column, line, muted_label
from explorer.ui.controls.share_bar import ShareBar
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock
from explorer.ui.panels.distillation.controls import PlaceLine, TemperatureLine
from explorer.ui.panels.distillation.pictures import StudentPictures
from explorer.ui.style.theme import Theme

CHOOSE_STUDENT = "No student is chosen: choose one above, or press New student."


class PicturePage(QWidget):
    """A temperature above soft labels, a layer and a head above attention, and the picture."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.softness = TemperatureLine()
        self.place = PlaceLine()
        self.measuring = MeasuringLine()
        self.area = CanvasArea(theme)
        above = self.softness, self.place, self.measuring
        column(*above, (self.area, 1), into=self, spacing=12)

    def show_controls(
        self,
        view: str,
        pictures: StudentPictures | None,
        temperature: float,
        selection: Selection,
    ) -> None:
        """What can be chosen in a view; without attention there is no layer and no head."""
        self.softness.setVisible(view == LABELS)
        self.softness.show_temperature(temperature)
        content = pictures.answer.content if pictures else None
        self.place.setVisible(isinstance(content, Attentions))
        if pictures is None or not isinstance(content, Attentions):
            return
        shown = [role for role in pictures.roles if role.key in content.maps]
        role = shown[min(1, len(shown) - 1)]
        counts = content.maps[role.key].shape[:2]
        self.place.scale.show_scale(pictures.chosen.root_scale)
        self.place.show_places(role.name, counts, selection.layer, selection.head)

    def show_picture(self, pictures: StudentPictures | None, doing: str) -> None:
        """The picture, or what is being done for it, where no line above says that already."""
        said = "" if self.measuring.isVisibleTo(self) else doing
        self.area.set_drawing(_picture_or_words(pictures, said))


def _picture_or_words(pictures: StudentPictures | None, doing: str) -> Drawing:
    if pictures is None:
        return TextBlock(doing)
    picture = pictures.figure()
    if picture is None:
        return TextBlock(pictures.answer.problem or doing)
    if pictures.answer.cast.student:
        return picture
    return Stack([picture, TextBlock("", hint=CHOOSE_STUDENT)])


class MeasuringLine(QWidget):
    """Visible during a measurement, and after it was cancelled, with a button to start again."""

    cancel_requested = Signal()
    start_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._bar = ShareBar(240)
        self.status = muted_label(wraps=True)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.cancel_requested)
        self.start = QPushButton("Measure")
        self.start.clicked.connect(self.start_requested)
        # The words come last, so that the buttons do not move.
        line(self._bar, self.cancel, self.start, (self.status, 1), into=self, spacing=12)
        self.hide()

    def show_progress(self, progress: Progress) -> None:
        self._bar.show_progress(progress)
        self.status.setText(describe(progress))
        self._show(running=True)

    def show_cancelled(self) -> None:
        self.status.setText("Cancelled. Nothing was measured.")
        self._show(running=False)

    def _show(self, *, running: bool) -> None:
        """The visible button takes over the focus of the other."""
        focused = self.cancel.hasFocus() or self.start.hasFocus()
        self._bar.setVisible(running)
        self.cancel.setVisible(running)
        self.start.setVisible(not running)
        if focused:
            (self.cancel if running else self.start).setFocus()
        self.show()
