"""Attribution on the bundled models, with captum as the reference."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from captum.attr import LayerGradientXActivation, LayerIntegratedGradients

from explorer.core.attribution.predictions import target_of
from explorer.core.attribution.request import (
    DELETION,
    METHODS,
    RANDOM,
    ROLLOUT,
    TOKENS,
    WhyAnswer,
    WhyChoice,
    WhyRequest,
    answers_to,
)
from explorer.core.attribution.target import AttributionTarget, WordQuestion
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from models.attribution.methods import (
    _Ends,
    gradient_times_input,
    integrated_gradients,
    leave_one_out,
    rollout,
)
from models.inference.taps import taps
from models.runtime.generators import run_to_end

TEXT = "The capital of France is Paris."
STEPS = 12
BUNDLED = [entry.key for entry in Library().entries()]
PAIRS = {"bert-mini-reading": "Where is Paris?"}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library())


def explained(engine: Engine, key: str, text: str = TEXT, **question: Any) -> AttributionTarget:
    return target_of(engine, key, WordQuestion(text, PAIRS.get(key, ""), **question))


def answer(engine: Engine, key: str, view: str = TOKENS, text: str = TEXT, **choice: str) -> Any:
    request = WhyRequest(view, (key,), text, "", 1, None, "", WhyChoice(**choice))
    return run_to_end(answers_to(request, engine))[key]


def captum_shares(target: AttributionTarget, method: type, **options: Any) -> np.ndarray:
    """Return captum's attributions by `method`, at the tap after the embeddings."""
    one = target.explained
    (entered,) = _Ends.of(one).states
    known = taps(target.module)
    place = known.get(entered) or known[f"model.{entered}"]
    nothing = np.zeros((1, one.length), dtype=bool)
    whole = one.leave_out(nothing)
    empty = one.leave_out(one.changed[None])

    def score(ids: torch.Tensor) -> torch.Tensor:
        batch = one.leave_out(np.repeat(nothing, len(ids), axis=0))
        return one.score(replace(batch, input_ids=ids))

    target.module.eval()
    found = method(score, place)
    if method is LayerIntegratedGradients:
        options = {"baselines": empty.input_ids, "n_steps": STEPS, "method": "riemann_middle"}
    shares = found.attribute(whole.input_ids, **options).sum(-1)[0, : one.length].detach().numpy()
    return np.where(one.changed, shares, 0.0)


# captum hooks modules: ELMo reads characters, XLNet and Reformer skip a tap without listener
NOT_HOOKED = {"elmo-mini", "reformer-mini", "xlnet-mini"}


@pytest.mark.parametrize("key", [key for key in BUNDLED if key not in NOT_HOOKED])
def test_gradients_agree_with_captum(engine: Engine, key: str) -> None:
    target = explained(engine, key)
    ours = integrated_gradients(target.explained, STEPS).shares
    theirs = captum_shares(target, LayerIntegratedGradients)
    scale = max(1.0, float(np.abs(theirs).max()))
    assert np.abs(ours - theirs).max() < 2e-4 * scale
    plain = captum_shares(target, LayerGradientXActivation)
    scale = max(1.0, float(np.abs(plain).max()))
    assert np.abs(gradient_times_input(target.explained).shares - plain).max() < 2e-4 * scale


@pytest.mark.parametrize("key", BUNDLED)
def test_shares_of_integrated_gradients_add_up_to_the_difference(engine: Engine, key: str) -> None:
    target = explained(engine, key)
    found = integrated_gradients(target.explained)
    whole, empty = target.explained.both_ends
    assert found.error == pytest.approx(found.shares.sum() - (whole - empty), abs=1e-4)
    assert abs(found.error or 0.0) < 0.05 * max(1.0, abs(whole - empty))


@pytest.mark.parametrize("key", BUNDLED)
def test_leaving_one_out_is_the_fall_of_the_score(engine: Engine, key: str) -> None:
    one = explained(engine, key).explained
    shares = leave_one_out(one).shares
    place = int(np.flatnonzero(one.changed)[0])
    left_out = np.zeros((2, one.length), dtype=bool)
    left_out[1, place] = True
    whole, without = one.scores(left_out)
    assert shares[place] == pytest.approx(whole - without, abs=1e-4)
    assert not shares[~one.changed].any()


def test_rollout_multiplies_layers_with_the_identity() -> None:
    attention = np.array([[[[1.0, 0.0], [0.5, 0.5]]], [[[1.0, 0.0], [1.0, 0.0]]]])  # (2, 1, 2, 2)
    first = np.array([[1.0, 0.0], [0.25, 0.75]])
    second = np.array([[1.0, 0.0], [0.5, 0.5]])
    assert rollout(attention, 1) == pytest.approx((second @ first)[1])


