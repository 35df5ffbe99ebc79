"""How many steps of attention lead from each part of a text to the selected one, as one row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import groupby
from typing import Any

from PySide6.QtCore import QRectF

from explorer.core.attention.hops import NEVER
from explorer.core.localization import tr
from explorer.ui.graphics.sketch import CENTRE, LEFT, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts

ROW_HEIGHT, ROW_LEFT = 26.0, 52.0
FAINTEST, FADING = 0.12, 0.55  # of the colour of hops


@dataclass(eq=False)
class HopRow(Sketched):
    """Each token or block in the colour of its number of hops; `hit_of` gives the hit of one.

    Where a cell is too narrow for its number, neighbours with the same number have it once.
    `left` is the room for the name of the row, which ends at the cells where it is `right`.
    """

    hops: Sequence[int]
    tips: Sequence[str]
    hit_of: Callable[[int], Any]
    left: float = ROW_LEFT
    _: KW_ONLY
    right: bool = False

    def draw(self, sketch: Sketch, width: float) -> None:
        palette = sketch.palette
        across = (width - self.left - 2) / len(self.hops)
        name = QRectF(0, 0, self.left - 6, ROW_HEIGHT)
        side = RIGHT if self.right else LEFT
        sketch.text(name, tr("hops"), palette.muted, pixels=fonts.SMALL, align=side)
        in_cells = all(_has_room(hops, across) for hops in set(self.hops))
        start = 0
        for hops, run in groupby(self.hops):
            end = start + len(list(run))
            spot = self._spot(start, end, across)
            share = 1.0 if hops == 0 else max(FAINTEST, FADING**hops)
            ground = palette.ground if hops == NEVER else palette.tint(palette.accent, share)
            sketch.fill(spot, ground)
            ink = palette.ground if hops == 0 else palette.text
            numbered = [self._spot(at, at + 1, across) for at in range(start, end)]
            for place in numbered if in_cells else [spot]:
                if _has_room(hops, place.width()):
                    sketch.text(place, _name(hops), ink, pixels=fonts.SMALL, align=CENTRE)
            start = end
        for index, tip in enumerate(self.tips):
            sketch.target(self._spot(index, index + 1, across), self.hit_of(index), tip)
        whole = QRectF(self.left, 0, across * len(self.hops), ROW_HEIGHT)
        sketch.frame(whole, palette.line)

    def _spot(self, start: int, end: int, across: float) -> QRectF:
        """Return the rectangle of the parts from `start` up to `end`."""
        return QRectF(self.left + start * across, 0, (end - start) * across, ROW_HEIGHT)


def _has_room(hops: int, width: float) -> bool:
    return fonts.text_width(_name(hops), fonts.SMALL) + 2 <= width


def _name(hops: int) -> str:
    return "–" if hops == NEVER else str(hops)
