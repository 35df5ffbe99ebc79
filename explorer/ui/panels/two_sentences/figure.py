"""The figure of the Two sentences panel: one column for each model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF

from explorer.core.errors import UserError
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import Selection
from explorer.core.two_sentences.differences import AttentionDifferences, StateDifferences
from explorer.core.two_sentences.likelihood import Likelihoods, TokenScore
from explorer.core.two_sentences.patching import HEAD, PatchMap, StateRange, columns_title
from explorer.core.two_sentences.request import COSINE, Result, TwoAnswer, TwoChoice
from explorer.core.two_sentences.sides import Aligned
from explorer.ui.graphics.drawing import (
    Drawing,
    Stack,
    Tagged,
    TextBlock,
    Titled,
    add_common_legend,
    number,
)
from explorer.ui.graphics.legend import ColourScale, Legend, LegendEntry
from explorer.ui.graphics.maps.head_grid import MeasureGrid
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import EFFECT_COLOURS, WASH, TokenChip, unbroken, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow, TokenRows
from explorer.ui.panel_base.columns import drop_failures, model_row
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import FloatArray

NOTES = panel_text("two_sentences").notes
COLOURS = EFFECT_COLOURS
MIN_COLUMN, MAX_CELL = 360.0, 40.0
DIFFERENT, ALONE = 5, 4  # slots that wash tokens that differ, and that have no partner
SYMBOL = 22.0  # pixels, in the legend
SHARE_LABEL = tr("share of the difference of both runs")

Columns = Sequence[tuple[ModelSlot, TwoAnswer | UserError]]


def sections(view: str, columns: Columns, choice: TwoChoice, selection: Selection) -> list[Drawing]:
    """All of a view, one column for each model."""
    if not columns:
        return []

    results = [one.result for _, one in drop_failures(columns)]
    scales = _shared_scales([_values(one, choice, selection) for one in results])
    heads = [one.heads for one in results if isinstance(one, AttentionDifferences)]
    most = max((float(one.max(initial=0.0)) for one in heads), default=0.0)

    def column(model: ModelSlot, answer: TwoAnswer) -> Drawing:
        drawn = _values(answer.result, choice, selection)
        match answer.result:
            case Likelihoods() as result:
                return _likelihoods(answer, result)
            case StateDifferences() as result:
                return _states(answer, result, drawn.values, scales[drawn.label])
            case AttentionDifferences() as result:
                chosen = result.head_at(selection.layer, selection.head)
                grid = _heads(model, result, chosen, most)
                return _attention(answer, result, grid, chosen, scales[drawn.label])
            case PatchMap() as result:
                return _build_patching_map(answer, result, drawn.values, scales[drawn.label])

    note = TextBlock(NOTES[_note(view, choice)], pixels=fonts.SMALL)
    legends = [ColourScale(scale, COLOURS) for scale in scales.values()]
    shown = [_token_legend()] if results else []
    drawn = add_common_legend(model_row(columns, column, MIN_COLUMN), *legends)
    return [Stack([note, *shown, drawn], gap=12)]


@dataclass(frozen=True, eq=False)
class DrawnValues:
    """What a map shows, with what its numbers are; models with one label share a scale."""

    label: str = ""
    values: FloatArray = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    diverges: bool = False


def _values(result: Result, choice: TwoChoice, selection: Selection) -> DrawnValues:
    match result:
        case StateDifferences():
            if choice.measure == COSINE:
                return DrawnValues(tr("1 − cosine"), result.cosine)
            return DrawnValues(tr("distance relative to the norm"), result.distance)
        case AttentionDifferences():
            layer, head = result.head_at(selection.layer, selection.head)
            return DrawnValues(tr("first less second"), result.maps[layer, head], diverges=True)
        case PatchMap():
            scores = np.concatenate([result.scores, result.whole[:, None]], axis=1)
            label = SHARE_LABEL if result.is_normalised else tr("change in nats")
            return DrawnValues(label, result.effect(scores), diverges=True)
    return DrawnValues()


def _shared_scales(drawn: Sequence[DrawnValues]) -> dict[str, Scale]:
    """One scale for all models whose numbers are the same, by label."""
    scales: dict[str, Scale] = {}
    for one in drawn:
        if one.label:
            least = 1.0 if one.label == SHARE_LABEL else 0.01
            known = scales[one.label].maximum if one.label in scales else least
            most = max(float(np.abs(one.values).max(initial=0.0)), known)
            scales[one.label] = Scale(most, diverges=one.diverges, label=one.label)
    return scales


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


def _token_legend() -> Drawing:
    """What the colours of tokens say."""
    entries = [
        LegendEntry(name, SYMBOL, partial(_draw_wash, slot))
        for name, slot in ((tr("differs"), DIFFERENT), (NOTES["no_partner"].lower(), ALONE))
    ]
    return Legend(entries)


def _draw_wash(slot: int, sketch: Sketch, rect: QRectF) -> None:
    palette = sketch.palette
    sketch.fill(rect.adjusted(0, 2, 0, -2), palette.tint(palette.model(slot), WASH), radius=3)


# ---- likelihood


def likelihood_sentences(answer: TwoAnswer, result: Likelihoods) -> list[str]:
    """Which of the two the model prefers, and both log-likelihoods."""
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
    gap, preferred = (
        abs(result.first.total - result.second.total),
        answer.names[result.preferred_side],
    )
    if answer.sides.one_model:
        lines.insert(0, tr("{result} is preferred by {gap:.2f} nats.", result=preferred, gap=gap))
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
    own = "" if one is None else aligned.first[one]
    opposite = "" if other is None else aligned.second[other]
    wash = DIFFERENT if own != opposite else None
    if one is None or other is None:
        wash = ALONE
    return TableRow(
        (
            *_build_token_cells(first, own, wash),
            *_build_token_cells(second, opposite, wash),
            *(TableCell("" if value is None else _nats(value)) for value in (gap, kl)),
        )
    )


def _build_token_cells(
    token: TokenScore | None, label: str, wash: int | None
) -> tuple[TableCell, TableCell]:
    """A token, coloured where it differs or has no partner, and its log-probability."""
    shown = visible(label) if label else ""
    detail = NOTES["no_partner"].lower() if wash == ALONE and label else ""
    differs = wash if label else None
    if token is None:
        return TableCell(shown, detail, muted=True, differs=differs), TableCell("")
    tip = tr(
        "Most probable here: {token} ({best_probability:.1%})",
        token=visible(token.best),
        best_probability=token.best_probability,
    )
    return TableCell(shown, detail, tip=tip, differs=differs), TableCell(_nats(token.log), tip=tip)


# ---- states and attention


def _states(
    answer: TwoAnswer, result: StateDifferences, values: FloatArray, scale: Scale
) -> Drawing:
    names = result.aligned.names

    def tip(row: int, column: int) -> str:
        return (
            f"{result.names[row]}, {visible(names[column])}: {number(float(values[row, column]))}"
        )

    rows = [unbroken(name) for name in result.names]
    drawn = NamedMap(values, rows, names, tip=tip, scale=scale, max_cell=MAX_CELL)
    return Stack([_tokens(answer, result.aligned), drawn], gap=16)


def _heads(
    model: ModelSlot, result: AttentionDifferences, chosen: tuple[int, int], maximum: float
) -> Drawing:
    grid = MeasureGrid(
        result.heads,
        maximum=max(maximum, 0.01),
        unit=tr("total variation"),
        scale_unit=tr("total variation"),
        selected=chosen,
    )
    return Titled(Tagged(grid, model.key), tr("Layers by heads"))


def _attention(
    answer: TwoAnswer,
    result: AttentionDifferences,
    grid: Drawing,
    chosen: tuple[int, int],
    scale: Scale,
) -> Drawing:
    (layer, head), names = chosen, result.aligned.names
    values = result.maps[layer, head]

    def tip(row: int, column: int) -> str:
        pair = f"{visible(names[row])} → {visible(names[column])}"
        return f"{pair}: {float(values[row, column]):+.3f}"

    drawn = NamedMap(values, names, names, tip=tip, scale=scale, slots=COLOURS, max_cell=MAX_CELL)
    title = tr("Layer {layer}, head {head}", layer=layer + 1, head=head + 1)
    return Stack([_tokens(answer, result.aligned), grid, Titled(drawn, title)], gap=16)


# ---- patching


def patching_sentences(answer: TwoAnswer, result: PatchMap) -> list[str]:
    """Which single state makes the difference, and what is predicted in both runs."""
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
    lines = [_which_state(result), f"{what} {', '.join(values)}."]
    if second is None:
        lines.append(f"{answer.names[1]} {NOTES['no_end']}")
    elif not result.is_normalised:
        lines.append(NOTES["raw"])
    if result.several_tokens:
        lines.append(NOTES["several"])
    return lines


def _which_state(result: PatchMap) -> str:
    if result.decisive:
        ranges = "; ".join(map(_range_text, result.decisive))
        return tr("One state alone makes the difference: {ranges}.", ranges=ranges)
    one = result.strongest
    place = {"name": visible(one.name), "layer": one.first}
    if not result.is_normalised:
        value = f"{one.least:+.2f}"
        return tr(
            "The largest change by one state: {name}, {layer}, {value} nats.", **place, value=value
        )
    return tr(
        "No single state makes the difference; the largest share is {value} ({name}, {layer}).",
        **place,
        value=_nats(one.least),
    )


def _range_text(one: StateRange) -> str:
    name, share = visible(one.name), _nats(one.least)
    if one.first == one.last:
        return tr("{name} in {layer}: {share} of it", name=name, layer=one.first, share=share)
    return tr(
        "{name} from {first} to {last}: at least {share} of it",
        name=name,
        first=one.first,
        last=one.last,
        share=share,
    )


def _build_patching_map(
    answer: TwoAnswer, result: PatchMap, values: FloatArray, scale: Scale
) -> Drawing:
    columns = [*result.columns, unbroken(columns_title(result.kind))]
    scores = np.concatenate([result.scores, result.whole[:, None]], axis=1)

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
    return Stack([text, _tokens(answer, result.aligned), drawn], gap=16)
