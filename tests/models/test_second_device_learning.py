"""Fine-tuning, distillation and compression on another device are what they are on the CPU."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from models.compression import pruning, quantization
from models.compression.quantization import chosen, quantize_weights, whole_module
from models.compression.run import complete_options
from models.finetuning.pipeline import TaskPipeline
from models.runtime.generators import run_to_end
from models.schema.batch import Batch, as_module, collate
from models.schema.configs import Size
from models.schema.registry import catalog
from models.schema.roles import LearnedBeside
from models.schema.specs import ArchSpec, DistillationSpec
from models.tasks.base import Metrics
from models.tasks.examples import LabelledSet
from models.training.training_task import DistillationTask
from tests.models import oracle, second_device
from tests.models.compression.examples import random_data, random_folder
from tests.models.finetuning import tiny
from tests.models.second_device import SecondDevice, without_inference_mode

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
TASKS = (
    "classification",
    "regression",
    "choice",
    "question_answering",
    "token_classification",
)
SIZE = Size(61, width=32, num_layers=3, num_heads=4, inner=48, num_positions=24)


def gradients(module: nn.Module) -> dict[str, Tensor]:
    return {name: p.grad for name, p in module.named_parameters() if p.grad is not None}


def assert_same_gradients(found: nn.Module, expected: nn.Module) -> None:
    ours, theirs = gradients(found), gradients(expected)
    assert ours.keys() == theirs.keys()
    assert theirs
    for name, gradient in theirs.items():
        torch.testing.assert_close(
            second_device.numbers(ours[name]), gradient, rtol=1e-4, atol=1e-5, msg=name
        )


# Fine-tuning --------------------------------------------------------------------------------------


def cases() -> list[tuple[str, str, dict[str, Any]]]:
    """Every architecture in one task, and every task and way in one architecture."""
    small = [(spec.name, "classification", {}) for spec in SPECS if "sequence" in spec.task_heads]
    tasks = [("bert", task, {}) for task in TASKS]
    ways = [
        ("gpt2", "classification", {"style": "gpt", "auxiliary_lm": 0.5}),
        ("gpt2", "choice", {"style": "gpt"}),
        ("t5", "classification", {"style": "text"}),
        ("bert", "classification", {"adversarial": 1.0}),
        ("bert", "classification", {"class_weights": True}),
        ("bert", "classification", {"way": "lora", "lora_rank": 2}),
    ]
    return [*small, *tasks, *ways]


@pytest.mark.parametrize(
    ("architecture", "task", "options"),
    cases(),
    ids=[f"{name}-{task}-{'-'.join(options)}" for name, task, options in cases()],
)
def test_losses_gradients_and_predictions_of_a_task(
    architecture: str, task: str, options: dict[str, Any]
) -> None:
    data, recipe = tiny.one_of(task), tiny.recipe(architecture, **options)
    pipeline, there = (without_dropout(tiny.pipeline_of(recipe, data)) for _ in range(2))
    with without_inference_mode():
        expected, metrics = learned(pipeline, data)
        with SecondDevice():
            second_device.move(there.module)
            loss, moved = learned(there, data)
    torch.testing.assert_close(second_device.numbers(loss), expected, rtol=1e-4, atol=1e-5)
    assert_same_gradients(there.module, pipeline.module)
    assert moved == pytest.approx(metrics, nan_ok=True)


def without_dropout(pipeline: TaskPipeline) -> TaskPipeline:
    pipeline.module.eval()
    return pipeline


def learned(pipeline: TaskPipeline, data: LabelledSet) -> tuple[Tensor, Metrics]:
    """The loss of a batch, whose gradients are then there, and how good the predictions are."""
    examples = data.examples("train")
    torch.manual_seed(0)
    loss = pipeline.loss(pipeline.row_groups(examples, data))
    torch.autograd.backward(loss)
    predictions = pipeline.predict(pipeline.rows(examples, data), examples, data)
    return loss.detach(), pipeline.task.measure(predictions, examples, data)


# Distillation -------------------------------------------------------------------------------------


def with_targets() -> Batch:
    """Texts of nine and of five tokens, with two places to predict and one."""
    texts = []
    for length, places in ((9, [2, 7]), (5, [3])):
        clean = oracle.random_input(SIZE.vocab_size, length)
        texts.append(clean.with_targets("mlm", np.array(places), clean.input_ids[places]))
    return collate(texts)


METHODS = list(catalog().methods.values())


@pytest.mark.parametrize("progress", [0.0, 1.0])
@pytest.mark.parametrize("method", METHODS, ids=[method.name for method in METHODS])
def test_losses_and_gradients_of_a_student(method: DistillationSpec, progress: float) -> None:
    task, batch = student_of(method), with_targets()
    there = copy.deepcopy(task)
    total = backward(task, batch, progress)
    with SecondDevice():
        for module in (there.module, as_module(there.teacher)):
            second_device.move(module)
        moved = backward(there, batch.to(second_device.NAME), progress)
    torch.testing.assert_close(second_device.numbers(moved), total, rtol=1e-4, atol=1e-4)
    assert_same_gradients(there.module, task.module)


def student_of(method: DistillationSpec) -> DistillationTask:
    """A student with random weights and its teacher, both without dropout."""
    options = {one.name: one.default for one in method.options}
    spec = catalog().architectures[method.student]
    teacher = oracle.random_model(catalog().architectures[method.teachers[0]], SIZE)
    student: Any = oracle.random_model(spec, SIZE)
    if method.make_student is not None:
        student = method.make_student(teacher)
        oracle.scatter_weights(student, 1)
    beside = method.role(LearnedBeside)
    auxiliary = None if beside is None else beside.make(student, teacher, options)
    for module in filter(None, (student, teacher, auxiliary)):
        module.eval()
    recipe: Any = SimpleNamespace(teaching=SimpleNamespace(options=options))
    given: Any = (student, spec, (), None, recipe, teacher, method, auxiliary)
    return DistillationTask(*given)


def backward(task: DistillationTask, batch: Batch, progress: float) -> Tensor:
    """The loss of a batch, whose gradients are then there."""
    losses = task.losses(batch, progress)
    total = task.total(losses, {term: loss.count for term, loss in losses.items()})
    torch.autograd.backward(total)
    return total.detach()


# Compression --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"kind": "magnitude"},
        {"kind": "magnitude", "scope": "n:m", "training_steps": 1},
        {"kind": "heads"},
        {"kind": "heads", "importance": "ablation"},
        {"kind": "layers"},
    ],
    ids=lambda options: "-".join(map(str, options.values())),
)
@pytest.mark.parametrize("name", ["bert", "gpt2", "t5"])
def test_what_pruning_removes(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    spec = catalog().architectures[name]
    loaded = random_folder(spec, SIZE, tmp_path / "base")
    data = random_data(spec, SIZE)
    chosen_options = complete_options(pruning.SPEC, options)
    expected = run_to_end(pruning.compress(loaded, chosen_options, data))
    with SecondDevice(), without_inference_mode():
        second_device.move(whole_module(loaded))
        there = replace(data, batches=tuple(one.to(second_device.NAME) for one in data.batches))
        found = run_to_end(pruning.compress(loaded, chosen_options, there))
    weights = dict(whole_module(found.loaded).named_parameters())
    for weight_name, weight in whole_module(expected.loaded).named_parameters():
        torch.testing.assert_close(
            second_device.numbers(weights[weight_name]) == 0, weight == 0, msg=weight_name
        )


@pytest.mark.parametrize("scheme", ["dynamic_int8", "weight_int8", "weight_int4"])
@specs
def test_states_of_a_quantized_model(spec: ArchSpec, scheme: str, tmp_path: Path) -> None:
    loaded = random_folder(spec, SIZE, tmp_path / "base")
    options = complete_options(quantization.SPEC, {"scheme": scheme})
    made = quantize_weights(loaded, chosen(loaded, options), options)
    batch = random_data(spec, SIZE).batches[0]
    with torch.no_grad():
        expected = made.model(batch)
    with SecondDevice(), torch.no_grad():
        second_device.move(whole_module(made))
        found = made.model(batch.to(second_device.NAME))
    tolerance = 0.2 if scheme == "dynamic_int8" else 1e-4  # whole products are of the CPU alone
    for stream, states in expected.items():
        moved = second_device.numbers(found[stream])
        oracle.assert_near(spec, moved, states, tolerance, tolerance)
