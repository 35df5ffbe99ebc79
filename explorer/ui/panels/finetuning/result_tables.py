"""The tables of results: metrics, confusion matrices, examples, phenomena, disagreements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.core.finetuning.confusion import ClassifiedExample, ConfusionMatrix, PhenomenonErrors
from explorer.core.finetuning.results import ModelResult, metric_name
from explorer.core.finetuning.seeds import SeedMetrics, SeedSummary
from explorer.core.finetuning.teachers import TeacherScore, teacher_score
from explorer.core.localization import message, plural, tr
from explorer.core.readable import listed
from explorer.core.state.state import JSON
from explorer.ui.graphics.drawing import Drawing, Titled, number
from explorer.ui.graphics.table_drawing import Column, Segment, TableCell, TableDrawing, TableRow
from explorer.ui.panels.finetuning.subjects import ColouredModel
from explorer.ui.style import fonts

MAX_ROWS = 12  # examples in a list
MAX_CLASS_COLUMNS = 3  # with more classes, only the two probabilities that matter
MIN_TEXT, MIN_NUMBER = 90.0, 56.0
MAX_SHORT = 110.0  # pixels of a text that is not broken into lines
AROUND_TEXT = 16.0  # pixels, of a text in a column that is as wide as its longest
MATRIX_CELL, WIDEST_CELL, MATRIX_NAME = 52.0, 120.0, 110.0
MODEL_NAME = 260.0  # pixels at most, of the name of a model over its numbers
AROUND_NAME = 40.0  # pixels, of its badge and the room beside it


@dataclass(frozen=True)
class CellChoice:
    """A cell of the confusion matrix of a model."""

    key: str
    label: str
    predicted: str

    def to_json(self) -> dict[str, JSON]:
        return {"key": self.key, "label": self.label, "predicted": self.predicted}

    @classmethod
    def from_json(cls, value: JSON) -> CellChoice | None:
        if not isinstance(value, Mapping):
            return None
        names = [value.get(name) for name in ("key", "label", "predicted")]
        return cls(*map(str, names)) if all(isinstance(name, str) for name in names) else None


@dataclass(frozen=True)
class ModelColumn:
    """A model with its result."""

    subject: ColouredModel
    result: ModelResult


def constant_title(result: ModelResult) -> str:
    """What the metrics of always giving the same answer are of."""
    if result.matrix is not None:
        return tr("Majority class")
    return tr("Mean score") if result.scored else tr("Most frequent answer")


def left_out(result: ModelResult) -> list[Drawing]:
    """The rows of the files that cannot be used, which a person chose to skip."""
    if not result.num_skipped:
        return []
    columns = [
        Column(tr("Row"), least=MIN_TEXT, most=4 * MIN_TEXT),
        Column(tr("Why"), wrap=True, stretch=True),
    ]
    rows = [
        TableRow(
            (TableCell(_end_of_path(one.place), tip=one.place), TableCell(message(one.reason)))
        )
        for one in result.skipped[:MAX_ROWS]
    ]
    table = TableDrawing(columns, rows, title=tr("Rows left out"), long=True)
    note = tr("The first {count}.", count=MAX_ROWS) if result.num_skipped > MAX_ROWS else ""
    return [Titled(table, tr("Rows left out: {count:,}", count=result.num_skipped), note=note)]


def _end_of_path(place: str) -> str:
    """A file and a line, without the folder."""
    return re.split(r"[/\\]", place)[-1]


def metric_keys(columns: Sequence[ModelColumn]) -> dict[str, None]:
    """The metrics that all models of a set have, the one that decides first."""
    first = columns[0].result
    keys = dict.fromkeys([first.metric, *first.metrics])
    return {key: None for key in keys if all(key in one.result.metrics for one in columns)}


def metrics_table(columns: Sequence[ModelColumn]) -> TableDrawing:
    """A row for each metric: each model, and what the majority class gets."""
    heads = [Column(tr("Metric"), least=MATRIX_NAME)]
    heads += _named_columns(columns)
    first = columns[0].result
    heads.append(Column(constant_title(first), least=MIN_NUMBER, right=True))
    rows = []
    for place, key in enumerate(metric_keys(columns)):
        majority = first.majority.get(key)
        cells = [
            TableCell(metric_name(key), bold=place == 0),
            *(_metric_cell(one.result, key, bold=place == 0) for one in columns),
            TableCell("–" if majority is None else number(majority), muted=True),
        ]
        rows.append(TableRow(tuple(cells), tip=message(first.formulas.get(key, ""))))
    return TableDrawing(heads, rows, title=tr("Metrics"), row_clicks=True)


def _metric_cell(result: ModelResult, key: str, *, bold: bool) -> TableCell:
    """A metric; over several seeds their mean, and below it the interval or the range."""
    summary = result.seeds.summaries.get(key) if result.seeds else None
    if summary is None:
        return TableCell(number(result.metrics[key]), bold=bold)
    return TableCell(number(summary.mean), below=_between(summary), bold=bold)


def _between(summary: SeedSummary) -> str:
    return tr("{low} to {high}", low=number(summary.low), high=number(summary.high))


def seed_notes(columns: Sequence[ModelColumn]) -> list[str]:
    """What is a mean over seeds, and what is that of one seed."""
    notes: dict[str, list[str]] = {}
    for one in columns:
        if one.result.seeds is not None:
            note = _seed_note(one.result, one.result.seeds)
            notes.setdefault(note, []).append(one.subject.name)
    same = len(notes) == 1 and len(columns) == len(next(iter(notes.values())))
    return [note if same else f"{listed(names)}: {note}" for note, names in notes.items()]


def _seed_note(result: ModelResult, seeds: SeedMetrics) -> str:
    below = tr("the 95 % interval") if seeds.is_interval else tr("the lowest and the highest value")
    own = (result.record or {}).get("recipe", {}).get("seed", 1)
    return tr(
        "Metrics are means of {count} seeds, and below them {below}. The confusion matrix, "
        "the examples and all else are those of seed {own}.",
        count=len(seeds.seeds),
        below=below,
        own=own,
    )


def teacher_notes(columns: Sequence[ModelColumn]) -> list[str]:
    """Who taught each student, and the share of the teacher's score that it has."""
    notes: list[str] = []
    for one in columns:
        score = _teacher_score(one, one.result.metric)
        if score is not None and score.share is not None:
            note = tr(
                "{student} was taught by {teacher} and has {share:.1%} of its score ({metric} "
                "{value}).",
                student=one.subject.title,
                teacher=score.name,
                share=score.share,
                metric=metric_name(one.result.metric),
                value=number(score.value),
            )
            notes.append(note)
    return notes


