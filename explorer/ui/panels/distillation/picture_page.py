"""The picture of teacher and students, with what is chosen above it in its view."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.core.distillation.students import Attentions
from explorer.core.distillation.views import LABELS
from explorer.core.state.state import Selection
from explorer.ui.controls.measuring_line import MeasuringLine
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock
from explorer.ui.panels.distillation.controls import PlaceLine, TemperatureLine
from explorer.ui.panels.distillation.pictures import StudentPictures
from explorer.ui.style.theme import Theme

CHOOSE_STUDENT = "No student is chosen: choose one above, or press New student."


class PicturePage(QWidget):
    """A temperature above soft labels, a layer and a head above attention, and the picture."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.softness = TemperatureLine()
        self.place = PlaceLine()
        self.measuring = MeasuringLine()
        self.area = CanvasArea(theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.softness)
        layout.addWidget(self.place)
        layout.addWidget(self.measuring)
        layout.addWidget(self.area, 1)

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
