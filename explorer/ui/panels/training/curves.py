"""Learning curves: those of a run, and before it those of the chosen models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from explorer.core.library.card_words import head_title
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.training.plans import Choices
from explorer.core.training.runs import CurvePoint, LossHistory
from explorer.ui.graphics.charts.curves import CurveChart
from explorer.ui.graphics.charts.learning_curves import LearningCurve, named_levels

LOSS = tr("Held-out loss of the chosen models")
ACCURACY = tr("Held-out accuracy of the chosen models")
Histories = Sequence[tuple[ModelSlot, LossHistory]]


def run_charts(
    recipe: Mapping[str, Any], known: Choices, baselines: Mapping[str, float]
) -> list[CurveChart]:
    """The loss and the accuracy of each head that a recipe trains, and what objectives measure."""
    run, spec = str(recipe["name"]), known.architectures[str(recipe["architecture"])]
    names, curve = recipe["objectives"], partial(LearningCurve, run=run)
    trained = {head for name in names for head in known.objectives[name].trains}
    charts: list[CurveChart] = []
    for head in (head for head in spec.heads if head.name in trained):
        title = tr(head.title)
        loss = (
            curve(tr("training"), dashed=True, value=head.name, held_out=False),
            curve(tr("held out"), value=f"{head.name}_loss"),
        )
        quality = [curve(tr("accuracy"), value=f"{head.name}_accuracy")]
        if head.predicts == "flag":
            quality.append(curve(tr("area under ROC"), dashed=True, value=f"{head.name}_auc"))
        levels = named_levels(baselines) if head.predicts == "token" else ()
        charts += [
            CurveChart(loss, levels, y_title=tr("nats"), title=tr("{head}: loss", head=title)),
            CurveChart(
                tuple(quality),
                y_title=tr("share"),
                title=tr("{head}: held-out accuracy", head=title),
            ),
        ]
    for measure in (one for name in names for one in known.objectives[name].step_measures):
        of_steps = curve(tr("training"), value=measure.name, held_out=False)
        charts.append(CurveChart((of_steps,), y_title=tr(measure.unit), title=tr(measure.title)))
    return charts


def history_charts(known: Histories) -> list[CurveChart]:
    """Held-out loss and accuracy of finished models, one curve for each model and head."""
    losses: list[LearningCurve] = []
    shares: list[LearningCurve] = []
    for slot, history in known:
        for value in history.measures:
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
    return [
        CurveChart(tuple(losses), levels, y_title=tr("nats"), title=LOSS),
        CurveChart(tuple(shares), y_title=tr("share"), title=ACCURACY),
    ]


def history_points(known: Histories) -> list[CurvePoint]:
    """The points of those curves."""
    return [replace(point, run=_run(slot)) for slot, one in known for point in one.points]


def _run(slot: ModelSlot) -> str:
    """Two chips may be runs of one name."""
    return f"{slot.letter} {slot.key}"
