"""How a model is told where its tokens are, as numbers.

Shapes: P positions, D width, F frequencies, H heads, N buckets.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.schema.records import FloatArray, IntArray

MOST_ROWS = 64  # of a table that are read
FARTHEST = 128  # distance whose bucket is read; from T5's largest on they share one


@dataclass(frozen=True, eq=False)
class PositionTable:
    """A vector for each position that is added to that of the token, the first MOST_ROWS."""

    rows: FloatArray  # (P, D)
    is_learned: bool
    part: str = ""  # of the model, where several have a table


@dataclass(frozen=True, eq=False)
class Rotation:
    """Radians by which a pair of numbers of queries and keys is turned from a token to the next."""

    frequencies: FloatArray  # (F,)


@dataclass(frozen=True, eq=False)
class DistanceSlopes:
    """What a token of distance subtracts from the scores of each head."""

    slopes: FloatArray  # (H,)


@dataclass(frozen=True, eq=False)
class DistanceBuckets:
    """The bucket of each distance from -FARTHEST to FARTHEST: place of the key less the query's.

    `bias` is what a model has learned to add to the scores; None for the function alone.
    """

    is_bidirectional: bool
    num_buckets: int
    max_distance: int
    bucket_of: IntArray  # (2 FARTHEST + 1,)
    bias: FloatArray | None = None  # (H, N)


@dataclass(frozen=True, eq=False)
class PositionSchemes:
    """All schemes of a model, or those that papers define by formulas."""

    tables: tuple[PositionTable, ...] = ()
    rotations: tuple[Rotation, ...] = ()
    slopes: tuple[DistanceSlopes, ...] = ()
    buckets: tuple[DistanceBuckets, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is none of them."""
        return not (self.tables or self.rotations or self.slopes or self.buckets)
