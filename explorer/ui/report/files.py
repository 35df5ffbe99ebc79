"""A report as files: HTML, PDF, and a folder for LaTeX, from the pictures as they were drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import (
    QByteArray,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPyTextObject,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

from explorer.core.files import write, write_folder
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.report.entries import Report, ReportFigure
from explorer.core.report.html import html, paragraphs
from explorer.core.report.latex import PICTURES_FOLDER, latex_files, picture_names
from explorer.ui.export.choices import PAGE, PIXELS_PER_MM, ExportChoices
from explorer.ui.export.layout import DrawnFigure, PageLayout
from explorer.ui.export.writers import PDF_DPI, encode, open_buffer, pdf_writer
from explorer.ui.style import fonts
from explorer.ui.style.palette import LIGHT

CHOICES = ExportChoices(size=PAGE, dark=False, caption=False)  # of a picture in a report
MARGIN = 20 * PIXELS_PER_MM  # of a page
BODY, SMALL, TITLE, HEADING = 13, 10, 24, 17  # pixels of 1/96 inch
TALLEST = 0.6  # of a page, of a picture with its words below it
PICTURE = QTextFormat.ObjectTypes.UserObject + 1
EMPTY_PATH = re.compile(r'<path [^<>]*\bd=""\s*/>')  # Qt writes it, and calls it invalid
NUMBER = QTextFormat.Property.UserProperty + 1


def draw_svg(figure: DrawnFigure, layouts: Sequence[PageLayout]) -> Work:
    """A figure as the text of an SVG file, as an export writes it."""
    yield Progress(tr("Drawing {figure}", figure=figure.caption.title))
    return encode(figure, layouts[0], "svg", CHOICES).decode("utf-8")


def thumbnail(svg: str, size: QSize) -> QImage:
    """A picture that fits into so many pixels, on white."""
    renderer = _renderer(svg)
    fitted = renderer.defaultSize().scaled(size, Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(fitted.expandedTo(QSize(1, 1)), QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.ground))
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def figure_pdf(svg: str) -> bytes:
    """A picture alone, on a page of its size."""
    renderer, buffer = _renderer(svg), open_buffer()
    size = renderer.viewBoxF().size()
    writer = pdf_writer(buffer, size, "")
    painter = QPainter(writer)
    painter.scale(PDF_DPI / 96, PDF_DPI / 96)
    renderer.render(painter, QRectF(0, 0, size.width(), size.height()))
    painter.end()
    return bytes(buffer.data().data())


def report_pdf(report: Report, about: str) -> bytes:
    """A4 pages: the title, then each figure with its caption, note and sources on a new page."""
    buffer = open_buffer()
    size = QSizeF(210, 297) * PIXELS_PER_MM
    document = _document(report, about, size)
    writer = pdf_writer(buffer, size, report.title)
    document.print_(writer)
    return bytes(buffer.data().data())


def write_report(kind: str, report: Report, path: Path, about: str) -> Work:
    """Write "html" or "pdf" as a file, "latex" as a folder in `path`; returns what was written.

    Raises UserError.
    """
    yield Progress(tr("Writing {title}", title=report.title))
    if kind == "html":
        write(path, html(report, about).encode("utf-8"))
    elif kind == "pdf":
        write(path, report_pdf(report, about))
    else:
        return (yield from _latex_folder(report, path))
    return path


def _latex_folder(report: Report, parent: Path) -> Work:
    files = {name: text.encode("utf-8", "replace") for name, text in latex_files(report).items()}
    for name, figure in zip(picture_names(report), report.figures, strict=True):
        yield Progress(tr("Drawing {figure}", figure=figure.title))
        files[f"{PICTURES_FOLDER}/{name}.pdf"] = figure_pdf(figure.svg)
    return write_folder(parent, "report-latex", files)


class _Pictures(QPyTextObject):
    """Draws the figures of a report where its document has their places."""

    def __init__(self, figures: Sequence[ReportFigure], room: QSizeF) -> None:
        super().__init__()
        self._renderers = [_renderer(figure.svg) for figure in figures]
        self._room = room

    def intrinsicSize(
        self, document: QTextDocument, position: int, text_format: QTextFormat
    ) -> QSizeF:
        renderer = self._renderers[int(text_format.property(NUMBER))]
        size = renderer.viewBoxF().size()
        return size.scaled(self._room, Qt.AspectRatioMode.KeepAspectRatio)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        document: QTextDocument,
        position: int,
        text_format: QTextFormat,
    ) -> None:
        self._renderers[int(text_format.property(NUMBER))].render(painter, QRectF(rect))


def _document(report: Report, about: str, page: QSizeF) -> QTextDocument:
    document = QTextDocument()
    document.setUseDesignMetrics(True)
    document.setDocumentMargin(MARGIN)
    document.setPageSize(page)
    room = QSizeF(page.width() - 2 * MARGIN - 1, TALLEST * page.height())
    pictures = _Pictures(report.figures, room)
    pictures.setParent(document)
    document.documentLayout().registerHandler(PICTURE, pictures)
    writing = _Writing(QTextCursor(document))
    writing.add(report.title, TITLE, bold=True)
    writing.add(about, SMALL)
    for number, figure in enumerate(report.figures):
        writing.add(f"{number + 1}. {figure.title}", HEADING, bold=True, new_page=number > 0)
        writing.add_picture(number)
        writing.add(figure.caption, SMALL)
        for paragraph in paragraphs(figure.note):
            writing.add(paragraph, BODY)
        if figure.papers:
            writing.add(tr("Sources: {figure}", figure=figure.sources), SMALL)
    return document


class _Writing:
    """Adds paragraphs to a document."""

    def __init__(self, cursor: QTextCursor) -> None:
        self._cursor = cursor
        self._begun = False

    def add(self, text: str, pixels: int, *, bold: bool = False, new_page: bool = False) -> None:
        letters = QTextCharFormat()
        letters.setFont(fonts.font(pixels, bold=bold))
        letters.setForeground(QColor(LIGHT.muted if pixels == SMALL else LIGHT.text))
        self._begin(new_page=new_page, space=pixels == HEADING)
        self._cursor.insertText(text.replace("\n", "\u2028"), letters)

    def add_picture(self, number: int) -> None:
        place = QTextCharFormat()
        place.setObjectType(PICTURE)
        place.setProperty(NUMBER, number)
        self._begin()
        self._cursor.insertText("\ufffc", place)

    def _begin(self, *, new_page: bool = False, space: bool = False) -> None:
        paragraph = QTextBlockFormat()
        paragraph.setTopMargin(BODY if space else 0)
        paragraph.setBottomMargin(BODY / 2)
        if new_page:
            paragraph.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        if self._begun:
            self._cursor.insertBlock(paragraph)
        else:
            self._cursor.setBlockFormat(paragraph)
        self._begun = True


def _renderer(svg: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(EMPTY_PATH.sub("", svg).encode()))
