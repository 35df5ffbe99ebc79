"""What the denoising entity auto-encoder feeds, and what it must predict."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from models.knowledge.feeds import TEXT
from models.objectives import denoising_entities as objective
from models.objectives.masked import override as mask
from models.schema.records import EntityLinks, ModelInput
from models.tokenization.base import Vocabulary
from models.tokenization.wordpiece import train

TOKENIZER = train(["Paris is the capital of France"] * 5, 80, names=("Paris", "France"))
VOCABULARY: Vocabulary = TOKENIZER.vocabulary
NUM_ENTITIES = 50


def linked() -> ModelInput:
    """Paris is entity 7 at token 1, France entity 9 at token 6."""
    clean = ModelInput.clean(TOKENIZER.encode("Paris is the capital of France"))
    starts = np.array([1, 6])
    return replace(clean, links=EntityLinks(np.array([7, 9]), starts, starts + 1, NUM_ENTITIES, 2))


def fed(model_input: ModelInput) -> dict[int, int]:
    """Entities by position, without the text itself."""
    entities, positions = (model_input.feeds[f"entity_{what}"] for what in ("ids", "positions"))
    assert (entities[0], positions[0]) == (TEXT, 0)
    return dict(zip(positions[1:].tolist(), entities[1:].tolist(), strict=True))


def targets(model_input: ModelInput) -> dict[int, int]:
    made = model_input.targets["dea"]
    return dict(zip(made.positions.tolist(), made.labels.tolist(), strict=True))


def test_all_entities_must_be_predicted_whatever_is_fed() -> None:
    for seed in range(20):
        made = objective.corrupt(linked(), np.random.default_rng(seed), VOCABULARY)
        assert targets(made) == {1: 7, 6: 9}


def test_a_twentieth_is_replaced_and_three_twentieths_are_removed() -> None:
    rng, counts = np.random.default_rng(0), {"same": 0, "wrong": 0, "removed": 0}
    for _ in range(2000):
        entities = fed(objective.corrupt(linked(), rng, VOCABULARY))
        for at, truth in ((1, 7), (6, 9)):
            kind = "removed" if at not in entities else "same" if entities[at] == truth else "wrong"
            counts[kind] += 1
    assert counts["wrong"] / 4000 == pytest.approx(0.05, abs=0.012)
    assert counts["removed"] / 4000 == pytest.approx(0.15, abs=0.02)


def test_the_entity_of_a_masked_name_can_be_removed_with_it() -> None:
    masked = mask(linked(), {1: True}, VOCABULARY, np.random.default_rng(0))
    none = {"replaced_share": 0.0, "removed_share": 0.0}
    rng = np.random.default_rng(0)
    assert fed(objective.corrupt(masked, rng, VOCABULARY, **none)) == {1: 7, 6: 9}
    assert fed(objective.corrupt(masked, rng, VOCABULARY, **none, hide_masked=True)) == {6: 9}


def test_a_click_decides_about_the_entity_of_a_mention() -> None:
    rng = np.random.default_rng(0)
    one = objective.override(linked(), {1: True, 3: True}, VOCABULARY, rng)
    assert (fed(one), targets(one)) == ({6: 9}, {1: 7})
    back = objective.override(one, {1: False}, VOCABULARY, rng)
    assert (fed(back), targets(back)) == ({1: 7, 6: 9}, {})


def test_a_text_without_entities_stays_as_it_is() -> None:
    clean = ModelInput.clean(TOKENIZER.encode("is the"))
    assert objective.corrupt(clean, np.random.default_rng(0), VOCABULARY) is clean
    assert objective.override(clean, {1: True}, VOCABULARY, np.random.default_rng(0)) is clean


class Scores:
    """A model whose score for an entity is its id, and 0 for none."""

    def entity_logits(self, hidden: Tensor, candidates: Tensor) -> Tensor:
        scores = torch.where(candidates == TEXT, 0, candidates).float()
        return scores.expand(len(hidden), -1)


def test_the_loss_chooses_among_the_entities_of_the_batch() -> None:
    """Candidates are none, 2 and 3: the softmax of 0, 2, 3."""
    loss = objective.head_loss(Scores(), torch.zeros(3, 4), torch.tensor([3, 2, 3]))  # type: ignore[arg-type]
    total = np.log(np.exp([0.0, 2.0, 3.0]).sum())
    assert loss.count == 3
    assert loss.labels.tolist() == [2, 1, 2]
    assert float(loss.total) == pytest.approx(3 * total - 8.0, abs=1e-5)
