"""What a head sees, must predict and predicts, token below token, wrapped like a text."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.comparison.comparison import AnswerPlace
from explorer.core.comparison.rows import Fed
from explorer.ui.graphics.drawing import GRID, Drawing, hairline, number
from explorer.ui.graphics.tokens.token_strip import (
    CHIP_HEIGHT,
    GAP,
    LINE_HEIGHT,
    MIN_CHIP,
    PADDING,
    RADIUS,
    TokenChip,
    TokenHit,
    paint_chip,
    paint_ring,
    visible,
)
from explorer.ui.panels.masking.spans import dressed, underline
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.schema.records import BoolArray, Change

NOBODY_KNOWS = "?"  # in place of the truth, where the text itself holds a mask
MAX_CHIP = 160.0
STEP = CHIP_HEIGHT + 4.0  # from one row of chips to the next
BLOCK_GAP = 16.0  # between wrapped lines
FAINT = 0.1  # a heat that is nearly the ground; the edge is drawn
UNSEEN = 0.28  # how much is left of a token that the chosen place does not see
UNDERLINE = 3.0  # pixels below a chip, where its span is underlined
MARK_ROOM = 6.0  # for a tick or a cross that stands over the corner of a chip
TURN, SEES, MUST, PREDICTS, PROBABILITY, LOSS = (
    *("turn", "sees", "must predict", "predicts"),
    *("probability", "nats"),
)


@dataclass(frozen=True)
class Cells:
    """The tokens of one feed, and what is asked at some of them; `asked` False: nothing ever is."""

    tokens: tuple[Fed, ...]
    places: Mapping[int, AnswerPlace] = field(default_factory=dict)  # by row
    asked: bool = True
    name: str = SEES  # of the first row
    sees: BoolArray | None = None  # (R, R) which row may look at which; None: all at all
    tips: Sequence[str] = ()
    spans: Sequence[int | None] = ()  # (R,) the span that each token stands for, or is of
    truth_spans: Sequence[int | None] = ()  # (R,) that of what must be predicted there


@dataclass(frozen=True)
class _Spot:
    """A column: one token with all that belongs to it, relative to the drawing.

    In a line of the text where nothing is `asked` there is only what is seen.
    """

    row: int
    rect: QRectF
    asked: bool


class TaskRows(Drawing):
    """Columns in reading order; hits are rows. `selected` rows are marked."""

    def __init__(
        self, cells: Cells, *, title: str = "", selected: Collection[int] = (), margin: float = 0.0
    ) -> None:
        self.cells = cells
        self.title = title
        self.selected = frozenset(selected)
        self.lines = _lines(cells)
        self._margin = max(margin, own_margin(cells))
        self._widths = [self._column_width(n) for n in range(len(cells.tokens))]
        self._bare = self.lines[: self.lines.index(SEES) + 1]
        self._tops, self._height = _heights(self.lines)
        self._bare_height = _heights(self._bare)[1]
        self._layouts: dict[float, list[_Spot]] = {}

    # ---- layout

    def _column_width(self, row: int) -> float:
        fed, place = self.cells.tokens[row], self.cells.places.get(row)
        wide = fonts.text_width(visible(fed.text)) + 2 * PADDING
        if _replaced(fed):
            wide += fonts.text_width(visible(fed.original), fonts.SMALL) + GAP + 2
        if place is not None:
            words = [place.truth or NOBODY_KNOWS, place.guesses[0][0] if place.guesses else ""]
            wide = max([wide, *(fonts.text_width(visible(w)) + 2 * PADDING for w in words)])
            numbers = [number(place.guesses[0][1]) if place.guesses else "", _loss(place)]
            wide = max([wide, *(fonts.text_width(text, fonts.SMALL) + 4 for text in numbers)])
        return min(max(wide, MIN_CHIP), MAX_CHIP)

    def spots(self, width: float) -> list[_Spot]:
        """Where each column stands when the drawing is `width` wide."""
        key = round(width, 1)
        if key not in self._layouts:
            self._layouts = {key: self._placed(width)}
        return self._layouts[key]

    def _placed(self, width: float) -> list[_Spot]:
        top, spots = MARK_ROOM, []
        for line in self._wrapped(width):
            asked = any(row in self.cells.places for row, _, _ in line)
            height = self._height if asked else self._bare_height
            spots += [_Spot(row, QRectF(x, top, wide, height), asked) for row, x, wide in line]
            top += height + BLOCK_GAP
        return spots

    def _wrapped(self, width: float) -> list[list[tuple[int, float, float]]]:
        """The columns of each line: row, left and width."""
        x = self._margin
        lines: list[list[tuple[int, float, float]]] = [[]]
        for row, wanted in enumerate(self._widths):
            wide = min(wanted, max(width - self._margin - 2, MIN_CHIP))
            if x > self._margin and x + wide > width - 1:
                x = self._margin
                lines.append([])
            lines[-1].append((row, x, wide))
            x += wide + GAP
        return lines

    def size(self, width: float) -> QSizeF:
        spots = self.spots(width)
        return QSizeF(width, (spots[-1].rect.bottom() if spots else CHIP_HEIGHT) + 2)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        spots = self.spots(rect.width())
        self._paint_names(painter, rect, palette, spots)
        for spot in spots:
            area = spot.rect.translated(rect.topLeft())
            if spot.row in self.selected:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(palette.tint(palette.accent, 0.16)))
                painter.drawRoundedRect(area.adjusted(-2, -3, 2, 3), RADIUS, RADIUS)
            self._paint_column(painter, area, spot, palette)
        self._paint_underlines(painter, rect, palette)
        if len(self.selected) == 1:
            self._paint_unseen(painter, rect, palette, next(iter(self.selected)))

    def _paint_names(
        self, painter: QPainter, rect: QRectF, palette: Palette, spots: Sequence[_Spot]
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        for top, asked in sorted({(spot.rect.top(), spot.asked) for spot in spots}):
            for name in self.lines if asked else self._bare:
                shown = self.cells.name if name == SEES else name
                height = _line_height(name)
                line = QRectF(rect.left(), rect.top() + top + self._tops[name], 400, height)
                painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)

    def _line(self, area: QRectF, name: str) -> QRectF:
        return QRectF(area.left(), area.top() + self._tops[name], area.width(), _line_height(name))

    def _paint_column(self, painter: QPainter, area: QRectF, spot: _Spot, palette: Palette) -> None:
        fed, place = self.cells.tokens[spot.row], self.cells.places.get(spot.row)
        if fed.turn is not None and TURN in self._tops:
            _paint_small(painter, self._line(area, TURN), str(fed.turn), palette.muted)
        seen = dressed(_seen_chip(fed), _at(self.cells.spans, spot.row), palette)
        paint_chip(painter, self._line(area, SEES), seen, palette)
        if place is None:
            if spot.asked:
                _paint_small(painter, self._line(area, MUST), "·", palette.muted)
            return
        truth = dressed(_truth_chip(place), _at(self.cells.truth_spans, spot.row), palette)
        paint_chip(painter, self._line(area, MUST), truth, palette)
        if place.guesses:
            self._paint_guess(painter, area, place, palette)
        _paint_small(painter, self._line(area, LOSS), _loss(place), palette.text)

    def _paint_guess(
        self, painter: QPainter, area: QRectF, place: AnswerPlace, palette: Palette
    ) -> None:
        text, sure = place.guesses[0]
        mark = {None: "", True: "right", False: "wrong"}[place.right]
        chip = self._line(area, PREDICTS)
        paint_chip(painter, chip, TokenChip(text, heat=sure, mark=mark), palette)
        if sure < FAINT:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(hairline(palette.line))
            painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        _paint_small(painter, self._line(area, PROBABILITY), number(sure), palette.muted)

    def _paint_underlines(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        """The lines that join what belongs to one span."""
        areas = [(spot, spot.rect.translated(rect.topLeft())) for spot in self.spots(rect.width())]
        seen = [(_at(self.cells.spans, s.row), self._line(area, SEES)) for s, area in areas]
        underline(painter, seen, palette)
        must = [
            (_at(self.cells.truth_spans, s.row), self._line(area, MUST))
            for s, area in areas
            if s.row in self.cells.places
        ]
        underline(painter, must, palette)

    def _paint_unseen(self, painter: QPainter, rect: QRectF, palette: Palette, row: int) -> None:
        """Let what the place of a row does not see step back."""
        if self.cells.sees is None or row not in self.cells.places:
            return
        veil = QColor(palette.ground)
        veil.setAlphaF(1 - UNSEEN)
        for spot in self.spots(rect.width()):
            if not self.cells.sees[row, spot.row]:
                chip = self._line(spot.rect.translated(rect.topLeft()), SEES)
                painter.fillRect(chip.adjusted(-GAP / 2, -1, GAP / 2, UNDERLINE), veil)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: TokenHit) -> None:
        self._paint_unseen(painter, rect, palette, hit.position)
        for spot in self.spots(rect.width()):
            if spot.row == hit.position:
                area = spot.rect.translated(rect.topLeft())
                paint_ring(painter, area.adjusted(-1, -2, 1, 2), palette.text, 1.2)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> TokenHit | None:
        inside = point - rect.topLeft()
        for spot in self.spots(rect.width()):
            if spot.rect.adjusted(-GAP / 2, -3, GAP / 2, 3).contains(inside):
                return TokenHit(spot.row)
        return None

    def describe(self, hit: TokenHit) -> str:
        tips = self.cells.tips
        return tips[hit.position] if hit.position < len(tips) else ""

    def neighbour(self, hit: TokenHit | None, dx: int, dy: int) -> TokenHit | None:
        if not self.cells.tokens:
            return None
        row = 0 if hit is None else hit.position + dx + dy
        return TokenHit(min(max(row, 0), len(self.cells.tokens) - 1))


def own_margin(cells: Cells) -> float:
    """The room that the names of the rows take, so that several drawings can share it."""
    names = [cells.name if name == SEES else name for name in _lines(cells)]
    return max(fonts.text_width(name, fonts.SMALL) for name in names) + 1.5 * GRID


def _lines(cells: Cells) -> tuple[str, ...]:
    turns = (TURN,) if any(fed.turn is not None for fed in cells.tokens) else ()
    return (*turns, SEES, *((MUST, PREDICTS, PROBABILITY, LOSS) if cells.asked else ()))


def _line_height(name: str) -> float:
    return CHIP_HEIGHT if name in (SEES, MUST, PREDICTS) else LINE_HEIGHT


def _heights(lines: Sequence[str]) -> tuple[dict[str, float], float]:
    """Where each row begins in a column, and how tall the column is."""
    tops: dict[str, float] = {}
    top = 0.0
    for name in lines:
        tops[name] = top
        top += STEP if name in (SEES, MUST) else _line_height(name)
    return tops, top - (0.0 if lines[-1] != SEES else STEP - CHIP_HEIGHT)


def _replaced(fed: Fed) -> bool:
    """Whether what stood here is struck through beside it."""
    return bool(fed.original) and fed.change in (Change.RANDOM, Change.REPLACED)


def _seen_chip(fed: Fed) -> TokenChip:
    return TokenChip(
        text=fed.text,
        change=fed.change,
        original=fed.original if _replaced(fed) else "",
        special=fed.special and fed.change is not Change.SPAN,
        unknown=fed.unknown,
    )


def _truth_chip(place: AnswerPlace) -> TokenChip:
    return TokenChip(place.truth or NOBODY_KNOWS, dimmed=place.truth is None)


def _at(spans: Sequence[int | None], row: int) -> int | None:
    return spans[row] if row < len(spans) else None


def _loss(place: AnswerPlace) -> str:
    return "" if place.loss is None else number(place.loss)


def _paint_small(painter: QPainter, line: QRectF, text: str, colour: str) -> None:
    painter.setFont(fonts.font(fonts.SMALL))
    painter.setPen(QColor(colour))
    wide = line.adjusted(-GAP, 0, GAP, 0)
    painter.drawText(wide, Qt.AlignmentFlag.AlignCenter, text)
