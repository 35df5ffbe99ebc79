"""Where the edges of a small graph run: straight, swung out beside one another, or as loops.

Shapes: N nodes, M edges. All lengths are pixels.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from explorer.core.knowledge.layout import Places
from models.schema.records import FloatArray, IntArray

BEND = 26.0  # how far the second edge between two nodes swings out
ARROW = 7.0


@dataclass(frozen=True, eq=False)
class EdgeCourses:
    """Edges from starts to tips (M, 2), by way of controls where they have bends (M,).

    Arrows (M, 3, 2) are triangles that touch the nodes at the tips; loops are the radii of circles
    above nodes, 0 for other edges. Pulls (N, 2) are the sums of the directions of a node's edges.
    """

    starts: Places
    tips: Places
    controls: Places
    middles: Places
    arrows: Places
    bends: Places
    loops: Places
    pulls: Places


def edge_courses(points: Places, radii: FloatArray, ends: IntArray) -> EdgeCourses:
    """Route edges between nodes `ends` (M, 2), given node centres (N, 2) and radii (N,)."""
    bends, radii = _bends(ends), radii[ends[:, 1]]
    starts, tips = points[ends[:, 0]], points[ends[:, 1]]
    along = tips - starts
    lengths = np.hypot(*along.T)
    directions = along / np.maximum(lengths, 1e-9)[:, None]
    across = _turn_quarter(directions) * bends[:, None]
    controls = (starts + tips) / 2 + across
    last = tips - controls
    last = last / np.maximum(np.hypot(*last.T), 1e-9)[:, None]
    fronts = tips - last * (radii + 1)[:, None]
    backs = fronts - last * ARROW
    side = _turn_quarter(last) * ARROW / 2.6
    arrows = np.stack([fronts, backs + side, backs - side], axis=1)
    loops = np.where(lengths < 1e-6, radii + np.abs(bends) / 4, 0.0)
    middles = (starts + tips) / 2 + across / 2 - np.stack([0 * loops, 3 * loops], axis=1)
    pulls = np.zeros_like(points)
    np.add.at(pulls, ends.ravel(), np.stack([directions, -directions], axis=1).reshape(-1, 2))
    return EdgeCourses(starts, tips, controls, middles, arrows, bends, loops, pulls)


def _bends(ends: IntArray) -> Places:
    """The first edge between two nodes is straight; further ones swing out to both sides."""
    bends, seen = np.zeros(len(ends)), defaultdict[tuple[int, int], int](int)
    for at, (head, tail) in enumerate(ends.tolist()):
        pair = min(head, tail), max(head, tail)
        number, seen[pair] = seen[pair], seen[pair] + 1
        side = BEND * ((number + 1) // 2) * (1 if number % 2 else -1)
        bends[at] = side if head == pair[0] else -side
    return bends


def _turn_quarter(vectors: Places) -> Places:
    """By a quarter."""
    return np.stack([-vectors[:, 1], vectors[:, 0]], axis=1)
