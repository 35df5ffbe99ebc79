"""The choices of an export: size and look of the picture, and the formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSizeF
from PySide6.QtWidgets import QCheckBox, QSpinBox

from explorer.core.localization import plural, tr
from explorer.ui.controls.form import ChoiceForm, Field, TickList, choice_box, whole
from explorer.ui.controls.layouts import muted_label
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.export.choices import (
    FIGURE_SIZES,
    FORMAT_TITLES,
    FORMATS,
    MAX_DPI,
    MIN_DPI,
    PIXELS_PER_MM,
    ExportChoices,
)
from explorer.ui.export.layout import PageLayout

DPI_STEP = 50
SIZES = partial(choice_box, [(size.title, size) for size in FIGURE_SIZES])


def _format_list() -> TickList:
    ticks = TickList()
    ticks.offer([(name, FORMAT_TITLES[name], "", True) for name in FORMATS])
    return ticks


def _dpi_box() -> QSpinBox:
    box = whole(MIN_DPI, MAX_DPI, DPI_STEP)
    box.setKeyboardTracking(True)  # the size in pixels follows the typing
    box.setSuffix(tr(" dots per inch"))
    return box


GROUPS = {
    tr("Picture"): (
        Field("size", tr("Size"), SIZES),
        Field("dark", tr("Dark ground"), QCheckBox),
        Field("caption", tr("Caption with all that reproduces the figure"), QCheckBox),
    ),
    tr("Files"): (
        Field("formats", tr("Formats"), _format_list),
        Field("dpi", "PNG", _dpi_box),
    ),
}


class ExportForm(ChoiceForm[ExportChoices]):
    """Shows ExportChoices, all but the folder, and the size of the figure on paper."""

    def __init__(self, choices: ExportChoices) -> None:
        super().__init__(choices, GROUPS)
        self._paper = QSizeF()
        self._pages, self._pixels = muted_label(), muted_label()
        self._groups[0].insertRow(1, plain_label(), self._pages)
        self._groups[1].addRow(plain_label(), self._pixels)
        self.fields["dpi"].setAccessibleName(tr("Dots per inch of the PNG"))
        self.setFocusProxy(self.fields["size"])
        formats = tuple(name for name in FORMATS if name in choices.formats)
        self.show_choice(replace(choices, formats=formats))

    def show_choice(self, choice: ExportChoices) -> None:
        super().show_choice(choice)
        for part in (self.fields["dpi"], self._pixels):
            part.setEnabled("png" in choice.formats)
        self._show_pixels()

    def show_layout(self, layout: PageLayout | None) -> None:
        """The size of the figure in the preview, if there is one."""
        self._paper = QSizeF() if layout is None else layout.paper
        self._show_pixels()
        text = ""
        if layout is not None:
            width, height = (round(side / PIXELS_PER_MM) for side in layout.paper.toTuple())
            text = f"{width} × {height} mm, {_pages_high(layout.num_pages)}"
        self._pages.setText(text)

    def show_total(self, layouts: Sequence[PageLayout]) -> None:
        """The number of pages of all chosen figures, below the size of the one in the preview."""
        total = sum(layout.num_pages for layout in layouts)
        size = self._pages.text().partition("\n")[0]
        self._pages.setText(
            tr(
                "{size}\n{count} figures, {pages}",
                size=size,
                count=len(layouts),
                pages=_pages_high(total),
            )
        )

    def _show_pixels(self) -> None:
        width, height = (round(side * self._choice.scale) for side in self._paper.toTuple())
        self._pixels.setText(
            tr("{width:,} × {height:,} pixels", width=width, height=height)
            if self._paper.isValid()
            else ""
        )


def _pages_high(number: int) -> str:
    """Describe a figure's height in printed pages; in a PDF it is one page of its own height."""
    if number == 1:
        return tr("fits on a page")
    pages = plural(number, "{count} page", "{count} pages")
    return tr("as high as {pages}", pages=pages)
