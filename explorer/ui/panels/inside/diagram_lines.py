"""The lines of a block diagram: from box to box, beside boxes, and from column to column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from explorer.ui.panels.inside.diagram_layout import (
    CHANNEL,
    FIRST_CHANNEL,
    ROW_GAP,
    STACK_GAP,
    DiagramPlaces,
    stack_margins,
)
from explorer.ui.panels.inside.diagram_structure import LEFT_SIDE, DiagramStructure
from models.inside.diagrams.diagram import PartLink

HALF = ROW_GAP / 2
NEAR = 1.0  # pixels that make no corner


@dataclass(frozen=True)
class PlacedLine:
    """A line from part to part through these points."""

    points: tuple[QPointF, ...]
    source: int
    target: int
    role: str


def lines_between(structure: DiagramStructure, places: DiagramPlaces) -> Iterator[PlacedLine]:
    """The lines of all links."""
    routes = _Routes(structure, places)
    for source, target, link in structure.links():
        points = tuple(_drop_equal_points(routes.find_route(source, target, link)))
        yield PlacedLine(points, source, target, link.role)


def _drop_equal_points(points: list[QPointF]) -> Iterator[QPointF]:
    """The points without those that are where the last one is."""
    last = None
    for point in points:
        if last is None or abs(point.x() - last.x()) + abs(point.y() - last.y()) >= NEAR:
            yield point
            last = point


class _Routes:
    def __init__(self, structure: DiagramStructure, places: DiagramPlaces) -> None:
        self.structure, self.places = structure, places
        self.parts = structure.diagram.parts

    def find_route(self, source: int, target: int, link: PartLink) -> list[QPointF]:
        a, b = self.places.boxes[source], self.places.boxes[target]
        start = QPointF(a.center().x(), a.top())
        channel = self.structure.channels.get((source, target, link.role))
        if channel is not None:
            return self._route_beside(source, target, start, b, *channel)
        if target in self.structure.at and self._is_from_another_column(source, target):
            return self._route_between_columns(target, start, b, link)
        if self.structure.is_in_side_column(source, target):
            return self._route_in_side_column(source, target, start, b)
        return self._route_upwards(target, start, b, link)

    def _turn_below(self, target: int, b: QRectF) -> float:
        """The height at which a line turns to a box, the same for all of its level."""
        place = self.structure.at.get(target)
        if place is None:
            return b.bottom() + HALF
        return self.structure.levels[place[0]][place[1]].bottom + HALF

    def _route_upwards(
        self, target: int, start: QPointF, b: QRectF, link: PartLink
    ) -> list[QPointF]:
        part = self.parts[target]
        if part.kind == "sum" and abs(start.x() - b.center().x()) > b.width():
            edge = b.left() if start.x() < b.center().x() else b.right()
            return [start, QPointF(start.x(), b.center().y()), QPointF(edge, b.center().y())]
        end = b.center().x()
        if link.role == "keys" or (len(part.links) > 1 and part.kind != "sum"):
            end += (
                b.width()
                / 4
                * (1 if start.x() > end + NEAR else -1 if start.x() < end - NEAR else 0)
            )
        elif b.left() + 12 < start.x() < b.right() - 12:
            end = start.x()
        turn = self._turn_below(target, b)
        return [start, QPointF(start.x(), turn), QPointF(end, turn), QPointF(end, b.bottom())]

    def _route_beside(
        self, source: int, target: int, start: QPointF, b: QRectF, side: int, number: int
    ) -> list[QPointF]:
        """Out of the top of a box, up beside the others, and into the side of the target."""
        stack, last = self.structure.at[target]
        other, first = self.structure.at[source]
        low = first + 1 if other == stack else 0
        levels = self.structure.levels[stack]
        past = [self.places.boxes[n] for level in levels[low:last] for n in level.parts]
        past = [*past, b]
        lanes = self.structure.lanes_of(stack)
        if len(lanes) > 1:  # the lane of the target alone
            past = [box for box in past if box.left() <= b.right() and box.right() >= b.left()]
        near = (
            min(box.left() for box in past)
            if side == LEFT_SIDE
            else max(box.right() for box in past)
        )
        area, margins = self.places.areas[stack], stack_margins(self.structure, stack)
        edge = area.left() + margins[0] if side == LEFT_SIDE else area.right() - margins[1]
        near = max(near, edge) if side == LEFT_SIDE else min(near, edge)
        x = near + side * (FIRST_CHANNEL - 4 + CHANNEL * number)
        out = start.y() - (HALF if other == stack else HALF / 2)
        frame = self.places.frame_of(self.structure.diagram.block_of(target))
        if other == stack and frame is not None and frame.bottom() < start.y():
            out = self._turn_below(levels[low].parts[0], b)  # inside the frame that it enters
            inside = next(n for n, level in enumerate(levels) if level.block == levels[last].block)
            out = levels[inside].bottom + HALF
        end = b.left() if side == LEFT_SIDE else b.right()
        y = b.center().y()
        return [start, QPointF(start.x(), out), QPointF(x, out), QPointF(x, y), QPointF(end, y)]

    def _is_from_another_column(self, source: int, target: int) -> bool:
        columns = [self.structure.column_of(self.parts[n].stack) for n in (source, target)]
        return columns[0] != columns[1]

    def _route_between_columns(
        self, target: int, start: QPointF, b: QRectF, link: PartLink
    ) -> list[QPointF]:
        area = self.places.areas[self.structure.at[target][0]]
        x, out, centre = area.left() - STACK_GAP / 2, start.y() - HALF, b.center().x()
        leaves = [start, QPointF(start.x(), out), QPointF(x, out)]
        if link.role == "keys":
            y = b.center().y()
            return [*leaves, QPointF(x, y), QPointF(b.left(), y)]
        turn = b.bottom() + HALF
        return [*leaves, QPointF(x, turn), QPointF(centre, turn), QPointF(centre, b.bottom())]

    def _route_in_side_column(
        self, source: int, target: int, start: QPointF, b: QRectF
    ) -> list[QPointF]:
        """A line of reversible layers: up the column of a sum, and over to what reads it."""
        part = self.parts[target]
        is_computed = self.parts[source].kind not in ("sum", "table", "norm")
        if part.kind == "sum" and is_computed:
            y = b.center().y()
            edge = b.right() if start.x() > b.center().x() else b.left()
            return [start, QPointF(start.x(), y), QPointF(edge, y)]
        end = b.center().x()
        turn = self._turn_below(target, b)
        if part.kind == "sum":  # aside at once, then up the free column
            turn = start.y() - HALF
        elif len(part.links) > 1:
            end += b.width() / 4 * (-1 if start.x() < end else 1)
        return [start, QPointF(start.x(), turn), QPointF(end, turn), QPointF(end, b.bottom())]
