"""The state of a word at each step of its tokenization, for drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from models.tokenization.step_records import How, Lattice, LatticeEdge, Merging


class StepPart(NamedTuple):
    """A token over the symbols [start, end) of a word."""

    start: int
    end: int
    piece: str


def num_steps(how: How) -> int:
    """Merges, tries, or characters that a lattice is followed through."""
    if isinstance(how, Merging):
        return len(how.merges)
    if isinstance(how, Lattice):
        return how.best.edges[-1].end if how.best.edges else 0
    return len(how.tries)


def merge_rows(how: Merging) -> list[list[StepPart]]:
    """The symbols of a word before the first merge and after each."""
    row = [StepPart(n, n + 1, symbol) for n, symbol in enumerate(how.symbols)]
    rows = [row]
    for merge in how.merges:
        before = [part for part in row if part.end <= merge.start]
        after = [part for part in row if part.start >= merge.end]
        row = [*before, StepPart(merge.start, merge.end, merge.piece), *after]
        rows.append(row)
    return rows


def one_by_one(characters: Iterable[str]) -> list[tuple[int, int, str]]:
    """Characters, each over a symbol of its own: (start, end, character)."""
    return [(n, n + 1, character) for n, character in enumerate(characters)]


def best_edges(lattice: Lattice, node: int) -> tuple[LatticeEdge, ...]:
    """The most probable pieces from the beginning up to a character; empty where none lead there.

    At the end it is the path that was taken. Of equal ways the one that was found first.
    """
    if lattice.best.edges and node == lattice.best.edges[-1].end:
        return lattice.best.edges
    best: dict[int, tuple[float, tuple[LatticeEdge, ...]]] = {0: (0.0, ())}
    for edge in sorted(lattice.edges, key=lambda one: one.start):
        if edge.end > node or edge.start not in best:
            continue
        score, step = best[edge.start]
        if edge.end not in best or score + edge.score > best[edge.end][0]:
            best[edge.end] = score + edge.score, (*step, edge)
    return best.get(node, (0.0, ()))[1]


def lanes(edges: Sequence[LatticeEdge]) -> list[int]:
    """For each edge a lane in which no two overlap, short ones in the first lanes."""
    by_edge = [0] * len(edges)
    used: list[int] = []  # by lane, a bit for each character
    for n in sorted(range(len(edges)), key=lambda n: (edges[n].end - edges[n].start, n)):
        covers = (1 << edges[n].end) - (1 << edges[n].start)
        lane = next((k for k, bits in enumerate(used) if not bits & covers), len(used))
        if lane == len(used):
            used.append(0)
        used[lane] |= covers
        by_edge[n] = lane
    return by_edge
