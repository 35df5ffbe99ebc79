"""What an objective did to a sentence, over epochs, and on how many tokens there is a loss.

Shapes: E epochs, T tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.schema.records import NO_ORIGIN, FloatArray, IntArray, ModelInput, TokenChange


def token_changes(model_input: ModelInput) -> IntArray:
    """Return the TokenChange (T,) of each token of the encoding; SPAN for one that is not fed."""
    changes = np.full(len(model_input.encoding), TokenChange.SPAN, dtype=np.int64)
    fed = model_input.origin != NO_ORIGIN
    changes[model_input.origin[fed]] = model_input.change[fed]
    return changes


def grid(model_inputs: Sequence[ModelInput]) -> IntArray:
    """Return the TokenChange (E, T) of each token of one encoding in each epoch."""
    return np.stack([token_changes(model_input) for model_input in model_inputs])


def times_chosen(changes: IntArray) -> IntArray:
    """Count the epochs in which each token was chosen: (E, T) -> (T,)."""
    times: IntArray = (changes != TokenChange.KEPT).sum(axis=0)
    return times


def runs(changes: IntArray) -> tuple[int | None, ...]:
    """Which run of neighbouring chosen tokens each token is of, from 0: (T,); None for others."""
    chosen = changes != TokenChange.KEPT
    number = np.cumsum(chosen & ~np.concatenate([[False], chosen[:-1]])) - 1
    return tuple(int(n) if inside else None for n, inside in zip(number, chosen, strict=True))


def coverage(changes: IntArray) -> FloatArray:
    """The share of tokens chosen at least once up to each epoch: (E, T) -> (E,)."""
    chosen = np.maximum.accumulate(changes != TokenChange.KEPT, axis=0)
    shares: FloatArray = chosen.mean(-1).astype(np.float32)
    return shares


@dataclass(frozen=True)
class LossCoverage:
    """On how many of the tokens that a model was fed there is a loss."""

    fed: int
    targets: int

    @property
    def share_in_percent(self) -> float:
        return 100 * self.targets / self.fed if self.fed else 0.0
