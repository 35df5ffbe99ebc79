"""Shows the figures that an export would write, one page for each, as they would look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from explorer.core.localization import tr
from explorer.ui.controls.form import TickList
from explorer.ui.controls.layouts import column, line, push_button
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.layout import DrawnFigure
from explorer.ui.export.worker import ExportWorker, draw_image
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.style import fonts

PICTURE = (520, 420)
SHARPNESS = 1.5  # pixels for a logical one, before the picture is made to fit
MAX_SIDE = 4000  # pixels, before it is made to fit
SECTION_COLUMNS, MAX_HEADING = 2, 220  # pixels, of the name of a section
NOTHING = tr("There is nothing to export yet.")
NEXT_KEY, PREVIOUS_KEY = "Ctrl+PgDown", "Ctrl+PgUp"


class ExportPreview(QWidget):
    """Pages through figures, of which some can be left out.

    A picture is drawn by a worker, as files are; the one before it stays until it is whole.
    """

    changed = Signal()  # another figure is visible, or other sections of it
    chosen_changed = Signal()  # another set of figures
    laid_out = Signal(object)  # PageLayout of the current figure, or None
    drawn = Signal()

    def __init__(self, jobs: JobBridge) -> None:
        super().__init__()
        self._figures: list[DrawnFigure] = []
        self._without: set[str] = set()  # names of those left out
        self._left_out: dict[str, set[str]] = {}  # headings of sections, by name of the figure
        self._page = 0
        self._worker = ExportWorker(jobs, self)
        self._worker.laid_out.connect(lambda layouts: self.laid_out.emit(layouts[0]))
        self._build()

    @property
    def figure(self) -> DrawnFigure | None:
        """The current one, with the chosen sections."""
        return self._drop_sections(self._figures[self._page]) if self._figures else None

    @property
    def chosen(self) -> list[DrawnFigure]:
        """All that shall be written."""
        chosen = (figure for figure in self._figures if figure.name not in self._without)
        return [self._drop_sections(figure) for figure in chosen]

    def _drop_sections(self, figure: DrawnFigure) -> DrawnFigure:
        return figure.drop_sections(self._left_out.get(figure.name, ()))

    def show_figures(self, figures: Sequence[DrawnFigure]) -> None:
        """Take figures, on the page that was open; they are drawn by `draw`."""
        self._figures = list(figures)
        self._page = max(0, min(self._page, len(self._figures) - 1))
        self._pager.setVisible(len(self._figures) > 1)
        self._show_page()

    def lock(self, locked: bool) -> None:
        """While files are drawn the pages stay as they are; the picture keeps its colours."""
        self._pager.setEnabled(not locked)
        self._sections.setEnabled(not locked)

    def turn_page(self, step: int) -> None:
        """Go `step` pages on; after the last comes the first."""
        if self._figures:
            self._page = (self._page + step) % len(self._figures)
            self._show_page()
            self.changed.emit()

    def draw(self, choices: ExportChoices) -> None:
        """Begin to draw the figure."""
        self.cancel()
        if (figure := self.figure) is None:
            self._picture.setText(NOTHING)
            self.laid_out.emit(None)
            return
        draw = partial(draw_image, choices.palette, SHARPNESS, MAX_SIDE)
        self._worker.draw([figure], choices, draw, self._show)

    def cancel(self) -> None:
        """Draw no further."""
        self._worker.cancel()

    @property
    def is_drawing(self) -> bool:
        """Whether the picture is not yet that of the figure."""
        return self._worker.busy

    def _show(self, picture: QImage) -> None:
        ratio = self.devicePixelRatioF()
        fitted = QPixmap.fromImage(picture).scaled(
            QSize(*PICTURE) * ratio,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        fitted.setDevicePixelRatio(ratio)
        self._picture.setPixmap(fitted)
        self.drawn.emit()

    def _show_page(self) -> None:
        if not self._figures:
            return
        figure = self._figures[self._page]
        title = figure.caption.title
        self._where.setText(
            tr(
                "{title}, {number} of {count}",
                title=title,
                number=self._page + 1,
                count=len(self._figures),
            )
        )
        self._picture.setAccessibleName(tr("Preview of the figure {title}", title=title))
        with QSignalBlocker(self._included):
            self._included.setChecked(figure.name not in self._without)
        self._show_sections(figure)

    def _show_sections(self, figure: DrawnFigure) -> None:
        """A box for each section, where there are several; one of them stays chosen."""
        headings = list(figure.sections())
        chosen = [one for one in headings if one not in self._left_out.get(figure.name, ())]
        titles = [fonts.elide(heading.replace("&", "&&"), MAX_HEADING) for heading in headings]
        items = [
            (heading, title, heading, chosen != [heading])
            for heading, title in zip(headings, titles, strict=True)
        ]
        self._sections.offer(items if len(items) > 1 else [])
        self._sections.show_value(chosen)
        for box in self._sections.boxes:
            box.setAccessibleName(tr("Section {box}", box=box.objectName()))

    def _on_sections(self, chosen: tuple[str, ...]) -> None:
        figure = self._figures[self._page]
        self._left_out[figure.name] = set(figure.sections()) - set(chosen)
        self._show_sections(figure)
        self.changed.emit()

    def _on_included(self, included: bool) -> None:
        (self._without.discard if included else self._without.add)(self._figures[self._page].name)
        self.chosen_changed.emit()

    # ---- building

    def _build(self) -> None:
        self._picture = plain_label()
        self._picture.setObjectName("exportPreview")
        self._picture.setFixedSize(*PICTURE)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pager, self._where = QWidget(), plain_label()
        self._included = QCheckBox(tr("Export this one"))
        self._included.toggled.connect(self._on_included)
        buttons = (
            self._button(tr("Previous"), PREVIOUS_KEY, -1),
            self._button(tr("Next"), NEXT_KEY, 1),
        )
        line(*buttons, self._where, None, self._included, into=self._pager)
        self._sections = TickList(SECTION_COLUMNS)
        self._sections.setFixedWidth(PICTURE[0])
        self._sections.chosen.connect(self._on_sections)
        column(self._picture, self._pager, self._sections, None, into=self)

    def _button(self, title: str, key: str, step: int) -> QPushButton:
        button = push_button(title, partial(self.turn_page, step), key)
        button.setAccessibleName(tr("{title} figure", title=title))
        button.setShortcut(key)
        return button
