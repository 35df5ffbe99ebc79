"""The figure of the Two sentences panel: one column for each model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import Selection
from explorer.core.two_sentences.differences import AttentionDifferences, StateDifferences
from explorer.core.two_sentences.likelihood import Likelihoods, TokenScore
from explorer.core.two_sentences.patching import HEAD, PatchMap, columns_title
from explorer.core.two_sentences.request import COSINE, TwoAnswer, TwoChoice
from explorer.core.two_sentences.sides import Aligned
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.head_grid import MeasureGrid
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip, unbroken, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow, TokenRows
from explorer.ui.panel_base.answers import model_row
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import FloatArray

NOTES = panel_text("two_sentences").notes
COLOURS = (5, 4)  # of more and less, which are no model's
MIN_COLUMN, MAX_CELL = 360.0, 40.0
DIFFERENT, ALONE = 5, 4  # slots that wash tokens that differ, and that have no partner

Columns = Sequence[tuple[ModelSlot, TwoAnswer | UserError]]
Results = Sequence[Likelihoods | StateDifferences | AttentionDifferences | PatchMap]


def sections(view: str, columns: Columns, choice: TwoChoice, selection: Selection) -> list[Drawing]:
    """All of a view, one column for each model."""
    if not columns:
        return []

    every = [answer.result for _, answer in columns if isinstance(answer, TwoAnswer)]

    def column(model: ModelSlot, answer: TwoAnswer) -> Drawing:
        match answer.result:
            case Likelihoods() as result:
                return _likelihoods(answer, result)
            case StateDifferences() as result:
                return _states(answer, result, choice, every)
            case AttentionDifferences() as result:
                return _attention(model, answer, result, selection, every)
            case PatchMap() as result:
                return _patching(answer, result, every)

    note = TextBlock(NOTES[_note(view, choice)], pixels=fonts.SMALL)
    return [Stack([note, model_row(columns, column, MIN_COLUMN)], gap=12)]


def _note(view: str, choice: TwoChoice) -> str:
    name = {"states": f"states_{choice.measure}", "patching": f"patching_{choice.kind}"}
    return chosen if (chosen := name.get(view, view)) in NOTES else view


# ---- tokens


def _tokens(answer: TwoAnswer, aligned: Aligned) -> Drawing:
    """Both sides above one another; a token without a partner has nothing opposite."""
    labels = [
        (None if a is None else aligned.first[a], None if b is None else aligned.second[b])
        for a, b in aligned.columns
    ]
    first = TokenRow(tuple(_chip(one, other) for one, other in labels), answer.names[0])
    second = TokenRow(tuple(_chip(other, one) for one, other in labels), answer.names[1])
    return TokenRows([first, second])


def _chip(label: str | None, opposite: str | None) -> TokenChip | None:
    if label is None:
        return None
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
    gap, preferred = abs(result.first.total - result.second.total), answer.names[result.preferred]
    if answer.sides.one_model:
        lines.append(tr("{result} is preferred by {gap:.2f} nats.", result=preferred, gap=gap))
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
    aligned = result.aligned
    first = None if one is None else result.first.tokens.get(one)
    second = None if other is None else result.second.tokens.get(other)
    gap = None if first is None or second is None else first.log - second.log
    kl = None if one is None or other is None else result.kl.get((one, other))
    return TableRow(
        (
            *_scored(first, "" if one is None else visible(aligned.first[one]), other is None),
            *_scored(second, "" if other is None else visible(aligned.second[other]), one is None),
            *(TableCell("" if value is None else _nats(value)) for value in (gap, kl)),
        )
    )


def _scored(token: TokenScore | None, label: str, alone: bool) -> tuple[TableCell, TableCell]:
    """A token, marked where it has no partner, and its log-probability."""
    detail = NOTES["no_partner"].lower() if alone else ""
    if token is None:
        return TableCell(label, detail, muted=True), TableCell("")
    tip = tr(
        "Most probable here: {token} ({best_probability:.1%})",
        token=visible(token.best),
        best_probability=token.best_probability,
    )
    return TableCell(label, detail, tip=tip), TableCell(_nats(token.log), tip=tip)


# ---- states and attention


def _greatest(maps: Iterable[FloatArray], least: float) -> float:
    """The end of the scale that the maps of all models share."""
    return max([least, *(float(np.abs(values).max(initial=0.0)) for values in maps)])


def _states(
    answer: TwoAnswer, result: StateDifferences, choice: TwoChoice, every: Results
) -> Drawing:
    cosine = choice.measure == COSINE
    others = [one for one in every if isinstance(one, StateDifferences)]
    values, *of_all = (one.cosine if cosine else one.distance for one in (result, *others))
    label = tr("1 − cosine") if cosine else tr("distance relative to the norm")
    scale = Scale(_greatest(of_all, 0.01), label=label)
    names = result.aligned.names

    def tip(row: int, column: int) -> str:
        return (
            f"{result.names[row]}, {visible(names[column])}: {number(float(values[row, column]))}"
        )

    drawn = NamedMap(
        values,
        [unbroken(name) for name in result.names],
        names,
        tip=tip,
        scale=scale,
        max_cell=MAX_CELL,
    )
    return Stack([_tokens(answer, result.aligned), drawn, ColourScale(scale)], gap=16)


def _attention(
    model: ModelSlot,
    answer: TwoAnswer,
    result: AttentionDifferences,
    selection: Selection,
    every: Results,
) -> Drawing:
    layer, head = result.head_at(selection.layer, selection.head)
    values, names = result.maps[layer, head], result.aligned.names
    others = [one for one in every if isinstance(one, AttentionDifferences)]
    shown = [one.maps[one.head_at(selection.layer, selection.head)] for one in others]
    label = tr("first less second")
    scale = Scale(_greatest(shown, 0.01), diverges=True, label=label)
    grid = MeasureGrid(
        result.heads,
        maximum=_greatest((one.heads for one in others), 0.01),
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
            Titled(Tagged(grid, model.key), tr("Layers by heads")),
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
    known = [(_nats(end), name) for end, name in ends if end is not None]
    values = [tr("{value} in {name}", value=value, name=name) for value, name in known]
    lines = [f"{what} {', '.join(values)}."]
    if second is None:
        lines.append(f"{answer.names[1]} {NOTES['no_end']}")
    elif not result.normalised:
        lines.append(NOTES["raw"])
    if result.several_tokens:
        lines.append(NOTES["several"])
    return lines


def _patching(answer: TwoAnswer, result: PatchMap, every: Results) -> Drawing:
    scores = _all_scores(result)
    values = result.effect(scores)
    others = (one for one in every if isinstance(one, PatchMap))
    alike = [one for one in others if one.normalised == result.normalised]
    label = (
        tr("share of the difference of both runs") if result.normalised else tr("change in nats")
    )
    least = 1.0 if result.normalised else 0.01
    greatest = _greatest((one.effect(_all_scores(one)) for one in alike), least)
    scale = Scale(greatest, diverges=True, label=label)
    columns = [*result.columns, unbroken(columns_title(result.kind))]

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
        [unbroken(name) for name in result.rows],
        [*map(unbroken, columns)] if result.kind == HEAD else columns,
        tip=tip,
        scale=scale,
        slots=COLOURS,
        max_cell=MAX_CELL,
    )
    text = TextBlock(" ".join(patching_sentences(answer, result)), muted=False)
    legend = ColourScale(scale, COLOURS)
    return Stack([text, _tokens(answer, result.aligned), drawn, legend], gap=16)


def _all_scores(result: PatchMap) -> FloatArray:
    """The score of each place, and of all places of a row in the last column."""
    return np.concatenate([result.scores, result.whole[:, None]], axis=1)
