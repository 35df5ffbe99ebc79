"""Angular hashing in numbers: buckets in a plane, and how often two vectors share one.

A vector x is hashed by argmax of [xR; -xR], with R of normal numbers and b/2 columns for b buckets
(Andoni and others 2015, arXiv:1509.02897; Kitaev, Kaiser, Levskaya 2020, arXiv:2001.04451). The
products of two vectors of one length with a column are normal, and correlated by the cosine of
their angle alone; so the width of the vectors does not matter.

Shapes: A angles, R rounds, T tokens, H heads, K width, D draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from models.schema.records import FloatArray, IntArray

NUM_BINS, STRAIGHT = 18, 180.0  # of angles, in degrees
FARTHEST, STEP = 6.0, 0.015  # of a normal number, and of the sums that stand for integrals


@dataclass(frozen=True, eq=False)
class Collisions:
    """How many pairs of tokens have an angle of each bin, and how many of these share a bucket.

    All (NUM_BINS,); the shares are over rounds and heads, NaN where there is no pair.
    """

    shares: FloatArray
    pairs: IntArray

    @property
    def angles(self) -> list[float]:
        """The middle of each bin, in degrees."""
        return [(at + 0.5) * STRAIGHT / NUM_BINS for at in range(NUM_BINS)]


@lru_cache(maxsize=16)
def collision_curve(buckets: int, angles: tuple[float, ...]) -> tuple[float, ...]:
    """The probability that two vectors at each angle, in degrees, share one of so many buckets.

    With two buckets it is 1 - angle / 180; with more the integral over all products with a column
    that are above zero and greater than those with the others, as a sum over a grid (to 0.002).
    """
    return tuple(_collision(buckets, np.radians(angle)) for angle in angles)


def _collision(buckets: int, angle: float) -> float:
    """The probability at one angle, in radians."""
    if buckets == 2:
        return 1 - angle / np.pi
    if np.sin(angle) < 1.5 * STEP:
        return float(np.cos(angle) > 0)
    cosine, columns = np.cos(angle), buckets // 2
    u = (np.arange(round(FARTHEST / STEP)) + 0.5) * STEP
    same, other = (_density(u, sign * cosine) for sign in (1, -1))
    corners = np.pad(2 * (same + other).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    # Both products of another column are smaller: at the middle of a cell the mean of its corners.
    within = (corners[1:, 1:] + corners[:-1, 1:] + corners[1:, :-1] + corners[:-1, :-1]) / 4
    return float(2 * columns * (same * within ** (columns - 1)).sum())


def _density(u: FloatArray, cosine: float) -> FloatArray:
    """The mass of each cell of two normal numbers with this correlation, both above zero."""
    rest = 1 - cosine**2
    squares = u[:, None] ** 2 + u[None, :] ** 2 - 2 * cosine * np.outer(u, u)
    mass: FloatArray = np.exp(-squares / (2 * rest)) * STEP**2 / (2 * np.pi * np.sqrt(rest))
    return mass


def draw_share(buckets: int, angle: float, draws: int, seed: int) -> float:
    """The share of so many random rotations by which two vectors at an angle share a bucket."""
    rng = np.random.default_rng(seed)
    radians = np.radians(angle)
    pair = np.array([[1.0, 0.0], [np.cos(radians), np.sin(radians)]])  # (2, K)
    products = np.einsum("ik,dkf->dif", pair, rng.normal(size=(draws, 2, buckets // 2)))
    chosen = nearest_axis(products)
    return float((chosen[:, 0] == chosen[:, 1]).mean())


def nearest_axis(products: FloatArray) -> IntArray:
    """argmax of [x, -x]: (…, F) -> (…), numbers below 2 F, as models.layers do."""
    both = np.concatenate([products, -products], axis=-1)
    nearest: IntArray = both.argmax(-1)
    return nearest


def draw_rotations(width: int, rounds: int, seed: int) -> FloatArray:
    """Random rotations into the plane of four buckets, (R, K, 2)."""
    drawn = np.random.default_rng(seed).normal(size=(rounds, width, 2))
    return drawn.astype(np.float32)


def count_collisions(vectors: FloatArray, buckets: IntArray) -> Collisions:
    """Pairs of tokens by their angle: vectors (H, T, K), buckets (H, R, T)."""
    heads, length, _ = vectors.shape
    first, second = np.triu_indices(length, 1)
    pairs, shared = np.zeros(NUM_BINS, dtype=np.int64), np.zeros(NUM_BINS)
    for head in range(heads):
        norms = np.linalg.norm(vectors[head], axis=-1, keepdims=True)
        unit = vectors[head] / np.maximum(norms, 1e-12)
        degrees = np.degrees(np.arccos(np.clip((unit @ unit.T)[first, second], -1, 1)))
        bins = np.minimum((degrees * NUM_BINS / STRAIGHT).astype(int), NUM_BINS - 1)
        same = (buckets[head][:, first] == buckets[head][:, second]).mean(0)
        pairs += np.bincount(bins, minlength=NUM_BINS)
        shared += np.bincount(bins, same, minlength=NUM_BINS)
    with np.errstate(invalid="ignore"):
        return Collisions((shared / np.where(pairs, pairs, np.nan)).astype(np.float32), pairs)
