"""Training and distillation as jobs: what a panel or a terminal follows while a model learns."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError, said_to_a_person
from explorer.core.jobs import Partial, Progress, Work
from explorer.core.predictions import Prediction, predict, token_head
from explorer.core.settings import home
from explorer.core.state import JSON
from models.configs import parse_object
from models.recipes import Recipe
from models.records import Corruption
from models.specs import ArchSpec

if TYPE_CHECKING:
    from models.training import Evaluated, Learner, Report, Step

POINT_EVERY_S = 0.1  # a curve is told of more often than the eye follows, not at every step
NUM_WATCHED = 5  # candidates of a sample prediction


@dataclass(frozen=True)
class RunPlan:
    """A run to do. `watch` is a sentence on which the model is asked now and then."""

    recipe: Mapping[str, JSON]  # as models.recipes reads it from TOML
    folder: Path
    resume: bool = False
    watch: str = ""
    device: str = "cpu"


@dataclass(frozen=True)
class Point:
    """A place on the learning curves of a run: losses in nats, or held-out metrics."""

    run: str  # the name in the recipe
    step: int
    values: Mapping[str, float]
    held_out: bool
    tokens: int
    seconds: float


@dataclass(frozen=True)
class Sample:
    """What the model answers to the watched sentence at a step."""

    run: str
    step: int
    tokens: tuple[str, ...]
    predictions: tuple[Prediction, ...]


@dataclass(frozen=True)
class Baselines:
    """Held-out cross-entropy of count models on the same data, in nats per token."""

    run: str
    values: Mapping[str, float]


@dataclass(frozen=True)
class Finished:
    """A run that is over; the folder is a model of the library now."""

    run: str
    folder: Path


def train(plan: RunPlan) -> Work:
    """Train by a recipe: Progress at every step; Partial with Point, Sample and Baselines.

    Returns Finished. Cancelled, a run can be resumed from its last checkpoint. Raises UserError.
    """
    with said_to_a_person():
        recipe = Recipe.from_dict(plan.recipe)
        follower = _Follower(plan, recipe)
        with closing(_reports(plan, recipe, follower)) as reports:
            for report in reports:
                yield from follower.tell(report)
    return Finished(recipe.name, plan.folder)


def train_in_turn(plans: Sequence[RunPlan]) -> Work:
    """Several runs one after the other, such as a student with and without its teacher."""
    finished = []
    for plan in plans:
        finished.append((yield from train(plan)))
    return tuple(finished)


def resume(folder: Path, watch: str = "") -> Work:
    """Go on with a run that was cancelled or killed; else as `train`."""
    return (yield from train(resume_plan(folder, watch)))


def resume_plan(folder: Path, watch: str = "") -> RunPlan:
    """The plan of a run that was begun, from its checkpoint. Raises UserError."""
    recipe: Mapping[str, JSON] = _read_progress(folder)["recipe"]
    return RunPlan(recipe, folder, resume=True, watch=watch)


def caches_folder() -> Path:
    """Where tokenized texts are kept for the next run."""
    return home() / "cache"


def _reports(plan: RunPlan, recipe: Recipe, follower: _Follower) -> Generator[Report, None, None]:
    """The reports of `models.training.train`, with the learner shown to the follower."""
    from models.data.prepare import prepare
    from models.training import load_teacher, new_learner, run, specs_of

    specs_of(recipe)  # an impossible recipe is refused before anything is prepared
    teacher = None if recipe.teaching is None else load_teacher(recipe.teaching)
    tokenizer = None if teacher is None else teacher.tokenizer
    prepared = yield from prepare(recipe, caches_folder(), tokenizer)
    follower.learner = new_learner(recipe, prepared.tokenizer, teacher)
    yield from run(follower.learner, prepared, plan.folder, plan.resume, plan.device)


class _Follower:
    """Turns the reports of one run into events, curves not faster than the eye follows."""

    def __init__(self, plan: RunPlan, recipe: Recipe) -> None:
        self.learner: Learner | None = None
        self._plan = plan
        self._recipe = recipe
        self._first: Step | None = None
        self._waiting: list[Mapping[str, float]] = []  # losses since the last point
        self._told_at = 0.0
        self._told_baselines = False

    def tell(self, report: Report) -> Iterator[Progress | Partial]:
        from models.data.prepare import Preparing
        from models.training import Evaluated, Step

        if isinstance(report, Preparing):
            yield Progress(report.message.capitalize(), report.done, report.total)
        elif isinstance(report, Step):
            yield self._progress(report)
            yield from self._losses(report)
        elif isinstance(report, Evaluated):
            yield Partial(self._point(report, report.metrics, held_out=True))
            yield from self._sample(report.step)
        else:
            yield from self._baselines()

    def _progress(self, step: Step) -> Progress:
        """Speed is that since the run began or was resumed."""
        first = self._first = self._first or step
        seconds = step.seconds - first.seconds
        return Progress(
            message=f"Training {self._recipe.name}",
            done=step.step,
            total=step.steps,
            speed=(step.step - first.step) / seconds if seconds > 0 else 0.0,
            unit="steps",
        )

    def _losses(self, step: Step) -> Iterator[Partial]:
        """The mean of the losses since the last point, when it is time for another."""
        self._waiting.append(step.losses)
        now = time.monotonic()
        if now - self._told_at < POINT_EVERY_S and step.step < step.steps:
            return
        names = sorted({name for losses in self._waiting for name in losses})
        means = {
            name: fmean(losses[name] for losses in self._waiting if name in losses)
            for name in names
        }
        self._waiting, self._told_at = [], now
        yield Partial(self._point(step, means, held_out=False))

    def _point(self, at: Step | Evaluated, values: Mapping[str, float], *, held_out: bool) -> Point:
        return Point(self._recipe.name, at.step, dict(values), held_out, at.tokens, at.seconds)

    def _sample(self, step: int) -> Iterator[Partial]:
        """What the model that is learning answers now: at gaps, or behind the sentence's end."""
        from models.forward import trace

        learner = self.learner
        head = None if learner is None else token_head(learner.spec, _all_heads(learner.spec))
        if learner is None or head is None or not self._plan.watch:
            return
        num_positions = learner.model.config.size.num_positions
        encoding = learner.tokenizer.encode(self._plan.watch, max_length=num_positions)
        found = trace(
            learner.model,
            learner.spec,
            Corruption.clean(encoding),
            kinds=("logits",),
            heads=(head.name,),
        )
        causal = learner.spec.stream(head.stream).causal
        positions = [len(encoding) - 1] if causal else None
        answers = predict(found, learner.spec, learner.tokenizer, positions, NUM_WATCHED)
        yield Partial(Sample(self._recipe.name, step, encoding.tokens, tuple(answers)))

    def _baselines(self) -> Iterator[Partial]:
        """Count models are measured once a run and kept in its checkpoints."""
        if self._told_baselines:
            return
        self._told_baselines = True
        values = _read_progress(self._plan.folder).get("baselines") or {}
        yield Partial(Baselines(self._recipe.name, values))


def _read_progress(folder: Path) -> dict[str, Any]:
    """What the last checkpoint of a run says of itself. Raises UserError."""
    from models.run_folder import latest

    checkpoint = latest(folder)
    if checkpoint is None:
        raise UserError(f"There is no checkpoint in {folder}.", "Start the run again.")
    with said_to_a_person():
        return parse_object((checkpoint / "progress.json").read_text(encoding="utf-8"))


def _all_heads(spec: ArchSpec) -> list[str]:
    return [head.name for head in spec.heads]