def _teacher_score(one: ModelColumn, key: str) -> TeacherScore | None:
    """That of the teacher of a model, by a metric; None without a teacher."""
    result = one.result
    summary = result.seeds.summaries.get(key) if result.seeds else None
    own = result.metrics[key] if summary is None else summary.mean
    return teacher_score(result.record or {}, key, own)


def metric_rows(one: ModelColumn, key: str) -> list[tuple[str, str]]:
    """A metric of a model, or its mean and what each seed has."""
    name, seeds = one.subject.name, one.result.seeds
    if seeds is None or key not in seeds.summaries:
        return [(name, number(one.result.metrics[key]))]
    summary = seeds.summaries[key]
    kind = tr("95 % interval") if summary.is_interval else tr("Lowest and highest")
    each = zip(seeds.seeds, seeds.values[key], strict=True)
    return [
        (name, number(summary.mean)),
        (kind, _between(summary)),
        *((tr("Seed {seed}", seed=seed), number(value)) for seed, value in each),
    ]


def teacher_rows(one: ModelColumn, key: str) -> list[tuple[str, str]]:
    """A metric of the teacher, and of the one that decides the student's share."""
    score = _teacher_score(one, key)
    if score is None:
        return []
    rows = [(tr("Teacher: {name}", name=score.name), number(score.value))]
    if score.share is not None and key == one.result.metric:
        rows.append((tr("Share of the teacher's score"), f"{score.share:.1%}"))
    return rows


def seed_rows(seeds: SeedMetrics | None) -> Iterator[tuple[Any, ...]]:
    """What a file has of several seeds."""
    for key, summary in seeds.summaries.items() if seeds else ():
        assert seeds is not None
        for seed, value in zip(seeds.seeds, seeds.values[key], strict=True):
            yield f"seed {seed}", key, "", value
        ends = ("interval low", "interval high") if summary.is_interval else ("lowest", "highest")
        yield "mean", key, "", summary.mean
        yield ends[0], key, "", summary.low
        yield ends[1], key, "", summary.high


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


def matrix_table(
    matrix: ConfusionMatrix, chosen: CellChoice | None, *, shares: bool
) -> TableDrawing:
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
            is_chosen = chosen is not None and (chosen.label, chosen.predicted) == (
                label,
                predicted,
            )
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
    by_class = 0 < len(labels) <= MAX_CLASS_COLUMNS
    has_pair = any(one.pair for one in examples)
    columns = [_text_column(titles[0], [one.text for one in examples])]
    if has_pair:
        columns.append(_text_column(titles[1], [one.pair for one in examples]))
    if by_class:
        columns += [Column(label, least=MIN_NUMBER) for label in labels]
    else:
        columns.append(_text_column(tr("True"), [_named(one, one.label) for one in examples]))
        columns.append(
            _text_column(tr("Predicted"), [_named(one, one.predicted) for one in examples])
        )
    columns.append(Column(tr("Loss (nats)"), least=MIN_NUMBER, right=True))
    rows = []
    for one in examples:
        cells = [TableCell(one.text), *([TableCell(one.pair)] if has_pair else [])]
        if by_class:
            cells += [_probability(one, label) for label in labels]
        else:
            cells += [TableCell(_named(one, label)) for label in (one.label, one.predicted)]
        cells.append(TableCell(number(one.loss) if one.label in one.probabilities else "–"))
        rows.append(TableRow(tuple(cells)))
    return TableDrawing(columns, rows, title=tr("Examples"), long=True)


