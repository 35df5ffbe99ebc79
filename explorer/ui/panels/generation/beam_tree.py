"""A beam search as a tree: kept, pruned and finished hypotheses, and the best one.

A long search is broken into bands, like lines of text; each begins with the hypotheses that were
kept at the end of the one before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from explorer.core.generation.beams import PlacedNode, TreeLayout, layout
from explorer.core.readable import nats
from explorer.ui.graphics.drawing import GRID, Drawing, hairline, memoized, number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.inference.beam_paths import Path, log_probability_of, path_to
from models.schema.records import BeamNode

ROW = 18.0
PITCH = 128.0  # of a step, at least
BRANCH = 18.0  # of it for the line that leads to a token
ROOT = 26.0
BAND_GAP = 20.0
HEAD = 16.0  # numbers of the steps
SHARE = 38.0  # for the probability behind a token
LEAST_SHARE = 0.001  # smaller ones are written as less than it
LEGEND = 18.0  # a line of it
MARK = 7.0  # of a hypothesis that is finished
FATES = {
    "ended": "ended with the end-of-text token",
    "limit": "reached the limit of new tokens",
}


def fate(node: BeamNode) -> str:
    """What became of a hypothesis at its step."""
    if node.finished:
        return FATES["limit" if node.at_limit else "ended"]
    return "kept" if node.kept else "pruned"


@dataclass(frozen=True)
class BeamHit:
    step: int
    node: int


@dataclass(frozen=True)
class _Entry:
    """A name in the legend, where it begins."""

    name: str
    x: float
    line: int


@dataclass(frozen=True, eq=False)
class _Band:
    """Steps [first, last) of the search below one another's continuation."""

    first: int
    last: int
    continued: bool  # whether its first column repeats what the band before kept
    tree: TreeLayout
    addresses: tuple[tuple[int, int], ...]  # (step, node) of each placed node
    top: float

    @property
    def height(self) -> float:
        return HEAD + max(self.tree.height, 1) * ROW


