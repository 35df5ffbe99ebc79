"""What a person masks by hand: with a mask token, a sentinel, or last in an order."""

from dataclasses import replace

import numpy as np
import pytest

from models.objectives import masked, permutation, replaced_token, span_corruption
from models.objectives.span_corruption import drop
from models.objectives.text_to_text import corrupt as as_task
from models.schema.factorization_order import visibility
from models.schema.records import NO_WORD, Encoding, ModelInput, TokenChange
from models.tokenization.base import Vocabulary

VOCABULARY = Vocabulary(
    size=100,
    special_ids=np.array([0, 1, 97, 98, 99]),
    continuation=np.zeros(100, dtype=bool),
    pad_id=0,
    eos_id=1,
    sentinel_ids=(99, 98, 97),
)
MASK = 50
LENGTH = 7
RNG = np.random.default_rng(0)
MASKING = replace(VOCABULARY, mask_id=MASK)


def ordered(
    model_input: ModelInput, decisions: dict[int, bool], masks: tuple[int, ...] = ()
) -> ModelInput:
    """Decisions over an order, in a text that has masks of its own at some positions."""
    ids = model_input.input_ids.copy()
    ids[list(masks)] = MASK
    model_input = replace(model_input, input_ids=ids)
    return permutation.override(model_input, decisions, MASKING, RNG)


@pytest.fixture
def clean() -> ModelInput:
    """11 12 13 14 15 16 and an end token."""
    return ModelInput.clean(encoding())


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


def test_a_token_dropped_by_the_user_joins_the_span_beside_it(clean: ModelInput) -> None:
    dropped = np.array([False, False, True, False, False, False, False])
    before = drop(clean, dropped, VOCABULARY)
    found = span_corruption.override(before, {3: True, 5: True}, VOCABULARY, RNG)
    assert found.input_ids.tolist() == [11, 12, 99, 15, 98, 1]
    assert found.targets["lm"].labels.tolist() == [99, 13, 14, 98, 16, 1]


def test_a_dropped_token_comes_back_and_takes_its_sentinel_along(clean: ModelInput) -> None:
    dropped = np.array([False, False, True, False, False, False, False])
    found = span_corruption.override(drop(clean, dropped, VOCABULARY), {2: False}, VOCABULARY, RNG)
    assert found.input_ids.tolist() == clean.input_ids.tolist()
    assert not found.targets


def test_a_task_with_its_answer_stays_as_it_is() -> None:
    task = as_task(ModelInput.clean(encoding(3)), np.random.default_rng(0), VOCABULARY)
    assert task.is_task
    assert span_corruption.override(task, {0: True}, VOCABULARY, RNG) is task


def test_a_special_token_is_not_dropped(clean: ModelInput) -> None:
    assert not clean.is_task
    assert span_corruption.override(
        clean, {6: True, 50: True}, VOCABULARY, RNG
    ).input_ids.tolist() == (clean.input_ids.tolist())


def test_what_is_masked_is_predicted_last_from_all_the_others(clean: ModelInput) -> None:
    found = ordered(clean, {1: True, 4: True})
    assert found.feeds["order"].tolist() == [0, 1, 0, 0, 1, 0, 0]
    assert found.targets["lm"].positions.tolist() == [1, 4]
    assert found.targets["lm"].labels.tolist() == [12, 15]
    _, query = visibility(found.feeds["order"])
    assert not query[:, [1, 4]].any()  # nobody sees them, not even each other
    assert np.flatnonzero(found.change == TokenChange.HIDDEN).tolist() == [1, 4]


def test_a_mask_in_the_text_is_no_target_since_nobody_knows_the_truth(clean: ModelInput) -> None:
    found = ordered(clean, {1: True}, (3,))
    assert found.feeds["order"].tolist() == [0, 1, 0, 1, 0, 0, 0]
    assert found.targets["lm"].positions.tolist() == [1]


