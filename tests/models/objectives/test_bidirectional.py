"""Each token is predicted from those before it and from those after it, never from both."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.nn import functional

from models.arch.elmo import SPEC as ARCHITECTURE
from models.arch.elmo import Elmo, ElmoConfig
from models.objectives.bidirectional import SPEC
from models.schema.batch import collate
from models.schema.configs import Size
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.tokenization import words
from models.training.evaluation import evaluate
from models.training.loss import losses, weigh_losses

TEXTS = ["The cat sees a dog and a bird.", "The dog sees it."]
TOKENIZER = words.train(TEXTS, 40)


def corrupted(text: str) -> ModelInput:
    clean = ModelInput.clean(TOKENIZER.encode(text))
    return SPEC.corrupt(clean, np.random.default_rng(0), TOKENIZER.vocabulary)


def test_every_token_but_the_first_or_the_last_is_predicted_in_each_direction() -> None:
    found = corrupted(TEXTS[1])
    ids = found.input_ids
    forward, backward = found.targets["lm"], found.targets["backward"]
    assert np.array_equal(ids[forward.positions + 1], forward.labels)
    assert np.array_equal(ids[backward.positions - 1], backward.labels)
    assert len(forward) == len(backward) == len(ids) - 1


def test_the_loss_is_the_sum_of_both_directions_and_each_is_measured() -> None:
    torch.manual_seed(0)
    model = Elmo(ElmoConfig.from_size(Size(TOKENIZER.vocab_size, width=8, num_heads=1))).eval()
    fed = [ARCHITECTURE.apply_all_feeds(corrupted(text), model) for text in TEXTS]
    batch = collate(fed, inputs=ARCHITECTURE.inputs)
    with torch.no_grad():
        found = losses(model, ARCHITECTURE, (SPEC,), batch)
        total = weigh_losses(found, (SPEC,), {head: loss.count for head, loss in found.items()}, {})
        states = model(batch)
        expected = {
            "lm": _cross_entropy(model, states["forward"][:, :-1], batch.input_ids[:, 1:], batch),
            "backward": _cross_entropy(
                model, states["backward"][:, 1:], batch.input_ids[:, :-1], batch
            ),
        }
    torch.testing.assert_close(total, expected["lm"] + expected["backward"])
    metrics = evaluate(model, ARCHITECTURE, (SPEC,), [batch])
    for head, loss in expected.items():
        assert metrics[f"{head}_loss"] == pytest.approx(float(loss), rel=1e-5)


def _cross_entropy(
    model: Elmo, hidden: torch.Tensor, labels: torch.Tensor, batch: object
) -> torch.Tensor:
    """The mean over the tokens that are no padding."""
    logits = functional.linear(hidden, model.lm.weight, model.lm.bias)
    present = batch.present[:, 1:]  # type: ignore[attr-defined]
    return functional.cross_entropy(logits[present], labels[present])


def test_only_a_model_with_both_heads_can_learn_by_it() -> None:
    able = [
        spec.name for spec in catalog().architectures.values() if not spec.why_incompatible(SPEC)
    ]
    assert able == ["elmo"]
    assert not ARCHITECTURE.why_incompatible(catalog().objectives["causal"])
