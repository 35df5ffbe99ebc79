"""Rectangles whose areas are in given proportions, as nearly square as they can be.

Squarified as by Bruls, Huizing and van Wijk (2000): rows are filled as long as their rectangles
come closer to squares.
"""

from __future__ import annotations

from collections.abc import Sequence

Rectangle = tuple[float, float, float, float]  # left, top, width, height


def squarify(areas: Sequence[float], whole: Rectangle) -> list[Rectangle]:
    """Rectangles of the given proportions, all above 0, the largest first, that fill the whole."""
    left, top, width, height = whole
    if not areas or width <= 0 or height <= 0:
        return [(left, top, 0.0, 0.0) for _ in areas]
    scale = width * height / sum(areas)
    waiting = [area * scale for area in areas]
    cells: list[Rectangle] = []
    while waiting:
        side = min(whole[2:])
        count = 1
        while count < len(waiting) and (
            _worst(waiting[: count + 1], side) <= _worst(waiting[:count], side)
        ):
            count += 1
        row, whole = _row(waiting[:count], whole)
        cells += row
        waiting = waiting[count:]
    return cells


def _worst(row: Sequence[float], side: float) -> float:
    """The proportion of the longest side to the shortest among the rectangles of a row."""
    if side <= 0:  # by rounding
        return float("inf")
    thick = sum(row) / side
    return max(max(thick**2 / area, area / thick**2) for area in row)


def _row(row: Sequence[float], room: Rectangle) -> tuple[list[Rectangle], Rectangle]:
    """The rectangles of a row along the shorter side of the room, and the room that is left."""
    left, top, width, height = room
    if width < height:
        cells, rest = _row(row, _transpose(room))
        return [_transpose(cell) for cell in cells], _transpose(rest)
    total = sum(row)
    thick = total / height if height > 0 else 0.0
    cells = []
    for area in row:
        length = height * area / total
        cells.append((left, top, thick, length))
        top += length
    return cells, (left + thick, room[1], width - thick, height)


def _transpose(rectangle: Rectangle) -> Rectangle:
    left, top, width, height = rectangle
    return top, left, height, width
