"""Factorization orders: at which turn each token is predicted, and who may look at whom for it.

Yang et al. (2019), arXiv:1906.08237, section 2.2. An order is an array (T,): `order[i]` is the turn
of place i. Tokens keep their places; only who sees whom changes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.schema.records import BoolArray, IntArray

GIVEN = 0  # the turn of a token that is not predicted and that everybody sees


def checked_order(order: Sequence[int], length: int) -> IntArray:
    """The turns (T,) as an array. Raises ValueError unless they are 1 to T, each once."""
    if sorted(order) != list(range(1, length + 1)):
        raise ValueError(
            f"an order of these {length} tokens holds each number from 1 to {length} once. "
            "Write for each token, special ones included, at which turn it is predicted."
        )
    return np.array(order, dtype=np.int64)


def visibility(order: IntArray) -> tuple[BoolArray, BoolArray]:
    """Who sees whom by an order (T,): the masks (T, T) of the content and of the query stream.

    Row i is the place that looks, column j the token that it may see. The query row sees what has
    an earlier turn and what is given; the content row sees that and itself. An empty query row, of
    the first where nothing is given, is the one whose softmax looks at everything.
    """
    query = (order[None, :] < order[:, None]) | (order[None, :] == GIVEN)
    return query | np.eye(len(order), dtype=bool), query
