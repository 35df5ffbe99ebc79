"""No tensor stays on the CPU when a model, and what it is fed, are on another device."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from models.data.examples import Examples
from models.inference.generation import Method, Sampling, best, generate
from models.inference.trace import trace
from models.schema.batch import as_module
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from models.training.recipe import Recipe
from models.training.training_task import TrainingTask, layout, new_training_task, specs_of
from tests.models import oracle, second_device, tiny
from tests.models.second_device import SecondDevice

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
TOLERANCE = 1e-5


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


def test_tensors_of_two_devices_do_not_meet() -> None:
    with SecondDevice():
        there = torch.ones(3).to(second_device.NAME)
        assert there.device.type == second_device.NAME
        assert torch.equal(second_device.numbers(there + 1), torch.full((3,), 2.0))
        assert (there * torch.arange(3, device=there.device)).sum().item() == 3
        for other in (torch.ones(3), torch.arange(3)):
            with pytest.raises(RuntimeError, match="two devices"):
                there + other


@specs
def test_a_trace_of_another_device_is_that_of_the_cpu(spec: ArchSpec) -> None:
    model_input = oracle.random_input(oracle.SIZES[0].vocab_size, 12, pair=True)
    expected = trace(oracle.random_model(spec), spec, model_input)
    model = oracle.random_model(spec)
    with SecondDevice(), torch.inference_mode():  # in which no view of an older tensor can be taken
        second_device.move(model)
        found = trace(model, spec, model_input)
    for name, stream in expected.streams.items():
        for kind in ("attention", "hidden"):
            ours, theirs = getattr(found.streams[name], kind), getattr(stream, kind)
            assert (ours is None) == (theirs is None)
            if ours is not None:
                np.testing.assert_allclose(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)
        for extra, values in stream.extra.items():
            np.testing.assert_allclose(
                found.streams[name].extra[extra], values, rtol=TOLERANCE, atol=TOLERANCE
            )
    for head, logits in expected.logits.items():
        np.testing.assert_allclose(found.logits[head], logits, rtol=TOLERANCE, atol=TOLERANCE)


def possible_recipes(spec: ArchSpec) -> list[Recipe]:
    """Training as published, and with each other objective alone, without dropout."""
    published = tiny.with_size(tiny.recipe(spec.name), dropout=0.0)
    recipes = [published]
    for name in catalog().objectives:
        other = replace(published, objectives=(name,))
        try:
            specs_of(other)
        except ValueError:
            continue  # not for this architecture, or not alone
        recipes.append(other)
    return recipes


def gradients(task: TrainingTask) -> dict[str, torch.Tensor]:
    weights = as_module(task.model).named_parameters()
    return {name: weight.grad for name, weight in weights if weight.grad is not None}


@specs
def test_losses_and_gradients_of_another_device_are_those_of_the_cpu(
    spec: ArchSpec, data: Path
) -> None:
    prepared = tiny.ready(spec.name, data)
    for recipe in possible_recipes(spec):
        task = new_training_task(recipe, prepared.tokenizer, None)
        examples = Examples(prepared.train, task.tokenizer, layout(task.objectives))
        batch = task.batch(examples, range(4), recipe.schedule.length)
        there = copy.deepcopy(task)
        assert_same_step(task, there, batch)


def assert_same_step(task: TrainingTask, there: TrainingTask, batch: Any) -> None:
    found = task.losses(batch)
    counts = {head: loss.count for head, loss in found.items()}
    total = task.total(found, counts)
    total.backward()  # type: ignore[no-untyped-call]
    with SecondDevice():
        second_device.move(as_module(there.model))
        moved = there.total(there.losses(batch.to(second_device.NAME)), counts)
        moved.backward()  # type: ignore[no-untyped-call]
    torch.testing.assert_close(second_device.numbers(moved.detach()), total.detach())
    ours, theirs = gradients(there), gradients(task)
    assert ours.keys() == theirs.keys()
    for name, expected in theirs.items():
        torch.testing.assert_close(second_device.numbers(ours[name]), expected)


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
@pytest.mark.parametrize(
    "spec", [s for s in SPECS if s.generates], ids=[s.name for s in SPECS if s.generates]
)
def test_a_text_written_on_another_device_is_that_of_the_cpu(
    spec: ArchSpec, method: Method
) -> None:
    model = oracle.random_model(spec)
    tokenizer: Any = SimpleNamespace(token=str, eos_id=None, vocab_size=61)

    def write() -> list[int]:
        return best(list(generate(model, tokenizer, [5, 11, 7], Sampling(method, 6))))

    expected = write()
    with SecondDevice(), torch.inference_mode():
        second_device.move(model)
        assert write() == expected
