"""Memory of a training step by the number of layers, measured on a recipe's own examples."""

import pytest

from models.long_texts import memory_by_depth
from models.long_texts.memory_by_depth import DEPTHS, MOST_NUMBERS, MemoryByDepth, measure
from models.runtime.generators import run_to_end
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from models.training.recipe import Recipe
from tests.models import tiny

TWO_WAYS = [spec for spec in catalog().architectures.values() if spec.recompute_entry]


def recipe(**schedule: int | float) -> Recipe:
    return tiny.recipe("reformer", **{"long_share": 0.0, **schedule})


@pytest.fixture(scope="module")
def found() -> MemoryByDepth:
    measured = run_to_end(measure(recipe(batch_size=8)))
    assert measured is not None
    return measured


def test_stored_activations_grow_with_each_layer_and_those_computed_again_hardly(
    found: MemoryByDepth,
) -> None:
    assert found.depths == DEPTHS[: len(found.depths)]
    again, stored = found.per_layer(found.recomputed), found.per_layer(found.stored)
    assert stored > 20 * again
    hidden_states = 4 * 32 * found.num_examples * found.length  # bytes of a layer's output
    assert stored > 5 * hidden_states
    assert again >= 0
    assert found.stored[0] > found.recomputed[0]


def test_gradients_of_parameters_are_not_counted() -> None:
    wide = run_to_end(measure(tiny.with_size(recipe(), inner=4096)))
    assert wide is not None
    further_weights = 4 * 2 * 4096 * 32  # bytes of the feed-forward network of a further layer
    assert wide.per_layer(wide.recomputed) < further_weights / 10


def test_a_step_has_the_longest_examples_of_its_recipe(found: MemoryByDepth) -> None:
    assert (found.width, found.num_examples, found.length) == (32, 8, 24)
    longer = run_to_end(measure(recipe(batch_size=2, long_share=0.5)))
    assert longer is not None
    assert (longer.num_examples, longer.length) == (2, 32)


def test_a_wide_model_reads_fewer_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_by_depth, "DEPTHS", (1, 2))
    monkeypatch.setattr(memory_by_depth, "MOST_NUMBERS", MOST_NUMBERS // 16)
    width = MOST_NUMBERS // 16 // 48
    large = tiny.with_size(recipe(batch_size=8), width=width - width % 8, num_heads=2)
    wide = run_to_end(measure(large))
    assert wide is not None
    assert (wide.num_examples, wide.length) == (2, 24)


def test_on_a_slow_machine_two_numbers_of_layers_are_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory_by_depth, "ENOUGH_S", 0.0)
    slow = run_to_end(measure(recipe()))
    assert slow is not None
    assert slow.depths == DEPTHS[:2]


def test_nothing_is_measured_of_an_architecture_with_one_way() -> None:
    assert run_to_end(measure(tiny.recipe("bert"))) is None


def test_the_slope_is_that_of_the_line_fitted_to_all_points() -> None:
    line = MemoryByDepth(8, 1, 16, (1, 2, 4), (7, 7, 7), (10, 15, 25))
    assert line.per_layer(line.stored) == 5
    assert line.per_layer(line.recomputed) == 0


@pytest.mark.parametrize("spec", TWO_WAYS, ids=lambda spec: spec.name)
def test_the_declared_entry_is_a_switch_that_a_card_names(spec: ArchSpec) -> None:
    assert isinstance(getattr(spec.config_class(), spec.recompute_entry), bool)
    assert spec.recompute_entry in spec.config_titles
