"""A tag for a drawing inside a larger one, which identifies the target of a hit."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from explorer.ui.graphics.drawing import Drawing, Pinned, Placed
from explorer.ui.style.theme import Palette


@dataclass(frozen=True)
class TagHit:
    """A hit, and the tag of the drawing that it is in."""

    tag: Hashable
    hit: Any


class Tagged(Drawing):
    """Passes everything on to a drawing; hits come back with its tag."""

    def __init__(self, drawing: Drawing, tag: Hashable) -> None:
        self.drawing = drawing
        self.title = drawing.title
        self.tag = tag

    def size(self, width: float) -> QSizeF:
        return self.drawing.size(width)

    def least_width(self) -> float:
        return self.drawing.least_width()

    def least_height(self, width: float) -> float:
        return self.drawing.least_height(width)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self.drawing.paint(painter, rect, palette)

    def hit(self, point: QPointF, rect: QRectF) -> TagHit | None:
        hit = self.drawing.hit(point, rect)
        return None if hit is None else TagHit(self.tag, hit)

    def describe(self, hit: TagHit) -> str:
        return self.drawing.describe(hit.hit)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: TagHit) -> None:
        self.drawing.paint_hover(painter, rect, palette, hit.hit)

    def neighbour(self, hit: TagHit | None, dx: int, dy: int) -> TagHit | None:
        found = self.drawing.neighbour(hit.hit if hit else None, dx, dy)
        return None if found is None else TagHit(self.tag, found)

    def pinned(self, width: float) -> Pinned | None:
        return self.drawing.pinned(width)

    def for_export(self) -> Drawing | None:
        return self.drawing.for_export()


def tagged(hit: Any) -> TagHit | None:
    """The tagged hit inside a hit of a group, if there is one."""
    while isinstance(hit, Placed):
        hit = hit.hit
    return hit if isinstance(hit, TagHit) else None
