"""N-gram masking masks spans of whole words, short ones more often, and never across a border."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from models.objectives import masked, ngram_masked
from models.schema.records import NO_WORD, Encoding, ModelInput, TokenChange
from models.tokenization.base import Vocabulary

SPECIAL = ("[CLS]", "[SEP]")
SIZE, MASK = 500, 4
VOCABULARY = Vocabulary(
    size=SIZE,
    special_ids=np.arange(5),
    continuation=np.zeros(SIZE, dtype=np.bool_),
    mask_id=MASK,
    pad_id=0,
)


def encoding(*tokens: str) -> Encoding:
    """Pieces as Unigram names them: a word begins with ▁; ids are any that are not special."""
    special = np.array([token in SPECIAL for token in tokens])
    begins = np.array([token.startswith("▁") for token in tokens])
    length = len(tokens)
    return Encoding(
        text="",
        ids=np.where(special, 2, 5 + np.arange(length) % (SIZE - 5)),
        tokens=tokens,
        offsets=np.zeros((length, 2), dtype=np.int64),
        special=special,
        segment=np.zeros(length, dtype=np.int64),
        word=np.where(special, NO_WORD, np.cumsum(begins)),
        unknown=np.zeros(length, dtype=np.bool_),
    )


def plain(num_words: int, pieces: int = 1) -> Encoding:
    """Words of so many pieces between [CLS] and [SEP]."""
    word = ["▁a", *["b"] * (pieces - 1)]
    return encoding("[CLS]", *word * num_words, "[SEP]")


def spans(text: Encoding, seed: int = 0, **options: Any) -> list[tuple[int, int]]:
    return ngram_masked.choose_spans(text, np.random.default_rng(seed), **{"rate": 0.15, **options})


def corrupted(text: Encoding, seed: int = 0, **options: Any) -> ModelInput:
    rng = np.random.default_rng(seed)
    return ngram_masked.corrupt(ModelInput.clean(text), rng, VOCABULARY, **options)


def pieces_of(text: Encoding) -> list[str]:
    return ["".join(text.tokens[start:end]) for start, end in ngram_masked.words(text)]


def test_words_are_those_of_the_authors_code() -> None:
    english = encoding("[CLS]", "▁un", "like", "ly", "▁(", "he", ")", "▁don", "'", "t", "[SEP]")
    assert pieces_of(english) == ["▁unlikely", "▁(he", ")", "▁don", "'t"]


def test_pieces_of_korean_and_of_numbers_are_words_of_their_own() -> None:
    korean = encoding("[CLS]", "▁파리", "의", "▁19", "45", "▁book", "s", ".", "[SEP]")
    assert pieces_of(korean) == ["▁파리", "의", "▁19", "45", "▁books", "."]


def test_fifteen_of_a_hundred_tokens_are_chosen() -> None:
    for num_words in (18, 98, 498):
        found = corrupted(plain(num_words))
        assert len(found.targets["mlm"]) == round((num_words + 2) * 0.15)


def test_runs_of_one_two_and_three_words_have_the_shares_of_the_paper() -> None:
    """6 : 3 : 2. At a low rate hardly any run meets another."""
    found = Counter(end - start for start, end in spans(plain(200_000), rate=0.02))
    total = sum(found.values())
    assert set(found) == {1, 2, 3}
    assert [found[n] / total for n in (1, 2, 3)] == pytest.approx(
        [6 / 11, 3 / 11, 2 / 11], abs=0.03
    )


def test_the_longest_run_can_be_set() -> None:
    assert {end - start for start, end in spans(plain(2000), max_words=1)} == {1}
    assert {end - start for start, end in spans(plain(2000), max_words=5)} == {1, 2, 3, 4, 5}


def test_words_are_masked_with_all_their_tokens() -> None:
    text = plain(400, pieces=3)
    chosen = corrupted(text).targets["mlm"].positions
    for word in np.unique(text.word[chosen]):
        assert np.isin(np.flatnonzero(text.word == word), chosen).all()


def test_runs_do_not_overlap_and_stand_in_the_order_of_the_text() -> None:
    found = spans(plain(300), rate=0.5)
    assert found == sorted(found)
    for (_, end), (start, _) in pairwise(found):
        assert end <= start


def test_no_run_goes_over_the_border_of_two_texts() -> None:
    text = encoding("[CLS]", *["▁a"] * 6, "[SEP]", *["▁b"] * 6, "[SEP]")
    found = [span for seed in range(50) for span in spans(text, seed, rate=0.5)]
    assert max(end - start for start, end in found) == 3
    assert not any(text.special[start:end].any() for start, end in found)


def test_where_every_word_is_too_long_one_is_masked_all_the_same() -> None:
    found = {tuple(spans(plain(2, pieces=4), seed)) for seed in range(20)}
    assert found == {((1, 5),), ((5, 9),)}


def test_a_short_text_masks_a_word_that_fits_where_it_has_one() -> None:
    text = encoding("[CLS]", "▁un", "like", "ly", "▁a", "▁un", "like", "ly", "[SEP]")
    assert {tuple(spans(text, seed, rate=0.01)) for seed in range(20)} == {((4, 5),)}


def test_a_long_run_is_cut_to_what_is_left() -> None:
    for seed in range(40):
        assert sum(end - start for start, end in spans(plain(12), seed)) == 2


def test_a_text_of_special_tokens_alone_has_nothing_to_predict() -> None:
    found = corrupted(encoding("[CLS]", "[SEP]"))
    assert len(found.targets["mlm"]) == 0
    assert found.input_ids.tolist() == [2, 2]


def test_each_token_of_a_run_is_masked_replaced_or_left_for_itself() -> None:
    text = plain(40_000)
    found = corrupted(text)
    chosen = found.targets["mlm"].positions
    kinds = (TokenChange.MASKED, TokenChange.RANDOM, TokenChange.UNCHANGED)
    shares = [float((found.change[chosen] == kind).mean()) for kind in kinds]
    assert shares == pytest.approx([0.8, 0.1, 0.1], abs=0.02)
    assert (found.input_ids[found.change == TokenChange.MASKED] == MASK).all()
    assert np.array_equal(found.targets["mlm"].labels, text.ids[chosen])
    assert np.array_equal(np.flatnonzero(found.change != TokenChange.KEPT), chosen)


def test_a_run_mixes_kinds() -> None:
    """The kind is drawn by the token, not by the run."""
    text = plain(5_000)
    found = corrupted(text)
    runs = spans(text)
    assert any(len(set(found.change[start:end].tolist())) > 1 for start, end in runs)


def test_the_runs_that_are_shown_are_those_that_are_hidden() -> None:
    text = plain(60)
    places = [place for start, end in spans(text, 7) for place in range(start, end)]
    assert corrupted(text, 7).targets["mlm"].positions.tolist() == places


def test_more_neighbours_are_masked_together_than_by_single_tokens() -> None:
    text = plain(2_000)
    alone = masked.corrupt(ModelInput.clean(text), np.random.default_rng(0), VOCABULARY)

    def neighbours(found: ModelInput) -> int:
        return int((np.diff(found.targets["mlm"].positions) == 1).sum())

    assert neighbours(corrupted(text)) > 2 * neighbours(alone)
