"""The choices of an export: size and look of the picture, and the formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSizeF, Signal, SignalInstance
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
        text = ""
        if layout is not None:
            width, height = (round(side / PIXELS_PER_MM) for side in layout.paper.toTuple())
            text = f"{width} × {height} mm, {pages(layout.num_pages)}"
        self._pages.setText(text)

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
        self.files_changed.emit()

    def _build(self, choices: ExportChoices) -> None:
        self._size = QComboBox()
        for size in FIGURE_SIZES:
            self._size.addItem(size.title, size)
        self._size.setCurrentIndex(FIGURE_SIZES.index(choices.size))
        self._size.currentIndexChanged.connect(self.look_changed)
        self._pages, self._pixels = muted_label(), muted_label()
        self._dark = _box("Dark ground", choices.dark, self.look_changed)
        caption = "Caption with all that reproduces the figure"
        self._caption = _box(caption, choices.caption, self.look_changed)
        self._formats: dict[Format, QCheckBox] = {
            name: _box(FORMAT_TITLES[name], name in choices.formats, self._on_formats)
            for name in FORMATS
        }
        self._dpi = whole(MIN_DPI, MAX_DPI, DPI_STEP)
        self._dpi.setKeyboardTracking(True)  # the size in pixels follows the typing
        self._dpi.setSuffix(" dots per inch")
        self._dpi.setValue(choices.dpi)
        self._dpi.setAccessibleName("Dots per inch of the PNG")
        self._dpi.valueChanged.connect(self._show_pixels)
        formats, png = QWidget(), QWidget()
        column(*self._formats.values(), into=formats)
        column(self._dpi, self._pixels, into=png, spacing=4)
        rows = {"Size": (self._size, self._pages, self._dark, self._caption),
                "Formats": (formats,), "PNG": (png,)}  # fmt: skip
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(10)
        for title, widgets in rows.items():
            for n, widget in enumerate(widgets):
                form.addRow(plain_label("" if n else title), widget)


def _box(title: str, checked: bool, on_toggled: Callable[[], object] | SignalInstance) -> QCheckBox:
    box = QCheckBox(title)
    box.setChecked(checked)
    box.toggled.connect(on_toggled)
    return box


def pages(number: int) -> str:
    return f"{number} {'page' if number == 1 else 'pages'}"
