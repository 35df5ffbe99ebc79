"""Chooses how figures look and where they are written; every choice shows in the preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QDialog,
    QFormLayout,
    QLineEdit,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Failed
from explorer.core.localization import plural, tr
from explorer.core.typed_paths import folder_of, name_of, nearest
from explorer.ui.controls.layouts import column, line, muted_label, push_button
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.choosing import file_dialog
from explorer.ui.export.choices import FORMATS, PICTURE_FORMATS, ExportChoices, default_folder
from explorer.ui.export.files import already_there, assign_free_names, draw_files
from explorer.ui.export.form import ExportForm
from explorer.ui.export.latex import latex
from explorer.ui.export.layout import DrawnFigure
from explorer.ui.export.preview import NOTHING, ExportPreview
from explorer.ui.export.worker import Draw, ExportWorker, Then, draw_image
from explorer.ui.panel_base.job_bridge import JobBridge

MAX_NAMED = 3  # files that are listed by name
LATEX_TIP = tr("The figure with its caption, and BibTeX entries of its papers")
BOTH_TIP = tr("Write the new files under names with a number")
PROGRAM_ERROR = tr(
    "The figure could not be drawn because of an error in the program. A window has the details."
)


class ExportDialog(QDialog):
    """Exports one figure, or several, of which each can be looked at and left out.

    Files are drawn in a thread, and written once all are drawn, so neither a picture that cannot
    be drawn nor cancelling leaves a file.
    """

    exported = Signal(object)  # list of paths
    chosen = Signal(object)  # ExportChoices, once something was made with them

    def __init__(
        self,
        figures: Sequence[DrawnFigure],
        jobs: JobBridge,
        choices: ExportChoices | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._worker = ExportWorker(jobs, self)
        self._worker.progressed.connect(self._say)
        self._worker.failed.connect(self._on_failed)
        self._counter = ExportWorker(jobs, self)  # of the pages of all figures
        self._focused: QWidget | None = None  # when the drawing began
        self.setModal(True)
        self._build(choices or ExportChoices())
        self._look = self.choices.look  # of the preview
        self._lines.setRowVisible(self._name, len(figures) == 1)
        self.show_figures(figures)
        self._on_edited()
        if (first := self.preview.figure) is not None:
            self._name.setText(first.name)

    def show_figures(self, figures: Sequence[DrawnFigure]) -> None:
        """Take the figures, or the same with other captions once checkpoint hashes are known.

        Files that are being drawn keep the captions they have; an open question stays open.
        """
        self.preview.show_figures(figures)
        self.preview.draw(self.choices)
        if not self._worker.busy:
            self._show_number()

    @property
    def choices(self) -> ExportChoices:
        return replace(self.form.choice, folder=self._folder.text().strip())

    def remark(self, text: str) -> None:
        """Show a message that applies to all figures."""
        self._remark.setText(text)
        self._remark.setVisible(True)

    # ---- writing

    def save(self, existing: Literal["ask", "replace", "keep"] = "ask") -> None:
        """Write the chosen formats; the dialog shows what is wrong.

        `existing`: what becomes of files of the same names.
        """
        choices, formats = self.choices, self.choices.formats
        if not self.preview.chosen or not formats:
            self._say(tr("Choose at least one format.") if self.preview.chosen else NOTHING)
            return
        try:
            folder, figures = folder_of(self._folder.text()), self._named_figures()
        except UserError as error:
            self._say(str(error))
            return
        if existing == "ask" and (there := already_there(figures, folder, formats)):
            self._ask(there)
            return
        if existing == "keep":
            figures = assign_free_names(figures, folder, formats)
        pictures = figures if PICTURE_FORMATS & set(formats) else []
        draw = partial(draw_files, figures, folder, formats, choices)
        self._start(pictures, draw, self._on_written)

    def copy(self) -> None:
        """Copy the present figure to the clipboard as an image."""
        if self.preview.figure is not None:
            draw = partial(draw_image, self.choices.palette, self.choices.scale, inf)
            self._start([self.preview.figure], draw, self._on_copied)

    def copy_latex(self) -> None:
        """Put the environments of all chosen figures and their papers on the clipboard, as text."""
        try:
            QGuiApplication.clipboard().setText(latex(self._named_figures()))
        except UserError as error:
            self._say(str(error))
            return
        self._say(tr("The LaTeX figure, its caption and BibTeX entries are on the clipboard."))

    def _named_figures(self) -> list[DrawnFigure]:
        """Return the chosen figures; a single one has the name typed. Raises UserError."""
        if not self._lines.isRowVisible(self._name):
            return self.preview.chosen
        name = name_of(self._name.text(), FORMATS)
        return [replace(figure, name=name) for figure in self.preview.chosen]

    def _ask(self, there: Sequence[Path]) -> None:
        """Replace what is there, or keep both? What loses nothing is the default."""
        names = ", ".join(path.name for path in there[:MAX_NAMED])
        more = (
            tr(" and {there} more", there=len(there) - MAX_NAMED) if len(there) > MAX_NAMED else ""
        )
        self._say(tr("Already in this folder: {names}{more}.", names=names, more=more))
        self._show_question(True)
        self._both.setFocus()

    def _start(self, figures: Sequence[DrawnFigure], draw: Draw, then: Then) -> None:
        self._worker.draw(figures, self.choices, draw, then)
        self._set_writing(True)

    def _on_written(self, paths: list[Path]) -> None:
        self.chosen.emit(replace(self.choices, folder=str(paths[0].parent)))
        self.exported.emit(paths)
        self.accept()

    def _on_copied(self, picture: QImage) -> None:
        QGuiApplication.clipboard().setImage(picture)
        self._set_writing(False)
        self._say(tr("The picture is on the clipboard."))
        self._close.setText(tr("Close"))
        self.chosen.emit(self.choices)

    def _on_failed(self, event: Failed) -> None:
        """Show a UserError; the window shows the details of other errors."""
        self._set_writing(False)
        self._say(PROGRAM_ERROR if event.is_bug else str(event.error))

    def _set_writing(self, writing: bool) -> None:
        self._show_question(False)
        if writing:
            self._focused = QApplication.focusWidget()
            self.setFocus()  # not on Cancel, where a second Enter would end it
        self.preview.lock(writing)
        for part in (self.form, self._place, self._copy, self._copy_latex, self._save):
            part.setEnabled(not writing)
        if not writing and self._focused is not None:
            (self._focused if self._focused.isVisible() else self._save).setFocus()

    # ---- showing

    def _say(self, text: str) -> None:
        self._message.setText(text or " ")  # an empty line keeps its place, so that nothing jumps

    def _show_question(self, visible: bool) -> None:
        for button in (self._replace, self._both):
            button.setVisible(visible)
        self._save.setVisible(not visible)
        (self._both if visible else self._save).setDefault(True)

    def _show_number(self) -> None:
        """How many figures would be written, in the title and on the button."""
        number = len(self.preview.chosen)
        several = not self._lines.isRowVisible(self._name)
        title = (
            plural(number, "Export {count} figure", "Export {count} figures")
            if several
            else tr("Export")
        )
        self.setWindowTitle(title)
        self._save.setText(title)
        self._save.setEnabled(number > 0)
        self._copy.setEnabled(self.preview.figure is not None)
        self._copy_latex.setEnabled(number > 0)

    def _show_preview(self) -> None:
        self._on_edited()
        self._look = self.choices.look
        self.preview.draw(self.choices)

    def _on_choice(self, choices: ExportChoices) -> None:
        """The preview is drawn again if it looks otherwise; its resolution stays."""
        if choices.look != self._look:
            self._show_preview()
        else:
            self._on_edited()

    def _on_edited(self) -> None:
        """A message or a question was about other choices."""
        self._say("")
        self._show_question(False)

    def _on_chosen_changed(self) -> None:
        self._on_edited()
        self._show_number()
        self._count_pages()

    def _count_pages(self) -> None:
        """Lay out all chosen figures, once the present one is drawn."""
        if len(self.preview.chosen) > 1 and not self._worker.busy:
            self._counter.draw(self.preview.chosen, self.choices)

    # ---- building

    def _build(self, choices: ExportChoices) -> None:
        self.preview, self.form = ExportPreview(self._jobs), ExportForm(choices)
        self.preview.changed.connect(self._show_preview)
        self.preview.chosen_changed.connect(self._on_chosen_changed)
        self.preview.laid_out.connect(self.form.show_layout)
        self.preview.drawn.connect(self._count_pages)
        self._counter.laid_out.connect(self.form.show_total)
        self.form.changed.connect(self._on_choice)
        self._remark = muted_label(wraps=True)
        self._remark.setVisible(False)
        self._message = plain_label()
        self._message.setWordWrap(True)
        top = line(self.preview, (self.form, 1), spacing=24)
        self._place = self._build_place(choices.folder or str(default_folder()))
        parts = top, self._place, self._remark, self._message, self._build_buttons()
        column(*parts, into=self, spacing=16, margins=(24, 24, 24, 16))
        self.form.setFocus()

    def _build_place(self, folder: str) -> QWidget:
        place = QWidget()
        self._name, self._folder = QLineEdit(), QLineEdit(folder)
        set_tip(self._name, tr("The format is added to it, as in attention.pdf"))
        choose = push_button(tr("Choose…"), self._on_choose)
        self._lines = QFormLayout(place)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.addRow(plain_label(tr("Name")), self._name)
        self._lines.addRow(plain_label(tr("Folder")), line((self._folder, 1), choose))
        for title, field in ((tr("Name"), self._name), (tr("Folder"), self._folder)):
            field.setAccessibleName(title)
            field.textChanged.connect(self._on_edited)
        return place

    def _build_buttons(self) -> QBoxLayout:
        self._copy = push_button(tr("Copy picture"), self.copy)
        self._copy_latex = push_button(tr("Copy LaTeX"), self.copy_latex, LATEX_TIP)
        self._close = push_button(tr("Cancel"), self.reject)
        self._replace = push_button(tr("Replace"), lambda: self.save("replace"))
        self._both = push_button(tr("Keep both"), lambda: self.save("keep"), BOTH_TIP, "primary")
        self._save = push_button(tr("Export"), self.save, style="primary")
        buttons = self._close, self._replace, self._both, self._save
        return line(self._copy, self._copy_latex, None, *buttons, spacing=16)

    def _on_choose(self) -> None:
        start = str(nearest(self._folder.text()))
        file_dialog(self, tr("Where to"), start, self._folder.setText).open()

    def done(self, result: int) -> None:
        """Stop drawing when the dialog closes."""
        for worker in (self._worker, self._counter, self.preview):
            worker.cancel()
        super().done(result)
