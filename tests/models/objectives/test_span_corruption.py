"""Span corruption and text to text: what the encoder is fed, and what the decoder must write."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from models.objectives import span_corruption, text_to_text
from models.objectives.span_corruption import drop, noise_mask, spans
from models.schema.records import NO_ORIGIN, Encoding, ModelInput, Span, TokenChange
from models.tokenization.base import Vocabulary

PAD, EOS, SIZE, NUM_SENTINELS = 0, 1, 200, 20
VOCABULARY = Vocabulary(
    size=SIZE,
    special_ids=np.array([PAD, EOS, *range(SIZE - NUM_SENTINELS, SIZE)]),
    continuation=np.zeros(SIZE, dtype=np.bool_),
    pad_id=PAD,
    eos_id=EOS,
    sentinel_ids=tuple(range(SIZE - 1, SIZE - 1 - NUM_SENTINELS, -1)),
)
FIRST, SECOND, THIRD = VOCABULARY.sentinel_ids[:3]


def encoding(ids: list[int], segment: list[int] | None = None, pair: str | None = None) -> Encoding:
    """Ids as they stand; EOS is special wherever it is."""
    length = len(ids)
    return Encoding(
        text="",
        ids=np.array(ids),
        tokens=tuple(map(str, ids)),
        offsets=np.zeros((length, 2), dtype=np.int64),
        special=np.array(ids) == EOS,
        segment=np.array(segment or [0] * length),
        word=np.arange(length),
        unknown=np.zeros(length, dtype=np.bool_),
        pair=pair,
    )


def text(length: int) -> Encoding:
    """Different tokens and the end, as T5's framing has it."""
    return encoding([*range(10, 10 + length), EOS])


def corrupted(one: Encoding, seed: int = 0, **options: float) -> ModelInput:
    rng = np.random.default_rng(seed)
    return span_corruption.corrupt(ModelInput.clean(one), rng, VOCABULARY, **options)


def dropped(places: list[int], length: int = 9) -> ModelInput:
    mask = np.isin(np.arange(length + 1), places)
    return drop(ModelInput.clean(text(length)), mask, VOCABULARY)


def restored(found: ModelInput) -> list[int]:
    """The text put together again from what is fed and what must be written."""
    target = found.targets["lm"].labels.tolist()
    parts = {span.sentinel: target[slice(*span.target)][1:] for span in spans(found)}
    fed = found.input_ids.tolist()
    return [id for token in fed for id in parts.get(token, [token])]


# How much is dropped ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "num_dropped", "num_spans"),
    [(1, 1, 1), (2, 1, 1), (6, 1, 1), (20, 3, 1), (40, 6, 2), (100, 15, 5), (512, 77, 26)],
)
def test_the_length_alone_decides_how_much_is_dropped(
    length: int, num_dropped: int, num_spans: int
) -> None:
    for seed in range(20):
        mask = noise_mask(length, np.random.default_rng(seed))
        assert len(mask) == length
        assert mask.sum() == num_dropped
        assert (np.diff(mask.astype(int), prepend=0) == 1).sum() == num_spans


def test_a_mask_begins_with_a_kept_span_and_ends_with_a_dropped_one() -> None:
    masks = [noise_mask(50, np.random.default_rng(seed)) for seed in range(50)]
    assert not any(mask[0] for mask in masks)
    assert all(mask[-1] for mask in masks)


def test_all_ways_to_cut_are_equally_likely() -> None:
    """Two spans of three tokens among seven: 2 ways to cut the dropped, 3 the kept ones."""
    draws = [noise_mask(7, np.random.default_rng(seed), 0.43, 1.5) for seed in range(3000)]
    counts = np.array(list(Counter(mask.tobytes() for mask in draws).values()))
    assert len(counts) == 6
    assert ((counts - 500) ** 2 / 500).sum() < 20.5  # one in a thousand at five degrees of freedom


@given(
    length=st.integers(0, 60),
    density=st.floats(0.01, 0.9),
    mean=st.floats(1.0, 10.0),
    seed=st.integers(0, 1000),
)
@example(length=2, density=0.9, mean=1.0, seed=0)
@example(length=4, density=0.9, mean=10.0, seed=0)
def test_every_setting_gives_a_mask(length: int, density: float, mean: float, seed: int) -> None:
    mask = noise_mask(length, np.random.default_rng(seed), density, mean)
    assert mask.shape == (length,)
    assert bool(mask.any()) == (length > 0)
    assert bool(mask.all()) == (length < 2), "of two tokens one is kept"


# What is fed, and what is written -----------------------------------------------------------------


def test_each_span_comes_after_its_sentinel() -> None:
    found = dropped([2, 3, 7])
    assert found.input_ids.tolist() == [10, 11, FIRST, 14, 15, 16, SECOND, 18, EOS]
    assert found.targets["lm"].labels.tolist() == [FIRST, 12, 13, SECOND, 17, THIRD, EOS]
    assert found.origin.tolist() == [0, 1, NO_ORIGIN, 4, 5, 6, NO_ORIGIN, 8, 9]
    assert np.flatnonzero(found.change == TokenChange.SPAN).tolist() == [2, 6]
    assert (found.change[found.origin != NO_ORIGIN] == TokenChange.KEPT).all()


