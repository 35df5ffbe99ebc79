"""Averages and measures of every head, on maps whose answers are known."""

import numpy as np
import pytest

from explorer.core.attention.heads import average_maps, facts, mean_of

IDENTITY = np.eye(4, dtype=np.float32)
UNIFORM = np.full((4, 4), 0.25, dtype=np.float32)
PREVIOUS = np.eye(4, k=-1, dtype=np.float32) + np.diag([1, 0, 0, 0]).astype(np.float32)
HEADS = np.stack([np.stack([IDENTITY, UNIFORM]), np.stack([PREVIOUS, IDENTITY])])  # (2, 2, 4, 4)


def test_averages_are_those_of_numpy() -> None:
    maps = average_maps(HEADS)
    assert np.allclose(maps.pick(None, None), HEADS.mean((0, 1)))
    assert np.allclose(maps.pick(1, None), HEADS[1].mean(0))
    assert np.allclose(maps.pick(None, 1), HEADS[:, 1].mean(0))
    assert np.array_equal(maps.pick(1, 0), PREVIOUS)


def test_a_place_beyond_the_last_is_the_last() -> None:
    assert average_maps(HEADS).nearest(7, 9) == (1, 1)
    assert average_maps(HEADS).nearest(None, 0) == (None, 0)


def test_shares_back_itself_and_ahead_are_all_there_is() -> None:
    found = facts(HEADS)
    back, itself, ahead = (found.values[name] for name in ("back", "itself", "ahead"))
    assert np.allclose(back + itself + ahead, 1)
    assert itself[0, 0] == 1
    assert back[1, 0] == pytest.approx(0.75)
    assert back[0, 1] == pytest.approx(ahead[0, 1]) == pytest.approx(6 / 16)


def test_a_row_that_looks_at_nothing_looks_at_nothing_ahead() -> None:
    half = np.where(np.arange(4)[:, None] < 2, 0, IDENTITY)[None, None]
    values = facts(half).values
    assert [float(values[name][0, 0]) for name in ("back", "itself", "ahead")] == [0, 0.5, 0]


def test_entropy_and_distance_of_known_maps() -> None:
    found = facts(HEADS)
    assert found.values["entropy"][0, 0] == 0
    assert found.values["entropy"][0, 1] == pytest.approx(np.log(4))
    assert found.values["distance"][1, 0] == pytest.approx(0.75)


def test_between_two_texts_nothing_is_near_or_far() -> None:
    across = np.full((2, 2, 3, 5), 0.2, dtype=np.float32)
    found = facts(across, same_text=False)
    assert np.allclose(found.values["entropy"], np.log(5))
    assert found.of("distance") is None
    assert found.of("back") is None


def test_a_mean_is_over_what_is_chosen() -> None:
    values = np.array([[1.0, 2.0, 6.0], [3.0, 4.0, 8.0]], dtype=np.float32)
    assert mean_of(values, None, None) == 4.0
    assert mean_of(values, 1, None) == 5.0
    assert mean_of(values, None, 0) == 2.0
    assert mean_of(values, 5, 1) == 4.0
    assert mean_of(values, 0, 5) == 6.0
