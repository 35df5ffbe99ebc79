"""The choices of an export: size and look of the picture, and the formats."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSizeF, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QWidget

from explorer.ui.controls.form import whole
from explorer.ui.controls.layouts import column, muted_label
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.export.choices import MAX_DPI, MIN_DPI, SCREEN_DPI, ExportChoices
from explorer.ui.export.layout import FIGURE_SIZES, PIXELS_PER_MM, PageLayout
from explorer.ui.export.writers import FORMAT_TITLES, FORMATS, Format

DPI_STEP = 50


class ExportForm(QWidget):
    """Signals when the picture changes, and when the list of files changes."""

    look_changed = Signal()
    files_changed = Signal()

    def __init__(self, choices: ExportChoices) -> None:
        super().__init__()
        self._paper = QSizeF()
        self._build(choices)
        self._on_formats()
        self.setFocusProxy(self._size)

    @property
    def choices(self) -> ExportChoices:
        """All but the folder."""
        return ExportChoices(
            formats=self.formats,
            size=self._size.currentData(),
            dpi=self._dpi.value(),
            dark=self._dark.isChecked(),
            caption=self._caption.isChecked(),
        )

    @property
    def formats(self) -> tuple[Format, ...]:
        return tuple(name for name, box in self._formats.items() if box.isChecked())

    def show_layout(self, layout: PageLayout | None) -> None:
        """The size of the figure in the preview, if there is one."""
        self._paper = QSizeF() if layout is None else layout.paper
        self._show_pixels()
        self._pages.setText("")
        if layout is not None:
            width, height = (round(side / PIXELS_PER_MM) for side in layout.paper.toTuple())
            self._pages.setText(f"{width} × {height} mm, {pages(layout.num_pages)}")

    def show_total(self, layouts: Sequence[PageLayout]) -> None:
        """The number of pages of all chosen figures, below the size of the one in the preview."""
        total = sum(layout.num_pages for layout in layouts)
        size = self._pages.text().partition("\n")[0]
        self._pages.setText(f"{size}\n{len(layouts)} figures: {pages(total)}")

    def _show_pixels(self) -> None:
        scale = self._dpi.value() / SCREEN_DPI
        width, height = (round(side * scale) for side in self._paper.toTuple())
        self._pixels.setText(f"{width:,} × {height:,} pixels" if self._paper.isValid() else "")

    def _on_formats(self) -> None:
        self._dpi.setEnabled("png" in self.formats)
        self._pixels.setEnabled("png" in self.formats)

    # ---- building

    def _build(self, choices: ExportChoices) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(10)
        self._size = QComboBox()
        for size in FIGURE_SIZES:
            self._size.addItem(size.title, size)
        self._size.setCurrentIndex(FIGURE_SIZES.index(choices.size))
        self._dark = QCheckBox("Dark ground")
        self._dark.setChecked(choices.dark)
        self._caption = QCheckBox("Caption with all that reproduces the figure")
        self._caption.setChecked(choices.caption)
        form.addRow(plain_label("Size"), self._size)
        self._pages = muted_label()
        form.addRow(plain_label(), self._pages)
        form.addRow(plain_label(), self._dark)
        form.addRow(plain_label(), self._caption)
        form.addRow(plain_label("Formats"), self._build_formats(choices.formats))
        form.addRow(plain_label("PNG"), self._build_dpi(choices.dpi))
        self._size.currentIndexChanged.connect(self.look_changed)
        self._dark.toggled.connect(self.look_changed)
        self._caption.toggled.connect(self.look_changed)

    def _build_formats(self, chosen: Sequence[Format]) -> QWidget:
        box = QWidget()
        self._formats: dict[Format, QCheckBox] = {}
        for name in FORMATS:
            self._formats[name] = QCheckBox(FORMAT_TITLES[name])
            self._formats[name].setChecked(name in chosen)
            self._formats[name].toggled.connect(self._on_formats)
            self._formats[name].toggled.connect(self.files_changed)
        column(*self._formats.values(), into=box)
        return box

    def _build_dpi(self, dpi: int) -> QWidget:
        self._dpi = whole(MIN_DPI, MAX_DPI, DPI_STEP)
        self._dpi.setKeyboardTracking(True)  # the size in pixels follows the typing
        self._dpi.setSuffix(" dots per inch")
        self._dpi.setValue(dpi)
        self._dpi.setAccessibleName("Dots per inch of the PNG")
        self._dpi.valueChanged.connect(self._show_pixels)
        self._pixels = muted_label()
        box = QWidget()
        column(self._dpi, self._pixels, into=box, spacing=4)
        return box


def pages(number: int) -> str:
    return f"{number} {'page' if number == 1 else 'pages'}"
