import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from models.tasks.base import IGNORED, Feature
from models.tasks.examples import DataError, TokenExample
from models.tasks.token_classification import (
    SPEC,
    encode,
    loss,
    majority,
    measure,
    predict,
    word_ranges,
)
from tests.models.tasks.sets import TEMPLATES, make_set, tokenizer_of

LABELS = ("O", "B-LOC", "I-LOC")
WORDS = ("The", "capital", "of", "Japan", "is", "Tokyo", "도쿄이다", ".")
TAGS = ("O", "O", "O", "B-LOC", "O", "B-LOC", "I-LOC", "O")
EXAMPLE = TokenExample("7", WORDS, TAGS)
DATA = make_set("token_classification", (EXAMPLE,), *LABELS)


def encoded(example: TokenExample, name: str, max_length: int = 128) -> list[Feature]:
    return list(encode(example, 0, DATA, tokenizer_of(name), max_length))


def logits_for(features: list[Feature], example: TokenExample, tags: tuple[str, ...]) -> list:
    """Logits by which each word's tag is predicted, and the tag B-LOC at all other tokens."""
    found = []
    for one in features:
        row = np.zeros((len(one.encoding), len(LABELS)), dtype=np.float32)
        row[:, 1] = 5
        for word, position in zip(one.extra.words, one.extra.positions, strict=True):
            row[position] = [9 * (tags[word] == label) for label in LABELS]
        found.append(row)
    return found


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_first_token_of_each_word_has_its_tag(name: str) -> None:
    (one,) = encoded(EXAMPLE, name)
    encoding = one.encoding
    assert encoding.text == "The capital of Japan is Tokyo 도쿄이다 ."
    assert one.extra.words.tolist() == list(range(8))
    labelled = np.flatnonzero(one.target != IGNORED)
    assert labelled.tolist() == one.extra.positions.tolist()
    assert [LABELS[label] for label in one.target[labelled]] == list(TAGS)
    for word, position in zip(WORDS, one.extra.positions, strict=True):
        assert encoding.surface(position).strip()[:1] in ("", word[0])


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("max_length", [12, 20, 128])
def test_each_word_of_a_long_sentence_is_read_in_one_window(name: str, max_length: int) -> None:
    example = TokenExample("7", WORDS * 3, TAGS * 3)
    found = encoded(example, name, max_length)
    assert sorted(word for one in found for word in one.extra.words) == list(range(24))
    predictions = predict(logits_for(found, example, TAGS * 3), found, [example], DATA)
    assert predictions[0].answer == TAGS * 3
    assert measure(predictions, [example], DATA)["f1"] == 1
    assert predictions[0].details.entities[:2] == (("LOC", 3, 4), ("LOC", 5, 7))


def test_words_without_spaces_have_their_places_in_the_text() -> None:
    example = TokenExample("7", ("파", "리", "is"), spaces=(False, True, False))
    assert example.text == "파리 is"
    assert word_ranges(example).tolist() == [[0, 1], [1, 2], [3, 5]]


def test_words_that_share_a_token_continue_its_entity() -> None:
    example = TokenExample("7", ("Pa", "ris", "is"), ("B-LOC", "I-LOC", "O"), (False, True, False))
    (one,) = encoded(example, "AlbertTokenizer")
    assert one.extra.shared.tolist() == [False, True, False]
    assert (one.target != IGNORED).sum() == 2
    logits = np.zeros((len(one.encoding), 3), dtype=np.float32)
    logits[one.extra.positions[0], 1] = 9
    (prediction,) = predict([logits], [one], [example], DATA)
    assert prediction.answer == ("B-LOC", "I-LOC", "O")


def test_a_word_without_a_token_gets_no_entity() -> None:
    example = TokenExample("7", ("Paris", "", "is"), ("B-LOC", "O", "O"))
    (one,) = encoded(example, "AlbertTokenizer")
    assert one.extra.words.tolist() == [0, 2]
    logits = np.full((len(one.encoding), 3), [0.0, 9.0, 0.0], dtype=np.float32)
    (prediction,) = predict([logits], [one], [example], DATA)
    assert prediction.answer == ("B-LOC", "O", "B-LOC")
    assert prediction.details.probabilities[1].tolist() == [0, 0, 0]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(max_size=6), max_size=8), st.integers(6, 20))
@pytest.mark.parametrize("name", ["RobertaTokenizer", "XLNetTokenizer"])
def test_any_words_are_encoded_and_get_one_tag_each(
    name: str, words: list[str], max_length: int
) -> None:
    example = TokenExample("7", tuple(words))
    found = encoded(example, name, max_length)
    assert all(one.target is None for one in found)
    read = [word for one in found for word in one.extra.words]
    assert len(set(read)) == len(read)
    logits = [np.zeros((len(one.encoding), 3), dtype=np.float32) for one in found]
    (prediction,) = predict(logits, found, [example], DATA)
    assert prediction.answer == ("O",) * len(words)


def test_the_loss_is_the_cross_entropy_at_first_tokens_alone() -> None:
    (one,) = encoded(EXAMPLE, "AlbertTokenizer")
    logits = torch.zeros(2, len(one.encoding) + 3, 3)
    logits[0, one.extra.positions[0], 0] = math.log(2.0)
    logits[1] = 7 * torch.randn(len(one.encoding) + 3, 3)
    unknown = encoded(TokenExample("8", WORDS), "AlbertTokenizer")[0]
    expected = -(math.log(2 / 4) + 7 * math.log(1 / 3)) / 8
    assert float(loss(logits, [one, unknown])) == pytest.approx(expected)
    assert float(loss(logits, [unknown, unknown])) == 0
    weights = torch.tensor([1.0, 0.0, 0.0])
    expected = -(math.log(2 / 4) + 4 * math.log(1 / 3)) / 5
    assert float(loss(logits, [one, unknown], weights)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        (TokenExample("7", ("a", "b"), ("O",)), "1 tags for 2 words"),
        (TokenExample("7", ("a",), ("B-PER",)), "the label 'B-PER' is none of O, B-LOC, I-LOC"),
    ],
)
def test_wrong_tags_are_rejected(example: TokenExample, reason: str) -> None:
    with pytest.raises(DataError, match=f"example 7: {reason}"):
        encoded(example, "AlbertTokenizer")


def test_the_majority_is_the_most_frequent_tag() -> None:
    metrics = majority(DATA)
    assert metrics == {"f1": 0, "precision": 0, "recall": 0, "accuracy": 5 / 8}
    assert set(metrics) == set(SPEC.metrics)
    with pytest.raises(ValueError, match="metrics need answers"):
        majority(make_set("token_classification", (TokenExample("7", WORDS),), *LABELS))
