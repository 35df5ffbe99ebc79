"""Learning curves of a student: held-out quality, then each term of its loss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from explorer.core.distillation.histories import RunHistory
from explorer.core.distillation.students import ModelRoles
from explorer.core.training.plans import Choices
from explorer.core.training.runs import Point
from explorer.ui.graphics.charts.learning_curves import CurveLine, Plot, named_levels
from explorer.ui.panels.distillation.figure import ROLES
from explorer.ui.panels.distillation.form import short_title
from models.schema.specs import DistillationSpec

_, STUDENT, ALONE = ROLES
Part = tuple[str, int]  # its role, and its colour


def held_out_plots(head: str, parts: Sequence[Part], levels: Mapping[str, float]) -> list[Plot]:
    """Loss and accuracy of the head that predicts tokens, on text that was held back.

    In windows as training cuts them, unlike the whole documents that are compared in numbers.
    """
    loss = [CurveLine(name, name, f"{head}_loss", slot=slot) for name, slot in parts]
    right = [CurveLine(name, name, f"{head}_accuracy", slot=slot) for name, slot in parts]
    return [
        Plot(
            "Held-out loss, at the sequence length of training",
            tuple(loss),
            levels=named_levels(levels),
        ),
        Plot("Held-out accuracy, at the sequence length of training", tuple(right), unit="share"),
    ]


def term_plots(method: DistillationSpec, head: str, parts: Sequence[Part]) -> list[Plot]:
    """One plot for each term while the student learns; the twin has the masked tokens only."""
    found = []
    for term in method.terms:
        lines = [
            CurveLine(name, name, term, held_out=False, slot=slot)
            for name, slot in parts
            if name == STUDENT or term == head
        ]
        found.append(Plot(f"{term_title(method, term)}: training", tuple(lines), unit="loss"))
    return found


def term_title(method: DistillationSpec, term: str) -> str:
    """A term by the name that the option of its weight gives it."""
    titles = {option.name: short_title(option) for option in method.options}
    return titles.get(f"weight_{term}", term)


def token_head(known: Choices, method: DistillationSpec) -> str:
    """The head of the student that predicts tokens."""
    heads = known.architectures[method.student].heads
    return next(head.name for head in heads if head.predicts == "token")


def points_of(cast: ModelRoles, found: Mapping[str, RunHistory]) -> list[Point]:
    """The points of the runs of a cast, by role; `found` has their histories by key."""
    parts = {STUDENT: cast.student, ALONE: cast.alone}
    return [
        replace(point, run=role)
        for role, key in parts.items()
        if key in found
        for point in found[key].points
    ]


def levels_of(found: Iterable[RunHistory]) -> Mapping[str, float]:
    """The loss of count models on the same held-out text, in nats; empty where unknown."""
    return next((one.baselines for one in found), {})
