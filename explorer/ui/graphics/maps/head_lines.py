"""One head as lines between two columns of tokens: the heavier the weight, the stronger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPicture

from explorer.ui.graphics.drawing import GRID, Drawing, number
from explorer.ui.graphics.maps.heat_map import Focus
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

ROW_HEIGHT, LOWEST_ROW = 20.0, 14.0
HEAD_HEIGHT = 20.0
MAX_LABEL = 120.0
MIN_WEIGHT = 0.02  # fainter lines would not be seen, and would make vector files heavy
MAX_LINES = 4000
MANY_ROWS = 96  # tokens of a text whose lines together would be a grey wall
FADED = 0.85  # of the ground over the lines of other tokens


@dataclass(frozen=True)
class LineHit:
    """A token of the left column, which attends, or of the right one, which is attended to."""

    side: str  # "row" or "column"
    position: int


@dataclass(frozen=True)
class AreaHit:
    """Inside a picture, and at nothing of its own."""


class HeadLines(Drawing):
    """`focus` shows the lines of a row and of a column only. `slot` is that of the model.

    Of a long text without a focus, each token has its strongest line only.
    """

    def __init__(
        self,
        weights: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        slot: int = 0,
        focus: int | Focus | None = None,
        title: str = "",
        row_title: str = "from",
        column_title: str = "attends to",
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
        return QSizeF(width, self._height(ROW_HEIGHT))

    def least_height(self, width: float) -> float:
        """The height below which names would run into each other."""
        return self._height(LOWEST_ROW)

    def _height(self, pitch: float) -> float:
        return HEAD_HEIGHT + pitch * max(len(self.rows), len(self.columns)) + 4

    def _pitch(self, rect: QRectF) -> float:
        """From row to row, as high as the room lets them be."""
        room = (rect.height() - HEAD_HEIGHT - 4) / max(len(self.rows), len(self.columns), 1)
        return min(max(room, LOWEST_ROW), ROW_HEIGHT)

    def _label_width(self, width: float) -> float:
        names = (*self.rows, *self.columns, *self.titles)
        widest = max((fonts.text_width(name, bold=True) for name in names), default=0.0)
        return min(widest + 2, MAX_LABEL, width * 0.35)

    def _y(self, rect: QRectF, position: int) -> float:
        return rect.top() + HEAD_HEIGHT + (position + 0.5) * self._pitch(rect)

    def shown_pairs(self) -> list[tuple[int, int]]:
        """(row, column) of the lines worth drawing, the faintest first."""
        if len(self.rows) > MANY_ROWS and self.focus == (None, None):
            return list(enumerate(self.weights.argmax(-1).tolist()))
        return self._pairs(self.focus)

    def _pairs(self, focus: Focus) -> list[tuple[int, int]]:
        """The lines of one row and of one column; of all with neither."""
        pairs = np.argwhere(self.weights >= MIN_WEIGHT)  # (N, 2)
        row, column = focus
        if focus != (None, None):
            pairs = pairs[(pairs[:, 0] == row) | (pairs[:, 1] == column)]
        order = np.argsort(self.weights[pairs[:, 0], pairs[:, 1]], kind="stable")
        return [(int(row), int(column)) for row, column in pairs[order][-MAX_LINES:]]

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        label = self._label_width(rect.width())
        self._paint_titles(painter, rect, palette, label)
        self._paint_lines(painter, rect, palette, self.shown_pairs())
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

    def _lines_rect(self, rect: QRectF) -> QRectF:
        """Between the names."""
        label = self._label_width(rect.width()) + GRID
        return rect.adjusted(label, HEAD_HEIGHT, -label, 0)

    def _paint_lines(
        self, painter: QPainter, rect: QRectF, palette: Palette, pairs: Sequence[tuple[int, int]]
    ) -> None:
        area = self._lines_rect(rect)
        middle = area.center().x()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for row, column in pairs:
            weight = min(float(self.weights[row, column]), 1.0)
            colour = QColor(palette.model(self.slot))
            colour.setAlphaF(0.12 + 0.88 * weight)
            painter.setPen(QPen(colour, 0.8 + 3.2 * weight))
            start, end = self._y(rect, row), self._y(rect, column)
            path = QPainterPath(QPointF(area.left(), start))
            path.cubicTo(QPointF(middle, start), QPointF(middle, end), QPointF(area.right(), end))
            painter.drawPath(path)

    def _paint_tokens(
        self, painter: QPainter, rect: QRectF, palette: Palette, label: float
    ) -> None:
        pitch = self._pitch(rect)
        sides = (
            (self.rows, rect.left(), Qt.AlignmentFlag.AlignRight, self.focus[0]),
            (self.columns, rect.right() - label, Qt.AlignmentFlag.AlignLeft, self.focus[1]),
        )
        for names, x, side, focus in sides:
            for position, name in enumerate(names):
                strong = position == focus
                painter.setFont(fonts.font(bold=strong))
                painter.setPen(QColor(palette.accent if strong else palette.text))
                y = self._y(rect, position) - pitch / 2
                spot = QRectF(x, y, label, pitch)
                text = fonts.elided(name, label, bold=strong)
                painter.drawText(spot, side | Qt.AlignmentFlag.AlignVCenter, text)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        """Mark the token, and let the lines of the others fade."""
        if isinstance(hit, AreaHit):
            return
        label, pitch = self._label_width(rect.width()), self._pitch(rect)
        if not isinstance(painter.device(), QPicture):  # which records where the token is
            veil = QColor(palette.ground)
            veil.setAlphaF(FADED)
            painter.fillRect(self._lines_rect(rect), veil)
            focus = (hit.position, None) if hit.side == "row" else (None, hit.position)
            self._paint_lines(painter, rect, palette, self._pairs(focus))
        x = rect.left() if hit.side == "row" else rect.right() - label
        mark = QColor(palette.model(self.slot))
        mark.setAlphaF(0.18)
        y = self._y(rect, hit.position) - pitch / 2
        painter.fillRect(QRectF(x - 2, y, label + 4, pitch), mark)

    def hit(self, point: QPointF, rect: QRectF) -> LineHit | AreaHit | None:
        position = int((point.y() - rect.top() - HEAD_HEIGHT) // self._pitch(rect))
        label = self._label_width(rect.width())
        if point.x() <= rect.left() + label and 0 <= position < len(self.rows):
            return LineHit("row", position)
        if point.x() >= rect.right() - label and 0 <= position < len(self.columns):
            return LineHit("column", position)
        return AreaHit() if self._lines_rect(rect).contains(point) else None

    def describe(self, hit: LineHit | AreaHit) -> str:
        """What the token attends to most, or which token attends to it most."""
        if isinstance(hit, AreaHit):
            return ""
        if hit.side == "row":
            best = int(self.weights[hit.position].argmax())
            value = number(float(self.weights[hit.position, best]))
            return f"{self.rows[hit.position]} attends most to {self.columns[best]} ({value})"
        best = int(self.weights[:, hit.position].argmax())
        value = number(float(self.weights[best, hit.position]))
        return f"{self.columns[hit.position]} is attended to most by {self.rows[best]} ({value})"

    def neighbour(self, hit: LineHit | AreaHit | None, dx: int, dy: int) -> LineHit | None:
        if not self.rows:
            return None
        if not isinstance(hit, LineHit):
            return LineHit("row", 0)
        side = {-1: "row", 1: "column"}.get(dx, hit.side)
        names = self.rows if side == "row" else self.columns
        return LineHit(side, min(max(hit.position + dy, 0), len(names) - 1))
