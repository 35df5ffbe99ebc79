"""The tokens of each layer in the plane of their two largest principal components.

Shapes: S states by layer, T tokens, D width.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.schema.records import FloatArray

DIMENSIONS = 2
FEWEST_TOKENS = 3  # two always lie on a line


@dataclass(frozen=True, eq=False)
class Plane:
    """The tokens of one layer, centred on their mean; `shares` are of their variance."""

    points: FloatArray  # (T, 2)
    shares: tuple[float, float]


def planes(hidden: FloatArray) -> Iterator[Plane]:
    """Principal components of each layer of (S, T, D), by scikit-learn; one plane a layer.

    The sign of a component is arbitrary. It is that with which the tokens lie as in the layer
    before, and at first that with which the first token has no negative coordinates.
    """
    before: FloatArray | None = None
    for states in hidden:
        plane = _plane(states)
        if before is None:
            signs = np.where(plane.points[0] < 0, -1, 1)
        else:
            signs = np.where((plane.points * before).sum(0) < 0, -1, 1)  # (2,)
        before = (plane.points * signs).astype(np.float32)
        yield Plane(before, plane.shares)


def _plane(states: FloatArray) -> Plane:
    """The plane of (T, D), with the signs of scikit-learn; zeros where there is no variance."""
    from sklearn.decomposition import PCA  # takes seconds to import

    points = np.zeros((len(states), DIMENSIONS), dtype=np.float32)
    wide = states.astype(np.float64)
    count = min(DIMENSIONS, *states.shape)
    if np.ptp(wide, axis=0).max() == 0:
        return Plane(points, (0.0, 0.0))
    fitted = PCA(n_components=count, svd_solver="full")
    points[:, :count] = fitted.fit_transform(wide)
    first, second = [*fitted.explained_variance_ratio_.tolist(), 0.0][:DIMENSIONS]
    return Plane(points, (first, second))
