"""Pieces that two languages share."""

from pathlib import Path

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.languages.shared_tokens import NUM_SENTENCES, sentences, shared_tokens, used
from explorer.core.library.library import Library
from explorer.core.tokens.tokenized import TokenizedText, add_inputs, cut_text
from tests.explorer.shapes import shaped_models

ENGLISH, KOREAN = "the capital is 12 .", "수도 12 ."


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder: Path = shaped_models(tmp_path_factory.mktemp("shapes"), ("xlm", "roberta"))
    return Engine(Library(bundled=folder))


def cut(engine: Engine, key: str, pair: str = KOREAN) -> TokenizedText:
    return add_inputs(engine, cut_text(engine, key, ENGLISH, pair))


def test_pieces_of_both_texts_are_named_in_their_order(engine: Engine) -> None:
    encoding = engine.encode("xlm", ENGLISH, KOREAN)
    ids = encoding.ids[~encoding.special & (encoding.segment == 0)].tolist()
    other = encoding.ids[~encoding.special & (encoding.segment == 1)].tolist()
    shared = cut(engine, "xlm").shared
    assert shared is not None
    assert list(shared.in_pair or ()) == [id for id in dict.fromkeys(ids) if id in other]
    assert "." in [name.strip() for name in cut(engine, "xlm").shared_names]


def test_without_a_second_text_there_is_nothing_in_both(engine: Engine) -> None:
    alone = cut(engine, "xlm", "").shared
    assert alone is not None
    assert alone.in_pair is None


def test_counts_are_those_of_the_sentences_of_the_world(engine: Engine) -> None:
    tokenizer = engine.tokenizer("xlm")
    english, korean = sentences()
    assert len(english) == len(korean) == NUM_SENTENCES
    shared = shared_tokens(tokenizer, engine.encode("xlm", ENGLISH))
    first, second = used(tokenizer, english), used(tokenizer, korean)
    assert (shared.english, shared.korean) == (len(first), len(second))
    assert shared.both == len(first) + len(second) - len(first | second)
    assert shared.share == shared.both / tokenizer.vocab_size


def test_a_model_that_knows_no_languages_has_no_such_counts(engine: Engine) -> None:
    assert cut(engine, "roberta").shared is None


def test_position_ids_are_those_that_are_fed(engine: Engine) -> None:
    text = cut(engine, "xlm")
    second = int((text.encoding.segment == 0).sum())
    assert text.position(second) == 0
    assert text.position(second - 1) == second - 1
