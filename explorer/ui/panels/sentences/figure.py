"""What the Sentences panel draws beside its list and its plots, and what a file has of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.core.errors import UserError
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import message, tr
from explorer.core.panel_text import panel_text
from explorer.core.sentences.request import NO_ROW, SCATTER, TABLE, SentencesAnswer
from explorer.core.sentences.rows import Groups, farthest, rank_differences
from explorer.core.sentences.scores import MASKED, NEXT, TASK, WRITTEN, ModelScores
from explorer.core.sentences.states import MAX_STATES, UMAP, Contexts, StateMap
from explorer.core.table import Table
from explorer.ui.graphics.charts.curves import Floats
from explorer.ui.graphics.charts.scatter import Scatter, ScatterPlot
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.sentences.listing import head_of, list_table
from explorer.ui.style import fonts
from models.schema.records import IntArray

NOTES = panel_text("sentences").notes
PER = {
    MASKED: tr("nats per masked token"),
    NEXT: tr("nats per token"),
    WRITTEN: tr("nats per dropped token"),
    TASK: tr("nats per label"),
}
MAX_DRAWN = 40  # rows of the list in a file; a table has all
NUM_FARTHEST = 5  # sentences on either side
SENTENCE = Column(tr("sentence"), wrap=True, stretch=True, least=140)


@dataclass(frozen=True, eq=False)
class SentencesScene:
    """An answer with what a person chose; `rows` are the sentences that are listed, in order."""

    answer: SentencesAnswer
    slots: Mapping[str, ModelSlot]
    rows: IntArray
    selected: int = NO_ROW

    @property
    def letters(self) -> dict[str, str]:
        return {key: slot.letter for key, slot in self.slots.items()}

    def title_of(self, key: str) -> str:
        slot = self.slots.get(key)
        return key if slot is None else f"{slot.letter} {slot.title}"

    @property
    def is_comparable(self) -> bool:
        """Whether the losses of both models are of the same tokens or labels."""
        return self.answer.difference is not None

    @property
    def losses(self) -> tuple[ModelScores, ModelScores] | None:
        """The scores of the two compared models; None if one has none."""
        first, second = (self.answer.table.known.get(key) for key in self.answer.pair)
        return None if first is None or second is None else (first, second)


def summary(scene: SentencesScene) -> str:
    """How many sentences are listed, and one number for each model."""
    table, count = scene.answer.table, len(scene.rows)
    total, title = len(table.sentence_set), message(table.sentence_set.title)
    parts = [tr("{scene:,} of {table:,} sentences, {title}", scene=count, table=total, title=title)]
    if not count:
        parts.append(NOTES["nothing"].rstrip("."))
    for key, one in table.known.items():
        match one.metric():
            case "accuracy", value:
                said = tr("accuracy {value:.1%}", value=value)
            case _, value:
                said = tr("{value} {unit}", value=number(value), unit=PER[one.mode])
            case None:
                continue
        parts.append(f"{scene.title_of(key)}: {said}{_interval(one)}")
    return ".  ".join(parts) + "."


def _interval(one: ModelScores) -> str:
    """The 95 % interval of the metric of a model over the sentences, in brackets."""
    if one.interval is None:
        return ""
    form = "{:.1%}" if one.is_task and np.isfinite(one.correct).any() else "{:.3g}"
    low, high = map(form.format, one.interval)
    return tr(" (95 % interval {low} to {high})", low=low, high=high)


def limits(scene: SentencesScene) -> list[str]:
    """What was cut, left out, or cannot be compared; and models that have no scores."""
    answer, found = scene.answer, scene.answer.table.sentence_set
    lines, known = list(found.notes), answer.table.known
    for key, one in answer.table.scores.items():
        name = scene.title_of(key)
        if isinstance(one, UserError):
            lines.append(f"{name}: {one}")
            continue
        cut, left = int((one.cut > 0).sum()), one.num_unscored
        if cut:
            text = tr("{scene}: {cut:,} sentences are cut to its positions.", scene=name, cut=cut)
            lines.append(text)
        if left:
            text = tr("{scene}: nothing to score in {one:,} sentences.", scene=name, one=left)
            lines.append(text)
    ways = {one.mode for one in known.values()}
    if ways & {MASKED, WRITTEN}:
        lines.append(NOTES["masked"].format(seed=answer.seed))
    if len({one.measure for one in known.values() if not one.is_task}) > 1:
        lines.append(NOTES["other"])
    if found.has("pair") and ways - {TASK}:
        lines.append(NOTES["pairs"])
    if (states := answer.map) is not None:
        lines.append(NOTES["states"].format(count=min(MAX_STATES, len(found))))
        if states.num_short:
            lines.append(NOTES["short"].format(count=states.num_short))
    return lines


# ---- plots


def drawings(scene: SentencesScene) -> list[Drawing]:
    """The first sentences of the list; or a plot, if the view has one, and what is beside it."""
    if scene.answer.view == TABLE:
        return [build_sentence_list(scene)]
    if (chart := scatter(scene)) is None:
        return sections(scene)
    return [ScatterPlot(chart), *sections(scene)]


def scatter(scene: SentencesScene) -> Scatter | None:
    """The plot of a view; None where it has none."""
    answer = scene.answer
    if (both := scene.losses) is not None and answer.view == SCATTER:
        x, y = (one.losses.astype(np.float64) for one in both)
        shown = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        titles = [
            tr("loss of {one}, {one_2}", one=scene.title_of(one.key), one_2=PER[one.mode])
            for one in both
        ]
        return _points(scene, x[shown], y[shown], shown, *titles, losses=True)
    if (states := answer.map) is not None:
        x, y = states.plane.points.astype(np.float64).T
        axis = "UMAP" if states.method == UMAP else tr("component")
        titles = [f"{axis} {n + 1}" for n in range(2)]
        return _points(scene, x, y, states.rows, *titles, losses=False)
    return None


def _points(
    scene: SentencesScene,
    x: Floats,
    y: Floats,
    shown: IntArray,
    x_title: str,
    y_title: str,
    *,
    losses: bool,
) -> Scatter:
    sentences = scene.answer.table.sentence_set.sentences
    groups = scene.answer.groups or Groups("", ("",), np.zeros(len(sentences), dtype=np.int64))
    return Scatter(
        x=x,
        y=y,
        ids=shown.tolist(),
        names=[sentences[n].joined_text for n in shown.tolist()],
        groups=groups.names,
        group=groups.of[shown].tolist(),
        x_title=x_title,
        y_title=y_title,
        selected=scene.selected,
        diagonal=losses and scene.is_comparable,
        equal=not losses,
    )


# ---- beside them


def sections(scene: SentencesScene) -> list[Drawing]:
    """What is drawn beside the plot of a view, or in place of one."""
    answer = scene.answer
    if isinstance(answer.states, UserError):
        return [TextBlock(answer.states.message, hint=answer.states.hint)]
    if answer.view == SCATTER:
        return _compare_losses(scene)
    if answer.map is not None:
        return _neighbours(scene, answer.map)
    return [] if answer.contexts is None else [_contexts(scene, answer.contexts)]


def _compare_losses(scene: SentencesScene) -> list[Drawing]:
    both = scene.losses
    if both is None:
        return [TextBlock(NOTES["single"])]
    if (found := scene.answer.difference) is None:
        return _compared_by_rank(scene, *both)
    first, second = (scene.title_of(one.key) for one in both)
    mean = tr(
        "Mean loss of {first} minus that of {second}: {found:+.3f} nats",
        first=first,
        second=second,
        found=found.mean,
    )
    low, high = found.low, found.high
    if low is not None and high is not None:
        mean += tr(" (95 % bootstrap interval {found:+.3f} to {high:+.3f})", found=low, high=high)
    else:
        mean += tr(" (too few sentences for an interval)")
    more = tr(
        "{first} has the lower loss in {found:,} of {count:,} sentences.",
        first=first,
        found=found.lower,
        count=found.count,
    )
    block = Stack([TextBlock(f"{mean}. {more}", muted=False), TextBlock(NOTES["scatter"])], gap=6)
    differences = both[0].losses - both[1].losses
    rows = farthest(differences, NUM_FARTHEST)
    values = [f"{differences[row]:+.2f}" for row in rows]
    table = _table(scene, rows, tr("difference"), values)
    return [block, Titled(table, tr("Largest differences"), note=NOTES["farthest"])]


def _compared_by_rank(scene: SentencesScene, one: ModelScores, other: ModelScores) -> list[Drawing]:
    """Which sentences are hard for both models, whose losses are of different things."""
    units = {"one": PER[one.mode], "other": PER[other.mode]}
    names = {"first": scene.title_of(one.key), "second": scene.title_of(other.key)}
    why = tr(
        "Losses of {first} ({one}) and of {second} ({other}) are of different predictions or "
        "tokens, so neither is better by them.",
        **names,
        **units,
    )
    lines: list[Drawing] = [TextBlock(why, muted=False)]
    found = scene.answer.agreement
    if found is None:
        lines.append(TextBlock(NOTES["no_ranks"]))
        return [Stack(lines, gap=6)]
    agree = tr(
        "Rank correlation of how hard the sentences are: {value:.2f}, {count:,} sentences",
        value=found.correlation,
        count=found.count,
    )
    if found.interval is not None:
        low, high = found.interval
        agree += tr(" (95 % interval {low:.2f} to {high:.2f})", low=low, high=high)
    lines += [TextBlock(f"{agree}."), TextBlock(NOTES["scatter_ranks"])]
    differences = rank_differences(one.losses, other.losses)
    rows = farthest(differences, NUM_FARTHEST)
    values = [f"{differences[row]:+.0f}" for row in rows]
    table = _table(scene, rows, tr("rank, %"), values)
    title = tr("Harder for one model than for the other")
    note = NOTES["farthest_ranks"].format(**names)
    return [Stack(lines, gap=6), Titled(table, title, note=note)]


def _neighbours(scene: SentencesScene, states: StateMap) -> list[Drawing]:
    first, second = states.plane.shares
    note = "map_umap" if states.method == UMAP else "map"
    text = NOTES[note].format(count=len(states.rows), first=first, second=second)
    name = states.layer_names[states.layer]
    where = f"{scene.title_of(states.key)}, {tr(states.stream).lower()}, {name.lower()}. "
    about: Drawing = TextBlock(where + text)
    if not len(states.neighbours):
        return [about, TextBlock(NOTES["select"])]
    chosen = scene.answer.table.sentence_set.sentences[scene.selected].joined_text
    cosines = [f"{one:.3f}" for one in states.cosines.tolist()]
    table = _table(scene, states.neighbours.tolist(), tr("cosine"), cosines)
    near = Stack([TextBlock(chosen, muted=False), table], gap=8)
    return [about, Titled(near, tr("Nearest sentences"), note=NOTES["neighbours"])]


def _table(scene: SentencesScene, rows: Sequence[int], head: str, values: Sequence[str]) -> Drawing:
    """Sentences after a number; the tag has those of its rows, so that a click selects one."""
    sentences = scene.answer.table.sentence_set.sentences
    drawn = [
        TableRow((TableCell(value), TableCell(sentences[row].joined_text)), group=row)
        for row, value in zip(rows, values, strict=True)
    ]
    columns = (Column(head, right=True), SENTENCE)
    table = TableDrawing(columns, drawn, row_clicks=True, selected=scene.selected)
    return Tagged(table, tuple(rows))


def _contexts(scene: SentencesScene, states: Contexts) -> Drawing:
    """The words before and after each token, aligned at the token."""
    note = NOTES["contexts"].format(
        token=visible(states.token), tokens=states.num_tokens, count=states.num_sentences
    )
    columns = (
        Column(tr("cosine"), right=True),
        Column(tr("before"), right=True, most=360, keep_end=True),
        Column(tr("token")),
        Column(tr("after"), most=360),
    )
    rows = [
        TableRow(
            (
                TableCell(f"{one.cosine:.3f}"),
                TableCell(one.before.strip()),
                TableCell(visible(one.token.strip() or one.token), bold=True),
                TableCell(one.after.strip()),
            ),
            group=one.sentence,
        )
        for one in states.rows
    ]
    table = TableDrawing(columns, rows, selected=scene.selected)
    name = states.layer_names[states.layer].lower()
    slot = scene.slots.get(states.key)
    title = f"{states.key if slot is None else slot.title}, {tr(states.stream).lower()}, {name}"
    return Titled(table, title, None if slot is None else slot.index, note)


# ---- files


def build_sentence_list(scene: SentencesScene) -> Drawing:
    """The first rows of the list."""
    columns = scene.answer.table.columns
    heads = [
        SENTENCE if one.name == "text" else Column(head_of(one, scene.letters), right=one.is_number)
        for one in columns
    ]
    rows = [
        TableRow(tuple(TableCell(one.text(row)) for one in columns))
        for row in scene.rows[:MAX_DRAWN].tolist()
    ]
    text = summary(scene)
    if len(scene.rows) > MAX_DRAWN:
        text += tr(" The first {max_drawn} are drawn.", max_drawn=MAX_DRAWN)
    return Stack([TextBlock(text, pixels=fonts.SMALL), TableDrawing(heads, rows)])


def table_of(scene: SentencesScene) -> Table:
    """Every sentence of the list, or every point of a plot, or every context."""
    answer = scene.answer
    if (states := answer.map) is not None:
        sentences = answer.table.sentence_set.sentences
        rows = [
            (int(n) + 1, sentences[n].joined_text, *states.plane.points[at].tolist())
            for at, n in enumerate(states.rows.tolist())
        ]
        return Table(("number", "sentence", "first", "second"), rows, title=tr("Sentences"))
    if (found := answer.contexts) is not None:
        lines = [
            (one.sentence + 1, one.before, one.token, one.after, one.cosine) for one in found.rows
        ]
        return Table(("number", "before", "token", "after", "cosine"), lines, title=tr("Sentences"))
    return list_table(answer.table, scene.rows) if answer.view in (TABLE, SCATTER) else Table(())
