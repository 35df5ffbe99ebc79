"""What the first token and the words of two texts tell."""

import math
from dataclasses import replace

import numpy as np
import pytest

from models.measures.sentence_pairs import first_states, measure, pairs, similarity
from tests.models.measures.conftest import MakeTrained


def test_the_similarity_of_two_texts_is_the_cosine_of_their_word_counts(
    make_trained: MakeTrained,
) -> None:
    build = make_trained("bert").task.tokenizer.build
    one, other = np.array([10, 10, 11]), np.array([10, 12])
    assert similarity(build(one, other)) == pytest.approx(2 / math.sqrt(5 * 2))
    assert similarity(build(one, other)) == similarity(build(other, one))
    assert similarity(build(one, np.array([13]))) == 0.0


def test_the_state_of_the_first_token_is_read(make_trained: MakeTrained) -> None:
    trained = make_trained("bert")
    some = pairs(trained, "next_sentence", trained.prepared.train, 5)
    states = first_states(trained.task, some)
    assert states.shape == (5, 32)
    longer = [replace(one, ids=one.ids.copy()) for one in some]
    assert np.allclose(states, first_states(trained.task, longer))


def test_order_cannot_be_told_by_common_words(
    make_trained: MakeTrained, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.measures.sentence_pairs.NUM_TRAIN", 400)
    monkeypatch.setattr("models.measures.sentence_pairs.NUM_HELD_OUT", 400)
    trained = make_trained("bert", tasks=("next_sentence", "sentence_order"))
    found = {one.metric: one.value for one in measure(trained)}
    assert found["nsp_by_topic"] > 0.6
    assert found["sop_by_topic"] == pytest.approx(0.5, abs=0.08)
    assert set(found) == {"nsp_probe", "nsp_by_topic", "sop_probe", "sop_by_topic"}
