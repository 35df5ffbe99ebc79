"""Learning curves: those of a run, and before it those of the chosen models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from explorer.core.library.card_words import head_title
from explorer.core.localization import mark, tr
from explorer.core.tokens.vocabularies import SHORTFALL
from explorer.core.training.plans import Choices
from explorer.core.training.runs import CurvePoint, LossHistory, SmallerVocabulary
from explorer.ui.graphics.charts.curves import CurveChart
from explorer.ui.graphics.charts.learning_curves import LearningCurve, named_levels
from explorer.ui.panel_base.context import ModelSlot

TASKS_TOO = tr(
    "The training loss alternates between tasks and spans; the held-out loss is on spans only."
)
LONG_TOO = mark(
    "{share} of the steps have examples of {length} tokens, so that the model learns "
    "long texts; the training loss can peak at these."
)

Histories = Sequence[tuple[ModelSlot, LossHistory]]


def run_charts(
    recipe: Mapping[str, Any], known: Choices, baselines: Mapping[str, float]
) -> list[CurveChart]:
    """The loss and the accuracy of each head that a recipe trains."""
    run, spec = str(recipe["name"]), known.architectures[str(recipe["architecture"])]
    trained = {head for name in recipe["objectives"] for head in known.objectives[name].trains}
    charts: list[CurveChart] = []
    for head in (head for head in spec.heads if head.name in trained):
        title = tr(head.title)
        loss = (
            LearningCurve(tr("training"), dashed=True, run=run, value=head.name, held_out=False),
            LearningCurve(tr("held out"), run=run, value=f"{head.name}_loss"),
        )
        quality = [LearningCurve(tr("accuracy"), run=run, value=f"{head.name}_accuracy")]
        if head.predicts == "flag":
            area = LearningCurve(
                tr("area under ROC"), dashed=True, run=run, value=f"{head.name}_auc"
            )
            quality.append(area)
        levels = named_levels(baselines) if head.predicts == "token" else ()
        charts += [
            CurveChart(loss, levels, y_title=tr("nats"), title=tr("{head}: loss", head=title)),
            CurveChart(
                tuple(quality),
                y_title=tr("share"),
                title=tr("{head}: held-out accuracy", head=title),
            ),
        ]
    return [*charts, *_measured_charts(run, recipe["objectives"], known)]


def _measured_charts(run: str, objectives: Sequence[str], known: Choices) -> Iterator[CurveChart]:
    """What the objectives measure besides the losses."""
    for one in (one for name in objectives for one in known.objectives[name].step_measures):
        curve = LearningCurve(tr("training"), run=run, value=one.name, held_out=False)
        yield CurveChart((curve,), y_title=tr(one.unit), title=tr(one.title))


def schedule_notes(schedule: Mapping[str, Any]) -> tuple[str, ...]:
    """What explains the course of a run's training loss."""
    share, length = schedule.get("long_share", 0), schedule.get("long_length", 0)
    longer = share and length > schedule["length"]
    return (
        *([TASKS_TOO] if schedule.get("task_share") else []),
        *([tr(LONG_TOO, share=f"{share:.0%}", length=length)] if longer else []),
    )


def vocabulary_notes(fewer: SmallerVocabulary | None) -> tuple[str, ...]:
    """Why a run's vocabulary is smaller than its recipe requires."""
    if fewer is None:
        return ()
    shortfall = tr(SHORTFALL, actual=fewer.vocab_size, wanted=fewer.requested)
    return (tr("Its vocabulary has {shortfall}", shortfall=shortfall),)


def recipe_words(recipe: Mapping[str, Any], step: int | None) -> list[str]:
    """A run as a caption names it; `step` is the last one of a run that is not finished."""
    steps = recipe["schedule"]["steps"]
    done = (
        tr("{count:,} steps", count=steps)
        if step is None
        else tr("step {step:,} of {steps:,}", step=step, steps=steps)
    )
    learning = tr(
        "{model} learning {objectives}",
        model=recipe["architecture"],
        objectives=", ".join(recipe["objectives"]),
    )
    return [learning, tr("text {data}", data=recipe["data"]), done]


def history_charts(known: Histories) -> list[CurveChart]:
    """Held-out loss and accuracy of finished models, one curve for each model and head."""
    losses: list[LearningCurve] = []
    shares: list[LearningCurve] = []
    for slot, history in known:
        for value in _values(history):
            head, _, kind = value.rpartition("_")
            curves = losses if kind == "loss" else shares
            first = all(curve.slot != slot.index for curve in curves)
            predicted = head_title(head, slot.entry.architecture).lower()
            curve = LearningCurve(
                f"{slot.letter} {slot.title}: {predicted}",
                slot.index,
                dashed=not first,
                joints=tuple(float(joint.step) for joint in history.joints) if first else (),
                run=_run(slot),
                value=value,
            )
            curves.append(curve)
    if not losses:
        return []
    # The lines of several texts and tokenizers would only confuse.
    levels = named_levels(known[0][1].baselines) if len(known) == 1 else ()
    loss, accuracy = (
        tr("Held-out loss of the chosen models"),
        tr("Held-out accuracy of the chosen models"),
    )
    return [
        CurveChart(tuple(losses), levels, y_title=tr("nats"), title=loss),
        CurveChart(tuple(shares), y_title=tr("share"), title=accuracy),
    ]


def history_points(known: Histories) -> list[CurvePoint]:
    """The points of those curves."""
    return [replace(point, run=_run(slot)) for slot, one in known for point in one.points]


def _values(history: LossHistory) -> list[str]:
    """Held-out metrics, losses first; the area under ROC, where it is known, not the accuracy."""
    names = list(history.points[-1].values)
    others = [name for name in names if name.rpartition("_")[2] != "accuracy"]
    accuracies = [name for name in names if name.endswith("_accuracy")]
    return [*others, *(a for a in accuracies if a.replace("_accuracy", "_auc") not in others)]


def _run(slot: ModelSlot) -> str:
    """Two chips may be runs of one name."""
    return f"{slot.letter} {slot.key}"
