"""What a run will need, from a few of its own steps."""

import gc
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.numpy import load_file

from models.runtime.generators import run_to_end
from models.training import cost_estimate
from models.training.cost_estimate import NUMBERS_PER_WEIGHT, measure
from models.training.trainer import LONG, step_shape, train
from tests.models import tiny


class Clock:
    """Time passes only where a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(cost_estimate, "time", made)
    return made


def test_parameters_are_those_of_the_model_that_the_run_makes(tmp_path: Path) -> None:
    made_of = tiny.recipe("bert", steps=2)
    found = run_to_end(measure(made_of))
    for _ in train(made_of, tmp_path / "run", tmp_path / "cache"):
        pass
    weights = load_file(tmp_path / "run" / "model.safetensors")
    assert found.parameters == sum(weight.size for weight in weights.values())
    assert found.memory > 4 * NUMBERS_PER_WEIGHT * found.parameters
    assert found.seconds > 0


def test_each_kind_of_step_counts_as_often_as_it_is_drawn(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_of = tiny.recipe("bert", steps=1000, long_share=0.25, evaluate_every=1000)

    def step_of_a_known_time(state: Any, examples: Any, step: int) -> None:
        clock.now += 0.04 if step_shape(made_of, step)[0] == LONG else 0.01

    monkeypatch.setattr(cost_estimate, "update", step_of_a_known_time)
    long = sum(step_shape(made_of, step)[0] == LONG for step in range(1, 1001))
    found = run_to_end(measure(made_of))
    assert found.seconds == pytest.approx(0.04 * long + 0.01 * (1000 - long))


def test_a_slow_step_is_measured_once_and_no_longer(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: Any) -> None:
        clock.now += 60.0

    monkeypatch.setattr(cost_estimate, "update", slow)
    found = run_to_end(measure(tiny.recipe("gpt2", steps=10)))
    assert found.steps_measured == 1
    assert found.seconds == pytest.approx(600.0)


def test_a_recipe_that_cannot_be_learned_is_rejected_before_anything_is_measured() -> None:
    made_of = tiny.recipe("gpt2", long_length=4096)
    with pytest.raises(ValueError, match="does not fit"):
        run_to_end(measure(made_of))


def test_measuring_leaves_nothing_in_memory() -> None:
    recipe = tiny.recipe("bert", "village:en")
    run_to_end(measure(recipe))
    gc.collect()
    before = _num_tensors()
    run_to_end(measure(recipe))
    gc.collect()
    assert _num_tensors() <= before


def _num_tensors() -> int:
    return sum(issubclass(type(one), torch.Tensor) for one in gc.get_objects())
