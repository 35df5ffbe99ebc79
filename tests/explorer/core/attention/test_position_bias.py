"""A bias by distance: the curve and the buckets that are read off a map."""

import numpy as np

from explorer.core.attention.position_bias import average_by_distance

LENGTH = 6


def bias_of(by_distance: dict[int, float]) -> np.ndarray:
    """One head (1, T, T): entry (query, key) is the bias of their distance."""
    places = np.arange(LENGTH)
    distance = places[None, :] - places[:, None]
    return np.vectorize(by_distance.get)(distance)[None].astype(np.float32)


BUCKETS = {d: float(max(min(d, 2), -3)) for d in range(1 - LENGTH, LENGTH)}


def test_the_curve_has_the_bias_of_every_distance() -> None:
    found = average_by_distance(bias_of(BUCKETS))
    assert found.distances.tolist() == list(range(-5, 6))
    assert [found.bias_at(0, d) for d in range(-5, 6)] == [BUCKETS[d] for d in range(-5, 6)]


def test_a_bucket_holds_neighbours_that_no_head_tells_apart() -> None:
    one = bias_of(BUCKETS)
    found = average_by_distance(np.concatenate([one, -one]))
    assert found.starts.tolist() == [-5, -2, -1, 0, 1, 2]
    assert found.bucket(-4) == (-5, -3)
    assert found.bucket(0) == (0, 0)
    assert found.bucket(5) == (2, 5)
    split = average_by_distance(np.concatenate([one, bias_of({d: float(d) for d in BUCKETS})]))
    assert split.bucket(-4) == (-4, -4), "one head is enough to tell them apart"


def test_a_causal_stream_has_no_later_keys() -> None:
    found = average_by_distance(bias_of(BUCKETS), causal=True)
    assert found.distances.tolist() == [-5, -4, -3, -2, -1, 0]
    assert found.values.shape == (1, 6)
