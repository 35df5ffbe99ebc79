"""What a model predicts at each hidden place, one line a place: the truth, then the candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import GRID, Drawing, hairline, number
from explorer.ui.graphics.tokens.token_strip import (
    CHIP_HEIGHT,
    LINE_HEIGHT,
    MIN_CHIP,
    PADDING,
    TokenChip,
    TokenHit,
    paint_chip,
    paint_ring,
    visible,
)
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

ROW_HEIGHT = CHIP_HEIGHT + LINE_HEIGHT + 8.0
CHIP_GAP = 6.0
MAX_TRUTH = 96.0
TRUTH_SHARE = 0.45  # of the width: a rank of thousands stands there whole
MAX_CHIP = 110.0
NOBODY_KNOWS = "?"  # in place of the truth, where the text itself holds a mask


@dataclass(frozen=True)
class GuessRow:
    """One place. `truth` empty: nobody knows. `right` is the rank of the truth, 0 for the first."""

    place: int
    candidates: tuple[tuple[str, float], ...]  # (token, probability), most probable first
    truth: str = ""
    probability: float | None = None
    right: int | None = None


class GuessRows(Drawing):
    """As many candidates as the width allows; colour is probability; the right one has a tick."""

    def __init__(
        self, rows: Sequence[GuessRow], *, title: str = "", selected: int | None = None
    ) -> None:
        self.rows = tuple(rows)
        self.title = title
        self.selected = selected  # a place
        self._place_width = _widest([str(row.place) for row in self.rows])
        names = [visible(row.truth) if row.truth else NOBODY_KNOWS for row in self.rows]
        truth = max((fonts.text_width(name, bold=True) for name in names), default=0.0)
        self._wanted_truth = max(truth, _widest([_standing(row) for row in self.rows]))

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, ROW_HEIGHT * len(self.rows))

    def _truth_width(self, width: float) -> float:
        return min(self._wanted_truth, MAX_TRUTH, width * TRUTH_SHARE)

    def _chips_left(self, width: float) -> float:
        return self._place_width + GRID + self._truth_width(width) + 1.5 * GRID

    def _chips(self, row: GuessRow, width: float) -> list[tuple[int, QRectF]]:
        """The candidates that fit, relative to the top left of the row."""
        found: list[tuple[int, QRectF]] = []
        x = self._chips_left(width)
        for rank, (token, probability) in enumerate(row.candidates):
            text = min(fonts.text_width(visible(token)) + 2 * PADDING, MAX_CHIP)
            wide = max(text, fonts.text_width(number(probability), fonts.SMALL) + 4, MIN_CHIP)
            if found and x + wide > width - 2:
                break
            found.append((rank, QRectF(x, 4, wide, CHIP_HEIGHT)))
            x += wide + CHIP_GAP
        return found

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for n, row in enumerate(self.rows):
            line = self._line(n, rect)
            if row.place == self.selected:
                painter.fillRect(line, QColor(palette.tint(palette.accent, 0.10)))
            self._paint_truth(painter, line, row, palette)
            self._paint_candidates(painter, line, row, palette)

    def _line(self, n: int, rect: QRectF) -> QRectF:
        return QRectF(rect.left(), rect.top() + n * ROW_HEIGHT, rect.width(), ROW_HEIGHT)

    def _paint_truth(
        self, painter: QPainter, line: QRectF, row: GuessRow, palette: Palette
    ) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter
        place = QRectF(line.left(), line.top() + 4, self._place_width, CHIP_HEIGHT)
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        painter.drawText(place, middle | Qt.AlignmentFlag.AlignRight, str(row.place))
        width = self._truth_width(line.width())
        truth = QRectF(place.right() + GRID, place.top(), width, CHIP_HEIGHT)
        below = QRectF(truth.left(), truth.bottom(), width + GRID, LINE_HEIGHT)
        painter.drawText(below, middle, fonts.elided(_standing(row), width + GRID, fonts.SMALL))
        painter.setFont(fonts.font(bold=True))
        painter.setPen(QColor(palette.text if row.truth else palette.muted))
        name = visible(row.truth) if row.truth else NOBODY_KNOWS
        painter.drawText(truth, middle, fonts.elided(name, width, bold=True))

    def _paint_candidates(
        self, painter: QPainter, line: QRectF, row: GuessRow, palette: Palette
    ) -> None:
        for rank, place in self._chips(row, line.width()):
            token, probability = row.candidates[rank]
            inside = place.translated(line.topLeft())
            mark = "right" if rank == row.right else ""
            paint_chip(painter, inside, TokenChip(token, heat=probability, mark=mark), palette)
            if probability < 0.1:  # nearly the colour of the ground: the edge is drawn
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(hairline(palette.line))
                painter.drawRoundedRect(inside.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            painter.setFont(fonts.font(fonts.SMALL))
            painter.setPen(QColor(palette.muted))
            below = QRectF(inside.left() - 4, inside.bottom(), inside.width() + 8, LINE_HEIGHT)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, number(probability))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: TokenHit) -> None:
        for n, row in enumerate(self.rows):
            if row.place == hit.position:
                paint_ring(painter, self._line(n, rect).adjusted(1, 1, -1, -1), palette.text, 1.2)

    def hit(self, point: QPointF, rect: QRectF) -> TokenHit | None:
        n = int((point.y() - rect.top()) // ROW_HEIGHT)
        inside = rect.left() <= point.x() <= rect.right() and 0 <= n < len(self.rows)
        return TokenHit(self.rows[n].place) if inside else None

    def describe(self, hit: TokenHit) -> str:
        row = next(row for row in self.rows if row.place == hit.position)
        best = ", ".join(f"{visible(token)} {number(p)}" for token, p in row.candidates[:5])
        truth = f"{visible(row.truth)} stood here. " if row.truth else ""
        return f"Position {row.place}: {truth}{best}"

    def neighbour(self, hit: TokenHit | None, dx: int, dy: int) -> TokenHit | None:
        if not self.rows:
            return None
        places = [row.place for row in self.rows]
        n = 0 if hit is None else places.index(hit.position) + dx + dy
        return TokenHit(places[min(max(n, 0), len(places) - 1)])


def _standing(row: GuessRow) -> str:
    """How the truth did: its probability, and its rank where that is not the first."""
    if row.probability is None or row.right is None:
        return ""
    rank = "" if row.right == 0 else f" #{row.right + 1:,}"
    return f"{number(row.probability)}{rank}"


def _widest(texts: Sequence[str]) -> float:
    return max((fonts.text_width(text, fonts.SMALL) for text in texts), default=0.0)
