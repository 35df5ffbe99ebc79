"""A guided tour: a ring around a part of the window, a sentence, and Next, Back, Close."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QWidget

from explorer.core.comparisons.tours import Tour, TourStep
from explorer.core.localization import tr
from explorer.ui.controls.layouts import column, line, muted_label, push_button
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.graphics.drawing import hairline
from explorer.ui.style.zoom import scale_length

if TYPE_CHECKING:
    from explorer.ui.window.main_window import MainWindow

BUBBLE_WIDTH, GAP, RING, RADIUS = 320, 14, 3.0, 8.0
FOLLOW_MS = 120  # a picture that is computed meanwhile takes its place


class TourGuide(QWidget):
    """Lies over the window and lets every click through, but for those on its bubble."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._tour: Tour | None = None
        self._at = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._build()
        self._follower = QTimer(self)
        self._follower.setInterval(FOLLOW_MS)
        self._follower.timeout.connect(self._follow)

    # ---- the tour

    @property
    def step(self) -> TourStep | None:
        return self._tour.steps[self._at] if self._tour else None

    def start(self, tour: Tour, at: int = 0) -> None:
        """Begin a tour at one of its steps."""
        self._tour = tour
        self._go_to(at)
        self._follower.start()
        self.show()
        self.bubble.show()
        QTimer.singleShot(0, self.bubble.setFocus)  # after the panel before has lost it

    def close_tour(self) -> None:
        self._tour = None
        self._follower.stop()
        self.bubble.hide()
        self.hide()

    def go_on(self) -> None:
        if self._tour and self._at + 1 < len(self._tour.steps):
            self._go_to(self._at + 1)
        else:
            self.close_tour()

    def go_back(self) -> None:
        self._go_to(max(self._at - 1, 0))

    def _go_to(self, at: int) -> None:
        assert self._tour is not None
        self._at = at
        step = self._tour.steps[at]
        store = self._window.store
        after = step.apply(store.state)
        store.update(
            text=after.text,
            pair=after.pair,
            models=after.models,
            panel=after.panel,
            panel_settings=after.panel_settings,
            selection=after.selection,
        )
        self._title.setText(f"{self._tour.title}  ·  {at + 1}/{len(self._tour.steps)}")
        self._sentence.setText(step.say)
        self.back.setEnabled(at > 0)
        self.next.setText(tr("Next") if at + 1 < len(self._tour.steps) else tr("Finish"))
        self._follow()

    # ---- where it points

    def area(self) -> QRect | None:
        """The part of the window that the step is about, in its coordinates; None if hidden."""
        window, step = self._window, self.step
        if step is None or (panel := window.current_panel) is None:
            return None
        kind, _, name = step.at.partition(" ")
        if kind == "mark":
            marks, number = [] if panel.message else panel.marks(), int(name)
            if number > len(marks):
                return None
            return self._map_to_window(marks[number - 1].widget, marks[number - 1].area)
        parts: dict[str, list[QWidget]] = {
            "button": [one for one in panel.findChildren(QAbstractButton) if one.text() == name],
            "text": [window.sentence_bar],
            "models": [window.model_bar],
            "panels": [window.rail],
            "details": [window.details],
            "picture": [panel],
        }
        visible = [widget for widget in parts[kind] if widget.isVisible()]
        return self._map_to_window(visible[0], visible[0].rect()) if visible else None

    def _map_to_window(self, widget: QWidget, area: QRect) -> QRect:
        """A rectangle of a widget as far as it is visible, in the window."""
        visible = area.intersected(widget.visibleRegion().boundingRect())
        return QRect(widget.mapTo(self._window, visible.topLeft()), visible.size())

    def _follow(self) -> None:
        self.setGeometry(self._window.rect())
        self.bubble.adjustSize()
        self.bubble.move(self._corner())
        self.raise_()
        self.bubble.raise_()
        self.update()

    def _corner(self) -> QPoint:
        """Return the bubble's top left: below, above, right or left of its area, else inside."""
        room, size = self._window.rect().adjusted(GAP, GAP, -GAP, -GAP), self.bubble.size()
        area = self.area()
        if area is None:
            return room.center() - QPoint(size.width() // 2, size.height() // 2)
        for corner in (
            QPoint(area.left(), area.bottom() + GAP),
            QPoint(area.left(), area.top() - GAP - size.height()),
            QPoint(area.right() + GAP, area.top()),
            QPoint(area.left() - GAP - size.width(), area.top()),
        ):
            if room.contains(QRect(corner, size)):
                return corner
        return area.bottomRight() - QPoint(size.width() + GAP, size.height() + GAP)

    # ---- building

    def _build(self) -> None:
        self.bubble = TourBubble(self)
        self._title = muted_label()
        self._sentence = plain_label()
        self._sentence.setWordWrap(True)
        self._sentence.setMinimumWidth(scale_length(BUBBLE_WIDTH - 2 * GAP))
        self.back = push_button(tr("Back"), self.go_back)
        self.next = push_button(tr("Next"), self.go_on, style="primary")
        buttons = line(push_button(tr("Close"), self.close_tour), None, self.back, self.next)
        margins = (GAP, GAP, GAP, GAP)
        column(self._title, self._sentence, buttons, into=self.bubble, margins=margins)
        self.bubble.setFixedWidth(scale_length(BUBBLE_WIDTH))
        self._window.context.theme.apply_theme(self.bubble)
        self.bubble.hide()

    # ---- Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        area = self.area()
        if area is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(hairline(self._window.context.theme.palette.accent, RING))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inside = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.drawRoundedRect(
            QRectF(area).adjusted(-4, -4, 4, 4).intersected(inside), RADIUS, RADIUS
        )
        painter.end()


class TourBubble(QFrame):
    """The sentence with its buttons; Escape ends the tour, Enter and arrows go through it."""

    def __init__(self, guide: TourGuide) -> None:
        super().__init__(guide.parentWidget())
        self._guide = guide
        self.setObjectName("tour")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Guided tour"))

    def _action(self, event: QKeyEvent) -> Callable[[], None] | None:
        return {
            Qt.Key.Key_Escape: self._guide.close_tour,
            Qt.Key.Key_Right: self._guide.go_on,
            Qt.Key.Key_Return: self._guide.go_on,
            Qt.Key.Key_Enter: self._guide.go_on,
            Qt.Key.Key_Left: self._guide.go_back,
        }.get(Qt.Key(event.key()))

    def event(self, event: QEvent) -> bool:
        """Its keys come before the shortcuts of the window."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(self._action(event) is not None)
            return event.isAccepted()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self._action(event)
        if action is None:
            super().keyPressEvent(event)
        else:
            action()
