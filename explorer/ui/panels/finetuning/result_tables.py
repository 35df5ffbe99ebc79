"""The tables of results: metrics, confusion matrices, examples, phenomena, disagreements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from explorer.core.finetuning.confusion import (
    ClassifiedExample,
    ConfusionMatrix,
    PhenomenonErrors,
    true_label,
)
from explorer.core.finetuning.results import ModelResult, RegressionResult, metric_name
from explorer.core.localization import message, plural, tr
from explorer.core.readable import join_names
from explorer.core.report.captions import DrawnModel
from explorer.core.state.choices import FormChoice
from explorer.ui.graphics.drawing import Drawing, Titled, number
from explorer.ui.graphics.table_columns import FilledColumn, table_of, text_cells
from explorer.ui.graphics.table_drawing import Column, Segment, TableCell, TableDrawing, TableRow
from explorer.ui.style import fonts

TOO_FEW = tr("too few for an interval")
MAX_ROWS = 12  # examples in a list
MAX_CLASS_COLUMNS = 3  # with more classes, only the two probabilities that matter
MIN_TEXT, MIN_NUMBER = 90.0, 56.0
MAX_SHORT = 110.0  # pixels of a text that is not broken into lines
AROUND_TEXT = 16.0  # pixels, of a text in a column that is as wide as its longest
MATRIX_CELL, WIDEST_CELL, MATRIX_NAME = 52.0, 120.0, 110.0
MODEL_NAME = 260.0  # pixels at most, of the name of a model over its numbers
AROUND_NAME = 40.0  # pixels, of its badge and the room beside it


@dataclass(frozen=True)
class CellChoice(FormChoice):
    """A cell of the confusion matrix of a model; of none without a key."""

    key: str = ""
    label: str = ""
    predicted: str = ""


@dataclass(frozen=True)
class ModelColumn:
    """A model with its result."""

    subject: DrawnModel
    result: ModelResult


def left_out(result: ModelResult) -> list[Drawing]:
    """The rows of the files that cannot be used, which a person chose to skip."""
    if not result.num_skipped:
        return []
    skipped = result.skipped[:MAX_ROWS]
    ends = [re.split(r"[/\\]", one.place)[-1] for one in skipped]  # without the folder
    places = [TableCell(end, tip=one.place) for end, one in zip(ends, skipped, strict=True)]
    columns = [
        (Column(tr("Row"), least=MIN_TEXT, most=4 * MIN_TEXT), places),
        (
            Column(tr("Why"), wrap=True, stretch=True),
            text_cells([message(one.reason) for one in skipped]),
        ),
    ]
    table = table_of(columns, tr("Rows left out"), long=True)
    note = tr("The first {count}.", count=MAX_ROWS) if result.num_skipped > MAX_ROWS else ""
    return [Titled(table, tr("Rows left out: {count:,}", count=result.num_skipped), note=note)]


def metric_keys(columns: Sequence[ModelColumn]) -> list[str]:
    """The metrics that all models of a set have, the one that decides first."""
    first = columns[0].result
    keys = dict.fromkeys([first.metric, *first.metrics])
    return [key for key in keys if all(key in one.result.metrics for one in columns)]


def metrics_table(columns: Sequence[ModelColumn]) -> TableDrawing:
    """A row for each metric: each model, and what the majority class gets."""
    first = columns[0].result
    heads = [
        Column(tr("Metric"), least=MATRIX_NAME),
        *_named_columns(columns),
        Column(first.constant_title, least=MIN_NUMBER, right=True),
    ]
    rows = []
    for place, key in enumerate(metric_keys(columns)):
        majority = first.majority.get(key)
        cells = (
            TableCell(metric_name(key), bold=place == 0),
            *(_metric_cell(one.result, key, bold=place == 0) for one in columns),
            TableCell("–" if majority is None else number(majority), muted=True),
        )
        rows.append(TableRow(cells, tip=message(first.formulas.get(key, ""))))
    return TableDrawing(heads, rows, title=tr("Metrics"), row_clicks=True)


def _metric_cell(result: ModelResult, key: str, *, bold: bool) -> TableCell:
    """A metric; below it its interval over the examples, or what several seeds have."""
    return TableCell(number(result.value(key)), below=_format_interval(result, key), bold=bold)


def _format_interval(result: ModelResult, key: str) -> str:
    """Return the interval or range of a metric; empty where it is not known."""
    if (summary := result.summary(key)) is not None:
        return _format_range(summary.low, summary.high)
    if key not in result.intervals:
        return ""
    interval = result.intervals[key]
    return TOO_FEW if interval is None else _format_range(*interval)


def _format_range(low: float, high: float) -> str:
    return tr("{low} to {high}", low=number(low), high=number(high))


def explain_intervals(columns: Sequence[ModelColumn]) -> list[str]:
    """What is below the metrics, and what is a mean over seeds."""
    notes: dict[str, list[str]] = {}
    for one in columns:
        notes.setdefault(one.result.note_below, []).append(one.subject.name)
    same = len(notes) == 1
    return [note if same else f"{join_names(names)}: {note}" for note, names in notes.items()]


def teacher_notes(columns: Sequence[ModelColumn]) -> list[str]:
    """Who taught each student, and the share of the teacher's score that it has."""
    scores = [(one, one.result.teacher_score(one.result.metric)) for one in columns]
    return [
        tr(
            "{student} was taught by {teacher} and has {share:.1%} of its score ({metric} "
            "{value}).",
            student=one.subject.title,
            teacher=score.name,
            share=score.share,
            metric=metric_name(one.result.metric),
            value=number(score.value),
        )
        for one, score in scores
        if score is not None and score.share is not None
    ]


