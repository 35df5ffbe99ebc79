"""Tokens are named as a person reads them."""

from pathlib import Path

import pytest

from explorer.core.engine import Engine
from explorer.core.labels import label, labels, spaced, spelled
from explorer.core.library import Library


@pytest.fixture(scope="module")
def engine(zoo: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=zoo, own=tmp_path_factory.mktemp("runs")))


def test_a_byte_level_token_shows_its_space_and_no_letter_for_it(engine: Engine) -> None:
    encoding = engine.encode("gpt2-tiny", "the capital")
    found = labels(engine.tokenizer("gpt2-tiny"), encoding)
    assert "".join(found) == "the capital"
    assert not any("Ġ" in name for name in found)


def test_parts_of_one_character_are_numbered(engine: Engine) -> None:
    encoding = engine.encode("gpt2-tiny", "☂")
    assert labels(engine.tokenizer("gpt2-tiny"), encoding) == ("☂¹", "☂²", "☂³")


def test_special_tokens_and_what_was_fed_instead_go_by_their_names(engine: Engine) -> None:
    tokenizer = engine.tokenizer("bert-tiny")
    encoding = engine.encode("bert-tiny", "the capital")
    fed = (encoding.tokens[0], "[MASK]", *encoding.tokens[2:])
    assert labels(tokenizer, encoding, fed)[:3] == ("[CLS]", "[MASK]", "capital")


def test_a_token_alone_that_is_a_part_of_a_character_goes_by_its_name(engine: Engine) -> None:
    tokenizer = engine.tokenizer("gpt2-tiny")
    part = int(engine.encode("gpt2-tiny", "☂").ids[0])
    assert label(tokenizer, part) == tokenizer.token(part)


def test_a_piece_of_sentencepiece_shows_the_space_in_front_of_it() -> None:
    from models.tokenization import unigram

    tokenizer = unigram.train(["the capital of france"] * 40, 60)
    encoding = tokenizer.encode("the capital")
    found = labels(tokenizer, encoding)
    assert "".join(found[1:-1]) == " the capital"
    assert label(tokenizer, tokenizer.id("▁")) == " "


def test_bytes_that_make_no_character_are_written_as_numbers() -> None:
    assert spelled("Ġfrance") == " france"
    assert spelled("Ġíķľ") == " 한"  # the three bytes of a syllable
    assert spelled("íķ") == "ED\u200995"
    assert spelled("Ġí") == " ED"
    assert spaced("▁the") == " the"
