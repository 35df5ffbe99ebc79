"""The model of an arm as compression takes one: from a folder, with held-out examples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from models.checkpoints.checkpoint import LoadedModel, load, save
from models.compression.examples import PretrainingData
from models.data.examples import Examples
from models.schema.batch import Batch
from models.training.training_task import layout

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def open_trained(trained: TrainedArm, folder: Path) -> LoadedModel:
    """The model, written to a new folder and opened from there."""
    folder.mkdir()
    save(trained.task.model, trained.task.spec, folder, trained.task.tokenizer)
    return load(folder)


def held_out_batches(trained: TrainedArm) -> list[Batch]:
    """Return as many held-out batches as `num_examples` of the measure says, at least two."""
    size = trained.recipe.schedule.batch_size
    return trained.held_out[: max(2, trained.options["num_examples"] // size)]


def held_out_data(trained: TrainedArm, batches: Sequence[Batch], cache: Path) -> PretrainingData:
    """Some of the held-out batches of an arm, and its training text."""
    task = trained.task
    text = Examples(trained.prepared.train, task.tokenizer, layout(task.objectives))
    name = trained.recipe.data
    return PretrainingData(name, task.objectives, tuple(batches), text, cache)
