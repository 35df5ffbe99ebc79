"""Where the name of a dot has room in a chart."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

LABEL_HEIGHT = 15.0


def free_place(
    area: QRectF, dot: QPointF, wide: float, gap: float, taken: Sequence[QRectF]
) -> QRectF | None:
    """At the right of a dot, at its left, above, or below; None where all of these are taken."""
    x, y, high = dot.x(), dot.y(), LABEL_HEIGHT
    corners = (
        (x + gap, y - high / 2),
        (x - gap - wide, y - high / 2),
        (x - wide / 2, y - gap / 2 - high),
        (x - wide / 2, y + gap / 2),
    )
    rooms = (QRectF(left, top, wide, high) for left, top in corners)
    free = (r for r in rooms if area.contains(r) and not any(r.intersects(t) for t in taken))
    return next(free, None)
