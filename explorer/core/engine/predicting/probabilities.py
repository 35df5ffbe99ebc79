"""From logits to probabilities and losses, and what can be said about a distribution, in nats.

Shapes: N positions, V vocabulary or classes.
"""

from __future__ import annotations

import numpy as np

from models.schema.records import FloatArray, IntArray

ROWS_AT_ONCE = 64  # log-probabilities of a large vocabulary are not made for a whole text at once


def softmax(logits: FloatArray, temperature: float = 1.0) -> FloatArray:
    """Probabilities along the last axis. Raises ValueError for a temperature of 0 or less."""
    return np.exp(log_softmax(logits, temperature))


def log_softmax(logits: FloatArray, temperature: float = 1.0) -> FloatArray:
    """Log-probabilities along the last axis; float64 inside, so that float32 is exact."""
    if not temperature > 0:
        raise ValueError("the temperature must be above 0")
    scaled = logits.astype(np.float64) / temperature
    shifted = scaled - scaled.max(-1, keepdims=True)
    log_probabilities: FloatArray = (
        shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    ).astype(np.float32)
    return log_probabilities


def sigmoid(logits: FloatArray) -> FloatArray:
    """Probability of a flag from its logit."""
    probabilities: FloatArray = (0.5 * (1 + np.tanh(0.5 * logits.astype(np.float64)))).astype(
        np.float32
    )
    return probabilities


def entropy(probabilities: FloatArray) -> FloatArray:
    """Entropy in nats along the last axis; 0 log 0 is 0."""
    logs = np.log(np.where(probabilities > 0, probabilities, 1))
    nats: FloatArray = -(probabilities * logs).sum(-1)
    return nats


def kl_divergence(log_p: FloatArray, log_q: FloatArray) -> FloatArray:
    """KL(p || q) in nats along the last axis: what is lost by taking q for p.

    Takes log-probabilities, since a probability that float32 has no number for is not impossible.
    """
    logs = log_p.astype(np.float64)
    nats: FloatArray = (np.exp(logs) * (logs - log_q)).sum(-1).astype(np.float32)
    return nats


def top_k(probabilities: FloatArray, k: int) -> tuple[IntArray, FloatArray]:
    """Ids and probabilities (k,) of the k most probable of (V,), the first of equals first."""
    best = np.argsort(-probabilities, kind="stable")[:k]
    return best, probabilities[best]


def rank(scores: FloatArray, id: int) -> int:
    """How many of (V,) score above this one."""
    return int((scores > scores[id]).sum())


def choice_losses(logits: FloatArray, labels: IntArray) -> FloatArray:
    """Cross-entropy (N,) of logits (N, V) against labels (N,): tokens, or classes."""
    losses = np.zeros(len(labels), dtype=np.float32)
    for start in range(0, len(labels), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        logs = log_softmax(logits[rows])  # (n, V)
        losses[rows] = -np.take_along_axis(logs, labels[rows, None], axis=-1)[:, 0]
    return losses


def flag_losses(logits: FloatArray, labels: IntArray) -> FloatArray:
    """Binary cross-entropy (N,) of logits (N,) against 0 or 1, without overflow at either end."""
    wide = logits.astype(np.float64)
    losses: FloatArray = np.logaddexp(0.0, np.where(labels > 0, -wide, wide)).astype(np.float32)
    return losses
