"""Rank correlations of attention with shares of tokens, against a count by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
import torch

from models.attribution.predicted_token import PredictedToken, predicted_token
from models.comparison.arms import TrainedArm
from models.inference.trace import trace
from models.measures.attribution_agreement import correlations, measure
from models.schema.records import FloatArray

TEXT, POSITION = "Mina gives the ball to Tom.", 5


def tau(one: FloatArray, other: FloatArray) -> float:
    """The share of pairs in the same order minus the share in the opposite one."""
    pairs = list(combinations(range(len(one)), 2))
    return sum(np.sign(one[a] - one[b]) * np.sign(other[a] - other[b]) for a, b in pairs) / len(
        pairs
    )


def fall_without(token: PredictedToken, at: int) -> float:
    """Return the absolute change of the top token's log-probability when one id is replaced."""
    ids = token.model_input.input_ids.copy()
    ids[at] = token.baseline
    without = replace(token, model_input=replace(token.model_input, input_ids=ids))
    before, after = (torch.from_numpy(one.logits()).log_softmax(-1) for one in (token, without))
    best = int(before.argmax())
    return abs(float(before[best] - after[best]))


@pytest.mark.parametrize("architecture", ["bert", "gpt2"])
def test_the_attention_of_a_layer_is_ranked_against_leave_one_out(
    make_trained: Callable[..., TrainedArm], architecture: str
) -> None:
    task = make_trained(architecture).task
    encoding = task.tokenizer.encode(TEXT)
    token = predicted_token(task.model, task.spec, task.tokenizer, encoding, POSITION)
    seen = np.flatnonzero(token.seen)
    traced = trace(task.model, task.spec, token.model_input, ("attention",))
    weights = traced.streams[token.head.stream].attention
    assert weights is not None
    by_hand = tau(weights[1].mean(0)[token.row, seen], [fall_without(token, at) for at in seen])
    found = correlations(token, np.random.default_rng(1))
    assert found["attention_left_out", 2.0] == pytest.approx(by_hand)


@pytest.mark.parametrize(("architecture", "reads_on"), [("bert", True), ("gpt2", False)])
def test_a_decoder_predicts_from_what_is_before_and_a_masked_model_from_all_other_tokens(
    make_trained: Callable[..., TrainedArm], architecture: str, reads_on: bool
) -> None:
    task = make_trained(architecture).task
    encoding = task.tokenizer.encode(TEXT)
    token = predicted_token(task.model, task.spec, task.tokenizer, encoding, POSITION)
    seen = np.flatnonzero(token.seen)
    assert POSITION not in seen
    assert not encoding.special[seen].any()
    assert (seen.max() > POSITION) == reads_on


def test_every_text_gives_a_correlation_for_each_layer(
    make_trained: Callable[..., TrainedArm],
) -> None:
    found = [(one.metric, one.x) for one in measure(make_trained("bert", num_examples=2))]
    layers = [x for metric, x in found if metric == "attention_left_out"]
    assert layers == [1.0, 2.0]
    assert ("gradient_left_out", None) in found
