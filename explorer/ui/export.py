"""Figures and tables that leave the program as PNG, SVG, PDF, CSV or JSON, whole or not at all."""

from __future__ import annotations

import codecs
import errno
import os
import tempfile
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal, TypeVar

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from explorer.core.errors import UserError
from explorer.core.state import Selection, State
from explorer.ui import fonts
from explorer.ui.drawing import GRID, Drawing, Stack, TextBlock, leaves
from explorer.ui.export_png import encode
from explorer.ui.table import Table
from explorer.ui.theme import LIGHT, SLOTS, Palette

Result = TypeVar("Result")
Steps = Generator[float, None, Result]  # yields the share that is done, returns what is made
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
SVG_DPI = 9600  # the generator's size is in whole dots, and so to a hundredth of a pixel
BAND_PIXELS = 1_500_000  # painted, or packed, in one step: a few hundredths of a second
MAX_IMAGE_SIDE = 32_000  # pixels; Qt's painters work with 16-bit coordinates
CSV_MARK = codecs.BOM_UTF8  # without it spreadsheets take the file for one of the old codings
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
        parts += [f"seed {self.seed}", _software()]
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
    return finished(rendering(figure, file_format, options))


def rendering(figure: Figure, file_format: Format, options: ExportOptions) -> Steps[bytes]:
    """`render` in steps that are short enough for a window to live on between them."""
    if file_format in ("csv", "json"):
        return _numbers(figure, file_format)
    layout = lay_out(figure, options)
    if file_format == "png":
        return _png(layout, options, figure)
    return _svg(layout, options, figure) if file_format == "svg" else _pdf(layout, options, figure)


def picturing(figure: Figure, options: ExportOptions) -> Steps[QImage]:
    """The figure as an image, for the clipboard, in steps as `rendering`."""
    return _image(lay_out(figure, options), options)


def finished(steps: Steps[Result]) -> Result:
    """All steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: Result = end.value
            return made


def lay_out(figure: Figure, options: ExportOptions) -> _Layout:
    """Place the drawings on the paper that was chosen."""
    parts = [part for drawing in figure.drawings if (part := drawing.printed()) is not None]
    if options.caption:
        parts.append(TextBlock(str(figure.caption), pixels=fonts.SMALL))
    drawing = Stack(parts)
    size = options.size
    if size.height_mm is not None:
        return _fitted(drawing, QSizeF(size.width, size.height_mm * PIXELS_PER_MM))
    width = max(size.width * size.density - 2 * PADDING, drawing.least_width())
    height = drawing.size(width).height() + 2 * PADDING
    zoom = size.width / (width + 2 * PADDING)
    return _Layout(drawing, width, height, zoom, QSizeF(size.width, height * zoom))


def _fitted(drawing: Drawing, paper: QSizeF) -> _Layout:
    """The largest type at which the drawing fits onto a page of fixed shape."""
    best = _Layout(drawing, 0.0, 0.0, 0.0, paper)
    least = drawing.least_width()
    for candidate in (max(width, least) for width in map(float, SLIDE_WIDTHS)):
        height = drawing.size(candidate).height() + 2 * PADDING
        across, down = paper.width() / (candidate + 2 * PADDING), paper.height() / height
        if (zoom := min(across, down)) > best.zoom:
            best = _Layout(drawing, candidate, height, zoom, paper)
        if across <= down:  # wider ones only become smaller
            break
    return best


def _paint(painter: QPainter, layout: _Layout, options: ExportOptions) -> Iterator[float]:
    """The ground and the drawing, in logical pixels of the paper; yields the share painted."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, *layout.paper.toTuple()), QColor(options.palette.ground))
    painter.scale(layout.zoom, layout.zoom)
    left = max(PADDING, (layout.paper.width() / layout.zoom - layout.width) / 2)
    inside = QRectF(left, PADDING, layout.width, layout.height - 2 * PADDING)
    for drawing, rect in leaves(layout.drawing, inside):
        drawing.paint(painter, rect, options.palette)
        yield (rect.bottom() - inside.top()) / inside.height()


def paint_image(layout: _Layout, options: ExportOptions) -> QImage:
    """The whole picture in one piece. Raises UserError where it is too large."""
    size = _pixels(layout, options)
    return next(_bands(layout, options, size, size.height()))


