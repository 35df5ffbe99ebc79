"""The figure of the Inside panel: the track, one step in numbers, and the parts of a logit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from explorer.core.inside.answer import InsideAnswer, LogitParts
from explorer.core.inside.vectors import Vector, find_masked, score_sentence, vectors
from explorer.core.library.slots import ModelFailure, ModelSlot
from explorer.core.localization import message, tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    Tagged,
    TextBlock,
    Titled,
    TwoColumns,
    add_common_legend,
    number,
)
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip, unbroken, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panel_base.columns import titled_problem
from explorer.ui.panels.inside.block_strip import BlockStrip
from explorer.ui.panels.inside.drawings import COLOURS, ScoresMap, Strips, Track, TrackSection
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.inside.steps import TokenStage

NOTES = panel_text("inside").notes
MIN_COLUMN = 240.0
MAX_CELL, LOGIT_CELL = 30.0, 34.0
LONGEST_STRIP = 4096  # numbers; of more, such as a vocabulary, the most probable tokens are drawn
SHARE = Scale(1.0, diverges=True, label=tr("share of the row's largest number, by its sign"))
SUMS_WIDTH = 190.0  # pixels of the table of sums
KINDS = {
    "embeddings": tr("Embeddings"),
    "head": tr("Attention heads"),
    "convolution": tr("Convolutions"),
    "feed_forward": tr("Feed-forward"),
    "recurrent": tr("Recurrent layers"),
    "biases": tr("Biases"),
    "remainder": tr("Remainder"),
}


@dataclass(frozen=True)
class InsideTag:
    """What a drawing shows, and of which model."""

    kind: Literal["tokens", "scores", "track", "block", "diagram"]
    key: str


@dataclass(frozen=True, eq=False)
class InsideColumn:
    """A model with the step, the head and the other token that are looked at."""

    model: ModelSlot
    answer: InsideAnswer
    at: int
    head: int
    other: int

    @property
    def step(self) -> TokenStage:
        return self.answer.steps[self.at]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the tokens that this step attends to."""
        return self.answer.labels_of(self.step.keys)

    @property
    def head_number(self) -> int | None:
        """The head that is drawn, counted from one; None where the step has no heads."""
        count = self.step.num_heads
        return min(self.head, count - 1) + 1 if count else None

    @cached_property
    def vectors(self) -> list[Vector]:
        return vectors(self.step, self.head, self.other)

    @property
    def token_label(self) -> str:
        return visible(self.answer.states.labels[self.answer.row])

    @property
    def other_label(self) -> str:
        return visible(self.labels[min(self.other, len(self.labels) - 1)])

    @property
    def title(self) -> str:
        """The title of the model, with its stream where it has several."""
        states = self.answer.states
        several = len(states.streams) > 1
        return f"{self.model.title}, {tr(states.stream.title)}" if several else self.model.title


def sections(columns: Sequence[InsideColumn], failed: Sequence[ModelFailure]) -> list[Drawing]:
    """All of the picture, one column for each model."""
    problems = [titled_problem(one.model, one.error) for one in failed]
    if not columns:
        return [Row(problems, min_width=MIN_COLUMN)] if problems else []
    tracks = _row([Titled(_track(one), one.title, one.model.index) for one in columns])
    steps = [Titled(_step(one), _heading(one), one.model.index) for one in columns]
    scale = _shared_scale([one.answer.parts for one in columns if one.answer.parts is not None])
    parts = [Titled(_parts(one, scale), one.title, one.model.index) for one in columns]
    step = add_common_legend(_row([*steps, *problems]), ColourScale(SHARE, COLOURS))
    note = TextBlock(NOTES["parts"], pixels=fonts.SMALL)
    logit = Titled(Stack([note, _row(parts)], gap=12), tr("What wrote the logit"))
    return [tracks, step, logit]


def _row(cells: Sequence[Drawing]) -> Row:
    return Row(cells, min_width=MIN_COLUMN)


