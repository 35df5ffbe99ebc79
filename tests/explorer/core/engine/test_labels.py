"""Tokens are named as a person reads them."""

from pathlib import Path

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.labels import (
    label,
    labels,
    letters,
    names_at,
    part_bytes,
    restore_spaces,
    spell_token,
)
from explorer.core.library.library import Library


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_a_byte_level_token_shows_its_space_and_no_letter_for_it(engine: Engine) -> None:
    encoding = engine.encode("gpt2-tiny", "the capital")
    found = labels(engine.tokenizer("gpt2-tiny"), encoding)
    assert "".join(found) == "the capital"
    assert not any("Ġ" in name for name in found)


def test_parts_of_one_character_are_numbered(engine: Engine) -> None:
    encoding = engine.encode("gpt2-tiny", "☂")
    assert labels(engine.tokenizer("gpt2-tiny"), encoding) == ("☂¹", "☂²", "☂³")


def test_a_part_of_a_character_that_stands_alone_shows_its_bytes(engine: Engine) -> None:
    tokenizer = engine.tokenizer("gpt2-tiny")
    ids = engine.encode("gpt2-tiny", "☂").ids.tolist()
    assert [label(tokenizer, id) for id in ids] == ["‹E2›", "‹98›", "‹82›"]
    assert [part_bytes(tokenizer, id) for id in ids] == ["E2", "98", "82"]


def test_whole_characters_and_special_tokens_are_no_parts(engine: Engine) -> None:
    tokenizer = engine.tokenizer("gpt2-tiny")
    for id in (*engine.encode("gpt2-tiny", "the capital").ids.tolist(), *tokenizer.special_ids):
        assert part_bytes(tokenizer, id) == ""
        assert "‹" not in label(tokenizer, id)


def test_a_piece_of_whole_characters_and_a_part_shows_both() -> None:
    from models.tokenization import byte_bpe

    ends_in_b5 = [chr(code) for code in range(0xAC35, 0xB300, 0x40)]
    tokenizer = byte_bpe.train(["".join(f"{one}다" for one in ends_in_b5)] * 20, 262)
    found = [label(tokenizer, id) for id in range(256, tokenizer.vocab_size)]
    assert "‹B5›다" in found


def test_a_letter_that_could_stand_for_a_byte_is_itself_in_another_vocabulary() -> None:
    from models.tokenization import wordpiece

    tokenizer = wordpiece.train(["café é é é"] * 20, 60)
    assert label(tokenizer, tokenizer.id("é")) == "é"
    assert part_bytes(tokenizer, tokenizer.id("é")) == ""


def test_a_token_is_called_as_in_the_text_where_it_stands_there(engine: Engine) -> None:
    encoding = engine.encode("gpt2-tiny", "☂")
    first, second, _ = encoding.ids.tolist()
    name = names_at(engine.tokenizer("gpt2-tiny"), encoding)
    assert (name(0, first), name(0, second), name(1, second)) == ("☂¹", "‹98›", "☂²")
    assert name(7, first) == "‹E2›", "no place of the text"


def test_a_piece_of_sentencepiece_shows_the_space_in_front_of_it() -> None:
    from models.tokenization import unigram

    tokenizer = unigram.train(["the capital of france"] * 40, 60)
    encoding = tokenizer.encode("the capital")
    found = labels(tokenizer, encoding)
    assert "".join(found[1:-1]) == " the capital"
    assert label(tokenizer, tokenizer.id("▁")) == " "


def test_bytes_that_make_no_character_are_written_as_numbers() -> None:
    assert spell_token("Ġfrance") == " france"
    assert spell_token("Ġíķľ") == " 한"  # the three bytes of a syllable
    assert spell_token("íķ") == "ED\u200995"
    assert spell_token("Ġí") == " ED"
    assert restore_spaces("▁the") == " the"


def test_a_letter_lies_over_the_bytes_that_write_it() -> None:
    assert letters(("a", *"ìĦľ", "b")) == [(0, 1, "a"), (1, 4, "서"), (4, 5, "b")]
    assert letters(("ì", "a"))[-1] == (0, 2, ""), "an unfinished letter ends with the word"