def metric_rows(one: ModelColumn, key: str) -> list[tuple[str, str]]:
    """A metric of a model, or its mean and what each seed has; then that of its teacher."""
    result = one.result
    rows = [(one.subject.name, number(result.value(key)))]
    summary, seeds, score = result.summary(key), result.seeds, result.teacher_score(key)
    if below := _format_interval(result, key):
        is_range = summary is not None and not summary.is_interval
        rows.append((tr("Lowest and highest") if is_range else tr("95 % interval"), below))
    if seeds is not None and key in seeds.values:
        for seed, value in zip(seeds.seeds, seeds.values[key], strict=True):
            rows.append((tr("Seed {seed}", seed=seed), number(value)))
    if score is not None:
        rows.append((tr("Teacher: {name}", name=score.name), number(score.value)))
        if score.share is not None and key == result.metric:
            rows.append((tr("Share of the teacher's score"), f"{score.share:.1%}"))
    return rows


def _named_columns(columns: Sequence[ModelColumn]) -> list[Column]:
    """A column of one width below the badge and the name of each model."""
    subjects = [one.subject for one in columns]
    least, most = (
        max(fonts.text_width(one.title, pixels, bold=True) for one in subjects) + AROUND_NAME
        for pixels in (fonts.SMALL, fonts.BODY)
    )
    least, most = (min(max(width, MATRIX_NAME), MODEL_NAME) for width in (least, most))
    return [
        Column(one.title, slot=one.slot, least=least, most=most, stretch=True) for one in subjects
    ]


def _lettered_column(
    one: ModelColumn, columns: Sequence[ModelColumn], *, wraps: bool = False, bars: bool = False
) -> Column:
    """A column below the badge alone where the letters of several models say enough."""
    has_letters = len(columns) > 1 and all(other.subject.slot is not None for other in columns)
    head, slot = "" if has_letters else one.subject.title, one.subject.slot
    most = MODEL_NAME if bars else 1e6 if wraps else MAX_SHORT
    return Column(head, slot=slot, least=90.0, most=most, stretch=bars or wraps, wrap=wraps)


def matrix_table(matrix: ConfusionMatrix, chosen: CellChoice, *, shares: bool) -> TableDrawing:
    """Counts or shares; the colours are shares of each true class in both."""
    of_row = matrix.shares()
    columns = [Column(tr("true"), least=MATRIX_CELL)]
    columns += [
        Column(label, least=MATRIX_CELL, most=WIDEST_CELL, stretch=True, clicks=True)
        for label in matrix.labels
    ]
    rows = []
    for row, label in enumerate(matrix.labels):
        cells = [TableCell(label)]
        for column, predicted in enumerate(matrix.labels):
            count, share = int(matrix.counts[row, column]), float(of_row[row, column])
            tip = plural(
                count,
                "{count:,} example of {label} is predicted as {predicted} ({share:.1%})",
                "{count:,} examples of {label} are predicted as {predicted} ({share:.1%})",
                label=label,
                predicted=predicted,
                share=share,
            )
            is_chosen = (chosen.label, chosen.predicted) == (label, predicted)
            text = f"{share:.1%}" if shares else f"{count:,}"
            cells.append(
                TableCell(text, heat=share, bold=is_chosen, correct=row == column, tip=tip)
            )
        rows.append(TableRow(tuple(cells)))
    return TableDrawing(columns, rows, title=tr("Confusion matrix"))


def examples_table(
    examples: Sequence[ClassifiedExample], labels: Sequence[str], titles: tuple[str, str]
) -> TableDrawing:
    """Examples with probabilities: of each class if they are few, else of the two that matter."""
    columns = _text_columns(examples, titles)
    if 0 < len(labels) <= MAX_CLASS_COLUMNS:
        columns += [
            (Column(label, least=MIN_NUMBER), [_probability(one, label) for one in examples])
            for label in labels
        ]
    else:
        true = [_format_label(one, one.label) for one in examples]
        predicted = [_format_label(one, one.predicted) for one in examples]
        columns += [_text_column(tr("True"), true), _text_column(tr("Predicted"), predicted)]
    unknown = [one.probability(one.label) is None for one in examples]
    pairs = zip(examples, unknown, strict=True)
    losses = ["–" if is_unknown else number(one.loss) for one, is_unknown in pairs]
    columns.append(_number_column(tr("Loss (nats)"), losses))
    return table_of(columns, tr("Examples"), long=True)


