"""The figure of the Two sentences panel: one column for each model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.two_sentences.differences import AttentionDifferences, StateDifferences
from explorer.core.two_sentences.likelihood import Likelihoods, SentenceScore
from explorer.core.two_sentences.patching import HEAD, PatchMap, columns_title
from explorer.core.two_sentences.request import COSINE, TwoAnswer, TwoChoice
from explorer.core.two_sentences.sides import Aligned
from explorer.ui.graphics.drawing import Drawing, Row, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.head_grid import MeasureGrid
from explorer.ui.graphics.maps.heat_map import difference_scale
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow, TokenRows
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panel_base.text import panel_text
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import FloatArray

NOTES = panel_text("two_sentences").notes
COLOURS = (5, 4)  # of more and less, which are no model's
MIN_COLUMN, MAX_CELL = 360.0, 40.0
DIFFERENT, ALONE = 5, 4  # slots that wash tokens that differ, and that have no partner


@dataclass(frozen=True)
class PatchedHeadsTag:
    """The grid of the heads of a model."""

    key: str


@dataclass(frozen=True, eq=False)
class TwoColumn:
    """A model and its answer, or why there is none."""

    model: ModelSlot
    answer: TwoAnswer | UserError


@dataclass(frozen=True)
class Shown:
    """What of the answers is drawn: options, and the selected head."""

    choice: TwoChoice
    layer: int | None = None
    head: int | None = None


def sections(view: str, columns: Sequence[TwoColumn], shown: Shown) -> list[Drawing]:
    """All of a view, one column for each model."""
    if not columns:
        return []
    cells: list[Drawing] = []
    for one in columns:
        if isinstance(one.answer, UserError):
            drawing: Drawing = TextBlock(one.answer.message, hint=one.answer.hint)
        else:
            drawing = _drawing(one.model, one.answer, shown)
        cells.append(Titled(drawing, one.model.title, one.model.index))
    note = TextBlock(NOTES[_note(view, shown.choice)], pixels=fonts.SMALL)
    return [Stack([note, Row(cells, min_width=MIN_COLUMN)], gap=12)]


def answered(columns: Sequence[TwoColumn]) -> list[tuple[ModelSlot, TwoAnswer]]:
    """The models that have an answer."""
    return [(one.model, one.answer) for one in columns if isinstance(one.answer, TwoAnswer)]


def _note(view: str, choice: TwoChoice) -> str:
    name = {"states": f"states_{choice.measure}", "patching": f"patching_{choice.kind}"}
    return chosen if (chosen := name.get(view, view)) in NOTES else view


def _drawing(model: ModelSlot, answer: TwoAnswer, shown: Shown) -> Drawing:
    match answer.result:
        case Likelihoods() as result:
            return _likelihoods(answer, result)
        case StateDifferences() as result:
            return _states(answer, result, shown.choice)
        case AttentionDifferences() as result:
            return _attention(model, answer, result, shown)
        case PatchMap() as result:
            return _patching(answer, result)
    raise AssertionError("an answer of no view")


# ---- tokens


def _tokens(answer: TwoAnswer, aligned: Aligned) -> Drawing:
    """Both sides above one another; a token without a partner has nothing opposite."""
    rows: tuple[list[TokenChip | None], list[TokenChip | None]] = [], []
    for one, other in aligned.columns:
        labels = (
            None if one is None else aligned.first[one],
            None if other is None else aligned.second[other],
        )
        for label, opposite, row in zip(labels, reversed(labels), rows, strict=True):
            row.append(None if label is None else _chip(label, opposite))
    return TokenRows(
        [TokenRow(tuple(row), name) for name, row in zip(answer.names, rows, strict=True)]
    )


def _chip(label: str, opposite: str | None) -> TokenChip:
    if opposite is None:
        return TokenChip(label, slot=ALONE, tip=f"{visible(label)}: {NOTES['no_partner'].lower()}")
    return TokenChip(label, slot=DIFFERENT if label != opposite else None)


# ---- likelihood


def likelihood_sentences(answer: TwoAnswer, result: Likelihoods) -> list[str]:
    """Both log-likelihoods, and which of the two the model prefers."""
    scores = result.first, result.second
    lines = [
        tr(
            "{name}: {total} nats, {mean} for each of {count} tokens.",
            name=name,
            total=_nats(score.total),
            mean=_nats(score.mean),
            count=len(score.tokens),
        )
        for name, score in zip(answer.names, scores, strict=True)
    ]
    gap = abs(result.first.total - result.second.total)
    if answer.sides.one_model:
        lines.append(
            tr(
                "{result} is preferred by {gap:.2f} nats.",
                result=answer.names[result.preferred],
                gap=gap,
            )
        )
    return [*lines, tr("Scored by {result}.", result=result.first.basis)]


def _nats(value: float) -> str:
    return f"{round(value, 2) or 0.0:.2f}".replace("-", "−")


def _likelihoods(answer: TwoAnswer, result: Likelihoods) -> Drawing:
    heads = (tr("nats"), tr("difference"), tr("KL"))
    columns = [
        Column(answer.names[0]),
        Column(heads[0], right=True),
        Column(answer.names[1]),
        *(Column(head, right=True) for head in heads),
    ]
    rows = [_token_row(result, *pair) for pair in result.aligned.columns]
    text = TextBlock(" ".join(likelihood_sentences(answer, result)), muted=False)
    return Stack([text, TableDrawing(columns, rows, long=True)], gap=12)


def _token_row(result: Likelihoods, one: int | None, other: int | None) -> TableRow:
    first, first_log = _scored(result.first, result.aligned.first, one, other is None)
    second, second_log = _scored(result.second, result.aligned.second, other, one is None)
    logs = [
        s.tokens.get(n) for s, n in ((result.first, one), (result.second, other)) if n is not None
    ]
    gap = ""
    if len(logs) == 2 and logs[0] is not None and logs[1] is not None:
        gap = _nats(logs[0].log - logs[1].log)
    kl = result.kl.get((one, other)) if one is not None and other is not None else None
    return TableRow(
        (
            first,
            first_log,
            second,
            second_log,
            TableCell(gap),
            TableCell("" if kl is None else _nats(kl)),
        )
    )


def _scored(
    score: SentenceScore, labels: Sequence[str], at: int | None, alone: bool
) -> tuple[TableCell, TableCell]:
    """A token, marked where it has no partner, and its log-probability."""
    if at is None:
        return TableCell("", muted=True), TableCell("")
    detail = NOTES["no_partner"].lower() if alone else ""
    token = score.tokens.get(at)
    if token is None:
        return TableCell(visible(labels[at]), detail, muted=True), TableCell("")
    tip = tr(
        "Most probable here: {token} ({best_probability:.1%})",
        token=visible(token.best),
        best_probability=token.best_probability,
    )
    return TableCell(visible(labels[at]), detail, tip=tip), TableCell(_nats(token.log), tip=tip)


# ---- states and attention


def state_values(result: StateDifferences, choice: TwoChoice) -> FloatArray:
    return result.cosine if choice.measure == COSINE else result.distance


def _states(answer: TwoAnswer, result: StateDifferences, choice: TwoChoice) -> Drawing:
    values = state_values(result, choice)
    label = tr("1 − cosine") if choice.measure == COSINE else tr("distance relative to the norm")
    scale = Scale(max(float(values.max(initial=0.0)), 0.01), label=label)
    names = result.aligned.names

    def tip(row: int, column: int) -> str:
        return (
            f"{result.names[row]}, {visible(names[column])}: {number(float(values[row, column]))}"
        )

    drawn = NamedMap(
        values,
        [_unbroken(name) for name in result.names],
        names,
        tip=tip,
        scale=scale,
        max_cell=MAX_CELL,
    )
    return Stack([_tokens(answer, result.aligned), drawn, ColourScale(scale)], gap=16)


def _unbroken(name: str) -> str:
    """With spaces that are not drawn as signs."""
    return name.replace(" ", "\u00a0")


def chosen_head(result: AttentionDifferences, shown: Shown) -> tuple[int, int]:
    """The selected head, or the one that differs most."""
    layers, heads = result.heads.shape
    if shown.layer is not None and shown.head is not None:
        return min(shown.layer, layers - 1), min(shown.head, heads - 1)
    layer, head = np.unravel_index(int(result.heads.argmax()), result.heads.shape)
    return int(layer), int(head)


def _attention(
    model: ModelSlot, answer: TwoAnswer, result: AttentionDifferences, shown: Shown
) -> Drawing:
    layer, head = chosen_head(result, shown)
    values, names = result.maps[layer, head], result.aligned.names
    scale = difference_scale(values, tr("first less second"), root=False)
    grid = MeasureGrid(
        result.heads,
        maximum=max(float(result.heads.max()), 0.01),
        unit=tr("total variation"),
        scale_unit=tr("total variation"),
        selected=(layer, head),
    )

    def tip(row: int, column: int) -> str:
        pair = f"{visible(names[row])} → {visible(names[column])}"
        return f"{pair}: {float(values[row, column]):+.3f}"

    drawn = NamedMap(values, names, names, tip=tip, scale=scale, slots=COLOURS, max_cell=MAX_CELL)
    title = tr("Layer {layer}, head {head}", layer=layer + 1, head=head + 1)
    return Stack(
        [
            _tokens(answer, result.aligned),
            Titled(Tagged(grid, PatchedHeadsTag(model.key)), tr("Layers by heads")),
            Titled(Stack([drawn, ColourScale(scale, COLOURS)], gap=8), title),
        ],
        gap=16,
    )


# ---- patching


def patching_sentences(answer: TwoAnswer, result: PatchMap) -> list[str]:
    """What is predicted, in both runs."""
    word, against = result.words
    what = (
        tr("{word} rather than {against}: log-odds", word=word, against=against)
        if against
        else f"{word}:"
    )
    second = result.ends[1]
    ends = zip(result.ends, answer.names, strict=True)
    values = [
        tr("{value} in {name}", value=_nats(end), name=name)
        for end, name in ends
        if end is not None
    ]
    lines = [f"{what} {', '.join(values)}."]
    if second is None:
        lines.append(f"{answer.names[1]} {NOTES['no_end']}")
    elif not result.normalised:
        lines.append(NOTES["raw"])
    if result.several_tokens:
        lines.append(NOTES["several"])
    return lines


def _patching(answer: TwoAnswer, result: PatchMap) -> Drawing:
    scores = np.concatenate([result.scores, result.whole[:, None]], axis=1)
    values = result.effect(scores)
    label = (
        tr("share of the difference of both runs") if result.normalised else tr("change in nats")
    )
    least = 1.0 if result.normalised else 0.01
    scale = Scale(max(float(np.abs(values).max(initial=0.0)), least), diverges=True, label=label)
    columns = [*result.columns, _unbroken(columns_title(result.kind))]

    def tip(row: int, column: int) -> str:
        place = f"{result.rows[row]}, {visible(columns[column])}"
        moved = f"{float(values[row, column]):+.3f}"
        return tr(
            "{place}: {moved}, then {column} nats",
            place=place,
            moved=moved,
            column=number(float(scores[row, column])),
        )

    drawn = NamedMap(
        values,
        [_unbroken(name) for name in result.rows],
        [*map(_unbroken, columns)] if result.kind == HEAD else columns,
        tip=tip,
        scale=scale,
        slots=COLOURS,
        max_cell=MAX_CELL,
    )
    text = TextBlock(" ".join(patching_sentences(answer, result)), muted=False)
    legend = ColourScale(scale, COLOURS)
    return Stack([text, _tokens(answer, result.aligned), drawn, legend], gap=16)
