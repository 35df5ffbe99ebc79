"""Linear regression of reading times on surprisal and on what else a word has.

Shapes: N words, K predictors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.schema.records import FloatArray
from models.tasks.metrics import CONFIDENCE, Interval

MORE_THAN_PREDICTORS = 2  # words that a regression needs beyond its coefficients


@dataclass(frozen=True)
class Coefficient:
    """How much longer a word takes for one more of a predictor, the others held fixed.

    The interval is that of Student's t for least squares, at 95 %.
    """

    name: str
    value: float
    interval: Interval


@dataclass(frozen=True)
class Regression:
    """Least squares with an intercept; `share` is the variance that is explained, R²."""

    coefficients: tuple[Coefficient, ...]
    count: int
    share: float


def regress(times: FloatArray, predictors: Mapping[str, FloatArray]) -> Regression | None:
    """Fit times (N,) by predictors (N,) each, over the words in which all are known.

    A predictor that is constant is left out. None of too few words, or where none varies, or one
    predictor follows from the others.
    """
    from scipy.stats import t

    columns = {name: np.asarray(one, dtype=np.float64) for name, one in predictors.items()}
    known = np.isfinite(times) & np.all([np.isfinite(one) for one in columns.values()], axis=0)
    y = np.asarray(times, dtype=np.float64)[known]
    used = {
        name: one[known] for name, one in columns.items() if known.any() and np.ptp(one[known]) > 0
    }
    size = len(used) + 1
    if not used or len(y) < size + MORE_THAN_PREDICTORS:
        return None
    x = np.column_stack([np.ones(len(y)), *used.values()])  # (N, K + 1)
    if np.linalg.matrix_rank(x) < size:
        return None
    weights, *_ = np.linalg.lstsq(x, y, rcond=None)
    residuals = y - x @ weights
    free = len(y) - size
    variance = float(residuals @ residuals) / free
    errors = np.sqrt(np.diag(np.linalg.inv(x.T @ x)) * variance)
    reach = float(t.ppf((1 + CONFIDENCE) / 2, free)) * errors
    total = float(((y - y.mean()) ** 2).sum())
    return Regression(
        tuple(
            Coefficient(
                name,
                float(weights[n]),
                (float(weights[n] - reach[n]), float(weights[n] + reach[n])),
            )
            for n, name in enumerate(used, 1)
        ),
        len(y),
        1 - float(residuals @ residuals) / total if total else 0.0,
    )
