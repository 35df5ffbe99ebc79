"""Levels, lanes and columns of a block diagram: which parts are beside and above which others.

Each stack of layers has a column; streams that are computed in turn are lanes in it, and so are the
two residual columns of reversible layers. Levels are counted from the input.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from models.inside.diagrams.diagram import Diagram, DiagramBlock, PartLink

LEFT_SIDE, RIGHT_SIDE = -1, 1
LineKey = tuple[int, int, str]  # source, target, role


@dataclass
class DiagramLevel:
    """Parts beside each other, and where they are, measured from the top of the picture."""

    parts: list[int]
    block: DiagramBlock | None
    top: float = 0.0
    bottom: float = 0.0


def is_end(diagram: Diagram, place: int) -> bool:
    """Whether a part is a head, or joins the ends of streams."""
    part = diagram.parts[place]
    return part.kind == "head" or not part.steps


def stack_columns(diagram: Diagram) -> list[list[int]]:
    """Stacks by the column that they are in, those that read the end of another one above it."""
    columns: list[list[int]] = []
    for number, stack in enumerate(diagram.stacks):
        column = next((one for one in columns if stack.reads_end_of in one), None)
        if column is None:
            columns.append([number])
        else:
            column.append(number)
    return columns


class DiagramStructure:
    """What a layout of a diagram needs to know before it has a width."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.columns = stack_columns(diagram)
        self.levels = {number: self._find_levels(number) for number in range(len(diagram.stacks))}
        self.at: dict[int, tuple[int, int]] = {}  # part -> stack, index of its level
        for stack, levels in self.levels.items():
            for index, level in enumerate(levels):
                self.at |= dict.fromkeys(level.parts, (stack, index))

    def column_of(self, stack: int) -> int:
        return next(n for n, column in enumerate(self.columns) if stack in column)

    def lanes_of(self, stack: int) -> list[str]:
        """The streams of a stack that have parts of their own, each in a lane."""
        parts = self.diagram.parts
        own = {
            parts[place].streams[0]
            for level in self.levels[stack]
            for place in level.parts
            if len(parts[place].streams) == 1
        }
        return [name for name in self.diagram.stacks[stack].streams if name in own]

    def is_two_columned(self, block: DiagramBlock | None) -> bool:
        """Whether layers are reversible, so that they have two residual columns."""
        return block is not None and self.diagram.columns_of(block) > 1

    def residual_column(self, place: int) -> int:
        """LEFT_SIDE for the first sum of a reversible layer, RIGHT_SIDE for the second."""
        own = self.diagram.parts[place]
        sums = [
            n
            for n, one in enumerate(self.diagram.parts)
            if (one.stack, one.layer, one.kind) == (own.stack, own.layer, "sum")
        ]
        return LEFT_SIDE if sums.index(place) == 0 else RIGHT_SIDE

    # ---- levels

    def _find_levels(self, stack: int) -> list[DiagramLevel]:
        """Parts by the longest way to them, for each block, the inputs and the end of a stack."""
        parts = self.diagram.parts
        groups: dict[object, list[int]] = defaultdict(list)
        for place in self.diagram.drawn:
            if parts[place].stack == stack and not is_end(self.diagram, place):
                block = self.diagram.block_of(place)
                groups[f"layer {parts[place].layer}" if block is None else block].append(place)
        return [level for group in groups.values() for level in self._levels_of(group)]

    def _levels_of(self, group: Sequence[int]) -> Iterator[DiagramLevel]:
        parts = self.diagram.parts
        depth: dict[int, int] = {}
        for place in group:
            sources = [link.source for link in parts[place].links]
            depth[place] = max((depth[one] + 1 for one in sources if one in depth), default=0)
        for place in reversed(group):  # what enters late is near to where it is read
            readers = [depth[one] for one in self.diagram.readers(place) if one in depth]
            if readers and not any(link.source in depth for link in parts[place].links):
                depth[place] = max(depth[place], min(readers) - 1)
        block = self.diagram.block_of(group[0])
        for number in sorted(set(depth.values())):
            yield DiagramLevel([place for place in group if depth[place] == number], block)

    # ---- lines

    def links(self) -> Iterator[tuple[int, int, PartLink]]:
        """Each link between drawn parts once, as (source, target, link)."""
        seen: set[LineKey] = set()
        for target in self.diagram.drawn:
            for link in self.diagram.parts[target].links:
                source = self.diagram.drawn_as(link.source)
                key = source, target, link.role
                if source != target and key not in seen:
                    seen.add(key)
                    yield source, target, link

    def is_in_side_column(self, source: int, target: int) -> bool:
        """Whether a line runs in a residual column of reversible layers, past no box."""
        return any(
            self.diagram.parts[place].kind == "sum"
            and self.is_two_columned(self.diagram.block_of(place))
            for place in (source, target)
        )

    def _goes_past(self, source: int, target: int) -> bool:
        """Whether a line must go beside the boxes of a level of its lane."""
        if source not in self.at or target not in self.at:
            return False
        (stack, first), (other, last) = self.at[source], self.at[target]
        if stack != other:  # stacks above each other
            return self.column_of(stack) == self.column_of(other) and last > 0
        between = [n for level in self.levels[stack][first + 1 : last] for n in level.parts]
        if len(self.lanes_of(stack)) < 2:
            return bool(between)
        ends = [set(self.diagram.parts[place].streams) for place in (source, target)]
        lane = min(ends, key=len)
        return any(lane & set(self.diagram.parts[n].streams) for n in between)

    @cached_property
    def channels(self) -> dict[LineKey, tuple[int, int]]:
        """Of each line beside boxes: its side, and the how manyth from the boxes it is."""
        spans = []
        for source, target, link in self.links():
            if self._goes_past(source, target) and not self.is_in_side_column(source, target):
                stack, high = self.at[target]
                low = self.at[source][1] if self.at[source][0] == stack else -1
                side = self._side_of(stack, target)
                spans.append((high - low, low, high, stack, side, (source, target, link.role)))
        taken: dict[tuple[int, int, int], list[tuple[int, int]]] = defaultdict(list)
        channels: dict[LineKey, tuple[int, int]] = {}
        for _, low, high, stack, side, key in sorted(spans):
            number = 0
            while any(high > a and low < b for a, b in taken[stack, side, number]):
                number += 1
            taken[stack, side, number].append((low, high))
            channels[key] = side, number
        return channels

    def _side_of(self, stack: int, target: int) -> int:
        """Residual lines are at the left; at the right in the last of several columns or lanes."""
        lanes, part = self.lanes_of(stack), self.diagram.parts[target]
        if len(lanes) > 1:
            return LEFT_SIDE if part.streams[0] == lanes[0] else RIGHT_SIDE
        column = self.column_of(stack)
        usual = RIGHT_SIDE if 0 < column == len(self.columns) - 1 else LEFT_SIDE
        return usual if part.kind == "sum" else -usual

    def num_channels(self, stack: int, side: int) -> int:
        """How many lines are beside each other at a side of a stack."""
        own = [
            number
            for (_, target, _), (at, number) in self.channels.items()
            if self.at[target][0] == stack and at == side
        ]
        return max(own, default=-1) + 1
