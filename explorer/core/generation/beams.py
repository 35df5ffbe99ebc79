"""The places of the hypotheses of a beam search in a tree without crossings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.schema.records import BeamNode


@dataclass(frozen=True)
class PlacedNode:
    """A hypothesis at column `step` and height `y`; ends of branches are one unit apart."""

    node: BeamNode
    step: int
    y: float
    parent: int | None  # index in the layout; None hangs from the prompt


@dataclass(frozen=True)
class TreeLayout:
    """A tree from left to right."""

    nodes: tuple[PlacedNode, ...]
    num_steps: int
    height: float  # number of branch ends


def layout(steps: Sequence[Sequence[BeamNode]]) -> TreeLayout:
    """Place the hypotheses of every step; a parent is level with its best child.

    So the best way is straight; amid their children, parents would tear it apart.

    Raises ValueError for a parent that is not there.
    """
    addresses = [(step, index) for step, nodes in enumerate(steps) for index in range(len(nodes))]
    children: dict[tuple[int, int] | None, list[tuple[int, int]]] = {}
    for step, index in addresses:
        children.setdefault(_parent(steps, step, index), []).append((step, index))
    heights: dict[tuple[int, int], float] = {}
    num_ends = _place(steps, children, heights)
    number = {address: at for at, address in enumerate(addresses)}
    placed = []
    for step, index in addresses:
        above = _parent(steps, step, index)
        placed.append(
            PlacedNode(
                node=steps[step][index],
                step=step,
                y=heights[step, index],
                parent=None if above is None else number[above],
            )
        )
    return TreeLayout(tuple(placed), len(steps), float(num_ends))


def _parent(steps: Sequence[Sequence[BeamNode]], step: int, index: int) -> tuple[int, int] | None:
    if step == 0:
        return None
    parent = steps[step][index].parent
    for at, node in enumerate(steps[step - 1]):
        if node.index == parent:
            return step - 1, at
    raise ValueError(f"hypothesis {index} of step {step} has no parent {parent}")


def _place(
    steps: Sequence[Sequence[BeamNode]],
    children: dict[tuple[int, int] | None, list[tuple[int, int]]],
    heights: dict[tuple[int, int], float],
) -> int:
    """Heights from the top: branch ends in turn, others level with the first of their children.

    Returns the number of ends.
    """
    order = _depth_first(steps, children)
    ends = [address for address in order if address not in children]
    heights.update({address: float(y) for y, address in enumerate(ends)})
    for address in reversed(order):
        if address in children:
            heights[address] = min(heights[child] for child in children[address])
    return len(ends)


def _depth_first(
    steps: Sequence[Sequence[BeamNode]],
    children: dict[tuple[int, int] | None, list[tuple[int, int]]],
) -> list[tuple[int, int]]:
    """All addresses, parents before children, the best child first."""

    def best_first(address: tuple[int, int] | None) -> list[tuple[int, int]]:
        return sorted(children.get(address, []), key=lambda at: -steps[at[0]][at[1]].score)

    order: list[tuple[int, int]] = []
    waiting = best_first(None)[::-1]
    while waiting:
        address = waiting.pop()
        order.append(address)
        waiting.extend(best_first(address)[::-1])
    return order
