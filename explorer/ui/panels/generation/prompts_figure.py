"""The figure of the view Prompts: prompts as they are sent, answers, attention, accuracy by K."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from explorer.core.errors import UserError
from explorer.core.generation.few_shot import (
    AccuracyCurves,
    FewShotAnswer,
    ShotAnswer,
    part_title,
)
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import message, plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.state.slots import SLOTS
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    TextBlock,
    Titled,
    add_common_legend,
    number,
)
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.heat_map import HeatMap
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import unbroken
from explorer.ui.panel_base.columns import titled_problem
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale

NOTES = panel_text("generation").notes
SHOT_NAMES = {0: tr("Zero-shot"), 1: tr("One-shot")}
MIN_PROMPT, MIN_MAP = 224.0, 320.0
MAX_CELL = 56.0
ATTENTION = Scale(1.0, label=tr("attention of the last position"))
LIMITS = (-0.03, 1.03)  # of an accuracy
BASELINE_DASHES = ((3.0, 2.0), (1.0, 2.0))

ModelAnswers = Sequence[tuple[ModelSlot, FewShotAnswer | UserError]]


def sections(answers: ModelAnswers, curves: AccuracyCurves | None) -> list[Drawing]:
    """The answers of each model, attention, and accuracy by K where it was measured."""
    answered = [(slot, one) for slot, one in answers if isinstance(one, FewShotAnswer)]
    parts: list[Drawing] = [Stack([_model(slot, one) for slot, one in answers], gap=20)]
    if answered:
        parts.insert(0, _head(answered[0][1]))
    if maps := [(slot, one) for slot, one in answered if one.by_shots[-1].attention is not None]:
        parts.append(_attention(maps))
    if curves is not None and curves.by_model:
        parts.append(_accuracy(curves, [slot for slot, _ in answers]))
    return parts


def shot_name(shots: int) -> str:
    return SHOT_NAMES.get(shots, tr("Few-shot, K = {shots}", shots=shots))


def _head(answer: FewShotAnswer) -> Drawing:
    """The task, the query with its answer, and that nothing is trained."""
    text = answer.query.input.replace("\n", " ")
    query = tr(
        "Query: “{text}”. Correct answer: “{answer}”.", text=text, answer=answer.query.answer
    )
    note = f"{message(answer.task.note)} {NOTES['no_weights_change']}"
    words = TextBlock(note, pixels=fonts.SMALL)
    return Titled(Stack([TextBlock(query, muted=False), words], gap=4), message(answer.task.title))


def _model(slot: ModelSlot, answer: FewShotAnswer | UserError) -> Drawing:
    if isinstance(answer, UserError):
        return titled_problem(slot, answer)
    cells = [_shot(slot, answer, one) for one in answer.by_shots]
    return Titled(Row(cells, min_width=MIN_PROMPT), slot.title, slot.index)


def _shot(slot: ModelSlot, answer: FewShotAnswer, shot: ShotAnswer) -> Drawing:
    """One prompt and what the model answers."""
    room = tr(
        "{shot:,} of {answer:,} positions", shot=shot.num_tokens, answer=answer.card.num_positions
    )
    if count := len(shot.prompt.prefix.dropped):
        dropped = plural(
            count,
            "Example 1 was dropped: no room",
            "Examples 1 to {count} were dropped: no room",
        )
        room = f"{room}. {dropped}"
    verdict = tr("correct is {answer}", answer=answer.query.answer)
    verdict = tr("correct") if shot.correct else verdict
    words = f"{shot.answer_text} ({verdict})" if len(shot.best) == 1 else shot.answer_text
    parts: list[Drawing] = [_prompt_table(shot), TextBlock(words, muted=False)]
    if shot.scored is not None:
        parts.append(_bars(slot, answer, shot))
    return Titled(Stack(parts, gap=8), shot_name(shot.shots), note=f"{room}.")


def _prompt_table(shot: ShotAnswer) -> Drawing:
    """The parts of a prompt in order; dropped examples are struck through."""
    columns = [
        Column(tr("part")),
        Column(tr("tokens"), right=True),
        Column(tr("text"), stretch=True, wrap=True),
    ]
    rows = []
    for part in shot.prompt.prefix.dropped:
        tip = tr("{part} was dropped", part=part_title(part))
        rows.append(_part_row(part_title(part), len(part.ids), part.text, tip, dropped=True))
    for part, tokens in zip(shot.prompt.parts, map(" ".join, shot.tokens), strict=True):
        rows.append(_part_row(part_title(part), len(part.ids), part.text or tokens, tokens))
    return TableDrawing(columns, rows)


def _part_row(
    title: str, num_tokens: int, text: str, tip: str, *, dropped: bool = False
) -> TableRow:
    """A part with its number of tokens and its text on one line, line ends as signs."""
    cells = (
        TableCell(title, muted=True, struck=dropped),
        TableCell(str(num_tokens), muted=dropped),
        TableCell(text.replace("\n", "⏎ ").strip(), muted=dropped, struck=dropped),
    )
    return TableRow(cells, tip=tip)


def _bars(slot: ModelSlot, answer: FewShotAnswer, shot: ShotAnswer) -> Drawing:
    """The choices and their probabilities among themselves."""
    bars = [
        Bar(
            choice.text,
            choice.share,
            slot=slot.index,
            strong=shot.best == (choice.text,),
            note=tr("correct") if choice.text == answer.query.answer else "",
            tip=plural(
                choice.tokens,
                "{choice}: score {score}, log-likelihood {total} nats in {count} token, "
                "unconditional {neutral}",
                "{choice}: score {score}, log-likelihood {total} nats in {count} tokens, "
                "unconditional {neutral}",
                choice=choice.text,
                score=number(choice.score),
                total=number(choice.log_likelihood),
                neutral=number(choice.unconditional),
            ),
        )
        for choice in answer.choices(shot)
    ]
    return Bars(bars)


def _attention(answers: Sequence[tuple[ModelSlot, FewShotAnswer]]) -> Drawing:
    """Layers against the parts of the longest prompt, on one scale."""
    values = [cast(Any, one.by_shots[-1].attention) for _, one in answers]
    maps: list[Drawing] = []
    for (slot, one), weights in zip(answers, values, strict=True):
        titles = [part_title(part) for part in one.by_shots[-1].prompt.parts]
        names = [unbroken(title) for title in titles]
        layers = [tr("Layer {layer}", layer=layer + 1) for layer in range(len(weights))]
        drawing = HeatMap(weights, layers, names, scale=ATTENTION, max_cell=MAX_CELL)
        maps.append(Titled(drawing, slot.title, slot.index))
    drawn = add_common_legend(Row(maps, min_width=MIN_MAP), ColourScale(ATTENTION), gap=8)
    return Titled(drawn, tr("Attention to the examples"), note=NOTES["attention"])


# ---- accuracy by K


def _accuracy(curves: AccuracyCurves, slots: Sequence[ModelSlot]) -> Drawing:
    series = [
        IntervalSeries(slot.title, _points(curves, slot.key), slot.index)
        for slot in slots
        if slot.key in curves.by_model
    ]
    longest = max((one.points for one in series), key=len, default=())
    ends = [point.x or 0.0 for point in longest]
    baselines = {tr("chance"): curves.task.chance, tr("majority"): curves.task.majority}
    known = [(name, value) for name, value in baselines.items() if value is not None]
    for place, (name, value) in enumerate(known if ends else ()):
        points = tuple(
            IntervalPoint(value, text=number(value), x=x) for x in (min(ends), max(ends))
        )
        dashes = BASELINE_DASHES[place]
        slot = len(SLOTS) + place
        series.append(IntervalSeries(name, points, slot, hollow=True, dashes=dashes))
    chart = IntervalLines(series, x_title=tr("examples in the prompt (K)"), limits=LIMITS)
    problems = [f"{key}: {why}" for key, why in curves.problems.items()]
    note = " ".join([NOTES["accuracy"], *problems])
    return Titled(chart, tr("Accuracy by K"), note=note)


def _points(curves: AccuracyCurves, key: str) -> tuple[IntervalPoint, ...]:
    points = []
    for one in curves.by_model[key]:
        mean, ties = one.accuracy, ""
        if one.num_tied:
            ties = tr(", {one} equally likely", one=one.num_tied)
        text = tr(
            "K = {one}: {mean} of {num_queries} queries{ties}",
            one=one.shots,
            mean=number(mean.mean),
            num_queries=one.num_queries,
            ties=ties,
        )
        points.append(IntervalPoint(mean.mean, mean.low, mean.high, text, float(one.shots)))
    return tuple(points)


# ---- words and numbers


def detail_rows(answers: ModelAnswers) -> list[tuple[str, str]]:
    """The answer of each model by the number of examples."""
    rows: list[tuple[str, str]] = []
    for slot, answer in answers:
        if isinstance(answer, FewShotAnswer):
            rows.append((f"{slot.letter}  {slot.title}", ""))
            rows += [(shot_name(one.shots), _verdict(one)) for one in answer.by_shots]
    return rows


def _verdict(shot: ShotAnswer) -> str:
    return tr("{answer} (correct)", answer=shot.answer_text) if shot.correct else shot.answer_text
