"""What an objective did to a sentence: masks by hand, over epochs, and how much they teach.

Shapes: E epochs, T tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.schema.records import (
    NO_ORIGIN,
    BoolArray,
    Change,
    Corruption,
    FloatArray,
    IntArray,
    Targets,
)


def force(
    corruption: Corruption, forced: Mapping[int, bool], head: str, mask_id: int
) -> Corruption:
    """Hide tokens by hand (True) or leave them alone (False), whatever the objective drew.

    A special token stays what it is, and so does a position that the text does not have.
    """
    ids, change = corruption.input_ids.copy(), corruption.change.copy()
    encoding = corruption.encoding
    drawn = corruption.targets.get(head)
    labels = {} if drawn is None else _labels(drawn)
    for at, hidden in forced.items():
        if not 0 <= at < len(encoding) or encoding.special[at]:
            continue
        ids[at] = mask_id if hidden else encoding.ids[at]
        change[at] = Change.MASKED if hidden else Change.KEPT
        labels.pop(at, None)
        if hidden:
            labels[at] = int(encoding.ids[at])
    places = np.array(sorted(labels), dtype=np.int64)
    truths = np.array([labels[at] for at in sorted(labels)], dtype=np.int64)
    targets = {**corruption.targets, head: Targets(places, truths)}
    return replace(corruption, input_ids=ids, change=change, targets=targets)


def _labels(targets: Targets) -> dict[int, int]:
    return dict(zip(targets.positions.tolist(), targets.labels.tolist(), strict=True))


def absent(corruption: Corruption) -> BoolArray:
    """Which tokens of the encoding (T,) are not fed."""
    found = np.ones(len(corruption.encoding), dtype=np.bool_)
    found[corruption.origin[corruption.origin != NO_ORIGIN]] = False
    return found


def token_changes(corruption: Corruption) -> IntArray:
    """What happened to each token of the encoding: (T,) of Change; SPAN for one that is not fed."""
    found = np.full(len(corruption.encoding), Change.SPAN, dtype=np.int64)
    fed = corruption.origin != NO_ORIGIN
    found[corruption.origin[fed]] = corruption.change[fed]
    return found


def grid(corruptions: Sequence[Corruption]) -> IntArray:
    """What happened to each token of one encoding in each epoch: (E, T) of Change."""
    return np.stack([token_changes(corruption) for corruption in corruptions])


def times_chosen(changes: IntArray) -> IntArray:
    """In how many of the epochs each token was chosen: (E, T) -> (T,)."""
    found: IntArray = (changes != Change.KEPT).sum(axis=0)
    return found


def runs(changes: IntArray) -> tuple[int | None, ...]:
    """Which run of neighbouring chosen tokens each token is of, from 0: (T,); None for others."""
    chosen = changes != Change.KEPT
    number = np.cumsum(chosen & ~np.concatenate([[False], chosen[:-1]])) - 1
    return tuple(int(n) if inside else None for n, inside in zip(number, chosen, strict=True))


def coverage(changes: IntArray) -> FloatArray:
    """The share of tokens chosen at least once up to each epoch: (E, T) -> (E,)."""
    chosen = np.maximum.accumulate(changes != Change.KEPT, axis=0)
    found: FloatArray = chosen.mean(-1).astype(np.float32)
    return found


@dataclass(frozen=True)
class LossCoverage:
    """How many of the tokens that a model was fed have something to teach."""

    fed: int
    targets: int

    @property
    def in_hundred(self) -> float:
        return 100 * self.targets / self.fed if self.fed else 0.0
