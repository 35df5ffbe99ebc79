"""Three problems of long texts, and what a model costs without and with the remedy of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from explorer.core.localization import tr
from explorer.core.long_texts.request import FED_AT_ONCE, LongTextsAnswer
from explorer.core.panel_text import panel_text
from explorer.core.readable import readable_bytes
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing, Titled
from explorer.ui.graphics.table_drawing import Column, Segment, TableCell, TableDrawing, TableRow
from explorer.ui.style.palette import Palette

NOTES = panel_text("long_texts").notes
COLUMNS = ("problem", "remedy", "unit", "without", "with", "factor", "tokens")
PAIRS, BYTES = "pairs of tokens", "bytes"
PROBLEM_WIDTH, COST_WIDTH = 240.0, 110.0


class Remedy(NamedTuple):
    """A problem, its remedy, what it costs without and with it, and where both are shown."""

    problem: str
    remedy: str
    unit: str
    costs: tuple[int, int]
    shown: str

    @property
    def factor(self) -> float:
        return self.costs[0] / max(self.costs[1], 1)


def list_remedies(answer: LongTextsAnswer) -> Iterator[Remedy]:
    """The problems that the model has a remedy for."""
    found = answer.remedies
    assert found is not None
    length, layers = found.length, found.num_layers
    if found.pairs is not None:
        problem = tr("Attention compares each of {length:,} tokens with all: L²", length=length)
        shown = tr("Hashing: which strong links are found")
        yield Remedy(problem, tr("Hashing and chunks"), PAIRS, found.pairs, shown)
    if found.learning is not None:
        problem = tr("Training stores the activations of each of {layers} layers", layers=layers)
        shown = tr("Comparisons: Reversible layers; Training: memory by layers")
        yield Remedy(problem, tr("Reversible layers"), BYTES, found.learning, shown)
    if found.feeding is not None:
        problem = tr(
            "Feed-forward networks are wider than the model: {inner:,} for {width:,}",
            inner=found.inner,
            width=found.width,
        )
        remedy = tr("{count} tokens at once", count=FED_AT_ONCE)
        if found.difference:
            shown = tr("Here: states differ by at most {value:.1g}", value=found.difference)
        else:
            shown = tr("Here: all last hidden states are equal")
        yield Remedy(problem, remedy, BYTES, found.feeding, shown)


def build_remedies(answer: LongTextsAnswer) -> list[Drawing]:
    """A row for each problem, with bars of what is left of it."""
    columns = [
        Column(tr("Problem"), wrap=True, least=PROBLEM_WIDTH, stretch=True),
        Column(tr("Without"), right=True, least=COST_WIDTH),
        Column(tr("Remedy"), wrap=True, least=COST_WIDTH),
        Column(tr("With it"), right=True, least=COST_WIDTH),
        Column(tr("What is left"), least=COST_WIDTH),
        Column(tr("Where it is shown"), wrap=True, share=0.22),
    ]
    rows = [_row(one) for one in list_remedies(answer)]
    count = 0 if answer.remedies is None else answer.remedies.length
    title = tr("Three problems of long texts, {count:,} tokens", count=count)
    return [Titled(TableDrawing(columns, rows), title, note=NOTES["remedies"])]


def _row(one: Remedy) -> TableRow:
    without, after = (_cost(one.unit, cost) for cost in one.costs)
    left = one.costs[1] / max(one.costs[0], 1)
    bar = (Segment(min(left, 1.0), _accent),)
    return TableRow(
        (
            TableCell(one.problem),
            TableCell(without),
            TableCell(one.remedy),
            TableCell(after, bold=True),
            TableCell(f"{left:.0%}", bar=bar),
            TableCell(one.shown, muted=True),
        )
    )


def _accent(palette: Palette) -> str:
    return palette.accent


def _cost(unit: str, cost: int) -> str:
    return readable_bytes(cost) if unit == BYTES else tr("{count:,} pairs", count=cost)


def tabulate_remedies(answer: LongTextsAnswer) -> Table:
    """The exact numbers."""
    count = 0 if answer.remedies is None else answer.remedies.length
    rows: Sequence[tuple[object, ...]] = [
        (one.problem, one.remedy, one.unit, *one.costs, one.factor, count)
        for one in list_remedies(answer)
    ]
    meta = {} if answer.remedies is None else {"difference": answer.remedies.difference}
    return Table(COLUMNS, rows, "Long texts", meta)
