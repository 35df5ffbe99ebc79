"""Predictions at a temperature: of the tokens that are listed, and of all others together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.core.engine.predicting.probabilities import (
    entropy,
    kl_divergence,
    log_softmax,
    softmax,
)
from models.schema.records import FloatArray


@dataclass(frozen=True)
class SoftLabel:
    """What a model predicts at a masked position; probabilities are those of N listed tokens."""

    soft: tuple[float, ...]  # (N,) at the temperature
    sharp: tuple[float, ...]  # (N,) at temperature 1
    num_others: int
    soft_others: float
    sharp_others: float
    entropy: float  # nats, at the temperature
    divergence: float  # KL from the teacher, nats, at the temperature


def soft_label(
    logits: FloatArray, teacher: FloatArray, ids: Sequence[int], temperature: float
) -> SoftLabel:
    """Compute the soft label from the logits (V,) of a model and of its teacher.

    The divergence is 0 for the teacher itself.
    """
    soft, sharp, listed = softmax(logits, temperature), softmax(logits), list(ids)
    logs = (log_softmax(one, temperature) for one in (teacher, logits))
    return SoftLabel(
        soft=tuple(soft[listed].tolist()),
        sharp=tuple(sharp[listed].tolist()),
        num_others=len(logits) - len(listed),
        soft_others=max(0.0, 1 - float(soft[listed].sum())),
        sharp_others=max(0.0, 1 - float(sharp[listed].sum())),
        entropy=float(entropy(soft)),
        divergence=float(kl_divergence(*logs)),
    )
