"""Which tokens of two sentences belong together, by the fewest edits."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

GAP, SUBSTITUTION = 2, 3  # costs
Pairs = tuple[tuple[int, int], ...]  # ascending in both


def edit_pairs(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    special: tuple[Sequence[bool], Sequence[bool]] | None = None,
) -> Pairs:
    """Places that the cheapest insertions, deletions and substitutions pair (Levenshtein).

    Two other places cost more than leaving one of them out, so that equal tokens are paired where
    they can be. Of equal solutions the one that pairs the last ones. A special token is paired
    with the same one only.
    """
    rows, columns = len(first), len(second)
    cost = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    cost[:, 0], cost[0] = GAP * np.arange(rows + 1), GAP * np.arange(columns + 1)

    def change(at: int, to: int) -> int:
        if first[at] == second[to]:
            return 0
        apart = special is not None and (special[0][at] or special[1][to])
        return 2 * GAP + 1 if apart else SUBSTITUTION

    for at in range(rows):
        for to in range(columns):
            cost[at + 1, to + 1] = min(
                cost[at, to] + change(at, to), cost[at, to + 1] + GAP, cost[at + 1, to] + GAP
            )
    pairs: list[tuple[int, int]] = []
    at, to = rows, columns
    while at and to:
        if cost[at, to] == cost[at - 1, to - 1] + change(at - 1, to - 1):
            at, to = at - 1, to - 1
            pairs.append((at, to))
        elif cost[at, to] == cost[at - 1, to] + GAP:
            at -= 1
        else:
            to -= 1
    return tuple(reversed(pairs))


def anchored_pairs(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    special: tuple[Sequence[bool], Sequence[bool]],
    anchors: Pairs,
) -> Pairs:
    """Pair the tokens as `edit_pairs` does, keeping the pairs of places in `anchors`."""
    pairs: list[tuple[int, int]] = []
    at = to = 0
    for one, other in (*anchors, (len(first), len(second))):
        parts = (special[0][at:one], special[1][to:other])
        part = edit_pairs(first[at:one], second[to:other], parts)
        pairs += [(at + a, to + b) for a, b in part]
        if one < len(first):
            pairs.append((one, other))
        at, to = one + 1, other + 1
    return tuple(pairs)
