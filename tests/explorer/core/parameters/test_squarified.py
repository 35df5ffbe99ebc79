"""Rectangles in given proportions fill their room and are nearly squares."""

import pytest

from explorer.core.parameters.squarified import squarify


def test_rectangles_fill_their_room_in_proportion() -> None:
    areas = [50.0, 30.0, 12.0, 5.0, 2.0, 1.0]
    cells = squarify(areas, (10, 20, 400, 240))
    for area, (left, top, width, height) in zip(areas, cells, strict=True):
        assert width * height == pytest.approx(area / 100 * 400 * 240)
        assert 10 - 1e-6 <= left <= left + width <= 410 + 1e-6
        assert 20 - 1e-6 <= top <= top + height <= 260 + 1e-6


def test_equal_areas_in_a_square_are_squares() -> None:
    assert sorted(squarify([1.0] * 4, (0, 0, 20, 20))) == [
        (0, 0, 10, 10),
        (0, 10, 10, 10),
        (10, 0, 10, 10),
        (10, 10, 10, 10),
    ]


def test_without_room_every_rectangle_is_a_point() -> None:
    assert squarify([2.0, 1.0], (3, 4, 0, 5)) == [(3, 4, 0, 0)] * 2
    assert squarify([], (0, 0, 10, 10)) == []
