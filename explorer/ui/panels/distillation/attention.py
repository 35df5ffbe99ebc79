"""Attention maps of teacher and students, and their differences from the teacher."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.attention.measures import difference, select
from explorer.core.distillation.students import AttentionComparison
from explorer.core.localization import tr
from explorer.core.state.state import Selection
from explorer.core.table import Table
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    TextBlock,
    Titled,
    add_common_legend,
    number,
)
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.heat_map import HeatMap, difference_scale, shared_scale
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.distillation.roles import RoleModel, StudentPicture
from explorer.ui.style.colours import Scale
from models.schema.records import FloatArray

MIN_MAP = 170.0
MAP_GAP = 12.0
WEIGHT_LABEL = tr("attention weight, highest 1% clipped")
CHANGE_LABEL = tr("more or less than the teacher")
NUMBERS_UP_TO = 8  # tokens; larger maps have no room for them
NUM_LISTED = 3  # tokens with the highest weights of a row
COLUMNS = (
    "part",
    "model",
    "row",
    "row_token",
    "column",
    "column_token",
    "weight (share of the row)",
)


class AttentionPicture(StudentPicture):
    """Maps of corresponding layers, and below them how each student differs.

    A layer of the student and a head are selected; None is the average.
    """

    def __init__(
        self,
        content: AttentionComparison,
        roles: Sequence[RoleModel],
        selection: Selection,
        *,
        root_scale: bool,
    ) -> None:
        self.content, self.selection, self.root_scale = content, selection, root_scale
        self.roles = [role for role in roles if role.key in content.maps]  # the teacher first
        self.layers = [self._layer(role) for role in self.roles]
        self.maps = [
            select(content.maps[role.key], layer, selection.head)  # (T, T)
            for role, layer in zip(self.roles, self.layers, strict=True)
        ]

    def _layer(self, role: RoleModel) -> int | None:
        """The layer that corresponds to the chosen one of the student; None is the average."""
        layer, content = self.selection.layer, self.content
        if layer is None or len(self.roles) == 1:
            return layer
        if role is self.roles[0]:
            return content.teacher_layer(self.roles[1].key, layer)
        return min(layer, len(content.maps[role.key]) - 1)

    @property
    def counts(self) -> tuple[str, int, int]:
        """The role whose layers can be chosen, with the numbers of its layers and heads."""
        role = self.roles[min(1, len(self.roles) - 1)]
        num_layers, num_heads = self.content.maps[role.key].shape[:2]
        return role.label, num_layers, num_heads

    def figure(self) -> Drawing:
        weights = shared_scale(self.maps, WEIGHT_LABEL, root=self.root_scale)
        head = head_name(self.selection.head)
        maps = [
            self._map(
                role, values, weights, role.heading, f"{role.title}\n{layer_name(layer)}, {head}"
            )
            for role, layer, values in zip(self.roles, self.layers, self.maps, strict=True)
        ]
        columns = Row(maps, gap=MAP_GAP, min_width=MIN_MAP)
        return Stack([add_common_legend(columns, ColourScale(weights)), *self._changes()])

    def _changes(self) -> list[Drawing]:
        """The similarity in words, and the maps of the students minus that of the teacher."""
        teacher, *students = self.roles
        if not students:
            return []
        changes = [difference(values, self.maps[0]) for values in self.maps[1:]]
        scale = difference_scale(np.stack(changes), CHANGE_LABEL, root=self.root_scale)
        maps = [
            self._map(
                role,
                values,
                scale,
                tr("{role} minus teacher", role=role.label),
                tr("minus the teacher, cell by cell"),
                (role.slot, teacher.slot),
            )
            for role, values in zip(students, changes, strict=True)
        ]
        similarity = Titled(TextBlock(self._similarity(students)), tr("Similarity"))
        row = Row([similarity, *maps], gap=MAP_GAP, min_width=MIN_MAP)
        bar = ColourScale(scale, (students[0].slot, teacher.slot))
        return [add_common_legend(row, bar)]

    def _map(
        self,
        role: RoleModel,
        values: FloatArray,
        scale: Scale,
        title: str,
        note: str,
        slots: tuple[int, int] = (0, 1),
    ) -> Drawing:
        tokens = self.content.tokens
        heat_map = HeatMap(
            values,
            tokens,
            tokens,
            scale=scale,
            title=title,
            slots=slots,
            focus=self.selection.token,
            numbers=len(tokens) <= NUMBERS_UP_TO,
        )
        return Titled(heat_map, role.label, role.slot, note)

    def _similarity(self, students: Sequence[RoleModel]) -> str:
        """The distances of the maps, and the similarity of the hidden states."""
        lines = []
        for role in students:
            distances = ", ".join(number(float(v)) for v in self.content.distances[role.key])
            line = tr(
                "{role}: rows of its layers, averaged over heads, differ from the teacher's by "
                "{distances}",
                role=role.label,
                distances=distances,
            )
            cosine = self.content.likeness.get(role.key)
            if cosine is not None:
                line += tr(
                    "; cosine similarity of the last hidden states: {cosine}", cosine=number(cosine)
                )
            lines.append(f"{line}.")
        lines.append(
            tr("0 is the same attention, 1 is attention to other tokens (total variation).")
        )
        return "\n".join(lines)

    def table(self) -> Table:
        """Every cell of the maps of a layer and a head."""
        tokens, rows = self.content.tokens, []
        for role, weights in zip(self.roles, self.maps, strict=True):
            for (row, column), weight in np.ndenumerate(weights):
                cell = row, tokens[row], column, tokens[column]
                rows.append((role.name, role.title, *cell, float(weight)))
        return Table(COLUMNS, rows)

    def details(self) -> Details:
        """The tokens that the selected one attends to most in each model."""
        tokens, token = self.content.tokens, self.selection.token
        if token is None or token >= len(tokens):
            return Details()
        rows: list[tuple[str, str]] = []
        for role, weights in zip(self.roles, self.maps, strict=True):
            best = np.argsort(-weights[token], kind="stable")[:NUM_LISTED].tolist()
            rows.append((role.heading, ""))
            rows += [(visible(tokens[at]), number(float(weights[token, at]))) for at in best]
        return Details(tr("{token} attends to", token=visible(tokens[token])), tuple(rows))


def layer_name(layer: int | None) -> str:
    return tr("average over layers") if layer is None else tr("layer {number}", number=layer + 1)


def head_name(head: int | None) -> str:
    return tr("average over heads") if head is None else tr("head {number}", number=head + 1)