def _track(one: InsideColumn) -> Drawing:
    answer, key = one.answer, one.model.key
    chips = [TokenChip(label) for label in answer.states.labels]
    tokens = token_row(chips, selected=answer.row)
    sections = [
        TrackSection(
            answer.section_name(section),
            places[0],
            tuple(message(answer.steps[place].title) for place in places),
        )
        for section, places in answer.sections.items()
    ]
    track = Tagged(Track(sections, one.at), InsideTag("track", key))
    drawings = [Tagged(tokens, InsideTag("tokens", key)), track]
    if (part := answer.part_of(one.step)) is not None:
        drawings.insert(0, Tagged(BlockStrip(answer.diagram, part), InsideTag("block", key)))
    return Stack(drawings, gap=10)


# ---- one step


def _heading(one: InsideColumn) -> str:
    places = one.answer.sections[one.step.section]
    return tr(
        "{section}, step {number} of {count}: {title}",
        section=one.answer.section_name(one.step.section),
        number=places.index(one.at) + 1,
        count=len(places),
        title=message(one.step.title),
    )


def _step(one: InsideColumn) -> Drawing:
    step, rows = one.step, one.vectors
    formula = ", ".join(map(message, filter(None, (step.formula, step.detail))))
    drawings: list[Drawing] = [
        TextBlock(formula, muted=False),
        TextBlock(_sentence(one), pixels=fonts.SMALL),
    ]
    if step.after_unrecorded:
        drawings.append(TextBlock(NOTES["unrecorded"], muted=False))
    over_tokens = [row for row in rows if row.over_tokens]
    strips = [row for row in rows if not row.over_tokens and row.values.size <= LONGEST_STRIP]
    if strips:
        names = [
            tr("{name} of {token}", name=row.name, token=one.other_label)
            if row.of_other
            else row.name
            for row in strips
        ]
        drawings.append(Strips(strips, names, alike=step.relation == "sum"))
    if over_tokens:
        drawings.append(Tagged(_scores(one, over_tokens), InsideTag("scores", one.model.key)))
    if sentence := score_sentence(step, one.head, one.other):
        score = tr("Score of {one}: {sentence}", one=one.other_label, sentence=sentence)
        drawings.append(TextBlock(score, muted=False))
    if any(row.values.size > LONGEST_STRIP for row in rows) or one.at >= _first_of_words(one):
        drawings.append(_candidates(one.answer))
        drawings += [TextBlock(line) for line in _reads_word(one)]
    return Stack(drawings, gap=10)


def _first_of_words(one: InsideColumn) -> int:
    """The step that computes logits; later ones are about words too."""
    count = len(one.answer.steps)
    return count - 3 if one.answer.candidates else count


def _sentence(one: InsideColumn) -> str:
    """Which token, and which head where there are several."""
    said = tr("Token “{token}”", token=one.token_label)
    if head := one.head_number:
        said += tr(", head {count} of {count_2}", count=head, count_2=one.step.num_heads)
    where = tr(" In the model: {one}.", one=one.step.path) if one.step.path else ""
    return f"{said}.{where}"


def _scores(one: InsideColumn, rows: Sequence[Vector]) -> Drawing:
    labels = [visible(label) for label in one.labels]
    crossed = np.stack([find_masked(row) for row in rows])
    values = np.where(crossed, 0.0, np.stack([row.values for row in rows]))
    largest = np.abs(values).max(axis=1, keepdims=True)
    if one.step.relation == "sum":
        largest = np.full_like(largest, largest.max())
    names = [tr("{name} (result)", name=row.name) if row.is_result else row.name for row in rows]

    def tip(row: int, column: int) -> str:
        value = tr("may not be seen") if crossed[row, column] else number(values[row, column])
        name, token = rows[row].name, labels[column]
        return tr("{name} of {token}: {value}", name=name, token=token, value=value)

    return ScoresMap(
        crossed,
        values / np.where(largest > 0, largest, 1.0),
        [unbroken(name) for name in names],
        one.labels,
        tip=tip,
        scale=SHARE,
        slots=COLOURS,
        numbers=False,
        max_cell=MAX_CELL,
    )


