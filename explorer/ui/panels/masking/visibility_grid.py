"""Who may look at whom: one square for each pair of tokens, which keep their places."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.masking.example import turn_in_words, turn_name
from explorer.ui.graphics.drawing import GRID, Drawing, hairline
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.tokens.token_strip import visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.schema.records import BoolArray, IntArray

MAX_CELL = 20.0
MIN_CELL = 3.0
MAX_LABEL = 76.0
BAR = 2.5  # pixels, in front of the selected row
MIN_PITCH = 11.0  # closer labels would overlap, and are left out
SEEN = 0.62  # of the text colour in a square that is seen
LINED_FROM = 7.0  # pixels; smaller squares touch


@dataclass(frozen=True)
class _Fit:
    """The measures of a grid at one width."""

    left: float
    top: float
    cell: float

    def cell_rect(self, row: int, column: int, rect: QRectF) -> QRectF:
        corner = QPointF(self.left + column * self.cell, self.top + row * self.cell)
        return QRectF(rect.topLeft() + corner, QSizeF(self.cell, self.cell))


class VisibilityGrid(Drawing):
    """Rows look at columns: a filled square is seen. Rows in `asked` are predicted, and framed."""

    def __init__(
        self,
        sees: BoolArray,  # (T, T)
        tokens: Sequence[str],
        order: IntArray,  # (T,)
        *,
        asked: Collection[int] = (),
        title: str = "",
        selected: int | None = None,
    ) -> None:
        if sees.shape != (len(tokens), len(tokens)):
            raise ValueError(f"{sees.shape} squares for {len(tokens)} tokens")
        self.sees = sees
        self.tokens = tuple(visible(token) for token in tokens)
        self.order = tuple(order.tolist())
        self.asked = frozenset(asked)
        self.title = title
        self.selected = selected
        widths = [fonts.text_width(token, fonts.SMALL, bold=True) for token in self.tokens]
        self._label = min(max(widths, default=0.0) + 2, MAX_LABEL)
        self._turn = max((fonts.text_width(turn, fonts.SMALL) for turn in self._turns()), default=0)

    def _turns(self) -> list[str]:
        return [turn_name(turn) for turn in self.order]

    # ---- layout

    def _fit(self, width: float) -> _Fit:
        count = max(len(self.tokens), 1)
        labelled = self._label + self._turn + 2 * GRID
        cell = min((width - labelled - 2) / count, MAX_CELL)
        if cell >= MIN_PITCH:
            return _Fit(labelled, self._label + GRID, cell)
        return _Fit(2.0, 2.0, min(max((width - 4) / count, MIN_CELL), MAX_CELL))

    def size(self, width: float) -> QSizeF:
        fit = self._fit(width)
        across = fit.left + fit.cell * len(self.tokens) + 2
        return QSizeF(min(across, width), fit.top + fit.cell * len(self.tokens) + 2)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        fit = self._fit(rect.width())
        gap = 0.75 if fit.cell >= LINED_FROM else 0.0
        seen = QColor(palette.tint(palette.text, SEEN))
        empty = QColor(palette.tint(palette.raised, 0.7))
        for row in range(len(self.tokens)):
            for column in range(len(self.tokens)):
                square = fit.cell_rect(row, column, rect).adjusted(gap, gap, -gap, -gap)
                painter.fillRect(square, seen if self.sees[row, column] else empty)
                if row == column and not self.sees[row, column]:
                    self._paint_itself(painter, square, palette)
        for row in self.asked:
            self._frame_row(painter, fit, rect, row, palette.chosen)
        if self.selected is not None and self.selected < len(self.tokens):
            self._mark_row(painter, fit, rect, self.selected, palette)
        if fit.cell >= MIN_PITCH:
            self._paint_labels(painter, fit, rect, palette)

    def _paint_itself(self, painter: QPainter, square: QRectF, palette: Palette) -> None:
        """A place that does not see itself has a stroke across."""
        painter.setPen(hairline(palette.muted, 1.2))
        inner = square.adjusted(3, 3, -3, -3)
        if inner.width() > 1:
            painter.drawLine(inner.bottomLeft(), inner.topRight())

    def _frame_row(self, painter: QPainter, fit: _Fit, rect: QRectF, row: int, colour: str) -> None:
        line = fit.cell_rect(row, 0, rect).united(fit.cell_rect(row, len(self.tokens) - 1, rect))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(colour, 1.8 if fit.cell >= MIN_PITCH else 1.2))
        painter.drawRect(line)

    def _mark_row(
        self, painter: QPainter, fit: _Fit, rect: QRectF, row: int, palette: Palette
    ) -> None:
        """A bar in front of the selected row; a frame would say that it is predicted."""
        first = fit.cell_rect(row, 0, rect)
        bar = QRectF(first.left() - BAR, first.top(), BAR, first.height())
        painter.fillRect(bar, QColor(palette.accent))

    def _paint_labels(self, painter: QPainter, fit: _Fit, rect: QRectF, palette: Palette) -> None:
        for at, (token, turn) in enumerate(zip(self.tokens, self._turns(), strict=True)):
            asked = at in self.asked
            painter.setFont(fonts.font(fonts.SMALL, bold=asked))
            quiet = palette.text if asked else palette.muted
            painter.setPen(QColor(palette.accent if at == self.selected else quiet))
            text = fonts.elided(token, self._label, fonts.SMALL, bold=asked)
            square = fit.cell_rect(at, 0, rect)
            middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            name = QRectF(rect.left(), square.top(), self._label + 2, fit.cell)
            painter.drawText(name, middle, text)
            place = QRectF(name.right() + GRID / 2, square.top(), self._turn + 2, fit.cell)
            painter.drawText(place, middle, turn)
            self._paint_upwards(painter, fit.cell_rect(0, at, rect), text)

    def _paint_upwards(self, painter: QPainter, square: QRectF, text: str) -> None:
        painter.save()
        painter.translate(square.center().x(), square.top() - 3)
        painter.rotate(-90)
        line = QRectF(0, -square.width() / 2, self._label + GRID, square.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: CellHit) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.6))
        painter.drawRect(self._fit(rect.width()).cell_rect(hit.row, hit.column, rect))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | None:
        fit, inside = self._fit(rect.width()), point - rect.topLeft()
        row = int((inside.y() - fit.top) // fit.cell)
        column = int((inside.x() - fit.left) // fit.cell)
        count = len(self.tokens)
        return CellHit(row, column) if 0 <= row < count and 0 <= column < count else None

    def describe(self, hit: CellHit) -> str:
        looks = f"{self.tokens[hit.row]} ({turn_in_words(self.order[hit.row])})"
        sees = "sees" if self.sees[hit.row, hit.column] else "does not see"
        if hit.row == hit.column:
            return f"{looks} {sees} itself"
        return f"{looks} {sees} {self.tokens[hit.column]} ({turn_in_words(self.order[hit.column])})"

    def neighbour(self, hit: CellHit | None, dx: int, dy: int) -> CellHit | None:
        count = len(self.tokens)
        if not count:
            return None
        if hit is None:
            return CellHit(0, 0)
        return CellHit(
            min(max(hit.row + dy, 0), count - 1), min(max(hit.column + dx, 0), count - 1)
        )
