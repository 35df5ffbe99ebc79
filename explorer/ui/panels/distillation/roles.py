"""Teacher, student and the student without its teacher, and what a view shows of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from explorer.core.distillation.students import ModelRoles
from explorer.core.localization import mark, tr
from explorer.core.panel_text import panel_text
from explorer.core.state.slots import SLOTS
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.panel_base.details import Details

NOTES = panel_text("distillation").notes
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


def roles_of(
    models: ModelRoles, chosen: Mapping[str, int], titles: Mapping[str, str]
) -> tuple[RoleModel, ...]:
    """The roles that are filled; `chosen` are the slots of the chosen models.

    A model without a chip has no letter, and the colour of a further run.
    """
    free = count(len(SLOTS))
    keys = (models.teacher, models.student, models.alone)
    slots = [chosen[key] if key in chosen else next(free) for key in keys]
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
