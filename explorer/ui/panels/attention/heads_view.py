"""The view Heads: a table of what every head does over a sample, its numbers, and its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from explorer.core.attention.survey.kinds import KINDS
from explorer.core.attention.survey.request import (
    ANY,
    BY_ABLATION,
    BY_FUNCTION,
    BY_PLACE,
    NO_FUNCTION,
    HeadsChoice,
    ModelHeads,
)
from explorer.core.attention.survey.scores import ABOVE_CHANCE, LEAST_WEIGHT, StreamScores
from explorer.core.errors import UserError
from explorer.core.localization import mark, tr
from explorer.core.state.state import Selection
from explorer.ui.graphics.drawing import Drawing, Tagged, TagHit, TextBlock
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableHit, TableRow
from explorer.ui.panel_base.answers import answered, titled_problem
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.attention.heads_controls import NONE, SOURCES
from explorer.ui.panels.attention.importance_view import (
    ImportanceTag,
    exported,
    growth,
    importance_maps,
    in_words,
)
from explorer.ui.style import fonts

NOTES = panel_text("attention").notes
NAMES = tuple(KINDS)
NOT_THERE = "–"  # no sentence of the sample has it where a row may attend to it
CHANCE = tr("Chance")
HEAD_WIDTH = 70.0  # pixels, of a badge and "L12 H12"
LOSS_WIDTH = 52.0  # pixels, of a number with a sign
SHORT = {  # heads of columns where the whole title is too wide
    "punctuation": tr("Punct."),
    "same_word": tr("Same word"),
    "induction": tr("Induc- tion"),
    "verb_subject": tr("Verb → subj."),
    "adjective_noun": tr("Adj. → noun"),
    "pronoun_name": tr("Pron. → name"),
    "country_capital": tr("Coun. → cap."),
    "capital_country": tr("Cap. → coun."),
}
EXPORTED = (
    *("model", "stream", "layer", "head", "function", "kind", "unit"),
    *("mean", "low_95", "high_95", "chance", "sentences"),
)
WEIGHT = mark("attention weight")
Group = tuple[str, str, int, int]  # model, stream, layer, head
Columns = Sequence[tuple[ModelSlot, ModelHeads | UserError]]


@dataclass(frozen=True)
class HeadTableTag:
    """The table of heads; its rows are those of `rows_of`."""


@dataclass(frozen=True, eq=False)
class HeadRow:
    """One head of one stream of one model."""

    model: ModelSlot
    heads: ModelHeads
    scores: StreamScores
    layer: int
    head: int

    @property
    def function(self) -> str:
        return self.scores.function(self.layer, self.head)

    @property
    def group(self) -> Group:
        return self.model.key, *self.place

    @property
    def place(self) -> tuple[str, int, int]:
        return self.scores.stream.name, self.layer, self.head

    @property
    def growth(self) -> float:
        """Of the loss without it, in nats."""
        return growth(self.heads, *self.place)

    def weight(self, kind: str) -> float:
        return float(self.scores.means[NAMES.index(kind), self.layer, self.head])

    def words(self, kind: str) -> str:
        """The weight with its interval and the chance level."""
        at = NAMES.index(kind), self.layer, self.head
        mean, low, high, chance = (
            float(values[at])
            for values in (self.scores.means, self.scores.low, self.scores.high, self.scores.chance)
        )
        interval = (
            tr(" (95 % interval {low:.2f} to {high:.2f})", low=low, high=high) if low == low else ""
        )
        count = self.scores.count[at[0]]
        return tr(
            "{mean:.2f}{interval}, chance {chance:.2f}, {count} sentences",
            mean=mean,
            interval=interval,
            chance=chance,
            count=count,
        )


def rows_of(columns: Columns, choice: HeadsChoice) -> list[HeadRow]:
    """The heads that are shown, in the order of the table."""
    known = [model.key for model, _ in answered(columns)]
    rows = [
        HeadRow(model, one, scores, layer, head)
        for model, one in answered(columns)
        if choice.model in (ANY, model.key) or choice.model not in known
        for scores in one.survey.streams
        for layer, head in np.ndindex(scores.num_layers, scores.num_heads)
        if choice.layer in (0, layer + 1)
    ]
    if choice.best != ANY:
        wanted = "" if choice.best == NO_FUNCTION else choice.best
        rows = [row for row in rows if row.function == wanted]
    if choice.sort == BY_FUNCTION:
        order = {name: n for n, name in enumerate((*NAMES, ""))}
        rows.sort(key=lambda row: (order[row.function], -_strength(row)))
    elif choice.sort == BY_ABLATION:
        rows.sort(key=lambda row: -np.nan_to_num(row.growth, nan=-np.inf))
    elif choice.sort != BY_PLACE:
        rows.sort(key=lambda row: -np.nan_to_num(row.weight(choice.sort), nan=-1.0))
    return rows


def _strength(row: HeadRow) -> float:
    return row.weight(row.function) if row.function else 0.0


def sections(columns: Columns, choice: HeadsChoice, selection: Selection) -> list[Drawing]:
    """The maps of importance, the rule of functions, what each model cannot, and the table."""
    rule = NOTES["heads"].format(least=LEAST_WEIGHT, above=f"{ABOVE_CHANCE:g}")
    known = answered(columns)
    drawings: list[Drawing] = [importance_maps(known, selection)] if known else []
    drawings.append(TextBlock(rule, pixels=fonts.SMALL))
    for model, one in columns:
        if isinstance(one, UserError):
            drawings.append(titled_problem(model, one))
    if known:
        drawings.append(_table(columns, choice, selection))
    return drawings


def _table(columns: Columns, choice: HeadsChoice, selection: Selection) -> Drawing:
    rows = rows_of(columns, choice)
    if not rows:
        return TextBlock(NOTES["no_heads"])
    kinds = [kind for n, kind in enumerate(NAMES) if any(_has(columns, n))]
    heads = [
        Column(tr("Head"), least=HEAD_WIDTH),
        Column(tr("Function")),
        *(Column(SHORT.get(kind, tr(KINDS[kind])), right=True) for kind in kinds),
        Column(tr("Abla- tion"), right=True, least=LOSS_WIDTH, optional=True),
    ]
    lines = [*_chance_rows(columns, kinds), *(_line(row, kinds) for row in rows)]
    chosen = _selected(rows, choice, selection)
    group = None if chosen is None else chosen.group
    table = TableDrawing(heads, lines, selected=group, long=True, row_clicks=True)
    return Tagged(table, HeadTableTag())


def _has(columns: Columns, number: int) -> Iterator[bool]:
    """Whether the streams have sentences of a kind."""
    return (s.count[number] > 0 for _, one in answered(columns) for s in one.survey.streams)


def _selected(rows: Sequence[HeadRow], choice: HeadsChoice, selection: Selection) -> HeadRow | None:
    """The selected head in the model and stream where it was clicked, else in the first."""
    same = [row for row in rows if (row.layer, row.head) == (selection.layer, selection.head)]
    opened = [row for row in same if row.group[:2] == choice.opened]
    return next(iter([*opened, *same]), None)


def _chance_rows(columns: Columns, kinds: Sequence[str]) -> Iterator[TableRow]:
    """What uniform attention gives, on average over the heads of a stream."""
    for model, one in answered(columns):
        for scores in one.survey.streams:
            several = len(one.survey.streams) > 1
            title = f"{CHANCE}: {tr(scores.stream.title)}" if several else CHANCE
            first = TableCell("", slot=model.index, badge=True)
            means = (float(scores.chance[NAMES.index(kind)].mean()) for kind in kinds)
            cells = (TableCell(_short(mean), muted=True) for mean in means)
            yield TableRow(
                (first, TableCell(title, muted=True), *cells, TableCell()), (model.key, title)
            )


def _line(row: HeadRow, kinds: Sequence[str]) -> TableRow:
    stream = tr(row.scores.stream.title)
    place = TableCell(f"L{row.layer + 1} H{row.head + 1}", slot=row.model.index, badge=True)
    function = TableCell(_titled(row.function), muted=not row.function)
    if len(row.heads.survey.streams) > 1:
        function = TableCell(function.text, below=stream, muted=function.muted)
    cells = (_weight_cell(row, kind) for kind in kinds)
    lost = TableCell(NOT_THERE if row.growth != row.growth else f"{row.growth:+.2f}")
    return TableRow((place, function, *cells, lost), row.group, tip=_tip(row))


def _titled(kind: str) -> str:
    """A function as the table has room for it."""
    title = tr(KINDS[kind]) if kind in KINDS else tr("None clear")
    return SHORT.get(kind, title) if "→" in KINDS.get(kind, "") else title


def _weight_cell(row: HeadRow, kind: str) -> TableCell:
    weight = row.weight(kind)
    if weight != weight:
        return TableCell(NOT_THERE, muted=True)
    return TableCell(_short(weight), heat=weight, correct=kind == row.function)


def _short(value: float) -> str:
    return NOT_THERE if value != value else f"{value:.2f}"


def _tip(row: HeadRow) -> str:
    """The clearest function, or the kind with most weight above chance."""
    place = tr(
        "{model}, layer {layer}, head {head}",
        model=row.model.title,
        layer=row.layer + 1,
        head=row.head + 1,
    )
    if row.function:
        return f"{place}. {tr(KINDS[row.function])}: {row.words(row.function)}"
    return f"{place}. {tr(NONE)}"


# ---- beside the picture, and for files


def details(columns: Columns, choice: HeadsChoice, selection: Selection) -> Details:
    """All scores of the selected head, in the model where it was clicked."""
    everything = rows_of(columns, HeadsChoice(opened=choice.opened))
    row = _selected(everything, choice, selection)
    if row is None:
        return Details()
    known = [kind for kind in NAMES if row.weight(kind) == row.weight(kind)]
    lines = [(tr(KINDS[kind]), row.words(kind)) for kind in known]
    first = (f"{row.model.letter}  {row.model.title}", tr(KINDS.get(row.function, NONE)))
    mattering = in_words(row.heads, *row.place)
    return Details(
        tr("Layer {layer}, head {head}", layer=row.layer + 1, head=row.head + 1),
        (first, *mattering, *lines),
    )


def table(columns: Columns) -> Table:
    """Every score of every head and its importance, whichever rows are shown."""
    rows = list[tuple[Any, ...]]()
    for row in rows_of(columns, HeadsChoice()):
        function = KINDS.get(row.function, NONE)
        place = row.model.title, row.scores.stream.name, row.layer + 1, row.head + 1, function
        for n, kind in enumerate(NAMES):
            at = n, row.layer, row.head
            arrays = (row.scores.means, row.scores.low, row.scores.high, row.scores.chance)
            if row.scores.count[n]:
                numbers = (_finite(float(values[at])) for values in arrays)
                rows.append((*place, KINDS[kind], WEIGHT, *numbers, row.scores.count[n]))
        rows += [(*place, *numbers) for numbers in exported(row.heads, *row.place)]
    return Table(EXPORTED, rows, "Heads")


def _finite(value: float) -> float | None:
    return value if value == value else None


def caption_settings(columns: Columns) -> list[str]:
    """The sample."""
    samples = {one.num_sentences: one.sample for _, one in answered(columns)}
    return [
        tr(
            "{count} sentences of {source}, seed {seed}, and further ones for relations; mean "
            "attention weight",
            count=count,
            source=_source(sample.source),
            seed=sample.seed,
        )
        for count, sample in samples.items()
    ]


def _source(name: str) -> str:
    if name not in SOURCES:
        return Path(name).name
    return tr("the {source}", source=f"{SOURCES[name][0].lower()}{SOURCES[name][1:]}")


def limits(columns: Columns) -> list[str]:
    """The streams that are not scored."""
    return [
        NOTES["heads_left_out"].format(
            model=model.title, streams=", ".join(map(tr, one.survey.left_out))
        )
        for model, one in answered(columns)
        if one.survey.left_out
    ]


def clicked_head(columns: Columns, choice: HeadsChoice, target: TagHit | None) -> Group | None:
    """The head of a row of the table, or of a cell of a map."""
    match target:
        case TagHit(HeadTableTag(), TableHit(row=row)):
            return _of_row(columns, choice, row)
        case TagHit(ImportanceTag(model, stream), CellHit(layer, head)):
            return model, stream, layer, head
    return None


def _of_row(columns: Columns, choice: HeadsChoice, row: int) -> Group | None:
    """The table begins with rows of chance levels."""
    before = sum(len(one.survey.streams) for _, one in answered(columns))
    rows = rows_of(columns, choice)
    return rows[row - before].group if 0 <= row - before < len(rows) else None
