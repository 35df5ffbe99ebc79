"""Figures and tables that leave the program as PNG, SVG, PDF, CSV or JSON, whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QImageWriter, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from explorer.core.errors import UserError
from explorer.core.state import Selection, State
from explorer.ui import fonts
from explorer.ui.drawing import GRID, Drawing, Stack, TextBlock
from explorer.ui.table import Table
from explorer.ui.theme import LIGHT, SLOTS, Palette

Format = Literal["png", "svg", "pdf", "csv", "json"]
FORMATS: tuple[Format, ...] = ("png", "svg", "pdf", "csv", "json")
FORMAT_TITLES: dict[Format, str] = {
    "png": "PNG, pixels",
    "svg": "SVG, vector",
    "pdf": "PDF, vector",
    "csv": "CSV, the numbers",
    "json": "JSON, the numbers",
}
PIXELS_PER_MM = 96 / 25.4  # a logical pixel is 1/96 inch, as in CSS
PDF_DPI = 1200
MAX_IMAGE_SIDE = 32_000  # pixels; Qt's painters work with 16-bit coordinates
PADDING = 1.5 * GRID
PROGRAM = "plm-explorer"


@dataclass(frozen=True)
class FigureSize:
    """A paper size. `density` sets how many logical pixels of the window go into a printed one,
    so that type comes out at a size that suits the page."""

    name: str
    title: str
    width_mm: float
    density: float
    height_mm: float | None = None  # None: as tall as the picture

    @property
    def width(self) -> float:
        """Logical pixels on paper."""
        return self.width_mm * PIXELS_PER_MM


# Widths of one and two columns as common in journals (Nature: 89 and 183 mm); the slide is the
# 13.33 x 7.5 inches of presentation programs. Body type of 13 px becomes 7, 7.5 and 15 points.
COLUMN = FigureSize("column", "Column, 89 mm", 89.0, density=1.4)
PAGE = FigureSize("page", "Page, 183 mm", 183.0, density=1.3)
SLIDE = FigureSize("slide", "Slide, 16 : 9", 338.67, density=1.0, height_mm=190.5)
FIGURE_SIZES = (COLUMN, PAGE, SLIDE)
SLIDE_WIDTHS = range(480, 4000, 40)  # tried until the picture is flat enough


@dataclass(frozen=True)
class Caption:
    """How to make the figure again."""

    title: str
    models: tuple[tuple[str, str], ...] = ()  # (letter and title, checkpoint hash)
    text: str = ""
    pair: str = ""
    selection: Selection = Selection()  # noqa: RUF009 - frozen
    seed: int = 0
    token_of: str = ""  # the letter of the model in which the selected token is counted
    settings: tuple[str, ...] = ()  # of the panel, as far as they make the figure another

    @classmethod
    def of(
        cls,
        title: str,
        state: State,
        models: Sequence[tuple[str, str]],
        settings: Sequence[str] = (),
    ) -> Caption:
        letters = dict(zip(state.models, state.places, strict=True))
        place = letters.get(state.selection.model)
        letter = "" if place is None else SLOTS[place]
        return cls(
            title=title,
            models=tuple(models),
            text=state.text,
            pair=state.pair,
            selection=state.selection,
            seed=state.seed,
            token_of=letter,
            settings=tuple(settings),
        )

    def __str__(self) -> str:
        parts = [self.title, *self._model_parts()]
        if self.text:
            parts.append(f"“{_short(self.text)}”")
        if self.pair:
            parts.append(f"and “{_short(self.pair)}”")
        parts += [*self.settings, *self._selected_parts()]
        parts += [f"seed {self.seed}", f"PLM Explorer {program_version()}"]
        return " · ".join(parts)

    def _selected_parts(self) -> list[str]:
        """Tokens are counted from 0, as their ids stand in tables; layers and heads from 1."""
        chosen = {
            f"{self.token_of} token".lstrip(): self.selection.token,
            "layer": None if self.selection.layer is None else self.selection.layer + 1,
            "head": None if self.selection.head is None else self.selection.head + 1,
        }
        return [f"{name} {value}" for name, value in chosen.items() if value is not None]

    def _model_parts(self) -> list[str]:
        return [f"{name} ({digest[:12]})" if digest else name for name, digest in self.models]


@dataclass(frozen=True)
class Figure:
    """Drawings with their caption, and the numbers behind them."""

    name: str  # of the file, without ending
    drawings: tuple[Drawing, ...]
    table: Table
    caption: Caption


@dataclass(frozen=True)
class ExportOptions:
    """What a person chose. `scale` is for PNG: pixels for each logical pixel."""

    size: FigureSize = PAGE
    scale: float = 2.0
    palette: Palette = LIGHT
    caption: bool = True


@dataclass(frozen=True)
class _Layout:
    """A figure laid out: the drawing at `width` logical pixels, shown `zoom` times as large."""

    drawing: Drawing
    width: float
    height: float
    zoom: float
    paper: QSizeF  # logical pixels


def render(figure: Figure, file_format: Format, options: ExportOptions) -> bytes:
    """The bytes of a file. Raises UserError when the picture is too large for an image."""
    if file_format == "csv":
        return figure.table.to_csv().encode("utf-8")
    if file_format == "json":
        return figure.table.to_json(caption=str(figure.caption)).encode("utf-8")
    layout = lay_out(figure, options)
    if file_format == "png":
        return _png(paint_image(layout, options))
    return _svg(layout, options, figure) if file_format == "svg" else _pdf(layout, options, figure)


def image(figure: Figure, options: ExportOptions) -> QImage:
    """The figure as an image, for the clipboard."""
    return paint_image(lay_out(figure, options), options)


def lay_out(figure: Figure, options: ExportOptions) -> _Layout:
    """Place the drawings on the paper that was chosen."""
    parts = [part for drawing in figure.drawings if (part := drawing.printed()) is not None]
    if options.caption:
        parts.append(TextBlock(str(figure.caption), pixels=fonts.SMALL))
    drawing = Stack(parts)
    size = options.size
    if size.height_mm is not None:
        return _fitted(drawing, QSizeF(size.width, size.height_mm * PIXELS_PER_MM))
    width = size.width * size.density - 2 * PADDING
    height = drawing.size(width).height() + 2 * PADDING
    zoom = 1 / size.density
    return _Layout(drawing, width, height, zoom, QSizeF(size.width, height * zoom))


def _fitted(drawing: Drawing, paper: QSizeF) -> _Layout:
    """The largest type at which the drawing fits onto a page of fixed shape."""
    shape = paper.height() / paper.width()
    width, height = float(SLIDE_WIDTHS[-1]), 0.0
    for candidate in SLIDE_WIDTHS:
        width = float(candidate)
        height = drawing.size(width).height() + 2 * PADDING
        if height <= (width + 2 * PADDING) * shape:
            break
    zoom = min(paper.width() / (width + 2 * PADDING), paper.height() / height)
    return _Layout(drawing, width, height, zoom, paper)


def _paint(painter: QPainter, layout: _Layout, options: ExportOptions) -> None:
    """The ground and the drawing, in logical pixels of the paper."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, *layout.paper.toTuple()), QColor(options.palette.ground))
    painter.scale(layout.zoom, layout.zoom)
    left = max(PADDING, (layout.paper.width() / layout.zoom - layout.width) / 2)
    inside = QRectF(left, PADDING, layout.width, layout.height - 2 * PADDING)
    layout.drawing.paint(painter, inside, options.palette)


