"""Teacher, student and the student without its teacher, and what a view shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from explorer.core.distillation.students import ModelRoles
from explorer.core.localization import mark, tr
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.table import Table
from explorer.ui.panel_base.details import Details
from explorer.ui.style.theme import SLOTS

ROLES = TEACHER, STUDENT, ALONE = mark("Teacher"), mark("Student"), mark("Without teacher")


@dataclass(frozen=True)
class RoleModel:
    """A model with its role, and the colour that it has everywhere."""

    key: str
    name: str
    title: str
    slot: int

    @property
    def heading(self) -> str:
        return f"{self.label}: {self.title}"

    @property
    def label(self) -> str:
        return tr(self.name)


def slots_of(keys: Sequence[str], chosen: Mapping[str, int]) -> list[int]:
    """A colour for each model: its own where it is one of the chosen, else that of a further run.

    `chosen` are the slots of the chosen models; a model without a chip has no letter.
    """
    free = count(len(SLOTS))
    return [chosen[key] if key in chosen else next(free) for key in keys]


def roles_of(
    models: ModelRoles, chosen: Mapping[str, int], titles: Mapping[str, str]
) -> tuple[RoleModel, ...]:
    """The roles that are filled; `chosen` are the slots of the chosen models."""
    keys = (models.teacher, models.student, models.alone)
    slots = slots_of([key or name for key, name in zip(keys, ROLES, strict=True)], chosen)
    return tuple(
        RoleModel(key, name, titles.get(key, key), slot)
        for key, name, slot in zip(keys, ROLES, slots, strict=True)
        if key
    )


class StudentPicture:
    """What a view shows of teacher and students. The learning view has widgets of its own."""

    def figure(self) -> Drawing:
        raise AssertionError(f"{type(self).__name__} has no figure")

    def table(self) -> Table:
        raise AssertionError(f"{type(self).__name__} has no table")

    def details(self) -> Details:
        """The selected token, model by model."""
        return Details()

    def limits(self) -> list[str]:
        """What the picture leaves out."""
        return []
