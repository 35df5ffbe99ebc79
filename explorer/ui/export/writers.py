"""Figures and tables as PNG, SVG, PDF, CSV or JSON, made in steps that a window can live between.

A PNG of paper size is painted in bands of rows, each a whole picture that is cut off; what is small
is painted drawing by drawing.
"""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Iterator
from typing import Literal

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from explorer.core.errors import UserError
from explorer.ui.export.layout import (
    PIXELS_PER_MM,
    ExportOptions,
    Figure,
    PageLayout,
    Steps,
    laying_out,
    paint,
)
from explorer.ui.export.png import encode
from explorer.ui.panel_base.caption import software
from models.runtime.generators import finished

Format = Literal["png", "svg", "pdf", "csv", "json"]
FORMATS: tuple[Format, ...] = ("png", "svg", "pdf", "csv", "json")
FORMAT_TITLES: dict[Format, str] = {
    "png": "PNG, pixels",
    "svg": "SVG, vector",
    "pdf": "PDF, vector",
    "csv": "CSV, the numbers",
    "json": "JSON, the numbers",
}
PDF_DPI = 1200
SVG_DPI = 9600  # the generator's size is in whole dots, and so to a hundredth of a pixel
BAND_PIXELS = 1_500_000  # painted, or packed, in one step: a few hundredths of a second
MAX_IMAGE_SIDE = 32_000  # pixels; Qt's painters work with 16-bit coordinates
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, Char
CSV_MARK = codecs.BOM_UTF8  # without it spreadsheets take the file for one of the old codings


def render(figure: Figure, file_format: Format, options: ExportOptions) -> bytes:
    """The bytes of a file. Raises UserError when the picture is too large for an image."""
    return finished(rendering(figure, file_format, options))


def rendering(figure: Figure, file_format: Format, options: ExportOptions) -> Steps[bytes]:
    """`render` in steps that are short enough for a window to live on between them."""
    if file_format in ("csv", "json"):
        return (yield from _numbers(figure, file_format))
    layout = yield from laying_out(figure, options)
    make = {"png": _png, "svg": _svg, "pdf": _pdf}[file_format]
    return (yield from make(layout, options, figure))


def picturing(figure: Figure, options: ExportOptions) -> Steps[QImage]:
    """The figure as an image, for the clipboard, in steps as `rendering`."""
    layout = yield from laying_out(figure, options)
    size = _pixels(layout, options)
    made, top = QImage(size, QImage.Format.Format_RGB32), 0
    for band in _bands(layout, options, size):
        painter = QPainter(made)
        painter.drawImage(0, top, band)
        painter.end()
        top += band.height()
        yield top / size.height()
    return made


def sketching(layout: PageLayout, options: ExportOptions) -> Steps[QImage]:
    """A picture that is small enough to be painted in one piece, in a step for each drawing."""
    made = QImage(_size(layout, options), QImage.Format.Format_RGB32)
    painter = _image_painter(made, options)
    try:
        yield from paint(painter, layout, options.palette)
    finally:  # also where nobody waits for the end, see `_bands`
        painter.end()
    return made


def _size(layout: PageLayout, options: ExportOptions) -> QSize:
    """In pixels."""
    return QSize(*(max(1, round(side * options.scale)) for side in layout.paper.toTuple()))


def _pixels(layout: PageLayout, options: ExportOptions) -> QSize:
    """As `_size`. Raises UserError where that is too large."""
    size = _size(layout, options)
    if max(size.width(), size.height()) > MAX_IMAGE_SIDE:
        raise UserError(
            f"The picture would be {size.width():,} by {size.height():,} pixels.",
            "Choose fewer dots per inch, or SVG or PDF.",
        )
    return size


def _bands(layout: PageLayout, options: ExportOptions, size: QSize) -> Iterator[QImage]:
    """The picture from the top in pieces of its full width."""
    rows = max(1, BAND_PIXELS // size.width())
    for top in range(0, size.height(), rows):
        band = QImage(size.width(), min(rows, size.height() - top), QImage.Format.Format_RGB32)
        painter = _image_painter(band, options, top)
        try:
            deque(paint(painter, layout, options.palette), maxlen=0)
        finally:  # an image that goes before its painter takes the program down with it
            painter.end()
        yield band


def _image_painter(image: QImage, options: ExportOptions, top: int = 0) -> QPainter:
    """For an image of the ground's colour, whose first row is the row `top` of the picture."""
    image.fill(QColor(options.palette.ground))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.translate(0, -top)
    painter.scale(options.scale, options.scale)
    return painter


def _png(layout: PageLayout, options: ExportOptions, figure: Figure) -> Steps[bytes]:
    size = _pixels(layout, options)
    dots = round(options.scale * PIXELS_PER_MM * 1000)
    texts = {"Description": figure.words, "Software": software()}
    return encode(_bands(layout, options, size), size, dots, texts)


def _svg(layout: PageLayout, options: ExportOptions, figure: Figure) -> Steps[bytes]:
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(SVG_DPI)
    generator.setSize((layout.paper * (SVG_DPI / 96)).toSize())
    generator.setViewBox(QRectF(0, 0, *layout.paper.toTuple()))
    generator.setTitle(figure.caption.title)
    generator.setDescription(figure.words)
    made = yield from _vector(generator, buffer, 1.0, layout, options)
    return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", made.decode("utf-8", "replace")).encode()


def _pdf(layout: PageLayout, options: ExportOptions, figure: Figure) -> Steps[bytes]:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    millimetres = layout.paper / PIXELS_PER_MM
    writer.setPageSize(QPageSize(millimetres, QPageSize.Unit.Millimeter))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(PDF_DPI)
    writer.setTitle(str(figure.caption))
    writer.setCreator(software())
    return _vector(writer, buffer, PDF_DPI / 96, layout, options)


def _vector(
    device: QPaintDevice, buffer: QBuffer, scale: float, layout: PageLayout, options: ExportOptions
) -> Steps[bytes]:
    painter = QPainter(device)
    try:
        painter.scale(scale, scale)
        yield from paint(painter, layout, options.palette)
    finally:  # also where nobody waits for the end, see `_bands`
        painter.end()
    return bytes(buffer.data().data())


def _numbers(figure: Figure, file_format: Format) -> Steps[bytes]:
    """CSV has columns and rows alone; JSON says what is said of the picture as well."""
    table = figure.table
    if file_format == "csv":
        parts, made = table.csv_parts(), [CSV_MARK]
    else:
        parts = table.json_parts(caption=str(figure.caption), notes=list(figure.notes))
        made = []
    for number, part in enumerate(parts, start=1):
        made.append(part.encode("utf-8", "replace"))
        yield min(number / table.num_parts, 1.0)
    return b"".join(made)
