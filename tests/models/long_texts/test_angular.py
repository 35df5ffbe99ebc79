"""Angular hashing: probabilities of collisions, and what is counted of real vectors."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from models.layers.long_texts.hashing import hash_vectors
from models.layers.long_texts.hashing import nearest_axis as nearest_axis_of_layer
from models.long_texts.angular import (
    NUM_BINS,
    collision_curve,
    count_collisions,
    draw_rotations,
    draw_share,
    nearest_axis,
)


@pytest.mark.parametrize("buckets", [2, 4, 16, 64])
@pytest.mark.parametrize("angle", [10.0, 40.0, 90.0, 130.0])
def test_the_probability_is_that_of_many_random_rotations(buckets: int, angle: float) -> None:
    (share,) = collision_curve(buckets, (angle,))
    draws = 20_000
    deviation = (max(share * (1 - share), 1e-4) / draws) ** 0.5
    assert abs(draw_share(buckets, angle, draws, seed=3) - share) < 4 * deviation + 0.002


@pytest.mark.parametrize("buckets", [2, 4, 16, 64])
def test_equal_vectors_always_share_a_bucket_and_opposite_ones_never(buckets: int) -> None:
    assert collision_curve(buckets, (0.0, 180.0)) == pytest.approx((1.0, 0.0))
    (right,) = collision_curve(buckets, (90.0,))
    assert right == pytest.approx(1 / buckets, abs=0.002)  # they are hashed independently


def test_the_width_of_the_vectors_does_not_matter() -> None:
    generator = torch.Generator().manual_seed(0)
    first, other = torch.randn(2, 400, 32, generator=generator)
    other -= (other * first).sum(-1, keepdim=True) / (first * first).sum(-1, keepdim=True) * first
    second = first / first.norm(dim=-1, keepdim=True) + other / other.norm(dim=-1, keepdim=True)
    vectors = torch.stack([first, second], 1).flatten(0, 1)[None, None]  # pairs, 45 degrees apart
    buckets = hash_vectors(vectors, None, 32, (16,), seed=1)[0, 0].view(32, -1, 2)
    share = float((buckets[..., 0] == buckets[..., 1]).float().mean())
    assert share == pytest.approx(collision_curve(16, (45.0,))[0], abs=0.02)


def test_buckets_are_those_of_the_layer() -> None:
    products = np.random.default_rng(0).normal(size=(50, 2))
    expected = nearest_axis_of_layer(torch.tensor(products)).tolist()
    assert nearest_axis(products).tolist() == expected


def test_collisions_are_counted_by_angle() -> None:
    vectors = np.array([[[1, 0], [1, 0.01], [0, 1], [-1, 0]]], dtype=np.float32)
    buckets = np.array([[[0, 0, 1, 0], [0, 1, 1, 0]]])
    found = count_collisions(vectors, buckets)
    assert found.pairs.sum() == 6
    assert found.pairs[0] == 1
    assert found.shares[0] == 0.5  # in one of two rounds
    assert found.pairs[NUM_BINS - 1] == 2
    assert np.isnan(found.shares[3])


def test_rotations_depend_on_the_seed_alone() -> None:
    assert np.array_equal(draw_rotations(8, 4, seed=2), draw_rotations(8, 4, seed=2))
    assert not np.array_equal(draw_rotations(8, 4, seed=2), draw_rotations(8, 4, seed=3))