def _probability(one: ClassifiedExample, label: str) -> TableCell:
    share = one.probabilities.get(label, 0.0)
    return TableCell(number(share), heat=share, correct=label == one.label)


def _format_label(one: ClassifiedExample, label: str) -> str:
    """A class, or an answer, with its probability where that is known."""
    share = one.probability(label)
    return label if share is None else f"{label} ({number(share)})"


def _text_columns(
    examples: Sequence[ClassifiedExample] | Sequence[RegressionResult], titles: tuple[str, str]
) -> list[FilledColumn]:
    """The texts of examples, and the other texts of pairs."""
    texts, pairs = [one.text for one in examples], [one.pair for one in examples]
    columns = zip(titles, (texts, pairs), strict=True)
    return [_text_column(title, column) for title, column in columns if any(column)]


def _text_column(head: str, texts: Sequence[str], **style: Any) -> FilledColumn:
    """A column as wide as its texts; long ones are broken into lines, in the room that is left."""
    widest = max(map(fonts.text_width, texts), default=0.0) + AROUND_TEXT
    column = Column(head, least=max(widest, fonts.text_width(head, fonts.SMALL)), wrap=True)
    if widest > MAX_SHORT:
        column = Column(head, least=MIN_TEXT, wrap=True, stretch=True)
    return column, text_cells(texts, **style)


def _number_column(head: str, numbers: Sequence[str]) -> FilledColumn:
    return Column(head, least=MIN_NUMBER, right=True), text_cells(numbers)


def scored_table(one: ModelColumn) -> Drawing:
    """The largest errors of a regression."""
    scored = one.result.scored[:MAX_ROWS]
    columns = [
        *_text_columns(scored, one.result.text_titles),
        _number_column(tr("Right"), [number(s.score) for s in scored]),
        _number_column(tr("Predicted"), [number(s.predicted) for s in scored]),
    ]
    table = table_of(columns, tr("Largest errors"), long=True)
    return Titled(table, tr("Largest errors: {title}", title=one.subject.title), one.subject.slot)


def phenomena_table(columns: Sequence[ModelColumn]) -> TableDrawing:
    """A row for each phenomenon, the hardest for all models first."""
    tables = [{row.phenomenon: row for row in one.result.phenomena} for one in columns]
    rows: dict[str, list[PhenomenonErrors]] = {}  # of the models that have it
    for row in (row for table in tables for row in table.values()):
        rows.setdefault(row.phenomenon, []).append(row)
    names = sorted(rows, key=lambda name: fmean(row.accuracy for row in rows[name]))
    counts = [f"{max(row.num_examples for row in rows[name]):,}" for name in names]
    filled = [
        (
            Column(tr("Phenomenon"), least=MATRIX_NAME, most=220.0),
            [TableCell(tr(name), tip=tr(name)) for name in names],
        ),
        (Column(tr("Examples"), right=True), text_cells(counts, muted=True)),
        *(
            (
                _lettered_column(one, columns, bars=True),
                [_accuracy(one, table.get(name)) for name in names],
            )
            for one, table in zip(columns, tables, strict=True)
        ),
    ]
    return table_of(filled, tr("Accuracy by phenomenon"))


def _accuracy(one: ModelColumn, row: PhenomenonErrors | None) -> TableCell:
    if row is None:
        return TableCell("–", muted=True)
    slot = one.subject.slot
    part = Segment(
        row.accuracy,
        lambda palette: palette.accent if slot is None else palette.model(slot),
    )
    beside = "" if row.interval is None else "{:.0%} – {:.0%}".format(*row.interval)
    tip = tr("95 % interval: {interval}", interval=beside)
    return TableCell(f"{row.accuracy:.0%}", beside=beside, bar=(part,), tip=tip)


def disagreement_table(
    rows: Sequence[Mapping[str, ClassifiedExample]], columns: Sequence[ModelColumn]
) -> TableDrawing:
    """An example in each row: its class, and what each model predicts, how sure it is."""
    examples = [next(iter(row.values())) for row in rows]
    labels = _text_column(tr("True"), [true_label(row) for row in rows], muted=True)
    wraps = labels[0].stretch  # the classes are sentences
    filled = [
        *_text_columns(examples, columns[0].result.text_titles),
        labels,
        *(
            (
                _lettered_column(one, columns, wraps=wraps),
                [_prediction(one, row[one.subject.key], wraps=wraps) for row in rows],
            )
            for one in columns
        ),
    ]
    return table_of(filled, tr("Disagreements"), long=True)


def _prediction(one: ModelColumn, classified: ClassifiedExample, *, wraps: bool) -> TableCell:
    """What a model predicts, and how sure it is; the right one is bold."""
    share = number(classified.confidence) if classified.probabilities else ""
    if not wraps:
        return TableCell(
            classified.predicted, below=share, slot=one.subject.slot, bold=classified.is_correct
        )
    words = [word for word in (share, tr("right") if classified.is_correct else "") if word]
    return TableCell(
        f"{classified.predicted} ({', '.join(words)})" if words else classified.predicted
    )
