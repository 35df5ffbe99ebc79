"""A vocabulary of whole words: learned by frequency, opened again, cut as the library cuts."""

from __future__ import annotations

from pathlib import Path

import pytest
import transformers

from models.tokenization import open_tokenizer, words
from models.tokenization.steps import steps
from tests.models.tokenization.samples import HARD_TEXTS

TEXTS = ["The cat sees the cat.", "the dog's bird, the cat", "파리는 수도이다. 파리는 크다."]


def test_the_most_frequent_words_are_learned_after_the_special_tokens() -> None:
    found = words.train(TEXTS, 7, template=words.TEMPLATE)
    assert found.tokens(range(7)) == ["<S>", "</S>", "<UNK>", ".", "cat", "the", "파리는"]
    assert words.train(TEXTS, 7, template=words.TEMPLATE).hash == found.hash


def test_without_a_template_masks_can_be_filled() -> None:
    found = words.train(TEXTS, 20)
    assert found.mask_id is not None
    assert "[MASK]" in found.encode("the [MASK] .").tokens


def test_words_of_names_are_learned_first_up_to_half_of_the_vocabulary() -> None:
    names = ["New York", "Zagreb", "Oslo", "Rome", "Bonn"]
    found = words.train(TEXTS, 8, names=names, template=words.TEMPLATE)
    assert [found.id(name) for name in ("Bonn", "New", "Oslo", "Rome")] == [4, 5, 6, 7]
    with pytest.raises(ValueError, match="not a token"):
        found.id("Zagreb")
    assert found.token(3) == "."


def test_a_text_is_cut_at_spaces_and_punctuation() -> None:
    found = words.train(TEXTS, 60).encode("The dog's cat; 파리는!", "the bird")
    pieces = [found.surface(at) for at in range(len(found))]
    assert pieces == ["", "The", "dog", "'", "s", "cat", ";", "파리는", "!", "", "the", "bird", ""]
    assert found.tokens[1:6] == ("The", "dog", "'", "s", "cat")
    assert [found.tokens[at] for at in (6, 8)] == ["<UNK>", "<UNK>"]
    assert found.word.tolist() == [-1, *range(8), -1, 8, 9, -1]


def test_without_text_or_room_there_is_no_vocabulary() -> None:
    for texts, size in (([], 50), (TEXTS, 3)):
        with pytest.raises(ValueError, match="No vocabulary"):
            words.train(texts, size)


def test_a_saved_vocabulary_opens_here_and_in_transformers(tmp_path: Path) -> None:
    ours = words.train(TEXTS, 60)
    ours.save(tmp_path)
    again = open_tokenizer(tmp_path)
    assert (again.family, again.hash) == ("words", ours.hash)
    theirs = transformers.AutoTokenizer.from_pretrained(tmp_path)
    for text in (*TEXTS, *HARD_TEXTS.values()):
        assert theirs(text)["input_ids"] == again.encode(text).ids.tolist()


def test_the_steps_of_a_word_are_one_look_into_the_vocabulary() -> None:
    tokenizer = words.train(TEXTS, 60)
    known, unknown = steps(tokenizer, "cat zebra")
    assert [piece.token for word in (known, unknown) for piece in word.pieces] == ["cat", "<UNK>"]
    assert not known.how.unknown
    assert unknown.how.unknown
