"""A drawing of this panel alone: the tokens of a layer in a plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.layers.projection import Plane
from explorer.core.localization import tr
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.label_places import LABEL_HEIGHT, free_place
from explorer.ui.graphics.maps.heat_map import MAX_LABEL
from explorer.ui.graphics.sketch import CENTRE, LEFT, Sketch, Sketched
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts

DOT, CHOSEN_DOT = 6.0, 9.0  # pixels across
MARGIN = 0.12  # of a plane around its tokens
AXIS = 20.0  # pixels below a plane, and at its left
HIGHEST = 420.0  # pixels of a side


@dataclass(frozen=True)
class TokenPoint:
    """A token of a plane."""

    token: int


class TokenPlane(Sketched):
    """The tokens of one layer on two axes of one scale, with names where they have room."""

    def __init__(
        self, plane: Plane, labels: Sequence[str], *, slot: int, selected: int | None = None
    ) -> None:
        self.plane = plane
        self.labels = tuple(visible(label) for label in labels)
        self.slot = slot
        self.selected = selected

    def draw(self, sketch: Sketch, width: float) -> None:
        side = min(width - AXIS - 2, HIGHEST)
        area, palette = QRectF(AXIS, 0, side, side), sketch.palette
        middle = area.center()
        sketch.line(
            QPointF(area.left(), middle.y()), QPointF(area.right(), middle.y()), palette.line
        )
        sketch.line(
            QPointF(middle.x(), area.top()), QPointF(middle.x(), area.bottom()), palette.line
        )
        sketch.frame(area, palette.line)
        self._draw_axes(sketch, area)
        places = self._places(area)
        for token, place in enumerate(places):
            if token != self.selected:
                self._draw_dot(sketch, place, palette.model(self.slot), DOT)
        if self.selected is not None:
            self._draw_dot(sketch, places[self.selected], palette.accent, CHOSEN_DOT)
        self._draw_names(sketch, area, places)
        for token, place in enumerate(places):
            first, second = self.plane.points[token].tolist()
            tip = f"{self.labels[token]}: {number(first)}, {number(second)}"
            sketch.target(QRectF(place.x() - 7, place.y() - 7, 14, 14), TokenPoint(token), tip)

    def _places(self, area: QRectF) -> list[QPointF]:
        """Return the points of the tokens in `area`; the second component goes upwards."""
        reach = float(np.abs(self.plane.points).max(initial=0.0)) * (1 + MARGIN) or 1.0
        half, middle = area.width() / 2, area.center()
        return [
            QPointF(middle.x() + x / reach * half, middle.y() - y / reach * half)
            for x, y in self.plane.points.tolist()
        ]

    def _draw_axes(self, sketch: Sketch, area: QRectF) -> None:
        muted = sketch.palette.muted
        first, second = (
            tr("{share:.0%} of the variance", share=share) for share in self.plane.shares
        )
        below = QRectF(area.left(), area.bottom() + 2, area.width(), LABEL_HEIGHT)
        sketch.text(below, first, muted, pixels=fonts.SMALL, align=CENTRE)
        left = QRectF(0, area.top(), LABEL_HEIGHT, area.height())
        sketch.text(left, second, muted, pixels=fonts.SMALL, align=CENTRE, upwards=True)

    def _draw_dot(self, sketch: Sketch, place: QPointF, colour: str, size: float) -> None:
        path = QPainterPath()
        path.addEllipse(place, size / 2, size / 2)
        sketch.path(path, sketch.palette.ground, ground=colour)

    def _draw_names(self, sketch: Sketch, area: QRectF, places: Sequence[QPointF]) -> None:
        """The selected token first; a name that would lie on another one is left out."""
        order = sorted(range(len(places)), key=lambda token: token != self.selected)
        taken = [QRectF(p.x() - DOT / 2, p.y() - DOT / 2, DOT, DOT) for p in places]
        for token in order:
            chosen, place = token == self.selected, places[token]
            text = fonts.elide(self.labels[token], MAX_LABEL, fonts.SMALL, bold=chosen)
            wide = fonts.text_width(text, fonts.SMALL, bold=chosen) + 2
            others = [r for n, r in enumerate(taken) if n != token]
            room = free_place(area, place, wide, DOT, others)
            if room is None and not chosen:
                continue
            room = room or QRectF(place.x() + DOT, place.y() - LABEL_HEIGHT / 2, wide, LABEL_HEIGHT)
            taken.append(room)
            ink = sketch.palette.accent if chosen else sketch.palette.text
            sketch.text(room, text, ink, pixels=fonts.SMALL, bold=chosen, align=LEFT)
