"""A linear probe: what can be read from fixed features by a linear function alone.

Ridge regression in closed form (Hoerl & Kennard 1970) on standardised features. Shapes: N
examples, D features.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Features = NDArray[np.float64]  # (N, D)
Values = NDArray[np.float64]  # (N,)

RIDGE = 0.01  # per example


def predict(train: Features, values: Values, held_out: Features) -> Values:
    """Fit a linear function with an intercept, and its values (M,) for held-out features (M, D)."""
    mean, deviation = train.mean(0), train.std(0)
    scale = np.where(deviation > 0, deviation, 1.0)
    known = (train - mean) / scale
    offset = float(values.mean())
    penalty = RIDGE * len(known) * np.eye(known.shape[1])
    weights = np.linalg.solve(known.T @ known + penalty, known.T @ (values - offset))
    predicted: Values = (held_out - mean) / scale @ weights + offset
    return predicted


def are_right(
    train: Features, classes: NDArray[np.int64], held_out: Features, truth: NDArray[np.int64]
) -> list[bool]:
    """Whether each held-out example of two classes, 0 and 1, is on the right side of 0.5."""
    predicted = predict(train, classes.astype(np.float64), held_out) > 0.5
    right: list[bool] = (predicted == (truth > 0)).tolist()
    return right
