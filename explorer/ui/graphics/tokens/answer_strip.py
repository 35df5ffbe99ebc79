"""What a model answers to one question while it learns: a line for each time that it was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.training.runs import GAP, Sample
from explorer.ui.graphics.drawing import GRID, Drawing, hairline, number, paint_text, wrapped_height
from explorer.ui.graphics.tokens.token_strip import visible
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.theme import Palette

LINE_HEIGHT = 22.0
STEP_WIDTH = 64.0
MAX_CELL = 148.0
MAX_LINES = 12
NEXT = "…"  # what a model writes behind all that it read


@dataclass(frozen=True)
class AnswerHit:
    line: int
    rank: int


class Answers(Drawing):
    """The newest answer on top; the darker a cell, the surer the model."""

    def __init__(self, question: str, samples: Sequence[Sample], title: str = "") -> None:
        self.title = title
        self.question = question
        self.samples = thinned([one for one in samples if one.predictions])[::-1]
        self._columns = max((len(self._best(one)) for one in self.samples), default=0)

    @staticmethod
    def _best(sample: Sample) -> list[tuple[str, float]]:
        """Candidates at the first place that was asked for."""
        return [(visible(c.token), c.probability) for c in sample.predictions[0].candidates]

    def _top(self, width: float) -> float:
        return wrapped_height(self.question, width) + GRID

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self._top(width) + LINE_HEIGHT * max(1, len(self.samples)))

    def _cell(self, line: int, rank: int, rect: QRectF) -> QRectF:
        wide = min((rect.width() - STEP_WIDTH) / max(self._columns, 1), MAX_CELL)
        top = rect.top() + self._top(rect.width()) + line * LINE_HEIGHT
        return QRectF(rect.left() + STEP_WIDTH + rank * wide, top, wide, LINE_HEIGHT)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        paint_text(painter, rect, self.question, palette.text)
        if not self.samples:
            below = rect.adjusted(0, self._top(rect.width()), 0, 0)
            paint_text(painter, below, "Not asked yet.", palette.muted)
        for line, sample in enumerate(self.samples):
            spot = self._cell(line, 0, rect)
            step = QRectF(rect.left(), spot.top(), STEP_WIDTH - GRID, LINE_HEIGHT)
            painter.setFont(fonts.font(fonts.SMALL))
            painter.setPen(QColor(palette.muted))
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(step, flags, f"{sample.step:,}")
            for rank, (token, probability) in enumerate(self._best(sample)):
                cell = self._cell(line, rank, rect).adjusted(1, 1, -1, -1)
                self._paint_cell(painter, cell, token, probability, palette)

    def _paint_cell(
        self, painter: QPainter, cell: QRectF, token: str, probability: float, palette: Palette
    ) -> None:
        ground = palette.heat(probability)
        painter.fillRect(cell, QColor(ground))
        inside = cell.adjusted(6, 0, -6, 0)
        value = number(probability)
        room = inside.width() - fonts.text_width(value, fonts.SMALL) - 6
        painter.setPen(QColor(ink_on(ground)))
        painter.setFont(fonts.font())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inside, middle, fonts.elided(token, max(room, 10.0)))
        painter.setFont(fonts.font(fonts.SMALL))
        painter.drawText(inside, middle | Qt.AlignmentFlag.AlignRight, value)

    def paint_hover(
        self, painter: QPainter, rect: QRectF, palette: Palette, hit: AnswerHit
    ) -> None:
        painter.setPen(hairline(palette.text, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self._cell(hit.line, hit.rank, rect).adjusted(1, 1, -1, -1))

    def hit(self, point: QPointF, rect: QRectF) -> AnswerHit | None:
        for line, sample in enumerate(self.samples):
            for rank in range(len(self._best(sample))):
                if self._cell(line, rank, rect).contains(point):
                    return AnswerHit(line, rank)
        return None

    def describe(self, hit: AnswerHit) -> str:
        sample = self.samples[hit.line]
        token, probability = self._best(sample)[hit.rank]
        return f"Step {sample.step:,}: {token} {number(probability)}"

    def neighbour(self, hit: AnswerHit | None, dx: int, dy: int) -> AnswerHit | None:
        if not self.samples:
            return None
        if hit is None:
            return AnswerHit(0, 0)
        line = min(max(hit.line + dy, 0), len(self.samples) - 1)
        last = len(self._best(self.samples[line])) - 1
        return AnswerHit(line, min(max(hit.rank + dx, 0), last))


def thinned(samples: Sequence[Sample], most: int = MAX_LINES) -> list[Sample]:
    """At most so many samples, evenly spread, the first and the newest among them."""
    if len(samples) <= most:
        return list(samples)
    last = len(samples) - 1
    return [samples[round(index * last / (most - 1))] for index in range(most)]


def asked(watch: str, sample: Sample) -> str:
    """The watched sentence as the model read it, with the gap that it was asked about.

    Where a person left no gap, these are its tokens, as only they say what was hidden.
    """
    before, gap, _ = watch.partition(GAP)
    if gap:
        return watch.replace(GAP, sample.gap) if sample.gap else f"{before.rstrip()} {NEXT}"
    gap = sample.gap or NEXT
    places = {prediction.place for prediction in sample.predictions}
    shown = [gap if at in places else visible(token) for at, token in enumerate(sample.tokens)]
    beyond = [gap] * sum(place >= len(sample.tokens) for place in places)
    return " ".join([*shown, *beyond])
