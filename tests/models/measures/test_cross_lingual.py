from dataclasses import replace

import numpy as np
import pytest

from models.data.world.translation import AlignedParts, LinkedPair
from models.measures.cross_lingual import accuracy, are_nearest, measure, places
from tests.models.measures.conftest import MakeTrained


def pair(first: str, second: str, item: str = "word", *, unique: bool = True) -> LinkedPair:
    return LinkedPair((first, second), (AlignedParts((0, 1), (0, 1), item, unique),))


def test_a_state_is_retrieved_by_its_direction() -> None:
    states = np.eye(4, 6, dtype=np.float32)
    assert accuracy(are_nearest(states, 3 * states)) == 1
    assert accuracy(are_nearest(states, states[[1, 0, 2, 3]])) == 0.5
    assert accuracy(are_nearest(states, np.roll(states, 1, axis=0))) == 0


def test_the_accuracy_is_the_mean_of_both_directions() -> None:
    """Each of the second has its own nearest state; both of the first have the same one."""
    first = np.array([[1, 0.1], [1, 0]], dtype=np.float32)
    second = np.array([[0.9, 0.2], [0, -1]], dtype=np.float32)
    assert accuracy(are_nearest(first, second)) == pytest.approx((0.5 + 1) / 2)


def test_a_word_and_its_translation_are_of_different_sentences() -> None:
    pairs = [pair("a", "ᄀ"), pair("a", "ᄀ"), pair("b", "ᄂ"), pair("c", "ᄃ")]
    assert places(pairs) == {"word": (("a", (0, 1)), ("ᄂ", (0, 1)))}


def test_words_without_a_known_translation_are_left_out() -> None:
    pairs = [pair("a", "ᄀ", ""), pair("b", "ᄂ", ""), pair("c", "ᄃ", "x", unique=False)]
    assert places(pairs) == {}


def test_every_layer_and_both_languages_are_measured(make_trained: MakeTrained) -> None:
    trained = make_trained("xlm")
    rows = [*measure(trained)]
    layers = [row.x for row in rows if row.metric == "retrieval"]
    values = {row.metric: row.value for row in rows}
    assert layers == [0.0, 1.0, 2.0]
    assert values["best_retrieval"] == max(r.value for r in rows if r.metric == "retrieval")
    assert values["english_loss"] > 0
    assert values["korean_loss"] > 0


def test_a_text_of_one_language_is_rejected(make_trained: MakeTrained) -> None:
    trained = make_trained("xlm")
    one = replace(trained, recipe=replace(trained.recipe, data="village:en"))
    with pytest.raises(ValueError, match="has no translations"):
        next(measure(one))
