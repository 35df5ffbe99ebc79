"""Attention in numbers, against values worked out by hand."""

import numpy as np
import pytest

from explorer.core.attention import measures as analysis

EVEN = np.full((3, 3), 1 / 3, dtype=np.float32)
SELF = np.eye(3, dtype=np.float32)
BACK = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0]], dtype=np.float32)


def test_even_attention_has_the_highest_entropy_and_one_sided_none() -> None:
    assert analysis.entropy(np.stack([EVEN, SELF])) == pytest.approx([np.log(3), 0])


def test_no_entropy_is_written_without_a_minus() -> None:
    assert not np.signbit(analysis.entropy(SELF))


def test_mean_distance_is_in_tokens() -> None:
    # even: rows 0 and 2 look (0 + 1 + 2) / 3 away, row 1 looks (1 + 0 + 1) / 3 away
    found = analysis.mean_distance(np.stack([EVEN, SELF, BACK]))
    assert found == pytest.approx([(1 + 2 / 3 + 1) / 3, 0, 2 / 3])


def test_a_distance_counts_the_tokens_that_are_left_out_of_the_map() -> None:
    found = analysis.mean_distance(EVEN, np.array([1, 2, 5]))
    assert found == pytest.approx(((0 + 1 + 4) + (1 + 0 + 3) + (4 + 3 + 0)) / 9)


def test_the_backward_share_leaves_the_token_itself_out() -> None:
    found = analysis.backward_share(np.stack([EVEN, SELF, BACK]))
    assert found == pytest.approx([(0 + 1 / 3 + 2 / 3) / 3, 0, 2 / 3])


def test_one_head_or_an_average_is_selected() -> None:
    maps = np.stack([np.stack([EVEN, SELF]), np.stack([BACK, SELF])])  # (L, H, R, C)
    assert np.array_equal(analysis.select(maps, 1, 0), BACK)
    assert analysis.select(maps, 0, None) == pytest.approx((EVEN + SELF) / 2)
    assert analysis.select(maps, None, 1) == pytest.approx(SELF)
    assert analysis.select(maps, None, None) == pytest.approx((EVEN + BACK + 2 * SELF) / 4)
    assert np.array_equal(analysis.select(maps, 11, 11), SELF)
    deep = np.stack([EVEN, SELF, BACK])[:, None]  # three layers of one head
    assert np.array_equal(analysis.select(deep, 2, 5), BACK)
    wide = np.stack([EVEN, SELF, BACK])[None]
    assert np.array_equal(analysis.select(wide, 5, 2), BACK)


def test_hidden_specials_leave_rows_that_sum_to_one() -> None:
    attention = np.array([[0.5, 0.25, 0.25], [0.6, 0.3, 0.1], [0.2, 0.4, 0.4]], dtype=np.float32)
    special = np.array([True, False, False])
    found = analysis.leave_out_tokens(attention, special, special)
    assert found.attention == pytest.approx(np.array([[0.75, 0.25], [0.5, 0.5]]))
    assert found.removed == pytest.approx((0.6 + 0.2) / 2)


def test_a_row_that_looked_at_nothing_else_stays_empty_and_is_counted() -> None:
    attention = np.array([[1.0, 0.0], [1.0, 0.0]], dtype=np.float32)
    special = np.array([True, False])
    found = analysis.leave_out_tokens(attention, special, special)
    assert found.attention.tolist() == [[0.0]]
    assert found.num_empty == 1


def test_hiding_is_the_same_whatever_stands_where() -> None:
    rng = np.random.default_rng(0)
    attention = rng.dirichlet(np.ones(9), size=(2, 3, 7)).astype(np.float32)  # (2, 3, 7, 9)
    rows, columns = rng.random(7) < 0.4, rng.random(9) < 0.4
    found = analysis.leave_out_tokens(attention, rows, columns)
    kept = attention[..., ~rows, :][..., ~columns]
    assert found.attention == pytest.approx(kept / kept.sum(-1, keepdims=True), abs=1e-6)
    left = np.flatnonzero(~rows), np.flatnonzero(~columns)
    assert analysis.part(attention, *left) == pytest.approx(kept)


def test_where_every_row_is_hidden_nothing_is_said_to_be_taken_away() -> None:
    hidden, none = np.ones(3, dtype=bool), np.zeros(3, dtype=bool)
    found = analysis.leave_out_tokens(BACK, hidden, none)
    assert (found.attention.shape, found.removed, found.num_empty) == ((0, 3), 0.0, 0)
    assert analysis.mean_distance(np.zeros((2, 0, 0), dtype=np.float32)).tolist() == [0, 0]


def test_a_part_can_be_of_neighbours_on_one_side_alone() -> None:
    attention = np.arange(36, dtype=np.float32).reshape(6, 6)
    near, far = np.array([2, 3]), np.array([0, 3, 5])
    assert np.array_equal(analysis.part(attention, near, far), attention[2:4][:, far])
    assert np.array_equal(analysis.part(attention, far, near), attention[far][:, 2:4])


def test_a_part_of_neighbours_is_no_copy() -> None:
    attention = np.zeros((2, 2, 6, 6), dtype=np.float32)
    assert np.shares_memory(analysis.part(attention, np.arange(1, 5), np.arange(2, 6)), attention)


def test_where_nothing_is_hidden_nothing_is_taken_away() -> None:
    none = np.zeros(3, dtype=bool)
    found = analysis.leave_out_tokens(BACK, none, none)
    assert np.array_equal(found.attention, BACK)
    assert (found.removed, found.num_empty) == (0.0, 0)


def test_maps_of_other_tokens_have_no_difference() -> None:
    assert analysis.difference(SELF, BACK)[0].tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="cannot be compared"):
        analysis.difference(SELF, np.eye(2, dtype=np.float32))


def test_the_distance_between_maps_goes_from_alike_to_disjoint() -> None:
    assert analysis.distance_between(SELF, SELF) == 0
    assert analysis.distance_between(SELF, SELF[::-1][:, [2, 0, 1]]) == pytest.approx(2 / 3)
    assert analysis.distance_between(SELF, BACK) == pytest.approx(2 / 3)
