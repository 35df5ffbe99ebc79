"""Angular hashing into four buckets, drawn in a plane: two vectors of an example, and real tokens.

Shapes: R rounds, T tokens, K width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.core.long_texts.hashing import Hashing
from models.schema.records import FloatArray

ROUNDS = 4
QUARTER = 90.0  # degrees


@dataclass(frozen=True)
class Sector:
    """A bucket of a plane, between two angles in degrees, anticlockwise."""

    bucket: int
    first: float
    last: float


@dataclass(frozen=True)
class PlanePoint:
    """A vector in the plane, at most 1 from the middle, and its bucket."""

    token: int
    x: float
    y: float
    bucket: int


@dataclass(frozen=True)
class HashPlane:
    """One round: its four sectors, and vectors in them."""

    sectors: tuple[Sector, ...]
    points: tuple[PlanePoint, ...]

    def shares_bucket(self, first: int, second: int) -> bool:
        """Whether two of the points are in one bucket."""
        return self.points[first].bucket == self.points[second].bucket


def example_planes(angle: float, seed: int) -> list[HashPlane]:
    """Two vectors at an angle in degrees, with the sectors of a random rotation in each round."""
    from models.long_texts.angular import draw_rotations, nearest_axis

    radians = np.radians(QUARTER / 3 + np.array([0.0, angle]))
    pair = np.stack([np.cos(radians), np.sin(radians)], axis=1)  # (2, 2)
    planes = []
    for rotation in draw_rotations(2, ROUNDS, seed):
        borders = _borders(rotation)
        middles = np.radians([(one + other) / 2 for one, other in borders])
        directions = np.stack([np.cos(middles), np.sin(middles)], axis=1)
        owners = nearest_axis(directions @ rotation).tolist()
        found = tuple(Sector(o, *ends) for o, ends in zip(owners, borders, strict=True))
        planes.append(HashPlane(found, _points(pair, nearest_axis(pair @ rotation).tolist())))
    return planes


def token_planes(hashing: Hashing, head: int, seed: int) -> list[HashPlane]:
    """The shared queries and keys of a head, as vectors of length 1 turned into the plane.

    A vector is where its products with the two columns of a rotation are, so the sectors are exact.
    """
    from models.long_texts.angular import draw_rotations, nearest_axis

    vectors = hashing.vectors[head]
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    sectors = tuple(
        Sector(at, at * QUARTER - QUARTER / 2, at * QUARTER + QUARTER / 2) for at in range(4)
    )
    planes = []
    for rotation in draw_rotations(vectors.shape[1], ROUNDS, seed):
        products = unit @ rotation  # (T, 2)
        farthest = float(np.linalg.norm(products, axis=1).max()) or 1.0
        planes.append(
            HashPlane(sectors, _points(products / farthest, nearest_axis(products).tolist()))
        )
    return planes


def _points(places: FloatArray, buckets: Sequence[int]) -> tuple[PlanePoint, ...]:
    return tuple(
        PlanePoint(token, float(x), float(y), bucket)
        for token, ((x, y), bucket) in enumerate(zip(places, buckets, strict=True))
    )


def _borders(rotation: FloatArray) -> list[tuple[float, float]]:
    """The ends of the sectors: where both products are equal, or opposite."""
    first, second = rotation.T
    normals = [first - second, first + second]
    angles = np.degrees([np.arctan2(normal[0], -normal[1]) for normal in normals])
    starts = sorted(float(angle + half) % 360 for angle in angles for half in (0, 180))
    return list(zip(starts, [*starts[1:], starts[0] + 360], strict=True))
