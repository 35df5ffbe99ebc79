"""Asks what figures shall look like and where they shall go; every choice shows in the preview."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.export.choices import ExportChoices, default_folder
from explorer.ui.export.files import (
    Output,
    already_there,
    beside,
    folder_of,
    name_of,
    nearest,
    outputs,
    write_all,
)
from explorer.ui.export.form import ExportForm
from explorer.ui.export.layout import Figure, Result, Steps
from explorer.ui.export.preview import NOTHING, ExportPreview
from explorer.ui.export.writers import Format, picturing
from models.runtime.generators import map_progress

MAX_NAMED = 3  # files that are told by name
Task = Generator[str, None, Callable[[], None]]  # yields what to tell, returns what ends it


class ExportDialog(QDialog):
    """Exports one figure, or several, of which each can be looked at and left out.

    Files are drawn in short steps while the window lives on, and written once all are drawn, so a
    picture that cannot be drawn, or a person who cancels, leaves no file behind.
    """

    exported = Signal(object)  # list of paths
    chosen = Signal(object)  # ExportChoices, once something was made with them
    copied = Signal()

    def __init__(
        self,
        figures: Sequence[Figure],
        choices: ExportChoices | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._left: QWidget | None = None  # where the person was when the drawing began
        self._step = QTimer(self)
        self._step.setInterval(0)
        self._step.timeout.connect(self._go_on)
        self.setModal(True)
        self._build(choices or ExportChoices())
        self._lines.setRowVisible(self._name, len(figures) == 1)
        self.show_figures(figures)
        self._on_edited()
        if (first := self.preview.figure) is not None:
            self._name.setText(first.name)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Take the figures, or the same with other captions once checkpoint hashes are known.

        Files that are drawn meanwhile have them as they were; what is asked stays asked.
        """
        self.preview.show_figures(figures)
        self.preview.draw(self.choices.options)
        if self._task is None:
            self._show_number()

    @property
    def choices(self) -> ExportChoices:
        return replace(self.form.choices, folder=self._folder.text().strip())

    def save(self) -> None:
        """Write the chosen formats; what is wrong is said in the dialog."""
        self._start(lambda figures, folder, formats: figures, asking=True)

    def copy(self) -> None:
        """Put the figure that is shown on the clipboard as an image."""
        if self.preview.figure is not None:
            self._begin(self._copying(self.preview.figure))

    def remark(self, text: str) -> None:
        """Say something about the figures that holds whatever is chosen."""
        self._remark.setText(text)
        self._remark.setVisible(True)

    # ---- writing

    def _start(
        self,
        named: Callable[[list[Figure], Path, Sequence[Format]], list[Figure]],
        asking: bool = False,
    ) -> None:
        """Begin to draw; `asking` first where files would be replaced."""
        formats = self.form.formats
        if not self.preview.chosen:
            self._say(NOTHING)
            return
        if not formats:
            self._say("Choose at least one format.")
            return
        try:
            folder = folder_of(self._folder.text())
            files = outputs(named(self._figures(), folder, formats), folder, formats)
        except UserError as error:
            self._say(str(error))
            return
        if asking and (there := already_there(files)):
            self._ask(there)
            return
        self._begin(self._writing(files))

    def _figures(self) -> list[Figure]:
        """Those chosen, under the name that was written. Raises UserError."""
        if not self._lines.isRowVisible(self._name):
            return self.preview.chosen
        name = name_of(self._name.text())
        return [replace(figure, name=name) for figure in self.preview.chosen]

    def _ask(self, there: Sequence[Path]) -> None:
        """Replace what is there, or keep both? What loses nothing is the default."""
        names = ", ".join(path.name for path in there[:MAX_NAMED])
        more = f" and {len(there) - MAX_NAMED} more" if len(there) > MAX_NAMED else ""
        self._say(f"Already in this folder: {names}{more}.")
        self._show_question(True)
        self._both.setFocus()

    def _writing(self, files: Sequence[Output]) -> Task:
        """Draw file by file; they are written once all are drawn."""
        drawn = []
        for number, file in enumerate(files, start=1):
            what = f"Drawing {number} of {len(files)}: {file.path.name}"
            data = yield from _told(what, file.drawing(self.choices.options))
            drawn.append((file.path, data))
        paths = write_all(drawn)
        return lambda: self._on_written(paths)

    def _on_written(self, paths: list[Path]) -> None:
        self.chosen.emit(replace(self.choices, folder=str(paths[0].parent)))
        self.exported.emit(paths)
        self.accept()

    def _copying(self, figure: Figure) -> Task:
        picture = yield from _told("Drawing", picturing(figure, self.choices.options))
        return lambda: self._on_copied(picture)

    def _on_copied(self, picture: QImage) -> None:
        QGuiApplication.clipboard().setImage(picture)
        self._set_writing(False)
        self._say("The picture is on the clipboard.")
        self._close.setText("Close")
        self.chosen.emit(self.choices)
        self.copied.emit()

    def _begin(self, task: Task) -> None:
        """Do a task step by step, each in its own turn of the event loop."""
        self._task = task
        self._set_writing(True)
        self._go_on()
        if self._task is not None:
            self._step.start()

    def _go_on(self) -> None:
        if self._task is None:
            return
        try:
            self._say(next(self._task))
        except StopIteration as end:
            self._leave_task()
            end.value()
        except Exception as error:
            self._leave_task()
            self._set_writing(False)
            self._say(str(error) if isinstance(error, UserError) else "")
            if not isinstance(error, UserError):
                raise  # our bug, which the window tells of

    def _leave_task(self) -> None:
        """At its end, or before: what was drawn of it is dropped."""
        self._step.stop()
        if self._task is not None:
            self._task.close()
        self._task = None

    def _set_writing(self, writing: bool) -> None:
        self._show_question(False)
        if writing:
            self._left = QApplication.focusWidget()
            self.setFocus()  # not on Cancel, where a second Enter would end it
        self.preview.lock(writing)
        for part in (self.form, self._place, self._copy, self._save):
            part.setEnabled(not writing)
        if not writing and self._left is not None:
            (self._left if self._left.isVisible() else self._save).setFocus()

    # ---- showing

    def _say(self, text: str) -> None:
        self._message.setText(text or " ")  # whose line is kept, so that nothing jumps

    def _show_question(self, shown: bool) -> None:
        for button in (self._replace, self._both):
            button.setVisible(shown)
        self._save.setVisible(not shown)
        (self._both if shown else self._save).setDefault(True)

    def _show_number(self) -> None:
        """How many figures would be written, in the title and on the button."""
        number = len(self.preview.chosen)
        several = not self._lines.isRowVisible(self._name)
        title = f"Export {number} {'figure' if number == 1 else 'figures'}" if several else "Export"
        self.setWindowTitle(title)
        self._save.setText(title)
        self._save.setEnabled(number > 0)
        self._copy.setEnabled(self.preview.figure is not None)

    def _show_preview(self) -> None:
        self._on_edited()
        self.preview.draw(self.choices.options)

    def _on_edited(self) -> None:
        """What was said, or asked, was about other choices."""
        self._say("")
        self._show_question(False)

    def _on_left_out(self) -> None:
        self._on_edited()
        self._show_number()

    # ---- building

    def _build(self, choices: ExportChoices) -> None:
        self.preview = ExportPreview()
        self.preview.turned.connect(self._show_preview)
        self.preview.left_out.connect(self._on_left_out)
        self.form = ExportForm(choices)
        self.preview.laid_out.connect(self.form.show_paper)
        self.form.look_changed.connect(self._show_preview)
        self.form.files_changed.connect(self._on_edited)
        top = QHBoxLayout()
        top.setSpacing(24)
        top.addWidget(self.preview)
        top.addWidget(self.form, 1, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(top)
        layout.addWidget(self._build_place(choices.folder or str(default_folder())))
        self._remark = plain_label()
        self._remark.setProperty("muted", True)
        self._remark.setWordWrap(True)
        self._remark.setVisible(False)
        layout.addWidget(self._remark)
        self._message = plain_label()
        self._message.setWordWrap(True)
        layout.addWidget(self._message)
        layout.addLayout(self._build_buttons())
        self.form.setFocus()

    def _build_place(self, folder: str) -> QWidget:
        self._place = QWidget()
        self._name = QLineEdit()
        self._name.setAccessibleName("Name")
        set_tip(self._name, "The format is added to it, as in attention.pdf")
        self._folder = QLineEdit(folder)
        self._folder.setAccessibleName("Folder")
        choose = QPushButton("Choose…")
        choose.clicked.connect(self._on_choose)
        line = QHBoxLayout()
        line.addWidget(self._folder, 1)
        line.addWidget(choose)
        self._lines = QFormLayout(self._place)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.addRow(plain_label("Name"), self._name)
        self._lines.addRow(plain_label("Folder"), line)
        self._name.textChanged.connect(self._on_edited)
        self._folder.textChanged.connect(self._on_edited)
        return self._place

    def _build_buttons(self) -> QHBoxLayout:
        self._copy = QPushButton("Copy picture")
        self._copy.clicked.connect(self.copy)
        self._close = QPushButton("Cancel")
        self._close.clicked.connect(self.reject)
        self._replace = QPushButton("Replace")
        self._replace.clicked.connect(lambda: self._start(lambda figures, *_: figures))
        self._both = _primary("Keep both")
        set_tip(self._both, "Write the new files under names with a number")
        self._both.clicked.connect(lambda: self._start(beside))
        self._save = _primary("Export")
        self._save.clicked.connect(self.save)
        line = QHBoxLayout()
        line.addWidget(self._copy)
        line.addStretch(1)
        for button in (self._close, self._replace, self._both, self._save):
            line.addWidget(button)
        return line

    def _on_choose(self) -> None:
        chooser = QFileDialog(self, "Where to", str(nearest(self._folder.text())))
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.fileSelected.connect(self._folder.setText)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.open()

    def done(self, result: int) -> None:
        """However it is closed, nothing is drawn any longer."""
        self._leave_task()
        self.preview.stop()
        super().done(result)


def _told(what: str, steps: Steps[Result]) -> Generator[str, None, Result]:
    """The result of the steps; yields what is done, and how much of it."""
    yield what
    return (yield from map_progress(steps, lambda share: f"{what}, {share:.0%}"))


def _primary(title: str) -> QPushButton:
    button = QPushButton(title)
    button.setProperty("primary", True)
    return button
