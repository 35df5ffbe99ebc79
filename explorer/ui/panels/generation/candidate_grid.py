"""Every step of writing on one line: what was chosen, what else there was, what was cut away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import Drawing, hairline, number
from explorer.ui.graphics.tokens.token_strip import visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

LINE, HEAD = 30.0, 18.0
NUMBER_WIDTH = 28.0
REMOVED_WIDTH = 52.0
MIN_CELL, MAX_CELL = 74.0, 120.0
BAR = 4.0


@dataclass(frozen=True)
class CandidateCell:
    """One candidate. `filtered` is its probability after temperature and filters, 0 where cut."""

    label: str
    probability: float
    filtered: float
    chosen: bool = False


@dataclass(frozen=True)
class StepLine:
    """One step. `removed` is the probability that the filters took away, None without filters."""

    number: int
    options: tuple[CandidateCell, ...]  # most probable first
    removed: float | None = None


@dataclass(frozen=True)
class OptionHit:
    """A candidate of a line, or (None) the line itself."""

    line: int
    option: int | None = None


class CandidateGrid(Drawing):
    """As many candidates as there is room for; the chosen one is always among them."""

    def __init__(
        self, lines: Sequence[StepLine], *, slot: int = 0, selected: int | None = None
    ) -> None:
        self.lines = tuple(lines)
        self.slot = slot
        self.selected = selected
        self.with_removed = any(line.removed is not None for line in self.lines)

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, HEAD + LINE * len(self.lines))

    # ---- layout

    def _columns(self, width: float) -> tuple[int, float]:
        """How many candidates, and how wide each stands."""
        room = width - NUMBER_WIDTH - (REMOVED_WIDTH if self.with_removed else 0)
        most = max((len(line.options) for line in self.lines), default=1)
        count = max(1, min(int(room / MIN_CELL), most))
        return count, min(room / count, MAX_CELL)

    def shown(self, line: int, width: float) -> list[int]:
        """Which options of a line stand there."""
        count, _ = self._columns(width)
        options = self.lines[line].options
        kept = list(range(min(count, len(options))))
        chosen = next((n for n, option in enumerate(options) if option.chosen), None)
        if chosen is not None and chosen not in kept and kept:
            kept[-1] = chosen
        return kept

    def _cell(self, line: int, place: int, rect: QRectF) -> QRectF:
        _, wide = self._columns(rect.width())
        left = rect.left() + NUMBER_WIDTH + place * wide
        return QRectF(left, rect.top() + HEAD + line * LINE, wide, LINE)

    def _removed(self, line: int, rect: QRectF) -> QRectF:
        count, wide = self._columns(rect.width())
        left = rect.left() + NUMBER_WIDTH + count * wide
        return QRectF(left, rect.top() + HEAD + line * LINE, REMOVED_WIDTH, LINE)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self._paint_head(painter, rect, palette)
        for index in range(len(self.lines)):
            self._paint_line(painter, rect, index, palette)

    def _paint_head(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        left = QRectF(rect.left() + NUMBER_WIDTH + 4, rect.top(), rect.width(), HEAD - 2)
        painter.drawText(left, Qt.AlignmentFlag.AlignVCenter, "most probable first")
        if self.with_removed and self.lines:
            spot = self._removed(0, rect).adjusted(0, -HEAD, 0, -LINE - 2)
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(spot, side, "removed")

    def _paint_line(self, painter: QPainter, rect: QRectF, index: int, palette: Palette) -> None:
        line = self.lines[index]
        whole = QRectF(rect.left(), rect.top() + HEAD + index * LINE, rect.width(), LINE)
        if index == self.selected:
            painter.fillRect(whole, QColor(palette.tint(palette.accent, 0.14)))
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        spot = QRectF(whole.left(), whole.top(), NUMBER_WIDTH - 8, LINE - BAR - 4)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(spot, side, str(line.number))
        for place, option in enumerate(self.shown(index, rect.width())):
            cell = self._cell(index, place, rect).adjusted(2, 1, -4, -1)
            self._paint_option(painter, cell, line.options[option], palette)
        if line.removed is not None:
            painter.setFont(fonts.font(fonts.SMALL))
            painter.setPen(QColor(palette.muted))
            removed = self._removed(index, rect).adjusted(0, 0, 0, -BAR - 4)
            painter.drawText(removed, side, f"{line.removed:.0%}")

    def _paint_option(
        self, painter: QPainter, cell: QRectF, option: CandidateCell, palette: Palette
    ) -> None:
        """The token over a bar: filled after the filters, outlined before."""
        cut = option.filtered <= 0
        face = fonts.font(bold=option.chosen)
        face.setStrikeOut(cut)
        painter.setFont(face)
        colour = palette.model(self.slot)
        painter.setPen(QColor(palette.muted if cut else colour if option.chosen else palette.text))
        text = fonts.elided(visible(option.label), cell.width() - 4, bold=option.chosen)
        name = cell.adjusted(2, 0, -2, -BAR - 3)
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        bar = QRectF(cell.left() + 2, cell.bottom() - BAR - 1, cell.width() - 4, BAR)
        painter.fillRect(bar, QColor(palette.raised))
        filled = QRectF(bar.topLeft(), QSizeF(bar.width() * min(option.filtered, 1), BAR))
        painter.fillRect(filled, QColor(colour if option.chosen else palette.muted))
        if abs(option.filtered - option.probability) > 1e-3:
            x = bar.left() + bar.width() * min(option.probability, 1)
            painter.setPen(hairline(palette.text, 1.5))
            painter.drawLine(QPointF(x, bar.top() - 1), QPointF(x, bar.bottom() + 1))

    def paint_hover(
        self, painter: QPainter, rect: QRectF, palette: Palette, hit: OptionHit
    ) -> None:
        mark = QColor(palette.accent)
        mark.setAlphaF(0.10)
        top = rect.top() + HEAD + hit.line * LINE
        painter.fillRect(QRectF(rect.left(), top, rect.width(), LINE), mark)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> OptionHit | None:
        line = int((point.y() - rect.top() - HEAD) // LINE)
        if not 0 <= line < len(self.lines) or not rect.left() <= point.x() <= rect.right():
            return None
        for place, option in enumerate(self.shown(line, rect.width())):
            if self._cell(line, place, rect).contains(point):
                return OptionHit(line, option)
        return OptionHit(line)

    def describe(self, hit: OptionHit) -> str:
        line = self.lines[hit.line]
        if hit.option is None:
            return f"Step {line.number}"
        option = line.options[hit.option]
        name, before = visible(option.label), number(option.probability)
        if option.filtered <= 0:
            return f"{name}: {before}, cut away by the filters"
        if line.removed is None:
            return f"{name}: {before}"
        return f"{name}: {before}, after temperature and filters {number(option.filtered)}"

    def neighbour(self, hit: OptionHit | None, dx: int, dy: int) -> OptionHit | None:
        if not self.lines:
            return None
        if hit is None:
            return OptionHit(0, 0)
        line = min(max(hit.line + dy, 0), len(self.lines) - 1)
        option = min(max((hit.option or 0) + dx, 0), len(self.lines[line].options) - 1)
        return OptionHit(line, option)
