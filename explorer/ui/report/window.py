"""The window of the report: its figures in order, their notes, and what is written of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QToolButton,
    QWidget,
)

from explorer.core.jobs.jobs import Done, Event, Failed, Progress, Work
from explorer.core.localization import plural, tr
from explorer.core.report.entries import ReportFigure
from explorer.core.state.program import software
from explorer.core.typed_paths import nearest
from explorer.ui.controls.layouts import (
    column,
    create_single_shot_timer,
    heading_label,
    line,
    muted_label,
    push_button,
    wrap_label,
)
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.choosing import file_dialog
from explorer.ui.export.choices import default_folder
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import LatestRequest
from explorer.ui.report.files import thumbnail, write_report
from explorer.ui.style.palette import LIGHT

if TYPE_CHECKING:
    from explorer.ui.report.builder import ReportBuilder

SIZE = (980, 740)
SMALL, LARGE = QSize(120, 88), QSize(640, 330)  # of pictures, in pixels
LIST_WIDTH = 272
PLACE = Qt.ItemDataRole.UserRole  # of its figure in the report
NAME = PLACE + 1  # of its picture
EMPTY = tr("The report is empty. “Add to report” above a panel puts its figure here (Ctrl+R).")
SHOW_AGAIN = tr("Click the picture to show it in the window again, as it was made.")
FILES = {"html": "HTML (*.html)", "pdf": "PDF (*.pdf)"}
TIPS = {
    "html": tr("One file that every browser shows, with all pictures inside"),
    "pdf": tr("A page for each figure, with caption, note and sources"),
    "latex": tr("A folder with main.tex, the figures as PDF, and the sources as BibTeX"),
}


class ReportWindow(QDialog):
    """Not modal: a click on a figure restores its state in the window behind."""

    state_requested = Signal(object)  # State

    def __init__(self, builder: ReportBuilder, context: PanelContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._builder = builder
        self._pictures: dict[str, QImage] = {}  # by the name of the picture
        self._drawing = LatestRequest(context.jobs, "report pictures", self, lane="export")
        self._writing = LatestRequest(context.jobs, "report files", self, lane="export")
        self._writing.ended.connect(self._on_written)
        self._moved = create_single_shot_timer(
            self, 0, self._take_order
        )  # once Qt has moved the row
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Report"))
        self.resize(*SIZE)
        self._build()
        builder.changed.connect(self.refresh)
        self.refresh()
        self.list.setCurrentRow(0)

    @property
    def figure(self) -> ReportFigure | None:
        """The marked one."""
        figures, row = self._builder.report.figures, self.list.currentRow()
        return figures[row] if 0 <= row < len(figures) else None

    def refresh(self) -> None:
        """Show the report; rows are made again only if they are others."""
        report = self._builder.report
        rows = [(one.title, one.picture_name) for one in report.figures]
        if rows != [(item.text(), item.data(NAME)) for item in self._items()]:
            row = self.list.currentRow()
            with QSignalBlocker(self.list):
                self.list.clear()
                for title, name in rows:
                    self._add_row(title, name)
                self.list.setCurrentRow(min(max(row, 0), len(rows) - 1))
        if self._title.text() != report.title:
            self._title.setText(report.title)
        self._draw_pictures()
        self._show_figure()

    def restore(self) -> None:
        """Show the marked figure in the window again."""
        if self.figure is not None:
            self.state_requested.emit(self.figure.state)

    # ---- editing

    def move_figure(self, step: int) -> None:
        """Exchange the marked figure with the one before (-1) or after it (1)."""
        row = self.list.currentRow()
        if 0 <= row + step < self.list.count():
            with QSignalBlocker(self.list):
                self.list.insertItem(row + step, self.list.takeItem(row))
                self.list.setCurrentRow(row + step)
            self._take_order()

    def _take_order(self) -> None:
        """The order of the rows, after one was moved."""
        items = self._items()
        order = tuple(item.data(PLACE) for item in items)
        for row, item in enumerate(items):
            item.setData(PLACE, row)
        self._builder.set_report(self._builder.report.reorder(order))

    def _remove(self) -> None:
        if self.figure is not None:
            self._builder.remove(self.list.currentRow())

    def _edit(self, name: str, text: str) -> None:
        if self.figure is not None and getattr(self.figure, name) != text:
            report = self._builder.report
            self._builder.set_report(report.edit(self.list.currentRow(), **{name: text}))

    def _rename(self, title: str) -> None:
        self._builder.set_report(replace(self._builder.report, title=title))

    # ---- files

    def write(self, kind: str, path: str) -> None:
        """Write the report in the background; "latex" is a new folder in that of `path`."""
        report = self._builder.report
        number = len(report.figures)
        figures = plural(number, "{count} figure", "{count} figures")
        about = f"{figures} · {software()} · {date.today().isoformat()}"
        self._say(tr("Writing …"))
        self._writing.start(partial(write_report, kind, report, Path(path), about))

    def _choose(self, kind: str) -> None:
        name = f"report.{kind}" if kind in FILES else ""
        start, then = str(nearest(str(default_folder()))), partial(self.write, kind)
        title = tr("Where to put the report")
        file_dialog(self, title, start, then, FILES.get(kind, ""), name).open()

    def _on_written(self, event: Event) -> None:
        if isinstance(event, Done):
            self._say(tr("Wrote {path}.", path=event.value))
        elif isinstance(event, Failed):
            self._say("" if event.is_bug else str(event.error))

    # ---- showing

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def _add_row(self, title: str, name: str) -> None:
        item = QListWidgetItem(title)
        item.setData(PLACE, self.list.count())
        item.setData(NAME, name)
        if (picture := self._pictures.get(name)) is not None:
            item.setIcon(_icon(picture, SMALL))
        self.list.addItem(item)

    def _draw_pictures(self) -> None:
        report = self._builder.report
        new = {name: svg for name, svg in report.pictures.items() if name not in self._pictures}
        if new and not self._drawing.busy:
            self._drawing.start(partial(_draw, tuple(new.items()), LARGE * 2), self._on_drawn)

    def _on_drawn(self, pictures: dict[str, QImage]) -> None:
        self._pictures |= pictures
        for item in self._items():
            if (name := item.data(NAME)) in pictures:
                item.setIcon(_icon(self._pictures[name], SMALL))
        self._draw_pictures()
        self._show_figure()

    def _show_figure(self) -> None:
        figure, row = self.figure, self.list.currentRow()
        for part in (*self._fields, self._remove_button, *self._files):
            part.setEnabled(figure is not None)
        self._up.setEnabled(row > 0)
        self._down.setEnabled(0 <= row < self.list.count() - 1)
        self._undo.setEnabled(self._builder.can_undo)
        picture = self._pictures.get(figure.picture_name) if figure else None
        self._picture.setIcon(_icon(picture, LARGE) if picture else QIcon())
        name = tr("Show {figure} in the window again", figure=figure.title) if figure else ""
        self._picture.setAccessibleName(name)
        self._hint.setText(SHOW_AGAIN if figure else EMPTY)
        self._caption.setText(figure.caption if figure else "")
        title, note = (figure.title, figure.note) if figure else ("", "")
        if self._heading.text() != title:
            self._heading.setText(title)
        if self._note.toPlainText() != note:
            with QSignalBlocker(self._note):
                self._note.setPlainText(note)

    def _say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setVisible(bool(text))

    # ---- building

    def _build(self) -> None:
        self._title, self._heading, self._note = QLineEdit(), QLineEdit(), QPlainTextEdit()
        self._title.textEdited.connect(self._rename)
        self._heading.textEdited.connect(partial(self._edit, "title"))
        self._note.textChanged.connect(lambda: self._edit("note", self._note.toPlainText()))
        self._note.setTabChangesFocus(True)
        self._note.setPlaceholderText(tr("What a reader should see in this figure"))
        names = (tr("Title of the report"), tr("Title of the figure"), tr("Note"))
        for field, name in zip((self._title, self._heading, self._note), names, strict=True):
            field.setAccessibleName(name)
        self._build_picture()
        self._fields: tuple[QWidget, ...] = (self._heading, self._note, self._picture)
        self._hint, self._caption = muted_label(wraps=True), wrap_label(muted_label())
        self._message = wrap_label(plain_label())
        self._message.setVisible(False)
        right = column(
            (self._picture, 3),
            *(self._hint, heading_label(tr("Title of the figure")), self._heading),
            *(heading_label(tr("Note")), (self._note, 2), self._caption),
        )
        top = line(plain_label(tr("Title of the report")), (self._title, 1))
        middle = line(self._build_list(), (right, 1), spacing=16)
        parts = top, (middle, 1), self._message, self._build_buttons()
        column(*parts, into=self, spacing=12, margins=(24, 16, 24, 16))

    def _build_picture(self) -> None:
        self._picture = QToolButton()
        self._picture.setIconSize(LARGE)
        self._picture.setMinimumSize(LARGE + QSize(12, 12))
        self._picture.clicked.connect(self.restore)
        set_tip(self._picture, SHOW_AGAIN)

    def _build_list(self) -> QBoxLayout:
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Figures of the report"))
        self.list.setIconSize(SMALL)
        self.list.setFixedWidth(LIST_WIDTH)
        self.list.setWordWrap(True)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.currentRowChanged.connect(lambda row: self._show_figure())
        self.list.itemActivated.connect(self.restore)
        self.list.model().rowsMoved.connect(lambda *_: self._moved.start())
        self._up = push_button(tr("Up"), partial(self.move_figure, -1), tr("Earlier in the report"))
        self._down = push_button(
            tr("Down"), partial(self.move_figure, 1), tr("Later in the report")
        )
        self._remove_button = push_button(tr("Remove"), self._remove)
        self._undo = push_button(tr("Undo"), self._builder.undo, tr("Put the removed figure back"))
        buttons = line(self._up, self._down, self._remove_button, self._undo, spacing=4)
        return column((self.list, 1), buttons)

    def _build_buttons(self) -> QBoxLayout:
        titles = {
            "html": tr("Save as HTML…"),
            "pdf": tr("Save as PDF…"),
            "latex": tr("Save for LaTeX…"),
        }
        self._files = [
            push_button(title, partial(self._choose, kind), TIPS[kind])
            for kind, title in titles.items()
        ]
        return line(*self._files, None, push_button(tr("Close"), self.close))

    def done(self, result: int) -> None:
        self._moved.stop()
        super().done(result)


def _draw(pictures: Iterable[tuple[str, str]], size: QSize) -> Work:
    """Images of SVG texts, by their names."""
    images = {}
    for name, svg in pictures:
        yield Progress(tr("Drawing the figures of the report"))
        images[name] = thumbnail(svg, size)
    return images


def _icon(picture: QImage, size: QSize) -> QIcon:
    """Return an icon of the picture on white paper, twice as sharp for dense displays."""
    ratio = Qt.AspectRatioMode.KeepAspectRatio
    smooth = Qt.TransformationMode.SmoothTransformation
    fitted = QPixmap.fromImage(picture.scaled(size * 2, ratio, smooth))
    paper = QPixmap(size * 2)
    paper.fill(QColor(LIGHT.ground))
    painter = QPainter(paper)
    painter.drawPixmap(QRect(QPoint(0, 0), paper.size()).center() - fitted.rect().center(), fitted)
    painter.end()
    paper.setDevicePixelRatio(2)
    icon = QIcon(paper)
    icon.addPixmap(paper, QIcon.Mode.Selected)  # without the tint of what is marked
    return icon