def _probability(one: ClassifiedExample, label: str) -> TableCell:
    share = one.probabilities.get(label, 0.0)
    return TableCell(number(share), heat=share, correct=label == one.label)


def _named(one: ClassifiedExample, label: str) -> str:
    """A class, or an answer, with its probability where that is known."""
    share = one.probabilities.get(label)
    return label if share is None else f"{label} ({number(share)})"


def _text_column(head: str, texts: Sequence[str]) -> Column:
    """A column as wide as its texts; long ones are broken into lines, in the room that is left."""
    widest = max(map(fonts.text_width, texts), default=0.0) + AROUND_TEXT
    if widest > MAX_SHORT:
        return Column(head, least=MIN_TEXT, wrap=True, stretch=True)
    return Column(head, least=max(widest, fonts.text_width(head, fonts.SMALL)), wrap=True)


def scored_table(one: ModelColumn) -> Drawing:
    """The largest errors of a regression."""
    scored = one.result.scored[:MAX_ROWS]
    texts = [(tr("Text"), [s.text for s in scored]), (tr("Pair"), [s.pair for s in scored])]
    texts = [(head, column) for head, column in texts if any(column)]
    columns = [
        *(_text_column(head, column) for head, column in texts),
        Column(tr("Right"), least=MIN_NUMBER, right=True),
        Column(tr("Predicted"), least=MIN_NUMBER, right=True),
    ]
    rows = [
        TableRow(
            (
                *(TableCell(column[place]) for _, column in texts),
                TableCell(number(s.score)),
                TableCell(number(s.predicted)),
            )
        )
        for place, s in enumerate(scored)
    ]
    table = TableDrawing(columns, rows, title=tr("Largest errors"), long=True)
    return Titled(table, tr("Largest errors: {title}", title=one.subject.title), one.subject.slot)


def phenomena_table(columns: Sequence[ModelColumn]) -> TableDrawing:
    """A row for each phenomenon, the hardest for all models first."""
    tables = [{row.phenomenon: row for row in one.result.phenomena} for one in columns]
    names = dict.fromkeys(name for table in tables for name in table)

    def mean(name: str) -> float:
        values = [table[name].accuracy for table in tables if name in table]
        return sum(values) / len(values)

    heads = [Column(tr("Phenomenon"), least=MATRIX_NAME, most=220.0)]
    heads.append(Column(tr("Examples"), right=True))
    heads += [_lettered_column(one, columns, bars=True) for one in columns]
    rows = []
    for name in sorted(names, key=mean):
        count = max(table[name].num_examples for table in tables if name in table)
        cells = [TableCell(tr(name), tip=tr(name)), TableCell(f"{count:,}", muted=True)]
        for one, table in zip(columns, tables, strict=True):
            cells.append(_accuracy(one, table.get(name)))
        rows.append(TableRow(tuple(cells)))
    return TableDrawing(heads, rows, title=tr("Accuracy by phenomenon"))


def _accuracy(one: ModelColumn, row: PhenomenonErrors | None) -> TableCell:
    if row is None:
        return TableCell("–", muted=True)
    slot = one.subject.slot
    part = Segment(
        row.accuracy,
        lambda palette: palette.accent if slot is None else palette.model(slot),
    )
    return TableCell(f"{row.accuracy:.0%}", bar=(part,))


def disagreement_table(
    rows: Sequence[Mapping[str, ClassifiedExample]], columns: Sequence[ModelColumn]
) -> TableDrawing:
    """An example in each row: its class, and what each model predicts, how sure it is."""
    examples = [next(iter(row.values())) for row in rows]
    has_pair = any(one.pair for one in examples)
    titles = columns[0].result.text_titles
    labels = [_true_label(row) for row in rows]
    heads = [_text_column(titles[0], [one.text for one in examples])]
    if has_pair:
        heads.append(_text_column(titles[1], [one.pair for one in examples]))
    heads.append(_text_column(tr("True"), labels))
    wraps = heads[-1].stretch  # the classes are sentences
    heads += [_lettered_column(one, columns, wraps=wraps) for one in columns]
    made = []
    for row, example, label in zip(rows, examples, labels, strict=True):
        cells = [TableCell(example.text), *([TableCell(example.pair)] if has_pair else [])]
        cells.append(TableCell(label, muted=True))
        cells += [_prediction(one, row[one.subject.key], wraps=wraps) for one in columns]
        made.append(TableRow(tuple(cells)))
    return TableDrawing(heads, made, title=tr("Disagreements"), long=True)


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


def _true_label(row: Mapping[str, ClassifiedExample]) -> str:
    """The right answer as the data write it: that of a model which is wrong, if one is."""
    wrong = (one.label for one in row.values() if not one.is_correct)
    return next(wrong, next(iter(row.values())).label)
