"""Soft and hard labels at a masked position: the predictions of teacher and students."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.distillation.students import SoftLabels
from explorer.core.localization import tr
from explorer.core.masking.probabilities import entropy, kl_divergence, log_softmax, softmax
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import BarLegend
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.distillation.roles import RoleModel, StudentPicture
from explorer.ui.style import fonts
from models.schema.records import FloatArray, TokenChange

MIN_COLUMN = 200.0
UNKNOWN = tr("The true token is unknown: the text itself contains a mask.")


class LabelsPicture(StudentPicture):
    """The predictions of each model, at a temperature and at temperature 1."""

    def __init__(
        self, labels: SoftLabels, roles: Sequence[RoleModel], temperature: float, *, selected: bool
    ) -> None:
        self.labels, self.temperature, self.selected = labels, temperature, selected
        self.roles = [role for role in roles if role.key in labels.logits]  # the teacher first
        logits = [labels.logits[role.key] for role in self.roles]
        self.sharp = [softmax(one) for one in logits]  # (V,) of each model
        self.soft = [softmax(one, temperature) for one in logits]
        logs = [log_softmax(one, temperature) for one in logits]
        self.divergences = [_nats(kl_divergence(logs[0], one)) for one in logs]
        self.entropies = [_nats(entropy(one)) for one in self.soft]

    def figure(self) -> Drawing:
        """The masked position, soft and hard label, and the students' predictions.

        Bars of all models share a scale that ends at the largest of them at this temperature: the
        student learns their ratios, and most of a soft label is spread over other tokens.
        """
        maximum = max(float(soft[list(self.labels.ids)].max()) for soft in self.soft)
        columns = [self._soft_label(index, maximum) for index in range(len(self.roles))]
        columns.insert(1, self._hard_label())
        temperature = number(self.temperature)
        note = tr(
            "Entropy and KL are those at temperature {temperature}. All models share a scale, "
            "which ends at {maximum}; an outline open at the right is longer. Others: the sum of "
            "all that are not listed. The hard label has its own scale, up to 1.",
            temperature=temperature,
            maximum=number(maximum),
        )
        legend = BarLegend(
            tr("at temperature {temperature}", temperature=temperature), tr("at temperature 1")
        )
        row = Row(columns, min_width=MIN_COLUMN)
        return Stack([self._sentence(), legend, row, TextBlock(note)])

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

    def _soft_label(self, index: int, maximum: float) -> Drawing:
        role, labels = self.roles[index], self.labels
        bars = []
        for id, name in zip(labels.ids, map(visible, labels.names), strict=True):
            soft, sharp = float(self.soft[index][id]), float(self.sharp[index][id])
            tip = tr(
                "{name}: {soft}, at temperature 1 {sharp}",
                name=name,
                soft=number(soft),
                sharp=number(sharp),
            )
            true = id == labels.truth
            bars.append(Bar(name, soft, role.slot, strong=true, ghost=sharp, tip=tip))
        count, soft, sharp = self._others(index)
        others = tr(
            "{count:,} others: {soft}, at 1: {sharp}",
            count=count,
            soft=number(soft),
            sharp=number(sharp),
        )
        note = tr("entropy {entropy}", entropy=self.entropies[0])
        if index:
            note = tr("KL from the teacher {divergence}", divergence=self.divergences[index])
        chart = _with_others(Bars(bars, maximum=maximum), others)
        return Titled(chart, role.heading, role.slot, note)

    def _hard_label(self) -> Drawing:
        labels = self.labels
        if labels.truth is None:
            return Titled(TextBlock(UNKNOWN), tr("Hard label"))
        bars = [
            Bar(visible(name), float(id == labels.truth), strong=id == labels.truth)
            for id, name in zip(labels.ids, labels.names, strict=True)
        ]
        note = tr("one token has all the probability, entropy 0 nats")
        return Titled(_with_others(Bars(bars), tr("all others: 0")), tr("Hard label"), note=note)

    def _others(self, index: int) -> tuple[int, float, float]:
        """The number of tokens that are not listed, and their probability, softened and not."""
        ids, soft, sharp = list(self.labels.ids), self.soft[index], self.sharp[index]
        return len(soft) - len(ids), _remainder(soft, ids), _remainder(sharp, ids)

    def table(self) -> Table:
        """The predictions of each model; its last row is the sum of all other tokens."""
        labels, rows = self.labels, []
        known = labels.truth is not None
        for index, role in enumerate(self.roles):
            soft, sharp = self.soft[index], self.sharp[index]
            for id, name in zip(labels.ids, labels.names, strict=True):
                hard = float(id == labels.truth) if known else None
                rows.append((role.name, role.title, name, hard, float(soft[id]), float(sharp[id])))
            count, rest, sharp_rest = self._others(index)
            hard = 0.0 if known else None
            rows.append((role.name, role.title, f"{count} others", hard, rest, sharp_rest))
        softened = f"probability at temperature {number(self.temperature)}"
        hard_label, sharp_label = "hard label (probability)", "probability unsoftened"
        columns = ("part", "model", "token", hard_label, softened, sharp_label)
        return Table(columns, rows, meta={"temperature": self.temperature})

    def details(self) -> Details:
        """The true token, or the teacher's most probable one, in each model."""
        if not self.selected:
            return Details()
        labels = self.labels
        token = labels.ids[0] if labels.truth is None else labels.truth
        which = tr("the teacher's most probable token") if labels.truth is None else tr("masked")
        rows: list[tuple[str, str]] = []
        for index, role in enumerate(self.roles):
            logits = labels.logits[role.key]
            rank = 1 + int((logits > logits[token]).sum())
            rows += [
                (role.heading, ""),
                (tr("Probability"), number(float(self.sharp[index][token]))),
                (tr("Softened"), number(float(self.soft[index][token]))),
                (tr("Rank"), tr("{rank:,} of {count:,}", rank=rank, count=len(logits))),
                (tr("Entropy"), self.entropies[index]),
            ]
            if index:
                rows.append((tr("KL from teacher"), self.divergences[index]))
        title = f"{visible(labels.names[labels.ids.index(token)])}, {which}"
        softened = tr(
            "Softened, entropy and KL: at temperature {temperature}.",
            temperature=number(self.temperature),
        )
        return Details(title, tuple(rows), softened)

    def limits(self) -> list[str]:
        count = self.labels.encoding.num_cut
        return [tr("{count} tokens did not fit and were cut.", count=count)] if count else []


def _with_others(bars: Bars, others: str) -> Drawing:
    return Stack([bars, TextBlock(others, pixels=fonts.SMALL)], gap=GRID)


def _remainder(probabilities: FloatArray, ids: Sequence[int]) -> float:
    """The total probability of all other tokens."""
    return max(0.0, 1 - float(probabilities[list(ids)].sum()))


def _nats(value: FloatArray) -> str:
    return f"{number(float(value))} {tr('nats')}"
