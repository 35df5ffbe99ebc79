"""Where the nodes of a small graph are drawn: the force layout of networkx, the same for a seed.

Places (N, 2) are in a rectangle that is 1 wide and 1 high, and is stretched to that of the figure.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.schema.records import IntArray

Places: TypeAlias = "NDArray[np.float64]"
CORE = 300  # nodes that the forces place: their time grows with the square of these
EVENNESS = 0.5  # share of the rank in a coordinate, which spreads what the forces crowd
MAX_SPREAD = 600  # nodes that are pushed apart
SPREAD_STEPS = 40
WIDE, FLAT = 0.9, 0.4  # room of a node: its width times the root of N, its height for its width
FIRST_RING = 8  # nodes around another in the innermost ring
GOLDEN = np.pi * (3 - np.sqrt(5))  # radians: neighbours around a node never line up


def layout(count: int, links: IntArray, seed: int) -> Places:
    """Places of nodes 0 to `count` - 1, the most important first, by their links (M, 2)."""
    import networkx as nx  # slow to import

    if count < 2:
        return np.full((count, 2), 0.5)
    core = min(count, CORE)
    graph = nx.Graph()
    graph.add_nodes_from(range(core))
    graph.add_edges_from(links[(links < core).all(axis=1)].tolist())
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    found = nx.spring_layout(graph, k=2 / np.sqrt(core), iterations=80, seed=seed)
    places = np.zeros((count, 2))
    places[:core] = _spread_evenly(np.array([found[node] for node in range(core)]))
    if count > core:
        places = _place_outer_nodes(places, core, links)
    return _spread(places, np.zeros(count, bool))


def unfold_nodes(places: Places, centre: int, count: int) -> Places:
    """Place `count` further nodes around one of them; the others stay where they are."""
    fixed = len(places)
    radius = 1.2 / np.sqrt(fixed + count + 4)
    angle = np.arctan2(*(places[centre] - 0.5)[::-1])  # away from the middle first
    new = places[centre] + _rings(count, radius, angle)
    every = np.concatenate([places, np.clip(new, 0.0, 1.0)])
    return _spread(every, np.arange(len(every)) < fixed)


def _spread_evenly(places: Places) -> Places:
    """Coordinates from 0 to 1, half of them by rank."""
    least, most = places.min(axis=0), places.max(axis=0)
    scaled = (places - least) / np.where(most > least, most - least, 1.0)
    ranks = places.argsort(axis=0, kind="stable").argsort(axis=0, kind="stable")
    mixed: Places = EVENNESS * ranks / (len(places) - 1) + (1 - EVENNESS) * scaled
    return mixed


def _place_outer_nodes(places: Places, core: int, links: IntArray) -> Places:
    """The nodes outside the core in rings around the first neighbour that has a place."""
    neighbours: dict[int, list[int]] = {}
    for one, other in links.tolist():
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    placed, waiting = set(range(core)), list(range(core, len(places)))
    while waiting:
        hosts: dict[int, list[int]] = {}
        for node in waiting:
            host = min((n for n in neighbours.get(node, ()) if n in placed), default=-1)
            hosts.setdefault(host, []).append(node)
        lonely = hosts.pop(-1, []) if len(hosts) > 1 or -1 not in hosts else []
        for host, nodes in hosts.items():
            middle = places[host] if host >= 0 else np.array([0.5, 0.5])
            radius = 0.02 if host >= 0 else 0.4
            places[nodes] = middle + _rings(len(nodes), radius, host * GOLDEN)
            placed.update(nodes)
        waiting = lonely
    return np.clip(places, 0.0, 1.0)


def _rings(count: int, radius: float, angle: float) -> Places:
    """Return `count` places around the origin, in rings of 8, 16, 24 … that start at an angle."""
    sizes: list[int] = []
    while sum(sizes) < count:
        sizes.append(min(FIRST_RING * (len(sizes) + 1), count - sum(sizes)))
    parts = []
    for ring, size in enumerate(sizes, start=1):
        turns = angle + np.arange(size) * 2 * np.pi / size + ring * GOLDEN
        parts.append(radius * ring * np.stack([np.cos(turns), np.sin(turns)], axis=1))
    return np.concatenate(parts) if parts else np.zeros((0, 2))


def _spread(places: Places, fixed: NDArray[Any]) -> Places:
    """Push nodes apart until each has a flat room of its own, which a name needs."""
    count = len(places)
    if count > MAX_SPREAD:
        return places
    room = np.array([min(0.14, WIDE / np.sqrt(count)), 0.0])
    room[1] = room[0] * FLAT
    jitter = np.arange(count)[:, None] * 1e-7  # two in one place have a direction
    places = np.clip(np.where(fixed[:, None], places, places + jitter), 0.0, 1.0)
    for _ in range(SPREAD_STEPS):
        between = (places[:, None] - places[None]) / room  # (N, N, 2)
        distance = np.sqrt((between**2).sum(-1)) + np.eye(count)
        push = np.maximum(0.0, 1.0 - distance)[..., None] * between / distance[..., None]
        step = 0.5 * push.sum(axis=1) * room
        if np.abs(step).max(initial=0.0) < 1e-3:
            break
        places = np.clip(np.where(fixed[:, None], places, places + step), 0.0, 1.0)
    return places
