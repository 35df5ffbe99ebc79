"""The block diagram of one model as a drawing, from the input at the bottom to the heads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.inside.diagrams import describe_part
from explorer.core.localization import message, tr
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import CENTRE, LEFT, RIGHT, Sketch, Sketched
from explorer.ui.panels.inside.diagram_layout import SUM_SIZE, PlacedFrame, place_parts
from explorer.ui.panels.inside.diagram_lines import PlacedLine, lines_between
from explorer.ui.panels.inside.diagram_structure import DiagramStructure
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette
from models.inside.diagrams.diagram import KIND_TITLES, Diagram, DiagramBlock, PartKind
from models.inside.diagrams.traits import UnlikePart

CATEGORIES: Mapping[PartKind, int] = {  # of the palette; what is not here is grey
    "attention": 5,
    "feed_forward": 2,
    "recurrent": 0,
    "norm": 4,
    "head": 3,
    "function": 6,
}
EMPTY: Mapping[int, UnlikePart] = MappingProxyType({})
NORM_HEIGHT, PADDING = 18.0, 6.0
TITLE_LINE, SMALL_LINE = 16.0, 14.0
MOST_TITLE_LINES, MOST_LINES = 3, 5
SHORT_PIXELS, LEAST_PIXELS = 12.0, 9.0
LEAST_STACK = 168.0  # pixels of a column of layers, so that its words can be read
ARROW = 4.0
MARK_WIDTH, DOTS = 2.2, (1.5, 1.5)


@dataclass(frozen=True)
class DiagramHit:
    """A part of the diagram, by its index."""

    place: int


@dataclass(frozen=True)
class FrameHit:
    """The frame around repeated layers, by its first part."""

    place: int


def part_colour(palette: Palette, kind: PartKind) -> str:
    """The ground of a part of this kind."""
    return palette.category(CATEGORIES[kind]) if kind in CATEGORIES else palette.raised


@lru_cache(maxsize=4096)
def wrap_text(text: str, width: float, pixels: float, bold: bool, most: int) -> tuple[str, ...]:
    """A text in lines of a width, the last of which may be cut off when it is drawn."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        fits = fonts.text_width(longer, pixels, bold=bold) <= width
        if lines and (fits or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


class DiagramDrawing(Sketched):
    """The diagram of a model. Parts with traits that other models lack are outlined."""

    hover_radius = 4.0

    def __init__(self, diagram: Diagram, unlike: Mapping[int, UnlikePart] = EMPTY) -> None:
        self.diagram, self.unlike = diagram, dict(unlike)

    def least_width(self) -> float:
        """The width in which its words can be read."""
        structure = DiagramStructure(self.diagram)
        lanes = [max(len(structure.lanes_of(n)) for n in one) for one in structure.columns]
        return LEAST_STACK * sum(max(count, 1) for count in lanes)

    def draw(self, sketch: Sketch, width: float) -> None:
        structure = DiagramStructure(self.diagram)
        places = place_parts(structure, width, self.part_height)
        for frame in places.frames:
            self._draw_frame(sketch, frame)
        for line in lines_between(structure, places):
            self._draw_line(sketch, line)
        for title in places.titles:
            text = tr(title.text)
            sketch.text(title.rect, text, sketch.palette.text, bold=True, align=CENTRE, elide=True)
        for place, box in places.boxes.items():
            self._draw_part(sketch, place, box)
        sketch.reserve(QRectF(0, 0, width, places.height))

    # ---- parts

    def _words(self, place: int, width: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The lines of the title of a part, and those of what is special about it."""
        part, room = self.diagram.parts[place], width - PADDING
        pixels = self._pixels(place, room)
        most = 1 if part.kind == "norm" else MOST_TITLE_LINES
        title = wrap_text(
            message(part.title), room, pixels, part.kind not in ("norm", "table"), most
        )
        lines: list[str] = []
        if part.kind == "head":
            lines = list(
                wrap_text(" → ".join(map(message, part.lines)), room, fonts.SMALL, False, 3)
            )
        elif part.kind not in ("norm", "table", "sum"):
            special = [*map(message, part.lines)]
            if len(special) > MOST_LINES:
                rest = len(special) - MOST_LINES + 1
                special = [*special[: MOST_LINES - 1], tr("and {rest} more steps", rest=rest)]
            for one in (*special, message(part.size)):
                lines += wrap_text(one, room, fonts.SMALL, False, 2)
        return title, tuple(lines)

    def _pixels(self, place: int, room: float) -> float:
        """The size of the letters of a title: smaller where its longest word would be cut off."""
        part = self.diagram.parts[place]
        pixels = fonts.SMALL if part.kind in ("norm", "table", "head") else SHORT_PIXELS
        if part.kind not in ("table", "norm"):
            return pixels
        title = message(part.title)
        words = title.split() if part.kind == "table" else [title]
        longest = max(fonts.text_width(word, pixels) for word in words)
        return max(LEAST_PIXELS, min(pixels, pixels * room / longest // 0.5 * 0.5))

    def part_height(self, place: int, width: float) -> float:
        """How high the box of a part is that is so wide."""
        kind = self.diagram.parts[place].kind
        if kind == "sum":
            return SUM_SIZE
        if kind == "norm":
            return NORM_HEIGHT
        title, lines = self._words(place, width)
        return len(title) * TITLE_LINE + len(lines) * SMALL_LINE + PADDING

    def _draw_part(self, sketch: Sketch, place: int, box: QRectF) -> None:
        palette, part = sketch.palette, self.diagram.parts[place]
        is_sum = part.kind == "sum"
        radius = box.height() / 2 if is_sum else 4.0
        ground = palette.ground if is_sum else part_colour(palette, part.kind)
        sketch.frame(box, palette.muted, radius=radius, ground=ground)
        unlike = self.unlike.get(place)
        if unlike is not None:
            draw_mark(sketch, box, radius, is_only=unlike.is_only)
        if is_sum:
            centre, arm = box.center(), SUM_SIZE / 4
            across, down = QPointF(arm, 0), QPointF(0, arm)
            sketch.line(centre - across, centre + across, palette.text, width=1.4)
            sketch.line(centre - down, centre + down, palette.text, width=1.4)
        else:
            self._write(sketch, place, box)
        tip = "\n".join(describe_part(self.diagram, place, unlike))
        sketch.target(box, DiagramHit(place), tip)

    def _write(self, sketch: Sketch, place: int, box: QRectF) -> None:
        part = self.diagram.parts[place]
        title, lines = self._words(place, box.width())
        pixels = self._pixels(place, box.width() - PADDING)
        whole = len(title) * TITLE_LINE + len(lines) * SMALL_LINE
        y = box.center().y() - whole / 2
        room = box.adjusted(PADDING / 2, 0, -PADDING / 2, 0)
        bold = part.kind not in ("norm", "table")
        for text in title:
            line = QRectF(room.left(), y, room.width(), TITLE_LINE)
            sketch.text(
                line, text, sketch.palette.text, pixels=pixels, bold=bold, align=CENTRE, elide=True
            )
            y += TITLE_LINE
        for text in lines:
            line = QRectF(room.left(), y, room.width(), SMALL_LINE)
            sketch.text(
                line, text, sketch.palette.text, pixels=fonts.SMALL, align=CENTRE, elide=True
            )
            y += SMALL_LINE

    # ---- frames and lines

    def _draw_frame(self, sketch: Sketch, frame: PlacedFrame) -> None:
        palette, block = sketch.palette, frame.block
        sketch.frame(frame.rect, palette.muted, radius=8, ground=palette.surface)
        head = QRectF(frame.rect.left() + 9, frame.rect.top() + 2, frame.rect.width() - 18, 17)
        half = head.width() / 2 - 6  # the line to the next part is in the middle
        left = QRectF(head.left(), head.top(), half, head.height())
        right = QRectF(head.right() - half, head.top(), half, head.height())
        title = frame_title(block, tr(frame.title))
        small = fonts.SMALL if fonts.text_width(title, fonts.SMALL) <= half else LEAST_PIXELS
        sketch.text(left, title, palette.muted, pixels=small, align=LEFT, elide=True)
        times = self._repetition(block)
        whole = fonts.text_width(times, bold=True) <= half
        pixels = fonts.BODY if whole else fonts.SMALL
        sketch.text(right, times, palette.text, pixels=pixels, bold=True, align=RIGHT, elide=True)
        tip = ", ".join(filter(None, (title, times)))
        sketch.target(head, FrameHit(block.first), tip)

    def _repetition(self, block: DiagramBlock) -> str:
        """How often the layers of a frame follow each other, and what is special about them."""
        times = f"× {block.repeats}" if block.repeats > 1 else ""
        shared = tr("same weights") if block.is_shared else ""
        reversible = tr("reversible (RevNet)") if self.diagram.columns_of(block) > 1 else ""
        return ", ".join(filter(None, (times, shared, reversible)))

    def _draw_line(self, sketch: Sketch, line: PlacedLine) -> None:
        path = QPainterPath(line.points[0])
        for point in line.points[1:]:
            path.lineTo(point)
        colour, dashed = sketch.palette.text, line.role == "samples"
        sketch.path(path, colour, width=1.1, dashed=dashed)
        last, before = line.points[-1], line.points[-2]
        if self.diagram.parts[line.target].kind != "sum":
            draw_arrow(sketch, before, last, colour)


def frame_title(block: DiagramBlock, stack: str) -> str:
    """Which layers a frame is around, or the title of their stack where it has no other room."""
    first, last = block.layers[0], block.layers[-1]
    layers = (
        tr("Layer {first}", first=first)
        if first == last
        else tr("Layers {first} to {last}", first=first, last=last)
    )
    return stack or layers


def draw_mark(sketch: Sketch, box: QRectF, radius: float, *, is_only: bool) -> None:
    """Outline a part that not every model has, and more strongly one that no other has."""
    ring = box.adjusted(-1.5, -1.5, 1.5, 1.5)
    style: dict[str, Any] = {"width": MARK_WIDTH} if is_only else {"dashed": DOTS}
    sketch.frame(ring, sketch.palette.warning, radius=radius + 1.5, **style)


def draw_arrow(sketch: Sketch, before: QPointF, tip: QPointF, colour: str) -> None:
    """The head of an arrow at the end of a horizontal or vertical line."""
    along = tip - before
    length = max(abs(along.x()), abs(along.y()), 1e-6)
    unit = along / length
    aside = QPointF(-unit.y(), unit.x())
    path = QPainterPath(tip)
    path.lineTo(tip - unit * ARROW * 1.4 + aside * ARROW * 0.8)
    path.lineTo(tip - unit * ARROW * 1.4 - aside * ARROW * 0.8)
    path.closeSubpath()
    sketch.path(path, "", ground=colour)


class KindLegend(Legend):
    """The colours of the kinds of parts, and the outlines of parts that not every model has."""

    def __init__(
        self, kinds: Sequence[PartKind], marks: Collection[bool], count: int, *, samples: bool
    ) -> None:
        """`marks` are those of parts that are drawn of `count` models, whether they are strong.

        `samples`: a line of sampled tokens is drawn.
        """
        entries = [
            LegendEntry(message(KIND_TITLES[kind]), 16.0, _symbol_of(kind)) for kind in kinds
        ]
        if samples:
            title = tr("Sampled tokens, in place of the text")
            entries.append(LegendEntry(title, 20.0, _draw_samples_symbol))
        strong = tr("In this model alone") if count > 2 else tr("Not in the other model")
        titles = {True: strong, False: tr("Not in every model")}
        for is_only in sorted(set(marks), reverse=True):
            symbol = partial(_draw_mark_symbol, is_only=is_only)
            entries.append(LegendEntry(titles[is_only], 16.0, symbol))
        super().__init__(entries)


def _symbol_of(kind: PartKind) -> Callable[[Sketch, QRectF], None]:
    def draw(sketch: Sketch, rect: QRectF) -> None:
        spot = QRectF(rect.left(), rect.center().y() - 6, 12 if kind == "sum" else 14, 12)
        palette = sketch.palette
        ground = palette.ground if kind == "sum" else part_colour(palette, kind)
        sketch.frame(spot, palette.muted, radius=6 if kind == "sum" else 3, ground=ground)

    return draw


def _draw_mark_symbol(sketch: Sketch, rect: QRectF, *, is_only: bool) -> None:
    spot = QRectF(rect.left() + 1, rect.center().y() - 5, 12, 10)
    draw_mark(sketch, spot, 2, is_only=is_only)


def _draw_samples_symbol(sketch: Sketch, rect: QRectF) -> None:
    middle = rect.center().y()
    ends = QPointF(rect.left(), middle), QPointF(rect.right(), middle)
    sketch.line(*ends, sketch.palette.text, dashed=True)
