"""Unigram's lattice: every piece that fits over the characters of a word, and the best way."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.tokens.labels import spaced
from explorer.core.tokens.word_steps import best_way, lanes
from explorer.ui.graphics.drawing import Drawing, hairline
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.tokens.boxes import HEAD_HEIGHT, Grid, Look, paint_box, paint_head
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.tokenization.step_records import Edge, Lattice, WordSteps

LANE_HEIGHT = 38.0
BOX_HEIGHT = 34.0
BOX_FRAME = 4.0  # of the width of a box, beside what is written in it
UNKNOWN = "?"  # in place of the score that an unknown character gets


@dataclass(frozen=True)
class EdgeHit:
    edge: int


class LatticeBoxes(Drawing):
    """Boxes over characters, a lane where none overlap; filled are those of the best way.

    `done` is how many characters have been followed: pieces that end later are not painted, and
    the best way leads up to there.
    """

    def __init__(self, word: WordSteps, how: Lattice, done: int, slot: int) -> None:
        self.title = word.word
        self.edges = how.edges
        self._count = len(word.word)
        self.done = min(done, self._count)
        self.slot = slot
        self._characters = [(n, n + 1, spaced(c)) for n, c in enumerate(word.word)]
        self._lanes = lanes(how.edges)
        self._best = frozenset(best_way(how, self.done))
        ended = self.done == self._count
        second = how.runner_up.edges if ended and how.runner_up else ()
        self._second = frozenset(second)

    def _num_lanes(self) -> int:
        return max(self._lanes, default=0) + 1

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, HEAD_HEIGHT + self._num_lanes() * LANE_HEIGHT)

    def _area(self, n: int, rect: QRectF) -> QRectF:
        grid = Grid.fitting(self._count, rect.width(), 0.0)
        top = HEAD_HEIGHT + self._lanes[n] * LANE_HEIGHT
        edge = self.edges[n]
        return grid.span(edge.start, edge.end, top, BOX_HEIGHT).translated(rect.topLeft())

    def _visible(self) -> list[int]:
        return [n for n, edge in enumerate(self.edges) if edge.end <= self.done]

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        grid = Grid.fitting(self._count, rect.width(), 0.0)
        paint_head(painter, rect, grid, self._characters, palette)
        for n in self._visible():
            edge, area = self.edges[n], self._area(n, rect)
            look = Look.TAKEN if edge in self._best else Look.OTHER
            if not edge.known and look is Look.OTHER:
                look = Look.FAILED
            text, score = spaced(edge.piece), score_within(edge, area.width() - BOX_FRAME)
            paint_box(painter, area, text, look, palette.model(self.slot), palette, score)
            if edge in self._second:
                self._underline(painter, area, palette)

    def _underline(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        pen = hairline(palette.muted, 2.0)
        pen.setDashPattern([2, 1.5])
        painter.setPen(pen)
        y = area.bottom() - 1
        painter.drawLine(QPointF(area.left() + 3, y), QPointF(area.right() - 3, y))

    def hit(self, point: QPointF, rect: QRectF) -> EdgeHit | None:
        found = (n for n in self._visible() if self._area(n, rect).contains(point))
        n = next(found, None)
        return None if n is None else EdgeHit(n)

    def describe(self, hit: EdgeHit) -> str:
        edge = self.edges[hit.edge]
        text = visible(spaced(edge.piece))
        if not edge.known:
            return f"{text} is no piece: it would be unknown, at {edge.score:.2f} nats"
        return f"{text}: log-probability {edge.score:.2f} nats"

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: EdgeHit) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.5))
        painter.drawRoundedRect(self._area(hit.edge, rect), 4, 4)

    def neighbour(self, hit: EdgeHit | None, dx: int, dy: int) -> EdgeHit | None:
        shown = self._visible()
        if not shown:
            return None
        if hit is None or hit.edge not in shown:
            return EdgeHit(shown[0])
        place = min(max(shown.index(hit.edge) + dx + dy, 0), len(shown) - 1)
        return EdgeHit(shown[place])


class Ways(Drawing):
    """The best way and the runner-up as sums of scores, in the words of the lattice."""

    def __init__(self, how: Lattice) -> None:
        self.lines = [("best", how.best.edges, how.best.score)]
        if how.runner_up is not None:
            self.lines.append(("second", how.runner_up.edges, how.runner_up.score))

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, 20.0 * len(self.lines))

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        left = rect.left() + fonts.text_width("second", fonts.SMALL) + 8
        wide = max(fonts.text_width(f"{score:.2f}") for _, _, score in self.lines) + 12
        for n, (name, edges, score) in enumerate(self.lines):
            line = QRectF(rect.left(), rect.top() + 20.0 * n, rect.width(), 20.0)
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.setFont(fonts.font(fonts.SMALL))
            painter.setPen(QColor(palette.muted))
            painter.drawText(line, middle, name)
            painter.setFont(fonts.font(bold=n == 0))
            painter.setPen(QColor(palette.text if n == 0 else palette.muted))
            painter.drawText(line.adjusted(left - rect.left(), 0, 0, 0), middle, f"{score:.2f}")
            room = max(rect.right() - left - wide, 1.0)
            pieces = " + ".join(visible(spaced(edge.piece)) for edge in edges)
            spot = QRectF(left + wide, line.top(), room, line.height())
            painter.drawText(spot, middle, fonts.elided(pieces, room, bold=n == 0))


def score_within(edge: Edge, room: float) -> str:
    """The log-probability with as many digits as there is room for, never a part of them."""
    spelled = (f"{edge.score:.1f}", f"{round(edge.score)}") if edge.known else (UNKNOWN,)
    return next((text for text in spelled if fonts.text_width(text, fonts.SMALL) <= room), " ")
