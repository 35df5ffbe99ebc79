"""What single answers cost, in nats: the terms whose mean is a training loss.

Shapes: N places, V vocabulary or classes.
"""

from __future__ import annotations

import numpy as np

from explorer.core.masking.probabilities import log_softmax
from models.schema.records import FloatArray, IntArray

ROWS_AT_ONCE = 64  # log-probabilities of a large vocabulary are not made for a whole text at once


def choice_losses(logits: FloatArray, labels: IntArray) -> FloatArray:
    """Cross-entropy (N,) of logits (N, V) against labels (N,): tokens, or classes."""
    found = np.zeros(len(labels), dtype=np.float32)
    for start in range(0, len(labels), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        logs = log_softmax(logits[rows])  # (n, V)
        found[rows] = -np.take_along_axis(logs, labels[rows, None], axis=-1)[:, 0]
    return found


def flag_losses(logits: FloatArray, labels: IntArray) -> FloatArray:
    """Binary cross-entropy (N,) of logits (N,) against 0 or 1, without overflow at either end."""
    wide = logits.astype(np.float64)
    found: FloatArray = np.logaddexp(0.0, np.where(labels > 0, -wide, wide)).astype(np.float32)
    return found
