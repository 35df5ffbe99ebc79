"""Masks by hand, over epochs, and how many tokens teach."""

import numpy as np
import pytest

from explorer.core.masking import masks
from models.objectives.masked import mask_tokens
from models.schema.records import NO_ORIGIN, NO_WORD, Encoding, ModelInput, TokenChange

MASK = 99


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


def test_epochs_stand_below_each_other_and_cover_more_and_more(model_input: ModelInput) -> None:
    clean = ModelInput.clean(model_input.encoding)
    other = mask_tokens(clean, {1: True}, "mlm", MASK)
    changes = masks.grid([clean, model_input, other])
    assert changes.shape == (3, 5)
    assert masks.coverage(changes) == pytest.approx([0, 2 / 5, 3 / 5])


def test_a_token_that_is_not_fed_counts_as_dropped_with_its_span(model_input: ModelInput) -> None:
    shorter = ModelInput(
        encoding=model_input.encoding,
        input_ids=np.array([1, 77, 13, 2]),
        segment=np.zeros(4, dtype=np.int64),
        origin=np.array([0, NO_ORIGIN, 3, 4]),
        change=np.array([0, TokenChange.SPAN, 0, 0]),
    )
    assert shorter.unfed_tokens.tolist() == [False, True, True, False, False]
    assert masks.token_changes(shorter).tolist() == [0, TokenChange.SPAN, TokenChange.SPAN, 0, 0]
    assert masks.grid([model_input, shorter]).shape == (2, 5)


def test_how_often_each_token_was_chosen_is_counted_over_epochs(model_input: ModelInput) -> None:
    clean = ModelInput.clean(model_input.encoding)
    changes = masks.grid([clean, model_input, mask_tokens(model_input, {3: False}, "mlm", MASK)])
    assert masks.times_chosen(changes).tolist() == [0, 0, 2, 1, 0]


def test_neighbours_that_were_chosen_make_a_run() -> None:
    kept, masked, random = TokenChange.KEPT, TokenChange.MASKED, TokenChange.RANDOM
    changes = np.array([masked, random, kept, kept, masked, kept])
    assert masks.runs(changes) == (0, 0, None, None, 1, None)
    assert masks.runs(changes[:0]) == ()


def test_of_a_hundred_tokens_those_with_a_target_teach() -> None:
    assert masks.LossCoverage(fed=5, targets=2).share_in_percent == 40
    assert masks.LossCoverage(fed=0, targets=0).share_in_percent == 0
