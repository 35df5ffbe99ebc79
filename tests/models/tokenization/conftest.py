"""Small tokenizers in two languages, and texts that are hard to cut."""

from pathlib import Path

import pytest

from models.tokenization import Tokenizer, byte_bpe, wordpiece

CORPUS = (
    "The capital of France is Paris, and the capital of Japan is Tokyo.",
    "A teacher opens the book; the children don't read it, they sing!",
    "In 1998 two students founded a company in California.",
    "프랑스의 수도는 파리이고 일본의 수도는 도쿄이다.",
    "선생님이 책을 펴면 아이들이 노래를 부른다. 날씨가 좋다.",
    "The café by the river opened on Monday, 3 May 2021.",
) * 3

HARD_TEXTS = {
    "english": "The capital of France is Paris, isn't it?",
    "korean": "선생님이 파리에서 책을 읽는다. 수도는?",
    "mixed": "Paris는 프랑스의 capital이다",
    "emoji": "I 👍🏽 the 👩‍👩‍👧‍👦 family 🇰🇷!",
    "combining": "cafe\u0301 n\u0303 a\u0308\u0323 Z\u0351\u0343\u036e",
    "jamo": "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "right to left": "שלום עולם and مرحبا بالعالم",
    "chinese": "東京は日本の首都、北京。",
    "control": "a\x00b\x07c\u200bd\u200ee\ufefff\x7fg\u0085h",
    "white space": "  two\t tabs\n\nlines\u00a0and\u3000wide  ",
    "long word": "x" * 101 + " " + "y" * 100,
    "very long word": "ab" * 5_000,
    "specials": "The [MASK] of [SEP] is [UNK][mask]<|endoftext|> .",
    "digits": "3.14 1,000,000 x² ½ ٣",
    "private use": "\ue000 \U0010ffff \ufffd",
}


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


@pytest.fixture(params=["cased", "uncased", "bytewise"])
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
