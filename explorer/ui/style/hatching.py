"""Hatching as lines; Qt's patterns use pixels of the device and look grey in print."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from explorer.ui.graphics.drawing import hairline
from explorer.ui.style.palette import Palette

PITCH = 8.0  # pixels from line to line, across and down

Floats = NDArray[np.float64]


def hatch(painter: QPainter, rects: Floats, palette: Palette) -> None:
    """Fill the union of rectangles (N, 4) and draw diagonal lines over it."""
    area, lines = QPainterPath(), QPainterPath()
    area.setFillRule(Qt.FillRule.WindingFill)
    for left, right, top, bottom in rects.tolist():
        area.addRect(left, top, right - left, bottom - top)
    painter.fillPath(area, QColor(palette.surface))
    for total, top, bottom in diagonals(rects).tolist():
        lines.moveTo(total - top, top)
        lines.lineTo(total - bottom, bottom)
    painter.strokePath(lines, hairline(palette.line))


def runs(marked: NDArray[np.bool_], area: QRectF) -> Floats:
    """Runs of marked cells (R, C) in a row: left, right, top, bottom (N, 4)."""
    num_rows, num_columns = marked.shape
    edges = np.diff(marked.astype(np.int8), axis=1, prepend=0, append=0)  # (R, C + 1)
    rows, columns = np.nonzero(edges)  # in each row: where a run starts, where it ends, …
    across, down = area.width() / num_columns, area.height() / num_rows
    left, right = (area.left() + columns[first::2] * across for first in (0, 1))
    top = area.top() + rows[::2] * down
    return np.stack([left, right, top, top + down], axis=1)


def diagonals(rects: Floats) -> Floats:
    """The lines x + y = n * PITCH inside rectangles (N, 4), joined where these touch.

    Returns x + y and the y of both ends: (M, 3).
    """
    left, right, top, bottom = rects.T
    first = np.ceil((left + top) / PITCH)
    count = np.maximum(np.floor((right + bottom) / PITCH) - first + 1, 0).astype(int)
    which = np.repeat(np.arange(len(rects)), count)
    within = np.arange(len(which)) - (np.cumsum(count) - count)[which]
    totals = PITCH * (first[which] + within)
    tops = np.maximum(top[which], totals - right[which])
    bottoms = np.minimum(bottom[which], totals - left[which])
    order = np.lexsort((tops, totals))
    totals, tops, bottoms = totals[order], tops[order], bottoms[order]
    apart = (totals[1:] != totals[:-1]) | (tops[1:] - bottoms[:-1] > 1e-6)
    begins = np.insert(apart, 0, True)[: len(totals)]
    ends = np.append(apart, True)[: len(totals)]
    return np.stack([totals[begins], tops[begins], bottoms[ends]], axis=1)
