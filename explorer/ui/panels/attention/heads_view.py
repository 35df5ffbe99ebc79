"""The view Heads: a table of what every head does over a sample, its numbers, and its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from explorer.core.attention.survey.importance import Importance
from explorer.core.attention.survey.kinds import KINDS
from explorer.core.attention.survey.ranking import NAMES, HeadRow, Place, ScoredStream, rank_heads
from explorer.core.attention.survey.request import HeadsChoice, ModelHeads
from explorer.core.attention.survey.scores import ABOVE_CHANCE, LEAST_WEIGHT
from explorer.core.errors import UserError
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import mark, tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import Selection
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing, Tagged, TagHit, TextBlock
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableHit, TableRow
from explorer.ui.panel_base.columns import titled_problem
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.attention.importance_view import (
    ImportanceTag,
    describe_head,
    importance_maps,
)
from explorer.ui.style import fonts

NOTES = panel_text("attention").notes
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
NONE = mark("No clear function")
SOURCES = {
    "world": tr("Mini-world"),
    "world:en": tr("Mini-world, English"),
    "world:ko": tr("Mini-world, Korean"),
    "village": tr("Village"),
}


@dataclass(frozen=True)
class HeadTableTag:
    """The table of heads; its rows are those of the scene, after the levels of chance."""


@dataclass(frozen=True, eq=False)
class HeadsScene:
    """The scores of the chosen models, or why there are none, with what is chosen."""

    columns: Sequence[tuple[ModelSlot, ModelHeads | UserError]]
    choice: HeadsChoice
    selection: Selection

    @cached_property
    def answered_columns(self) -> list[tuple[ModelSlot, ModelHeads]]:
        return [(model, one) for model, one in self.columns if isinstance(one, ModelHeads)]

    @cached_property
    def slots(self) -> dict[str, ModelSlot]:
        return {model.key: model for model, _ in self.columns}

    @cached_property
    def streams(self) -> list[ScoredStream]:
        return [
            ScoredStream(model.key, one, scores)
            for model, one in self.answered_columns
            for scores in one.survey.streams
        ]

    @cached_property
    def rows(self) -> list[HeadRow]:
        return rank_heads(self.streams, self.choice)

    def find_selected_row(self, rows: Sequence[HeadRow]) -> HeadRow | None:
        """The selected head in the model and stream where it was clicked, else in the first."""
        place = self.selection.layer, self.selection.head
        same = [row for row in rows if (row.layer, row.head) == place]
        opened = [row for row in same if row.place[:2] == self.choice.opened]
        return next(iter([*opened, *same]), None)


def sections(scene: HeadsScene) -> list[Drawing]:
    """The maps of importance, the rule of functions, what each model cannot, and the table."""
    rule = NOTES["heads"].format(least=LEAST_WEIGHT, above=f"{ABOVE_CHANCE:g}")
    drawings: list[Drawing] = [TextBlock(rule, pixels=fonts.SMALL)]
    for model, one in scene.columns:
        if isinstance(one, UserError):
            drawings.append(titled_problem(model, one))
    if scene.streams:
        maps = importance_maps(scene.streams, scene.slots, scene.selection)
        drawings = [maps, *drawings, _table(scene)]
    return drawings


def _table(scene: HeadsScene) -> Drawing:
    if not scene.rows:
        return TextBlock(NOTES["no_heads"])
    counts = zip(NAMES, *(one.scores.count for one in scene.streams), strict=True)
    kinds = [kind for kind, *of_streams in counts if any(of_streams)]
    heads = [
        Column(tr("Head"), least=HEAD_WIDTH),
        Column(tr("Function")),
        *(Column(SHORT.get(kind, tr(KINDS[kind])), right=True) for kind in kinds),
        Column(tr("Abla- tion"), right=True, least=LOSS_WIDTH, optional=True),
    ]
    chance = [_chance_row(one, scene.slots[one.key], kinds) for one in scene.streams]
    lines = [_line(row, scene.slots[row.of.key], kinds) for row in scene.rows]
    chosen = scene.find_selected_row(scene.rows)
    place = None if chosen is None else chosen.place
    table = TableDrawing(heads, [*chance, *lines], selected=place, long=True, row_clicks=True)
    return Tagged(table, HeadTableTag())


def _chance_row(one: ScoredStream, model: ModelSlot, kinds: Sequence[str]) -> TableRow:
    """What uniform attention gives, on average over the heads of a stream."""
    title = f"{CHANCE}: {one.title}" if one.title else CHANCE
    means = (float(one.scores.chance[NAMES.index(kind)].mean()) for kind in kinds)
    cells = (TableCell(_short(mean), muted=True) for mean in means)
    first = TableCell("", slot=model.index, badge=True)
    return TableRow((first, TableCell(title, muted=True), *cells, TableCell()), (one.key, title))


def _line(row: HeadRow, model: ModelSlot, kinds: Sequence[str]) -> TableRow:
    place = TableCell(f"L{row.layer + 1} H{row.head + 1}", slot=model.index, badge=True)
    function = TableCell(
        _abbreviate_title(row.function), below=row.of.title, muted=not row.function
    )
    cells = (_weight_cell(row, kind) for kind in kinds)
    lost = TableCell(NOT_THERE if row.growth != row.growth else f"{row.growth:+.2f}")
    return TableRow((place, function, *cells, lost), row.place, tip=_tip(row, model))


def _abbreviate_title(kind: str) -> str:
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


def _tip(row: HeadRow, model: ModelSlot) -> str:
    """The clearest function, or the kind with most weight above chance."""
    place = tr(
        "{model}, layer {layer}, head {head}",
        model=model.title,
        layer=row.layer + 1,
        head=row.head + 1,
    )
    if row.function:
        return f"{place}. {tr(KINDS[row.function])}: {_weight_in_words(row, row.function)}"
    return f"{place}. {tr(NONE)}"


def _weight_in_words(row: HeadRow, kind: str) -> str:
    """The weight with its interval and the chance level."""
    mean, low, high, chance = row.numbers(kind)
    interval = tr(" (95 % interval {low:.2f} to {high:.2f})", low=low, high=high)
    return tr(
        "{mean:.2f}{interval}, chance {chance:.2f}, {count} sentences",
        mean=mean,
        interval=interval if low == low else "",
        chance=chance,
        count=row.count(kind),
    )


# ---- beside the picture, and for files


def details(scene: HeadsScene) -> Details:
    """All scores of the selected head, in the model where it was clicked."""
    row = scene.find_selected_row(rank_heads(scene.streams, HeadsChoice()))
    if row is None:
        return Details()
    model, function = scene.slots[row.of.key], tr(KINDS.get(row.function, NONE))
    known = [kind for kind in NAMES if row.weight(kind) == row.weight(kind)]
    return Details(
        tr("Layer {layer}, head {head}", layer=row.layer + 1, head=row.head + 1),
        (
            (f"{model.letter}  {model.title}", function),
            *describe_head(row.of.measured_scores, row.layer, row.head),
            *((tr(KINDS[kind]), _weight_in_words(row, kind)) for kind in known),
        ),
    )


def table(scene: HeadsScene) -> Table:
    """Every score of every head and its importance, whichever rows are shown."""
    rows = [line for row in rank_heads(scene.streams, HeadsChoice()) for line in _numbers(row)]
    return Table(EXPORTED, [(scene.slots[key].title, *rest) for key, *rest in rows], "Heads")


def _numbers(row: HeadRow) -> Iterator[tuple[Any, ...]]:
    key, stream, layer, head = row.place
    place = key, stream, layer + 1, head + 1, KINDS.get(row.function, NONE)
    for kind in NAMES:
        if count := row.count(kind):
            numbers = (value if value == value else None for value in row.numbers(kind))
            yield (*place, KINDS[kind], WEIGHT, *numbers, count)
    found = row.of.measured_scores
    if isinstance(found, Importance):
        for title, values, unit in found.measures:
            yield (
                *place,
                title,
                unit,
                *values.mean_and_interval(layer, head),
                None,
                found.num_sentences,
            )


def caption_settings(scene: HeadsScene) -> list[str]:
    """The sample."""
    samples = {one.num_sentences: one.sample for _, one in scene.answered_columns}
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


def limits(scene: HeadsScene) -> list[str]:
    """The streams that are not scored."""
    left_out = [(model.title, one.survey.left_out) for model, one in scene.answered_columns]
    note = NOTES["heads_left_out"]
    return [
        note.format(model=title, streams=", ".join(map(tr, streams)))
        for title, streams in left_out
        if streams
    ]


def clicked_head(scene: HeadsScene, target: TagHit | None) -> Place | None:
    """The head of a row of the table, or of a cell of a map."""
    match target:
        case TagHit(HeadTableTag(), TableHit(row=row)) if row >= len(scene.streams):
            return scene.rows[row - len(scene.streams)].place
        case TagHit(ImportanceTag(model, stream), CellHit(layer, head)):
            return model, stream, layer, head
    return None