def test_a_target_is_closed_by_a_sentinel_only_where_the_text_goes_on() -> None:
    assert dropped([8]).targets["lm"].labels.tolist() == [FIRST, 18, EOS]
    assert dropped([7]).targets["lm"].labels.tolist() == [FIRST, 17, SECOND, EOS]


def test_the_decoder_is_fed_what_it_must_write_one_place_later() -> None:
    found = dropped([2, 3, 7])
    target = found.targets["lm"]
    assert target.positions.tolist() == list(range(7))
    assert found.feeds["decoder_input_ids"].tolist() == [PAD, *target.labels[:-1].tolist()]
    padded = replace(VOCABULARY, pad_id=7)
    again = drop(ModelInput.clean(text(4)), np.arange(5) == 2, padded)
    assert again.feeds["decoder_input_ids"][0] == 7


def test_spans_say_where_they_stood_and_where_they_are_written() -> None:
    assert spans(dropped([2, 3, 7])) == (
        Span(FIRST, position=2, origin=(2, 4), target=(0, 3)),
        Span(SECOND, position=6, origin=(7, 8), target=(3, 5)),
    )
    assert spans(ModelInput.clean(text(4))) == ()


def test_a_text_that_begins_with_a_span_begins_with_its_sentinel() -> None:
    found = dropped([0, 1])
    assert found.input_ids.tolist()[:2] == [FIRST, 12]
    assert spans(found)[0].origin == (0, 2)
    assert restored(found) == text(9).ids.tolist()


def test_a_text_without_an_end_token_can_end_with_a_span() -> None:
    found = drop(
        ModelInput.clean(encoding([10, 11, 12])), np.array([False, True, True]), VOCABULARY
    )
    assert found.input_ids.tolist() == [10, FIRST]
    assert spans(found)[0].origin == (1, 3)
    assert restored(found) == [10, 11, 12]


def test_special_tokens_stay_and_part_spans() -> None:
    one = encoding([10, 11, 12, EOS, 13, 14, 15, EOS])
    mask = np.array([False, True, True, False, True, True, False, False])
    found = drop(ModelInput.clean(one), mask, VOCABULARY)
    assert found.input_ids.tolist() == [10, FIRST, EOS, SECOND, 15, EOS]
    assert found.targets["lm"].labels.tolist() == [FIRST, 11, 12, SECOND, 13, 14, THIRD, EOS]


@given(
    length=st.integers(1, 60),
    ends=st.sets(st.integers(0, 59), max_size=5),
    density=st.floats(0.05, 0.9),
    seed=st.integers(0, 1000),
)
def test_nothing_is_lost_between_encoder_and_decoder(
    length: int, ends: set[int], density: float, seed: int
) -> None:
    ids = [EOS if place in ends else 10 + place for place in range(length)]
    one = encoding([*ids, EOS])
    found = corrupted(one, seed, noise_density=density)
    assert restored(found) == one.ids.tolist()
    kept = found.origin != NO_ORIGIN
    assert np.array_equal(found.input_ids[kept], one.ids[found.origin[kept]])
    assert found.targets["lm"].labels[-1] == EOS


def test_more_spans_than_sentinels_leave_the_rest_of_the_text() -> None:
    few = replace(VOCABULARY, sentinel_ids=VOCABULARY.sentinel_ids[:2])
    mask = np.array([True, False] * 5)
    found = drop(ModelInput.clean(text(9)), mask, few)
    assert found.input_ids.tolist() == [FIRST, 11, SECOND, 13, 14, 15, 16, 17, 18, EOS]
    assert found.targets["lm"].labels.tolist() == [FIRST, 10, SECOND, 12, EOS]


def test_a_vocabulary_without_sentinels_is_rejected() -> None:
    without = replace(VOCABULARY, sentinel_ids=())
    with pytest.raises(ValueError, match="needs a tokenizer that has sentinels"):
        drop(ModelInput.clean(text(4)), np.zeros(5, dtype=np.bool_), without)


def test_what_has_a_target_already_is_left_alone() -> None:
    task = encoding([10, 11, EOS, 20, EOS], [0, 0, 0, 1, 1], pair="answer")
    rng = np.random.default_rng(0)
    asked = text_to_text.corrupt(ModelInput.clean(task), rng, VOCABULARY)
    assert span_corruption.corrupt(asked, rng, VOCABULARY) is asked


# Text to text -------------------------------------------------------------------------------------


def test_the_second_text_is_what_the_decoder_writes() -> None:
    task = encoding([10, 11, EOS, 20, 21, EOS], [0, 0, 0, 1, 1, 1], pair="answer")
    found = text_to_text.corrupt(ModelInput.clean(task), np.random.default_rng(0), VOCABULARY)
    assert found.input_ids.tolist() == [10, 11, EOS]
    assert found.origin.tolist() == [0, 1, 2]
    assert found.targets["lm"].labels.tolist() == [20, 21, EOS]
    assert found.targets["lm"].positions.tolist() == [0, 1, 2]
    assert found.feeds["decoder_input_ids"].tolist() == [PAD, 20, 21]


def test_a_single_text_is_no_task() -> None:
    clean = ModelInput.clean(text(5))
    assert text_to_text.corrupt(clean, np.random.default_rng(0), VOCABULARY) is clean
