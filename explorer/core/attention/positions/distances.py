"""What schemes of positions make of distances, as numbers.

Shapes: T tokens, F frequencies, H heads, N buckets, D distances, P positions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from explorer.core.attention.position_bias import BiasCurves
from models.schema.position_schemes import DistanceBuckets, DistanceSlopes, Rotation
from models.schema.records import FloatArray, IntArray

REACH = 64  # the farthest distance of rotations and slopes


class BucketRange(NamedTuple):
    """Neighbouring distances that share a bucket: the place of the key less that of the query."""

    bucket: int
    first: int
    last: int


def clip_distances(length: int, clip: int) -> IntArray:
    """Distances j - i of query i and key j, cut off at -clip and clip (T, T).

    Shaw, Uszkoreit, Vaswani (2018), arXiv:1803.02155, section 3.2: plus `clip`, each is the row of
    a table of 2 clip + 1 vectors.
    """
    places = np.arange(length)
    return np.clip(places[None, :] - places[:, None], -clip, clip)


def bucket_ranges(scheme: DistanceBuckets) -> list[BucketRange]:
    """The buckets by distance, from the farthest key before to the farthest after.

    With one direction, keys that come later are not attended to and left out.
    """
    farthest = len(scheme.bucket_of) // 2
    last = farthest if scheme.is_bidirectional else 0
    distances = np.arange(-farthest, last + 1)
    buckets = scheme.bucket_of[: len(distances)]
    starts = [0, *(np.flatnonzero(np.diff(buckets)) + 1).tolist()]
    ends = [*(start - 1 for start in starts[1:]), len(distances) - 1]
    return [
        BucketRange(int(buckets[at]), int(distances[at]), int(distances[end]))
        for at, end in zip(starts, ends, strict=True)
    ]


def bucket_curves(scheme: DistanceBuckets) -> BiasCurves:
    """The learned bias of every head by distance."""
    assert scheme.bias is not None
    ranges = bucket_ranges(scheme)
    distances = np.arange(ranges[0].first, ranges[-1].last + 1)
    values = scheme.bias[:, scheme.bucket_of[: len(distances)]]
    return BiasCurves(distances, values, np.array([one.first for one in ranges]))


def slope_curves(scheme: DistanceSlopes) -> BiasCurves:
    """The bias of every head by distance, for keys that come earlier."""
    distances = np.arange(-REACH, 1)
    return BiasCurves(distances, scheme.slopes[:, None] * distances, distances)


def rotation_cosines(scheme: Rotation) -> FloatArray:
    """The cosine of the angle by which each pair is turned at a distance from 0 to REACH (F, D)."""
    return np.cos(np.outer(scheme.frequencies.astype(np.float64), np.arange(REACH + 1)))


def similarities(rows: FloatArray) -> FloatArray:
    """The cosines between the vectors of positions (P, P); 0 for one of zeros."""
    norms = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
    unit = rows / np.where(norms == 0, 1, norms)
    cosines: FloatArray = (unit @ unit.T).astype(np.float32)
    return cosines
