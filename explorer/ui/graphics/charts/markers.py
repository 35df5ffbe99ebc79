"""The shapes that tell the kinds of points in a chart apart, also without colours."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF


def marker(kind: int, place: QPointF, size: float) -> QPainterPath:
    """A circle for kind 0; then a square, a triangle, a diamond, and these again."""
    path, r = QPainterPath(), size / 2
    corners = {
        1: ((-r, -r), (r, -r), (r, r), (-r, r)),
        2: ((0, -r * 1.2), (r * 1.1, r * 0.8), (-r * 1.1, r * 0.8)),
        3: ((0, -r * 1.3), (r * 1.3, 0), (0, r * 1.3), (-r * 1.3, 0)),
    }.get((kind - 1) % 3 + 1 if kind else 0)
    if corners is None:
        path.addEllipse(place, r, r)
        return path
    path.addPolygon(QPolygonF([place + QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return path