def test_a_word_of_several_tokens_is_scored_over_all_of_them(engine: Engine) -> None:
    target = explained(engine, "roberta-mini", "Seoul is the capital.", token=1)
    assert len(target.positions) == 3
    assert target.wanted == "Seoul"
    mask = engine.tokenizer("roberta-mini").mask_id
    masked = target.explained.model_input.input_ids[list(target.places)]
    assert (masked == mask).all()


def test_every_model_explains_the_word_that_is_selected_in_one(engine: Engine) -> None:
    for key in ("bert-mini", "gpt2-mini", "t5-mini", "xlnet-mini", "elmo-mini"):
        target = explained(engine, key, token=4, token_of="bert-mini")
        assert target.wanted == "France", key


def test_a_typed_mask_is_explained_and_its_best_word_wanted(engine: Engine) -> None:
    for key in ("bert-mini", "gpt2-mini", "t5-mini"):
        target = explained(engine, key, "Seoul is the capital of [MASK].")
        assert target.wanted.strip() == target.candidates[0][0], key


def test_why_one_word_and_not_another_is_the_difference_of_logits(engine: Engine) -> None:
    both = answer(engine, "bert-mini", wanted="Paris", against="Seoul")
    one, other = (answer(engine, "bert-mini", wanted=word) for word in ("Paris", "Seoul"))
    assert both.score == pytest.approx(one.score - other.score, abs=1e-3)


def test_a_word_with_another_number_of_tokens_is_left_and_said(engine: Engine) -> None:
    found = answer(engine, "roberta-mini", against="a very long answer")
    assert found.target.against == ""
    assert "tokens" in found.target.fallbacks[0]


def test_a_fine_tuned_model_explains_its_class_and_an_answer(engine: Engine) -> None:
    found = answer(engine, "bert-mini-acceptability")
    assert found.target.wanted in ("acceptable", "unacceptable")
    span = explained(engine, "bert-mini-reading", "Anna lives in Paris. She likes apples.")
    assert span.wanted in span.explained.model_input.encoding.pair  # type: ignore[operator]


def test_curves_begin_and_end_with_the_text_and_the_baseline(engine: Engine) -> None:
    found: WhyAnswer = answer(engine, "gpt2-mini", DELETION)
    for one in found.able:
        assert one.curves is not None
        ends = found.score, found.empty_score
        assert one.curves.deletion[[0, -1]] == pytest.approx(ends, abs=1e-3)
        assert one.curves.insertion[[-1, 0]] == pytest.approx(ends, abs=1e-3)
        assert one.curves.random.shape == (10, 2, len(one.curves.deletion))


def test_shuffled_weights_change_the_shares_and_leave_the_model_alone(engine: Engine) -> None:
    before = {n: w.clone() for n, w in engine.load_model("bert-mini").weights.items()}
    found: WhyAnswer = answer(engine, "bert-mini", RANDOM)
    assert [one.name for one in found.able] == list(METHODS)
    for one in found.able:
        assert one.randomised is not None
        assert one.shares is not None
        assert np.abs(one.randomised - one.shares).max() > 1e-4
    after = engine.load_model("bert-mini").weights
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_a_model_without_such_attention_has_no_rollout_and_all_else(engine: Engine) -> None:
    found = answer(engine, "elmo-mini")
    (missing,) = (one for one in found.methods if one.shares is None)
    assert missing.name == ROLLOUT
    assert missing.problem


@pytest.mark.parametrize("text", ["Paris", "...", "한", "🙂"])
def test_a_text_with_nothing_to_explain_is_rejected_in_words(engine: Engine, text: str) -> None:
    for key in ("bert-mini", "gpt2-mini", "t5-mini", "elmo-mini"):
        found = answer(engine, key, text=text)
        if isinstance(found, UserError):
            assert found.message
            assert found.hint
        else:
            assert found.target.changed.any()


def test_a_view_that_was_shown_before_is_not_computed_again(engine: Engine) -> None:
    first = answer(engine, "bert-mini", DELETION)
    assert answer(engine, "bert-mini", DELETION) is first
    shares = answer(engine, "bert-mini", TOKENS)
    assert [one.shares for one in shares.methods] == [one.shares for one in first.methods]
    assert answer(engine, "bert-mini", TOKENS, "Paris is the capital of France.") is not shares
