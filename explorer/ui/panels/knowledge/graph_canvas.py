"""Shows a graph in the room that there is; its nodes can be pulled, by the pointer or by keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from explorer.ui.graphics.canvas import ARROWS, Canvas
from explorer.ui.panels.knowledge.graph_drawing import LEAST, GraphDrawing, NodeHit
from explorer.ui.style.theme import Theme

PULL_STEP = 16.0  # pixels that Shift and an arrow key pull
PULLED = 4  # pixels that a pointer moves before it pulls


class GraphCanvas(Canvas):
    """A canvas that fills the room. A node held with a button follows the pointer."""

    pulled = Signal(int, object)  # entity, place
    released = Signal()  # after a pull

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._held: int | None = None
        self._pressed_at = QPointF()
        self._pulls = False
        self.can_pull = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def _fit_height(self) -> None:
        self.setMinimumHeight(round(LEAST * self.scale))

    def _pull(self, entity: int, point: QPointF) -> None:
        """Pull a node to a point in pixels of the drawing."""
        if isinstance(self.drawing, GraphDrawing):
            self.pulled.emit(entity, self.drawing.place_at(point, self._rect()))

    def _pull_by_key(self, hit: NodeHit, step: tuple[int, int]) -> None:
        middle = self.cell_rect().center() / self.scale
        self._pull(hit.entity, middle + QPointF(*step) * PULL_STEP)
        self.released.emit()
        self._mark(hit)  # where it is now

    # ---- Qt

    def sizeHint(self) -> QSize:
        return QSize(480, 320)

    def hasHeightForWidth(self) -> bool:
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        hit = self._hit_below(event)
        self._held = hit.entity if isinstance(hit, NodeHit) and self.can_pull else None
        self._pressed_at, self._pulls = event.position(), False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        moved = (event.position() - self._pressed_at).manhattanLength() > PULLED
        held = bool(event.buttons() & Qt.MouseButton.LeftButton)
        if self._held is not None and held and (self._pulls or moved):
            self._pulls = True
            self._pull(self._held, event.position() / self.scale)
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pulls:
            self.released.emit()
        self._held, self._pulls = None, False
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step, shift = ARROWS.get(Qt.Key(event.key())), Qt.KeyboardModifier.ShiftModifier
        hit = self.current
        if step and event.modifiers() & shift and isinstance(hit, NodeHit) and self.can_pull:
            self._pull_by_key(hit, step)
        else:
            super().keyPressEvent(event)
