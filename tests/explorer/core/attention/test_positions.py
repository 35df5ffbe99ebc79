"""What the view Positions computes: clipped distances, T5's buckets, rotations, slopes, tables."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from explorer.core.attention.positions.distances import (
    bucket_curves,
    bucket_ranges,
    clip_distances,
    rotation_cosines,
    similarities,
    slope_curves,
)
from models.inside.positions import read_schemes, reference_schemes
from models.layers.rotary.positions import RotaryPositions, turn
from models.schema.position_schemes import PositionSchemes
from models.schema.registry import catalog
from tests.models.oracle import fed, model_input, random_model


def schemes_of(architecture: str) -> tuple[object, PositionSchemes]:
    """A small random model and how it is told positions."""
    spec = catalog().architectures[architecture]
    model = random_model(spec)
    return model, read_schemes(model, spec, fed(spec, model_input([5, 6, 7, 8, 9])))


@pytest.mark.parametrize(
    ("clip", "third"), [(4, [-3, -2, -1, 0, 1, 2, 3, 4, 4]), (2, [-2, -2, -1, 0, 1, 2, 2, 2, 2])]
)
def test_distances_are_cut_off_as_shaw_et_al_do(clip: int, third: list[int]) -> None:
    assert clip_distances(9, clip)[3].tolist() == third


def test_a_cut_off_of_zero_tells_no_distances_apart() -> None:
    assert not clip_distances(5, 0).any()


def test_buckets_are_those_of_t5_and_the_first_of_later_keys_stays_empty() -> None:
    both, one = reference_schemes().buckets
    ranges = {each.bucket: each[1:] for each in bucket_ranges(both)}
    assert ranges.keys() == set(range(32)) - {16}
    assert (ranges[0], ranges[7], ranges[8], ranges[17]) == ((0, 0), (-7, -7), (-11, -8), (1, 1))
    assert ranges[15][1] == -91
    assert ranges[31] == (91, 128)
    causal = {each.bucket: each[1:] for each in bucket_ranges(one)}
    assert causal.keys() == set(range(32))
    assert max(last for _, last in causal.values()) == 0
    assert causal[16] == (-18, -16)


def test_the_buckets_of_a_model_have_its_bias() -> None:
    model, found = schemes_of("t5")
    assert [one.is_bidirectional for one in found.buckets] == [True, False]
    both = found.buckets[0]
    curves = bucket_curves(both)
    with torch.no_grad():
        bias = model.encoder.bias.bias_by_distance(9, 9)[0].numpy()  # type: ignore[attr-defined]
    for distance in (-8, -3, 0, 2, 7):
        query, key = (0, distance) if distance > 0 else (-distance, 0)
        for head in range(curves.num_heads):
            assert curves.bias_at(head, distance) == bias[head, query, key]


def test_the_rotation_of_a_model_is_what_its_queries_are_turned_by() -> None:
    model, found = schemes_of("llama")
    (rotation,) = found.rotations
    rotary: RotaryPositions = model.config.rotary  # type: ignore[attr-defined]
    angles = rotary.angles(0, 12, torch.ones(1))
    ones = torch.ones(12, rotary.width)
    products = (turn(ones, angles) @ turn(ones, angles).T / rotary.width).numpy()
    assert np.allclose(products[0], rotation_cosines(rotation).mean(0)[:12], atol=1e-5)


@pytest.mark.parametrize("name", ["gptj", "gpt_neox", "roformer"])
def test_frequencies_are_those_of_the_paper_however_pairs_are_stored(name: str) -> None:
    (rotation,) = schemes_of(name)[1].rotations
    count = len(rotation.frequencies)
    assert np.allclose(rotation.frequencies, 10000.0 ** (-np.arange(count) / count), rtol=1e-3)


def test_slopes_are_those_that_a_model_adds_by_distance() -> None:
    model, found = schemes_of("bloom")
    (slopes,) = found.slopes
    curves = slope_curves(slopes)
    bias = model.alibi(9, 9, torch.ones(1))[0].numpy()  # type: ignore[attr-defined]
    assert np.allclose(curves.values[:, -9:], bias[:, 8], rtol=1e-5)


@pytest.mark.parametrize(("name", "learned"), [("bert", True), ("gpt2", True), ("marian", False)])
def test_a_table_is_the_one_that_is_added(name: str, learned: bool) -> None:
    tables = schemes_of(name)[1].tables
    assert tables
    assert all(one.is_learned == learned for one in tables)


def test_models_without_a_scheme_have_none() -> None:
    found = schemes_of("xlnet")[1]
    assert not any((found.tables, found.rotations, found.slopes, found.buckets))


def test_sinusoids_are_alike_by_distance_alone() -> None:
    (table,) = reference_schemes().tables
    alike = similarities(table.rows)
    assert np.allclose(alike, alike.T)
    assert np.allclose(np.diag(alike), 1)
    assert np.allclose(np.diag(alike, 5), alike[0, 5], atol=1e-5)
