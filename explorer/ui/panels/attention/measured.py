"""Thumbnails of heads with their measures beside them, or alone where there is no room for both."""

from __future__ import annotations

from explorer.ui.graphics.beside import Beside
from explorer.ui.graphics.drawing import Drawing, Place

MIN_REST = 176.0  # pixels that two measures need beside the thumbnails


class MeasuredHeads(Beside):
    """Models whose columns are equally wide agree on whether there is room."""

    def __init__(self, thumbnails: Drawing, measures: Drawing, num_heads: int) -> None:
        super().__init__(thumbnails, measures, limit=0.0, min_rest=MIN_REST)
        self.num_heads = num_heads
        self._widest = 0.0

    def set_widths(self, own: float, widest: float) -> None:
        """The pixels that the thumbnails take here, and those of the model with most heads."""
        self.limit, self._widest = own, widest

    def fits(self, width: float) -> bool:
        return width - self._widest - self.gap >= self.min_rest

    def _places(self, width: float) -> list[Place]:
        places = super()._places(width)
        return places if self.fits(width) else places[:1]
