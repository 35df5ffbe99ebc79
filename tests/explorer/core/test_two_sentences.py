"""Two sentences on the bundled models: alignment, likelihoods, differences, and maps of patches."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.two_sentences.alignment import anchored_pairs, edit_pairs
from explorer.core.two_sentences.pairs import aligned_spans, default_span, example_pairs, second_of
from explorer.core.two_sentences.patching import FEED_FORWARD, HIDDEN, PatchQuestion
from explorer.core.two_sentences.request import (
    ATTENTION,
    LIKELIHOOD,
    PATCHING,
    STATES,
    VIEWS,
    TwoRequest,
    answers_to,
)
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder

FIRST, SECOND = "The capital of France is Paris.", "The capital of Italy is Rome."


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library())


def answer(engine: Engine, view: str, key: str, second: str = SECOND, **options: Any) -> Any:
    base = options.pop("base", "")
    request = TwoRequest(view, (key,), FIRST, second, base, PatchQuestion(**options))
    found = run_to_end(answers_to(request, engine))[key]
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
    found = aligned_spans(FIRST, SECOND)
    assert found[default_span(found) or 0].words == ("Paris", "Rome")
    one_difference = aligned_spans("The cows eat grass.", "The cow eat grass.")
    assert one_difference[default_span(one_difference) or 0].words == ("grass", "grass")


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


def test_a_class_is_followed_where_a_model_was_fine_tuned(engine: Engine) -> None:
    key = "bert-mini-acceptability"
    found = answer(engine, PATCHING, key, "The capital of France are Paris.")
    assert set(found.words) == set(found.classes) == {"acceptable", "unacceptable"}
    assert found.effect(found.whole) == pytest.approx(1, abs=0.01)
    last = found.effect(found.scores)[-1]
    assert last[0] == pytest.approx(1, abs=0.01)  # the pooler reads the first token alone
    assert last[1:] == pytest.approx(0, abs=0.01)
    opposite = answer(engine, PATCHING, key, FIRST, classes=found.words[::-1])
    assert opposite.ends[0] == pytest.approx(-found.ends[0], abs=1e-4)


@pytest.mark.parametrize("kind", [HIDDEN, FEED_FORWARD])
def test_states_of_a_fine_tuned_model_are_put_into_its_base_and_the_other_way_round(
    engine: Engine, kind: str
) -> None:
    base, tuned = "bert-mini", "bert-mini-acceptability"
    into_base = answer(engine, PATCHING, tuned, base=base, kind=kind)
    into_tuned = answer(engine, PATCHING, tuned, base=base, kind=kind, turned=True)
    assert into_base.words[0] == "Paris"
    assert into_tuned.words[0] == "acceptable"
    for found in (into_base, into_tuned):
        assert found.ends[1] is None
        assert np.abs(found.effect(found.scores)).max() > 0.1


def test_the_other_direction_patches_the_second_side(engine: Engine) -> None:
    usual, turned = (
        answer(engine, PATCHING, "bert-mini", turned=direction) for direction in (False, True)
    )
    assert turned.words == usual.words[::-1]
    assert turned.ends == pytest.approx([-one for one in reversed(usual.ends)], abs=1e-4)


def test_a_model_that_marks_answers_has_nothing_to_patch(engine: Engine) -> None:
    assert "marks answers" in answer(engine, PATCHING, "bert-mini-reading").message


def test_a_changed_layer_moves_the_prediction_of_its_base_from_there_on(
    engine: Engine, tmp_path: Path
) -> None:
    changed = shutil.copytree(checkpoint_folder("bert-mini"), tmp_path / "changed")
    file = changed / "model.safetensors"
    weights = load_file(file)
    weights["bert.encoder.layer.1.output.dense.weight"] *= 2
    save_file(weights, file, {"format": "pt"})
    found = answer(engine, PATCHING, str(changed), base="bert-mini")
    assert found.effect(found.whole) == pytest.approx([0, 0, 1, 1, 1], abs=0.01)


def test_sentences_of_different_length_mark_what_has_no_partner(engine: Engine) -> None:
    found = answer(engine, STATES, "bert-mini", "The old capital of Italy is Rome.")
    first, second = found.aligned.unaligned_tokens()
    assert first == ()
    assert second
    assert len(found.aligned.pairs) == len(found.aligned.first)
    assert found.cosine.shape == (5, len(found.aligned.pairs))


def test_a_wrong_sentence_is_less_probable(engine: Engine) -> None:
    found = answer(engine, LIKELIHOOD, "bert-mini", "The capital of France is Rome.")
    assert found.preferred_side == 0
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
