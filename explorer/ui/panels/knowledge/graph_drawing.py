"""A small graph as a drawing: dots, edges by relation, and names where they have room.

Without edges it is a map of points. Edges of one relation are one path, so that 2,000 nodes are
painted quickly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from explorer.core.knowledge.courses import EdgeCourses, edge_courses
from explorer.core.knowledge.layout import Places
from explorer.ui.graphics.charts.markers import marker
from explorer.ui.graphics.drawing import hairline
from explorer.ui.graphics.sketch import CENTRE, FAR, LEFT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette

SHAPE, LEAST = 0.52, 200.0  # height for the width where no height is given; pixels
MARGINS = (44.0, 16.0)  # pixels at the sides, above and below
MAX_NAMES, MAX_NAME = 300, 170.0  # names that are placed; pixels of one
DRAFT_NAMES = 40  # while a node is pulled
MAX_EDGE_TARGETS = 600
MAX_EDGE_NAMES = 40  # edges of a graph that are all named
MANY = 1200  # edges above which all are thin, and have neither arrows nor dashes
FAINT = 0.45  # of the colour of an edge that is not emphasized
NAME_HEIGHT, EDGE_NAME_HEIGHT = 16.0, 13.0
GAP = 3.0  # pixels between a dot and its name
BEHIND_NAME = 0.75  # of the ground: how much of an edge a name covers
DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 2.5), (1.2, 2.2))
NUM_STYLES = 4 * len(DASHES)  # relations that differ in colour or in dashes; others are grey


@dataclass(frozen=True)
class NodeHit:
    """An entity of the graph."""

    entity: int


class EdgeHit(NamedTuple):
    """A triple of the graph."""

    head: int
    relation: int
    tail: int


@dataclass(frozen=True)
class Dot:
    """A node. A `hollow` one has triples that are not drawn; a `strong` one is named first.

    A `tinted` one is of the kind that is selected.
    """

    entity: int
    name: str
    tip: str
    radius: float
    strong: bool = False
    hollow: bool = False
    tinted: bool = False


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
        return palette.pale(palette.muted), ()
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
        self.draft = False  # without arrows, dashes and names of edges, while a node is pulled
        self.dots = tuple(dots)
        self.index = {dot.entity: at for at, dot in enumerate(self.dots)}
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

    def move_node(self, entity: int, place: tuple[float, float]) -> GraphDrawing:
        """Return the graph with one node at another place, drawn as a draft."""
        places = self.places.copy()
        places[self.index[entity]] = place
        return self.replace_attributes(places=places, draft=True)

    def _points(self, area: QRectF) -> Places:
        """The middles of the dots (N, 2) in pixels."""
        corner, size = area.topLeft().toTuple(), area.size().toTuple()
        points: Places = self.places * np.array(size) + np.array(corner)
        return points

    def _courses(self, points: Places) -> EdgeCourses:
        ends = [(self.index[edge.hit.head], self.index[edge.hit.tail]) for edge in self.edges]
        radii = np.array([dot.radius for dot in self.dots])
        return edge_courses(points, radii, np.array(ends, np.int64).reshape(-1, 2))

    # ---- drawing

    def draw(self, sketch: Sketch, width: float) -> None:
        area = self.area(width, sketch.room)
        across, above = MARGINS
        bounds = area.adjusted(-across, -above, across, above)
        sketch.reserve(bounds)
        points = self._points(area)
        spots = {d.entity: QPointF(*at) for d, at in zip(self.dots, points.tolist(), strict=True)}
        courses = self._courses(points)
        taken = _Boxes(len(self.dots) + MAX_NAMES + MAX_EDGE_NAMES)
        for dot in self.dots:
            taken.add(_square_around(spots[dot.entity], dot.radius))
        self._draw_edges(sketch, courses)
        self._draw_dots(sketch, spots)
        self._draw_names(sketch, bounds, spots, courses, taken)
        if not self.draft:
            self._draw_edge_names(sketch, courses, taken)
        if len(self.edges) <= MAX_EDGE_TARGETS:
            for edge, middle in zip(self.edges, courses.middles, strict=True):
                sketch.target(_square_around(QPointF(*middle.tolist()), 5), edge.hit, edge.tip)
        for dot in reversed(self.dots):
            sketch.target(
                _square_around(spots[dot.entity], dot.radius + 2), NodeHit(dot.entity), dot.tip
            )

    def _is_emphasized(self, edge: Edge) -> bool:
        chosen = self.selected
        if isinstance(chosen, NodeHit):
            return chosen.entity in (edge.hit.head, edge.hit.tail)
        return chosen == edge.hit

    def _draw_edges(self, sketch: Sketch, courses: EdgeCourses) -> None:
        """The edges of each style at once, those that are emphasized in front."""
        groups: dict[tuple[bool, int], list[int]] = defaultdict(list)
        for at, edge in enumerate(self.edges):
            groups[self._is_emphasized(edge), min(edge.style, NUM_STYLES)].append(at)
        many, palette = len(self.edges) > MANY, sketch.palette
        for (strong, style), chosen in sorted(groups.items()):
            colour, dashes = edge_look(style, palette)
            if not strong and (many or self.selected is not None):
                colour = palette.tint(colour, FAINT)
            plain = many or self.draft
            width = 2.0 if strong else 0.6 if many else 1.1
            pen = hairline(colour, width)
            if dashes and not plain:
                pen.setDashPattern([one / width for one in dashes])
            sketch.custom(QRectF(), partial(_paint_edges, *_shapes(courses, chosen), pen))
            if not plain or strong:
                sketch.path(_arrows(courses, chosen), "", ground=colour)

    def _draw_dots(self, sketch: Sketch, points: Mapping[int, QPointF]) -> None:
        palette = sketch.palette
        kinds: dict[tuple[bool, bool, bool], list[tuple[QPointF, float]]] = defaultdict(list)
        edge = 1.6 if len(self.edges) in range(1, MANY) else 0.8
        for dot in reversed(self.dots):
            circle = points[dot.entity], dot.radius
            kinds[dot.strong, dot.tinted, dot.hollow].append(circle)
        for (strong, tinted, hollow), circles in sorted(kinds.items(), key=itemgetter(0)):
            colour = palette.accent if strong else palette.chosen if tinted else palette.muted
            outlined = hollow or bool(self.edges)  # dots of a map lie on each other
            pen = hairline(colour if outlined else palette.ground, edge)
            ground = QColor(palette.ground if hollow else colour)
            sketch.custom(QRectF(), partial(_paint_dots, circles, pen, ground))
        if isinstance(self.selected, NodeHit) and self.selected.entity in points:
            chosen = self.dots[self.index[self.selected.entity]]
            ring = marker(0, points[chosen.entity], 2 * chosen.radius + 7)
            sketch.path(ring, palette.accent, width=2.2)

    def _draw_names(
        self,
        sketch: Sketch,
        bounds: QRectF,
        points: Mapping[int, QPointF],
        courses: EdgeCourses,
        taken: _Boxes,
    ) -> None:
        """The selected one, those of the text, then the most important; each where it is free."""
        chosen = self.selected.entity if isinstance(self.selected, NodeHit) else None
        order = sorted(self.dots, key=lambda dot: (dot.entity != chosen, not dot.strong))
        for dot in order[: DRAFT_NAMES if self.draft else MAX_NAMES]:
            strong = dot.strong or dot.entity == chosen
            pixels = fonts.BODY if strong else fonts.SMALL
            text = fonts.elide(dot.name, MAX_NAME, pixels, bold=strong)
            wide = fonts.text_width(text, pixels, bold=strong) + 2
            pull = QPointF(*courses.pulls[self.index[dot.entity]].tolist())
            spots = _spots(points[dot.entity], wide, dot.radius + GAP, pull)
            spot = next((one for one in spots if bounds.contains(one) and taken.free(one)), None)
            if spot is None and not strong:
                continue
            spot = spot or _inside(spots[0], bounds)
            taken.add(spot)
            ink = sketch.palette.accent if strong else sketch.palette.text
            sketch.fill(spot.adjusted(-1, 1, 0, -1), sketch.palette.ground, alpha=BEHIND_NAME)
            sketch.text(spot, text, ink, pixels=pixels, bold=strong, align=LEFT)

    def _draw_edge_names(self, sketch: Sketch, courses: EdgeCourses, taken: _Boxes) -> None:
        """Relations at their edges: those of what is selected, and all of a small graph."""
        every = len(self.edges) <= MAX_EDGE_NAMES
        strong = [at for at, edge in enumerate(self.edges) if self._is_emphasized(edge)]
        others = [at for at in range(len(self.edges)) if at not in strong] if every else []
        for at in [*strong, *others][:MAX_EDGE_NAMES]:
            edge = self.edges[at]
            wide = fonts.text_width(edge.name, fonts.SMALL) + 6
            spot = QRectF(0, 0, wide, EDGE_NAME_HEIGHT)
            spot.moveCenter(QPointF(*courses.middles[at].tolist()))
            if taken.free(spot):
                taken.add(spot)
                colour, _ = edge_look(edge.style, sketch.palette)
                sketch.fill(spot, sketch.palette.ground, alpha=0.85)
                sketch.text(spot, edge.name, colour, pixels=fonts.SMALL, align=CENTRE)

    def draw_hover(self, sketch: Sketch, width: float, hit: NodeHit | EdgeHit) -> None:
        """The name of a node, which may have had no room; the course of an edge."""
        points, ink = self._points(self.area(width, sketch.room)), sketch.palette.text
        if isinstance(hit, EdgeHit):
            chosen = [at for at, edge in enumerate(self.edges) if edge.hit == hit]
            shapes = _shapes(self._courses(points), chosen)
            sketch.custom(QRectF(), partial(_paint_edges, *shapes, hairline(ink, 2.0)))
            return
        if hit.entity not in self.index:
            return
        index = self.index[hit.entity]
        dot, at = self.dots[index], QPointF(*points[index].tolist())
        sketch.path(marker(0, at, 2 * dot.radius + 4), ink, width=1.5)
        wide = fonts.text_width(dot.name, bold=True) + 6
        spot = _spots(at, wide, dot.radius + GAP)[0 if at.x() + wide < width - 20 else 1]
        sketch.fill(spot, sketch.palette.ground, alpha=0.9)
        sketch.text(spot, dot.name, ink, bold=True, align=LEFT)


def _shapes(courses: EdgeCourses, chosen: Sequence[int]) -> tuple[list[QLineF], QPainterPath]:
    """Straight edges as lines, which are painted quickly, and the others as a path."""
    lines, path = [], QPainterPath()
    for at in chosen:
        start, tip = QPointF(*courses.starts[at].tolist()), QPointF(*courses.tips[at].tolist())
        if loop := float(courses.loops[at]):
            path.addEllipse(start - QPointF(0, 2 * loop), loop, loop)
        elif courses.bends[at]:
            path.moveTo(start)
            path.quadTo(QPointF(*courses.controls[at].tolist()), tip)
        else:
            lines.append(QLineF(start, tip))
    return lines, path


def _arrows(courses: EdgeCourses, chosen: Sequence[int]) -> QPainterPath:
    """The heads of edges; a loop has none."""
    path = QPainterPath()
    for at in chosen:
        if not courses.loops[at]:
            first, *others = (QPointF(*corner) for corner in courses.arrows[at].tolist())
            path.moveTo(first)
            for corner in others:
                path.lineTo(corner)
    return path


def _paint_edges(lines: list[QLineF], path: QPainterPath, pen: QPen, painter: QPainter) -> None:
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLines(lines)
    painter.drawPath(path)


def _paint_dots(
    circles: list[tuple[QPointF, float]], pen: QPen, ground: QColor, painter: QPainter
) -> None:
    painter.setPen(pen)
    painter.setBrush(ground)
    for middle, radius in circles:
        painter.drawEllipse(middle, radius, radius)


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


def _square_around(point: QPointF, reach: float) -> QRectF:
    return QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach)


def _spots(point: QPointF, wide: float, gap: float, pull: QPointF | None = None) -> list[QRectF]:
    """Beside a dot, below and above it, and at its corners; first away from its edges' pull."""
    high = NAME_HEIGHT
    sides = [(1, 0), (-1, 0), (0, 1), (0, -1), (0.6, 0.8), (0.6, -0.8), (-0.6, 0.8), (-0.6, -0.8)]
    spots = []
    for x, y in sides:
        spot = QRectF(0, 0, wide, high)
        spot.moveCenter(point + QPointF(x * (gap + wide / 2), y * (gap + high / 2)))
        spots.append((x * pull.x() + y * pull.y() if pull else 0.0, spot))
    spots.sort(key=lambda item: round(item[0], 1))
    return [spot for _, spot in spots]


def _inside(rect: QRectF, bounds: QRectF) -> QRectF:
    """Moved as little as brings it into the bounds."""
    moved = QRectF(rect)
    moved.moveRight(min(rect.right(), bounds.right()))
    moved.moveLeft(max(moved.left(), bounds.left()))
    return moved
