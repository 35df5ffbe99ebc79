"""Words are linked by the most attention, and judged by the links that the lexicon knows."""

import numpy as np
import pytest

from models.data.world.translation import AlignedParts, LinkedPair, find_pair
from models.data.world.world import World
from models.inference.word_alignment import (
    TrueLinks,
    count_true_links,
    read_links,
    true_links,
    word_weights,
    words_of,
)
from models.schema.records import Encoding
from models.tokenization import word_bpe

ENGLISH, KOREAN = "The capital of France is Paris.", "프랑스의 수도는 파리이다."


@pytest.fixture(scope="module")
def encoding() -> Encoding:
    tokenizer = word_bpe.train([ENGLISH, KOREAN], 60, template=word_bpe.SHARED)
    return tokenizer.encode(ENGLISH, KOREAN)


@pytest.fixture(scope="module")
def truth(encoding: Encoding) -> TrueLinks:
    pair = find_pair(World.load(), ENGLISH, KOREAN)
    assert pair is not None
    return true_links(encoding, pair)


def named(truth: TrueLinks) -> set[tuple[str, str]]:
    return {(truth.first.names[one], truth.second.names[other]) for one, other in truth.sure}


def test_the_words_of_each_text_are_those_of_the_tokenizer(encoding: Encoding) -> None:
    names = [words_of(encoding, segment).names for segment in (0, 1)]
    assert names == [
        ("The", "capital", "of", "France", "is", "Paris", "."),
        ("프랑스의", "수도는", "파리이다", "."),
    ]


def test_sure_links_are_the_words_that_hold_the_same_entry(truth: TrueLinks) -> None:
    assert named(truth) == {("France", "프랑스의"), ("Paris", "파리이다")}
    assert truth.possible == truth.sure


def test_entries_of_several_words_in_both_languages_are_possible_links(encoding: Encoding) -> None:
    link = AlignedParts((0, 11), (0, 8), "", unique=True)  # The capital, 프랑스의 수도는
    links = true_links(encoding, LinkedPair((ENGLISH, KOREAN), (link,)))
    assert not links.sure
    assert len(links.possible) == 4


def attention_to(encoding: Encoding, links: TrueLinks, pairs: set[tuple[int, int]]) -> np.ndarray:
    """A map in which the words of these pairs attend to each other, and all else is even."""
    weights = np.full((len(encoding), len(encoding)), 0.01, dtype=np.float32)
    for one, other in pairs:
        first, second = links.first.tokens[one], links.second.tokens[other]
        weights[np.ix_(first, second)] = weights[np.ix_(second, first)] = 1
    return weights / weights.sum(-1, keepdims=True)


def test_attention_between_translations_has_no_error(encoding: Encoding, truth: TrueLinks) -> None:
    attention = attention_to(encoding, truth, set(truth.sure))
    links = read_links(word_weights(attention, truth.first, truth.second), truth.linked_words)
    assert links == truth.sure
    assert count_true_links(links, truth).error_rate == 0


def test_attention_to_other_words_is_an_error(encoding: Encoding, truth: TrueLinks) -> None:
    wrong = {(one, 1) for one, _ in truth.sure} | {(0, other) for _, other in truth.sure}
    attention = attention_to(encoding, truth, wrong)
    links = read_links(word_weights(attention, truth.first, truth.second), truth.linked_words)
    assert count_true_links(links, truth).error_rate == 1


def test_the_error_rate_is_that_of_och_and_ney(truth: TrueLinks) -> None:
    """|A| = 3 with one sure link and another link, S = 2: 1 - (1 + 1) / (3 + 2)."""
    sure = min(truth.sure)
    counts = count_true_links({sure, (0, 0), (1, 1)}, truth)
    assert counts.error_rate == pytest.approx(1 - 2 / 5)
    assert (counts + counts).error_rate == pytest.approx(counts.error_rate)


def test_nothing_known_has_no_error_rate(encoding: Encoding) -> None:
    nothing = true_links(encoding, LinkedPair((ENGLISH, KOREAN), ()))
    assert (
        count_true_links(
            read_links(np.ones((7, 4), np.float32), nothing.linked_words), nothing
        ).error_rate
        is None
    )
