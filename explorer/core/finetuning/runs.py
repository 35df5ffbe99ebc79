"""Fine-tuning as a job: what a panel follows while models learn a task one after the other."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError, as_user_errors
from explorer.core.finetuning.plans import FineTuningPlan
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.jobs.progress_text import duration
from explorer.core.library.library import RUN_FILE
from explorer.core.localization import message, tr
from explorer.core.state.state import JSON
from explorer.core.training.run_log import CurvePoint
from explorer.core.training.runs import POINT_EVERY_S, STEPS, removing_unused_folder
from models.checkpoints.folders import CHECKPOINTS, CONFIG_FILE
from models.finetuning.recipe import FineTuningRecipe
from models.runtime.files import read_object
from models.runtime.generators import map_progress

if TYPE_CHECKING:
    from models.finetuning.trainer import DevEvaluated, FineTuningPrepared, FineTuningStep, Report

RECORD = "finetuning"  # key of run.json, see models.finetuning.run
LOSS = "loss"
PLACE = ("step", "tokens", "seconds", "epoch")  # what a point of run.json holds beside metrics
UNREADABLE = (OSError, ValueError, KeyError, TypeError, OverflowError)


@dataclass(frozen=True)
class RunFacts:
    """What is known of a run when its first step comes."""

    run: str
    num_train: int  # examples
    num_dev: int
    num_learning: int  # parameters
    num_parameters: int
    majority: Mapping[str, float]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class DevMetric:
    """The metric of the dev split that decides, and what the majority class and a teacher get."""

    name: str
    majority: float | None
    teacher: float | None = None


@dataclass(frozen=True)
class FineTuningHistory:
    """The curves of a run that was recorded: training losses, and metrics of the dev split."""

    points: tuple[CurvePoint, ...]
    metric: str  # that decides; empty where nothing was measured
    majority: Mapping[str, float]
    recipe: Mapping[str, JSON]
    teacher: Mapping[str, float] = field(default_factory=dict)  # its metrics; empty without one

    @property
    def dev_metric(self) -> DevMetric | None:
        """None where nothing was measured."""
        if not self.metric:
            return None
        of_teacher = self.teacher.get(self.metric)
        return DevMetric(self.metric, self.majority.get(self.metric), of_teacher)


@dataclass(frozen=True)
class FineTuningEstimate:
    """The estimated cost of consecutive runs, one for each model with each seed."""

    num_models: int
    num_seeds: int
    num_learning: tuple[int, ...]  # parameters that learn, by run
    num_train: int
    num_dev: int
    steps: int  # of all runs
    seconds: float

    def __str__(self) -> str:
        learning = tr(" and ").join(dict.fromkeys(f"{count:,}" for count in self.num_learning))
        text = tr(
            "{learning} parameters learn from {num_train:,} examples ({num_dev:,} in the "
            "dev split) · about {seconds} for {steps:,} steps on this computer, measured on two "
            "batches just now, and a few seconds for the dev split.",
            learning=learning,
            num_train=self.num_train,
            num_dev=self.num_dev,
            seconds=duration(self.seconds),
            steps=self.steps,
        )
        runs = self._runs()
        return f"{runs} · {text}" if runs else text

    def _runs(self) -> str:
        """How many there are; empty for one."""
        models, seeds = self.num_models, self.num_seeds
        if models > 1 and seeds > 1:
            return tr(
                "{models} models with {seeds} seeds one after the other", models=models, seeds=seeds
            )
        if models > 1:
            return tr("{models} models one after the other", models=models)
        return tr("{seeds} seeds one after the other", seeds=seeds) if seeds > 1 else ""


# ---- runs


def fine_tune_all(plans: Sequence[FineTuningPlan]) -> Work:
    """Several runs one after the other: Progress at every step; Partial with each new result.

    The results are RunFacts, DevMetric and CurvePoint. A run that is finished is left out, one with
    a checkpoint is resumed, so the same call goes on with what was cancelled. Returns the folders.
    Raises UserError.
    """
    for index, plan in enumerate(plans):
        if not is_finished(plan.folder):
            with closing(fine_tune(plan)) as work:
                yield from map_progress(work, _ProgressOfAll(index, len(plans)))
    return tuple(plan.folder for plan in plans)


def fine_tune(plan: FineTuningPlan) -> Work:
    """One run, resumed where it has a checkpoint; returns its folder. Raises UserError."""
    from models.finetuning.trainer import finetune

    yield Progress(tr("Reading the examples for {title}", title=plan.run))
    with as_user_errors(), removing_unused_folder(plan.folder):
        recipe = FineTuningRecipe.from_dict(plan.recipe)
        resume = bool(_checkpoints(plan.folder))
        reports, follower = finetune(recipe, plan.folder, resume, plan.device), _Follower(plan.run)
        with closing(reports):
            for report in reports:
                yield from follower.events(report)
    return plan.folder


def is_finished(folder: Path) -> bool:
    """Whether the folder of a run is a model."""
    return (folder / CONFIG_FILE).is_file()


class _ProgressOfAll:
    """Counts the steps of one run among those of several, which have as many steps each."""

    def __init__(self, index: int, count: int) -> None:
        self._index, self._count = index, count

    def __call__(self, event: Progress | Partial) -> Progress | Partial:
        if not isinstance(event, Progress) or event.unit != STEPS:
            return event
        done = event.done + self._index * event.total
        return replace(event, done=done, total=event.total * self._count)


class _Follower:
    """Turns the reports of one run into events, at a limited rate for the curve of the loss."""

    def __init__(self, run: str) -> None:
        self._run = run
        self._majority: Mapping[str, float] = {}
        self._waiting: list[Mapping[str, float]] = []  # losses since the last point
        self._reported_at = 0.0
        self._first: FineTuningStep | None = None
        self._is_measured = False

    def events(self, report: Report) -> Iterator[Progress | Partial]:
        from models.data.prepare import PreparationProgress
        from models.finetuning.trainer import DevEvaluated, FineTuningPrepared, FineTuningStep

        if isinstance(report, PreparationProgress):
            yield Progress(message(report.message).capitalize(), report.done, report.total)
        elif isinstance(report, FineTuningPrepared):
            self._majority = report.majority
            yield Partial(_facts(self._run, report))
        elif isinstance(report, FineTuningStep):
            yield self._progress(report)
            yield from self._losses(report)
        elif isinstance(report, DevEvaluated):
            yield from self._metrics(report)

    def _progress(self, step: FineTuningStep) -> Progress:
        """Speed is that since the run began or was resumed."""
        first = self._first = self._first or step
        seconds = step.seconds - first.seconds
        speed = (step.step - first.step) / seconds if seconds > 0 else 0.0
        title = tr("Fine-tuning {name}", name=self._run)
        return Progress(title, step.step, step.steps, speed, STEPS)

    def _losses(self, step: FineTuningStep) -> Iterator[Partial]:
        """The mean of the losses since the last point, when it is time for another.

        Steps that learn other terms of a loss are not in one mean.
        """
        losses = {LOSS: step.loss, **step.terms}
        if self._waiting and self._waiting[-1].keys() != losses.keys():
            yield self._mean_losses(step.step - 1, step.seconds)
        self._waiting.append(losses)
        if time.monotonic() - self._reported_at >= POINT_EVERY_S or step.step >= step.steps:
            yield self._mean_losses(step.step, step.seconds)

    def _mean_losses(self, step: int, seconds: float) -> Partial:
        """The point of the losses that wait."""
        names = self._waiting[0]
        values = {name: fmean(losses[name] for losses in self._waiting) for name in names}
        self._waiting, self._reported_at = [], time.monotonic()
        return Partial(CurvePoint(self._run, step, values, False, 0, seconds))

    def _metrics(self, report: DevEvaluated) -> Iterator[Partial]:
        if not self._is_measured:
            self._is_measured = True
            name = report.metric
            levels = self._majority.get(name), report.teacher.get(name)
            yield Partial(DevMetric(name, *levels))
        metrics = dict(report.metrics)
        yield Partial(CurvePoint(self._run, report.step, metrics, True, 0, report.seconds))


def _facts(run: str, report: FineTuningPrepared) -> RunFacts:
    return RunFacts(
        run,
        report.num_train,
        report.num_dev,
        report.num_learning,
        report.num_parameters,
        dict(report.majority),
        tuple(map(message, report.notes)),
    )


# ---- before a run


def estimate(
    recipes: Sequence[Mapping[str, JSON]], device: str = "cpu", num_seeds: int = 1
) -> Work:
    """Prepare a run of each model in a folder that is removed, without a step.

    Returns a FineTuningEstimate; other seeds take as long. Raises UserError.
    """
    prepared: list[FineTuningPrepared] = []
    for index, recipe in enumerate(recipes):
        yield Progress(tr("Measuring two batches"), index, len(recipes))
        prepared.append(_parse_preparation(recipe, device))
    return FineTuningEstimate(
        len(prepared),
        num_seeds,
        tuple(one.num_learning for one in prepared),
        prepared[0].num_train,
        prepared[0].num_dev,
        num_seeds * sum(one.steps for one in prepared),
        num_seeds * sum(one.seconds_estimate for one in prepared),
    )


def _parse_preparation(values: Mapping[str, JSON], device: str) -> FineTuningPrepared:
    from models.finetuning.trainer import FineTuningPrepared, finetune

    with as_user_errors(), tempfile.TemporaryDirectory() as scratch:
        recipe = FineTuningRecipe.from_dict(values)
        with closing(finetune(recipe, Path(scratch) / "run", device=device)) as reports:
            return next(report for report in reports if isinstance(report, FineTuningPrepared))


# ---- recorded runs


def record_in(folder: Path) -> Mapping[str, Any]:
    """What run.json in a folder says of the fine-tuning; empty where it says nothing."""
    try:
        record = read_object(folder / RUN_FILE).get(RECORD)
    except UNREADABLE:
        return {}
    return record if isinstance(record, Mapping) else {}


def history(folder: Path) -> FineTuningHistory | None:
    """How the model in a folder was fine-tuned; None where that is not recorded."""
    try:
        run = read_object(folder / RUN_FILE)
        record = run[RECORD]
        metric, majority = str(record.get("metric", "")), dict(record.get("majority", {}))
        points = _points(folder.name, record["curve"])
        teacher = dict(record.get("teacher_metrics", {}))
        return FineTuningHistory(points, metric, majority, dict(record["recipe"]), teacher)
    except UNREADABLE:
        return None


def resumable_run(folder: Path) -> tuple[FineTuningPlan, FineTuningHistory]:
    """The plan that resumes a run, and its curves until now. Raises UserError."""
    files = _checkpoints(folder)
    if not files:
        raise UserError(
            tr("There is no checkpoint in {folder}.", folder=folder), tr("Start the run again.")
        )
    with as_user_errors():
        data = read_object(files[-1])
        try:
            recipe = dict(data["recipe"])
            points = _points(folder.name, data["curve"])
            plan = FineTuningPlan(recipe, folder, folder.name, str(recipe["model"]))
        except (KeyError, TypeError) as error:
            raise UserError(
                tr("The checkpoint in {folder} is damaged.", folder=folder), tr("Start again.")
            ) from error
    return plan, FineTuningHistory(points, _metric_of(points), {}, recipe)


def read_run(folder: Path) -> Work:
    """The plan of an unfinished run as the only one, and its curves by run. Raises UserError."""
    yield Progress(tr("Reading {name}", name=folder.name))
    plan, known = resumable_run(folder)
    return (plan,), {plan.run: known}


def reload_run_logs(plans: Sequence[FineTuningPlan]) -> Work:
    """Read the curves of runs by name: finished, stopped, or missing where not yet begun."""
    yield Progress(tr("Reading {name}", name=plans[0].run))
    histories: dict[str, FineTuningHistory] = {}
    for plan in plans:
        with suppress(UserError):
            histories[plan.run] = history(plan.folder) or resumable_run(plan.folder)[1]
    return plans, histories


def _checkpoints(folder: Path) -> list[Path]:
    """What the checkpoints of a run say of its progress, the newest last."""
    return sorted((folder / CHECKPOINTS).glob("step-*/progress.json"))


def _metric_of(points: Sequence[CurvePoint]) -> str:
    """The first metric of the dev split."""
    return next((next(iter(point.values), "") for point in points if point.held_out), "")


def _points(run: str, curve: Sequence[Mapping[str, Any]]) -> tuple[CurvePoint, ...]:
    return tuple(
        CurvePoint(
            run,
            int(point["step"]),
            {key: float(value) for key, value in point.items() if key not in PLACE},
            "epoch" in point,
            int(point["tokens"]),
            float(point["seconds"]),
        )
        for point in curve
    )
