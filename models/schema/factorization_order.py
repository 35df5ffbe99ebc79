"""Factorization orders: when each token is predicted, and which tokens may then be seen.

Yang et al. (2019), arXiv:1906.08237, section 2.2. An order is an array (T,): `order[i]` is the
position of token i in the factorization order. Tokens keep their places in the text; only which of
them are visible changes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.schema.records import BoolArray, IntArray

GIVEN = 0  # of a token that is not predicted and that all tokens see


def checked_order(order: Sequence[int], length: int) -> IntArray:
    """An order (T,) as an array. Raises ValueError unless it holds 1 to T, each once."""
    if sorted(order) != list(range(1, length + 1)):
        raise ValueError(
            f"an order of these {length} tokens holds each number from 1 to {length} once. "
            "Give each token, special ones included, its position in the order."
        )
    return np.array(order, dtype=np.int64)


def visibility(order: IntArray) -> tuple[BoolArray, BoolArray]:
    """The visibility masks (T, T) of the content and of the query stream, for an order (T,).

    Row i may attend to column j where the mask is True. A query row attends to
    what is earlier in the order and what is given; a content row to that and itself. The query row
    of the first token is empty where nothing is given: its softmax is uniform over all tokens.
    """
    query = (order[None, :] < order[:, None]) | (order[None, :] == GIVEN)
    return query | np.eye(len(order), dtype=bool), query
