"""Which runs learned to use context, and the gradients of the layers before the first step."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from models.comparison.arms import TrainedArm
from models.measures.first_gradients import (
    entropy_of_labels,
    gradient_norms,
    mean_loss,
    measure,
)
from models.training.training_task import new_training_task
from tests.models.measures.known_models import trained_as


@pytest.fixture(scope="module", params=["gpt1", "gpt2"])
def trained(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> TrainedArm:
    return trained_as("normalization", request.param, tmp_path_factory.mktemp("first"))


def test_an_untrained_model_does_not_use_its_context(trained: TrainedArm) -> None:
    values = {one.metric: one.value for one in measure(trained)}
    assert values["diverged"] == 1
    assert values["loss"] <= math.log(trained.task.tokenizer.vocab_size)


def test_a_model_that_knows_the_labels_did_not_diverge(tmp_path: Path) -> None:
    known = trained_as(
        "normalization", "gpt2", tmp_path, lambda batch: torch.roll(batch.input_ids, -1, 1)
    )
    values = {one.metric: one.value for one in measure(known)}
    assert values["diverged"] == 0
    assert values["loss"] < 0.01


def test_a_loss_that_is_not_a_number_counts_as_diverged(trained: TrainedArm) -> None:
    task = new_training_task(trained.recipe, trained.prepared.tokenizer, None)
    with torch.no_grad():
        for weight in torch.nn.Module.parameters(task.model):  # type: ignore[arg-type]
            weight.fill_(math.nan)
    values = {one.metric: one.value for one in measure(replace(trained, task=task))}
    assert values["diverged"] == 1
    assert values["loss"] == pytest.approx(math.log(task.tokenizer.vocab_size))


def test_the_entropy_is_the_loss_of_the_shares_of_the_labels(trained: TrainedArm) -> None:
    labels = [
        int(label)
        for batch in trained.held_out
        for targets in batch.targets.values()
        for label in targets.labels
    ]
    shares = {label: labels.count(label) / len(labels) for label in set(labels)}
    mean = -sum(math.log(shares[label]) for label in labels) / len(labels)
    assert entropy_of_labels(trained.held_out) == pytest.approx(mean)


def test_gradients_of_layers_are_those_of_their_parameters(trained: TrainedArm) -> None:
    batch, task = trained.held_out[0], trained.task
    norms = gradient_norms(task, batch)
    module = task.model
    assert isinstance(module, torch.nn.Module)
    module.zero_grad()
    with torch.enable_grad():
        module.eval()
        states = module(batch)["decoder"]
        (targets,) = batch.targets.values()
        logits = task.model.logits("lm", states[targets.rows, targets.positions])
        torch.nn.functional.cross_entropy(logits, targets.labels).backward()
    first = [p for name, p in module.named_parameters() if name.startswith("layers.0.")]
    expected = math.sqrt(sum(float(p.grad.square().sum()) for p in first if p.grad is not None))
    assert len(norms) == trained.recipe.size.num_layers
    assert norms[0] == pytest.approx(expected, rel=1e-4)


def test_the_mean_loss_is_over_tokens(trained: TrainedArm) -> None:
    total, count = 0.0, 0
    for batch in trained.held_out:
        for targets in batch.targets.values():
            states = trained.task.model(batch)["decoder"]
            logits = trained.task.model.logits("lm", states[targets.rows, targets.positions])
            loss = torch.nn.functional.cross_entropy(logits, targets.labels, reduction="sum")
            total, count = total + float(loss.detach()), count + len(targets.labels)
    assert mean_loss(trained.task, trained.held_out) == pytest.approx(total / count, rel=1e-5)
