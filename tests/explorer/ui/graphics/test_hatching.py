"""What a model cannot see is hatched with lines that every file shows alike."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from explorer.ui.style.hatching import PITCH, diagonals, runs

AREA = QRectF(13.0, 5.0, 330.0, 210.0)


def length(lines: np.ndarray) -> float:
    return float((lines[:, 2] - lines[:, 1]).sum())


@pytest.mark.parametrize("seed", range(5))
def test_lines_cover_the_marked_cells_and_no_others(seed: int) -> None:
    marked = np.random.default_rng(seed).random((7, 11)) < 0.5
    lines = diagonals(runs(marked, AREA))
    covered = np.zeros_like(marked)
    across, down = AREA.width() / 11, AREA.height() / 7
    for total, top, bottom in lines:
        for y in np.arange(top + 1e-3, bottom, 0.05):
            row, column = int((y - AREA.top()) // down), int((total - y - AREA.left()) // across)
            assert marked[row, column]
            covered[row, column] = True
    assert np.array_equal(covered, marked)


def test_every_line_has_the_same_distance_from_the_next() -> None:
    totals = diagonals(runs(np.ones((3, 4), bool), AREA))[:, 0]
    assert np.array_equal(np.diff(totals), np.full(len(totals) - 1, PITCH))


def test_lines_are_whole_across_cells_that_touch() -> None:
    later = ~np.tri(64, dtype=bool)
    lines = diagonals(runs(later, AREA))
    assert len(lines) == len(np.unique(lines[:, 0]))
    single = sum(length(diagonals(run[None])) for run in runs(later, AREA))
    assert length(lines) == pytest.approx(single)


def test_where_no_line_passes_there_is_none() -> None:
    assert diagonals(np.array([[1.0, 2.0, 1.0, 2.0]])).shape == (0, 3)
    assert diagonals(runs(np.zeros((2, 2), bool), AREA)).shape == (0, 3)
