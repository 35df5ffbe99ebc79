"""A drawing of fixed width and one that takes the remaining width, or one below the other."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF

from explorer.ui.graphics.drawing import GRID, Drawing, Group, Place


class Beside(Group):
    """The first drawing is `limit` pixels wide, or as wide as there is room.

    A limit that depends on the room is given as a function of it.
    """

    def __init__(
        self,
        first: Drawing,
        second: Drawing,
        *,
        limit: float | Callable[[float], float],
        gap: float = 3 * GRID,
        min_rest: float = 140.0,
        title: str = "",
    ) -> None:
        super().__init__((first, second), title)
        self.limit = limit
        self.gap = gap
        self.min_rest = min_rest

    def _places(self, width: float) -> list[Place]:
        first, second = self.drawings
        limit = self.limit(width) if callable(self.limit) else self.limit
        left = min(limit, width)
        rest = width - left - self.gap
        height = first.size(left).height()
        if rest < self.min_rest:
            top = height + 2 * GRID
            below = QRectF(0, top, width, second.size(width).height())
            return [Place(0, QRectF(0, 0, left, height)), Place(1, below)]
        beside = QRectF(left + self.gap, 0, rest, second.size(rest).height())
        return [Place(0, QRectF(0, 0, left, height)), Place(1, beside)]

    def for_export(self) -> Drawing | None:
        left = super().for_export()
        alone = isinstance(left, Group) and len(left.drawings) == 1
        return left.drawings[0] if isinstance(left, Group) and alone else left