class BeamTree(Drawing):
    """Steps of one search; `labels` name their hypotheses, `path` leads to the best.

    The way to the `selected` one is marked.
    """

    def __init__(
        self,
        steps: Sequence[Sequence[BeamNode]],
        labels: Sequence[Sequence[str]],
        path: Path = (),
        *,
        slot: int = 0,
        first_number: int = 1,
        selected: BeamHit | None = None,
    ) -> None:
        self.steps = [tuple(nodes) for nodes in steps]
        self.labels = [tuple(visible(name) for name in names) for names in labels]
        self.path = frozenset(enumerate(path))
        self.slot = slot
        self.first_number = first_number
        self.selected = selected

    # ---- layout

    def bands(self, width: float) -> list[_Band]:
        return self._broken(max(2, int((width - ROOT) / PITCH)))

    @memoized
    def _broken(self, per_band: int) -> list[_Band]:
        bands: list[_Band] = []
        first, top = 0, 0.0
        while first < len(self.steps):
            continued = first > 0
            last = min(first + per_band - int(continued), len(self.steps))
            band = self._band(first, last, continued, top)
            bands.append(band)
            top += band.height + BAND_GAP
            first = last
        return bands

    def _band(self, first: int, last: int, continued: bool, top: float) -> _Band:
        start = first - int(continued)
        places = [
            [
                (step, at)
                for at, node in enumerate(self.steps[step])
                if self._stands(node, step, first)
            ]
            for step in range(start, last)
        ]
        tree = layout([[self.steps[step][at] for step, at in column] for column in places])
        addresses = tuple(address for column in places for address in column)
        return _Band(first, last, continued, tree, addresses, top)

    def _stands(self, node: BeamNode, step: int, first: int) -> bool:
        """Only hypotheses that continue are repeated from the previous band."""
        return step >= first or node.kept

    def size(self, width: float) -> QSizeF:
        bands = self.bands(width)
        bottom = bands[-1].top + bands[-1].height if bands else 0.0
        return QSizeF(width, bottom + GRID + LEGEND * (1 + self._legend(width)[-1].line))

    def _pitch(self, width: float) -> float:
        bands = self.bands(width)
        columns = max((band.tree.num_steps for band in bands), default=1)
        return min(max((width - ROOT) / max(columns, 1), PITCH), 1.6 * PITCH)

    def _point(self, band: _Band, place: int, rect: QRectF) -> QPointF:
        """Where the token of a node begins, at half its height."""
        x = rect.left() + ROOT + band.tree.nodes[place].step * self._pitch(rect.width())
        return QPointF(x, rect.top() + band.top + HEAD + (band.tree.nodes[place].y + 0.5) * ROW)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        if self.selected is not None:
            self._paint_way(painter, rect, palette, self.selected, 0.28)
        for band in self.bands(rect.width()):
            self._paint_numbers(painter, rect, band, palette)
            for place in sorted(range(len(band.tree.nodes)), key=lambda at: self._rank(band, at)):
                self._paint_branch(painter, rect, band, place, palette)
                self._paint_node(painter, rect, band, place, palette)
        self._paint_legend(painter, rect, palette)

    def _paint_numbers(
        self, painter: QPainter, rect: QRectF, band: _Band, palette: Palette
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        pitch, offset = self._pitch(rect.width()), int(band.continued)
        for step in range(band.first, band.last):
            x = rect.left() + ROOT + (step - band.first + offset) * pitch
            spot = QRectF(x, rect.top() + band.top, pitch, HEAD)
            painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, str(step + self.first_number))

    def _rank(self, band: _Band, place: int) -> int:
        """Sort order: pruned hypotheses lowest, then continued ones, the best highest."""
        node = band.tree.nodes[place].node
        return 2 if band.addresses[place] in self.path else int(node.kept or node.finished)

    def _paint_branch(
        self, painter: QPainter, rect: QRectF, band: _Band, place: int, palette: Palette
    ) -> None:
        node = band.tree.nodes[place]
        end = self._point(band, place, rect) - QPointF(4, 0)
        start = self._branch_start(band, node, rect)
        if start is None:
            return
        middle = end.x() - BRANCH / 2
        path = QPainterPath(start)
        path.lineTo(QPointF(end.x() - BRANCH, start.y()))
        path.cubicTo(QPointF(middle, start.y()), QPointF(middle, end.y()), end)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._pen(node, band.addresses[place], palette))
        painter.drawPath(path)

    def _branch_start(self, band: _Band, node: PlacedNode, rect: QRectF) -> QPointF | None:
        """After the parent's token, or at the prompt; None in a column that only repeats."""
        if node.parent is None:
            if band.continued:
                return None
            return QPointF(rect.left() + 4, rect.top() + band.top + HEAD + ROW / 2)
        at = self._point(band, node.parent, rect)
        return at + QPointF(self._written_width(band, node.parent, rect.width()) + 4, 0)

    def _written_width(self, band: _Band, place: int, width: float) -> float:
        """Of a token with its probability and its mark."""
        address = band.addresses[place]
        finished = band.tree.nodes[place].node.finished
        name = fonts.text_width(self._name(address, width), bold=address in self.path)
        share = fonts.text_width(self._share(address), fonts.SMALL)
        return name + 4 + share + (MARK + 5 if finished else 0)

    def _share(self, address: tuple[int, int]) -> str:
        """The probability of a token after its parent, as text."""
        share = math.exp(log_probability_of(self.steps, *address))
        return number(share) if share >= LEAST_SHARE else f"<{LEAST_SHARE}"

    def _pen(self, node: PlacedNode, address: tuple[int, int], palette: Palette) -> QPen:
        step, at = address
        share = math.exp(log_probability_of(self.steps, step, at))
        if address in self.path:
            return QPen(QColor(palette.model(self.slot)), 1.4 + 2.2 * share)
        alive = node.node.kept or node.node.finished
        colour = palette.muted if alive else palette.pale(palette.muted)
        pen = QPen(QColor(colour), 0.8 + 1.8 * share)
        if not alive:
            pen.setDashPattern([3, 2])
        return pen

    def _name(self, address: tuple[int, int], width: float) -> str:
        step, at = address
        room = self._pitch(width) - BRANCH - 12 - SHARE
        return fonts.elided(self.labels[step][at], room, bold=True)

    def _paint_node(
        self,
        painter: QPainter,
        rect: QRectF,
        band: _Band,
        place: int,
        palette: Palette,
    ) -> None:
        node, address = band.tree.nodes[place], band.addresses[place]
        point = self._point(band, place, rect)
        best, alive = address in self.path, node.node.kept or node.node.finished
        face = fonts.font(bold=best)
        face.setStrikeOut(not alive)
        painter.setFont(face)
        colour = palette.model(self.slot) if best else palette.text if alive else palette.muted
        painter.setPen(QColor(colour))
        spot = QRectF(point.x(), point.y() - ROW / 2, self._pitch(rect.width()), ROW)
        text = self._name(address, rect.width())
        painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, text)
        x = point.x() + fonts.text_width(text, bold=best) + 4
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        share = self._share(address)
        beside = QRectF(x, spot.top() + 1, SHARE + 12, ROW)
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, share)
        if node.node.finished:
            x += fonts.text_width(share, fonts.SMALL) + 5
            _paint_mark(painter, QPointF(x, point.y()), colour, hollow=node.node.at_limit)

    def _legend(self, width: float) -> list[_Entry]:
        """The entries with their places; they wrap like text."""
        names = ("best so far", "kept", "pruned", FATES["ended"], FATES["limit"])
        x, line = 0.0, 0
        entries: list[_Entry] = []
        for name in names:
            wide = fonts.text_width(name, fonts.SMALL) + 28
            if x > 0 and x + wide > width:
                x, line = 0.0, line + 1
            entries.append(_Entry(name, x, line))
            x += wide + 2 * GRID
        return entries

    def _paint_legend(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        entries = self._legend(rect.width())
        top = rect.bottom() - LEGEND * (1 + entries[-1].line)
        for entry in entries:
            spot = QPointF(rect.left() + entry.x, top + (entry.line + 0.5) * LEGEND)
            if entry.name in FATES.values():
                hollow = entry.name == FATES["limit"]
                _paint_mark(painter, spot + QPointF(8, 0), palette.text, hollow=hollow)
            else:
                best, pruned = entry.name == "best so far", entry.name == "pruned"
                pen = QPen(QColor(palette.model(self.slot) if best else palette.muted), 2.0)
                if pruned:
                    pen.setDashPattern([3, 2])
                painter.setPen(pen)
                painter.drawLine(spot, spot + QPointF(22, 0))
            face = fonts.font(fonts.SMALL)
            face.setStrikeOut(entry.name == "pruned")
            painter.setFont(face)
            painter.setPen(QColor(palette.muted))
            text = QRectF(spot.x() + 28, spot.y() - LEGEND / 2, rect.width(), LEGEND)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, entry.name)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: BeamHit) -> None:
        self._paint_way(painter, rect, palette, hit, 0.16)

    def _paint_way(
        self, painter: QPainter, rect: QRectF, palette: Palette, hit: BeamHit, alpha: float
    ) -> None:
        """The tokens on the way to a hypothesis, on a wash."""
        mark = QColor(palette.accent)
        mark.setAlphaF(alpha)
        way = set(enumerate(path_to(self.steps, hit.step, hit.node)))
        for band in self.bands(rect.width()):
            for place, address in enumerate(band.addresses):
                if address in way:
                    painter.fillRect(self._spot(band, place, rect), mark)

    def _spot(self, band: _Band, place: int, rect: QRectF) -> QRectF:
        point = self._point(band, place, rect)
        width = self._pitch(rect.width()) - BRANCH
        return QRectF(point.x() - 3, point.y() - ROW / 2, width, ROW)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> BeamHit | None:
        for band in self.bands(rect.width()):
            for place, address in enumerate(band.addresses):
                if self._spot(band, place, rect).contains(point):
                    return BeamHit(*address)
        return None

    def describe(self, hit: BeamHit) -> str:
        """The whole hypothesis, its log-probability, and what became of it."""
        node = self.steps[hit.step][hit.node]
        way = enumerate(path_to(self.steps, hit.step, hit.node))
        text = " ".join(self.labels[step][at] for step, at in way)
        share = math.exp(log_probability_of(self.steps, hit.step, hit.node))
        score = f"{nats(node.score)}, {nats(node.score / (hit.step + 1))} per token"
        return f"{text}\nlog-probability {score}, this step {number(share)}, {fate(node)}"

    def neighbour(self, hit: BeamHit | None, dx: int, dy: int) -> BeamHit | None:
        if not self.steps:
            return None
        if hit is None:
            return BeamHit(0, 0)
        step = min(max(hit.step + dx, 0), len(self.steps) - 1)
        return BeamHit(step, min(max(hit.node + dy, 0), len(self.steps[step]) - 1))


def _paint_mark(painter: QPainter, left: QPointF, colour: str, *, hollow: bool) -> None:
    """A square after a finished hypothesis: filled for the end token, hollow for the limit."""
    square = QRectF(left.x(), left.y() - MARK / 2, MARK, MARK)
    painter.setPen(hairline(colour, 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush if hollow else QColor(colour))
    painter.drawRect(square)
