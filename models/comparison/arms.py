"""One arm of a comparison with one seed: pretrained or fine-tuned, and measured, as rows.

The text and the tokenizer of pretraining are the same for all seeds of an arm; the seed decides the
weights, the order of the examples, what is masked, and the held-out examples. Same seed, same
machine: the same rows but for the seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from models.comparison.catalog import experiment
from models.comparison.fine_tuned import fine_tuned_arm
from models.comparison.measured import MetricValue, measure_named
from models.comparison.results import ArmMeasurement, ArmRun
from models.comparison.spec import Arm, ArmSeed, ExperimentSpec, changed
from models.data.prepare import PreparedData
from models.finetuning.recipe import FineTuningRecipe
from models.schema.batch import Batch, evaluating
from models.training.in_memory import even_steps, prepared_text, trained_to
from models.training.recipe import Recipe
from models.training.trainer import held_out_batches, held_out_corruptions
from models.training.training_task import (
    TrainingTask,
    check_recipe,
    layout,
    load_pretrained,
    new_training_task,
)

DATA_SEED = 1  # of the text and the vocabulary, which all seeds of an arm share


@dataclass(frozen=True)
class TrainedArm:
    """A model of an arm while it is trained, as a measure sees it."""

    spec: ExperimentSpec
    arm: Arm
    recipe: Recipe
    task: TrainingTask
    prepared: PreparedData
    step: int
    tokens: int
    measured: Mapping[str, tuple[float, ...]] = field(default_factory=dict)  # in training so far

    @property
    def base(self) -> Recipe:
        """The recipe that the arms change."""
        base = self.spec.base
        assert isinstance(base, Recipe)
        return base

    @property
    def options(self) -> Mapping[str, Any]:
        return self.spec.measure_options

    @cached_property
    def held_out(self) -> list[Batch]:
        """Held-out examples, corrupted as in training; others for another seed."""
        cut = layout(self.task.objectives)
        unseen = held_out_corruptions(self.task, self.prepared.held_out, cut)
        return held_out_batches(self.task, unseen, "cpu")


def run_unit(unit: ArmSeed) -> ArmRun:
    """Train an arm and measure it. Raises as training does."""
    spec = experiment(unit.experiment)
    recipe = spec.recipe(unit.arm, seed=unit.seed, quick=unit.quick, data=unit.data)
    recipe = changed(recipe, unit.changes)
    if isinstance(recipe, FineTuningRecipe):
        return fine_tuned_arm(spec, spec.arm(unit.arm), recipe)
    return _pretrained_arm(spec, spec.arm(unit.arm), recipe, unit.cache)


def _pretrained_arm(spec: ExperimentSpec, arm: Arm, recipe: Recipe, cache: Path) -> ArmRun:
    check_recipe(recipe)
    pretrained = load_pretrained(recipe)
    prepared = prepared_text(replace(recipe, seed=DATA_SEED), cache, pretrained)
    task = new_training_task(recipe, prepared.tokenizer, pretrained)
    start = TrainedArm(spec, arm, recipe, task, prepared, 0, 0)
    rows, outcomes = [], {}
    for trained, seconds in _training(start):
        for one in _measured(trained):
            place = (arm.name, recipe.seed, one.x, one.metric, one.value)
            rows.append(ArmMeasurement(*place, trained.tokens, round(seconds, 2)))
            if one.outcomes:
                outcomes[one.metric] = one.outcomes  # of the last point in the end
    return ArmRun(tuple(rows), outcomes)


def _measured(trained: TrainedArm) -> list[MetricValue]:
    """What the measure of the comparison finds, with the x that a row has."""
    measure = measure_named(trained.spec.measure)
    x = trained.arm.x if trained.spec.points == 1 else float(trained.step)
    with evaluating(trained.task.model):
        return [one if one.x is not None else replace(one, x=x) for one in measure(trained)]


def _training(start: TrainedArm) -> Iterator[tuple[TrainedArm, float]]:
    """The model at every step at which it is measured, and the processor's seconds of the steps."""
    steps, points = start.recipe.schedule.steps, start.spec.points
    for at in trained_to(start.task, start.prepared, even_steps(steps, points)):
        yield replace(start, step=at.step, tokens=at.tokens, measured=at.measured), at.seconds
