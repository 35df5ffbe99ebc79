"""A beam search as a tree: kept, pruned and finished hypotheses, and the best one.

A long search is broken into bands, like lines of text; each begins with the hypotheses that were
kept at the end of the one before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.generation.beams import layout
from explorer.core.generation.endings import AT_LIMIT, ENDED, KEPT, PRUNED, outcome
from explorer.core.localization import tr
from explorer.core.readable import nats
from explorer.ui.graphics.drawing import GRID, number
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from models.inference.beam_paths import Path, log_probability_of, path_to
from models.schema.records import BeamNode

ROW = 18.0
PITCH, MAX_PITCH = 128.0, 204.8  # of a step
BRANCH = 18.0  # of it for the line that leads to a token
ROOT = 26.0
BAND_GAP = 20.0
HEAD = 16.0  # numbers of the steps
SHARE = 38.0  # for the probability after a token
MIN_SHARE = 0.001  # smaller ones are written as less than it
SYMBOL = 22.0  # width of a line in the legend
MARK = 7.0  # of a hypothesis that is finished
BEST = tr("best so far")
KINDS = (BEST, KEPT, PRUNED, ENDED, AT_LIMIT)


class BeamHit(NamedTuple):
    """A hypothesis: its step, and its place among those of the step."""

    step: int
    node: int


class BeamTree(Sketched):
    """Steps of one search; `labels` name their hypotheses, `path` leads to the best.

    The path to the `selected` one is marked.
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

    def bands(self, width: float) -> list[range]:
        """The steps of each band; all but the first repeat the last step of the one before."""
        per_band = max(2, int((width - ROOT) / PITCH))
        count = len(self.steps)
        starts = range(0, max(count - 1, min(count, 1)), per_band - 1)
        return [range(start, min(start + per_band, count)) for start in starts]

    def draw(self, sketch: Sketch, width: float) -> None:
        bands = self.bands(width)
        columns = max(map(len, bands), default=1)
        pitch = min(max((width - ROOT) / columns, PITCH), MAX_PITCH)
        top = 0.0
        for band in bands:
            top = self._draw_band(sketch, band, top, pitch) + BAND_GAP
        corner = QPointF(0, max(top - BAND_GAP, 0.0) + GRID)
        sketch.embed(Legend(map(self._entry, KINDS), gap=GRID / 2), corner, width)

    def _draw_band(self, sketch: Sketch, band: range, top: float, pitch: float) -> float:
        """A number above each step and its hypotheses; returns the bottom edge."""
        first = band[0] + 1 if band[0] else 0  # the step before it only repeats
        addresses = [
            BeamHit(step, at)
            for step in band
            for at, node in enumerate(self.steps[step])
            if step >= first or node.in_beam
        ]
        tree = layout([[self._node(one) for one in addresses if one.step == s] for s in band])
        for step in range(first, band.stop):
            rect = QRectF(ROOT + (step - band[0]) * pitch, top, pitch, HEAD)
            text = str(step + self.first_number)
            sketch.text(rect, text, sketch.palette.muted, pixels=fonts.SMALL)
        top += HEAD
        points = [QPointF(ROOT + n.step * pitch, top + (n.y + 0.5) * ROW) for n in tree.nodes]
        washed = self._path_to(self.selected)
        for address, point in zip(addresses, points, strict=True):
            if address in washed:
                sketch.fill(_room(point, pitch), sketch.palette.accent, alpha=0.28)
        for place in sorted(range(len(points)), key=lambda at: self._rank(addresses[at])):
            address, point, parent = addresses[place], points[place], tree.nodes[place].parent
            if parent is not None:
                end = self._end_of(addresses[parent], pitch)
                self._draw_branch(sketch, points[parent] + QPointF(end + 4, 0), point, address)
            elif not band[0]:
                self._draw_branch(sketch, QPointF(4, top + ROW / 2), point, address)
            self._draw_node(sketch, point, address, pitch)
        bottom = top + max(tree.height, 1) * ROW
        sketch.reserve(QRectF(0, top, 0, bottom - top))
        return bottom

    def _node(self, address: BeamHit) -> BeamNode:
        return self.steps[address.step][address.node]

    def _rank(self, address: BeamHit) -> int:
        """Order of painting: pruned hypotheses first, then those that go on, the best last."""
        return 2 if address in self.path else int(self._is_alive(address))

    def _is_alive(self, address: BeamHit) -> bool:
        return self._node(address).in_beam or self._node(address).finished

    def _path_to(self, hit: BeamHit | None) -> set[tuple[int, int]]:
        return set() if hit is None else set(enumerate(path_to(self.steps, *hit)))

    def _name(self, address: BeamHit, pitch: float) -> str:
        label = self.labels[address.step][address.node]
        return fonts.elide(label, pitch - BRANCH - 12 - SHARE, bold=True)

    def _share(self, address: BeamHit) -> float:
        """The probability of a token after its parent."""
        return math.exp(log_probability_of(self.steps, *address))

    def _end_of(self, address: BeamHit, pitch: float) -> float:
        """The width of a token with its probability and its mark."""
        name = fonts.text_width(self._name(address, pitch), bold=address in self.path)
        share = fonts.text_width(_share_text(self._share(address)), fonts.SMALL)
        return name + 4 + share + (MARK + 5 if self._node(address).finished else 0)

    def _draw_branch(
        self, sketch: Sketch, start: QPointF, point: QPointF, address: BeamHit
    ) -> None:
        """A line to a token, the thicker the more probable the token is."""
        palette, share = sketch.palette, self._share(address)
        end, alive = point - QPointF(4, 0), self._is_alive(address)
        middle = end.x() - BRANCH / 2
        path = QPainterPath(start)
        path.lineTo(QPointF(end.x() - BRANCH, start.y()))
        path.cubicTo(QPointF(middle, start.y()), QPointF(middle, end.y()), end)
        if address in self.path:
            sketch.path(path, palette.model(self.slot), width=1.4 + 2.2 * share)
            return
        colour = palette.muted if alive else palette.pale(palette.muted)
        sketch.path(path, colour, width=0.8 + 1.8 * share, dashed=not alive)

    def _draw_node(self, sketch: Sketch, point: QPointF, address: BeamHit, pitch: float) -> None:
        palette, node = sketch.palette, self._node(address)
        best, alive = address in self.path, self._is_alive(address)
        colour = palette.model(self.slot) if best else palette.text if alive else palette.muted
        text = self._name(address, pitch)
        rect = QRectF(point.x(), point.y() - ROW / 2, pitch, ROW)
        sketch.text(rect, text, colour, bold=best, struck=not alive)
        x = point.x() + fonts.text_width(text, bold=best) + 4
        share = _share_text(self._share(address))
        after = QRectF(x, rect.top() + 1, SHARE + 12, ROW)
        sketch.text(after, share, palette.muted, pixels=fonts.SMALL)
        if node.finished:
            left = QPointF(x + fonts.text_width(share, fonts.SMALL) + 5, point.y())
            _draw_mark(sketch, left, colour, hollow=node.at_limit)
        sketch.target(_room(point, pitch), address, partial(self._tip, address))

    def _entry(self, name: str) -> LegendEntry:
        """A kind of lines or marks, for the legend."""
        return LegendEntry(
            name, SYMBOL, partial(self._draw_kind, name), True, struck=name == PRUNED
        )

    def _draw_kind(self, name: str, sketch: Sketch, rect: QRectF) -> None:
        left, palette = QPointF(rect.left(), rect.center().y()), sketch.palette
        if name in (ENDED, AT_LIMIT):
            _draw_mark(sketch, left + QPointF(8, 0), palette.text, hollow=name == AT_LIMIT)
            return
        colour = palette.model(self.slot) if name == BEST else palette.muted
        end = left + QPointF(SYMBOL, 0)
        sketch.line(left, end, colour, width=2.0, dashed=name == PRUNED)

    def draw_hover(self, sketch: Sketch, width: float, hit: BeamHit) -> None:
        """A wash over the tokens that lead to the hypothesis."""
        path = self._path_to(hit)
        for target in self.laid_out(width).targets:
            if target.hit in path:
                sketch.fill(target.rect, sketch.palette.accent, alpha=0.16)

    def _tip(self, hit: BeamHit) -> str:
        """The whole hypothesis, its log-probability, and what became of it."""
        node = self._node(hit)
        path = enumerate(path_to(self.steps, *hit))
        text = " ".join(self.labels[step][at] for step, at in path)
        score = tr(
            "{node}, {hit} per token", node=nats(node.score), hit=nats(node.score / (hit.step + 1))
        )
        share = number(self._share(hit))
        return tr(
            "{text}\nlog-probability {score}, this step {share}, {node}",
            text=text,
            score=score,
            share=share,
            node=outcome(node),
        )

    def neighbour(self, hit: BeamHit | None, dx: int, dy: int) -> BeamHit | None:
        """The steps go on from one band to the next."""
        if not self.steps:
            return None
        if hit is None:
            return BeamHit(0, 0)
        step = min(max(hit.step + dx, 0), len(self.steps) - 1)
        return BeamHit(step, min(max(hit.node + dy, 0), len(self.steps[step]) - 1))


def _room(point: QPointF, pitch: float) -> QRectF:
    """The rectangle of a token that begins at a point, at half its height."""
    return QRectF(point.x() - 3, point.y() - ROW / 2, pitch - BRANCH, ROW)


def _share_text(share: float) -> str:
    return number(share) if share >= MIN_SHARE else f"<{MIN_SHARE}"


def _draw_mark(sketch: Sketch, left: QPointF, colour: str, *, hollow: bool) -> None:
    """A square after a finished hypothesis: filled for the end token, hollow for the limit."""
    square = QRectF(left.x(), left.y() - MARK / 2, MARK, MARK)
    sketch.frame(square, colour, width=1.4, ground="" if hollow else colour)
