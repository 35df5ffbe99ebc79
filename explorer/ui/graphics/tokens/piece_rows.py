"""A text above the pieces that several tokenizers cut from it, each under its own characters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.tokens.interlinear import Interlinear, Positions, TextColumn
from explorer.ui.graphics.drawing import GRID, Drawing, hairline, memoized, paint_slot
from explorer.ui.graphics.tokens.token_strip import (
    CHIP_HEIGHT,
    LINE_HEIGHT,
    MIN_CHIP,
    PADDING,
    TokenChip,
    paint_chip,
    paint_ring,
    visible,
)
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

TEXT_HEIGHT = 26.0
TRACK_GAP = 8.0
LINE_GAP = 20.0
CHIP_GAP = 3.0
COLUMN_GAP = 3.0  # inside a word
WORD_GAP = 9.0
SPACE_WIDTH = 7.0  # of white space that no token covers
BADGE = 18.0
OTHER_WORD = 0.55  # every second word is washed with this share of the model's colour


@dataclass(frozen=True)
class Track:
    """The pieces of one model. `words` counts words, so that neighbouring ones differ in colour."""

    slot: int
    chips: tuple[TokenChip, ...]  # one for each token; `below` has an entry for each row
    words: tuple[int, ...]
    rows: tuple[str, ...] = ()  # names of the lines of small type below the chips

    @property
    def height(self) -> float:
        return CHIP_HEIGHT + LINE_HEIGHT * len(self.rows)


@dataclass(frozen=True)
class PieceHit:
    """A piece, or (`track` None) the stretch of text above column number `position`."""

    track: int | None
    position: int


@dataclass(frozen=True)
class _Spot:
    """A column that was set: `parts` are the chips of each track, relative to the drawing."""

    index: int
    text: str
    rect: QRectF  # of the text
    parts: tuple[tuple[tuple[int, QRectF], ...], ...]

    def raised(self, pixels: float) -> _Spot:
        """The same so much higher up."""
        parts = tuple(
            tuple((at, place.translated(0, -pixels)) for at, place in own) for own in self.parts
        )
        return _Spot(self.index, self.text, self.rect.translated(0, -pixels), parts)


class PieceRows(Drawing):
    """Text and pieces, set like lines of words. Hovering a piece marks it in every track."""

    def __init__(
        self,
        layout: Interlinear,
        tracks: Sequence[Track],
        *,
        title: str = "",
        selected: PieceHit | None = None,
    ) -> None:
        self.layout = layout
        self.tracks = tuple(tracks)
        self.title = title
        self.selected = selected
        self._chip_widths = [[_chip_width(chip) for chip in track.chips] for track in self.tracks]

    # ---- layout

    def _margin(self) -> float:
        names = {name for track in self.tracks for name in track.rows}
        widest = max((fonts.text_width(name, fonts.SMALL) for name in names), default=0.0)
        return max(BADGE, widest) + 1.5 * GRID

    def _track_tops(self) -> list[float]:
        """Where the chips of each track start below the top of a line; the end comes last."""
        steps = [track.height + TRACK_GAP for track in self.tracks]
        return list(accumulate(steps, initial=TEXT_HEIGHT + 4))

    def _line_height(self) -> float:
        return self._track_tops()[-1] - TRACK_GAP + LINE_GAP

    def _column_width(self, column: TextColumn) -> float:
        if not column.covered and not column.text.strip():
            return SPACE_WIDTH * len(column.text)
        text = fonts.text_width(visible(column.text), fonts.TITLE) if column.text else 0.0
        return max(
            text + 2, *(self._pieces_width(k, own) for k, own in enumerate(column.positions))
        )

    def _pieces_width(self, track: int, positions: Sequence[int]) -> float:
        widths = [self._chip_widths[track][at] for at in positions]
        return sum(widths) + CHIP_GAP * max(len(widths) - 1, 0)

    def spots(self, width: float) -> list[_Spot]:
        """Where each column stands when the drawing is `width` wide."""
        return self._set(round(width, 1))

    @memoized
    def _set(self, width: float) -> list[_Spot]:
        left, top = self._margin(), 2.0
        x, spots = left, []
        for index, column in enumerate(self.layout.columns):
            for n, part in enumerate(self._split(column, width - left - 2)):
                wide = min(self._column_width(part), width - left - 2)
                gap = COLUMN_GAP if n else self._gap_before(index)
                x += gap if x > left else 0.0
                if x > left and x + wide > width - 1:
                    x, top = left, top + self._line_height()
                spots.append(self._spot(index, part, QRectF(x, top, wide, TEXT_HEIGHT)))
                x += wide
        return self._closed_up(spots)

    def _closed_up(self, spots: Sequence[_Spot]) -> list[_Spot]:
        """A line of nothing but special tokens keeps no room for the text above them."""
        saved, found = 0.0, []
        for _, line in groupby(spots, key=lambda spot: spot.rect.top()):
            together = list(line)
            saved += 0.0 if any(spot.text for spot in together) else TEXT_HEIGHT
            found += [spot.raised(saved) for spot in together]
        return found

    def _gap_before(self, index: int) -> float:
        """Columns of one word stand close together."""
        column, before = self.layout.columns[index], self.layout.columns[index - 1]
        inside = column.text[:1].strip() and before.text[-1:].strip()
        return COLUMN_GAP if inside and column.segment == before.segment else WORD_GAP

    def _split(self, column: TextColumn, room: float) -> list[TextColumn]:
        """A column that is wider than a line goes on in the next one."""
        count = math.ceil(self._column_width(column) / max(room, MIN_CHIP))
        longest = max(len(column.text), *(len(own) for own in column.positions))
        count = (
            min(count * 2, longest) if count > 1 else 1
        )  # pieces differ in width: leave some air
        return [
            TextColumn(
                column.text[_part(len(column.text), n, count)],
                tuple(own[_part(len(own), n, count)] for own in column.positions),
                column.segment,
            )
            for n in range(count)
        ]

    def _spot(self, index: int, column: TextColumn, rect: QRectF) -> _Spot:
        tops = self._track_tops()
        parts = tuple(
            self._chips(k, own, rect, rect.top() + tops[k])
            for k, own in enumerate(column.positions)
        )
        return _Spot(index, column.text, rect, parts)

    def _chips(
        self, track: int, positions: Sequence[int], rect: QRectF, top: float
    ) -> tuple[tuple[int, QRectF], ...]:
        """The chips of one track, stretched to the width of the column."""
        if not positions:
            return ()
        spare = (rect.width() - self._pieces_width(track, positions)) / len(positions)
        x, found = rect.left(), []
        for at in positions:
            wide = max(self._chip_widths[track][at] + spare, 4.0)
            found.append((at, QRectF(x, top, wide, CHIP_HEIGHT)))
            x += wide + CHIP_GAP
        return tuple(found)

    def size(self, width: float) -> QSizeF:
        spots = self.spots(width)
        top = spots[-1].rect.top() if spots else 0.0
        return QSizeF(width, top + self._line_height() - LINE_GAP + 3)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        chips = self._in_colour(palette)
        self._paint_margin(painter, rect, palette)
        for spot in self.spots(rect.width()):
            self._paint_text(painter, spot, rect, palette)
            for k, part in enumerate(spot.parts):
                for at, place in part:
                    inside = place.translated(rect.topLeft())
                    paint_chip(painter, inside, chips[k][at], palette)
                    _paint_below(painter, inside, chips[k][at].below, palette)
        if self.selected is not None:
            self._paint_marks(painter, rect, self.selected, palette.accent)

    @memoized
    def _in_colour(self, palette: Palette) -> list[list[TokenChip]]:
        return [_washed(track, palette) for track in self.tracks]

    def _paint_margin(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        tops = self._track_tops()
        for line in sorted({spot.rect.top() for spot in self.spots(rect.width())}):
            for track, below in zip(self.tracks, tops, strict=False):
                top = rect.top() + line + below
                paint_slot(painter, QPointF(rect.left(), top + 3), track.slot, palette)
                painter.setFont(fonts.font(fonts.SMALL))
                painter.setPen(QColor(palette.muted))
                for n, name in enumerate(track.rows):
                    spot = QRectF(
                        rect.left(), top + CHIP_HEIGHT + n * LINE_HEIGHT, 200, LINE_HEIGHT
                    )
                    painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_text(self, painter: QPainter, spot: _Spot, rect: QRectF, palette: Palette) -> None:
        if not spot.text:
            return
        inside = spot.rect.translated(rect.topLeft())
        covered = any(spot.parts)
        bare = spot.text.lstrip() if covered else ""
        mark, word = visible(spot.text[: len(spot.text) - len(bare)]), visible(bare) if bare else ""
        mark_width = fonts.text_width(mark, fonts.TITLE) if len(bare) < len(spot.text) else 0.0
        left = inside.center().x() - (mark_width + fonts.text_width(word, fonts.TITLE)) / 2
        line = QRectF(left, inside.top(), inside.width() + 40, inside.height() - 3)
        painter.setFont(fonts.font(fonts.TITLE))
        if mark_width:
            painter.setPen(QColor(palette.muted))
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, mark)
        painter.setPen(QColor(palette.text))
        painter.drawText(line.translated(mark_width, 0), Qt.AlignmentFlag.AlignVCenter, word)
        if covered:
            painter.setPen(hairline(palette.line))
            painter.drawLine(inside.bottomLeft(), inside.bottomRight())

    def _paint_marks(self, painter: QPainter, rect: QRectF, hit: PieceHit, colour: str) -> None:
        """Ring a piece, and more thinly those that share its characters; underline the text."""
        shared = self.counterparts(hit)
        spots = self.spots(rect.width())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for spot in spots:
            touched = False
            for k, part in enumerate(spot.parts):
                for at, place in part:
                    if at in shared[k]:
                        touched = True
                        strong = (k, at) == (hit.track, hit.position)
                        inside = place.translated(rect.topLeft())
                        paint_ring(painter, inside, colour, 2.2 if strong else 1.4)
            if touched and spot.text:
                inside = spot.rect.translated(rect.topLeft())
                painter.setPen(hairline(colour, 2.0))
                painter.drawLine(inside.bottomLeft(), inside.bottomRight())

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: PieceHit) -> None:
        self._paint_marks(painter, rect, hit, palette.text)

    # ---- pointing

    def counterparts(self, hit: PieceHit) -> Positions:
        """Tokens of every track that share a character with what was hit."""
        if hit.track is None:
            return self.layout.columns[hit.position].positions
        return self.layout.counterparts(hit.track, hit.position)

    def hit(self, point: QPointF, rect: QRectF) -> PieceHit | None:
        inside = point - rect.topLeft()
        for spot in self.spots(rect.width()):
            area = spot.rect.adjusted(-CHIP_GAP, 0, CHIP_GAP, self._line_height() - TEXT_HEIGHT)
            if not area.contains(inside):
                continue
            for k, part in enumerate(spot.parts):
                deep = LINE_HEIGHT * len(self.tracks[k].rows) + 2
                for at, place in part:
                    if place.adjusted(-CHIP_GAP / 2, -2, CHIP_GAP / 2, deep).contains(inside):
                        return PieceHit(k, at)
            if spot.rect.contains(inside) and any(spot.parts):
                return PieceHit(None, spot.index)
        return None

    def describe(self, hit: PieceHit) -> str:
        if hit.track is None:
            return visible(self.layout.columns[hit.position].text)
        return self.tracks[hit.track].chips[hit.position].tip

    def neighbour(self, hit: PieceHit | None, dx: int, dy: int) -> PieceHit | None:
        if not self.tracks:
            return None
        if hit is None or hit.track is None:
            return PieceHit(0, 0)
        track = min(max(hit.track + dy, 0), len(self.tracks) - 1)
        shared = self.counterparts(hit)[track] if track != hit.track else ()
        position = shared[0] if shared else hit.position + dx
        return PieceHit(track, min(max(position, 0), len(self.tracks[track].chips) - 1))


def _chip_width(chip: TokenChip) -> float:
    text = fonts.text_width(visible(chip.text)) + 2 * PADDING
    below = max((fonts.text_width(line, fonts.SMALL) for line in chip.below), default=0.0)
    return max(text, below + 6, MIN_CHIP)


def _washed(track: Track, palette: Palette) -> list[TokenChip]:
    """The chips in the colour of the model, paler for every second word."""
    strong = palette.model(track.slot)
    pale = palette.tint(strong, OTHER_WORD)
    return [
        chip if chip.special else replace(chip, colour=pale if word % 2 else strong)
        for chip, word in zip(track.chips, track.words, strict=True)
    ]


def _paint_below(painter: QPainter, chip: QRectF, lines: Sequence[str], palette: Palette) -> None:
    painter.setFont(fonts.font(fonts.SMALL))
    painter.setPen(QColor(palette.muted))
    for n, text in enumerate(lines):
        line = QRectF(
            chip.left() - 4, chip.bottom() + n * LINE_HEIGHT, chip.width() + 8, LINE_HEIGHT
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, text)


def _part(length: int, n: int, count: int) -> slice:
    """Part n of `count` nearly equal parts; a single item is in the first."""
    return slice(-(-n * length // count), -(-(n + 1) * length // count))
