"""How many steps of attention information needs from one token to another in a sparse model.

In each layer it stays where it is (the residual connection) or goes from a column to a row that
may attend to it. Shapes: T tokens, or blocks of tokens, which need fewer numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.localization import plural, tr
from explorer.core.readable import join_names
from models.schema.records import BoolArray, IntArray

NEVER = -1  # it does not arrive in the last layer


def hops_to(visible: Sequence[BoolArray | None], target: int, count: int) -> IntArray:
    """The fewest steps (T,) in which each of `count` tokens reaches `target` at the last layer.

    `visible` are, first layer first, which column each row may attend to (T, T), None for all.
    0 for the target itself, NEVER where no path leads to it. Raises ValueError for a target that
    is not in the text.
    """
    if not 0 <= target < count:
        raise ValueError(f"there is no token {target} among {count}")
    far = count + len(visible) + 1
    steps = np.full(count, far)
    steps[target] = 0
    for seen in reversed(visible):
        steps = np.minimum(steps, _one_more(seen, steps, far))
    return np.where(steps < far, steps, NEVER)


def _one_more(seen: BoolArray | None, steps: IntArray, far: int) -> IntArray:
    """The steps of each column that goes to the best of the rows that attend to it."""
    if seen is None:
        return np.full(len(steps), min(int(steps.min()) + 1, far))
    best = np.where(seen, steps[:, None], far).min(0)  # (T,) of columns
    return np.minimum(best + 1, far)


def hops(visible: Sequence[BoolArray | None], source: int, target: int, count: int) -> int:
    """The fewest steps from one token to another, NEVER without a path. Raises ValueError."""
    if not 0 <= source < count:
        raise ValueError(f"there is no token {source} among {count}")
    return int(hops_to(visible, target, count)[source])


def hops_in_words(hops: Sequence[int]) -> str:
    """How many tokens need how many hops (T,); empty without another token than the target."""
    parts: list[str] = []
    for steps in sorted(set(hops) - {0}):
        count = hops.count(steps)
        if steps == NEVER:
            parts.append(tr("{tokens:,} tokens never", tokens=count))
            continue
        parts.append(
            plural(
                steps,
                "{tokens:,} tokens in {count} hop",
                "{tokens:,} tokens in {count} hops",
                tokens=count,
            )
        )
    if not parts:
        return ""
    return tr("Of {total:,} tokens: {parts}.", total=len(hops), parts=join_names(parts))
