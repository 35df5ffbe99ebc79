"""Steps of attention between two tokens, counted by hand and by paths through all layers."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from explorer.core.attention.hops import NEVER, hops, hops_in_words, hops_to
from models.schema.records import BoolArray


def band(count: int, reach: int) -> BoolArray:
    at = np.arange(count)
    return np.abs(at[:, None] - at) <= reach


def test_a_window_of_one_neighbour_goes_one_token_a_layer() -> None:
    layers = [band(6, 1)] * 4
    assert hops_to(layers, 5, 6).tolist() == [NEVER, 4, 3, 2, 1, 0]


def test_a_global_token_joins_any_two_in_two_steps() -> None:
    seen = band(9, 1)
    seen[0], seen[:, 0] = True, True
    assert hops([seen] * 3, 8, 4, 9) == 2
    assert hops([seen], 8, 4, 9) == NEVER
    assert hops([seen] * 3, 0, 4, 9) == hops([seen] * 3, 4, 0, 9) == 1


def test_full_attention_needs_one_step_and_the_token_itself_none() -> None:
    assert hops_to([None, None], 1, 3).tolist() == [1, 0, 1]
    assert hops_to([], 1, 3).tolist() == [NEVER, 0, NEVER]


def test_the_order_of_layers_counts() -> None:
    """What goes from 0 to 1 must do so before it goes from 1 to 2."""
    first, second = np.eye(3, dtype=bool), np.eye(3, dtype=bool)
    first[1, 0], second[2, 1] = True, True
    assert hops([first, second], 0, 2, 3) == 2
    assert hops([second, first], 0, 2, 3) == NEVER


@pytest.mark.parametrize("seed", range(5))
def test_no_path_through_random_layers_is_shorter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count, layers = 4, [rng.random((4, 4)) < 0.3 for _ in range(3)]
    for source, target in product(range(count), repeat=2):
        lengths = [
            sum(a != b for a, b in pairwise(path))
            for path in ((source, *inner, target) for inner in product(range(count), repeat=2))
            if all(
                a == b or seen[b, a] for a, b, seen in zip(path[:-1], path[1:], layers, strict=True)
            )
        ]
        assert hops(layers, source, target, count) == min(lengths, default=NEVER)


def test_a_token_outside_of_the_text_is_rejected() -> None:
    with pytest.raises(ValueError, match="no token 3 among 3"):
        hops([None], 0, 3, 3)
    with pytest.raises(ValueError, match="no token -1 among 3"):
        hops([None], -1, 0, 3)


def test_hops_in_words_count_the_tokens_but_the_selected_one() -> None:
    words = "Of 5 tokens: 1 tokens never, 2 tokens in 1 hop and 1 tokens in 2 hops."
    assert hops_in_words([1, 0, 1, 2, NEVER]) == words
    assert hops_in_words([0]) == ""
