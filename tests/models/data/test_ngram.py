import math
import random

import pytest

from models.data.ngram import NGram


def test_a_bigram_model_equals_the_sum_by_hand() -> None:
    # Windows: (start, 0) (0, 1) (1, 0) (0, 2), each once; discounts 0.75. Tokens seen before 0 are
    # two, before 1 and before 2 one each, so P(0) = (2 - 0.75 + 3 * 0.75 / 3) / 4 = 0.5.
    model = NGram.fit([[0, 1, 0, 2]], order=2, vocab_size=3)
    assert model.probability(0, []) == pytest.approx(0.25 + 0.75 * 0.5)
    assert model.probability(1, [0]) == pytest.approx((0.25 + 1.5 * 0.25) / 2)
    assert model.probability(1, [2]) == pytest.approx(0.25)
    expected = -(math.log(0.625) + math.log(0.3125)) / 2
    assert model.cross_entropy([[0, 1]]) == pytest.approx(expected)


def test_a_unigram_model_equals_the_sum_by_hand() -> None:
    model = NGram.fit([[0, 0, 0, 1]], order=1, vocab_size=4)
    assert model.probability(0, [1]) == pytest.approx((3 - 0.75 + 1.5 / 4) / 4)
    assert model.probability(3, []) == pytest.approx(1.5 / 4 / 4)


@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("context", [[], [1], [3, 1, 2], [9, 9, 9, 9], [0, 1, 2, 3, 0, 1, 2]])
def test_the_probabilities_sum_to_one(order: int, context: list[int]) -> None:
    model = NGram.fit(sentences(seed=1), order=order, vocab_size=12)
    total = sum(model.probability(token, context) for token in range(12))
    assert total == pytest.approx(1, abs=1e-12)


def test_an_unseen_token_has_mass() -> None:
    model = NGram.fit(sentences(seed=1), order=5, vocab_size=12)
    assert model.probability(11, [1, 2]) > 0
    assert math.isfinite(model.cross_entropy([[11, 11, 11]]))


def test_a_longer_context_helps_where_there_is_something_to_know() -> None:
    train, held_out = sentences(seed=1), sentences(seed=2)
    unigram, bigram, fivegram = (NGram.fit(train, n, 12).cross_entropy(held_out) for n in (1, 2, 5))
    assert unigram > fivegram > bigram  # the next token depends on one token alone
    assert bigram < 1.2


def test_on_uniform_text_nothing_is_better_than_guessing() -> None:
    rng = random.Random(0)
    text = [[rng.randrange(10) for _ in range(2000)]]
    model = NGram.fit(text, 5, 10)
    other = [[rng.randrange(10) for _ in range(2000)]]
    assert model.cross_entropy(other) > math.log(10) * 0.99


@pytest.mark.parametrize(
    ("sequences", "order", "vocab_size"), [([[5]], 2, 5), ([[-1]], 2, 5), ([], 2, 5), ([[1]], 0, 5)]
)
def test_impossible_input_is_rejected(
    sequences: list[list[int]], order: int, vocab_size: int
) -> None:
    with pytest.raises(ValueError, match=r"vocabulary|at least"):
        NGram.fit(sequences, order, vocab_size)


def sentences(seed: int) -> list[list[int]]:
    """A walk that goes up by one three times out of four."""
    rng = random.Random(seed)
    found = []
    for _ in range(200):
        token, walk = rng.randrange(10), []
        for _ in range(20):
            walk.append(token)
            token = (token + 1) % 10 if rng.random() < 0.75 else rng.randrange(10)
        found.append(walk)
    return found
