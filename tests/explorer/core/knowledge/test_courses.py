"""Edges of a small graph: straight ones, several between two nodes, loops, and their arrows."""

import numpy as np
import pytest

from explorer.core.knowledge.courses import ARROW, BEND, EdgeCourses, edge_courses

POINTS = np.array([[0.0, 0.0], [100.0, 0.0]])
RADII = np.array([4.0, 9.0])


def between(*ends: tuple[int, int]) -> EdgeCourses:
    return edge_courses(POINTS, RADII, np.array(ends, np.int64).reshape(-1, 2))


def test_an_edge_is_straight_and_its_arrow_touches_the_node_at_its_tip() -> None:
    courses = between((0, 1))
    assert courses.middles.tolist() == [[50, 0]]
    assert courses.pulls.tolist() == [[1, 0], [-1, 0]]
    front, *backs = courses.arrows[0].tolist()
    assert front == [100 - RADII[1] - 1, 0]
    assert [back[0] for back in backs] == pytest.approx([front[0] - ARROW] * 2)


def test_further_edges_between_two_nodes_swing_out_to_both_sides() -> None:
    courses = between((0, 1), (1, 0), (0, 1), (0, 1))
    across = courses.controls[:, 1].tolist()
    assert across == pytest.approx([0, BEND, -BEND, 2 * BEND]), "whatever their directions"


def test_an_edge_from_a_node_to_itself_is_a_circle_above_it() -> None:
    courses = between((1, 1), (0, 1))
    assert courses.loops.tolist() == [RADII[1], 0]
    assert courses.middles[0].tolist() == [100, -3 * RADII[1]]


def test_a_graph_may_have_no_edges() -> None:
    assert len(between().starts) == 0