def _image(layout: _Layout, options: ExportOptions) -> Steps[QImage]:
    size = _pixels(layout, options)
    made, top = QImage(size, QImage.Format.Format_RGB32), 0
    for band in _bands(layout, options, size, _rows(size)):
        painter = QPainter(made)
        painter.drawImage(0, top, band)
        painter.end()
        top += band.height()
        yield top / size.height()
    return made


def _pixels(layout: _Layout, options: ExportOptions) -> QSize:
    size = QSize(*(round(side * options.scale) for side in layout.paper.toTuple()))
    if max(size.width(), size.height()) > MAX_IMAGE_SIDE:
        raise UserError(
            f"The picture would be {size.width():,} by {size.height():,} pixels.",
            "Choose a smaller scale, or SVG or PDF.",
        )
    return size


def _rows(size: QSize) -> int:
    """How many are painted in one step."""
    return max(1, BAND_PIXELS // size.width())


def _bands(layout: _Layout, options: ExportOptions, size: QSize, rows: int) -> Iterator[QImage]:
    """The picture from the top in pieces of its full width and so many rows."""
    for top in range(0, size.height(), rows):
        band = QImage(size.width(), min(rows, size.height() - top), QImage.Format.Format_RGB32)
        band.fill(QColor(options.palette.ground))
        painter = QPainter(band)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.translate(0, -top)
        painter.scale(options.scale, options.scale)
        deque(_paint(painter, layout, options), maxlen=0)
        painter.end()
        yield band


def _png(layout: _Layout, options: ExportOptions, figure: Figure) -> Steps[bytes]:
    size = _pixels(layout, options)
    dots = round(options.scale * PIXELS_PER_MM * 1000)
    texts = {"Description": str(figure.caption), "Software": _software()}
    return encode(_bands(layout, options, size, _rows(size)), size, dots, texts)


def _svg(layout: _Layout, options: ExportOptions, figure: Figure) -> Steps[bytes]:
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(SVG_DPI)
    generator.setSize((layout.paper * (SVG_DPI / 96)).toSize())
    generator.setViewBox(QRectF(0, 0, *layout.paper.toTuple()))
    generator.setTitle(figure.caption.title)
    generator.setDescription(str(figure.caption))
    return _vector(generator, buffer, 1.0, layout, options)


def _pdf(layout: _Layout, options: ExportOptions, figure: Figure) -> Steps[bytes]:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    millimetres = layout.paper / PIXELS_PER_MM
    writer.setPageSize(QPageSize(millimetres, QPageSize.Unit.Millimeter))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(PDF_DPI)
    writer.setTitle(str(figure.caption))
    writer.setCreator(_software())
    return _vector(writer, buffer, PDF_DPI / 96, layout, options)


def _vector(
    device: QPaintDevice, buffer: QBuffer, scale: float, layout: _Layout, options: ExportOptions
) -> Steps[bytes]:
    painter = QPainter(device)
    try:
        painter.scale(scale, scale)
        yield from _paint(painter, layout, options)
    finally:  # also where nobody waits for the end: a device must not go before its painter
        painter.end()
    return bytes(buffer.data().data())


def _numbers(figure: Figure, file_format: Format) -> Steps[bytes]:
    table = figure.table
    if file_format == "csv":
        parts, made = table.csv_parts(), [CSV_MARK]
    else:
        parts, made = table.json_parts(caption=str(figure.caption)), []
    for number, part in enumerate(parts, start=1):
        made.append(part.encode("utf-8", "replace"))
        yield min(number / table.num_parts, 1.0)
    return b"".join(made)


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
    hint = "Choose another folder."
    if isinstance(error, PermissionError) and path.is_file():  # Windows keeps what is open
        hint = "Close it where it is open, or choose another name."
    elif isinstance(error, IsADirectoryError):
        hint = "Choose another name."
    return UserError(f"{path} cannot be written ({error.strerror or error}).", hint)


def _software() -> str:
    return f"PLM Explorer {program_version()}"


def program_version() -> str:
    try:
        return version(PROGRAM)
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "development"


def _short(text: str, limit: int = 160) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
