"""Learning curves: those of a run, and before it those of the chosen models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from explorer.core.library.card_words import head_title
from explorer.core.tokens.vocabularies import SHORTFALL
from explorer.core.training.plans import Choices
from explorer.core.training.runs import FewerPieces, LossHistory, Point
from explorer.ui.graphics.charts.curves import Level
from explorer.ui.graphics.charts.learning_curves import CurveLine, Plot, named_levels
from explorer.ui.panel_base.context import ModelSlot
from models.schema.specs import HeadSpec

TASKS_TOO = (
    "The training loss alternates between tasks and spans; the held-out loss is on spans only."
)
LONG_TOO = (
    "{share} of the steps have examples of {length} tokens, so that the model learns long texts; "
    "the training loss can peak at these."
)


def heads_of(recipe: Mapping[str, Any], known: Choices) -> list[HeadSpec]:
    """The heads that a recipe trains, in the order of its objectives."""
    spec = known.architectures[str(recipe["architecture"])]
    trained = [known.objectives[name].trains for name in recipe["objectives"]]
    return [head for head in spec.heads if any(head.name in heads for heads in trained)]


def run_plots(run: str, heads: Sequence[HeadSpec], baselines: Mapping[str, float]) -> list[Plot]:
    """For each head its loss and its accuracy."""
    plots: list[Plot] = []
    for head in heads:
        levels = named_levels(baselines) if head.predicts == "token" else ()
        loss = (
            CurveLine("training", run, head.name, held_out=False, dashed=True),
            CurveLine("held out", run, f"{head.name}_loss"),
        )
        quality = [CurveLine("accuracy", run, f"{head.name}_accuracy")]
        if head.predicts == "flag":
            quality.append(CurveLine("area under ROC", run, f"{head.name}_auc", dashed=True))
        plots.append(Plot(f"{head.title}: loss", loss, levels=levels))
        plots.append(Plot(f"{head.title}: held-out accuracy", tuple(quality), unit="share"))
    return plots


def schedule_notes(schedule: Mapping[str, Any]) -> tuple[str, ...]:
    """What explains the course of a run's training loss."""
    share, length = schedule.get("long_share", 0), schedule.get("long_length", 0)
    longer = share and length > schedule["length"]
    return (
        *([TASKS_TOO] if schedule.get("task_share") else []),
        *([LONG_TOO.format(share=f"{share:.0%}", length=length)] if longer else []),
    )


def vocabulary_notes(fewer: FewerPieces | None) -> tuple[str, ...]:
    """Why a run's vocabulary is smaller than its recipe requires."""
    if fewer is None:
        return ()
    return (f"Its vocabulary has {SHORTFALL.format(actual=fewer.num_pieces, wanted=fewer.wanted)}",)


def recipe_words(recipe: Mapping[str, Any], reached: int | None) -> list[str]:
    """A run as a caption names it; `reached` is the step of one that is not finished."""
    steps = recipe["schedule"]["steps"]
    how_far = f"{steps:,} steps" if reached is None else f"step {reached:,} of {steps:,}"
    learned = f"{recipe['architecture']} learning {', '.join(recipe['objectives'])}"
    return [learned, f"text {recipe['data']}", how_far]


def history_plots(known: Sequence[tuple[ModelSlot, LossHistory]]) -> list[Plot]:
    """Held-out loss and accuracy of finished models, one curve for each model and head."""
    losses: list[CurveLine] = []
    shares: list[CurveLine] = []
    levels: list[Level] = []
    for slot, found in known:
        for value in _values(found):
            head, _, kind = value.rpartition("_")
            lines = losses if kind == "loss" else shares
            first = all(line.slot != slot.index for line in lines)
            predicted = head_title(head, slot.entry.architecture).lower()
            name = f"{slot.letter} {slot.title}: {predicted}"
            joints = tuple(float(joint.step) for joint in found.joints) if first else ()
            line = CurveLine(
                name, _run(slot), value, slot=slot.index, dashed=not first, joints=joints
            )
            lines.append(line)
        if len(known) == 1:  # the lines of several texts and tokenizers would only confuse
            levels += named_levels(found.baselines)
    if not losses:
        return []
    return [
        Plot("Held-out loss of the chosen models", tuple(losses), levels=tuple(levels)),
        Plot("Held-out accuracy of the chosen models", tuple(shares), unit="share"),
    ]


def history_points(known: Sequence[tuple[ModelSlot, LossHistory]]) -> list[Point]:
    """The points of those curves."""
    return [replace(point, run=_run(slot)) for slot, found in known for point in found.points]


def _values(found: LossHistory) -> list[str]:
    """Held-out metrics, losses first; of accuracy and area under ROC the telling one."""
    names = [name for name in found.points[-1].values if name.rpartition("_")[2] != "accuracy"]
    accuracies = [
        name
        for name in found.points[-1].values
        if name.endswith("_accuracy") and name.replace("_accuracy", "_auc") not in names
    ]
    return [*names, *accuracies]


def _run(slot: ModelSlot) -> str:
    """Two chips may be runs of one name."""
    return f"{slot.letter} {slot.key}"
