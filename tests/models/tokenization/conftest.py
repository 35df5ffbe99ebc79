"""Small tokenizers in two languages, and texts that are hard to cut."""

from pathlib import Path

import pytest

from models.tokenization import Tokenizer, byte_bpe, space_bpe, unigram, word_bpe, wordpiece
from tests.models.tokenization.samples import CORPUS, FRAMINGS, HARD_TEXTS, framed_as


@pytest.fixture(scope="session")
def corpus() -> tuple[str, ...]:
    return CORPUS


@pytest.fixture(params=HARD_TEXTS.values(), ids=HARD_TEXTS.keys())
def hard_text(request: pytest.FixtureRequest) -> str:
    text: str = request.param
    return text


@pytest.fixture(scope="session")
def cased() -> Tokenizer:
    return wordpiece.train(CORPUS, vocab_size=400)


@pytest.fixture(scope="session")
def uncased() -> Tokenizer:
    return wordpiece.train(CORPUS, vocab_size=400, lowercase=True)


@pytest.fixture(scope="session")
def bytewise() -> Tokenizer:
    return byte_bpe.train(CORPUS, vocab_size=400)


@pytest.fixture(scope="session")
def unigram_one() -> Tokenizer:
    return unigram.train(CORPUS, vocab_size=300, template=FRAMINGS["AlbertTokenizer"])


@pytest.fixture(scope="session")
def marked_spaces() -> Tokenizer:
    return space_bpe.train(CORPUS, vocab_size=400)


@pytest.fixture(scope="session")
def marked_ends() -> Tokenizer:
    return word_bpe.train(CORPUS, vocab_size=400)


@pytest.fixture(scope="session")
def shared() -> Tokenizer:
    return word_bpe.train(CORPUS, vocab_size=400, template=word_bpe.SHARED)


@pytest.fixture(params=FRAMINGS)
def framed(request: pytest.FixtureRequest) -> Tokenizer:
    """Each framing in turn."""
    return framed_as(request.param)


@pytest.fixture(
    params=["cased", "uncased", "bytewise", "unigram_one", "marked_spaces", "marked_ends"]
)
def tokenizer(request: pytest.FixtureRequest) -> Tokenizer:
    """Each family in turn."""
    chosen: Tokenizer = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture
def saved(tokenizer: Tokenizer, tmp_path: Path) -> Path:
    """A folder into which `tokenizer` was saved."""
    folder = tmp_path / "model"
    tokenizer.save(folder)
    return folder
