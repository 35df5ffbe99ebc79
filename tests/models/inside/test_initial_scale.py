"""What layers add to the stream at initialisation, with scaled weights and without."""

from __future__ import annotations

import math

import pytest
import torch

from models.inside.initial_scale import InitialScale, measure_initial_scale
from models.schema.configs import Size
from models.schema.registry import catalog
from tests.models.oracle import fed, model_input

SIZE = Size(64, width=64, num_layers=6, num_heads=4, inner=256, num_positions=16)
IDS = [5, 6, 7, 8, 9, 10]


def scale_of(name: str, seed: int = 1) -> InitialScale:
    spec = catalog().architectures[name]
    model = spec.model_class(spec.config_class.from_size(SIZE))
    return measure_initial_scale(model, spec, fed(spec, model_input(IDS)), seed)


def test_gpt2_begins_with_the_scaling_of_its_paper_and_llama_without() -> None:
    scaled, plain = scale_of("gpt2"), scale_of("llama")
    assert scaled.num_parts == plain.num_parts == 12
    assert scaled.own == pytest.approx(1 / math.sqrt(12), rel=0.05)
    assert scaled.is_scaled
    assert plain.own == pytest.approx(1, rel=0.05)
    assert not plain.is_scaled


def test_scaling_divides_the_weights_of_all_layers_by_the_same_root() -> None:
    found = scale_of("gpt2")
    for without, scaled in zip(found.without.deviations, found.scaled.deviations, strict=True):
        assert without / scaled == pytest.approx(math.sqrt(12))
    for without, others in zip(found.without.deviations, found.others, strict=True):
        assert without == pytest.approx(others, rel=0.1)


def test_scaled_layers_add_less_and_the_stream_grows_less() -> None:
    found = scale_of("gpt2")
    assert all(b < a for a, b in zip(found.without.shares, found.scaled.shares, strict=True))
    assert found.scaled.end / found.scaled.norms[0] < found.without.end / found.without.norms[0]
    assert found.scaled.norms[0] == pytest.approx(found.without.norms[0])


def test_another_seed_draws_other_weights_and_the_state_of_the_program_stays() -> None:
    assert scale_of("gpt2") == scale_of("gpt2") != scale_of("gpt2", seed=2)
    spec = catalog().architectures["gpt2"]
    model = spec.model_class(spec.config_class.from_size(SIZE))
    state = torch.get_rng_state()
    measure_initial_scale(model, spec, fed(spec, model_input(IDS)), 1)
    assert torch.equal(state, torch.get_rng_state())


@pytest.mark.parametrize("name", ["bert", "gpt1", "albert"])
def test_a_model_whose_layers_do_more_than_add_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no layers that only add to one stream"):
        scale_of(name)