def test_a_drawn_target_that_is_left_alone_is_given_and_turns_close_up(clean: ModelInput) -> None:
    drawn = clean.with_feed("order", np.array([0, 1, 0, 2, 0, 3, 0]))
    drawn = drawn.with_targets("lm", np.array([3, 5]), np.array([14, 16]))
    found = ordered(drawn, {3: False})
    assert found.feeds["order"].tolist() == [0, 1, 0, 0, 0, 2, 0]
    assert found.targets["lm"].positions.tolist() == [5]


def test_the_first_of_an_order_is_never_a_target(clean: ModelInput) -> None:
    everyone = dict.fromkeys(range(6), True)
    drawn = clean.with_feed("order", np.arange(1, LENGTH + 1))
    assert ordered(drawn, everyone).targets["lm"].positions.tolist() == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]
    alone = ordered(drawn, {**everyone, 0: False})
    assert 0 not in alone.targets["lm"].positions
    assert visibility(alone.feeds["order"])[1][alone.targets["lm"].positions].any(axis=1).all()


@pytest.fixture
def model_input() -> ModelInput:
    """[CLS] 11 12 13 [SEP], of which 12 is masked and 13 replaced at random."""
    special = np.array([True, False, False, False, True])
    encoding = Encoding(
        text="a b c",
        ids=np.array([1, 11, 12, 13, 2]),
        tokens=("[CLS]", "a", "b", "c", "[SEP]"),
        offsets=np.array([(0, 0), (0, 1), (2, 3), (4, 5), (0, 0)]),
        special=special,
        segment=np.zeros(5, dtype=np.int64),
        word=np.array([NO_WORD, 0, 1, 2, NO_WORD]),
        unknown=np.zeros(5, dtype=bool),
    )
    clean = ModelInput.clean(encoding)
    drawn = ModelInput(
        encoding=encoding,
        input_ids=np.array([1, 11, MASK, 50, 2]),
        segment=clean.segment,
        origin=clean.origin,
        change=np.array([0, 0, TokenChange.MASKED, TokenChange.RANDOM, 0]),
    )
    return drawn.with_targets("mlm", np.array([2, 3]), np.array([12, 13]))


def test_a_token_is_masked_by_the_user(model_input: ModelInput) -> None:
    found = masked.override(model_input, {1: True}, MASKING, RNG)
    assert found.input_ids.tolist() == [1, MASK, MASK, 50, 2]
    assert found.targets["mlm"].positions.tolist() == [1, 2, 3]
    assert found.targets["mlm"].labels.tolist() == [11, 12, 13]


def test_a_sampled_token_is_left_unmasked_by_the_user(model_input: ModelInput) -> None:
    found = masked.override(model_input, {2: False, 3: True}, MASKING, RNG)
    assert found.input_ids.tolist() == [1, 11, 12, MASK, 2]
    assert found.change.tolist() == [0, 0, TokenChange.KEPT, TokenChange.MASKED, 0]
    assert found.targets["mlm"].positions.tolist() == [3]


def test_special_tokens_and_places_that_are_gone_stay_as_they_are(model_input: ModelInput) -> None:
    found = masked.override(model_input, {0: True, 4: True, 77: True, -1: True}, MASKING, RNG)
    assert np.array_equal(found.input_ids, model_input.input_ids)
    assert found.targets["mlm"].positions.tolist() == [2, 3]


def test_without_a_decision_or_a_mask_token_nothing_is_masked(model_input: ModelInput) -> None:
    assert masked.override(model_input, {}, MASKING, RNG) is model_input
    assert masked.override(model_input, {1: True}, VOCABULARY, RNG) is model_input


def test_a_token_masked_by_the_user_has_noise_for_the_generator(model_input: ModelInput) -> None:
    clean = ModelInput.clean(model_input.encoding)
    found = replaced_token.override(clean, {1: True}, MASKING, np.random.default_rng(1))
    assert found.feeds["noise"].shape == (5,)
    assert replaced_token.override(clean, {}, MASKING, RNG) is clean
    again = replaced_token.override(found, {2: True}, MASKING, RNG)
    assert again.feeds["noise"] is found.feeds["noise"]
