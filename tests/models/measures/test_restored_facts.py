"""Shares that patched states restore, against the same replacement by hooks of torch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from models.layers.feedforward import FeedForward
from models.measures.restored_facts import (
    SENTENCES,
    StatedFact,
    exchanges,
    measure_restoration,
    stated_facts,
)
from models.schema.batch import as_module
from models.tokenization.wordpiece import train
from models.training.training_task import new_training_task
from tests.models import tiny

CAPITALS = {"France": "Paris", "Italy": "Rome", "Japan": "Tokyo"}
LAST_LAYER = float(tiny.SIZE["num_layers"])


def facts(architecture: str) -> list[StatedFact]:
    """Capitals as a model with random weights has them, of countries that are one token."""
    sentence = SENTENCES[0][2]
    texts = [sentence.format(subject=one, object=other) for one, other in CAPITALS.items()]
    tokenizer = train(texts * 3, 120, names=(*CAPITALS, *CAPITALS.values()))
    torch.manual_seed(0)
    task = new_training_task(tiny.recipe(architecture, "facts:en"), tokenizer, None)
    task.to_device("cpu").eval()
    return stated_facts(task, "facts:en", *SENTENCES[0])


@pytest.fixture(scope="module", params=["bert", "gpt2"])
def pair(request: pytest.FixtureRequest) -> tuple[StatedFact, StatedFact]:
    first, second, *_ = facts(request.param)
    return first, second


def test_only_names_of_one_token_are_subjects_and_answers() -> None:
    found = facts("bert")
    tokens = [one.token.model_input.encoding.tokens for one in found]
    assert {text[one.subject] for one, text in zip(found, tokens, strict=True)} == set(CAPITALS)
    assert {text[one.token.row] for one, text in zip(found, tokens, strict=True)} == {
        *CAPITALS.values()
    }


def test_the_subject_carries_all_before_the_first_layer_and_the_last_token_after_the_last(
    pair: tuple[StatedFact, StatedFact],
) -> None:
    """Both sentences differ in their subject alone, as far as the prediction sees them."""
    shares = measure_restoration(*pair)
    first = {name: shares[f"hidden_{name}", 0.0] for name in ("subject", "last", "other")}
    end = {name: shares[f"hidden_{name}", LAST_LAYER] for name in ("subject", "last", "other")}
    assert first == pytest.approx({"subject": 1.0, "last": 0.0, "other": 0.0}, abs=1e-3)
    assert end == pytest.approx({"subject": 0.0, "last": 1.0, "other": 0.0}, abs=1e-3)


def test_feed_forward_outputs_at_the_subject_are_replaced_in_all_layers(
    pair: tuple[StatedFact, StatedFact],
) -> None:
    base, source = pair
    networks = feed_forward(base)
    with hooked(networks, lambda n, output: None) as theirs:
        end = log_odds(source, pair)
    with hooked(networks, lambda n, output: None):
        start = log_odds(base, pair)
    with hooked(networks, lambda n, output: put(output, theirs[n], base.subject)):
        patched = log_odds(base, pair)
    share = (patched - start) / (end - start)
    assert measure_restoration(base, source)["feed_forward_subject_all", None] == pytest.approx(
        share, abs=1e-3
    )


def feed_forward(fact: StatedFact) -> list[nn.Module]:
    modules = as_module(fact.token.model).modules()
    return [module for module in modules if isinstance(module, FeedForward)]


def log_odds(fact: StatedFact, pair: tuple[StatedFact, StatedFact]) -> float:
    logits = fact.token.logits()
    return float(logits[pair[1].object] - logits[pair[0].object])


def put(output: Tensor, theirs: Tensor, at: int) -> Tensor:
    changed = output.clone()
    changed[:, at] = theirs[:, at]
    return changed


@contextmanager
def hooked(networks: list[nn.Module], change: Any) -> Iterator[list[Tensor]]:
    """The outputs of some modules in order; `change` gives others for them."""
    outputs: list[Tensor] = []

    def hook(module: nn.Module, inputs: Any, output: Tensor) -> Tensor | None:
        outputs.append(output)
        changed: Tensor | None = change(networks.index(module), output)
        return changed

    handles = [network.register_forward_hook(hook) for network in networks]
    try:
        yield outputs
    finally:
        for handle in handles:
            handle.remove()


def test_a_fact_is_exchanged_with_one_that_has_another_answer() -> None:
    some: list[Any] = [[SimpleNamespace(object=n) for n in (1, 1, 2)], [SimpleNamespace(object=3)]]
    found = exchanges(some, np.random.default_rng(0))
    assert len(found) == 3
    assert all(one.object != other.object for one, other in found)


def test_a_fact_is_known_if_its_object_is_the_most_probable_token() -> None:
    fact = facts("bert")[0]
    best = int(fact.token.logits().argmax())
    assert replace(fact, object=best).is_known
    assert not replace(fact, object=best + 1).is_known
