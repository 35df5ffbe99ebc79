"""One head as lines between two columns of tokens: the heavier the weight, the stronger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from explorer.ui.graphics.drawing import GRID, Drawing, number
from explorer.ui.graphics.maps.heat_map import Focus
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

ROW_HEIGHT = 20.0
HEAD_HEIGHT = 20.0
MAX_LABEL = 120.0
MIN_WEIGHT = 0.02  # fainter lines would not be seen, and would make vector files heavy
MAX_LINES = 4000


@dataclass(frozen=True)
class LineHit:
    """A token of the left column (rows, who looks) or of the right one (columns, looked at)."""

    side: str  # "row" or "column"
    position: int


class HeadLines(Drawing):
    """`focus` shows the lines of a row and of a column only. `slot` is that of the model."""

    def __init__(
        self,
        weights: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        slot: int = 0,
        focus: int | Focus | None = None,
        title: str = "",
        row_title: str = "looks from",
        column_title: str = "at",
    ) -> None:
        if weights.shape != (len(rows), len(columns)):
            raise ValueError(f"{weights.shape} weights for {len(rows)} x {len(columns)} tokens")
        self.weights = weights
        self.rows = tuple(visible(row) for row in rows)
        self.columns = tuple(visible(column) for column in columns)
        self.slot = slot
        self.focus: Focus = focus if isinstance(focus, tuple) else (focus, None)
        self.title = title
        self.titles = (row_title, column_title)

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, HEAD_HEIGHT + ROW_HEIGHT * max(len(self.rows), len(self.columns)) + 4)

    def _label_width(self, width: float) -> float:
        names = (*self.rows, *self.columns, *self.titles)
        widest = max((fonts.text_width(name, bold=True) for name in names), default=0.0)
        return min(widest + 2, MAX_LABEL, width * 0.35)

    def _y(self, rect: QRectF, position: int) -> float:
        return rect.top() + HEAD_HEIGHT + (position + 0.5) * ROW_HEIGHT

    def shown_pairs(self) -> list[tuple[int, int]]:
        """(row, column) of the lines worth drawing, the faintest first."""
        pairs = np.argwhere(self.weights >= MIN_WEIGHT)  # (N, 2)
        row, column = self.focus
        if self.focus != (None, None):
            pairs = pairs[(pairs[:, 0] == row) | (pairs[:, 1] == column)]
        order = np.argsort(self.weights[pairs[:, 0], pairs[:, 1]], kind="stable")
        return [(int(row), int(column)) for row, column in pairs[order][-MAX_LINES:]]

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        label = self._label_width(rect.width())
        self._paint_titles(painter, rect, palette, label)
        self._paint_lines(painter, rect, palette, label)
        self._paint_tokens(painter, rect, palette, label)

    def _paint_titles(
        self, painter: QPainter, rect: QRectF, palette: Palette, label: float
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        left = QRectF(rect.left(), rect.top(), label, HEAD_HEIGHT)
        right = QRectF(rect.right() - label, rect.top(), label, HEAD_HEIGHT)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(left, middle | Qt.AlignmentFlag.AlignRight, self.titles[0])
        painter.drawText(right, middle | Qt.AlignmentFlag.AlignLeft, self.titles[1])

    def _paint_lines(self, painter: QPainter, rect: QRectF, palette: Palette, label: float) -> None:
        start, end = rect.left() + label + GRID, rect.right() - label - GRID
        middle = (start + end) / 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for row, column in self.shown_pairs():
            weight = min(float(self.weights[row, column]), 1.0)
            colour = QColor(palette.model(self.slot))
            colour.setAlphaF(0.12 + 0.88 * weight)
            painter.setPen(QPen(colour, 0.8 + 3.2 * weight))
            path = QPainterPath(QPointF(start, self._y(rect, row)))
            y = self._y(rect, column)
            path.cubicTo(QPointF(middle, self._y(rect, row)), QPointF(middle, y), QPointF(end, y))
            painter.drawPath(path)

    def _paint_tokens(
        self, painter: QPainter, rect: QRectF, palette: Palette, label: float
    ) -> None:
        sides = (
            (self.rows, rect.left(), Qt.AlignmentFlag.AlignRight, self.focus[0]),
            (self.columns, rect.right() - label, Qt.AlignmentFlag.AlignLeft, self.focus[1]),
        )
        for names, x, side, focus in sides:
            for position, name in enumerate(names):
                strong = position == focus
                painter.setFont(fonts.font(bold=strong))
                painter.setPen(QColor(palette.accent if strong else palette.text))
                y = self._y(rect, position) - ROW_HEIGHT / 2
                spot = QRectF(x, y, label, ROW_HEIGHT)
                text = fonts.elided(name, label, bold=strong)
                painter.drawText(spot, side | Qt.AlignmentFlag.AlignVCenter, text)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: LineHit) -> None:
        label = self._label_width(rect.width())
        x = rect.left() if hit.side == "row" else rect.right() - label
        y = self._y(rect, hit.position) - ROW_HEIGHT / 2
        mark = QColor(palette.model(self.slot))
        mark.setAlphaF(0.18)
        painter.fillRect(QRectF(x - 2, y, label + 4, ROW_HEIGHT), mark)

    def hit(self, point: QPointF, rect: QRectF) -> LineHit | None:
        position = int((point.y() - rect.top() - HEAD_HEIGHT) // ROW_HEIGHT)
        label = self._label_width(rect.width())
        if point.x() <= rect.left() + label and 0 <= position < len(self.rows):
            return LineHit("row", position)
        if point.x() >= rect.right() - label and 0 <= position < len(self.columns):
            return LineHit("column", position)
        return None

    def describe(self, hit: LineHit) -> str:
        """Who is looked at most, or who looks most."""
        if hit.side == "row":
            best = int(self.weights[hit.position].argmax())
            value = number(float(self.weights[hit.position, best]))
            return f"{self.rows[hit.position]} looks most at {self.columns[best]} ({value})"
        best = int(self.weights[:, hit.position].argmax())
        value = number(float(self.weights[best, hit.position]))
        return f"{self.columns[hit.position]} is looked at most by {self.rows[best]} ({value})"

    def neighbour(self, hit: LineHit | None, dx: int, dy: int) -> LineHit | None:
        if not self.rows:
            return None
        if hit is None:
            return LineHit("row", 0)
        side = {-1: "row", 1: "column"}.get(dx, hit.side)
        names = self.rows if side == "row" else self.columns
        return LineHit(side, min(max(hit.position + dy, 0), len(names) - 1))
