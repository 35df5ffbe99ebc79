"""Fine-tuning as a generator that reports each step and may be stopped at any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.finetuning.recipe import FineTuningRecipe
from models.tasks.base import Metrics


@dataclass(frozen=True)
class Prepared:
    """Data and model are ready; the first step comes next.

    `seconds_estimate` is for all steps that are left, measured on two batches of this run.
    `notes` are what a person must know of the data, such as rows that were skipped.
    """

    num_train: int  # examples
    num_dev: int
    steps: int
    num_learning: int  # parameters that learn
    num_parameters: int
    majority: Metrics  # of always giving the most frequent answer
    seconds_estimate: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A report after one update. Loss in nats, or squared error; seconds since the run began."""

    step: int
    steps: int
    loss: float
    learning_rate: float  # of the head; lower layers may have less
    seconds: float


@dataclass(frozen=True)
class Evaluated:
    """Metrics of the dev split after an epoch; `metric` is the key that decides."""

    step: int
    metrics: Metrics
    epoch: int
    metric: str
    seconds: float


@dataclass(frozen=True)
class Saved:
    """A checkpoint is complete on the disk."""

    step: int
    folder: Path


@dataclass(frozen=True)
class FineTuned:
    """The end of a run: a model folder that opens like any other."""

    folder: Path
    recipe: FineTuningRecipe
    metrics: Metrics  # of the dev split, by the weights that were saved
    steps: int
    seconds: float
    run: Mapping[str, Any]  # what run.json holds


Report = Prepared | Step | Evaluated | Saved
