"""The figure of the sentence on top, judged by every fine-tuned model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from explorer.core.finetuning.request import FineTuningAnswer
from explorer.core.finetuning.sentence import QuestionAnswer, TaskPrediction
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.report.captions import DrawnModel
from explorer.core.table import Table
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.table_columns import FilledColumn, table_of, text_cells
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing
from explorer.ui.graphics.tokens.chip import TokenChip
from explorer.ui.graphics.tokens.token_rows import TokenRow, TokenRows
from explorer.ui.style import fonts

MIN_COLUMN = 300.0
LARGE = 1.6 * fonts.BODY  # pixels of a score
NOTES = panel_text("finetuning").notes
LEAST_SHARE = 0.005  # smaller probabilities of pieces are not written


class SentencePicture:
    """A column for each model. A `threshold` of the null odds replaces that of each model."""

    def __init__(
        self, answer: FineTuningAnswer, subjects: Sequence[DrawnModel], threshold: float | None
    ) -> None:
        predictions = answer.predictions
        self.columns = [
            (one, predictions[one.key].with_null_threshold(threshold))
            for one in subjects
            if one.key in predictions
        ]

    @property
    def null_threshold(self) -> float | None:
        """The null threshold of the first model whose questions may have no answer."""
        questions = (classified.question for _, classified in self.columns)
        thresholds = (one.threshold for one in questions if one is not None)
        return next((one for one in thresholds if one is not None), None)

    def figure(self) -> Drawing:
        columns = []
        for subject, classified in self.columns:
            note = f"{tr(classified.task)}. {classified.note}".strip()
            picture = _picture(classified, subject.slot)
            columns.append(Titled(picture, subject.title, subject.slot, note))
        return Row(columns, min_width=MIN_COLUMN)

    def table(self) -> Table:
        rows = [
            (subject.title, one.task, *row) for subject, one in self.columns for row in one.rows()
        ]
        return Table(("model", "task", "name", "value"), rows)


def _picture(one: TaskPrediction, slot: int | None) -> Drawing:
    if one.question is not None:
        question = one.question
        return Stack([_passage(question, slot), _n_best(question), TextBlock(_null(question))])
    if one.tags:
        return _tags(one.tags, slot)
    if one.score is not None:
        return TextBlock(number(one.score), muted=False, pixels=LARGE)
    if any(fonts.text_width(name) > MIN_COLUMN / 3 for name in one.probabilities):
        return _rank_continuations(one.probabilities)
    bars = [
        Bar(name, share, slot, strong=name in one.classes)
        for name, share in one.probabilities.items()
    ]
    return Bars(bars, title=tr("Probabilities"))


def _rank_continuations(probabilities: Mapping[str, float]) -> TableDrawing:
    ranks = [str(rank) for rank in range(1, len(probabilities) + 1)]
    columns = [
        (Column(tr("Rank"), right=True), text_cells(ranks, muted=True)),
        (
            Column(tr("Continuation"), least=120.0, wrap=True, stretch=True),
            text_cells([*probabilities]),
        ),
        _probability_column(probabilities.values()),
    ]
    return table_of(columns, tr("Continuations"), long=True)


def _probability_column(probabilities: Iterable[float]) -> FilledColumn:
    cells = [TableCell(number(one), heat=one) for one in probabilities]
    return Column(tr("Probability"), least=60.0), cells


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
        parts.insert(0, TextBlock(NOTES["no_answer"], muted=False))
    return Stack(parts, gap=GRID)


def _n_best(question: QuestionAnswer) -> TableDrawing:
    answers = question.n_best
    columns = [
        (
            Column(tr("Answer"), least=120.0, wrap=True, stretch=True),
            text_cells([one.text for one in answers]),
        ),
        (
            Column(tr("Score"), least=56.0, right=True),
            text_cells([f"{one.score:.2f}" for one in answers]),
        ),
        _probability_column(one.probability for one in answers),
    ]
    return table_of(columns, tr("Best answers"), long=True)


def _null(question: QuestionAnswer) -> str:
    """The score of no answer against the best answer and the threshold."""
    if question.threshold is None:
        return NOTES["all_answered"]
    return tr(
        NOTES["null_above" if question.null_odds > question.threshold else "null_not_above"],
        score=question.null_score,
        probability=number(question.null_probability),
        odds=question.null_odds,
        threshold=question.threshold,
        source=question.source,
    )
