"""The dialog that asks which column of an own table is what, beside its first rows."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QWidget

from explorer.core.errors import UserError
from explorer.core.finetuning.own_tables import (
    TABLE,
    ColumnRole,
    TableChoice,
    TableReport,
    examine_table,
)
from explorer.core.jobs.jobs import Done, Event, Failed
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.controls.form import ChoiceForm, Field, TickList, choice_box, fill
from explorer.ui.controls.layouts import column, line, muted_label, push_button, wrap_label
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.controls.run_fields import described_fields
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.table_columns import table_of, text_cells
from explorer.ui.graphics.table_drawing import Column, TableDrawing
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import LatestRequest

SIZE = (980, 620)
ALMOST_ALL = 100  # of the height, over a space of 1
NONE = ("–", "")
CHECKING = tr("Checking the rows …")
MIN_CELL, MAX_CELL = 80.0, 480.0  # pixels of a column
TEXTS = panel_text("finetuning").controls
TICKS = {"classification": ("multi_label", "symmetric"), "regression": ("symmetric",)}


class TableForm(ChoiceForm[TableChoice]):
    """Which column is what: the fields are those of the task."""

    def __init__(self, report: TableReport) -> None:
        super().__init__(report.choice)
        self._header: tuple[str, ...] = ()
        self._task = ""
        tasks = partial(choice_box, [(tr(title), name) for name, title in report.tasks.items()])
        skip = Field("skip_bad_rows", TEXTS["skip"]["title"], QCheckBox, TEXTS["skip"]["tip"])
        fields = described_fields(TEXTS, task=tasks, header=QCheckBox)
        self.add_fields([*fields, skip], self.heading(tr("Table")))
        self.set_shown(self.fields["header"], report.preview.kind == TABLE)
        self._columns = self.heading(tr("Columns"))
        self.show_table(report)

    def show_table(self, report: TableReport) -> None:
        """The columns of a table, and what they are."""
        self._header, self._task = report.preview.header, ""
        self.show_choice(report.choice)

    def show_choice(self, choice: TableChoice) -> None:
        if choice.task != self._task:
            self._choice, self._task = choice, choice.task
            self._rebuild()
        super().show_choice(choice)

    def _rebuild(self) -> None:
        """Other fields for another task or another header."""
        roles = self._choice.roles
        fields = [
            Field(
                role.name, role.title, TickList if role.name == "choices" else QComboBox, role.tip
            )
            for role in roles
        ]
        ticks = dict.fromkeys(TICKS.get(self._task, ()), QCheckBox)
        with self._suppress_changes():
            self.remove_fields(self._columns)
            self.add_fields([*fields, *described_fields(TEXTS, **ticks)], self._columns)
            for role in roles:
                self._offer_columns(role)

    def _offer_columns(self, role: ColumnRole) -> None:
        control = self.fields[role.name]
        if isinstance(control, TickList):
            control.offer([(name, name, "", True) for name in self._header])
        else:
            none = [] if role.needed and self.value(role.name) else [NONE]
            fill(control, [*none, *((name, name) for name in self._header)], None)


class OwnTableDialog(QDialog):
    """Shows the first rows of a table, and what is wrong with a choice.

    The rows are read by a job after each change.
    """

    used = Signal(object)  # TableReport

    def __init__(self, context: PanelContext, report: TableReport, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Columns of {name}", name=report.path.name))
        self.setModal(True)
        self.resize(*SIZE)
        self.report = report
        self._latest = LatestRequest(context.jobs, "own table", self)
        self._latest.ended.connect(self._on_end)
        self.form = TableForm(report)
        self.form.changed.connect(self._on_changed)
        self.file = muted_label(wraps=True)
        self.verdict, self.bad = wrap_label(plain_label()), muted_label(wraps=True)
        self.area = CanvasArea(context.theme)
        self.use = push_button(TEXTS["use"]["title"], self._use, TEXTS["use"]["tip"], "primary")
        self.use.setDefault(True)
        cancel = push_button(tr("Cancel"), self.reject)
        right = column(self.file, (self.area, ALMOST_ALL), self.verdict, self.bad, None, spacing=12)
        body = line(self.form, (right, 1), spacing=24)
        parts = (body, 1), line(None, cancel, self.use)
        column(*parts, into=self, spacing=16, margins=(24, 24, 24, 16))
        self._show()

    @property
    def busy(self) -> bool:
        """Whether the rows are being checked."""
        return self._latest.busy

    def _on_changed(self, choice: TableChoice) -> None:
        before = self.report
        has_other_names = choice.header != before.choice.header
        known = None if has_other_names else choice
        self.report = replace(before, choice=choice, problem="", summary=CHECKING, bad=())
        self._show()
        self.use.setEnabled(False)
        self._latest.start(partial(examine_table, before.path, known, choice.header))

    def _on_end(self, event: Event) -> None:
        if isinstance(event, Done):
            other = event.value.preview.header != self.report.preview.header
            self.report = event.value
            if other:
                self.form.show_table(self.report)
        elif isinstance(event, Failed):
            known = isinstance(event.error, UserError)
            problem = str(event.error) if known else tr("The table cannot be read.")
            self.report = replace(self.report, problem=problem)
        self._show()

    def _show(self) -> None:
        report = self.report
        self.file.setText(report.layout)
        self.area.set_drawing(first_rows(report))
        self._fit_rows()
        self.verdict.setText(report.problem or report.summary)
        self.bad.setText(report.bad_rows)
        self.bad.setVisible(bool(report.bad))
        self.use.setEnabled(not report.problem)

    def _use(self) -> None:
        self.used.emit(self.report)
        self.accept()

    def _fit_rows(self) -> None:
        """Limit the height of the area to the rows, so that the verdict follows directly."""
        self.area.setMaximumHeight(self.area.canvas.heightForWidth(self.area.width()) + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_rows()

    def done(self, result: int) -> None:
        """Closed in any way: nothing is read any more."""
        self._latest.cancel()
        super().done(result)


def first_rows(report: TableReport) -> TableDrawing:
    """The first rows; columns that are not used are muted, others say what they are."""
    used, rows = report.choice.used, report.preview.rows
    columns = []
    for place, name in enumerate(report.preview.header):
        role = used.get(name)
        head = f"{name} · {role.title}" if role else name
        texts = [row[place] if place < len(row) else "" for row in rows]
        column = Column(head, least=MIN_CELL, most=MAX_CELL, wrap=True, stretch=True)
        columns.append((column, text_cells(texts, muted=role is None)))
    return table_of(columns, tr("First rows"), long=True)


class OwnTables:
    """Opens a file that a person chose: a dialog for its columns, unless its layout is known."""

    def __init__(self, context: PanelContext, parent: QWidget, use: Any, say: Any) -> None:
        """`use` takes a TableReport, `say` a sentence on a file that cannot be opened."""
        self._context, self._parent, self._use, self._say = context, parent, use, say
        self._latest = LatestRequest(context.jobs, "own table", parent)
        self._latest.ended.connect(self._on_end)
        self.dialog: OwnTableDialog | None = None

    def open(self, path: Path, choice: TableChoice | None = None) -> None:
        """Read the beginning of a file, then ask; `choice` is an earlier answer."""
        self._latest.start(partial(examine_table, path, choice))

    @property
    def busy(self) -> bool:
        return self._latest.busy

    def _on_end(self, event: Event) -> None:
        if isinstance(event, Failed) and isinstance(event.error, UserError):
            self._say(str(event.error))
        if not isinstance(event, Done):
            return
        report: TableReport = event.value
        if report.recognized:
            self._use(report)
            return
        self.dialog = OwnTableDialog(self._context, report, self._parent.window())
        self.dialog.used.connect(self._use)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()
