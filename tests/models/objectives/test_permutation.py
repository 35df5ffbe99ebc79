"""Permutation language modelling: which places are predicted, in which order, from which others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch

from models.arch.xlnet import SPEC, visible_to_query
from models.data.prepare import baselines
from models.objectives import permutation
from models.objectives.permutation import corrupt, override_order, query_positions
from models.schema.batch import Batch, BatchTargets, collate
from models.schema.factorization_order import GIVEN, visibility
from models.schema.records import NO_WORD, Encoding, ModelInput, TokenChange
from models.schema.registry import catalog
from models.tokenization.base import Vocabulary
from models.training.loss import weigh_losses
from tests.models import oracle, tiny
from tests.models.oracle import SIZES

VOCABULARY = Vocabulary(
    size=SIZES[0].vocab_size,
    special_ids=np.array([0, 1]),
    continuation=np.zeros(SIZES[0].vocab_size, dtype=bool),
)


def text(num_ordinary: int, pieces_per_word: int = 1) -> ModelInput:
    """A text with a separator and a class token after it."""
    length = num_ordinary + 2
    special = np.arange(length) >= num_ordinary
    word = np.where(special, NO_WORD, np.arange(length) // pieces_per_word)
    ids = np.where(special, [0] * (length - 1) + [1], 2 + np.arange(length) % 50)
    return ModelInput.clean(
        Encoding(
            text="x" * length,
            ids=ids,
            tokens=tuple(f"t{id_}" for id_ in ids),
            offsets=np.zeros((length, 2), dtype=np.int64),
            special=special,
            segment=np.where(special, 2, 0),
            word=word,
            unknown=np.zeros(length, dtype=bool),
        )
    )


def drawn(model_input: ModelInput, seed: int = 0, **options: object) -> ModelInput:
    return corrupt(model_input, np.random.default_rng(seed), VOCABULARY, **options)  # type: ignore[arg-type]


# Targets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "one_in"), [(46, 6), (100, 6), (30, 2), (10, 20), (9, 1)])
def test_one_token_in_k_is_predicted_and_nothing_is_hidden(length: int, one_in: int) -> None:
    clean = text(length)
    for seed in range(20):
        found = drawn(clean, seed, one_in=one_in)
        targets = found.targets["lm"]
        assert len(targets) == min(length - 1, max(1, round((length + 2) / one_in)))
        assert len(set(targets.positions.tolist())) == len(targets)
        assert not clean.encoding.special[targets.positions].any()
        assert np.array_equal(targets.labels, clean.input_ids[targets.positions])
        assert np.array_equal(found.input_ids, clean.input_ids)
        hidden = np.flatnonzero(found.change == TokenChange.HIDDEN)
        assert np.array_equal(hidden, targets.positions)


def test_of_one_token_nothing_is_predicted_and_of_two_one() -> None:
    assert len(drawn(text(1)).targets["lm"]) == 0
    assert len(drawn(text(2)).targets["lm"]) == 1


def test_runs_begin_with_a_word_and_are_at_most_five_tokens_long() -> None:
    """Mostly, since single tokens fill up and may join runs. Words have two pieces here."""
    begins: Counter[bool] = Counter()
    lengths: Counter[int] = Counter()
    for seed in range(200):
        positions = drawn(text(60, pieces_per_word=2), seed).targets["lm"].positions
        runs = np.split(positions, np.flatnonzero(np.diff(positions) > 1) + 1)
        begins.update(bool(run[0] % 2 == 0) for run in runs)
        lengths.update(len(run) for run in runs)
    assert begins[True] > 1.5 * begins[False]
    assert lengths[1] > lengths[2] > lengths[4] > lengths[6]
    assert sum(count for length, count in lengths.items() if length > 5) < 0.02 * lengths.total()


def test_every_place_is_predicted_about_equally_often() -> None:
    counts = np.zeros(60)
    for seed in range(3000):
        counts[drawn(text(60), seed).targets["lm"].positions] += 1
    assert counts.min() > 0.5 * counts.mean()
    assert counts.max() < 1.5 * counts.mean()


# Orders -------------------------------------------------------------------------------------------


def test_targets_and_special_tokens_come_last_and_mixed() -> None:
    first_is_special = 0
    for seed in range(200):
        found = drawn(text(46), seed)
        order, targets = found.feeds["order"], found.targets["lm"].positions
        late = np.union1d(targets, np.flatnonzero(found.encoding.special))
        assert sorted(order[late]) == list(range(1, len(late) + 1))
        assert (np.delete(order, late) == GIVEN).all()
        first_is_special += bool(found.encoding.special[order == 1].all())
    assert 0.1 < first_is_special / 200 < 0.4  # 2 of 10


def test_the_context_can_have_turns_too() -> None:
    for seed in range(20):
        found = drawn(text(46), seed, given_together=False)
        order, targets = found.feeds["order"], found.targets["lm"].positions
        assert sorted(order) == list(range(1, len(order) + 1))
        context = np.setdiff1d(np.flatnonzero(~found.encoding.special), targets)
        assert order[context].max() < order[targets].min()


@pytest.mark.parametrize("given_together", [True, False])
def test_no_target_is_one_that_sees_nothing(given_together: bool) -> None:
    for length in (2, 3, 4, 9):
        for seed in range(50):
            found = drawn(text(length), seed, given_together=given_together)
            query = visibility(found.feeds["order"])[1]
            targets = found.targets["lm"].positions
            assert query[targets].any(axis=1).all()
            assert not query[targets, targets].any()


def test_an_order_by_the_user_predicts_its_last_tokens_but_no_special_one() -> None:
    clean = text(10)
    order = [12, 11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    found = override_order(clean, order)
    assert found.feeds["order"].tolist() == order
    assert found.targets["lm"].positions.tolist() == [0, 1]
    assert found.targets["lm"].labels.tolist() == clean.input_ids[[0, 1]].tolist()
    assert override_order(clean, order, one_in=4).targets["lm"].positions.tolist() == [0, 1, 9]


def test_the_first_of_an_order_by_the_user_is_never_a_target() -> None:
    for order in ([1, 2, 3, 4], [2, 1, 4, 3]):
        found = override_order(text(2), order, one_in=1)
        assert 1 not in found.feeds["order"][found.targets["lm"].positions]
    assert len(override_order(text(1), [1, 2, 3]).targets["lm"]) == 0


def test_an_order_by_the_user_replaces_one_that_was_drawn() -> None:
    clean = text(10)
    order = list(range(1, 13))
    again, once = override_order(drawn(clean), order), override_order(clean, order)
    assert np.array_equal(again.feeds["order"], once.feeds["order"])
    assert np.array_equal(again.targets["lm"].positions, once.targets["lm"].positions)
    assert np.array_equal(again.change, once.change)


@pytest.mark.parametrize("order", [[1, 2, 3], [0, 1, 2, 3], [1, 2, 2, 4], [1, 2, 3, 5], []])
def test_what_is_no_order_is_rejected(order: list[int]) -> None:
    with pytest.raises(ValueError, match="from 1 to 4"):
        override_order(text(2), order)


# Who sees whom ------------------------------------------------------------------------------------


def test_the_masks_of_a_small_order_by_the_user() -> None:
    """The third place is predicted first, then the first, then the second."""
    content, query = visibility(np.array([2, 3, 1]))
    assert query.astype(int).tolist() == [[0, 0, 1], [1, 0, 1], [0, 0, 0]]
    assert content.astype(int).tolist() == [[1, 0, 1], [1, 1, 1], [0, 0, 1]]


def test_what_is_given_is_seen_by_all_and_sees_no_target() -> None:
    content, query = visibility(np.array([0, 2, 0, 1]))
    assert query.astype(int).tolist() == [[1, 0, 1, 0], [1, 0, 1, 1], [1, 0, 1, 0], [1, 0, 1, 0]]
    assert content.astype(int).tolist() == [[1, 0, 1, 0], [1, 1, 1, 1], [1, 0, 1, 0], [1, 0, 1, 1]]


def test_the_masks_are_those_of_the_reference() -> None:
    """`_local_perm`: it lets whoever is no target see what has its own turn, so itself, too."""
    for seed in range(20):
        found = drawn(text(30), seed)
        special, turns = found.encoding.special, found.feeds["order"]
        is_target = np.isin(np.arange(len(turns)), found.targets["lm"].positions)
        reverse = np.where(is_target | special, turns, -1)
        itself = np.where(is_target, reverse, reverse + 1)
        hidden = (itself[:, None] <= reverse[None, :]) & (is_target | special)[None, :]
        content, query = visibility(turns)
        assert np.array_equal(query[is_target], ~hidden[is_target])
        assert np.array_equal(content, ~hidden | np.eye(len(turns), dtype=bool))


def test_the_model_and_the_panel_have_the_same_masks() -> None:
    for given_together in (True, False):
        order = drawn(text(20), 3, given_together=given_together).feeds["order"]
        tensor = torch.from_numpy(order.copy())[None]
        assert np.array_equal(visible_to_query(tensor)[0].numpy(), visibility(order)[1])


# Losses -------------------------------------------------------------------------------------------


def test_query_positions_stand_side_by_side() -> None:
    rows, places = torch.tensor([0, 0, 0, 2]), torch.tensor([1, 4, 5, 3])
    positions, column = query_positions(BatchTargets(rows, places, places), 3)
    assert positions.tolist() == [[1, 4, 5], [0, 0, 0], [3, 0, 0]]
    assert column.tolist() == [0, 1, 2, 0]


def batch_of(*lengths: int) -> Batch:
    return collate([drawn(text(length), seed) for seed, length in enumerate(lengths)])


def test_the_loss_is_that_of_the_whole_query_stream_at_the_targets() -> None:
    model = oracle.random_model(SPEC)
    batch = batch_of(22, 9, 1, 13)
    targets = batch.targets["lm"]
    with torch.no_grad():
        found = permutation.losses(model, batch)["lm"]
        hidden = model(batch)["query"][targets.rows, targets.positions]
        logits = model.logits("lm", hidden)
    expected = torch.nn.functional.cross_entropy(logits, targets.labels, reduction="sum")
    assert found.count == len(targets.rows) > 3
    torch.testing.assert_close(found.total, expected, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found.logits, logits, rtol=1e-4, atol=1e-4)


def test_a_batch_without_any_target_can_be_learned_from() -> None:
    model = oracle.random_model(SPEC).train()
    found = permutation.losses(model, batch_of(1, 1))["lm"]
    assert found.count == 0
    found.total.backward()  # type: ignore[no-untyped-call]
    assert float(found.total.detach()) == 0.0
    assert not found.logits.requires_grad, "they are kept to be shown"
    assert float(weigh_losses({"lm": found}, [], {"lm": 0}, {}).detach()) == 0.0


def test_count_models_are_measured_at_the_places_that_are_predicted(tmp_path: Path) -> None:
    prepared = tiny.ready("xlnet", tmp_path)
    encoding = prepared.tokenizer.encode("The teacher opens the book. The dog sees the cat.")
    found = drawn(ModelInput.clean(encoding))
    targets = found.targets["lm"]
    masked = ModelInput.clean(encoding).with_targets("mlm", targets.positions, targets.labels)
    bert = catalog().architectures["bert"]
    assert baselines(prepared, SPEC, [found]) == baselines(prepared, bert, [masked])
