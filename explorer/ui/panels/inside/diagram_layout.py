"""Where the parts of a block diagram are: boxes, frames around layers, and the lines between them.

Lengths are pixels. Rows are counted from the bottom, where the input is, to the heads; places have
y downwards, as drawings have. Each stack of layers has a column; streams that are computed in turn,
and the two columns of reversible layers, are lanes in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF

from models.inside.diagram import Diagram, DiagramBlock, PartLink

ROW_GAP, LANE_GAP, STACK_GAP = 14.0, 10.0, 22.0
FRAME_PAD, FRAME_HEAD = 7.0, 18.0
CHANNEL, FIRST_CHANNEL = 7.0, 12.0  # between the lines beside the boxes, and before the first
SUM_SIZE, SIDE_LANE = 18.0, 22.0
MOST_BOX, MOST_STACK = 230.0, 400.0
TITLE_HEIGHT = 20.0  # of a stream or a stack, below its inputs

Heights = Callable[[int, float], float]  # of a part in a box of a width


@dataclass(frozen=True)
class PlacedFrame:
    """The frame around layers that repeat."""

    rect: QRectF
    block: DiagramBlock


@dataclass(frozen=True)
class PlacedLine:
    """A line from part to part through these points; the last one has an arrow."""

    points: tuple[QPointF, ...]
    source: int
    target: int
    role: str


@dataclass(frozen=True)
class PlacedTitle:
    """The title of a stack or a stream, below what enters it."""

    rect: QRectF
    text: str


@dataclass
class _Level:
    """Parts beside each other."""

    parts: list[int]
    block: DiagramBlock | None
    top: float = 0.0  # measured from the bottom of the picture
    bottom: float = 0.0


@dataclass
class DiagramLayout:
    """Everything that is drawn, for a width."""

    boxes: dict[int, QRectF] = field(default_factory=dict)
    frames: list[PlacedFrame] = field(default_factory=list)
    lines: list[PlacedLine] = field(default_factory=list)
    titles: list[PlacedTitle] = field(default_factory=list)
    height: float = 0.0


def stack_columns(diagram: Diagram) -> list[list[int]]:
    """Stacks by the column that they are in, those that read the end of another one above it."""
    columns: list[list[int]] = []
    for number, stack in enumerate(diagram.stacks):
        below = stack.reads_end_of
        column = next((one for one in columns if below in one), None)
        if column is None:
            columns.append([number])
        else:
            column.append(number)
    return columns


def lay_out(diagram: Diagram, width: float, heights: Heights) -> DiagramLayout:
    """Place everything in a width."""
    return _Layouter(diagram, width, heights).lay_out()


class _Layouter:
    def __init__(self, diagram: Diagram, width: float, heights: Heights) -> None:
        self.diagram, self.width, self.heights = diagram, width, heights
        self.columns = stack_columns(diagram)
        self.result = DiagramLayout()
        self.levels: dict[int, list[_Level]] = {}  # by stack
        self.at: dict[int, tuple[int, int]] = {}  # part -> stack, index of its level

    def lay_out(self) -> DiagramLayout:
        for stack in range(len(self.diagram.stacks)):
            self.levels[stack] = self._find_levels(stack)
            for index, level in enumerate(self.levels[stack]):
                self.at |= dict.fromkeys(level.parts, (stack, index))
        tops = []
        wide = (self.width - STACK_GAP * (len(self.columns) - 1)) / len(self.columns)
        for number, column in enumerate(self.columns):
            bottom = TITLE_HEIGHT if self._titles_of(column[0]) else 0.0
            for stack in column:
                own = min(wide, MOST_STACK * max(len(self._lane_streams(stack)), 1))
                left = number * (wide + STACK_GAP) + (wide - own) / 2
                self.areas[stack] = QRectF(left, 0, own, 0)
                bottom = self._place_stack(stack, bottom) + ROW_GAP
            tops.append(bottom)
        height = self._place_ends(max(tops))
        self._flip(height)
        self._route()
        self.result.height = height
        return self.result

    @cached_property
    def areas(self) -> dict[int, QRectF]:
        return {}

    # ---- levels

    def _find_levels(self, stack: int) -> list[_Level]:
        """Parts by the longest way to them, in each layer for itself."""
        parts = self.diagram.parts
        own = [n for n in self.diagram.drawn if parts[n].stack == stack and not self._is_end(n)]
        levels: list[_Level] = []
        group: list[int] = []
        previous: object = None
        for place in own:
            block = self.diagram.block_of(place)
            key = block.first if block is not None else f"layer {parts[place].layer}"
            if key != previous and group:
                levels += self._levels_of(group)
                group = []
            group.append(place)
            previous = key
        return levels + self._levels_of(group)

    def _levels_of(self, group: Sequence[int]) -> list[_Level]:
        depth: dict[int, int] = {}
        for place in group:
            sources = [link.source for link in self.diagram.parts[place].links]
            depth[place] = max((depth[one] + 1 for one in sources if one in depth), default=0)
        for place in reversed(group):  # what enters late is near to where it is read
            readers = [depth[one] for one in self.diagram.readers(place) if one in depth]
            if readers and not any(l.source in depth for l in self.diagram.parts[place].links):
                depth[place] = max(depth[place], min(readers) - 1)
        block = self.diagram.block_of(group[0]) if group else None
        found: dict[int, list[int]] = defaultdict(list)
        for place in group:
            found[depth[place]].append(place)
        return [_Level(found[number], block) for number in sorted(found)]

    def _is_end(self, place: int) -> bool:
        """Whether it is a head, or joins the ends of streams."""
        part = self.diagram.parts[place]
        return part.kind == "head" or not part.steps

    # ---- boxes, measured from the bottom

    def _lanes(self, stack: int, block: DiagramBlock | None) -> int:
        if len(self._lane_streams(stack)) > 1:
            return len(self._lane_streams(stack))
        return 1 if block is None else self.diagram.columns_of(block)

    def _lane_streams(self, stack: int) -> list[str]:
        """The streams that have parts of their own, each in a lane."""
        parts = self.diagram.parts
        own = {
            parts[n].streams[0]
            for n in self.diagram.drawn
            if parts[n].stack == stack and len(parts[n].streams) == 1 and not self._is_end(n)
        }
        return [name for name in self.diagram.stacks[stack].streams if name in own]

    def _titles_of(self, stack: int) -> list[str]:
        names = self._lane_streams(stack)
        if len(names) > 1:
            return [self.diagram.stream_titles[name] for name in names]
        return [self.diagram.stacks[stack].title] if len(self.diagram.stacks) > 1 else []

    def _place_stack(self, stack: int, bottom: float) -> float:
        """Place the boxes of a stack; returns where it ends."""
        area = self.areas[stack]
        left, right = self._margins(stack)
        inner = QRectF(area.left() + left, 0, area.width() - left - right, 0)
        titles, y = self._titles_of(stack), bottom
        for number, title in enumerate(titles):
            wide = area.width() / len(titles)
            rect = QRectF(area.left() + number * wide, y - TITLE_HEIGHT, wide, TITLE_HEIGHT - 4)
            self.result.titles.append(PlacedTitle(rect, title))
        open_block: DiagramBlock | None = None
        frame_bottom = y
        levels = self.levels[stack]
        for index, level in enumerate(levels):
            if level.block is not open_block:
                if open_block is not None:
                    y = self._close_frame(stack, open_block, frame_bottom, y)
                if level.block is not None:
                    y += FRAME_PAD if index else 0.0
                    frame_bottom, y = y, y + FRAME_PAD + ROW_GAP * 0.6
                open_block = level.block
            level.bottom = y
            tall = 0.0
            for place, left_edge, wide in self._spots(stack, level, inner):
                high = self.heights(place, wide)
                box = QRectF(left_edge, y, wide, high)
                self.result.boxes[place] = box
                tall = max(tall, high)
            for place in level.parts:  # centred in the height of the level
                box = self.result.boxes[place]
                box.moveTop(y + (tall - box.height()) / 2)
            level.top = y + tall
            y = level.top + ROW_GAP
        if open_block is not None:
            y = self._close_frame(stack, open_block, frame_bottom, y)
        return y - ROW_GAP

    def _close_frame(self, stack: int, block: DiagramBlock, bottom: float, y: float) -> float:
        top = y - ROW_GAP + FRAME_PAD + FRAME_HEAD
        area = self.areas[stack]
        frame = QRectF(area.left() + 1, bottom, area.width() - 2, top - bottom)
        self.result.frames.append(PlacedFrame(frame, block))
        return top + ROW_GAP

    def _margins(self, stack: int) -> tuple[float, float]:
        """The room for lines at the left and at the right of the boxes."""
        channels = self._channels(stack)
        left = max((c for side, c in channels.values() if side < 0), default=-1) + 1
        right = max((c for side, c in channels.values() if side > 0), default=-1) + 1
        room = [
            FIRST_CHANNEL + CHANNEL * count if count else FRAME_PAD + 3 for count in (left, right)
        ]
        if self._is_single(stack):
            room = [max(room)] * 2
        return room[0], room[1]

    def _is_single(self, stack: int) -> bool:
        return len(self._lane_streams(stack)) < 2

    def _spots(
        self, stack: int, level: _Level, inner: QRectF
    ) -> Iterator[tuple[int, float, float]]:
        """Each part of a level with its left edge and its width."""
        parts = self.diagram.parts
        streams = self._lane_streams(stack)
        by_lane: dict[int | None, list[int]] = defaultdict(list)
        for place in level.parts:
            own = parts[place].streams
            lane = streams.index(own[0]) if len(streams) > 1 and len(own) == 1 else None
            by_lane[lane].append(place)
        two = level.block is not None and self.diagram.columns_of(level.block) > 1
        for lane, places in by_lane.items():
            left, wide = inner.left(), inner.width()
            if lane is not None:
                wide = (inner.width() - LANE_GAP * 3 * (len(streams) - 1)) / len(streams)
                left += lane * (wide + LANE_GAP * 3)
            elif two:
                left, wide = left + SIDE_LANE, wide - 2 * SIDE_LANE
            each = (wide - LANE_GAP * (len(places) - 1)) / len(places)
            for number, place in enumerate(sorted(places, key=self._order_of)):
                box = SUM_SIZE if parts[place].kind == "sum" else min(each, MOST_BOX)
                centre = left + number * (each + LANE_GAP) + each / 2
                if two and parts[place].kind == "sum":
                    side = self._residual_column(place)
                    centre = inner.left() if side == 0 else inner.right()
                yield place, centre - box / 2, box

    def _order_of(self, place: int) -> float:
        """Parts are beside each other in the order of what they read."""
        centres = [
            self.result.boxes[self.diagram.drawn_as(link.source)].center().x()
            for link in self.diagram.parts[place].links
            if self.diagram.drawn_as(link.source) in self.result.boxes
        ]
        return sum(centres) / len(centres) if centres else 0.0

    def _residual_column(self, place: int) -> int:
        """0 for the first sum of a reversible layer, at the left; 1 for the second."""
        layer = self.diagram.parts[place].layer
        sums = [
            n
            for n, p in enumerate(self.diagram.parts)
            if (p.stack, p.layer, p.kind) == (self.diagram.parts[place].stack, layer, "sum")
        ]
        return min(sums.index(place), 1)

    # ---- heads

    def _place_ends(self, bottom: float) -> float:
        """Place heads, and what joins streams, above everything; returns the height of it all."""
        ends = [n for n in self.diagram.drawn if self._is_end(n)]
        if not ends:
            return bottom
        joins = any(self.diagram.parts[n].kind != "head" for n in ends)
        groups: dict[int, list[int]] = defaultdict(list)
        for place in ends:
            column = next(
                n for n, c in enumerate(self.columns) if self.diagram.parts[place].stack in c
            )
            groups[0 if joins else column].append(place)
        tall = 0.0
        for column, places in groups.items():
            area = self.areas[self.columns[column][0]]
            left, whole = (0.0, self.width) if joins else (area.left(), area.width())
            gap = LANE_GAP
            wide = (whole - gap * (len(places) - 1)) / len(places)
            for number, place in enumerate(sorted(places, key=self._order_of)):
                box_width = min(wide, MOST_BOX)
                high = self.heights(place, box_width)
                x = left + number * (wide + gap) + (wide - box_width) / 2
                self.result.boxes[place] = QRectF(x, bottom + ROW_GAP, box_width, high)
                tall = max(tall, high)
        return bottom + ROW_GAP + tall + 2

    def _flip(self, height: float) -> None:
        """Turn places measured from the bottom into places measured from the top."""

        def turned(rect: QRectF) -> QRectF:
            return QRectF(rect.left(), height - rect.bottom(), rect.width(), rect.height())

        self.result.boxes = {n: turned(rect) for n, rect in self.result.boxes.items()}
        self.result.frames = [PlacedFrame(turned(f.rect), f.block) for f in self.result.frames]
        self.result.titles = [PlacedTitle(turned(t.rect), t.text) for t in self.result.titles]
        for levels in self.levels.values():
            for level in levels:
                level.top, level.bottom = height - level.top, height - level.bottom

    # ---- lines

    def _links(self) -> Iterator[tuple[int, int, PartLink]]:
        """Each link between drawn parts once, as (source, target, link)."""
        seen: set[tuple[int, int, str]] = set()
        for target in self.diagram.drawn:
            for link in self.diagram.parts[target].links:
                source = self.diagram.drawn_as(link.source)
                key = source, target, link.role
                if source != target and key not in seen:
                    seen.add(key)
                    yield source, target, link

    def _skips(self, source: int, target: int) -> bool:
        """Whether a line goes past the boxes of a level of its lane."""
        (stack, first), (other, last) = self.at.get(source, (-1, 0)), self.at.get(target, (-2, 0))
        if stack != other or last <= first + 1:
            return False
        streams = self._lane_streams(stack)
        own = set(self.diagram.parts[target].streams)
        between = (n for level in self.levels[stack][first + 1 : last] for n in level.parts)
        return len(streams) < 2 or any(own & set(self.diagram.parts[n].streams) for n in between)

    @cached_property
    def _all_channels(self) -> dict[int, dict[tuple[int, int, str], tuple[int, int]]]:
        return {}

    def _channels(self, stack: int) -> dict[tuple[int, int, str], tuple[int, int]]:
        """For each line beside the boxes of a stack: its side (-1 or 1), and how far out it is."""
        if stack in self._all_channels:
            return self._all_channels[stack]
        streams = self._lane_streams(stack)
        mirrored = self._is_mirrored(stack)
        spans = []
        for source, target, link in self._links():
            if self.at.get(target, (-1, 0))[0] != stack or not self._skips(source, target):
                continue
            if self._is_free(source, target):
                continue
            is_sum = self.diagram.parts[target].kind == "sum"
            side = -1 if is_sum != mirrored else 1
            if len(streams) > 1:
                side = -1 if self.diagram.parts[target].streams[0] == streams[0] else 1
            low, high = self.at[source][1], self.at[target][1]
            spans.append((high - low, low, high, side, (source, target, link.role)))
        taken: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        channels = {}
        for _, low, high, side, key in sorted(spans):
            number = next(
                n
                for n in range(len(spans) + 1)
                if all(high <= a or low >= b for a, b in taken[side, n])
            )
            taken[side, number].append((low, high))
            channels[key] = side, number
        self._all_channels[stack] = channels
        return channels

    def _is_mirrored(self, stack: int) -> bool:
        """Whether its residual lines are at the right, because another stack is at its left."""
        column = next(n for n, one in enumerate(self.columns) if stack in one)
        return column > 0 and column == len(self.columns) - 1

    def _is_free(self, source: int, target: int) -> bool:
        """Whether a line runs in the side column of reversible layers, past no box."""
        parts = self.diagram.parts
        blocks = [self.diagram.block_of(place) for place in (source, target)]
        return any(
            block is not None and self.diagram.columns_of(block) > 1 and parts[place].kind == "sum"
            for block, place in zip(blocks, (source, target), strict=True)
        )

    def _route(self) -> None:
        for source, target, link in self._links():
            boxes = self.result.boxes
            if source in boxes and target in boxes:
                points = self._points(source, target, link)
                line = PlacedLine(tuple(points), source, target, link.role)
                self.result.lines.append(line)

    def _points(self, source: int, target: int, link: PartLink) -> list[QPointF]:
        a, b = self.result.boxes[source], self.result.boxes[target]
        start = QPointF(a.center().x(), a.top())
        stack = self.at.get(target, (-1, 0))[0]
        channel = self._channels(stack).get((source, target, link.role)) if stack >= 0 else None
        if channel is not None:
            return self._beside(target, start, a, b, *channel)
        if stack >= 0 and self._comes_from_another_column(source, stack):
            return self._between_columns(stack, start, b, link)
        if self._is_free(source, target):
            return self._in_side_column(source, target, start, a, b)
        end_x = b.center().x()
        if link.role == "keys" or abs(start.x() - end_x) > b.width() / 2 + 40:
            end_x = min(max(start.x(), b.left() + b.width() * 0.2), b.right() - b.width() * 0.2)
        if len(self.diagram.parts[target].links) == 1 and self.diagram.parts[target].kind != "head":
            end_x = b.center().x()
        if b.left() + 12 < start.x() < b.right() - 12 and link.role != "keys":
            end_x = start.x()
        is_aside = abs(start.x() - b.center().x()) > b.width()
        if self.diagram.parts[target].kind == "sum" and is_aside:
            edge = b.left() if start.x() < b.center().x() else b.right()
            return [start, QPointF(start.x(), b.center().y()), QPointF(edge, b.center().y())]
        if abs(start.x() - end_x) < 1:
            return [start, QPointF(end_x, b.bottom())]
        turn = b.bottom() + min(ROW_GAP / 2, max((start.y() - b.bottom()) / 2, 3.0))
        return [
            start,
            QPointF(start.x(), turn),
            QPointF(end_x, turn),
            QPointF(end_x, b.bottom()),
        ]

    def _beside(
        self, target: int, start: QPointF, a: QRectF, b: QRectF, side: int, number: int
    ) -> list[QPointF]:
        """Out of the top of a box, up beside the others, and into the side of the target."""
        stack = self.at[target][0]
        own = [box for n, box in self.result.boxes.items() if self.at.get(n, (-1, 0))[0] == stack]
        streams = self._lane_streams(stack)
        x = min(box.left() for box in own) if side < 0 else max(box.right() for box in own)
        if len(streams) < 2:
            area, margins = self.areas[stack], self._margins(stack)
            edge = area.left() + margins[0] if side < 0 else area.right() - margins[1]
            between = [box for box in own if b.top() <= box.center().y() <= a.bottom()]
            near = (
                min(box.left() for box in between)
                if side < 0
                else max(box.right() for box in between)
            )
            x = max(near, edge) if side < 0 else min(near, edge)
        x += side * (FIRST_CHANNEL - 4 + CHANNEL * number)
        out = start.y() - ROW_GAP * 0.45
        frame = self._frame_of(target)
        if frame is not None and frame.bottom() < start.y():
            out = frame.bottom() - FRAME_PAD  # the line branches inside the frame that it enters
        edge_x = b.left() if side < 0 else b.right()
        y = b.center().y()
        return [
            QPointF(start.x(), out),
            QPointF(x, out),
            QPointF(x, y),
            QPointF(edge_x, y),
        ]

    def _frame_of(self, place: int) -> QRectF | None:
        """The frame that a part is in."""
        block = self.diagram.block_of(place)
        return next((one.rect for one in self.result.frames if one.block == block), None)

    def _comes_from_another_column(self, source: int, stack: int) -> bool:
        own = next(column for column in self.columns if stack in column)
        return self.diagram.parts[source].stack not in own

    def _between_columns(
        self, stack: int, start: QPointF, b: QRectF, link: PartLink
    ) -> list[QPointF]:
        area = self.areas[stack]
        x = area.left() - STACK_GAP / 2
        out = start.y() - ROW_GAP * 0.5
        if link.role == "samples":
            return [
                start,
                QPointF(start.x(), out),
                QPointF(x, out),
                QPointF(x, b.bottom() + 8),
                QPointF(b.center().x(), b.bottom() + 8),
                QPointF(b.center().x(), b.bottom()),
            ]
        if link.role == "keys":
            y = b.center().y()
            return [
                start,
                QPointF(start.x(), out),
                QPointF(x, out),
                QPointF(x, y),
                QPointF(b.left(), y),
            ]
        turn = b.bottom() + ROW_GAP * 0.5
        return [
            start,
            QPointF(start.x(), out),
            QPointF(x, out),
            QPointF(x, turn),
            QPointF(b.center().x(), turn),
            QPointF(b.center().x(), b.bottom()),
        ]

    def _in_side_column(
        self, source: int, target: int, start: QPointF, a: QRectF, b: QRectF
    ) -> list[QPointF]:
        """A line of a reversible layer: up the column of a sum, and over to what reads it."""
        parts = self.diagram.parts
        turn = b.bottom() + ROW_GAP * 0.5
        if parts[target].kind == "sum" and parts[source].kind not in ("sum", "table", "norm"):
            y = b.center().y()
            edge = b.right() if start.x() > b.center().x() else b.left()
            return [start, QPointF(start.x(), y), QPointF(edge, y)]
        if parts[target].kind == "sum":  # from below: aside at once, then up the free column
            turn = start.y() - ROW_GAP * 0.5
        end_x = b.center().x()
        if parts[target].kind != "sum" and len(parts[target].links) > 1:
            end_x = b.left() + b.width() * (0.25 if start.x() < b.center().x() else 0.75)
        if abs(start.x() - end_x) < 1:
            return [start, QPointF(end_x, b.bottom())]
        return [start, QPointF(start.x(), turn), QPointF(end_x, turn), QPointF(end_x, b.bottom())]
