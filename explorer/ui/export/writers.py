"""Figures and tables as PNG, SVG, PDF, CSV or JSON, by Qt's own writers, in any thread."""

from __future__ import annotations

import codecs
import re

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.state.program import software
from explorer.ui.export.choices import PICTURE_FORMATS, PIXELS_PER_MM, ExportChoices, Format
from explorer.ui.export.layout import DrawnFigure, PageLayout, lay_out, paint
from explorer.ui.style.palette import Palette

PDF_DPI = 1200
SVG_DPI = 9600  # the generator's size is in whole dots, and so to a hundredth of a pixel
MAX_IMAGE_SIDE = 32_000  # pixels; Qt's painters work with 16-bit coordinates
MAX_IMAGE_PIXELS = 250_000_000  # a gigabyte of memory
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, Char
CSV_MARK = codecs.BOM_UTF8  # without it spreadsheets take the file for one of the old codings


def render(figure: DrawnFigure, file_format: Format, choices: ExportChoices) -> bytes:
    """The bytes of a file. Raises UserError as `paint_image`."""
    pictured = file_format in PICTURE_FORMATS
    layout = lay_out(figure, choices) if pictured else None
    return encode(figure, layout, file_format, choices)


def encode(
    figure: DrawnFigure, layout: PageLayout | None, file_format: Format, choices: ExportChoices
) -> bytes:
    """`render` of a figure that is laid out; files of numbers need no layout."""
    if file_format == "csv":  # columns and rows alone
        return CSV_MARK + figure.table.to_csv().encode("utf-8", "replace")
    if file_format == "json":
        text = figure.table.to_json(caption=str(figure.caption), notes=list(figure.notes))
        return text.encode("utf-8", "replace")
    assert layout is not None
    buffer = open_buffer()
    if file_format == "png":
        image = _described_image(figure, layout, choices)
        image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes
    elif file_format == "svg":
        _paint_on(_svg_generator(figure, layout, buffer), 1.0, layout, choices.palette)
        text = bytes(buffer.data().data()).decode("utf-8", "replace")
        return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text).encode()
    else:
        writer = pdf_writer(buffer, layout.paper, str(figure.caption))
        _paint_on(writer, PDF_DPI / 96, layout, choices.palette)
    return bytes(buffer.data().data())


def paint_image(layout: PageLayout, palette: Palette, scale: float) -> QImage:
    """The page with so many pixels for a logical one. Raises UserError if that is too large."""
    size = QSize(*(max(1, round(side * scale)) for side in layout.paper.toTuple()))
    too_long = max(size.width(), size.height()) > MAX_IMAGE_SIDE
    if too_long or size.width() * size.height() > MAX_IMAGE_PIXELS:
        raise UserError(
            tr(
                "The picture would be {size:,} by {height:,} pixels.",
                size=size.width(),
                height=size.height(),
            ),
            tr("Choose fewer dots per inch, or SVG or PDF."),
        )
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(palette.ground))
    _paint_on(image, scale, layout, palette)
    return image


def _paint_on(device: QPaintDevice, scale: float, layout: PageLayout, palette: Palette) -> None:
    painter = QPainter(device)
    try:
        painter.scale(scale, scale)
        paint(painter, layout, palette)
    finally:  # Qt crashes where a device is deleted before its painter
        painter.end()


def _described_image(figure: DrawnFigure, layout: PageLayout, choices: ExportChoices) -> QImage:
    image = paint_image(layout, choices.palette, choices.scale)
    dots_per_metre = round(choices.scale * PIXELS_PER_MM * 1000)
    image.setDotsPerMeterX(dots_per_metre)
    image.setDotsPerMeterY(dots_per_metre)
    image.setText("Description", figure.words)
    image.setText("Software", software())
    return image


def _svg_generator(figure: DrawnFigure, layout: PageLayout, buffer: QBuffer) -> QSvgGenerator:
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(SVG_DPI)
    generator.setSize((layout.paper * (SVG_DPI / 96)).toSize())
    generator.setViewBox(QRectF(0, 0, *layout.paper.toTuple()))
    generator.setTitle(figure.caption.title)
    generator.setDescription(figure.words)
    return generator


def open_buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def pdf_writer(buffer: QBuffer, paper: QSizeF, title: str) -> QPdfWriter:
    """Writes pages of `paper` logical pixels, without margins, into a buffer."""
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(paper / PIXELS_PER_MM, QPageSize.Unit.Millimeter))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(PDF_DPI)
    writer.setTitle(title)
    writer.setCreator(software())
    return writer
