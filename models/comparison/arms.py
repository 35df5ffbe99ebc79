"""One arm of a comparison with one seed: pretrained or fine-tuned, and measured, as rows.

The text and the tokenizer of pretraining are the same for all seeds of an arm; the seed decides the
weights, the order of the examples, what is masked, and the held-out examples. Same seed, same
machine: the same rows but for the seconds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from models.comparison.catalog import find_experiment
from models.comparison.fine_tuned import fine_tuned_arm
from models.comparison.measured import MetricValue, measure_named
from models.comparison.results import ArmMeasurement, ArmRun, outcome_key
from models.comparison.spec import Arm, ArmSeed, ExperimentSpec, replace_fields
from models.data.prepare import FINGERPRINT_DIGITS, PreparedData
from models.data.sources import is_built_in
from models.finetuning.recipe import FineTuningRecipe
from models.runtime.files import read_object, write_text
from models.schema.batch import Batch, evaluation_mode
from models.training.in_memory import even_steps, prepared_text, trained_to
from models.training.recipe import Recipe
from models.training.trainer import count_models, held_out_batches, held_out_inputs
from models.training.training_task import (
    TrainingTask,
    check_recipe,
    layout,
    load_pretrained,
    new_training_task,
)

DATA_SEED = 1  # of the text and the vocabulary, which all seeds of an arm share
SAMPLED_TOKENS, MOST_UNKNOWN = 100_000, 0.05  # of one's own text


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
        unseen = held_out_inputs(self.task, self.prepared.held_out, cut)
        return held_out_batches(self.task, unseen, "cpu")


def run_unit(unit: ArmSeed) -> ArmRun:
    """Train an arm and measure it. Raises as training does."""
    spec = find_experiment(unit.experiment)
    recipe = spec.recipe(unit.arm, seed=unit.seed, quick=unit.quick, data=unit.data)
    recipe = replace_fields(recipe, unit.changes)
    if isinstance(recipe, FineTuningRecipe):
        return fine_tuned_arm(spec, spec.arm(unit.arm), recipe)
    start = _prepared_arm(spec, spec.arm(unit.arm), recipe, unit.cache)
    baselines = count_baselines(start, unit.cache) if unit.counts_baselines else {}
    return replace(_pretrained_arm(start), baselines=baselines)


def baselines_of(unit: ArmSeed) -> dict[str, float]:
    """The count models of an arm without its training; {} for one that learns from examples."""
    spec = find_experiment(unit.experiment)
    recipe = spec.recipe(unit.arm, seed=unit.seed, quick=unit.quick, data=unit.data)
    if isinstance(recipe, FineTuningRecipe):
        return {}
    start = _prepared_arm(spec, spec.arm(unit.arm), recipe, unit.cache)
    return count_baselines(start, unit.cache)


def _prepared_arm(spec: ExperimentSpec, arm: Arm, recipe: Recipe, cache: Path) -> TrainedArm:
    """An arm before its first step."""
    check_recipe(recipe)
    pretrained = load_pretrained(recipe)
    prepared = prepared_text(replace(recipe, seed=DATA_SEED), cache, pretrained)
    _check_vocabulary(recipe, prepared)
    task = new_training_task(recipe, prepared.tokenizer, pretrained)
    return TrainedArm(spec, arm, recipe, task, prepared, 0, 0)


def count_baselines(start: TrainedArm, cache: Path) -> dict[str, float]:
    """The losses of count models where the arm is measured; {} where it predicts no tokens.

    They are stored, as fitting takes as long as some trainings, for arms with equal tokens.
    """
    train, task = start.prepared.train, start.task
    unseen = held_out_inputs(task, start.prepared.held_out, layout(task.objectives))
    digest = hashlib.sha256(f"{train.folder.name} {start.recipe.objectives}".encode())
    for one in unseen:
        digest.update(one.encoding.ids.tobytes())
        for name, targets in one.targets.items():
            digest.update(name.encode() + targets.positions.tobytes() + targets.labels.tobytes())
    path = cache / f"baselines-{digest.hexdigest()[:FINGERPRINT_DIGITS]}.json"
    if not path.is_file():
        counted = count_models(task, start.prepared, unseen)
        write_text(path, json.dumps({name: loss for name, loss in counted.items() if loss > 0}))
    return {name: float(loss) for name, loss in read_object(path).items()}


def _pretrained_arm(start: TrainedArm) -> ArmRun:
    arm, spec, recipe = start.arm, start.spec, start.recipe
    rows, outcomes = [], {}
    for trained, seconds in _training(start):
        x = arm.x if spec.points == 1 else float(trained.step)
        for one in _measure_trained_arm(trained):
            place = (arm.name, recipe.seed, x if one.x is None else one.x, one.metric, one.value)
            rows.append(ArmMeasurement(*place, trained.tokens, round(seconds, 2)))
            if one.outcomes:
                outcomes[outcome_key(one.metric, one.x)] = one.outcomes
    return ArmRun(tuple(rows), outcomes)


def _check_vocabulary(recipe: Recipe, prepared: PreparedData) -> None:
    """Raises ValueError where the vocabulary of another model lacks much of one's own text."""
    name = recipe.tokenizer.folder or next(iter(recipe.pretrained_models), "")
    if not name or is_built_in(recipe.data):
        return
    share = float((prepared.train.tokens[:SAMPLED_TOKENS] == prepared.tokenizer.unk_id).mean())
    if share > MOST_UNKNOWN:
        raise ValueError(
            f"All arms read with the vocabulary of {name}, which lacks {share:.0%} of the tokens "
            "of this text. Take a text in English or Korean, or another comparison."
        )


def _measure_trained_arm(trained: TrainedArm) -> list[MetricValue]:
    """What the measure of the comparison finds."""
    with evaluation_mode(trained.task.model):
        return list(measure_named(trained.spec.measure)(trained))


def _training(start: TrainedArm) -> Iterator[tuple[TrainedArm, float]]:
    """The model at every step at which it is measured, and the processor's seconds of the steps."""
    steps, points = start.recipe.schedule.steps, start.spec.points
    for at in trained_to(start.task, start.prepared, even_steps(steps, points)):
        yield replace(start, step=at.step, tokens=at.tokens, measured=at.measured), at.seconds
