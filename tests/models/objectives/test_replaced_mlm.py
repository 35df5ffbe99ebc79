"""Replace MLM and All-Tokens MLM: what is predicted, and how the copy mechanism counts."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from models.checkpoints.checkpoint import load, save
from models.inference.trace import heads_of, trace
from models.objectives import replaced_mlm, replaced_token
from models.schema.batch import collate
from models.schema.configs import Size
from models.schema.records import NO_WORD, Encoding, ModelInput
from models.schema.registry import catalog
from models.tokenization.base import Vocabulary
from models.training.recipe import Recipe
from models.training.training_task import check_recipe, new_training_task
from tests.models import tiny

ELECTRA = catalog().architectures["electra"]
NUM_SPECIAL, VOCAB_SIZE, MASK = 5, 60, 4
VOCABULARY = Vocabulary(
    size=VOCAB_SIZE,
    special_ids=np.arange(NUM_SPECIAL),
    continuation=np.zeros(VOCAB_SIZE, dtype=np.bool_),
    mask_id=MASK,
    pad_id=0,
)


def clean(length: int = 18) -> ModelInput:
    """Random tokens between two special ones."""
    inner = np.random.default_rng(length).integers(NUM_SPECIAL, VOCAB_SIZE, length)
    ids = np.concatenate([[2], inner, [3]])
    special = ids < NUM_SPECIAL
    return ModelInput.clean(
        Encoding(
            text="",
            ids=ids,
            tokens=tuple(map(str, ids)),
            offsets=np.zeros((len(ids), 2), dtype=np.int64),
            special=special,
            segment=np.zeros(len(ids), dtype=np.int64),
            word=np.where(special, NO_WORD, np.arange(len(ids))),
            unknown=np.zeros(len(ids), dtype=np.bool_),
        )
    )


def corrupted(*, all_tokens: bool, length: int = 18) -> ModelInput:
    rng = np.random.default_rng(0)
    return replaced_mlm.corrupt(clean(length), rng, VOCABULARY, rate=0.3, all_tokens=all_tokens)


def electra(**config: Any) -> Any:
    torch.manual_seed(0)
    size = Size(VOCAB_SIZE, width=32, num_layers=1, num_heads=4, inner=32, num_positions=32)
    entries = {"original_head": True, "initializer_range": 0.3, **config}
    return ELECTRA.model_class(ELECTRA.config_class.from_size(size, **entries))


def deberta_v3() -> Any:
    torch.manual_seed(0)
    spec = catalog().architectures["deberta-v3"]
    size = Size(VOCAB_SIZE, width=32, num_layers=2, num_heads=4, inner=32, num_positions=32)
    entries = {"original_head": True, "initializer_range": 0.3, "embedding_sharing": "es"}
    return spec.model_class(spec.config_class.from_size(size, **entries))


MODELS = pytest.mark.parametrize("make", [electra, deberta_v3])


def test_it_masks_the_tokens_that_replaced_token_detection_masks() -> None:
    rng = np.random.default_rng(0)
    usual = replaced_token.corrupt(clean(), rng, VOCABULARY, rate=0.3)
    for all_tokens in (False, True):
        found = corrupted(all_tokens=all_tokens)
        assert np.array_equal(found.input_ids, usual.input_ids)
        assert np.array_equal(found.feeds["noise"], usual.feeds["noise"])


def test_original_tokens_are_predicted_at_the_chosen_positions_or_at_all() -> None:
    chosen, every = corrupted(all_tokens=False), corrupted(all_tokens=True)
    generated, predicted = chosen.targets["mlm"], chosen.targets["original"]
    assert predicted.positions.tolist() == generated.positions.tolist()
    assert predicted.labels.tolist() == generated.labels.tolist()
    assert every.targets["original"].positions.tolist() == list(range(len(every)))
    assert every.targets["original"].labels.tolist() == every.encoding.ids.tolist()


def test_a_copy_gets_its_share_of_the_probability() -> None:
    logits = torch.tensor([[1.0, 1.0, 2.0]]).log()  # a softmax of 1/4, 1/4, 1/2
    replaced = torch.tensor([math.log(3.0)])  # D = 1/4
    mixed = replaced_mlm.mix_in_copies(logits, replaced, torch.tensor([0])).softmax(-1)
    expected = [1 / 4 + 3 / 4 * 1 / 4, 3 / 4 * 1 / 4, 3 / 4 * 1 / 2]
    assert mixed[0].tolist() == pytest.approx(expected)


def test_a_copy_that_is_certain_or_impossible_keeps_loss_and_gradients_finite() -> None:
    logits = torch.zeros(2, 5, requires_grad=True)
    replaced = torch.tensor([-200.0, 200.0], requires_grad=True)
    mixed = replaced_mlm.mix_in_copies(logits, replaced, torch.tensor([1, 1]))
    loss = torch.nn.functional.cross_entropy(mixed, torch.tensor([1, 2]))
    loss.backward()
    assert loss.item() == pytest.approx(math.log(5) / 2)
    for weight in (logits, replaced):
        assert weight.grad is not None
        assert torch.isfinite(weight.grad).all()


@MODELS
def test_the_loss_at_all_tokens_is_that_of_the_mixture_of_copy_and_prediction(
    make: Callable[[], Any],
) -> None:
    model, batch = make().eval(), collate([corrupted(all_tokens=True)])
    with torch.no_grad():
        found = replaced_mlm.losses(model, batch)
        _, _, fed = replaced_token.generate(model, batch)
        hidden = model.states_for("original", fed)[0]
        share = torch.sigmoid(-model.logits("rtd", hidden))  # (T,)
        softmax = model.logits("original", hidden).softmax(-1)  # (T, V)
    labels, read = batch.targets["original"].labels, fed.feeds["replaced_ids"][0]
    at_label = softmax[torch.arange(len(labels)), labels]
    probability = share * (read == labels) + (1 - share) * at_label
    assert (read != labels).any()
    assert (read == labels).any()
    assert float(found["original"].total) == pytest.approx(-float(probability.log().sum()), 1e-4)
    assert found["original"].count == len(labels)
    assert found["original"].special is not None
    assert found["original"].special.sum() == 2


@MODELS
def test_the_loss_at_chosen_positions_copies_nothing(make: Callable[[], Any]) -> None:
    model, batch = make(), collate([corrupted(all_tokens=False), corrupted(all_tokens=False)])
    found = replaced_mlm.losses(model, batch)
    assert found["original"].count == found["mlm"].count == len(batch.targets["mlm"].labels)
    (found["original"].total + found["mlm"].total).backward()
    assert all(weight.grad is None for weight in model.rtd.parameters())


@MODELS
@pytest.mark.parametrize("all_tokens", [False, True])
def test_no_gradient_goes_from_the_large_model_to_the_generator(
    make: Callable[[], Any], all_tokens: bool
) -> None:
    model = make()
    texts = [corrupted(all_tokens=all_tokens), corrupted(all_tokens=all_tokens, length=9)]
    replaced_mlm.losses(model, collate(texts))["original"].total.backward()
    parts = [*model.generator.layers.parameters(), *model.mlm.dense.parameters()]
    assert all(weight.grad is None for weight in parts)
    assert any(weight.grad.abs().sum() > 0 for weight in model.discriminator.layers.parameters())
    assert model.original.dense.weight.grad.abs().sum() > 0


def test_a_token_masked_by_the_user_is_predicted_too() -> None:
    rng = np.random.default_rng(0)
    found = replaced_mlm.override(clean(), {3: True}, VOCABULARY, rng)
    assert found.targets["original"].positions.tolist() == [3]
    assert replaced_mlm.override(clean(), {}, VOCABULARY, rng).targets == {}
    every = replaced_mlm.override(corrupted(all_tokens=True), {3: True}, VOCABULARY, rng)
    assert len(every.targets["original"]) == len(every)


def test_the_head_is_there_only_where_the_configuration_asks_for_it(tmp_path: Path) -> None:
    model = electra()
    save(model, ELECTRA, tmp_path)
    loaded: Any = load(tmp_path)
    assert loaded.heads == heads_of(model, ELECTRA) == ("mlm", "rtd", "original")
    assert (
        loaded.model.original.decoder.weight is loaded.model.discriminator.embeddings.token.weight
    )
    one, two = trace(model.eval(), ELECTRA, clean()), trace(loaded.model, ELECTRA, clean())
    assert np.array_equal(one.logits["original"], two.logits["original"])
    assert "original_head" not in (tmp_path / "generator" / "config.json").read_text()
    usual = electra(original_head=False)
    save(usual, ELECTRA, tmp_path / "usual")
    assert load(tmp_path / "usual").heads == heads_of(usual, ELECTRA) == ("mlm", "rtd")
    assert "original_head" not in (tmp_path / "usual" / "config.json").read_text()


def test_the_head_of_deberta_v3_is_saved_and_needs_a_table_without_an_offset(
    tmp_path: Path,
) -> None:
    model = deberta_v3()
    spec = catalog().architectures["deberta-v3"]
    save(model, spec, tmp_path)
    loaded: Any = load(tmp_path)
    assert loaded.heads == ("mlm", "rtd", "original")
    one, two = trace(model.eval(), spec, clean()), trace(loaded.model, spec, clean())
    assert np.array_equal(one.logits["original"], two.logits["original"])
    with pytest.raises(ValueError, match="has no offset"):
        spec.config_class.from_size(model.config.size, original_head=True, embedding_sharing="gdes")
    usual = spec.config_class.from_size(model.config.size, original_head=True)
    assert usual.table_sharing == "es"


def small_recipe(objective: str, **config: Any) -> Recipe:
    recipe = tiny.recipe("electra").to_dict()
    return Recipe.from_dict({**recipe, "objectives": [objective], "config": config})


def test_a_new_model_gets_the_head_that_its_objective_trains(tmp_path: Path) -> None:
    tokenizer = tiny.ready("electra", tmp_path).tokenizer
    model = new_training_task(small_recipe("replaced_mlm"), tokenizer, None).model
    assert heads_of(model, ELECTRA) == ("mlm", "rtd", "original")
    usual = new_training_task(small_recipe("replaced_token"), tokenizer, None).model
    assert heads_of(usual, ELECTRA) == ("mlm", "rtd")
    against = small_recipe("replaced_mlm", original_head=False)
    check_recipe(against)
    with pytest.raises(ValueError, match="no head 'original'"):
        new_training_task(against, tokenizer, None)
