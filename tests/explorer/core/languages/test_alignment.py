"""Words of a pair, linked by attention, against the links of the mini-world."""

import numpy as np
import pytest

from explorer.core.attention.inputs import AttentionQuery
from explorer.core.attention.view import AttentionView, view
from explorer.core.engine.engine import Engine
from explorer.core.languages.alignment import NUM_PAIRS, held_out_rates
from explorer.core.library.library import Library
from models.runtime.generators import run_to_end
from tests.explorer.shapes import NUM_HEADS, NUM_LAYERS, shaped_models

ENGLISH, KOREAN = "The capital of France is Paris.", "프랑스의 수도는 파리이다."


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = shaped_models(tmp_path_factory.mktemp("shapes"), ("xlm", "roberta"), num_positions=128)
    return Engine(Library(bundled=folder))


def seen(engine: Engine, pair: str = KOREAN, key: str = "xlm", **options: bool) -> AttentionView:
    return view(engine, key, AttentionQuery(ENGLISH, pair, **options))


def test_links_of_a_sentence_of_the_world_are_known(engine: Engine) -> None:
    words = seen(engine).alignment
    assert words is not None
    assert words.is_known
    first, second = words.links.first.names, words.links.second.names
    assert {(first[a], second[b]) for a, b in words.links.sure} == {
        ("France", "프랑스의"),
        ("Paris", "파리이다"),
    }
    rate = words.error_rate(1, 2)
    assert rate is not None
    assert 0 <= rate <= 1


def test_weights_of_words_are_the_mean_of_both_directions(engine: Engine) -> None:
    answered = seen(engine)
    words = answered.alignment
    assert words is not None
    attention = answered.maps.pick(1, 3)  # (T, T)
    one, other = words.links.first.tokens[3], words.links.second.tokens[0]
    there = attention[np.ix_(one, other)].sum(1).mean()
    back = attention[np.ix_(other, one)].sum(1).mean()
    assert words.maps.pick(1, 3)[3, 0] == pytest.approx((there + back) / 2, rel=1e-4)


@pytest.mark.parametrize("hide_specials", [False, True])
def test_blocks_are_the_words_of_one_language_by_those_of_the_other(
    engine: Engine, hide_specials: bool
) -> None:
    answered = seen(engine, hide_specials=hide_specials)
    (rows, columns), (columns_again, rows_again) = answered.blocks
    assert (rows, columns) == (rows_again, columns_again)
    places, surface = answered.rows.places, answered.encoding.surface
    assert "".join(surface(places[at]) for at in rows) == ENGLISH.replace(" ", "")
    assert "".join(surface(places[at]) for at in columns) == KOREAN.replace(" ", "")


def test_another_translation_is_linked_but_not_evaluated(engine: Engine) -> None:
    words = seen(engine, "파리는 아름답다.").alignment
    assert words is not None
    assert not words.is_known
    assert words.error_rate(None, None) is None
    assert {first for first, _ in words.read(0, 0)} == set(range(len(words.links.first.names)))


@pytest.mark.parametrize(("pair", "key"), [("", "xlm"), ("It is old.", "xlm"), (KOREAN, "roberta")])
def test_without_two_languages_there_is_no_alignment(engine: Engine, pair: str, key: str) -> None:
    answered = seen(engine, pair, key)
    assert answered.alignment is None
    assert answered.blocks == ()


def test_error_rates_over_held_out_pairs_are_of_every_head_and_average(engine: Engine) -> None:
    rates = run_to_end(held_out_rates(engine, "xlm", "encoder"))
    assert rates is not None
    assert rates.num_pairs == NUM_PAIRS
    assert len(rates.rates) == (NUM_LAYERS + 1) * (NUM_HEADS + 1)
    assert all(0 <= rate <= 1 for rate in rates.rates.values())
    best, lowest = rates.best_layer
    assert lowest == min(rates.rates[layer, None] for layer in range(NUM_LAYERS))
    assert rates.rates[best, None] == lowest
    assert [*held_out_rates(engine, "xlm", "encoder")] == []  # remembered


def test_positions_of_the_second_text_begin_again(engine: Engine) -> None:
    model_input = seen(engine).model_input
    second = model_input.segment == 1
    assert model_input.feeds["position_ids"][second][0] == 0
