"""Soft and hard labels at a masked position: the predictions of teacher and students."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.distillation.soft_labels import SoftLabel, soft_label
from explorer.core.distillation.students import SoftLabels
from explorer.core.localization import mark, tr
from explorer.core.table import Table
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.distillation.roles import NOTES, RoleModel, StudentPicture
from explorer.ui.style import fonts
from models.schema.records import TokenChange

MIN_COLUMN = 260.0
SAME = mark(
    "{student} predicts “{token}” as {teacher} does; their soft labels differ by {divergence} "
    "(KL, temperature {temperature})."
)
OTHER = mark(
    "{student} predicts “{token}” where {teacher} predicts “{other}”; their soft labels differ by "
    "{divergence} (KL, temperature {temperature})."
)


class LabelsPicture(StudentPicture):
    """The predictions of each model, at a temperature and at temperature 1."""

    def __init__(
        self, labels: SoftLabels, roles: Sequence[RoleModel], temperature: float, *, selected: bool
    ) -> None:
        self.labels, self.temperature, self.selected = labels, temperature, selected
        self.roles = [role for role in roles if role.key in labels.logits]  # the teacher first
        logits = [labels.logits[role.key] for role in self.roles]
        self.softened = [soft_label(one, logits[0], labels.ids, temperature) for one in logits]

    def figure(self) -> Drawing:
        """The answer in a sentence, the masked position, and the predictions of each model.

        Bars of all models share a scale that ends at the largest of them at this temperature: the
        student learns their ratios, and most of a soft label is spread over other tokens.
        """
        maximum = max(max(one.soft) for one in self.softened)
        each = zip(self.roles, self.softened, strict=True)
        columns = [self._soft_label(role, one, maximum) for role, one in each]
        note = tr(
            "Bars, entropy and KL are those at temperature {temperature}; all bars have one scale, "
            "which ends at {maximum}. In brackets: at temperature 1. Others: the sum of all "
            "that are not listed.",
            temperature=number(self.temperature),
            maximum=number(maximum),
        )
        row = Row(columns, min_width=MIN_COLUMN)
        small = TextBlock(note, pixels=fonts.SMALL)
        return Stack([TextBlock(self.answer(), muted=False), self._sentence(), small, row])

    def answer(self) -> str:
        """Whether the student predicts what its teacher does, and how far apart both are."""
        (teacher, first), *students = zip(self.roles, self.softened, strict=True)
        temperature, best = number(self.temperature), self.labels.best
        lines = [self._describe_teacher(teacher, first)] if not students else []
        for role, one in students:
            names = {"student": role.title, "teacher": teacher.title}
            tokens = {"token": visible(best[role.key]), "other": visible(best[teacher.key])}
            agree = best[role.key] == best[teacher.key]
            text = SAME if agree else OTHER
            divergence = {"divergence": _nats(one.divergence), "temperature": temperature}
            lines.append(tr(text, **names, **tokens, **divergence))
        return " ".join([*lines, self._hard_label()])

    def _describe_teacher(self, teacher: RoleModel, label: SoftLabel) -> str:
        """What a student can learn here beside the most probable token."""
        at = int(np.argmax(label.sharp))
        return tr(
            "{teacher} gives “{token}” {sharp}; at temperature {temperature} it is {soft}, and a "
            "student learns from the rest as well.",
            teacher=teacher.title,
            token=visible(self.labels.best[teacher.key]),
            sharp=number(label.sharp[at]),
            soft=number(label.soft[at]),
            temperature=number(self.temperature),
        )

    def _hard_label(self) -> str:
        labels = self.labels
        if labels.truth is None:
            return NOTES["unknown"]
        token = visible(labels.names[labels.ids.index(labels.truth)])
        return tr("The hard label is “{token}”: 1, and 0 for every other token.", token=token)

    def _sentence(self) -> Drawing:
        """The tokens; a click masks another one."""
        labels, encoding = self.labels, self.labels.encoding
        chips = [
            TokenChip(
                token,
                change=TokenChange.MASKED if position == labels.position else TokenChange.KEPT,
                special=bool(encoding.special[position]),
                unknown=bool(encoding.unknown[position]),
            )
            for position, token in enumerate(labels.tokens)
        ]
        return token_row(chips, selected=labels.position)

    def _soft_label(self, role: RoleModel, label: SoftLabel, maximum: float) -> Drawing:
        bars, labels = [], self.labels
        listed = zip(labels.ids, labels.names, label.soft, label.sharp, strict=True)
        for id, name, soft, sharp in listed:
            tip = tr(
                "{name}: {soft}, at temperature 1 {sharp}",
                name=visible(name),
                soft=number(soft),
                sharp=number(sharp),
            )
            true = id == labels.truth
            text = f"{number(soft)} ({number(sharp)})"
            bars.append(Bar(visible(name), soft, role.slot, text, strong=true, tip=tip))
        others = tr(
            "{count:,} others: {soft} ({sharp})",
            count=label.num_others,
            soft=number(label.soft_others),
            sharp=number(label.sharp_others),
        )
        note = tr("entropy {entropy}", entropy=_nats(label.entropy))
        if role is not self.roles[0]:
            note = tr("KL from the teacher {divergence}", divergence=_nats(label.divergence))
        rest = TextBlock(others, pixels=fonts.SMALL)
        chart = Stack([Bars(bars, maximum=maximum), rest], gap=GRID)
        return Titled(chart, role.heading, role.slot, note)

    def table(self) -> Table:
        """The predictions of each model; its last row is the sum of all other tokens."""
        labels, rows = self.labels, []
        known = labels.truth is not None
        hard = [float(id == labels.truth) if known else None for id in labels.ids]
        for role, one in zip(self.roles, self.softened, strict=True):
            listed = zip(labels.names, hard, one.soft, one.sharp, strict=True)
            rows += [(role.name, role.title, *values) for values in listed]
            rest = f"{one.num_others} others", 0.0 if known else None
            rows.append((role.name, role.title, *rest, one.soft_others, one.sharp_others))
        softened = f"probability at temperature {number(self.temperature)}"
        hard_label, sharp_label = "hard label (probability)", "probability unsoftened"
        columns = ("part", "model", "token", hard_label, softened, sharp_label)
        return Table(columns, rows, meta={"temperature": self.temperature})

    def details(self) -> Details:
        """The true token, or the teacher's most probable one, in each model."""
        if not self.selected:
            return Details()
        labels = self.labels
        at = 0 if labels.truth is None else labels.ids.index(labels.truth)
        which = tr("the teacher's most probable token") if labels.truth is None else tr("masked")
        rows: list[tuple[str, str]] = []
        for role, one in zip(self.roles, self.softened, strict=True):
            logits = labels.logits[role.key]
            rank = 1 + int((logits > logits[labels.ids[at]]).sum())
            rows += [
                (role.heading, ""),
                (tr("Probability"), number(one.sharp[at])),
                (tr("Softened"), number(one.soft[at])),
                (tr("Rank"), tr("{rank:,} of {count:,}", rank=rank, count=len(logits))),
                (tr("Entropy"), _nats(one.entropy)),
            ]
            if role is not self.roles[0]:
                rows.append((tr("KL from teacher"), _nats(one.divergence)))
        title = f"{visible(labels.names[at])}, {which}"
        softened = tr(
            "Softened, entropy and KL: at temperature {temperature}.",
            temperature=number(self.temperature),
        )
        return Details(title, tuple(rows), softened)

    def limits(self) -> list[str]:
        count = self.labels.encoding.num_cut
        return [tr("{count} tokens did not fit and were cut.", count=count)] if count else []


def _nats(value: float) -> str:
    return f"{number(value)} {tr('nats')}"
