"""The figure of the sentence on top, judged by every fine-tuned model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.core.finetuning.request import FineTuningAnswer
from explorer.core.finetuning.sentence import QuestionAnswer, TaskPrediction
from explorer.core.localization import mark, tr
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip
from explorer.ui.graphics.tokens.token_rows import TokenRow, TokenRows
from explorer.ui.panels.finetuning.subjects import ColouredModel
from explorer.ui.style import fonts

MIN_COLUMN = 300.0
LARGE = 1.6 * fonts.BODY  # pixels of a score
LEAST_SHARE = 0.005  # smaller probabilities of pieces are not written
NO_ANSWER = tr("No answer: the null score is above the threshold.")
ABOVE = mark(
    "No answer: score {score:.2f}, probability {probability}. Minus the best answer's score it is "
    "{odds:.2f}, above the threshold {threshold:.2f}, {source}."
)
NOT_ABOVE = mark(
    "No answer: score {score:.2f}, probability {probability}. Minus the best answer's score it is "
    "{odds:.2f}, not above the threshold {threshold:.2f}, {source}."
)


class SentencePicture:
    """A column for each model. A `threshold` of the null odds replaces that of each model."""

    def __init__(
        self,
        answer: FineTuningAnswer,
        subjects: Sequence[ColouredModel],
        threshold: float | None = None,
    ) -> None:
        predictions = answer.predictions
        self.columns = [
            (one, predictions[one.key].at(threshold)) for one in subjects if one.key in predictions
        ]

    @property
    def threshold(self) -> float | None:
        """That of the first model of which a question may have no answer."""
        questions = (classified.question for _, classified in self.columns)
        thresholds = (one.threshold for one in questions if one is not None)
        return next((one for one in thresholds if one is not None), None)

    def figure(self) -> Drawing:
        columns = [
            Titled(
                _picture(classified, subject.slot), subject.title, subject.slot, _note(classified)
            )
            for subject, classified in self.columns
        ]
        return Row(columns, min_width=MIN_COLUMN)

    def table(self) -> Table:
        rows: list[tuple[Any, ...]] = []
        for subject, one in self.columns:
            rows += [(subject.title, one.task, *row) for row in _values(one)]
        return Table(("model", "task", "name", "value"), rows)


def _note(one: TaskPrediction) -> str:
    return f"{tr(one.task)}. {one.note}".strip()


def _picture(one: TaskPrediction, slot: int | None) -> Drawing:
    if one.question is not None:
        return _answer(one.question, slot)
    if one.tags:
        return _tags(one.tags, slot)
    if one.score is not None:
        return TextBlock(number(one.score), muted=False, pixels=LARGE)
    if any(fonts.text_width(name) > MIN_COLUMN / 3 for name in one.probabilities):
        return _ranked(one.probabilities)
    bars = [
        Bar(name, share, slot, strong=name == one.answer)
        for name, share in one.probabilities.items()
    ]
    return Bars(bars, title=tr("Probabilities"))


def _ranked(probabilities: Mapping[str, float]) -> TableDrawing:
    columns = [
        Column(tr("Rank"), right=True),
        Column(tr("Continuation"), least=120.0, wrap=True, stretch=True),
        Column(tr("Probability"), least=60.0),
    ]
    rows = [
        TableRow(
            (
                TableCell(f"{rank}", muted=True),
                TableCell(text),
                TableCell(number(share), heat=share),
            )
        )
        for rank, (text, share) in enumerate(probabilities.items(), 1)
    ]
    return TableDrawing(columns, rows, title=tr("Continuations"), long=True)


def _tags(tags: Sequence[tuple[str, str, float]], slot: int | None) -> Drawing:
    """The words, those with a tag in the colour of the model."""
    chips = [
        TokenChip(
            word,
            slot=None if tag == "O" else slot,
            below=(tag, number(share)),
            tip=f"{word}: {tag}, {number(share)}",
        )
        for word, tag, share in tags
    ]
    return TokenRows(
        [TokenRow(tuple(chips), below=(tr("tag"), tr("probability")))], title=tr("Tags")
    )


# ---- question answering


def _answer(question: QuestionAnswer, slot: int | None) -> Drawing:
    """The passage with the answer, the n-best answers, and the null score."""
    return Stack([_passage(question, slot), _n_best(question), TextBlock(_null(question))])


def _passage(question: QuestionAnswer, slot: int | None) -> Drawing:
    """The pieces of the passage; those of the answer have the colour of the model."""
    answer = question.answer
    chips = []
    pieces = zip(question.token_offsets, question.start, question.end, strict=True)
    for (first, last), start, end in pieces:
        inside = answer is not None and first < answer.end and last > answer.start
        text = question.passage[first:last]
        below = tuple(number(p) if p >= LEAST_SHARE else "" for p in (start, end))
        tip = tr(
            "{text}: start {start}, end {end}", text=text, start=number(start), end=number(end)
        )
        chips.append(TokenChip(text, slot=slot if inside else None, below=below, tip=tip))
    row = TokenRow(tuple(chips), below=(tr("start"), tr("end")))
    parts: list[Drawing] = [TokenRows([row], title=tr("Passage"))]
    if answer is None:
        parts.insert(0, TextBlock(NO_ANSWER, muted=False))
    return Stack(parts, gap=GRID)


def _n_best(question: QuestionAnswer) -> TableDrawing:
    columns = [
        Column(tr("Answer"), least=120.0, wrap=True, stretch=True),
        Column(tr("Score"), least=56.0, right=True),
        Column(tr("Probability"), least=60.0),
    ]
    rows = [
        TableRow(
            (
                TableCell(a.text),
                TableCell(f"{a.score:.2f}"),
                TableCell(number(a.probability), heat=a.probability),
            )
        )
        for a in question.n_best
    ]
    return TableDrawing(columns, rows, title=tr("Best answers"), long=True)


def _null(question: QuestionAnswer) -> str:
    """The score of no answer against the best answer and the threshold."""
    if question.threshold is None:
        return tr("This model learned questions that all have an answer.")
    return tr(
        ABOVE if question.null_odds > question.threshold else NOT_ABOVE,
        score=question.null_score,
        probability=number(question.null_probability),
        odds=question.null_odds,
        threshold=question.threshold,
        source=question.source,
    )


def _values(one: TaskPrediction) -> list[tuple[str, Any]]:
    """What a file has of a judgement."""
    if one.question is not None:
        best = [(answer.text, answer.probability) for answer in one.question.n_best]
        null = [
            ("null score", one.question.null_score),
            ("null odds", one.question.null_odds),
        ]
        return [("answer", one.answer), *best, *null, ("threshold", one.question.threshold)]
    if one.tags:
        return [(word, tag) for word, tag, _ in one.tags]
    if one.score is not None:
        return [("score", one.score)]
    return list(one.probabilities.items())
