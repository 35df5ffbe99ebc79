"""Epochs by tokens, where a dropped span has the colour that its sentinel has elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from explorer.core.masking.masks import runs
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.tokens.epoch_grid import EpochGrid, paint_change
from explorer.ui.panels.masking.spans import span_colour
from explorer.ui.style.theme import Palette
from models.schema.records import Change, IntArray


class SpanGrid(EpochGrid):
    """A grid of epochs; the spans of each are counted from 0, as they stand in the text."""

    def __init__(
        self, changes: IntArray, tokens: Sequence[str], *, selected: int | None = None
    ) -> None:
        super().__init__(changes, tokens, selected=selected, counted=True)
        dropped = np.where(changes == Change.SPAN, changes, Change.KEPT)
        self.spans = tuple(runs(epoch) for epoch in dropped)  # by epoch, for each token

    def begin_below(self, others: Sequence[SpanGrid]) -> None:
        """Leave as much room for the names of the tokens as the grids beside this one."""
        self._label_height = max([self._label_height, *(one._label_height for one in others)])

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        super().paint(painter, rect, palette)
        fit = self._fit(rect.width())
        for row, spans in enumerate(self.spans):
            for column, number in enumerate(spans):
                if number is not None:
                    cell = fit.cell_rect(CellHit(row, column), rect).adjusted(1, 1, -1, -1)
                    own = replace(palette, chosen=span_colour(number, palette))
                    paint_change(painter, cell, Change.SPAN, own)
