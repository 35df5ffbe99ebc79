"""A figure on paper: what is on a page, and the size of its type."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter

from explorer.core.report.captions import Caption
from explorer.core.table import Table
from explorer.ui.export.choices import PIXELS_PER_MM, ExportChoices
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, TextBlock
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette
from models.schema.specs import Paper

PADDING = 1.5 * GRID
SLIDE_WIDTHS = range(480, 4000, 40)  # tried until the picture is flat enough
MAX_PAGE_MM = 247.0  # of a figure on one page, as Nature has it


@dataclass(frozen=True)
class DrawnFigure:
    """Drawings with their notes and caption, and their values."""

    name: str  # of the file, without ending
    drawings: tuple[Drawing, ...]
    table: Table
    caption: Caption
    notes: tuple[str, ...] = ()  # limits of the picture, which a reader must know
    papers: tuple[Paper, ...] = ()  # of the panel and of the models

    @property
    def words(self) -> str:
        """Notes and caption, for formats that hold a description."""
        return "\n".join([*self.notes, str(self.caption)])

    def sections(self) -> dict[str, tuple[Drawing, ...]]:
        """Parts from top to bottom by their headings; what has none belongs to the one before."""
        sections: dict[str, tuple[Drawing, ...]] = {}
        heading = self.caption.title
        for part in (part for drawing in self.drawings for part in drawing.sections()):
            heading = part.heading() or heading
            sections[heading] = (*sections.get(heading, ()), part)
        return sections

    def drop_sections(self, headings: Collection[str]) -> DrawnFigure:
        """The figure without some of its sections."""
        sections = self.sections()
        if not set(headings) & set(sections):
            return self
        remaining = (parts for heading, parts in sections.items() if heading not in headings)
        return replace(self, drawings=tuple(part for parts in remaining for part in parts))


@dataclass(frozen=True)
class PageLayout:
    """A figure laid out: the drawing at `width` logical pixels, printed `zoom` times as large."""

    drawing: Drawing
    width: float
    height: float
    zoom: float
    paper: QSizeF  # logical pixels

    @property
    def num_pages(self) -> int:
        """How many pages of a journal it is as high as."""
        return max(1, math.ceil(self.paper.height() / (MAX_PAGE_MM * PIXELS_PER_MM)))


def lay_out(figure: DrawnFigure, choices: ExportChoices) -> PageLayout:
    """Place the drawings on the paper that was chosen."""
    drawing = _whole(figure, choices)
    size = choices.size
    if size.height_mm is not None:
        paper = QSizeF(size.width, size.height_mm * PIXELS_PER_MM)
        return _fit_slide(drawing, paper)
    width = max(size.width * size.density - 2 * PADDING, drawing.least_width())
    drawing = _fit(drawing, width, math.inf)
    height = drawing.size(width).height() + 2 * PADDING
    zoom = size.width / (width + 2 * PADDING)
    return PageLayout(drawing, width, height, zoom, QSizeF(size.width, height * zoom))


def _whole(figure: DrawnFigure, choices: ExportChoices) -> Stack:
    """The drawings, and below them what a reader must know, with or without a caption."""
    parts = [part for drawing in figure.drawings if (part := drawing.export_drawing()) is not None]
    texts = ["\n".join(figure.notes), str(figure.caption) if choices.caption else ""]
    return Stack([*parts, *(TextBlock(text, pixels=fonts.SMALL) for text in texts if text)])


def _fit(drawing: Stack, width: float, height: float) -> Stack:
    """Each part takes what the others leave of a page."""
    whole = drawing.size(width).height()
    owns = [part.size(width).height() for part in drawing.drawings]
    parts = zip(drawing.drawings, owns, strict=True)
    return Stack([part.fit_page(width, height - (whole - own)) for part, own in parts])


def _fit_slide(drawing: Stack, paper: QSizeF) -> PageLayout:
    """The largest type at which the drawing fits onto a page of fixed shape."""
    best = PageLayout(drawing, 0.0, 0.0, 0.0, paper)
    least = drawing.least_width()
    for candidate in (max(width, least) for width in map(float, SLIDE_WIDTHS)):
        across = paper.width() / (candidate + 2 * PADDING)
        fitted = _fit(drawing, candidate, paper.height() / across - 2 * PADDING)
        height = fitted.size(candidate).height() + 2 * PADDING
        down = paper.height() / height
        if (zoom := min(across, down)) > best.zoom:
            best = PageLayout(fitted, candidate, height, zoom, paper)
        if across <= down:  # wider ones only become smaller
            break
    return best


def paint(painter: QPainter, layout: PageLayout, palette: Palette) -> None:
    """The ground and the drawing, in logical pixels of the paper."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, *layout.paper.toTuple()), QColor(palette.ground))
    painter.scale(layout.zoom, layout.zoom)
    left = max(PADDING, (layout.paper.width() / layout.zoom - layout.width) / 2)
    inside = QRectF(left, PADDING, layout.width, layout.height - 2 * PADDING)
    layout.drawing.paint(painter, inside, palette)
