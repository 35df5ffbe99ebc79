"""The warning that a tokenizer cannot read a text."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from explorer.core.library.unread import SHARE, compose_letters, num_unread, unread_note
from models.tokenization import Tokenizer, byte_bpe, open_tokenizer, wordpiece

KOREAN = "서울은 한국의 수도이다."
ENGLISH = "The capital of France is Paris."


@pytest.fixture
def english(tmp_path: Path) -> Tokenizer:
    """A vocabulary with the words of one sentence, in which Korean is unknown."""
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *ENGLISH.lower()[:-1].split()]
    (tmp_path / "vocab.txt").write_text("\n".join(pieces), encoding="utf-8")
    return open_tokenizer(tmp_path)


def test_words_that_are_unknown_tokens_are_counted(english: Tokenizer) -> None:
    assert num_unread(english, ENGLISH) == 0
    assert num_unread(english, KOREAN) == 3
    assert num_unread(english, f"{ENGLISH} 서울") == 1
    assert num_unread(english, "\u200b") == 0, "nothing that the tokenizer keeps"


def test_a_text_of_which_nearly_nothing_is_read_is_named(english: Tokenizer) -> None:
    note = unread_note({"bert": english}, {}, KOREAN)
    assert note is not None
    assert "tokenizer of bert: 3 of 3 words" in note.text
    assert note.is_of_tokenizers
    assert not note.composes
    assert unread_note({"bert": english}, {}, ENGLISH) is None
    assert unread_note({"bert": english}, {}, f"{ENGLISH} {KOREAN}") is None, f"below {SHARE}"
    assert unread_note({"bert": english}, {}, ENGLISH, KOREAN) is None
    assert unread_note({"bert": english}, {}, KOREAN, KOREAN) is not None
    assert unread_note({}, {}, KOREAN) is None
    assert unread_note({"bert": english}, {}, "") is None


def test_where_the_words_of_training_are_known_they_are_named_instead(english: Tokenizer) -> None:
    assert unread_note({"bert": english}, {"bert": object()}, KOREAN) is None


@pytest.mark.parametrize("family", [wordpiece, byte_bpe], ids=["WordPiece", "byte-level BPE"])
def test_decomposed_letters_that_become_other_tokens_can_be_composed(family: object) -> None:
    tokenizer = family.train([KOREAN] * 9, 400)  # type: ignore[attr-defined]
    decomposed = unicodedata.normalize("NFD", KOREAN)
    assert tokenizer.encode(decomposed).tokens != tokenizer.encode(KOREAN).tokens
    note = unread_note({"bert": tokenizer}, {"bert": object()}, decomposed)
    assert note is not None
    assert note.composes
    assert "decomposed (NFD), and bert cannot" in note.text
    assert compose_letters(decomposed) == KOREAN
    assert unread_note({"bert": tokenizer}, {}, KOREAN) is None


def test_a_tokenizer_that_composes_letters_itself_is_not_named(english: Tokenizer) -> None:
    accents = unicodedata.normalize("NFD", "The capital of Francé is París.")
    assert unread_note({"bert": english}, {}, accents) is None, "it drops accents"
