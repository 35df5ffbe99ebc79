"""Which hypothesis of a beam search is the best so far, and the way that leads to it; no torch."""

from __future__ import annotations

from collections.abc import Sequence

from models.schema.records import BeamNode

Path = tuple[int, ...]  # index of the hypothesis at each step, from the first step on


def best_path(steps: Sequence[Sequence[BeamNode]], length_penalty: float = 1.0) -> Path:
    """The way to the best hypothesis; empty before the first step.

    Finished hypotheses count at every step, running ones at the last; a score is divided by
    length ** penalty (Wu et al. 2016, arXiv:1609.08144, use a similar one).
    """
    last = len(steps) - 1
    ends = [
        (step, at)
        for step, nodes in enumerate(steps)
        for at, node in enumerate(nodes)
        if node.finished or (step == last and node.in_beam)
    ]
    if not ends:
        return ()
    step, at = max(
        ends, key=lambda end: steps[end[0]][end[1]].score / (end[0] + 1) ** length_penalty
    )
    return path_to(steps, step, at)


def path_to(steps: Sequence[Sequence[BeamNode]], step: int, at: int) -> Path:
    """The way from the first step to one hypothesis."""
    path = [at]
    for above in range(step, 0, -1):
        parent = steps[above][path[-1]].parent
        path.append(next(n for n, node in enumerate(steps[above - 1]) if node.index == parent))
    return tuple(path[::-1])


def log_probability_of(steps: Sequence[Sequence[BeamNode]], step: int, at: int) -> float:
    """Log-probability of one hypothesis given its parent, in nats."""
    node = steps[step][at]
    if step == 0:
        return node.score
    path = path_to(steps, step, at)
    return node.score - steps[step - 1][path[-2]].score
