"""The place of a figure that is made to fit its room."""

from __future__ import annotations

from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.panels.attention.figure import AttentionFigure


class FittedArea(CanvasArea):
    """Fits its figure again in another room, also as controls wrap or a note grows."""

    def _growths(self) -> list[float]:
        """Maps take more room by larger cells, in which their numbers stand."""
        figure = self.canvas.drawing
        has_maps = isinstance(figure, AttentionFigure) and figure.large.maps
        return [1.0] if has_maps else super()._growths()

    def _fit_drawing(self) -> None:
        figure, room, scale = self.canvas.drawing, self.viewport(), self.canvas.scale
        if isinstance(figure, AttentionFigure):
            figure.fit(room.width() / scale, room.height() / scale)
            self.canvas.fit_height()
