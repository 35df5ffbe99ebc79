"""Text infilling and gap sentences: what is taken out, and what the decoder must write."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from models.objectives import gap_sentences, text_infilling
from models.schema.records import NO_ORIGIN, ModelInput, TokenChange
from models.tokenization.byte_bpe import ANGLE_BRACKETS, train

TEXT = "It rains a lot today. The red dog of Anna eats. So Anna has a red dog. Tom sleeps."
SEEDS = range(20)


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return train([TEXT] * 9, 400, template=ANGLE_BRACKETS)


@pytest.fixture(scope="module")
def clean(tokenizer: Any) -> ModelInput:
    return ModelInput.clean(tokenizer.encode(TEXT))


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_whole_text_is_written_and_a_mask_stands_for_each_span(
    tokenizer: Any, clean: ModelInput, seed: int
) -> None:
    vocabulary = replace(tokenizer.vocabulary, start_ids=(2, 0))
    found = text_infilling.corrupt(clean, rng(seed), vocabulary)
    ids = clean.encoding.ids
    assert found.targets["lm"].labels.tolist() == ids.tolist()
    assert found.targets["lm"].positions.tolist() == list(range(len(ids)))
    assert found.feeds["decoder_input_ids"].tolist() == [2, *ids[:-1].tolist()]
    masks = found.change == TokenChange.SPAN
    assert (found.input_ids[masks] == vocabulary.mask_id).all()
    assert (found.origin[masks] == NO_ORIGIN).all()
    kept = found.origin[~masks]
    assert found.input_ids[~masks].tolist() == ids[kept].tolist()
    assert not (masks[1:] & masks[:-1]).any()  # spans do not touch each other
    assert found.unfed_tokens.sum() == round(0.3 * (~clean.encoding.special).sum())
    assert not clean.encoding.special[found.unfed_tokens].any()


def test_a_span_may_be_empty_and_all_are_drawn_again_each_time(
    tokenizer: Any, clean: ModelInput
) -> None:
    found = [text_infilling.corrupt(clean, rng(seed), tokenizer.vocabulary) for seed in SEEDS]
    assert len({tuple(one.input_ids) for one in found}) == len(found)
    first = [one.input_ids for one in found]
    runs = [np.diff(one.unfed_tokens.astype(int), prepend=0).clip(0).sum() for one in found]
    masks = [(ids == tokenizer.mask_id).sum() for ids in first]
    assert any(count > run for count, run in zip(masks, runs, strict=True))


@pytest.mark.parametrize("num_tokens", [1, 2, 3, 7])
def test_the_shortest_texts_lose_something(num_tokens: int) -> None:
    for seed in SEEDS:
        lengths = text_infilling.draw_lengths(num_tokens, rng(seed), 0.9, 3.0)
        spans = text_infilling.place_spans(num_tokens, lengths, rng(seed))
        assert 1 <= lengths.sum() <= num_tokens
        assert all(0 <= start <= start + length <= num_tokens for start, length in spans)


def test_a_person_chooses_what_is_dropped(tokenizer: Any, clean: ModelInput) -> None:
    chosen = {2: True, 3: True, 6: True}
    found = text_infilling.override(clean, chosen, tokenizer.vocabulary, rng())
    assert found.unfed_tokens.nonzero()[0].tolist() == [2, 3, 6]
    assert (found.input_ids == tokenizer.mask_id).sum() == 2
    back = text_infilling.override(found, dict.fromkeys(chosen, False), tokenizer.vocabulary, rng())
    assert back.input_ids.tolist() == clean.input_ids.tolist()


def test_infilling_needs_a_mask(tokenizer: Any, clean: ModelInput) -> None:
    without = replace(tokenizer.vocabulary, mask_id=None)
    with pytest.raises(ValueError, match="needs a tokenizer that has a mask token"):
        text_infilling.corrupt(clean, rng(), without)


# Gap sentences ------------------------------------------------------------------------------------


def written(tokenizer: Any, found: ModelInput) -> str:
    text: str = tokenizer.decode(found.targets["lm"].labels.tolist(), skip_special=True)
    return text.strip()


def test_the_sentence_that_has_most_in_common_with_the_others_is_written(
    tokenizer: Any, clean: ModelInput
) -> None:
    found = gap_sentences.corrupt(clean, rng(), tokenizer.vocabulary)
    assert written(tokenizer, found) == "So Anna has a red dog."
    assert (found.input_ids == tokenizer.mask_id).sum() == 1
    assert found.targets["lm"].labels[-1] == tokenizer.eos_id


def test_each_sentence_has_a_mask_of_its_own(tokenizer: Any, clean: ModelInput) -> None:
    found = gap_sentences.corrupt(clean, rng(), tokenizer.vocabulary, 0.5, "first")
    assert written(tokenizer, found) == "It rains a lot today. The red dog of Anna eats."
    assert (found.input_ids == tokenizer.mask_id).sum() == 2


def test_sentences_may_be_chosen_at_random(tokenizer: Any, clean: ModelInput) -> None:
    found = {
        written(
            tokenizer,
            gap_sentences.corrupt(clean, rng(seed), tokenizer.vocabulary, choice="random"),
        )
        for seed in SEEDS
    }
    assert len(found) == 4
    with pytest.raises(ValueError, match="choice must be one of principal, random, first"):
        gap_sentences.corrupt(clean, rng(), tokenizer.vocabulary, choice="last")


def test_without_a_mask_nothing_stands_in_their_place(tokenizer: Any, clean: ModelInput) -> None:
    without = replace(tokenizer.vocabulary, mask_id=None)
    found = gap_sentences.corrupt(clean, rng(), without)
    assert written(tokenizer, found) == "So Anna has a red dog."
    assert len(found) == len(clean) - found.unfed_tokens.sum()


def test_one_sentence_loses_its_second_half(tokenizer: Any) -> None:
    alone = ModelInput.clean(tokenizer.encode("Anna has a red dog."))
    found = gap_sentences.corrupt(alone, rng(), tokenizer.vocabulary)
    assert "Anna has a red dog.".endswith(written(tokenizer, found))
    assert 0 < found.unfed_tokens.sum() < len(alone) - 2


def test_a_click_takes_the_whole_sentence_out(tokenizer: Any, clean: ModelInput) -> None:
    at = next(n for n, token in enumerate(clean.encoding.tokens) if "Tom" in token)
    found = gap_sentences.override(clean, {at: True}, tokenizer.vocabulary, rng())
    assert written(tokenizer, found) == "Tom sleeps."
    back = gap_sentences.override(found, {at: False}, tokenizer.vocabulary, rng())
    assert back.input_ids.tolist() == clean.input_ids.tolist()
