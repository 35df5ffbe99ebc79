"""An order of prediction that a person clicks or types."""

import pytest

from explorer.core.errors import UserError
from explorer.core.masking.user_overrides import order_from_clicks, positions_in_order


def test_clicked_positions_come_first_and_the_others_after_them_in_reading_order() -> None:
    assert order_from_clicks((3, 0, 3, 99), 5) == [2, 3, 4, 1, 5]
    assert order_from_clicks((), 3) == [1, 2, 3]


def test_typed_numbers_are_read_as_the_positions_in_their_order() -> None:
    assert positions_in_order("3 1, 2", 3) == (1, 2, 0)
    assert order_from_clicks(positions_in_order("3 1 2", 3), 3) == [3, 1, 2]


@pytest.mark.parametrize("written", ["", "1 2", "1 2 2", "0 1 2", "1 2 x"])
def test_numbers_that_are_no_order_are_rejected_with_a_clear_error(written: str) -> None:
    with pytest.raises(UserError, match="from 1 to 3"):
        positions_in_order(written, 3)