def _candidates(answer: InsideAnswer) -> Drawing:
    """The most probable tokens, with logits before and after the temperature."""
    warm = f"{tr('logit')} / {answer.temperature:g}"
    columns = [
        Column(tr("class") if answer.of_task else tr("token")),
        *(Column(head, right=True) for head in (tr("logit"), warm, "p")),
    ]
    rows = [
        TableRow(
            (
                TableCell(visible(one.name), muted=one.is_foreign),
                TableCell(number(one.logit), muted=one.is_foreign),
                TableCell(number(one.logit / answer.temperature), muted=one.is_foreign),
                TableCell(
                    number(one.probability),
                    muted=one.is_foreign,
                    heat=None if one.is_foreign else one.probability,
                ),
            )
        )
        for one in answer.candidates
    ]
    return TableDrawing(columns, rows)


# ---- the logit


def _shared_scale(several: Sequence[LogitParts]) -> Scale:
    """One for the maps of all models, so that they can be compared."""
    tops = [float(np.abs(parts.map_by_place.values).max(initial=0.0)) for parts in several]
    largest = max(tops, default=0.0) or 1.0
    return Scale(largest, diverges=True, label=tr("written into the logit"))


def _parts(one: InsideColumn, scale: Scale) -> Drawing:
    answer = one.answer
    if answer.parts is None:
        return TextBlock(f"{answer.problem}.")
    parts = answer.parts
    said = [_logit_sentence(parts), *_reads_word(one), *answer.fallbacks]
    words = TextBlock(" ".join(said), muted=False)
    both = TwoColumns(_sums(parts), _map(parts, scale), limit=SUMS_WIDTH)
    return Stack([words, both], gap=12)


def _reads_word(one: InsideColumn) -> list[str]:
    """Return a note that the model reads the token that it predicts, if so."""
    if not one.answer.reads_word:
        return []
    return [NOTES["reads_word"].format(token=visible(one.token_label).strip("\u2423"))]


def _logit_sentence(parts: LogitParts) -> str:
    """What is taken apart, and its value."""
    value = number(parts.made_of.logit)
    if parts.against:
        return tr(
            "The logit of “{parts}” minus that of “{against}” is {value}.",
            parts=parts.wanted,
            against=parts.against,
            value=value,
        )
    return tr("The logit of “{parts}” is {value}.", parts=parts.wanted, value=value)


def sums(parts: LogitParts) -> list[tuple[str, float]]:
    """The sum of each kind of part, and the logit that they add up to."""
    totals = [(KINDS[kind], total) for kind, total in parts.totals.items()]
    return [*totals, (tr("Sum: the logit"), parts.made_of.logit)]


def _sums(parts: LogitParts) -> Drawing:
    *kinds, whole = sums(parts)
    rows = [_sum_row(*kind) for kind in kinds]
    rows.append(_sum_row(*whole, bold=True))
    return TableDrawing([Column(tr("written by")), Column(tr("logit"), right=True)], rows)


def _sum_row(title: str, value: float, *, bold: bool = False) -> TableRow:
    return TableRow((TableCell(title, bold=bold), TableCell(f"{value:+.3f}", bold=bold)))


def _map(parts: LogitParts, scale: Scale) -> Drawing:
    """Layers by heads and feed-forward networks."""
    written = parts.map_by_place
    rows, columns, values = written.layers, written.parts, written.values

    def tip(row: int, column: int) -> str:
        return f"{rows[row]}, {columns[column]}: {values[row, column]:+.4g}"

    drawing = NamedMap(
        values, rows, columns, tip=tip, scale=scale, slots=COLOURS, max_cell=LOGIT_CELL
    )
    return Stack([drawing, ColourScale(scale, COLOURS)], gap=8)
