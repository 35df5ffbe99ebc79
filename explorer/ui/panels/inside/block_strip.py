"""The layer that a step belongs to, as a small diagram from left to right: you are here."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.inside.diagrams import describe_part
from explorer.core.localization import message, tr
from explorer.ui.graphics.sketch import CENTRE, Sketch, Sketched
from explorer.ui.panels.inside.diagram_drawing import DiagramHit, draw_arrow, part_colour
from explorer.ui.style import fonts
from models.inside.diagrams.diagram import Diagram

CELL, LANE_GAP, GAP = 22.0, 6.0, 9.0
SUM_WIDTH, NORM_WIDTH, MOST_WIDTH = 16.0, 42.0, 150.0
LEAST_TEXT = 24.0  # pixels of a cell below which nothing is written in it
OUTSIDE = -1  # in place of a part of an earlier layer
ARC_ROOM, ARC_STEP, HERE_ROOM = 12.0, 5.0, 18.0


class BlockStrip(Sketched):
    """The parts of one layer; the `current` one is framed and said to be where one is."""

    hover_radius = 3.0

    def __init__(self, diagram: Diagram, current: int) -> None:
        self.diagram, self.current = diagram, current

    @cached_property
    def _levels(self) -> list[list[int]]:
        """The parts of the layer, by the longest way to them."""
        parts = self.diagram.parts
        here = parts[self.current]
        own = [
            n for n, one in enumerate(parts) if (one.stack, one.layer) == (here.stack, here.layer)
        ]
        depth: dict[int, int] = {}
        for place in own:
            sources = [link.source for link in parts[place].links]
            depth[place] = max((depth[one] + 1 for one in sources if one in depth), default=0)
        levels: dict[int, list[int]] = defaultdict(list)
        for place in own:
            levels[depth[place]].append(place)
        return [levels[number] for number in sorted(levels)]

    def _widths(self, width: float) -> list[float]:
        """The width of each level: sums and norms are narrow, the others share the rest."""
        kinds = [{self.diagram.parts[n].kind for n in level} for level in self._levels]
        narrow = [kind == {"sum"} or kind == {"norm"} for kind in kinds]
        for norm in (NORM_WIDTH, SUM_WIDTH):  # without a word where there is no room for it
            fixed = [SUM_WIDTH if kind == {"sum"} else norm for kind in kinds]
            taken = sum(one for one, is_narrow in zip(fixed, narrow, strict=True) if is_narrow)
            room = width - taken - GAP * (len(kinds) + 1)
            each = min(max(room / max(narrow.count(False), 1), SUM_WIDTH), MOST_WIDTH)
            if each > norm:
                break
        widths = [one if is_narrow else each for one, is_narrow in zip(fixed, narrow, strict=True)]
        whole = sum(widths) + GAP * (len(widths) + 1)
        return [one * min(1.0, width / whole) for one in widths]

    def draw(self, sketch: Sketch, width: float) -> None:
        levels, widths = self._levels, self._widths(width)
        gap = min(GAP, (width - sum(widths)) / (len(widths) + 1))
        most = max(map(len, levels))
        arcs = self._arcs()
        top = ARC_ROOM + ARC_STEP * max((depth for *_, depth in arcs), default=0) if arcs else 2.0
        whole = most * CELL + (most - 1) * LANE_GAP
        boxes: dict[int, QRectF] = {}
        x = gap
        for level, wide in zip(levels, widths, strict=True):
            tall = len(level) * CELL + (len(level) - 1) * LANE_GAP
            y = top + (whole - tall) / 2
            for place in level:
                is_sum = self.diagram.parts[place].kind == "sum"
                box = QRectF(x, y, wide, CELL)
                if is_sum:
                    side = min(wide, SUM_WIDTH)
                    box = QRectF(x + (wide - side) / 2, y + (CELL - side) / 2, side, side)
                boxes[place] = box
                y += CELL + LANE_GAP
            x += wide + gap
        self._draw_lines(sketch, boxes, arcs, top)
        for place, box in boxes.items():
            self._draw_cell(sketch, place, box)
        self._draw_here(sketch, boxes[self.current], top + whole, width)

    def _arcs(self) -> list[tuple[int, int, int]]:
        """Links that go past a level, as (source, target, how high their arc is).

        The source is OUTSIDE where it is in an earlier layer of the same stack.
        """
        parts = self.diagram.parts
        at = {place: n for n, level in enumerate(self._levels) for place in level}
        at[OUTSIDE] = -1
        found = []
        for place in at.keys() - {OUTSIDE}:
            for link in parts[place].links:
                is_here = link.source in at
                if not is_here and (link.role or parts[link.source].stack != parts[place].stack):
                    continue
                source = link.source if is_here else OUTSIDE
                if at[place] - at[source] > 1:
                    found.append((at[place] - at[source], source, place))
        arcs: list[tuple[int, int, int]] = []
        for _, source, target in sorted(found):
            across = [high for a, b, high in arcs if at[source] < at[b] and at[a] < at[target]]
            arcs.append((source, target, max(across, default=-1) + 1))
        return arcs

    def _draw_lines(
        self,
        sketch: Sketch,
        boxes: dict[int, QRectF],
        arcs: list[tuple[int, int, int]],
        top: float,
    ) -> None:
        colour = sketch.palette.text
        beside = {(source, target) for source, target, _ in arcs}
        for place, box in boxes.items():
            links = [link.source for link in self.diagram.parts[place].links]
            for source in links:
                if source in boxes and (source, place) not in beside:
                    start = QPointF(boxes[source].right(), boxes[source].center().y())
                    end = QPointF(box.left(), box.center().y())
                    sketch.line(start, end, colour)
                    if box.left() - start.x() > 5:
                        draw_arrow(sketch, QPointF(start.x(), end.y()), end, colour)
            if any(source not in boxes for source in links):  # what enters the layer
                end = QPointF(box.left(), box.center().y())
                if box.left() < 2 * GAP:
                    sketch.line(QPointF(0, end.y()), end, colour)
        for source, target, high in arcs:
            b, y = boxes[target], top - 6 - ARC_STEP * high
            if source == OUTSIDE:
                start = QPointF(2, boxes[self._levels[0][0]].center().y())
            else:
                start = QPointF(boxes[source].right() + 3, boxes[source].center().y())
            path = QPainterPath(start)
            path.lineTo(start.x(), y)
            path.lineTo(b.center().x(), y)
            path.lineTo(b.center().x(), b.top())
            sketch.path(path, colour)

    def _draw_cell(self, sketch: Sketch, place: int, box: QRectF) -> None:
        palette, part = sketch.palette, self.diagram.parts[place]
        is_here, is_sum = place == self.current, part.kind == "sum"
        radius = box.height() / 2 if is_sum else 3.0
        ground = palette.ground if is_sum else part_colour(palette, part.kind)
        ink = palette.accent if is_here else palette.muted
        sketch.frame(box, ink, radius=radius, ground=ground, width=2.5 if is_here else 1.0)
        text = "+" if is_sum else tr("norm") if part.kind == "norm" else message(part.title)
        if box.width() >= LEAST_TEXT or is_sum:
            room = box.adjusted(3, 0, -3, 0) if not is_sum else box
            sketch.text(
                room,
                text,
                palette.text,
                pixels=fonts.SMALL,
                bold=is_here,
                align=CENTRE,
                elide=not is_sum,
            )
        sketch.target(box, DiagramHit(place), "\n".join(describe_part(self.diagram, place)))

    def _draw_here(self, sketch: Sketch, box: QRectF, bottom: float, width: float) -> None:
        """A triangle below the current part, and where it is in words."""
        part, colour = self.diagram.parts[self.current], sketch.palette.accent
        tip = QPointF(box.center().x(), box.bottom() + 3)
        path = QPainterPath(tip)
        path.lineTo(tip + QPointF(-5, 7))
        path.lineTo(tip + QPointF(5, 7))
        path.closeSubpath()
        sketch.path(path, "", ground=colour)
        text = tr("You are here: {part}", part=message(part.title))
        wide = min(fonts.text_width(text, fonts.SMALL, bold=True) + 4, width)
        left = min(max(tip.x() - wide / 2, 0.0), width - wide)
        spot = QRectF(left, bottom + 10, wide, HERE_ROOM - 2)
        sketch.text(spot, text, colour, pixels=fonts.SMALL, bold=True, align=CENTRE, elide=True)
