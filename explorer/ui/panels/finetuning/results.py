"""The figure of results: metrics, confusion matrices, examples, phenomena, calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.core.finetuning.confusion import (
    ClassifiedExample,
    ConfusionMatrix,
    Order,
    examples_in_cell,
)
from explorer.core.finetuning.request import FineTuningAnswer
from explorer.core.finetuning.results import metric_name
from explorer.core.localization import message, plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.report.captions import DrawnModel
from explorer.core.table import Table
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
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.finetuning.reliability import ReliabilityChart
from explorer.ui.panels.finetuning.result_tables import (
    MATRIX_CELL,
    MATRIX_NAME,
    MAX_ROWS,
    CellChoice,
    ModelColumn,
    disagreement_table,
    examples_table,
    explain_intervals,
    left_out,
    matrix_table,
    metric_keys,
    metric_rows,
    metrics_table,
    phenomena_table,
    scored_table,
    teacher_notes,
)

MIN_COLUMN = 300.0  # pixels, of a part beside another
NOTES = panel_text("finetuning").notes
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

    shares: bool
    order: Order
    cell: CellChoice


class ResultsPicture:
    """The results of models, one group for each set of examples."""

    def __init__(
        self, answer: FineTuningAnswer, subjects: Sequence[DrawnModel], options: ResultOptions
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
            *explain_intervals(columns),
            *teacher_notes(columns),
        ]
        title = f"{tr(first.task)}: {tr(first.data_title)}"
        return Titled(Stack(sections), title, note=" ".join(notes))

    # ---- confusion matrices

    def _matrices(self, columns: Sequence[ModelColumn]) -> list[Drawing]:
        matrices = [(one, matrix) for one in columns if (matrix := one.result.matrix) is not None]
        if not matrices:
            return []
        drawings = [self._matrix(one, matrix) for one, matrix in matrices]
        widest = max(len(matrix.labels) for _, matrix in matrices)
        return [Row(drawings, min_width=max(MATRIX_NAME + widest * MATRIX_CELL, MIN_COLUMN))]

    def _matrix(self, one: ModelColumn, matrix: ConfusionMatrix) -> Drawing:
        chosen = self.options.cell if self._is_chosen(one) else CellChoice()
        table = matrix_table(matrix, chosen, shares=self.options.shares)
        tagged = Tagged(table, MatrixTag(one.subject.key))
        return Titled(
            tagged, one.subject.title, one.subject.slot, NOTES["matrix"], hint=NOTES["click_cell"]
        )

    def _is_chosen(self, one: ModelColumn) -> bool:
        """Whether the chosen cell is one of this model."""
        return self.options.cell.key == one.subject.key

    # ---- examples

    def _examples(self, columns: Sequence[ModelColumn]) -> list[Drawing]:
        """Return the examples of the chosen cell; without one, the errors or scores of models."""
        with_matrix = [one for one in columns if one.result.matrix is not None]
        if chosen := next(filter(self._is_chosen, with_matrix), None):
            return [self._cell_examples(chosen)]
        if with_matrix:
            return [self._errors(with_matrix[0])]
        drawings = [self._errors(one) for one in columns if one.result.classified]
        return [*drawings, *(scored_table(one) for one in columns if one.result.scored)]

    def _cell_examples(self, one: ModelColumn) -> Drawing:
        cell = self.options.cell
        examples = examples_in_cell(
            one.result.classified, cell.label, cell.predicted, self.options.order
        )
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
            return Titled(TextBlock(NOTES["empty_cell"]), title, slot)
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
            table, note = phenomena_table(columns), NOTES["phenomena"]
            parts.append(Titled(table, tr("Accuracy by phenomenon"), note=note))
        curves = [
            (one.subject, reliability)
            for one in columns
            if (reliability := one.result.reliability) is not None
        ]
        if curves:
            chart = ReliabilityChart(curves)
            parts.append(Titled(chart, tr("Reliability"), note=NOTES["reliability"]))
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
            return [Titled(TextBlock(NOTES["all_agree"]), title)]
        table = disagreement_table(known[:MAX_ROWS], columns)
        return [Titled(table, title, note=NOTES["disagreements"])]

    # ---- side of the window, and files

    def details(self, hit: TagHit) -> Details | None:
        """The formula of a metric; None for other hits."""
        if not isinstance(hit.tag, MetricTag):
            return None
        columns = [one for one in self.columns if one.result.data == hit.tag.data]
        if not columns:
            return None
        key = metric_keys(columns)[hit.hit.row]
        formula = next(
            (one.result.formulas[key] for one in columns if key in one.result.formulas), ""
        )
        formula = message(formula)
        rows = [row for one in columns for row in metric_rows(one, key)]
        first = columns[0].result
        if (constant := first.majority.get(key)) is not None:
            rows.append((first.constant_title, number(constant)))
        return Details(metric_name(key), tuple(rows), f"{formula[:1].upper()}{formula[1:]}.")

    def cell_at(self, hit: TagHit) -> CellChoice | None:
        """The cell of a confusion matrix."""
        if not isinstance(hit.tag, MatrixTag):
            return None
        result = next((o.result for o in self.columns if o.subject.key == hit.tag.key), None)
        if result is None or result.matrix is None or not hit.hit.column:
            return None
        labels = result.matrix.labels
        return CellChoice(hit.tag.key, labels[hit.hit.row], labels[hit.hit.column - 1])

    def table(self) -> Table:
        """Every metric and every cell of each matrix."""
        rows = [
            (one.subject.title, one.result.data, *row)
            for one in self.columns
            for row in one.result.rows()
        ]
        return Table(("model", "data", "kind", "name", "predicted", "value"), rows)
