"""One arm of a comparison with one seed that is fine-tuned on labelled sets, as rows."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

from models.checkpoints.checkpoint import load
from models.comparison.measured import MetricValue
from models.comparison.results import ArmMeasurement, ArmRun, by_epoch
from models.comparison.spec import Arm, ExperimentSpec
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.run import RECORD
from models.finetuning.trainer import (
    DevEvaluated,
    FineTuningFinished,
    FineTuningPrepared,
    finetune,
)

AVERAGE = "average"  # over sets, each counting the same, as GLUE (Wang et al. 2018)
LEARNED = "learned_parameters"  # in thousands
MIX = "mix"  # weights of the layers, by layer


@dataclass(frozen=True)
class FineTunedRun:
    """What one run of fine-tuning has learned."""

    record: Mapping[str, Any]  # of run.json
    num_learning: int  # parameters
    mix: tuple[float, ...] = ()  # weights of the layers that its head reads, if it learned any
    outcomes: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)  # of dev, by metric
    epochs: tuple[Mapping[str, float], ...] = ()  # metrics of dev after each epoch

    def score(self, metric: str, x: float | None = None) -> MetricValue:
        """The metric that decides, of the dev split, by its name in a comparison."""
        own = str(self.record["metric"])
        value = float(self.record["metrics"][own])
        return MetricValue(metric, value, x, self.outcomes.get(own, ()))


def fine_tuned_arm(spec: ExperimentSpec, arm: Arm, recipe: FineTuningRecipe) -> ArmRun:
    """The dev metrics of an arm after fine-tuning, and how many parameters have learned.

    Of several sets, the metric that decides for each, by its name in the comparison, and their
    mean. Each has rows by epoch too, which show whether it was still growing. Where the head reads
    a mix of layers, also the learned weight of each; its x is the layer.

    The seconds are those of the processor, as the time on a clock depends on other programs.
    """
    began = time.process_time()
    tokens, values, mixes = 0, dict[str, float](), dict[str, tuple[float, ...]]()
    outcomes: dict[str, tuple[bool, ...]] = {}
    curves: dict[str, list[float]] = {}
    for metric, data in (spec.sets or {"": recipe.data}).items():
        adapted = run_fine_tuning(replace(recipe, data=data))
        tokens += int(adapted.record["tokens"])
        if metric:
            score = adapted.score(metric)
            values[metric], outcomes[metric] = score.value, score.outcomes
            own = str(adapted.record["metric"])
            curves[metric] = [float(metrics[own]) for metrics in adapted.epochs]
        else:
            values |= adapted.record["metrics"]
            outcomes |= adapted.outcomes
            for name in adapted.record["metrics"]:
                curves[name] = [float(metrics[name]) for metrics in adapted.epochs]
        values[LEARNED] = adapted.num_learning / 1000
        mixes[f"{metric}_{MIX}" if metric else MIX] = adapted.mix
    if spec.sets:
        values[AVERAGE] = sum(values[name] for name in spec.sets) / len(spec.sets)
        curves[AVERAGE] = [fmean(scores) for scores in zip(*curves.values(), strict=True)]
    seconds = round(time.process_time() - began, 2)
    places = [(arm.x, metric, value) for metric, value in values.items()]
    places += [
        (float(layer), metric, share)
        for metric, shares in mixes.items()
        for layer, share in enumerate(shares)
    ]
    places += [
        (float(epoch), by_epoch(metric), value)
        for metric, curve in curves.items()
        for epoch, value in enumerate(curve, 1)
    ]
    return ArmRun(
        tuple(
            ArmMeasurement(arm.name, recipe.seed, x, metric, value, tokens, seconds)
            for x, metric, value in places
        ),
        {metric: right for metric, right in outcomes.items() if right},
    )


def run_fine_tuning(recipe: FineTuningRecipe) -> FineTunedRun:
    """Fine-tune in a folder that is deleted afterwards. Raises as `finetune`."""
    num_learning, evaluated = 0, list[DevEvaluated]()
    with TemporaryDirectory(prefix="plm-") as folder:
        run = finetune(recipe, Path(folder) / "run")
        while True:
            try:
                report = next(run)
            except StopIteration as end:
                finished: FineTuningFinished = end.value
                record, mix = finished.run[RECORD], _mix(Path(folder) / "run")
                epochs = tuple(one.metrics for one in evaluated)
                outcomes = _outcomes(evaluated, finished)
                return FineTunedRun(record, num_learning, mix, outcomes, epochs)
            if isinstance(report, FineTuningPrepared):
                num_learning = report.num_learning
            elif isinstance(report, DevEvaluated):
                evaluated.append(report)


def _outcomes(
    evaluated: Sequence[DevEvaluated], finished: FineTuningFinished
) -> Mapping[str, tuple[bool, ...]]:
    """Return the outcomes of the epoch whose weights were saved."""
    saved = [one.outcomes for one in evaluated if one.metrics == finished.metrics]
    return saved[-1] if saved else {}


def _mix(folder: Path) -> tuple[float, ...]:
    """The learned weights of the layers, the lowest first; none without a mix."""
    task = load(folder).task_model
    mix = None if task is None else task.head.mix
    return () if mix is None else tuple(mix.shares.tolist())
