"""The reliability curve: accuracy by confidence, on which a well calibrated model is a diagonal."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.finetuning.reliability import Reliability, ReliabilityBin
from explorer.core.localization import tr
from explorer.core.report.captions import DrawnModel
from explorer.ui.graphics.drawing import GRID, number
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts

LEFT, BOTTOM, LEGEND_LINE, MAX_SIDE = 40.0, 40.0, 20.0, 280.0
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
SMALLEST_DOT, LARGEST_DOT = 5.0, 15.0  # pixels across, by the number of examples


class ReliabilityChart(Sketched):
    """A dot for each bin of confidence; the larger, the more examples."""

    def __init__(self, curves: Sequence[tuple[DrawnModel, Reliability]]) -> None:
        self.curves = tuple(curves)
        self.most = max((b.num_examples for _, one in self.curves for b in one.bins), default=1)

    def draw(self, sketch: Sketch, width: float) -> None:
        top = self._draw_legend(sketch, width)
        side = min(width - LEFT - GRID, MAX_SIDE)
        area = QRectF(LEFT, top + GRID, side, side)
        self._draw_axes(sketch, area)
        for index in range(len(self.curves)):
            self._draw_curve(sketch, area, index)

    def _draw_legend(self, sketch: Sketch, width: float) -> float:
        """The calibration error of each model; returns the height."""
        for row, (model, one) in enumerate(self.curves):
            line = QRectF(0, row * LEGEND_LINE, width, LEGEND_LINE)
            _dot(sketch, QPointF(6, line.center().y()), 7.0, _colour(sketch, model))
            error = number(one.calibration_error)
            text = tr("{name}: calibration error {error}", name=model.name, error=error)
            inside = line.adjusted(16, 0, 0, 0)
            sketch.text(inside, text, sketch.palette.text, pixels=fonts.SMALL, elide=True)
        return len(self.curves) * LEGEND_LINE

    def _draw_axes(self, sketch: Sketch, area: QRectF) -> None:
        palette = sketch.palette
        for tick in TICKS:
            at = _place(area, tick, tick)
            left, right = QPointF(area.left(), at.y()), QPointF(area.right(), at.y())
            sketch.line(left, right, palette.line)
            beside = QRectF(0, at.y() - 8, LEFT - GRID, 16)
            sketch.text(beside, f"{tick:g}", palette.muted, pixels=fonts.SMALL, align=RIGHT)
            below = QRectF(at.x() - 20, area.bottom() + 4, 40, 14)
            sketch.text(below, f"{tick:g}", palette.muted, pixels=fonts.SMALL, align=CENTRE)
        sketch.line(area.bottomLeft(), area.topRight(), palette.muted, dashed=True)
        title = QRectF(area.left(), area.bottom() + 20, area.width(), BOTTOM - 20)
        text = tr("confidence (across), accuracy (up)")
        sketch.text(title, text, palette.muted, pixels=fonts.SMALL, align=CENTRE)

    def _draw_curve(self, sketch: Sketch, area: QRectF, index: int) -> None:
        model, reliability = self.curves[index]
        bins, colour = reliability.bins, _colour(sketch, model)
        places = [_place(area, one.confidence, one.accuracy) for one in bins]
        if len(places) > 1:
            path = QPainterPath(places[0])
            for place in places[1:]:
                path.lineTo(place)
            sketch.path(path, colour, width=1.6)
        for number_of_bin, (one, place) in enumerate(zip(bins, places, strict=True)):
            _dot(sketch, place, self._size(one), colour)
            spot = QRectF(place.x() - 9, place.y() - 9, 18, 18)
            sketch.target(spot, (index, number_of_bin), _tip(model.name, one))

    def _size(self, one: ReliabilityBin) -> float:
        share = math.sqrt(one.num_examples / self.most)
        return SMALLEST_DOT + share * (LARGEST_DOT - SMALLEST_DOT)


def _colour(sketch: Sketch, model: DrawnModel) -> str:
    return sketch.palette.accent if model.slot is None else sketch.palette.model(model.slot)


def _place(area: QRectF, x: float, y: float) -> QPointF:
    return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height())


def _dot(sketch: Sketch, place: QPointF, size: float, colour: str) -> None:
    path = QPainterPath()
    path.addEllipse(place, size / 2, size / 2)
    sketch.path(path, sketch.palette.ground, ground=colour)


def _tip(name: str, one: ReliabilityBin) -> str:
    return tr(
        "{name}: {count:,} predictions with a confidence between {low:.0%} and {high:.0%}, "
        "on average {confidence:.1%}; {accuracy:.1%} of them are correct",
        name=name,
        count=one.num_examples,
        low=one.low,
        high=one.high,
        confidence=one.confidence,
        accuracy=one.accuracy,
    )
