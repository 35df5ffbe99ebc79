"""Training without a run folder, for the many short trainings of comparisons and searches."""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from models.checkpoints.checkpoint import LoadedModel
from models.data.prepare import PreparedData, fingerprint, prepare
from models.runtime.files import temporary_path
from models.runtime.generators import run_to_end
from models.schema.registry import catalog
from models.tokenization import Tokenizer, open_tokenizer
from models.training.recipe import Recipe
from models.training.trainer import TrainState, examples_by_kind, update
from models.training.training_task import TrainingTask


@dataclass(frozen=True)
class PausedTraining:
    """A training at a step at which its caller looks at the model.

    `seconds` are those of the processor spent in steps: unlike the time on a clock they do not grow
    while other programs use the machine. `measured` are the step measures of the objectives so far.
    """

    step: int
    tokens: int
    seconds: float
    measured: Mapping[str, tuple[float, ...]]


def even_steps(steps: int, points: int) -> set[int]:
    """`points` steps at equal distances, the last one among them."""
    return {max(1, round(steps * (number + 1) / points)) for number in range(points)}


def trained_to(
    task: TrainingTask, prepared: PreparedData, due: Collection[int]
) -> Iterator[PausedTraining]:
    """Train a model, and pause after every step that is due. Raises as training does."""
    task.to_device("cpu")
    state = TrainState.of(task)
    examples = examples_by_kind(task, prepared.train, prepared.singles, prepared.tasks)
    tokens, seconds = 0, 0.0
    measured: dict[str, tuple[float, ...]] = {}
    for step in range(1, task.recipe.schedule.steps + 1):
        began = time.process_time()
        done = update(state, examples, step)
        seconds += time.process_time() - began
        tokens += done.tokens
        for name, value in done.measured.items():
            measured[name] = (*measured.get(name, ()), value)
        if step in due:
            yield PausedTraining(step, tokens, seconds, dict(measured))


def prepared_text(recipe: Recipe, cache: Path, pretrained: LoadedModel | None) -> PreparedData:
    """Tokenized text; a vocabulary that was learned is stored for the next training."""
    if pretrained is not None or recipe.tokenizer.folder:
        tokenizer = pretrained.tokenizer if pretrained else None
        return run_to_end(prepare(recipe, cache, tokenizer))
    template = catalog().architectures[recipe.architecture].template
    folder = cache / f"vocabulary-{_fingerprint(recipe, repr(template))}"
    tokenizer = open_tokenizer(folder, template=template) if folder.is_dir() else None
    prepared = run_to_end(prepare(recipe, cache, tokenizer))
    if tokenizer is None:
        _store(prepared.tokenizer, folder)
    return prepared


def _fingerprint(recipe: Recipe, template: str) -> str:
    """Hash all that decides a vocabulary."""
    source = f"{recipe.data} {fingerprint(recipe.data)} {recipe.seed}"
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
