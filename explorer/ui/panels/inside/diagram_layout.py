"""Where the parts of a block diagram are: boxes, frames around layers, titles below the inputs.

Lengths are pixels. Places are found from the bottom, where the input is, to the heads, and then
turned over, as drawings have y downwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF

from explorer.ui.panels.inside.diagram_structure import (
    LEFT_SIDE,
    RIGHT_SIDE,
    DiagramLevel,
    DiagramStructure,
    is_end,
)
from models.inside.diagrams.diagram import Diagram, DiagramBlock

ROW_GAP, LANE_GAP, STACK_GAP, TABLE_GAP = 14.0, 10.0, 22.0, 6.0
FRAME_PAD, FRAME_HEAD = 7.0, 18.0
CHANNEL, FIRST_CHANNEL = 7.0, 12.0  # between the lines beside the boxes, and before the first
SUM_SIZE, SIDE_LANE = 18.0, 34.0
MOST_BOX, MOST_STACK = 230.0, 400.0
OUTLINE = 3.0  # around a box that other models do not have
TITLE_HEIGHT, TITLE_LINE = 26.0, 16.0  # of a stream or a stack, below its inputs

Heights = Callable[[int, float], float]  # of a part in a box of a width


@dataclass(frozen=True)
class PlacedFrame:
    """The frame around layers that repeat."""

    rect: QRectF
    block: DiagramBlock
    title: str = ""  # of a stack above another one, which has no room for it below


@dataclass(frozen=True)
class PlacedTitle:
    """The title of a stack or a stream, below what enters it."""

    rect: QRectF
    text: str


@dataclass
class DiagramPlaces:
    """Everything that is drawn but the lines, for a width."""

    boxes: dict[int, QRectF] = field(default_factory=dict)
    frames: list[PlacedFrame] = field(default_factory=list)
    titles: list[PlacedTitle] = field(default_factory=list)
    areas: dict[int, QRectF] = field(default_factory=dict)  # of stacks, from left to right
    height: float = 0.0

    def frame_of(self, block: DiagramBlock | None) -> QRectF | None:
        return next((one.rect for one in self.frames if one.block == block), None)

    def turn_over(self, height: float) -> None:
        """Turn places measured from the bottom into places measured from the top."""

        def turn(rect: QRectF) -> QRectF:
            return QRectF(rect.left(), height - rect.bottom(), rect.width(), rect.height())

        self.boxes = {place: turn(rect) for place, rect in self.boxes.items()}
        self.frames = [PlacedFrame(turn(one.rect), one.block, one.title) for one in self.frames]
        self.titles = [PlacedTitle(turn(one.rect), one.text) for one in self.titles]
        self.height = height


def place_parts(structure: DiagramStructure, width: float, heights: Heights) -> DiagramPlaces:
    """Place everything in a width, and write into the levels where they are."""
    return _Placing(structure, width, heights).place_all()


def stack_margins(structure: DiagramStructure, stack: int) -> tuple[float, float]:
    """The room for lines at the left and at the right of the boxes of a stack."""
    counts = [structure.num_channels(stack, side) for side in (LEFT_SIDE, RIGHT_SIDE)]
    room = [FIRST_CHANNEL + CHANNEL * one if one else FRAME_PAD + 3 for one in counts]
    if len(structure.lanes_of(stack)) < 2:
        room = [max(room)] * 2  # so that boxes are in the middle
    return room[0], room[1]


class _Placing:
    def __init__(self, structure: DiagramStructure, width: float, heights: Heights) -> None:
        self.structure, self.width, self.heights = structure, width, heights
        self.diagram: Diagram = structure.diagram
        self.places = DiagramPlaces()

    def place_all(self) -> DiagramPlaces:
        columns, tops = self.structure.columns, []
        wide = (self.width - STACK_GAP * (len(columns) - 1)) / len(columns)
        for number, column in enumerate(columns):
            bottom = TITLE_HEIGHT if self._titles_of(column[0]) else 0.0
            for stack in column:
                own = min(wide, MOST_STACK * max(len(self.structure.lanes_of(stack)), 1))
                left = number * (wide + STACK_GAP) + (wide - own) / 2
                self.places.areas[stack] = QRectF(left + OUTLINE, 0, own - 2 * OUTLINE, 0)
                bottom = self._place_stack(stack, bottom) + ROW_GAP
            tops.append(bottom)
        height = self._place_ends(max(tops))
        self.places.turn_over(height)
        for levels in self.structure.levels.values():
            for level in levels:
                level.top, level.bottom = height - level.top, height - level.bottom
        return self.places

    def _titles_of(self, stack: int) -> list[str]:
        names = self.structure.lanes_of(stack)
        if len(names) > 1:
            return [self.diagram.stream_titles[name] for name in names]
        return [self.diagram.stacks[stack].title] if len(self.diagram.stacks) > 1 else []

    # ---- a stack, from its bottom

    def _place_stack(self, stack: int, bottom: float) -> float:
        """Place the boxes of a stack; returns where it ends."""
        area = self.places.areas[stack]
        is_lowest = any(column[0] == stack for column in self.structure.columns)
        titles = self._titles_of(stack)
        for number, title in enumerate(titles if is_lowest else ()):
            wide = area.width() / len(titles)
            left = area.left() + number * wide
            rect = QRectF(left, bottom - TITLE_HEIGHT, wide, TITLE_LINE)
            self.places.titles.append(PlacedTitle(rect, title))
        name = "" if is_lowest else self.diagram.stacks[stack].title
        y, frame_bottom = bottom, bottom
        block: DiagramBlock | None = None
        for index, level in enumerate(self.structure.levels[stack]):
            if level.block is not block:
                y = y if block is None else self._close_frame(stack, block, frame_bottom, y, name)
                if level.block is not None:
                    y += FRAME_PAD if index else 0.0
                    frame_bottom, y = y, y + FRAME_PAD + ROW_GAP
                block = level.block
            self._place_level(stack, level, y)
            y = level.top + ROW_GAP
        y = y if block is None else self._close_frame(stack, block, frame_bottom, y, name)
        return y - ROW_GAP

    def _place_level(self, stack: int, level: DiagramLevel, y: float) -> None:
        spots = list(self._spots(stack, level))
        heights = [self.heights(place, wide) for place, _, wide in spots]
        tall = max(heights)
        for (place, left, wide), high in zip(spots, heights, strict=True):
            self.places.boxes[place] = QRectF(left, y + (tall - high) / 2, wide, high)
        level.bottom, level.top = y, y + tall

    def _close_frame(
        self, stack: int, block: DiagramBlock, bottom: float, y: float, title: str
    ) -> float:
        top = y - ROW_GAP + FRAME_PAD + FRAME_HEAD
        area = self.places.areas[stack]
        frame = QRectF(area.left() + 1, bottom, area.width() - 2, top - bottom)
        self.places.frames.append(PlacedFrame(frame, block, title))
        return top + ROW_GAP

    def _spots(self, stack: int, level: DiagramLevel) -> Iterator[tuple[int, float, float]]:
        """Each part of a level with its left edge and its width."""
        parts, lanes = self.diagram.parts, self.structure.lanes_of(stack)
        by_lane: dict[int | None, list[int]] = defaultdict(list)
        for place in level.parts:
            own = parts[place].streams
            lane = lanes.index(own[0]) if len(lanes) > 1 and len(own) == 1 else None
            by_lane[lane].append(place)
        two = self.structure.is_two_columned(level.block)
        inner = self._inside(stack, level)
        for lane, places in by_lane.items():
            room, gap = QRectF(inner), LANE_GAP
            if lane is not None:
                wide = (inner.width() - LANE_GAP * 3 * (len(lanes) - 1)) / len(lanes)
                room = QRectF(inner.left() + lane * (wide + LANE_GAP * 3), 0, wide, 0)
            elif two:
                room = inner.adjusted(SIDE_LANE, 0, -SIDE_LANE, 0)
            if level.block is None and len(places) > 1:
                gap = TABLE_GAP
            each = (room.width() - gap * (len(places) - 1)) / len(places)
            for number, place in enumerate(sorted(places, key=self._order_of)):
                is_sum = parts[place].kind == "sum"
                box = SUM_SIZE if is_sum else min(each, MOST_BOX)
                centre = room.left() + number * (each + gap) + each / 2
                if two and is_sum:
                    is_left = self.structure.residual_column(place) == LEFT_SIDE
                    centre = inner.left() if is_left else inner.right()
                    centre += SIDE_LANE / 3 if is_left else -SIDE_LANE / 3
                yield place, centre - box / 2, box

    def _inside(self, stack: int, level: DiagramLevel) -> QRectF:
        """The room for boxes; tables beside each other need no room for lines."""
        left, right = stack_margins(self.structure, stack)
        if level.block is None and len(self.structure.lanes_of(stack)) < 2 and len(level.parts) > 1:
            left = right = 2.0
        area = self.places.areas[stack]
        return QRectF(area.left() + left, 0, area.width() - left - right, 0)

    def _order_of(self, place: int) -> float:
        """Parts are beside each other in the order of what they read."""
        read = [self.diagram.drawn_as(link.source) for link in self.diagram.parts[place].links]
        centres = [self.places.boxes[n].center().x() for n in read if n in self.places.boxes]
        return sum(centres) / len(centres) if centres else 0.0

    # ---- heads

    def _place_ends(self, bottom: float) -> float:
        """Place heads, and what joins streams, above everything; returns the height of it all."""
        ends = [place for place in self.diagram.drawn if is_end(self.diagram, place)]
        joins = any(self.diagram.parts[place].kind != "head" for place in ends)
        groups: dict[int, list[int]] = defaultdict(list)
        for place in ends:
            stack = self.diagram.parts[place].stack
            groups[-1 if joins else self.structure.column_of(stack)].append(place)
        tall = -ROW_GAP
        for column, places in groups.items():
            if joins:
                left, whole = OUTLINE, self.width - 2 * OUTLINE
            else:
                area = self.places.areas[self.structure.columns[column][0]]
                left, whole = area.left(), area.width()
            wide = (whole - LANE_GAP * (len(places) - 1)) / len(places)
            for number, place in enumerate(sorted(places, key=self._order_of)):
                box_width = min(wide, MOST_BOX)
                high = self.heights(place, box_width)
                x = left + number * (wide + LANE_GAP) + (wide - box_width) / 2
                self.places.boxes[place] = QRectF(x, bottom + ROW_GAP, box_width, high)
                tall = max(tall, high)
        return bottom + ROW_GAP + tall + 3
