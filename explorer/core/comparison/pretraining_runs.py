"""How the models of the library learned, as series that share an axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self, cast

from explorer.core.engine.engine import Engine
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import JSON
from explorer.core.training.runs import LEVEL_TITLES, CurvePoint, LossHistory, history
from models.schema.specs import ArchSpec

Axis = Literal["tokens", "seconds", "step"]
AXES: dict[Axis, str] = {
    "tokens": tr("million tokens seen"),
    "seconds": tr("seconds of training"),
    "step": tr("step"),
}
TOKENS_SHOWN = 1e-6  # the axis counts millions
PREDICTS = {
    "token": tr("Predicting tokens"),
    "flag": tr("Classifying each token"),
    "class": tr("Classifying whole texts"),
    "entity": tr("Naming entities"),
}
READING = tr("Reading how models learned")
KINDS = {"loss": tr("loss"), "accuracy": tr("accuracy"), "auc": tr("area under ROC")}


@dataclass(frozen=True)
class CurveChoice(FormChoice):
    """The chosen options, saved in the session. `shown` None: the chosen models."""

    metric: str = ""
    axis: Axis = "tokens"
    shown: tuple[str, ...] | None = None  # keys of runs
    levels: tuple[str, ...] = ("5gram",)

    @classmethod
    def from_json(cls, values: JSON) -> Self:
        """Read a choice from a session; unknown axes and levels are left out."""
        choice = super().from_json(values)
        shown = values.get("shown") if isinstance(values, Mapping) else None
        return replace(
            choice,
            axis=choice.axis if choice.axis in AXES else cls.axis,
            shown=tuple(map(str, shown)) if isinstance(shown, list | tuple) else None,
            levels=tuple(name for name in LEVEL_TITLES if name in choice.levels),
        )


@dataclass(frozen=True)
class CurveMetric:
    """The measure of a curve, the same for all heads of one kind."""

    predicts: str
    kind: str

    @property
    def title(self) -> str:
        return f"{PREDICTS[self.predicts]}: {KINDS[self.kind]}"

    @property
    def name(self) -> str:
        """The name under which a session stores the metric."""
        return f"{self.predicts}_{self.kind}"

    @property
    def is_token_loss(self) -> bool:
        """Whether count models have it, too."""
        return (self.predicts, self.kind) == ("token", "loss")

    @property
    def unit(self) -> str:
        return tr("nats") if self.kind == "loss" else tr("share")


@dataclass(frozen=True, eq=False)
class PretrainingRun:
    """A model with a training log; `heads` says what each of its heads predicts."""

    key: str
    title: str
    history: LossHistory
    heads: Mapping[str, str]
    parameters: int | None = None

    def heads_with(self, metric: CurveMetric) -> tuple[str, ...]:
        """Its heads that have such a curve, in the order of the file."""
        logged = {name for point in self.history.points for name in point.values}
        return tuple(
            head
            for head, predicts in self.heads.items()
            if predicts == metric.predicts and f"{head}_{metric.kind}" in logged
        )

    def series(self, head: str, metric: CurveMetric, axis: Axis) -> tuple[list[float], list[float]]:
        """The curve of one head: places on the axis, and values."""
        name = f"{head}_{metric.kind}"
        points = [point for point in self.history.points if name in point.values]
        return [place(point, axis) for point in points], [point.values[name] for point in points]

    def joints(self, axis: Axis) -> list[float]:
        """Return the points on the axis at which training went on from an earlier run."""
        return [place(joint, axis) for joint in self.history.joints]

    @property
    def last(self) -> CurvePoint:
        return self.history.points[-1]


def place(point: CurvePoint, axis: Axis) -> float:
    """The place of a point on an axis."""
    at = float(getattr(point, axis))
    return at * TOKENS_SHOWN if axis == "tokens" else at


def pretraining_runs(engine: Engine, entries: Sequence[ModelEntry]) -> Work:
    """Read the training logs of the models that have one. Reads files and imports torch.

    Yields before each model; returns a tuple of PretrainingRun.
    """
    yield Progress(READING)
    architectures = engine.catalog().architectures
    runs = []
    for done, entry in enumerate(entries):
        yield Progress(READING, done, len(entries), unit="models")
        log = history(entry.folder) if entry.problem is None else None
        spec = architectures.get(str(log.recipe.get("architecture"))) if log else None
        if log is not None and log.points and spec is not None:
            heads = _heads(spec)
            runs.append(PretrainingRun(entry.key, entry.title, log, heads, entry.parameters))
    return tuple(runs)


def _heads(spec: ArchSpec) -> dict[str, str]:
    return {head.name: cast(str, head.predicts) for head in spec.heads}


def metrics_of(runs: Sequence[PretrainingRun]) -> tuple[CurveMetric, ...]:
    """What any of the runs has a curve of, losses first."""
    every = [CurveMetric(predicts, kind) for kind in KINDS for predicts in PREDICTS]
    return tuple(metric for metric in every if any(run.heads_with(metric) for run in runs))


RUN_COLUMNS = ("run", "head", "measure", "step", "tokens", "seconds", "value")


def run_rows(runs: Sequence[PretrainingRun]) -> list[tuple[object, ...]]:
    """Every point of some runs with all that was measured, as plain values for a file."""
    rows: list[tuple[object, ...]] = []
    for run in runs:
        for point in run.history.points:
            for name, value in point.values.items():
                head, _, kind = name.rpartition("_")
                place = (point.step, point.tokens, point.seconds)
                rows.append((run.title, head, kind, *place, value))
    return rows
