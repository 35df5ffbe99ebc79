"""Points in a plane by their groups: what a plot of them shows, without its widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from PySide6.QtCore import QRectF

from explorer.core.localization import tr
from explorer.ui.graphics.charts.curves import Ends, Floats
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.style.palette import Palette

SYMBOL = 8.0  # pixels across
MARGIN = 0.04  # of an axis around the points
GROUP_SLOTS = (4, 5, 7)  # of colours that are no model's, and none of them a grey


@dataclass(frozen=True, eq=False)
class Scatter:
    """N points. `group` (N,) are places in `groups`, `ids` (N,) what a click says.

    A group after those that have a colour is muted. `equal` gives both axes one scale; the
    diagonal is that of equal values.
    """

    x: Floats
    y: Floats
    ids: Sequence[int] = ()
    names: Sequence[str] = ()
    groups: tuple[str, ...] = ()
    group: Sequence[int] = ()
    x_title: str = ""
    y_title: str = ""
    title: str = ""
    selected: int | None = None  # one of `ids`
    diagonal: bool = False
    equal: bool = False

    @cached_property
    def points(self) -> Floats:
        return np.stack([self.x, self.y], axis=1).astype(np.float64)  # (N, 2)

    def ends(self) -> tuple[Ends, Ends]:
        """The ranges of both axes, with a margin."""
        if not len(self.points):
            return (0.0, 1.0), (0.0, 1.0)
        low, high = self.points.min(0), self.points.max(0)
        room = MARGIN * np.maximum(high - low, 1e-6)
        (x_low, y_low), (x_high, y_high) = (low - room).tolist(), (high + room).tolist()
        return (x_low, x_high), (y_low, y_high)

    def summary(self) -> str:
        """What the axes are, for people who do not see the points."""
        return tr(
            "{count} points: {x}, {y}", count=len(self.points), x=self.x_title, y=self.y_title
        )

    def colours(self, palette: Palette) -> list[str]:
        """Return the colour of each group; a single group has the accent colour."""
        if len(self.groups) < 2:
            return [palette.accent]
        return [
            palette.model(GROUP_SLOTS[n]) if n < len(GROUP_SLOTS) else palette.muted
            for n in range(len(self.groups))
        ]

    def legend(self, palette: Palette) -> Legend:
        named = zip(self.groups, self.colours(palette), strict=False)
        entries = (LegendEntry(name, SYMBOL, partial(_draw_dot, colour)) for name, colour in named)
        return Legend(entries if len(self.groups) > 1 else ())


def _draw_dot(colour: str, sketch: Sketch, rect: QRectF) -> None:
    middle = rect.center()
    dot = QRectF(middle.x() - SYMBOL / 2, middle.y() - SYMBOL / 2, SYMBOL, SYMBOL)
    sketch.fill(dot, colour, radius=SYMBOL / 2)
