"""How texts of a task are fed to a model: special tokens around them, the model, and its output."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

from explorer.core.localization import message
from explorer.ui.graphics.sketch import CENTRE, LEFT, Sketch, Sketched
from explorer.ui.panels.inside.diagram_drawing import draw_arrow, part_colour
from explorer.ui.style import fonts
from models.inside.diagrams.diagram import PartKind
from models.schema.specs import SPECIAL_MARK, TaskInput

CELL, ROW_GAP, GAP, TITLE = 22.0, 8.0, 20.0, 20.0
PAD = 8.0  # at both sides of a text
NARROW, LEAST_WIDTH = 640.0, 500.0  # pixels; below the first, letters and gaps are smaller


class TaskInputDrawing(Sketched):
    """One kind of task: its rows of tokens, each through the same model, and what reads them."""

    def __init__(self, task: TaskInput, model: str) -> None:
        self.task, self.model = task, model

    def least_width(self) -> float:
        """The width of everything in small letters."""
        return LEAST_WIDTH

    def draw(self, sketch: Sketch, width: float) -> None:
        task, palette = self.task, sketch.palette
        title = QRectF(0, 0, width, TITLE - 2)
        sketch.text(title, message(task.title), palette.text, bold=True, align=LEFT, elide=True)
        pixels = self._pixels(width)
        cells = [self._cell_widths(row, pixels) for row in task.rows]
        left = max(map(sum, cells))
        bottom = TITLE
        for row, widths in zip(task.rows, cells, strict=True):
            x = 0.0
            for text, wide in zip(row, widths, strict=True):
                box = QRectF(x, bottom, wide, CELL)
                is_special = text.startswith(SPECIAL_MARK)
                kind: PartKind = "norm" if is_special else "table"
                _draw_box(sketch, box, message(text), part_colour(palette, kind), pixels)
                x += wide
            bottom += CELL + ROW_GAP
        middle = [TITLE + n * (CELL + ROW_GAP) + CELL / 2 for n in range(len(task.rows))]
        gap = GAP if width >= NARROW else GAP * 0.6
        x = self._draw_column(sketch, left + gap, [sum(one) for one in cells], middle, pixels)
        end = sum(middle) / len(middle)
        if task.joined:
            x = self._draw_joined(sketch, x, gap, middle, task.joined, pixels)
            x = _draw_after(sketch, x, gap, end, message(task.after), "head", pixels)
        else:
            for y in middle:
                last = _draw_after(sketch, x, gap, y, message(task.after), "head", pixels)
            x = last
        if task.output:
            for y in middle:
                _connect(sketch, QPointF(x, y), QPointF(x + gap, end))
            text = message(task.output)
            box = QRectF(x + gap, end - CELL / 2, _text_width(text, pixels), CELL)
            _draw_box(sketch, box, text, palette.ground, pixels)
        sketch.reserve(QRectF(0, 0, width, bottom))

    def _pixels(self, width: float) -> float:
        return fonts.SMALL if width >= NARROW else fonts.SMALL - 2

    def _cell_widths(self, row: Sequence[str], pixels: float) -> list[float]:
        return [_text_width(message(text), pixels) for text in row]

    def _draw_column(
        self,
        sketch: Sketch,
        left: float,
        starts: Sequence[float],
        middle: Sequence[float],
        pixels: float,
    ) -> float:
        """Draw the model once for each row; returns where it ends."""
        wide = _text_width(self.model, pixels)
        for start, y in zip(starts, middle, strict=True):
            tip = QPointF(left, y)
            sketch.line(QPointF(start, y), tip, sketch.palette.text)
            draw_arrow(sketch, QPointF(start, y), tip, sketch.palette.text)
            box = QRectF(left, y - CELL / 2, wide, CELL)
            _draw_box(sketch, box, self.model, part_colour(sketch.palette, "attention"), pixels)
        return left + wide

    def _draw_joined(
        self,
        sketch: Sketch,
        x: float,
        gap: float,
        middle: Sequence[float],
        text: str,
        pixels: float,
    ) -> float:
        """Draw what the states of all rows are joined to; returns where it ends."""
        end, words = sum(middle) / len(middle), message(text)
        box = QRectF(x + gap, end - CELL / 2, _text_width(words, pixels), CELL)
        for y in middle:
            _connect(sketch, QPointF(x, y), QPointF(box.left(), end))
        _draw_box(sketch, box, words, sketch.palette.ground, pixels)
        return box.right()


def _text_width(text: str, pixels: float) -> float:
    return fonts.text_width(text, pixels) + PAD


def _draw_box(sketch: Sketch, box: QRectF, text: str, ground: str, pixels: float) -> None:
    sketch.frame(box, sketch.palette.muted, radius=3, ground=ground)
    sketch.text(box, text, sketch.palette.text, pixels=pixels, align=CENTRE)


def _connect(sketch: Sketch, start: QPointF, end: QPointF) -> None:
    """A line with an arrow that turns half-way."""
    half = (start.x() + end.x()) / 2
    for corner in (QPointF(half, start.y()), QPointF(half, end.y()), end):
        sketch.line(start, corner, sketch.palette.text)
        start = corner
    draw_arrow(sketch, QPointF(half, end.y()), end, sketch.palette.text)


def _draw_after(
    sketch: Sketch, x: float, gap: float, y: float, text: str, kind: PartKind, pixels: float
) -> float:
    """Draw what reads the states of a row; returns where it ends."""
    box = QRectF(x + gap, y - CELL / 2, _text_width(text, pixels), CELL)
    _connect(sketch, QPointF(x, y), QPointF(box.left(), y))
    _draw_box(sketch, box, text, part_colour(sketch.palette, kind), pixels)
    return box.right()
