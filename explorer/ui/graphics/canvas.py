"""Shows a drawing in the window and turns pointer and keys into hits.

Hover shows, click selects, double click or + opens, arrow keys walk, Enter selects: the same
everywhere. Ctrl or Shift with Enter is a click with that key held.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPicture,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.core.localization import tr
from explorer.ui.controls.layouts import ScrollColumn
from explorer.ui.controls.plain_text import show_tip
from explorer.ui.graphics.accessible import FigureCell
from explorer.ui.graphics.drawing import Drawing, Group, Stack
from explorer.ui.style.theme import Theme

MIN_WIDTH, MIN_AREA = 120, 264
USUAL_WIDTH = 976  # of a picture in a window of 1440 x 900
MIN_GROWTH, MAX_GROWTH = 1.05, 2.0  # of a picture in a larger room; less is not worth a change
# Larger pictures are painted directly: their copy would cost more memory than it saves time.
MAX_CACHED_PIXELS = 16_000_000
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
OPEN_KEYS = (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus)
CLICK_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
NAMELESS = tr("Picture")  # is read where a drawing has no title
NOTHING = Stack(())
AROUND_MARK = 24  # pixels that stay in sight around what the keyboard marks


class Canvas(QWidget):
    """One drawing, as wide as the widget and as tall as the drawing wants.

    It is drawn at the zoom of the theme, times `growth` where a window has room for more; hits and
    marks are in the pixels of the drawing.
    """

    hovered = Signal(object)  # a hit, or None
    clicked = Signal(object)  # a hit, or None beside everything
    double_clicked = Signal(object)
    modified_click = Signal(object)  # a hit, with Ctrl or Shift held
    walked = Signal(object)  # a QRectF: what the keyboard has just marked

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.drawing: Drawing = NOTHING
        self.current: Any = None  # the hit that the pointer, or the keyboard, is at
        self._growth = 1.0
        self._marked_at: QPointF | None = None  # where the keyboard is
        self.subject = ""  # what the panel around it shows, for its name
        self.cell = FigureCell(self)
        self._picture: QPixmap | None = None
        self._heights: dict[int, int] = {}  # of the drawing by width, which Qt asks for often
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.fit_height)
        self.set_drawing(NOTHING)

    def set_drawing(self, drawing: Drawing | None) -> None:
        """Show another drawing; its titles and texts are read to people who do not see it.

        The keyboard stays where it is, as far as there is something in the new one.
        """
        self.drawing, self.current = drawing or NOTHING, None
        self.cell.text = ""
        self.setAccessibleName(spoken_name(self.drawing, self.subject))
        self.fit_height()
        if self._marked_at is not None:
            self._set_hit(self._hit_at(self._marked_at))

    @property
    def scale(self) -> float:
        """Pixels of the widget for one of the drawing."""
        return self._theme.zoom * self._growth

    def set_growth(self, growth: float) -> None:
        if growth != self._growth:
            self._growth = growth
            self.fit_height()

    def fit_height(self, *_: object) -> None:
        """The drawing, its scale or its palette is another than it was."""
        self._heights.clear()
        self._fit_height()
        self._picture = None
        self.update()

    def _rect(self) -> QRectF:
        return QRectF(0, 0, self.width() / self.scale, self.height() / self.scale)

    def _fit_height(self) -> None:
        height = self.heightForWidth(max(self.width(), MIN_WIDTH))
        if self.minimumHeight() != height:
            self.setMinimumHeight(height)
        self.updateGeometry()

    def _set_hit(self, hit: Any) -> None:
        if hit != self.current:
            self.current = hit
            self.cell.text = "" if hit is None else self.drawing.read_aloud(hit)
            self.update()
            self.hovered.emit(hit)

    def _mark(self, hit: Any) -> None:
        """What the keyboard leads to."""
        self._set_hit(hit)
        self._marked_at = None
        if hit is not None:
            rect = self.cell_rect()
            self._marked_at = rect.center() / self.scale
            self.cell.announce()
            self.walked.emit(rect)

    def written(self) -> str:
        return self.drawing.written()

    def cell_rect(self) -> QRectF:
        """The room that the mark of the current hit takes, in pixels of the widget."""
        recorded = QPicture()
        painter = QPainter(recorded)
        self._paint_hover(painter, self.current)
        painter.end()
        rect = QRectF(recorded.boundingRect())
        return QRectF(rect.topLeft() * self.scale, rect.size() * self.scale)

    def _paint_hover(self, painter: QPainter, hit: Any) -> None:
        self.drawing.paint_hover(painter, self._rect(), self._theme.palette, hit)

    def _click(self, hit: Any, held: Qt.KeyboardModifier) -> None:
        modified = held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        signal = self.modified_click if hit is not None and modified else self.clicked
        signal.emit(hit)

    def _hit_below(self, event: QMouseEvent) -> Any:
        return self._hit_at(event.position() / self.scale)

    def _hit_at(self, point: QPointF) -> Any:
        return self.drawing.hit(point, self._rect())

    def _static_picture(self) -> QPixmap | None:
        density = self.devicePixelRatioF()
        size = QSizeF(self.width() * density, self.height() * density).toSize()
        if size.width() * size.height() > MAX_CACHED_PIXELS:
            return None
        if self._picture is None or self._picture.size() != size:
            self._picture = QPixmap(size)
            self._picture.setDevicePixelRatio(density)
            self._picture.fill(QColor(self._theme.palette.ground))
            painter = QPainter(self._picture)
            self._set_up(painter)
            self.drawing.paint(painter, self._rect(), self._theme.palette)
            painter.end()
        return self._picture

    def _set_up(self, painter: QPainter) -> None:
        """For the pixels of the drawing."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.scale, self.scale)

    # ---- Qt

    def sizeHint(self) -> QSize:
        return QSize(480, self.heightForWidth(480))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            height = self.drawing.size(width / self.scale).height() * self.scale
            self._heights[width] = int(height + 0.999)
        return self._heights[width]

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_height()

    def hideEvent(self, event: QHideEvent) -> None:
        """A picture that nobody sees is laid out and painted again when somebody does."""
        self._picture = None
        self.drawing.forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        picture = self._static_picture()
        if picture is not None:
            painter.drawPixmap(0, 0, picture)
        else:
            painter.fillRect(self.rect(), QColor(self._theme.palette.ground))
        self._set_up(painter)
        if picture is None:
            painter.save()
            self.drawing.paint(painter, self._rect(), self._theme.palette)
            painter.restore()
        if self.current is not None:
            self._paint_hover(painter, self.current)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._marked_at = None
        self._set_hit(self._hit_below(event))
        tip = "" if self.current is None else self.drawing.describe(self.current)
        show_tip(event.globalPosition().toPoint(), tip, self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """What scrolls is no longer below the pointer; the next movement finds what is."""
        if self._marked_at is None:
            self._set_hit(None)
        super().wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if self._marked_at is None:
            self._set_hit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """By the keyboard, the first thing is marked: so one sees where the focus is."""
        if event.reason() in BY_KEYBOARD:
            self._mark(self.drawing.neighbour(None, 0, 1))
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._mark(None)
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._click(self._hit_below(event), event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        hit = self._hit_below(event)
        if hit is not None:
            self.double_clicked.emit(hit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = ARROWS.get(Qt.Key(event.key()))
        if step is not None:
            self._mark(self.drawing.neighbour(self.current, *step) or self.current)
        elif event.key() in CLICK_KEYS and self.current:
            self._click(self.current, event.modifiers())
        elif event.key() in OPEN_KEYS and self.current:
            self.double_clicked.emit(self.current)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            return True  # the tip follows the pointer, see mouseMoveEvent
        return super().event(event)


def spoken_name(drawing: Drawing, subject: str) -> str:
    """The name of a figure: what its panel shows, its title, and those of its parts."""
    parts = drawing.drawings if isinstance(drawing, Group) else ()
    names = [subject, drawing.title, *(part.heading() for part in parts)]
    return ", ".join(dict.fromkeys(filter(None, names))) or NAMELESS


class CanvasArea(ScrollColumn):
    """A canvas that scrolls when its drawing is taller than the room, but for what is pinned.

    In a window larger than the usual one the drawing grows with it, as far as it stays in view.
    The bar takes from the width of the viewport, so that width is left out: a drawing that needs
    the bar at one width, and not at the other, would be fitted for ever.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._room = (0, 0)
        self.canvas = Canvas(theme)
        self.setWidget(self.canvas)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(MIN_AREA)
        self.head = Canvas(theme, parent=self.viewport())  # what is pinned, above the rest
        self.head.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.head.hide()
        self.verticalScrollBar().valueChanged.connect(self._place_head)
        theme.changed.connect(self._grow)
        self.canvas.walked.connect(self._show_marked)

    def set_drawing(self, drawing: Drawing | None) -> None:
        self.canvas.set_drawing(drawing)
        self._grow()
        self._place_head()

    def _grow(self) -> None:
        """The largest picture that the room has all of; else one of the usual size."""
        for growth in self._growths():
            self.canvas.set_growth(growth)
            self._fit_drawing()
            if growth == 1.0 or self.canvas.heightForWidth(self.width()) <= self.height():
                break
        self.head.set_growth(self.canvas.scale / self._theme.zoom)

    def _fit_drawing(self) -> None:
        """Fit a drawing of several heights into the room, at the scale of the canvas."""

    def _growths(self) -> list[float]:
        """What to try: how much wider this room is than the usual one, half of that, nothing."""
        most = min(self.width() / (self._theme.zoom * USUAL_WIDTH), MAX_GROWTH)
        return [most, (most + 1) / 2, 1.0] if most > MIN_GROWTH else [1.0]

    def _show_marked(self, rect: QRectF) -> None:
        """Scroll as little as brings what the keyboard marks into sight, below what is pinned."""
        bar, room = self.verticalScrollBar(), self.viewport().size()
        width = room.width() / self.canvas.scale
        head = self.canvas.drawing.find_pinned_part(width)
        above = 0.0 if head is None else head.drawing.size(width).height()
        lowest = int(rect.bottom()) + AROUND_MARK - room.height()
        highest = int(rect.top() - above * self.canvas.scale) - AROUND_MARK
        bar.setValue(min(max(bar.value(), lowest), highest))

    def _place_head(self) -> None:
        """Show what is pinned at the edge once its own place is scrolled out of sight."""
        scale, width = self.canvas.scale, self.viewport().width()
        pinned = self.canvas.drawing.find_pinned_part(width / scale)
        gone = self.verticalScrollBar().value()
        if pinned is None or not pinned.top < gone / scale < pinned.bottom:
            self.head.hide()
            return
        if self.head.drawing is not pinned.drawing:
            self.head.set_drawing(pinned.drawing)
        height = self.head.heightForWidth(width)
        self.head.setGeometry(0, min(0, int(pinned.bottom * scale - gone - height)), width, height)
        self.head.show()
        self.head.raise_()

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width(), self.viewport().height()
        if room != self._room:
            self._room = room
            self._grow()
        self._place_head()
