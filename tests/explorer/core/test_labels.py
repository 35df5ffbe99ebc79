"""Tokens are named as a person reads them."""

from pathlib import Path

import pytest

from explorer.core.engine import Engine
from explorer.core.labels import label, labels
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
