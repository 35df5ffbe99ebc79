"""Filling masked places at once and in turn."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from models.arch.bert import SPEC, Bert, BertConfig
from models.arch.gpt2 import SPEC as GPT2
from models.arch.xlnet import SPEC as XLNET
from models.inference.mask_filling import (
    MaskedPositions,
    as_query,
    candidates,
    fill_independent,
    fill_one_by_one,
)
from models.inference.trace import trace
from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.records import Encoding, ModelInput
from tests.models.oracle import random_model

MASK = 4
LENGTH = 7


def named(mask_id: int | None = MASK, vocab_size: int = 1000) -> Any:
    return SimpleNamespace(token=lambda id: f"<{id}>", mask_id=mask_id, vocab_size=vocab_size)


def encoding(length: int = LENGTH) -> Encoding:
    ids = np.arange(5, 5 + length)
    return Encoding(
        text="",
        ids=ids,
        tokens=tuple(f"<{id}>" for id in ids),
        offsets=np.zeros((length, 2), dtype=np.int64),
        special=np.zeros(length, dtype=bool),
        segment=np.zeros(length, dtype=np.int64),
        word=np.arange(length),
        unknown=np.zeros(length, dtype=bool),
    )


def bert(seed: int = 0) -> Bert:
    torch.manual_seed(seed)
    config = BertConfig.from_size(Size(40, 16, 2, 2, 32, 16, dropout=0.1))
    model = Bert(config).eval()
    for parameter in model.parameters():
        if parameter.dim() == 2:
            nn.init.normal_(parameter, std=0.6)
    return model


class Founders(nn.Module):
    """Knows two pairs of names, Ada Byron (20, 30) and Bob Crane (21, 31), nearly as probable.

    Alone, each place prefers another pair; seeing a name, the other place agrees with it.
    """

    PLACES = (2, 3)

    def __init__(self) -> None:
        super().__init__()
        self.config = None
        self.anchor = nn.Parameter(torch.zeros(1))

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        logits = torch.zeros(*batch.input_ids.shape, 40)  # (B, T, V)
        first, family = self.PLACES
        logits[:, first, 20], logits[:, first, 21] = 9.0, 8.5
        logits[:, family, 30], logits[:, family, 31] = 8.0, 8.2
        for row, ids in enumerate(batch.input_ids.tolist()):
            if ids[first] in (20, 21):
                logits[row, family, ids[first] + 10] = 15.0
            if ids[family] in (30, 31):
                logits[row, first, ids[family] - 10] = 15.0
        return {"encoder": logits}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        return hidden


def test_independent_filling_can_mix_what_filling_in_turn_keeps_together() -> None:
    model: Any = Founders()
    masked = MaskedPositions(model, SPEC, named(), encoding(), (2, 3))
    alone, in_turn = fill_independent(masked), fill_one_by_one(masked)
    assert alone.ids == (20, 31)
    assert in_turn.ids == (20, 30)
    assert in_turn.joint > alone.joint


def test_independent_filling_takes_the_surest_token_of_one_forward_pass() -> None:
    model, places = bert(), [1, 4, 5]
    filling = fill_independent(MaskedPositions(model, SPEC, named(), encoding(), places))
    ids = encoding().ids.copy()
    ids[places] = MASK
    expected = probabilities(model, ids)[places]
    assert filling.positions == filling.order == (1, 4, 5)
    assert filling.ids == tuple(expected.argmax(-1).tolist())
    assert filling.tokens == tuple(f"<{id}>" for id in filling.ids)
    assert filling.probabilities == pytest.approx(expected.amax(-1).tolist(), abs=1e-6)
    assert filling.joint == pytest.approx(math.prod(filling.probabilities))


def probabilities(model: Bert, ids: np.ndarray) -> Tensor:
    with torch.inference_mode():
        hidden = model(Batch(torch.tensor(ids)[None]))["encoder"]
        return model.logits("mlm", hidden[0]).softmax(-1)


@pytest.mark.parametrize("order", ["confident", "left"])
@pytest.mark.parametrize("seed", range(4))
def test_filling_in_turn_multiplies_conditional_probabilities(order: Any, seed: int) -> None:
    model, places = bert(seed), [1, 4, 5, 6]
    filling = fill_one_by_one(MaskedPositions(model, SPEC, named(), encoding(), places), order)
    ids = encoding().ids.copy()
    ids[places] = MASK
    left = list(places)
    for place in filling.order:
        found = probabilities(model, ids)
        surest = max(left, key=lambda place: float(found[place].max()))
        assert place == (left[0] if order == "left" else surest)
        n = filling.positions.index(place)
        assert filling.ids[n] == int(found[place].argmax())
        assert filling.probabilities[n] == pytest.approx(float(found[place].max()), abs=1e-6)
        ids[place] = filling.ids[n]
        left.remove(place)
    assert filling.positions == tuple(places)
    assert filling.joint == pytest.approx(math.prod(filling.probabilities))


def test_one_place_is_filled_alike_both_ways() -> None:
    model = bert()
    masked = MaskedPositions(model, SPEC, named(), encoding(), [3])
    assert fill_one_by_one(masked) == fill_independent(masked)


def test_what_stood_at_a_place_does_not_matter_and_the_encoding_stays() -> None:
    model, before = bert(), encoding()
    model.train()
    masked = MaskedPositions(model, SPEC, named(), before, [5, 1, 5])
    fillings = [fill_independent(masked) for _ in range(2)]
    assert fillings[0] == fillings[1]
    assert fillings[0].positions == (1, 5)
    assert before.ids.tolist() == encoding().ids.tolist()
    assert model.training


def test_an_architecture_with_an_order_predicts_its_masked_positions_last() -> None:
    """No token sees a masked position, so what stands there does not matter."""
    model = random_model(XLNET, Size(40, 16, 2, 2, 32, 16))
    before = encoding()
    masked = MaskedPositions(model, XLNET, named(), before, [2, 4])
    at_once, in_turn = fill_independent(masked), fill_one_by_one(masked)
    first = in_turn.positions.index(in_turn.order[0])
    assert in_turn.ids[first] == at_once.ids[first]
    order = np.zeros(LENGTH, dtype=np.int64)
    order[[2, 4]] = 1
    fed = ModelInput.clean(before).with_feed("order", order)
    logits = trace(model, XLNET, fed).logits["lm"][[2, 4]]
    assert at_once.ids == tuple(logits.argmax(-1).tolist())
    expected = torch.from_numpy(logits).softmax(-1).amax(-1)
    assert at_once.probabilities == pytest.approx(expected.tolist(), abs=1e-6)


def test_an_architecture_without_an_order_is_fed_the_mask_token_and_no_more() -> None:
    fed = ModelInput.clean(encoding())
    assert as_query(SPEC, fed, [2, 4]) is fed


def test_the_head_that_fills_masked_positions_is_chosen_by_its_task() -> None:
    assert SPEC.head_for("fill_mask", ("mlm", "nsp")) is SPEC.head("mlm")
    assert XLNET.head_for("fill_mask") is XLNET.head("lm")
    assert SPEC.head_for("fill_mask", ("nsp",)) is None
    assert GPT2.head_for("fill_mask") is None


def test_what_cannot_be_filled_is_rejected() -> None:
    model = bert()
    for positions in ([], [-1], [LENGTH]):
        with pytest.raises(ValueError, match="position"):
            MaskedPositions(model, SPEC, named(), encoding(), positions)
    with pytest.raises(ValueError, match="mask token"):
        MaskedPositions(model, SPEC, named(None), encoding(), [1])
    with pytest.raises(ValueError, match="no head"):
        MaskedPositions(model, GPT2, named(), encoding(), [1])


def test_broken_weights_are_named() -> None:
    model = bert()
    model.mlm.norm.weight.data[0] = float("nan")
    with pytest.raises(ValueError, match="not finite"):
        fill_independent(MaskedPositions(model, SPEC, named(), encoding(), [1]))


def test_candidates_are_the_most_probable_tokens_best_first() -> None:
    shown = candidates(np.log(np.array([0.1, 0.6, 0.3], dtype=np.float32)), named(), 2)
    assert [item.id for item in shown] == [1, 2]
    assert [item.token for item in shown] == ["<1>", "<2>"]
    assert [item.probability for item in shown] == pytest.approx([0.6, 0.3])
    assert all(item.probability == item.filtered for item in shown)
    assert len(candidates(np.zeros(3, dtype=np.float32), named(), 10)) == 3


def test_of_equal_candidates_the_first_of_the_vocabulary_comes_first() -> None:
    shown = candidates((np.arange(300) % 2).astype(np.float32), named(), 3)
    assert [item.id for item in shown] == [1, 3, 5]


def test_rows_of_the_table_that_are_no_tokens_are_no_candidates() -> None:
    logits = np.log(np.array([0.1, 0.3, 0.6], dtype=np.float32))
    shown = candidates(logits, named(vocab_size=2), 3)
    assert [item.id for item in shown] == [1, 0]
    assert shown[0].probability == pytest.approx(0.3), "of the whole table"


def test_large_logits_do_not_overflow() -> None:
    (shown,) = candidates(np.array([0, 1000], dtype=np.float32), named(), 1)
    assert (shown.id, shown.probability) == (1, 1.0)


def test_candidates_of_broken_logits_or_none_are_rejected() -> None:
    with pytest.raises(ValueError, match="not finite"):
        candidates(np.array([0.0, np.nan], dtype=np.float32), named(), 1)
    with pytest.raises(ValueError, match="at least one"):
        candidates(np.zeros(3, dtype=np.float32), named(), 0)
