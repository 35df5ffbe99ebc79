"""What a person hides by hand, behind a sentinel or behind all others in an order."""

import numpy as np
import pytest

from explorer.core.errors import UserError
from explorer.core.masking.masking_overrides import (
    force_spans,
    is_task,
    override_order,
    places,
    turns,
)
from models.objectives.span_corruption import drop
from models.objectives.text_to_text import corrupt as as_task
from models.schema.factorization_order import visibility
from models.schema.records import NO_WORD, Change, Corruption, Encoding
from models.tokenization.base import Vocabulary

VOCABULARY = Vocabulary(
    size=100,
    special_ids=np.array([0, 1, 97, 98, 99]),
    continuation=np.zeros(100, dtype=bool),
    pad_id=0,
    eos_id=1,
    sentinel_ids=(99, 98, 97),
)
LENGTH = 7


@pytest.fixture
def clean() -> Corruption:
    """11 12 13 14 15 16 and an end token."""
    return Corruption.clean(encoding())


def encoding(num_second: int = 0) -> Encoding:
    """Six tokens and an end token, of which the last so many are a second text."""
    special = np.array([False] * 6 + [True])
    return Encoding(
        text="a b c d e f",
        pair="f" if num_second else None,
        ids=np.array([11, 12, 13, 14, 15, 16, 1]),
        tokens=("a", "b", "c", "d", "e", "f", "</s>"),
        offsets=np.array([(2 * n, 2 * n + 1) for n in range(6)] + [(0, 0)]),
        special=special,
        segment=np.array([0] * (LENGTH - num_second) + [1] * num_second),
        word=np.array([0, 1, 2, 3, 4, 5, NO_WORD]),
        unknown=np.zeros(LENGTH, dtype=bool),
    )


def test_a_token_dropped_by_hand_joins_the_span_beside_it(clean: Corruption) -> None:
    dropped = np.array([False, False, True, False, False, False, False])
    found = force_spans(drop(clean, dropped, VOCABULARY), {3: True, 5: True}, VOCABULARY)
    assert found.input_ids.tolist() == [11, 12, 99, 15, 98, 1]
    assert found.targets["lm"].labels.tolist() == [99, 13, 14, 98, 16, 1]


def test_a_dropped_token_comes_back_and_takes_its_sentinel_along(clean: Corruption) -> None:
    dropped = np.array([False, False, True, False, False, False, False])
    found = force_spans(drop(clean, dropped, VOCABULARY), {2: False}, VOCABULARY)
    assert found.input_ids.tolist() == clean.input_ids.tolist()
    assert not found.targets


def test_a_task_with_its_answer_stays_as_it_is() -> None:
    task = as_task(Corruption.clean(encoding(3)), np.random.default_rng(0), VOCABULARY)
    assert is_task(task)
    assert force_spans(task, {0: True}, VOCABULARY) is task


def test_a_special_token_is_not_dropped(clean: Corruption) -> None:
    assert not is_task(clean)
    assert force_spans(clean, {6: True, 50: True}, VOCABULARY).input_ids.tolist() == (
        clean.input_ids.tolist()
    )


def test_what_is_hidden_is_predicted_last_from_all_the_others(clean: Corruption) -> None:
    found = override_order(clean, {1: True, 4: True}, [])
    assert found.feeds["order"].tolist() == [0, 1, 0, 0, 1, 0, 0]
    assert found.targets["lm"].positions.tolist() == [1, 4]
    assert found.targets["lm"].labels.tolist() == [12, 15]
    _, query = visibility(found.feeds["order"])
    assert not query[:, [1, 4]].any()  # nobody sees them, not even each other
    assert np.flatnonzero(found.change == Change.HIDDEN).tolist() == [1, 4]


def test_a_gap_in_the_text_is_no_target_since_nobody_knows_the_truth(clean: Corruption) -> None:
    found = override_order(clean, {1: True}, [3])
    assert found.feeds["order"].tolist() == [0, 1, 0, 1, 0, 0, 0]
    assert found.targets["lm"].positions.tolist() == [1]


def test_a_drawn_target_that_is_left_alone_is_given_and_turns_close_up(clean: Corruption) -> None:
    drawn = clean.with_feed("order", np.array([0, 1, 0, 2, 0, 3, 0]))
    drawn = drawn.with_targets("lm", np.array([3, 5]), np.array([14, 16]))
    found = override_order(drawn, {3: False}, [])
    assert found.feeds["order"].tolist() == [0, 1, 0, 0, 0, 2, 0]
    assert found.targets["lm"].positions.tolist() == [5]


def test_the_first_of_an_order_is_never_a_target(clean: Corruption) -> None:
    everyone = dict.fromkeys(range(6), True)
    drawn = clean.with_feed("order", np.arange(1, LENGTH + 1))
    assert override_order(drawn, everyone, []).targets["lm"].positions.tolist() == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]
    alone = override_order(drawn, {**everyone, 0: False}, [])
    assert 0 not in alone.targets["lm"].positions
    assert visibility(alone.feeds["order"])[1][alone.targets["lm"].positions].any(axis=1).all()


def test_clicked_places_come_first_and_the_others_behind_in_reading_order() -> None:
    assert turns((3, 0, 3, 99), 5) == [2, 3, 4, 1, 5]
    assert turns((), 3) == [1, 2, 3]


def test_written_turns_are_read_as_the_places_in_their_order() -> None:
    assert places("3 1, 2", 3) == (1, 2, 0)
    assert turns(places("3 1 2", 3), 3) == [3, 1, 2]


@pytest.mark.parametrize("written", ["", "1 2", "1 2 2", "0 1 2", "1 2 x"])
def test_numbers_that_are_no_order_are_refused_with_a_sentence(written: str) -> None:
    with pytest.raises(UserError, match="from 1 to 3"):
        places(written, 3)
