"""The figure of results: metrics, confusion matrices, examples, phenomena, calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.core.finetuning.confusion import ClassifiedExample, ConfusionMatrix, Order, in_cell
from explorer.core.finetuning.request import FineTuningAnswer
from explorer.core.finetuning.results import metric_name
from explorer.core.localization import message, plural, tr
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    Tagged,
    TagHit,
    TextBlock,
    Titled,
    number,
)
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.finetuning.reliability import ReliabilityChart, ReliabilityCurve
from explorer.ui.panels.finetuning.result_tables import (
    MATRIX_CELL,
    MATRIX_NAME,
    MAX_ROWS,
    CellChoice,
    ModelColumn,
    constant_title,
    disagreement_table,
    examples_table,
    left_out,
    matrix_table,
    metric_keys,
    metric_rows,
    metrics_table,
    phenomena_table,
    scored_table,
    seed_notes,
    seed_rows,
    teacher_notes,
    teacher_rows,
)
from explorer.ui.panels.finetuning.subjects import ColouredModel

MIN_COLUMN = 300.0  # pixels, of a part beside another
MATRIX_NOTE = tr("Rows: the true class. Columns: the predicted class.")
HINT = tr("Click a cell to list its examples.")
NOTHING = tr("No example is in this cell.")
ORDER_TITLES: Mapping[Order, str] = {
    "confidence": tr("most confident first"),
    "loss": tr("largest loss first"),
}


@dataclass(frozen=True)
class MetricTag:
    """Around the table of metrics of one set."""

    data: str


@dataclass(frozen=True)
class MatrixTag:
    """Around the confusion matrix of one model."""

    key: str


@dataclass(frozen=True)
class ResultOptions:
    """What a person chose for the figure."""

    shares: bool = False
    order: Order = "confidence"
    cell: CellChoice | None = None


class ResultsPicture:
    """The results of models, one group for each set of examples."""

    def __init__(
        self, answer: FineTuningAnswer, subjects: Sequence[ColouredModel], options: ResultOptions
    ) -> None:
        results = answer.results
        self.answer = answer
        self.columns = [
            ModelColumn(one, results[one.key]) for one in subjects if one.key in results
        ]
        self.options = options

    def figure(self) -> Drawing:
        groups: dict[str, list[ModelColumn]] = {}
        for one in self.columns:
            groups.setdefault(one.result.data, []).append(one)
        return Stack([self._group(data, columns) for data, columns in groups.items()])

    def _group(self, data: str, columns: Sequence[ModelColumn]) -> Drawing:
        first = columns[0].result
        sections = [
            Tagged(metrics_table(columns), MetricTag(data)),
            *self._matrices(columns),
            *self._examples(columns),
            *self._phenomena_and_reliability(columns),
            *self._disagreements(data, columns),
            *left_out(first),
        ]
        notes = [
            plural(
                first.num_examples,
                "{count:,} example of the dev split.",
                "{count:,} examples of the dev split.",
            ),
            *seed_notes(columns),
            *teacher_notes(columns),
        ]
        title = f"{tr(first.task)}: {tr(first.data_title)}"
        return Titled(Stack(sections), title, note=" ".join(notes))

    # ---- confusion matrices

    def _matrices(self, columns: Sequence[ModelColumn]) -> list[Drawing]:
        matrices = [(one, one.result.matrix) for one in columns if one.result.matrix is not None]
        drawings = [self._matrix(one, matrix) for one, matrix in matrices if matrix is not None]
        if not drawings:
            return []
        widest = max(len(matrix.labels) for _, matrix in matrices if matrix is not None)
        return [Row(drawings, min_width=max(MATRIX_NAME + widest * MATRIX_CELL, MIN_COLUMN))]

    def _matrix(self, one: ModelColumn, matrix: ConfusionMatrix) -> Drawing:
        chosen = self._chosen_cell(one)
        table = matrix_table(matrix, chosen, shares=self.options.shares)
        tagged = Tagged(table, MatrixTag(one.subject.key))
        return Titled(tagged, one.subject.title, one.subject.slot, MATRIX_NOTE, hint=HINT)

    def _chosen_cell(self, one: ModelColumn) -> CellChoice | None:
        """The cell that a person chose, where it is one of this model."""
        cell = self.options.cell
        return cell if cell is not None and cell.key == one.subject.key else None

    # ---- examples

    def _examples(self, columns: Sequence[ModelColumn]) -> list[Drawing]:
        """Those of the chosen cell; without one, the errors of each model."""
        with_matrix = [one for one in columns if one.result.matrix is not None]
        for one in with_matrix:
            if (cell := self._chosen_cell(one)) is not None:
                return [self._cell_examples(one, cell)]
        if with_matrix:
            return [self._errors(with_matrix[0])]
        drawings = [self._errors(one) for one in columns if one.result.classified]
        return [*drawings, *(scored_table(one) for one in columns if one.result.scored)]

    def _cell_examples(self, one: ModelColumn, cell: CellChoice) -> Drawing:
        examples = in_cell(one.result.classified, cell.label, cell.predicted, self.options.order)
        name = tr(
            "True class {label}, predicted as {predicted}",
            label=cell.label,
            predicted=cell.predicted,
        )
        return self._example_list(one, examples, name)

    def _errors(self, one: ModelColumn) -> Drawing:
        wrong = [classified for classified in one.result.classified if not classified.is_correct]
        wrong.sort(key=lambda classified: getattr(classified, self.options.order), reverse=True)
        return self._example_list(one, wrong, tr("Errors"))

    def _example_list(
        self, one: ModelColumn, examples: Sequence[ClassifiedExample], name: str
    ) -> Drawing:
        count, total = len(examples), len(one.result.classified)
        title = tr("{name}: {count:,} of {total:,}", name=name, count=count, total=total)
        slot, order = one.subject.slot, ORDER_TITLES[self.options.order]
        if not examples:
            return Titled(TextBlock(NOTHING), title, slot)
        note = f"{one.subject.title}, {order}"
        if len(examples) > MAX_ROWS:
            note += tr(", the first {count}", count=MAX_ROWS)
        labels = one.result.matrix.labels if one.result.matrix else ()
        table = examples_table(examples[:MAX_ROWS], labels, one.result.text_titles)
        return Titled(table, title, slot, f"{note}.")

    # ---- phenomena, calibration, disagreement

    def _phenomena_and_reliability(self, columns: Sequence[ModelColumn]) -> list[Drawing]:
        parts: list[Drawing] = []
        if any(one.result.phenomena for one in columns):
            note = tr("Share of right predictions, the lowest first.")
            parts.append(Titled(phenomena_table(columns), tr("Accuracy by phenomenon"), note=note))
        curves = [
            ReliabilityCurve(one.subject.name, one.subject.slot, one.result.reliability)
            for one in columns
            if one.result.reliability is not None
        ]
        if curves:
            note = tr("On the diagonal, a model is as often right as it is sure.")
            parts.append(Titled(ReliabilityChart(curves), tr("Reliability"), note=note))
        return [Row(parts, min_width=MIN_COLUMN)] if parts else []

    def _disagreements(self, data: str, columns: Sequence[ModelColumn]) -> list[Drawing]:
        rows = self.answer.disagreements.get(data, ())
        known = [row for row in rows if all(one.subject.key in row for one in columns)]
        if len(columns) < 2 or not all(one.result.classified for one in columns):
            return []
        title = plural(
            len(known),
            "The models disagree about {count:,} example",
            "The models disagree about {count:,} examples",
        )
        if not known:
            return [Titled(TextBlock(tr("All predict the same classes.")), title)]
        note = tr("Those first about which they are surest.")
        return [Titled(disagreement_table(known[:MAX_ROWS], columns), title, note=note)]

    # ---- side of the window, and files

    def details(self, hit: TagHit) -> Details | None:
        """The formula of a metric; None for other hits."""
        if not isinstance(hit.tag, MetricTag) or not isinstance(hit.hit, TableHit):
            return None
        columns = [one for one in self.columns if one.result.data == hit.tag.data]
        if not columns:
            return None
        key = list(metric_keys(columns))[hit.hit.row]
        formula = next(
            (one.result.formulas[key] for one in columns if key in one.result.formulas), ""
        )
        formula = message(formula)
        values = [
            row for one in columns for row in (*metric_rows(one, key), *teacher_rows(one, key))
        ]
        first = columns[0].result
        constant = first.majority.get(key)
        rows = [*values, *([] if constant is None else [(constant_title(first), number(constant))])]
        return Details(metric_name(key), tuple(rows), f"{formula[:1].upper()}{formula[1:]}.")

    def cell_at(self, hit: TagHit) -> CellChoice | None:
        """The cell of a confusion matrix."""
        if not isinstance(hit.tag, MatrixTag) or not isinstance(hit.hit, TableHit):
            return None
        result = next((o.result for o in self.columns if o.subject.key == hit.tag.key), None)
        if result is None or result.matrix is None or not hit.hit.column:
            return None
        labels = result.matrix.labels
        return CellChoice(hit.tag.key, labels[hit.hit.row], labels[hit.hit.column - 1])

    def table(self) -> Table:
        """Every metric and every cell of each matrix."""
        rows: list[tuple[Any, ...]] = []
        for one in self.columns:
            name, result = one.subject.title, one.result
            for key, value in result.metrics.items():
                rows.append((name, result.data, "metric", key, "", value))
                rows.append((name, result.data, "majority", key, "", result.majority.get(key)))
            rows += [(name, result.data, *row) for row in seed_rows(result.seeds)]
            taught = (result.record or {}).get("teacher_metrics", {})
            rows += [(name, result.data, "teacher", key, "", taught[key]) for key in taught]
            if result.matrix is not None:
                for row, label in enumerate(result.matrix.labels):
                    for column, predicted in enumerate(result.matrix.labels):
                        count = int(result.matrix.counts[row, column])
                        rows.append((name, result.data, "count", label, predicted, count))
            for errors in result.phenomena:
                rows.append(
                    (name, result.data, "phenomenon", errors.phenomenon, "", errors.accuracy)
                )
        return Table(("model", "data", "kind", "name", "predicted", "value"), rows)
