"""The tree of a beam search: no crossings, parents level with their best child."""

import pytest

from explorer.core.generation.beams import layout
from models.schema.records import BeamNode


def node(index: int, parent: int, score: float, in_beam: bool = True) -> BeamNode:
    return BeamNode(index, parent, index, f"t{index}", score, in_beam, finished=False)


STEPS = [
    [node(0, -1, -1.0), node(1, -1, -2.0), node(2, -1, -3.0, in_beam=False)],
    [node(0, 1, -2.1), node(1, 0, -2.5), node(2, 0, -2.6, in_beam=False)],
]


def test_a_parent_stands_level_with_its_best_child() -> None:
    found = layout(STEPS)
    heights = [placed.y for placed in found.nodes]
    # branch ends from the top: both children of 0, the child of 1, and the pruned 2
    assert heights == [0.0, 2.0, 3.0, 2.0, 0.0, 1.0]
    assert [placed.parent for placed in found.nodes] == [None, None, None, 1, 0, 0]
    assert (found.num_steps, found.height) == (2, 4)


def test_the_better_child_stands_above_and_the_best_way_is_straight() -> None:
    steps = [
        [node(0, -1, -2.0), node(1, -1, -1.0)],
        [node(0, 1, -1.1), node(1, 1, -1.2), node(2, 1, -1.3), node(3, 0, -2.5)],
        [node(0, 0, -3.0), node(1, 0, -2.0), node(2, 0, -2.5), node(3, 1, -9.0)],
    ]
    first, second, third = (
        [placed.y for placed in layout(steps).nodes if placed.step == step] for step in range(3)
    )
    assert third == [2, 0, 1, 3]
    assert second == [0, 3, 4, 5]
    assert first == [5, 0]


def test_a_parent_is_found_by_its_index_wherever_it_stands() -> None:
    turned = [list(reversed(nodes)) for nodes in STEPS]
    found = layout(turned)
    assert [placed.parent for placed in found.nodes] == [None, None, None, 2, 2, 1]


def test_a_tree_without_steps_is_empty() -> None:
    assert layout([]).nodes == ()


def test_a_parent_that_is_not_there_is_rejected() -> None:
    with pytest.raises(ValueError, match="no parent"):
        layout([STEPS[0], [node(0, 9, -1.0)]])
