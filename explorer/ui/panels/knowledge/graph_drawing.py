"""A small graph as a drawing: dots, edges by relation, and names where they have room.

Without edges it is a map of points. Edges of one relation are one path, so that 2,000 nodes are
painted quickly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.knowledge.layout import Places
from explorer.ui.graphics.sketch import CENTRE, FAR, LEFT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

SHAPE, LEAST = 0.52, 200.0  # height for the width where no height is given; pixels
MARGINS = (44.0, 16.0)  # pixels at the sides, above and below
MAX_NAMES, MAX_NAME = 300, 170.0  # names that are placed; pixels of one
MAX_EDGE_TARGETS = 600
MAX_EDGE_NAMES = 40  # edges of a graph that are all named
MAX_ARROWS = 1500  # edges that have a head
NAME_HEIGHT, EDGE_NAME_HEIGHT = 16.0, 13.0
GAP = 3.0  # pixels between a dot and its name
BEND = 26.0  # pixels: how far the second edge between two nodes swings out
ARROW = 7.0
DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 2.5), (1.2, 2.2))
NUM_STYLES = 4 * len(DASHES)  # relations that differ in colour or in dashes; others are grey


@dataclass(frozen=True)
class NodeHit:
    """An entity of the graph."""

    entity: int


@dataclass(frozen=True)
class EdgeHit:
    """A triple of the graph."""

    head: int
    relation: int
    tail: int

    @property
    def triple(self) -> tuple[int, int, int]:
        return self.head, self.relation, self.tail


@dataclass(frozen=True)
class Dot:
    """A node. A `hollow` one has triples that are not drawn; a `strong` one is named first."""

    entity: int
    name: str
    tip: str
    radius: float
    strong: bool = False
    hollow: bool = False


@dataclass(frozen=True)
class Edge:
    """A triple, and the style of its relation: a number below NUM_STYLES, or more for grey."""

    hit: EdgeHit
    name: str
    style: int
    tip: str


def edge_look(style: int, palette: Palette) -> tuple[str, Sequence[float]]:
    """The colour and the dashes of a relation."""
    if style >= NUM_STYLES:
        return palette.muted, ()
    return palette.further[style % 4], DASHES[style // 4]


class GraphDrawing(Sketched):
    """Dots at places (N, 2) from 0 to 1, which are stretched to the room; the first most important.

    `selected` is a NodeHit or an EdgeHit.
    """

    can_be_lower = True

    def __init__(
        self,
        dots: Sequence[Dot],
        places: Places,
        edges: Sequence[Edge] = (),
        *,
        selected: NodeHit | EdgeHit | None = None,
        title: str = "",
    ) -> None:
        self.dots = tuple(dots)
        self.places = places
        self.edges = tuple(edges)
        self.selected = selected
        self.title = title

    # ---- where everything is

    def area(self, width: float, room: float) -> QRectF:
        """The room of the places."""
        height = width * SHAPE if room == FAR else max(room, LEAST)
        across, above = MARGINS
        return QRectF(across, above, width - 2 * across, height - 2 * above)

    def place_at(self, point: QPointF, rect: QRectF) -> tuple[float, float]:
        """A point of the drawing as a place."""
        area = self.area(rect.width(), rect.height())
        at = point - rect.topLeft() - area.topLeft()
        share = at.x() / area.width(), at.y() / area.height()
        return tuple(min(max(one, 0.0), 1.0) for one in share)  # type: ignore[return-value]

    def _points(self, area: QRectF) -> dict[int, QPointF]:
        points = (QPointF(x * area.width(), y * area.height()) for x, y in self.places.tolist())
        pairs = zip(self.dots, points, strict=True)
        return {dot.entity: area.topLeft() + point for dot, point in pairs}

    # ---- drawing

    def draw(self, sketch: Sketch, width: float) -> None:
        area = self.area(width, sketch.room)
        across, above = MARGINS
        sketch.reserve(area.adjusted(-across, -above, across, above))
        points = self._points(area)
        taken = _Boxes(len(self.dots) + MAX_NAMES + MAX_EDGE_NAMES)
        for dot in self.dots:
            taken.add(_around(points[dot.entity], dot.radius))
        curves = self._curves(points)
        self._draw_edges(sketch, curves)
        self._draw_dots(sketch, points)
        self._draw_names(sketch, area, points, taken)
        self._draw_edge_names(sketch, curves, taken)
        if len(self.edges) <= MAX_EDGE_TARGETS:
            for edge, curve in zip(self.edges, curves, strict=True):
                sketch.target(_around(curve.middle, 5), edge.hit, edge.tip)
        for dot in reversed(self.dots):
            sketch.target(_around(points[dot.entity], dot.radius + 2), NodeHit(dot.entity), dot.tip)

    def _curves(self, points: Mapping[int, QPointF]) -> list[_Curve]:
        """One for each edge; several between two nodes swing out to both sides."""
        radius = {dot.entity: dot.radius for dot in self.dots}
        between: dict[tuple[int, int], int] = defaultdict(int)
        curves = []
        for edge in self.edges:
            head, tail = edge.hit.head, edge.hit.tail
            pair = min(head, tail), max(head, tail)
            number, between[pair] = between[pair], between[pair] + 1
            bend = BEND * ((number + 1) // 2) * (1 if number % 2 else -1)
            bend = bend if head == pair[0] else -bend
            curves.append(_Curve.of(points[head], points[tail], radius[tail], bend, number))
        return curves

    def _emphasized(self, edge: Edge) -> bool:
        chosen = self.selected
        if isinstance(chosen, NodeHit):
            return chosen.entity in (edge.hit.head, edge.hit.tail)
        return chosen == edge.hit

    def _draw_edges(self, sketch: Sketch, curves: Sequence[_Curve]) -> None:
        """One path for each style, and one more for what is emphasized."""
        arrows = len(self.edges) <= MAX_ARROWS
        lines: dict[tuple[int, bool], QPainterPath] = defaultdict(QPainterPath)
        heads: dict[tuple[int, bool], QPainterPath] = defaultdict(QPainterPath)
        for edge, curve in zip(self.edges, curves, strict=True):
            key = min(edge.style, NUM_STYLES), self._emphasized(edge)
            lines[key].addPath(curve.path)
            if arrows:
                heads[key].addPath(curve.arrow)
        quiet = self.selected is not None
        for (style, strong), path in sorted(lines.items(), key=lambda item: item[0][1]):
            colour, dashes = edge_look(style, sketch.palette)
            if quiet and not strong:
                colour = sketch.palette.tint(colour, 0.45)
            sketch.path(path, colour, width=2.0 if strong else 1.1, dashed=dashes)
            sketch.path(heads[style, strong], "", ground=colour)

    def _draw_dots(self, sketch: Sketch, points: Mapping[int, QPointF]) -> None:
        palette = sketch.palette
        kinds: dict[tuple[bool, bool], QPainterPath] = defaultdict(QPainterPath)
        for dot in reversed(self.dots):
            at = points[dot.entity]
            kinds[dot.strong, dot.hollow].addEllipse(at, dot.radius, dot.radius)
        for (strong, hollow), path in sorted(kinds.items()):
            path.setFillRule(path.fillRule().WindingFill)
            colour = palette.accent if strong else palette.muted
            sketch.path(path, colour, width=1.6, ground=palette.ground if hollow else colour)
        if isinstance(self.selected, NodeHit) and self.selected.entity in points:
            chosen = next(dot for dot in self.dots if dot.entity == self.selected.entity)
            self._ring(sketch, points[chosen.entity], chosen.radius + 3.5, palette.accent, 2.2)

    @staticmethod
    def _ring(sketch: Sketch, at: QPointF, radius: float, colour: str, width: float) -> None:
        ring = QPainterPath()
        ring.addEllipse(at, radius, radius)
        sketch.path(ring, colour, width=width)

    def _draw_names(
        self, sketch: Sketch, area: QRectF, points: Mapping[int, QPointF], taken: _Boxes
    ) -> None:
        """The selected one, those of the text, then the most important; each where it is free."""
        across, above = MARGINS
        bounds = area.adjusted(-across, -above, across, above)
        chosen = self.selected.entity if isinstance(self.selected, NodeHit) else None
        order = sorted(self.dots, key=lambda dot: (dot.entity != chosen, not dot.strong))
        for dot in order[:MAX_NAMES]:
            strong = dot.strong or dot.entity == chosen
            pixels = fonts.BODY if strong else fonts.SMALL
            text = fonts.elided(dot.name, MAX_NAME, pixels, bold=strong)
            wide = fonts.text_width(text, pixels, bold=strong) + 2
            spots = _spots(points[dot.entity], wide, dot.radius + GAP)
            spot = next((one for one in spots if bounds.contains(one) and taken.free(one)), None)
            if spot is None and not strong:
                continue
            spot = spot or _inside(spots[0], bounds)
            taken.add(spot)
            ink = sketch.palette.accent if strong else sketch.palette.text
            sketch.text(spot, text, ink, pixels=pixels, bold=strong, align=LEFT)

    def _draw_edge_names(self, sketch: Sketch, curves: Sequence[_Curve], taken: _Boxes) -> None:
        """Relations at their edges: those of what is selected, and all of a small graph."""
        every = len(self.edges) <= MAX_EDGE_NAMES
        pairs = [
            (edge, curve)
            for edge, curve in zip(self.edges, curves, strict=True)
            if every or self._emphasized(edge)
        ]
        pairs.sort(key=lambda pair: not self._emphasized(pair[0]))
        for edge, curve in pairs[:MAX_EDGE_NAMES]:
            wide = fonts.text_width(edge.name, fonts.SMALL) + 6
            spot = QRectF(0, 0, wide, EDGE_NAME_HEIGHT)
            spot.moveCenter(curve.middle)
            if taken.free(spot):
                taken.add(spot)
                colour, _ = edge_look(edge.style, sketch.palette)
                sketch.fill(spot, sketch.palette.ground, alpha=0.85)
                sketch.text(spot, edge.name, colour, pixels=fonts.SMALL, align=CENTRE)

    def draw_hover(self, sketch: Sketch, width: float, hit: NodeHit | EdgeHit) -> None:
        """The name of a node, which may have had no room; the course of an edge."""
        points = self._points(self.area(width, sketch.room))
        ink = sketch.palette.text
        if isinstance(hit, EdgeHit):
            pairs = zip(self.edges, self._curves(points), strict=True)
            for curve in (curve for edge, curve in pairs if edge.hit == hit):
                sketch.path(curve.path, ink, width=2.0)
            return
        dot = next((one for one in self.dots if one.entity == hit.entity), None)
        if dot is None:
            return
        at = points[dot.entity]
        self._ring(sketch, at, dot.radius + 2, ink, 1.5)
        wide = fonts.text_width(dot.name, bold=True) + 6
        spot = _spots(at, wide, dot.radius + GAP)[0 if at.x() + wide < width - 20 else 1]
        sketch.fill(spot, sketch.palette.ground, alpha=0.9)
        sketch.text(spot, dot.name, ink, bold=True, align=LEFT)


@dataclass(frozen=True)
class _Curve:
    """The course of an edge, its arrow, and where its name is."""

    path: QPainterPath
    arrow: QPainterPath
    middle: QPointF

    @classmethod
    def of(cls, start: QPointF, end: QPointF, radius: float, bend: float, number: int) -> _Curve:
        """From one dot to another of a radius; a loop above the dot where both are one."""
        if start == end:
            return cls._loop(start, radius + 4 * number)
        along = end - start
        length = hypot(along.x(), along.y()) or 1.0
        across = QPointF(-along.y(), along.x()) / length * bend
        control = (start + end) / 2 + across
        path = QPainterPath(start)
        path.quadTo(control, end) if bend else path.lineTo(end)
        middle = (start + end) / 2 + across / 2
        return cls(path, _arrow(control, end, radius), middle)

    @classmethod
    def _loop(cls, at: QPointF, radius: float) -> _Curve:
        path = QPainterPath()
        top = at - QPointF(0, 2 * radius)
        path.addEllipse(top, radius, radius)
        return cls(path, QPainterPath(), top - QPointF(0, radius))


def _arrow(origin: QPointF, tip: QPointF, radius: float) -> QPainterPath:
    """A head that touches the dot at `tip`, in the direction from `origin`."""
    along = tip - origin
    length = hypot(along.x(), along.y()) or 1.0
    unit = along / length
    side = QPointF(-unit.y(), unit.x())
    front = tip - unit * (radius + 1)
    back = front - unit * ARROW
    path = QPainterPath(front)
    path.lineTo(back + side * ARROW / 2.6)
    path.lineTo(back - side * ARROW / 2.6)
    path.closeSubpath()
    return path


class _Boxes:
    """Rectangles that are taken; whether another is free is one comparison of arrays."""

    def __init__(self, most: int) -> None:
        self._boxes = np.zeros((most, 4))
        self._count = 0

    def add(self, rect: QRectF) -> None:
        if self._count < len(self._boxes):
            self._boxes[self._count] = rect.left(), rect.top(), rect.right(), rect.bottom()
            self._count += 1

    def free(self, rect: QRectF) -> bool:
        left, top, right, bottom = self._boxes[: self._count].T
        inside = (left < rect.right()) & (right > rect.left())
        inside &= (top < rect.bottom()) & (bottom > rect.top())
        return not bool(inside.any())


def _around(point: QPointF, reach: float) -> QRectF:
    return QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach)


def _spots(point: QPointF, wide: float, gap: float) -> list[QRectF]:
    """At the right of a dot, at its left, below and above it, then at its corners."""
    x, y, high = point.x(), point.y(), NAME_HEIGHT
    corners = [
        (x + gap, y - high / 2),
        (x - gap - wide, y - high / 2),
        (x - wide / 2, y + gap),
        (x - wide / 2, y - gap - high),
        (x + gap / 2, y + gap / 2),
        (x + gap / 2, y - gap / 2 - high),
        (x - gap / 2 - wide, y + gap / 2),
        (x - gap / 2 - wide, y - gap / 2 - high),
    ]
    return [QRectF(left, top, wide, high) for left, top in corners]


def _inside(rect: QRectF, bounds: QRectF) -> QRectF:
    """Moved as little as brings it into the bounds."""
    moved = QRectF(rect)
    moved.moveRight(min(rect.right(), bounds.right()))
    moved.moveLeft(max(moved.left(), bounds.left()))
    return moved