def paint_image(layout: _Layout, options: ExportOptions) -> QImage:
    size = QSize(*(round(side * options.scale) for side in layout.paper.toTuple()))
    if max(size.width(), size.height()) > MAX_IMAGE_SIDE:
        raise UserError(
            f"The picture would be {size.width():,} by {size.height():,} pixels.",
            "Choose a smaller scale, or SVG or PDF.",
        )
    made = QImage(size, QImage.Format.Format_RGB32)
    dots = round(options.scale * PIXELS_PER_MM * 1000)
    made.setDotsPerMeterX(dots)
    made.setDotsPerMeterY(dots)
    made.fill(QColor(options.palette.ground))
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.scale(options.scale, options.scale)
    _paint(painter, layout, options)
    painter.end()
    return made


def _png(picture: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"PNG")).write(picture):
        raise UserError("The picture could not be written as PNG.", "Choose a smaller scale.")
    return bytes(buffer.data().data())


def _svg(layout: _Layout, options: ExportOptions, figure: Figure) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(QSize(*(round(side) for side in layout.paper.toTuple())))
    generator.setViewBox(QRectF(0, 0, *layout.paper.toTuple()))
    generator.setTitle(figure.caption.title)
    generator.setDescription(str(figure.caption))
    painter = QPainter(generator)
    _paint(painter, layout, options)
    painter.end()
    return bytes(buffer.data().data())


def _pdf(layout: _Layout, options: ExportOptions, figure: Figure) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    millimetres = layout.paper / PIXELS_PER_MM
    writer.setPageSize(QPageSize(millimetres, QPageSize.Unit.Millimeter))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(PDF_DPI)
    writer.setTitle(str(figure.caption))
    writer.setCreator(f"PLM Explorer {program_version()}")
    painter = QPainter(writer)
    painter.scale(PDF_DPI / 96, PDF_DPI / 96)
    _paint(painter, layout, options)
    painter.end()
    return bytes(buffer.data().data())


def write(path: Path, data: bytes) -> None:
    """Write a file through a temporary one beside it. Raises UserError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise _cannot_write(path.parent, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise _cannot_write(path, error) from error


def export(
    figure: Figure, folder: Path, formats: Sequence[Format], options: ExportOptions
) -> list[Path]:
    """Write the figure in each format; returns the files. Raises UserError."""
    written = []
    for file_format in formats:
        path = folder / f"{figure.name}.{file_format}"
        write(path, render(figure, file_format, options))
        written.append(path)
    return written


def _cannot_write(path: Path, error: OSError) -> UserError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return UserError(
            f"There is no room left for {path}.", "Free some space or choose a folder elsewhere."
        )
    return UserError(
        f"{path} cannot be written ({error.strerror or error}).", "Choose another folder."
    )


def program_version() -> str:
    try:
        return version(PROGRAM)
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "development"


def _short(text: str, limit: int = 160) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
