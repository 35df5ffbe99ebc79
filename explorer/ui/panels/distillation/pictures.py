"""The figure, the table, the details and the limits of each view of teacher and students."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.core.distillation.students import Attentions, Labels, Measurements
from explorer.core.distillation.views import ViewAnswer
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.table import Table
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.distillation.details import attention_details, label_details
from explorer.ui.panels.distillation.figure import (
    MapChoice,
    Role,
    attention_figure,
    label_figure,
    numbers_figure,
)
from explorer.ui.panels.distillation.tables import attention_table, labels_table, numbers_table


@dataclass(frozen=True, eq=False)
class StudentPictures:
    """An answer with what is chosen for its picture: the roles, a temperature, a map.

    The curves of the learning view have widgets of their own.
    """

    answer: ViewAnswer
    roles: Sequence[Role]
    temperature: float
    chosen: MapChoice

    def figure(self) -> Drawing | None:
        """None where there is nothing, or where curves are shown."""
        content = self.answer.content
        if isinstance(content, Labels):
            return label_figure(content, self.roles, self.temperature)
        if isinstance(content, Measurements):
            return numbers_figure(content, self.roles)
        if isinstance(content, Attentions):
            return attention_figure(content, self.roles, self.chosen)
        return None

    def table(self) -> Table:
        content = self.answer.content
        if isinstance(content, Labels):
            return labels_table(content, self.roles, self.temperature)
        if isinstance(content, Measurements):
            return numbers_table(content, self.roles)
        if isinstance(content, Attentions):
            return attention_table(content, self.roles, self.chosen)
        return Table(())

    def details(self, *, selected: bool) -> Details:
        """The selected token, as each model has it."""
        content = self.answer.content
        if isinstance(content, Labels) and selected:
            return label_details(content, self.roles, self.temperature)
        if isinstance(content, Attentions):
            return attention_details(content, self.roles, self.chosen)
        return Details()

    def limits(self) -> tuple[str, ...]:
        """What the picture leaves out."""
        titles, content = {role.key: role.title for role in self.roles}, self.answer.content
        lines = [
            f"{titles.get(key, key)} has another vocabulary and cannot be compared."
            for key in self.answer.strangers
        ]
        if isinstance(content, Labels) and content.encoding.num_cut:
            lines.append(f"{content.encoding.num_cut} tokens did not fit and were cut.")
        if isinstance(content, Measurements):
            halves = [titles[m.key] for m in content.models if m.in_halves]
            if halves:
                lines.append(f"In half precision, so half as large on disk: {', '.join(halves)}.")
        return tuple(lines)
