"""How many inputs a pass takes."""

import pytest

from models.schema.batch import inputs_at_once


@pytest.mark.parametrize(
    ("length", "number"), [(0, 32), (12, 32), (64, 32), (128, 8), (362, 1), (512, 1), (8192, 1)]
)
def test_the_longer_the_inputs_the_fewer_are_in_one_pass(length: int, number: int) -> None:
    assert inputs_at_once(length) == number
