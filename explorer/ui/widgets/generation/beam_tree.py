"""A beam search as a tree: what was kept, what was pruned, what ended, and the best of it.

A long search is broken into bands, like lines of text; each begins with the hypotheses that were
kept at the end of the one before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from explorer.core.analysis.beams import Layout, PlacedNode, layout
from explorer.core.readable import nats
from explorer.ui import fonts
from explorer.ui.drawing import Drawing, number
from explorer.ui.theme import Palette
from explorer.ui.widgets.token_strip import visible
from models.beam_paths import Path, log_probability_of, path_to
from models.records import BeamNode

ROW = 18.0
PITCH = 84.0  # of a step, at least
BRANCH = 18.0  # of it for the line that leads to a token
ROOT = 26.0
BAND_GAP = 20.0
HEAD = 16.0  # numbers of the steps
LEGEND = 22.0


@dataclass(frozen=True)
class BeamHit:
    step: int
    node: int


@dataclass(frozen=True, eq=False)
class _Band:
    """Steps [first, last) of the search below one another's continuation."""

    first: int
    last: int
    continued: bool  # whether its first column repeats what the band before kept
    tree: Layout
    addresses: tuple[tuple[int, int], ...]  # (step, node) of each placed node
    top: float

    @property
    def height(self) -> float:
        return HEAD + max(self.tree.height, 1) * ROW


class BeamTree(Drawing):
    """Steps of one search; `labels` name their hypotheses, `path` leads to the best."""

    def __init__(
        self,
        steps: Sequence[Sequence[BeamNode]],
        labels: Sequence[Sequence[str]],
        path: Path = (),
        *,
        slot: int = 0,
        first_number: int = 1,
    ) -> None:
        self.steps = [tuple(nodes) for nodes in steps]
        self.labels = [tuple(visible(name) for name in names) for names in labels]
        self.path = frozenset(enumerate(path))
        self.slot = slot
        self.first_number = first_number
        self._bands: dict[int, list[_Band]] = {}

    # ---- layout

    def bands(self, width: float) -> list[_Band]:
        per_band = max(2, int((width - ROOT) / PITCH))
        if per_band not in self._bands:
            self._bands = {per_band: self._broken(per_band)}
        return self._bands[per_band]

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
        """Of what the band before showed, only what goes on is shown again."""
        return step >= first or node.kept

    def size(self, width: float) -> QSizeF:
        bands = self.bands(width)
        bottom = bands[-1].top + bands[-1].height if bands else 0.0
        return QSizeF(width, bottom + LEGEND)

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
        """What is pruned lies below what goes on, and the best above all."""
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
        """Behind the parent's token, or at the prompt; None in a column that only repeats."""
        if node.parent is None:
            if band.continued:
                return None
            return QPointF(rect.left() + 4, rect.top() + band.top + HEAD + ROW / 2)
        parent = band.tree.nodes[node.parent]
        at = self._point(band, node.parent, rect)
        name = self._name(band.addresses[node.parent], rect.width())
        return at + QPointF(fonts.text_width(name, bold=parent.node.kept) + 4, 0)

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
        room = self._pitch(width) - BRANCH - 12
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
        if node.node.finished:
            x = point.x() + fonts.text_width(text, bold=best) + 6
            painter.fillRect(QRectF(x, point.y() - 4, 7, 7), QColor(colour))

    def _paint_legend(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        y = rect.top() + self.size(rect.width()).height() - LEGEND / 2
        x = rect.left()
        entries = (
            ("best so far", palette.model(self.slot), False),
            ("kept", palette.muted, False),
            ("pruned", palette.muted, True),
        )
        for name, colour, dashed in entries:
            pen = QPen(QColor(colour), 2.0)
            if dashed:
                pen.setDashPattern([3, 2])
            painter.setPen(pen)
            painter.drawLine(QPointF(x, y), QPointF(x + 22, y))
            x = self._legend_text(painter, x + 28, y, name, palette, struck=dashed)
        painter.fillRect(QRectF(x, y - 4, 7, 7), QColor(palette.text))
        self._legend_text(painter, x + 13, y, "ended; a thick line is a probable step", palette)

    def _legend_text(
        self,
        painter: QPainter,
        x: float,
        y: float,
        text: str,
        palette: Palette,
        struck: bool = False,
    ) -> float:
        """Returns where the next entry begins."""
        face = fonts.font(fonts.SMALL)
        face.setStrikeOut(struck)
        painter.setFont(face)
        painter.setPen(QColor(palette.muted))
        width = fonts.text_width(text, fonts.SMALL)
        painter.drawText(QRectF(x, y - 9, width + 8, 18), Qt.AlignmentFlag.AlignVCenter, text)
        return x + width + 18

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: BeamHit) -> None:
        mark = QColor(palette.accent)
        mark.setAlphaF(0.16)
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
        fate = "ended" if node.finished else "kept" if node.kept else "pruned"
        score = f"{nats(node.score)}, {nats(node.score / (hit.step + 1))} per token"
        return f"{text}\nlog-probability {score}, this step {number(share)}, {fate}"

    def neighbour(self, hit: BeamHit | None, dx: int, dy: int) -> BeamHit | None:
        if not self.steps:
            return None
        if hit is None:
            return BeamHit(0, 0)
        step = min(max(hit.step + dx, 0), len(self.steps) - 1)
        return BeamHit(step, min(max(hit.node + dy, 0), len(self.steps[step]) - 1))
