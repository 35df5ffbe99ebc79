"""Numbered marks on a panel: what a part of the picture is, in one short sentence each."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from explorer.core.localization import tr
from explorer.core.readable import join_names
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.drawing import Drawing, Group
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette
from explorer.ui.style.theme import Theme

if TYPE_CHECKING:
    from explorer.ui.panel_base.panel import Panel

CIRCLE = 18  # pixels across
OUTSIDE = QPoint(-11, 9)  # from the corner of a part to the middle of its circle


@dataclass(frozen=True)
class Mark:
    """A numbered circle at a part of the panel, and a sentence about it."""

    widget: QWidget
    area: QRect  # in pixels of the widget
    sentence: str


def model_names(panel: Panel) -> str:
    """The chosen models, as a sentence names them."""
    return join_names([slot.title for slot in panel.slots()] or [tr("the models")])


def marks_of_view(
    panel: Panel, tabs: QWidget | None, controls: QWidget | None, canvas: Canvas
) -> list[Mark]:
    """Marks at the tabs of a panel, at the controls of its view, and at the sections of a figure.

    The sentences are those of resources/panels, of a panel without views under `figure`; {models}
    in them are the chosen models.
    """
    marks, names = panel.spec.text.marks, model_names(panel)
    sentences = (*marks.get("tabs", ("",)), *marks[panel.view or "figure"])
    texts = (text.format(models=names) for text in sentences)
    tabs_text, controls_text, *sections = texts
    return [
        *mark_widgets((tabs_text, controls_text), tabs, controls),
        *mark_sections(canvas, *sections),
    ]


def mark_widgets(sentences: Sequence[str], *widgets: QWidget | None) -> list[Mark]:
    """Marks at controls, with a sentence for each; none at those that are hidden."""
    return [
        Mark(widget, widget.rect(), sentence)
        for widget, sentence in zip(widgets, sentences, strict=True)
        if sentence and widget is not None and widget.isVisible()
    ]


def mark_drawing(canvas: Canvas, sentence: str, kind: type[Drawing]) -> list[Mark]:
    """A mark at the first drawing of a kind; none where there is none."""
    return mark_where(canvas, sentence, lambda drawing: isinstance(drawing, kind))


def mark_where(canvas: Canvas, sentence: str, matches: Callable[[Drawing], bool]) -> list[Mark]:
    """A mark at the first drawing that matches; none where there is none."""
    if not canvas.isVisible():
        return []
    scale = canvas.scale
    whole = QRectF(0, 0, canvas.width() / scale, canvas.height() / scale)
    for drawing, area in parts(canvas.drawing, whole):
        if matches(drawing):
            scaled = QRectF(area.topLeft() * scale, area.size() * scale)
            return [Mark(canvas, scaled.toAlignedRect(), sentence)]
    return []


def mark_sections(canvas: Canvas, *sentences: str) -> list[Mark]:
    """Marks at the sections of a figure, from top to bottom; an empty sentence marks none."""
    whole = canvas.drawing
    sections = whole.drawings if isinstance(whole, Group) else (whole,)
    return [
        mark
        for section, sentence in zip(sections, sentences, strict=False)
        if sentence
        for mark in mark_where(canvas, sentence, partial(operator.is_, section))
    ]


def parts(drawing: Drawing, area: QRectF) -> Iterator[tuple[Drawing, QRectF]]:
    """A drawing and all that are in it, each with its rectangle."""
    yield drawing, area
    if isinstance(drawing, Group):
        for _, part, rect in drawing.place_drawings(area):
            yield from parts(part, rect)


class MarksOverlay(QWidget):
    """Lies over the middle of the window and lets every click through.

    A picture may change below it, so it asks the panel for its marks each time it is painted.
    """

    changed = Signal()  # the sentences are others than before

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._panel: Panel | None = None
        self._marks: list[Mark] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def sentences(self) -> list[str]:
        """What the circles say, in the order of their numbers."""
        return [mark.sentence for mark in self._marks]

    def show_panel(self, panel: Panel | None) -> None:
        """Mark the parts of a panel; None marks nothing."""
        self._panel = panel
        self._marks = self._requested_marks()
        self.setVisible(panel is not None)
        self.raise_()
        self.update()

    def _requested_marks(self) -> list[Mark]:
        return [] if self._panel is None or self._panel.message else self._panel.marks()

    def circles(self) -> list[tuple[int, QRectF]]:
        """The numbers and places of the visible marks."""
        circles, stage = [], self.parentWidget()
        assert stage is not None
        for number, mark in enumerate(self._marks, start=1):
            corner = mark.area.topLeft()
            inside = corner + QPoint(2, 2)
            if mark.widget.visibleRegion().contains(inside):
                middle = mark.widget.mapTo(stage, corner) + OUTSIDE
                circle = QRectF(0, 0, CIRCLE, CIRCLE)
                circle.moveCenter(middle.toPointF())
                circles.append((number, circle))
        return circles

    # ---- Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        before, self._marks = self._marks, self._requested_marks()
        if before != self._marks:
            self.update()
        if [mark.sentence for mark in before] != self.sentences:
            self.changed.emit()
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(fonts.font(fonts.SMALL, bold=True))
        for number, circle in self.circles():
            painter.setPen(QColor(palette.ground))
            painter.setBrush(QColor(palette.accent))
            painter.drawEllipse(circle)
            painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(number))
        painter.end()


def legend(sentences: Sequence[str], first: int, palette: Palette) -> str:
    """Sentences after their numbers, which begin with `first`, as rich text."""
    return "".join(
        f'<p style="margin: 0 0 4px 0"><b style="color: {palette.accent}">{number}</b>&nbsp; '
        f"{escape(sentence)}</p>"
        for number, sentence in enumerate(sentences, start=first)
    )
