"""Shows a graph in the room that there is; its nodes can be pulled, and unfolded by a key."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from explorer.ui.graphics.canvas import Canvas
from explorer.ui.panels.knowledge.graph_drawing import LEAST, GraphDrawing, NodeHit
from explorer.ui.style.theme import Theme

UNFOLD_KEYS = (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus)
PULLED = 4  # pixels that a pointer moves before it pulls


class GraphCanvas(Canvas):
    """As high as its room. While a button holds a node, the node follows the pointer."""

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

    def _pull(self, entity: int, event: QMouseEvent) -> None:
        if isinstance(self.drawing, GraphDrawing):
            point = event.position() / self.scale
            self.pulled.emit(entity, self.drawing.place_at(point, self._rect()))

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
            self._pull(self._held, event)
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pulls:
            self.released.emit()
        self._held, self._pulls = None, False
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in UNFOLD_KEYS and isinstance(self.current, NodeHit):
            self.double_clicked.emit(self.current)
        else:
            super().keyPressEvent(event)
