"""Two sentences on the bundled models: alignment, likelihoods, differences, and maps of patches."""

from typing import Any

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.two_sentences.alignment import anchored_pairs, edit_pairs
from explorer.core.two_sentences.pairs import example_pairs, second_of, stretches, usual_stretch
from explorer.core.two_sentences.patching import PatchQuestion
from explorer.core.two_sentences.request import (
    ATTENTION,
    LIKELIHOOD,
    PATCHING,
    STATES,
    VIEWS,
    TwoRequest,
    answers_to,
)
from models.runtime.generators import finished

FIRST, SECOND = "The capital of France is Paris.", "The capital of Italy is Rome."


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library())


def answer(engine: Engine, view: str, key: str, second: str = SECOND, **options: Any) -> Any:
    base = options.pop("base", "")
    request = TwoRequest(view, (key,), FIRST, second, base, PatchQuestion(**options))
    found = finished(answers_to(request, engine))[key]
    return found if isinstance(found, UserError) else found.result


def test_the_fewest_edits_pair_tokens_and_special_ones_with_themselves() -> None:
    assert edit_pairs("abcd", "axcd") == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert edit_pairs("vwxyz", "axbcz") == ((1, 0), (2, 1), (3, 3), (4, 4))
    assert edit_pairs("abd", "abcd") == ((0, 0), (1, 1), (2, 3))
    assert edit_pairs("ab", "cb", ([True, False], [False, False])) == ((1, 1),)
    sides = [False] * 3, [False] * 4
    assert anchored_pairs("abc", "xabc", sides, ((1, 1),)) == ((0, 0), (1, 1), (2, 3))


def test_a_second_sentence_follows_from_the_first() -> None:
    assert second_of(example_pairs()[1].first) == example_pairs()[1].second
    assert second_of("It is in france .") == "It is in italy ."
    assert second_of("A bird sings") == "A sings bird"
    assert second_of("프랑스의 수도") == "이탈리아의 수도"
    assert second_of("Hello") == ""


def test_the_last_difference_is_predicted() -> None:
    found = stretches(FIRST, SECOND)
    assert found[usual_stretch(found) or 0].words == ("Paris", "Rome")
    one_difference = stretches("The cows eat grass.", "The cow eat grass.")
    assert one_difference[usual_stretch(one_difference) or 0].words == ("grass", "grass")


@pytest.mark.parametrize("key", ["bert-mini", "gpt2-mini", "t5-mini"])
def test_the_subject_moves_the_answer_from_the_first_layer_on(engine: Engine, key: str) -> None:
    found = answer(engine, PATCHING, key)
    subject = found.columns.index(next(name for name in found.columns if "/" in name))
    effect = found.effect(found.scores)
    assert effect[0, subject] == pytest.approx(1, abs=0.01)
    assert np.delete(effect[0], subject) == pytest.approx(0, abs=0.01)
    assert found.effect(found.whole) == pytest.approx(1, abs=0.01)


def test_words_of_several_tokens_are_scored_by_their_sum(engine: Engine) -> None:
    found = answer(engine, PATCHING, "gpt2-mini", against="Buenos Aires")
    assert found.several_tokens
    assert found.effect(found.whole) == pytest.approx(1, abs=0.01)


def test_sentences_of_different_length_mark_what_has_no_partner(engine: Engine) -> None:
    found = answer(engine, STATES, "bert-mini", "The old capital of Italy is Rome.")
    first, second = found.aligned.unaligned()
    assert first == ()
    assert second
    assert len(found.aligned.pairs) == len(found.aligned.first)
    assert found.cosine.shape == (5, len(found.aligned.pairs))


def test_a_wrong_sentence_is_less_probable(engine: Engine) -> None:
    found = answer(engine, LIKELIHOOD, "bert-mini", "The capital of France is Rome.")
    assert found.preferred == 0
    assert found.first.total > found.second.total
    assert min(found.kl.values()) >= -1e-5


def test_the_same_model_twice_has_no_difference(engine: Engine) -> None:
    found = answer(engine, ATTENTION, "bert-mini", FIRST)
    assert found.heads == pytest.approx(0, abs=1e-6)


def test_models_of_different_tokenizers_have_likelihoods_alone(engine: Engine) -> None:
    for view in VIEWS:
        found = answer(engine, view, "gpt2-mini", base="bert-mini")
        if view == LIKELIHOOD:
            assert found.kl == {}
            assert len(found.aligned.pairs) == 7
        else:
            assert "different tokenizers" in found.message
