"""One arm of a comparison with one seed: pretrained or fine-tuned, and measured, as rows.

The text and the tokenizer of pretraining are the same for all seeds of an arm; the seed decides the
weights, the order of the examples, what is masked, and the held-out examples. Same seed, same
machine: the same rows but for the seconds.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from models.checkpoints.checkpoint import Loaded
from models.comparison.catalog import experiment
from models.comparison.fine_tuned import fine_tuned_rows
from models.comparison.measured import Measured, measure_named
from models.comparison.results import Row
from models.comparison.spec import Arm, ExperimentSpec, Unit, changed
from models.data.prepare import Prepared, fingerprint, prepare
from models.finetuning.recipe import FineTuningRecipe
from models.runtime.files import temporary_path
from models.runtime.generators import finished
from models.schema.batch import Batch, as_module, evaluating
from models.schema.registry import catalog
from models.tokenization import Tokenizer, open_tokenizer
from models.training.recipe import Recipe
from models.training.trainer import (
    TrainState,
    examples_by_kind,
    held_out_batches,
    held_out_corruptions,
    update,
)
from models.training.training_task import (
    TrainingTask,
    check_recipe,
    layout,
    load_pretrained,
    new_training_task,
)

DATA_SEED = 1  # of the text and the vocabulary, which all seeds of an arm share


@dataclass(frozen=True)
class Trained:
    """A model of an arm while it is trained, as a measure sees it."""

    spec: ExperimentSpec
    arm: Arm
    recipe: Recipe
    task: TrainingTask
    prepared: Prepared
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


def run_unit(unit: Unit) -> list[Row]:
    """Train an arm and measure it. Raises as training does."""
    spec = experiment(unit.experiment)
    recipe = spec.recipe(unit.arm, seed=unit.seed, quick=unit.quick, data=unit.data)
    recipe = changed(recipe, unit.changes)
    if isinstance(recipe, FineTuningRecipe):
        return fine_tuned_rows(spec, spec.arm(unit.arm), recipe)
    return _pretrained_rows(spec, spec.arm(unit.arm), recipe, unit.cache)


def _pretrained_rows(spec: ExperimentSpec, arm: Arm, recipe: Recipe, cache: Path) -> list[Row]:
    check_recipe(recipe)
    pretrained = load_pretrained(recipe)
    prepared = _prepared(replace(recipe, seed=DATA_SEED), cache, pretrained)
    task = new_training_task(recipe, prepared.tokenizer, pretrained)
    start = Trained(spec, arm, recipe, task, prepared, 0, 0)
    return [
        Row(arm.name, recipe.seed, one.x, one.metric, one.value, trained.tokens, round(seconds, 2))
        for trained, seconds in _training(start)
        for one in _measured(trained)
    ]


def _prepared(recipe: Recipe, cache: Path, pretrained: Loaded | None) -> Prepared:
    """Tokenized text; a vocabulary that was learned is stored for the next arm and seed."""
    if pretrained is not None or recipe.tokenizer.folder:
        tokenizer = pretrained.tokenizer if pretrained else None
        return finished(prepare(recipe, cache, tokenizer))
    template = catalog().architectures[recipe.architecture].template
    folder = cache / f"vocabulary-{_fingerprint(recipe, repr(template))}"
    tokenizer = open_tokenizer(folder, template=template) if folder.is_dir() else None
    prepared = finished(prepare(recipe, cache, tokenizer))
    if tokenizer is None:
        _store(prepared.tokenizer, folder)
    return prepared


def _fingerprint(recipe: Recipe, template: str) -> str:
    """Of all that decides a vocabulary."""
    source = f"{recipe.data} {fingerprint(Path(recipe.data))} {recipe.seed}"
    parts = f"{source} {recipe.tokenizer} {bool(recipe.schedule.task_share)} {template}"
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def _store(tokenizer: Tokenizer, folder: Path) -> None:
    """Write a vocabulary as a whole; another process may have been faster."""
    building = temporary_path(folder.parent)
    building.mkdir(parents=True)
    tokenizer.save(building)
    try:
        building.rename(folder)
    except OSError:
        shutil.rmtree(building, ignore_errors=True)


def _measured(trained: Trained) -> list[Measured]:
    """What the measure of the comparison finds, with the x that a row has."""
    measure = measure_named(trained.spec.measure)
    x = trained.arm.x if trained.spec.points == 1 else float(trained.step)
    with evaluating(trained.task.model):
        return [one if one.x is not None else replace(one, x=x) for one in measure(trained)]


def _training(start: Trained) -> Iterator[tuple[Trained, float]]:
    """The model at every step at which it is measured, and the processor's seconds spent in steps.

    Unlike the time on a clock they do not grow while other programs use the machine.
    """
    task, prepared, steps = start.task, start.prepared, start.recipe.schedule.steps
    as_module(task.model).train()
    state = TrainState.of(task)
    examples = examples_by_kind(task, prepared.train, prepared.singles, prepared.tasks)
    due = {max(1, round(steps * (n + 1) / start.spec.points)) for n in range(start.spec.points)}
    tokens, seconds = 0, 0.0
    measured: dict[str, tuple[float, ...]] = {}
    for step in range(1, steps + 1):
        began = time.process_time()
        done = update(state, examples, step)
        seconds += time.process_time() - began
        tokens += done.tokens
        for name, value in done.measured.items():
            measured[name] = (*measured.get(name, ()), value)
        if step in due:
            yield replace(start, step=step, tokens=tokens, measured=dict(measured)), seconds
