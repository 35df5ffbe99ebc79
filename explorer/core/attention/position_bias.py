"""A bias that depends on the distance between two tokens alone, as a curve with its buckets.

Shapes: H heads, T tokens, D distances.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.schema.records import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class BiasCurves:
    """What is added to a score by distance: the place of the key less that of the query.

    Distances are ascending and one apart; below zero the key comes earlier. A bucket holds
    neighbouring distances that every head treats the same.
    """

    distances: IntArray  # (D,)
    values: FloatArray  # (H, D)
    starts: IntArray  # the first distance of each bucket

    @property
    def num_heads(self) -> int:
        return len(self.values)

    def bias_at(self, head: int, distance: int) -> float:
        """The bias of a head at a distance that is there."""
        return float(self.values[head, distance - int(self.distances[0])])

    def bucket(self, distance: int) -> tuple[int, int]:
        """The first and the last distance that share a bucket with this one."""
        index = int(np.searchsorted(self.starts, distance, side="right")) - 1
        last = index + 1 == len(self.starts)
        end = int(self.distances[-1]) if last else int(self.starts[index + 1]) - 1
        return int(self.starts[index]), end


def average_by_distance(bias: FloatArray, causal: bool = False) -> BiasCurves:
    """The curves of (H, T, T); a causal stream attends to no later key, so these are left out."""
    length = bias.shape[-1]
    earlier = bias[:, :0:-1, 0]  # (H, T - 1): the first key, from the last query on
    values = np.concatenate([earlier, bias[:, 0]], axis=1)  # (H, 2 T - 1)
    distances = np.arange(1 - length, length)
    if causal:
        values, distances = values[:, :length], distances[:length]
    changed = (np.diff(values, axis=1) != 0).any(0)  # (D - 1,)
    starts = np.concatenate([distances[:1], distances[1:][changed]])
    return BiasCurves(distances, np.ascontiguousarray(values), starts)
