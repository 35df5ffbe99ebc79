"""Models whose predictions can be written down, in place of trained ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn.functional import one_hot

from models.comparison.arms import TrainedArm
from models.comparison.catalog import find_experiment
from models.comparison.spec import ExperimentSpec
from models.schema.batch import Batch
from models.training.training_task import TrainingTask, new_training_task, specs_of
from tests.models import tiny

CERTAIN = 20.0  # a logit so far above the others that the loss is about zero


class KnownModel(nn.Module):
    """Predicts at each place the token that a function of the batch gives, (B, T) to (B, T)."""

    def __init__(self, stream: str, vocab_size: int, predict: Callable[[Batch], Tensor]) -> None:
        super().__init__()
        self.stream, self.vocab_size, self.predict = stream, vocab_size, predict

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        logits = CERTAIN * one_hot(self.predict(batch), self.vocab_size).float()
        return {self.stream: logits}  # (B, T, V)

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        return hidden


def trained_as(
    name: str, architecture: str, folder: Path, predict: Callable[[Batch], Tensor] | None = None
) -> TrainedArm:
    """A model for the measure of a comparison: fresh, or one that predicts as `predict` says."""
    spec: ExperimentSpec = find_experiment(name)
    recipe = tiny.recipe(architecture, tiny.write_text(folder))
    prepared = tiny.ready(architecture, folder)
    task = new_training_task(recipe, prepared.tokenizer, None)
    if predict is not None:
        arch, objectives = specs_of(recipe)
        stream = arch.head(objectives[0].head).stream
        model = KnownModel(stream, prepared.tokenizer.vocab_size, predict)
        model.config = task.model.config  # type: ignore[assignment]
        task = TrainingTask(model, arch, objectives, prepared.tokenizer, recipe)  # type: ignore[arg-type]
    return TrainedArm(spec, spec.arms[0], recipe, task, prepared, 1, 1)


def copied(batch: Batch) -> Tensor:
    """Every input as its own prediction."""
    return torch.as_tensor(batch.input_ids)
