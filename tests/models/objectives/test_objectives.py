"""What objectives do to a text: how much, in which shares, and what must then be predicted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from torch._subclasses import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

from models.objectives import causal, masked, next_sentence, replaced_token
from models.schema.batch import BatchTargets, collate
from models.schema.configs import Size
from models.schema.records import NO_WORD, Encoding, ModelInput, TokenChange
from models.schema.registry import catalog
from models.schema.specs import ObjectiveSpec
from models.tokenization.base import Vocabulary

NUM_SPECIAL, SIZE, MASK = 5, 200, 4
VOCABULARY = Vocabulary(
    size=SIZE,
    special_ids=np.arange(NUM_SPECIAL),
    continuation=np.arange(SIZE) % 3 == 0,
    mask_id=MASK,
    pad_id=0,
    sentinel_ids=tuple(range(SIZE - 1, SIZE - 21, -1)),
)
OBJECTIVES = list(catalog().objectives.values())
WITH_COPIES = [objective for objective in OBJECTIVES if masked.COPIES in objective.options]
objectives = pytest.mark.parametrize("objective", OBJECTIVES, ids=[o.name for o in OBJECTIVES])
with_copies = pytest.mark.parametrize("objective", WITH_COPIES, ids=[o.name for o in WITH_COPIES])


def text(length: int, pieces_per_word: int = 1, **labels: int) -> Encoding:
    """Random tokens between [CLS] (2) and [SEP] (3), as the tokenizer would build them."""
    inner = np.random.default_rng(length).integers(NUM_SPECIAL, SIZE, length)
    ids = np.concatenate([[2], inner, [3]])
    special = ids < NUM_SPECIAL
    word = np.full(len(ids), NO_WORD)
    word[1:-1] = np.arange(length) // pieces_per_word
    return Encoding(
        text="",
        ids=ids,
        tokens=tuple(map(str, ids)),
        offsets=np.zeros((len(ids), 2), dtype=np.int64),
        special=special,
        segment=np.zeros(len(ids), dtype=np.int64),
        word=word,
        unknown=np.zeros(len(ids), dtype=np.bool_),
        labels=labels,
    )


def pair(length: int) -> Encoding:
    """Return the text as a pair of texts."""
    whole = text(length)
    return replace(whole, pair="", segment=(np.arange(len(whole)) > length // 2).astype(np.int64))


def corrupted(encoding: Encoding, seed: int = 0, **options: Any) -> ModelInput:
    rng = np.random.default_rng(seed)
    return masked.corrupt(ModelInput.clean(encoding), rng, VOCABULARY, **options)


def assert_same(one: ModelInput, two: ModelInput) -> None:
    assert np.array_equal(one.input_ids, two.input_ids)
    assert np.array_equal(one.change, two.change)
    assert one.targets.keys() == two.targets.keys()
    for head, targets in one.targets.items():
        assert np.array_equal(targets.positions, two.targets[head].positions)
        assert np.array_equal(targets.labels, two.targets[head].labels)
    assert one.feeds.keys() == two.feeds.keys()
    for name, feed in one.feeds.items():
        assert np.array_equal(feed, two.feeds[name])


def shares(change: np.ndarray, chosen: np.ndarray) -> list[float]:
    kinds = (TokenChange.MASKED, TokenChange.RANDOM, TokenChange.UNCHANGED)
    return [float((change[chosen] == kind).mean()) for kind in kinds]


# Every objective ----------------------------------------------------------------------------------


@objectives
def test_the_same_seed_gives_the_same_corruption(objective: ObjectiveSpec) -> None:
    clean = ModelInput.clean(text(60, nsp=1))
    one, two = (objective.corrupt(clean, np.random.default_rng(7), VOCABULARY) for _ in range(2))
    assert_same(one, two)


@objectives
def test_an_objective_leaves_its_input_as_it_was(objective: ObjectiveSpec) -> None:
    encoding = text(60, nsp=0)
    before = encoding.ids.copy()
    clean = ModelInput.clean(encoding)
    objective.corrupt(clean, np.random.default_rng(7), VOCABULARY)
    assert np.array_equal(clean.input_ids, before)
    assert np.array_equal(encoding.ids, before)
    assert (clean.change == TokenChange.KEPT).all()
    assert not clean.targets
    assert not clean.feeds


@objectives
def test_a_text_of_one_token_can_be_corrupted(objective: ObjectiveSpec) -> None:
    found = objective.corrupt(ModelInput.clean(text(1)), np.random.default_rng(0), VOCABULARY)
    assert len(found) == 3
    for targets in found.targets.values():
        assert (targets.positions < 3).all()


@objectives
def test_every_option_has_a_default_that_it_allows(objective: ObjectiveSpec) -> None:
    clean = ModelInput.clean(text(30, nsp=1))
    options = objective.corruption_options({o.name: o.default for o in objective.options})
    one = objective.corrupt(clean, np.random.default_rng(3), VOCABULARY)
    two = objective.corrupt(clean, np.random.default_rng(3), VOCABULARY, **options)
    assert_same(one, two)
    for option in objective.options:
        assert option.minimum is None or option.minimum <= option.default
        assert option.maximum is None or option.default <= option.maximum
        assert not option.choices or option.default in option.choices


# Masked -------------------------------------------------------------------------------------------


def test_fifteen_of_a_hundred_tokens_are_chosen() -> None:
    for length in (9, 18, 98, 498):
        assert len(corrupted(text(length)).targets["mlm"]) == round((length + 2) * 0.15)


def test_a_short_text_has_one_token_to_predict() -> None:
    assert len(corrupted(text(1)).targets["mlm"]) == 1


def test_of_the_chosen_80_are_masked_10_random_10_unchanged() -> None:
    found = corrupted(text(100_000))
    chosen = found.targets["mlm"].positions
    assert shares(found.change, chosen) == pytest.approx([0.8, 0.1, 0.1], abs=0.01)


def test_each_change_is_what_the_model_is_fed() -> None:
    found = corrupted(text(5_000))
    original = found.encoding.ids
    assert (found.input_ids[found.change == TokenChange.MASKED] == MASK).all()
    for change in (TokenChange.KEPT, TokenChange.UNCHANGED):
        assert np.array_equal(
            found.input_ids[found.change == change], original[found.change == change]
        )
    chosen = np.flatnonzero(found.change != TokenChange.KEPT)
    assert np.array_equal(chosen, found.targets["mlm"].positions)


def test_what_another_objective_has_made_of_the_text_stays() -> None:
    clean = ModelInput.clean(text(60, nsp=1))
    judged = next_sentence.corrupt(clean, np.random.default_rng(0), VOCABULARY)
    judged = replace(judged, change=np.where(np.arange(62) == 0, TokenChange.HIDDEN, judged.change))
    found = masked.corrupt(judged, np.random.default_rng(0), VOCABULARY)
    assert found.targets.keys() == {"nsp", "mlm"}
    assert found.change[0] == TokenChange.HIDDEN


def test_the_targets_are_the_original_tokens() -> None:
    found = corrupted(text(5_000))
    targets = found.targets["mlm"]
    assert np.array_equal(targets.labels, found.encoding.ids[targets.positions])


def test_special_tokens_are_never_chosen() -> None:
    found = corrupted(text(6), rate=0.9)
    assert not found.encoding.special[found.targets["mlm"].positions].any()
    assert len(found.targets["mlm"]) == 6


def test_a_random_token_is_never_a_special_one_and_any_other_can_be_drawn() -> None:
    drawn = masked.random_tokens(np.random.default_rng(0), VOCABULARY, 20_000)
    assert set(drawn.tolist()) == set(range(NUM_SPECIAL, SIZE))


def test_whole_words_are_chosen_with_all_their_pieces() -> None:
    encoding = text(300, pieces_per_word=3)
    found = corrupted(encoding, whole_word=True)
    chosen = found.targets["mlm"].positions
    for word in np.unique(encoding.word[chosen]):
        assert np.isin(np.flatnonzero(encoding.word == word), chosen).all()
    assert len(chosen) == pytest.approx(round(302 * 0.15), abs=2)


def test_a_word_longer_than_the_share_is_still_chosen_whole() -> None:
    found = corrupted(text(8, pieces_per_word=8), whole_word=True)
    assert found.targets["mlm"].positions.tolist() == list(range(1, 9))


def test_a_text_of_special_tokens_alone_has_nothing_to_predict() -> None:
    found = corrupted(text(0))
    assert len(found.targets["mlm"]) == 0
    assert found.input_ids.tolist() == [2, 3]


def test_another_seed_chooses_other_tokens() -> None:
    draws = {tuple(corrupted(text(60), seed).targets["mlm"].positions) for seed in range(10)}
    assert len(draws) > 1


# Masked: dynamic and static -----------------------------------------------------------------------


def draws(copies: int, count: int = 200, encoding: Encoding | None = None) -> set[bytes]:
    """Everything that `count` feedings of one text give: what is fed, and what must be said."""
    fed = [corrupted(encoding or text(60), seed, copies=copies) for seed in range(count)]
    return {found.input_ids.tobytes() + found.change.tobytes() for found in fed}


def test_dynamic_masks_are_new_at_every_feeding() -> None:
    assert len(draws(masked.DYNAMIC)) == 200


@pytest.mark.parametrize("copies", [1, 3, masked.STATIC_COPIES])
def test_a_text_has_as_many_fixed_corruptions_as_there_are_copies(copies: int) -> None:
    assert len(draws(copies)) == copies


def test_every_copy_is_fed_about_as_often() -> None:
    fed = [corrupted(text(60), seed, copies=4).change.tobytes() for seed in range(2000)]
    counts = np.array(list(Counter(fed).values()))
    assert ((counts - 500) ** 2 / 500).sum() < 16.3  # one in a thousand at three degrees of freedom


def chosen_in_epochs(
    encoding: Encoding, seed: int, num_epochs: int, copies: int
) -> list[tuple[int, ...]]:
    """The places that must be predicted in each epoch, drawn as the Masking panel draws them."""
    clean = ModelInput.clean(encoding)
    rngs = (np.random.default_rng((seed, epoch)) for epoch in range(num_epochs))
    found = [masked.corrupt(clean, rng, VOCABULARY, copies=copies) for rng in rngs]
    return [tuple(one.targets["mlm"].positions.tolist()) for one in found]


@with_copies
def test_copies_that_are_counted_are_each_fed_equally_often(objective: ObjectiveSpec) -> None:
    clean, rng = ModelInput.clean(pair(60)), np.random.default_rng(9)
    fed = [objective.corrupt(clean, rng, VOCABULARY, copies=4, copy=epoch) for epoch in range(12)]
    drawn = [found.input_ids.tobytes() + found.change.tobytes() for found in fed]
    assert len(set(drawn[:4])) == 4
    assert drawn[:4] * 3 == drawn


def test_fixed_masks_are_those_of_the_tokens_and_not_of_the_place_in_training() -> None:
    again = text(60)
    one, two = chosen_in_epochs(text(60), 0, 50, 3), chosen_in_epochs(again, 99, 50, 3)
    assert set(one) == set(two)
    others = again.ids.copy()
    others[7] = (others[7] + 1) % SIZE
    other = replace(again, ids=others)
    assert not set(one) & set(chosen_in_epochs(other, 0, 50, 3))


def test_copies_keep_the_shares_of_the_objective() -> None:
    found = corrupted(text(100_000), copies=2)
    chosen = found.targets["mlm"].positions
    assert len(chosen) == round(100_002 * 0.15)
    assert shares(found.change, chosen) == pytest.approx([0.8, 0.1, 0.1], abs=0.01)


def test_dynamic_masks_reach_more_of_a_text_than_fixed_ones() -> None:
    encoding = text(200)
    drawn = (chosen_in_epochs(encoding, 0, 10, copies) for copies in (1, 3, masked.DYNAMIC))
    reached = [len(set().union(*places)) for places in drawn]
    assert reached == sorted(reached)
    assert reached[0] == round(202 * 0.15)
    assert reached[0] < reached[1] < reached[2]


def test_objectives_that_can_fix_their_masks_have_a_mask_token() -> None:
    assert {"masked", "replaced_token"} <= {one.name for one in WITH_COPIES}
    assert all(one.needs_mask_token for one in WITH_COPIES)


@with_copies
def test_fixed_masks_are_as_many_as_copies_and_others_are_new(objective: ObjectiveSpec) -> None:
    clean = ModelInput.clean(pair(60))
    for copies, expected in ((1, 1), (3, 3), (masked.DYNAMIC, 100)):
        drawn = {
            objective.corrupt(
                clean, np.random.default_rng(seed), VOCABULARY, copies=copies
            ).input_ids.tobytes()
            for seed in range(100)
        }
        assert len(drawn) == expected


def test_a_negative_number_of_copies_is_rejected() -> None:
    with pytest.raises(ValueError, match="copies must be 0"):
        corrupted(text(9), copies=-1)


# Causal and next sentence -------------------------------------------------------------------------


def test_every_place_but_the_last_predicts_the_token_after_it() -> None:
    encoding = text(9)
    found = causal.corrupt(ModelInput.clean(encoding), np.random.default_rng(0), VOCABULARY)
    assert found.targets["lm"].positions.tolist() == list(range(10))
    assert np.array_equal(found.targets["lm"].labels, encoding.ids[1:])
    assert np.array_equal(found.input_ids, encoding.ids)


@pytest.mark.parametrize("label", [next_sentence.IS_NEXT, next_sentence.NOT_NEXT])
def test_the_first_place_says_whether_a_pair_follows(label: int) -> None:
    clean = ModelInput.clean(text(9, nsp=label))
    found = next_sentence.corrupt(clean, np.random.default_rng(0), VOCABULARY)
    assert found.targets["nsp"].positions.tolist() == [0]
    assert found.targets["nsp"].labels.tolist() == [label]


def test_a_single_text_has_no_next_sentence_to_judge() -> None:
    clean = ModelInput.clean(text(9))
    assert not next_sentence.corrupt(clean, np.random.default_rng(0), VOCABULARY).targets


# Replaced tokens ----------------------------------------------------------------------------------


def hidden(length: int = 40, seed: int = 0) -> ModelInput:
    rng = np.random.default_rng(seed)
    return replaced_token.corrupt(ModelInput.clean(text(length)), rng, VOCABULARY)


def logits_for(found: ModelInput, tokens: np.ndarray) -> np.ndarray:
    """Generator logits (T, V) that leave no doubt about the given tokens."""
    logits = np.zeros((len(found), SIZE), dtype=np.float32)
    logits[np.arange(len(found)), tokens] = 100.0
    return logits


def test_samples_follow_the_softmax() -> None:
    logits = torch.tensor([0.0, 1.0, 2.0, -1.0, 0.5])
    count = 50_000
    noise = torch.from_numpy(
        np.random.default_rng(0).integers(0, replaced_token.NOISE_RANGE, count)
    )
    drawn = replaced_token.sample(logits.expand(count, -1), noise)
    expected = logits.double().softmax(-1) * count
    found = torch.bincount(drawn, minlength=5)
    chi_square = float(((found - expected) ** 2 / expected).sum())
    assert chi_square < 18.5  # one in a thousand at four degrees of freedom


def test_the_noise_of_a_text_covers_all_that_a_sample_can_be() -> None:
    level = hidden(10_000).feeds["noise"] / replaced_token.NOISE_RANGE
    assert np.histogram(level, bins=4, range=(0, 1))[0] == pytest.approx([2500] * 4, abs=250)


def test_the_noise_alone_decides_a_sample_whatever_stands_in_the_batch() -> None:
    rng = np.random.default_rng(1)
    logits = torch.from_numpy(rng.normal(size=(30, SIZE)).astype(np.float32))
    noise = torch.from_numpy(rng.integers(0, replaced_token.NOISE_RANGE, 30))
    together = replaced_token.sample(logits, noise)
    alone = [int(replaced_token.sample(logits[n : n + 1], noise[n : n + 1])) for n in range(30)]
    assert together.tolist() == alone


class NoDoubles(TorchDispatchMode):
    """Rejects, as Apple's devices do, what they cannot hold."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        found = func(*args, **(kwargs or {}))
        if isinstance(found, torch.Tensor) and found.device.type == "mps":
            assert found.dtype != torch.float64
        return found


def test_a_device_without_double_precision_gets_its_samples_as_well() -> None:
    with FakeTensorMode(), NoDoubles():
        logits, noise = torch.zeros(2, SIZE, device="mps"), torch.zeros(2, device="mps")
        drawn = replaced_token.sample(logits, noise)
    assert (drawn.device.type, drawn.shape) == ("mps", (2,))


def test_the_lowest_and_the_highest_noise_stay_inside_the_vocabulary() -> None:
    logits = torch.full((2, SIZE), -1000.0)
    logits[:, 7] = 0.0
    noise = torch.tensor([0, replaced_token.NOISE_RANGE - 1])
    assert replaced_token.sample(logits, noise).tolist() == [7, 7]


def test_the_generator_sees_masks_for_85_of_100_and_no_random_tokens() -> None:
    found = hidden(100_000)
    chosen = found.targets["mlm"].positions
    assert shares(found.change, chosen) == pytest.approx([0.85, 0.0, 0.15], abs=0.01)


def test_a_sample_that_is_right_is_not_marked_replaced() -> None:
    found = hidden()
    shown, labels = replaced_token.detect(
        found, {"mlm": logits_for(found, found.encoding.ids)}, VOCABULARY
    )
    chosen = found.targets["mlm"].positions
    assert not labels.any()
    assert np.flatnonzero(shown.change == TokenChange.UNCHANGED).tolist() == chosen.tolist()
    assert (np.delete(shown.change, chosen) == TokenChange.KEPT).all()
    assert np.array_equal(shown.feeds["replaced_ids"], found.encoding.ids)


def test_a_wrong_sample_is_marked_where_it_stands() -> None:
    found = hidden()
    wrong = (found.encoding.ids + 1) % SIZE
    shown, labels = replaced_token.detect(found, {"mlm": logits_for(found, wrong)}, VOCABULARY)
    chosen = found.targets["mlm"].positions
    assert np.flatnonzero(labels).tolist() == chosen.tolist()
    assert (shown.change[chosen] == TokenChange.REPLACED).all()
    assert np.array_equal(shown.feeds["replaced_ids"][chosen], wrong[chosen])
    kept = np.setdiff1d(np.arange(len(found)), chosen)
    assert np.array_equal(shown.feeds["replaced_ids"][kept], found.encoding.ids[kept])


def test_samples_are_put_only_where_the_generator_had_to_guess() -> None:
    ids = torch.arange(10).reshape(2, 5)
    places = BatchTargets(torch.tensor([0, 1]), torch.tensor([1, 4]), torch.tensor([1, 9]))
    replaced = replaced_token.replace_tokens(ids, places, torch.tensor([70, 90]))
    assert replaced.tolist() == [[0, 70, 2, 3, 4], [5, 6, 7, 8, 90]]
    assert ids.tolist() == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]


def electra() -> Any:
    spec = catalog().architectures["electra"]
    torch.manual_seed(0)
    size = Size(SIZE, width=32, num_layers=1, num_heads=4, inner=32, num_positions=64)
    return spec.model_class(spec.config_class.from_size(size))


def test_no_gradient_goes_from_the_discriminator_to_the_generator() -> None:
    model = electra()
    found = replaced_token.losses(model, collate([hidden(30), hidden(20, seed=1)]))
    found["rtd"].total.backward()
    parts = dict(model.generator.layers.named_parameters())
    heads = {
        name: weight
        for name, weight in model.mlm.named_parameters()
        if not name.startswith("decoder.weight")  # the table that both parts share
    }
    for name, weight in {**parts, **heads}.items():
        assert weight.grad is None, name
    assert model.discriminator.layers[0].feed_forward.widen.weight.grad.abs().sum() > 0


def test_the_discriminator_judges_every_token_that_is_there() -> None:
    one, two = hidden(30), hidden(20, seed=1)
    found = replaced_token.losses(electra(), collate([one, two]))
    assert found["rtd"].count == len(one) + len(two)
    assert found["mlm"].count == len(one.targets["mlm"]) + len(two.targets["mlm"])


def test_the_loss_of_the_discriminator_can_be_at_the_chosen_tokens_alone() -> None:
    rng = np.random.default_rng(0)
    found = replaced_token.corrupt(ModelInput.clean(text(30)), rng, VOCABULARY, chosen_only=True)
    assert np.array_equal(found.input_ids, hidden(30).input_ids)
    losses = replaced_token.losses(electra(), collate([found]))
    assert losses["rtd"].count == losses["mlm"].count == len(found.targets["mlm"])


def test_the_discriminator_weighs_as_much_as_in_the_paper() -> None:
    objective = catalog().objectives["replaced_token"]
    assert objective.head_weights({}) == {"rtd": 50.0}
    assert objective.head_weights({"rtd_weight": 10.0, "rate": 0.2}) == {"rtd": 10.0}
    assert objective.corruption_options({"rtd_weight": 10.0, "rate": 0.2}) == {"rate": 0.2}


def test_the_panel_shows_what_the_training_feeds() -> None:
    model, found = electra(), hidden(30)
    batch = collate([found])
    with torch.no_grad():
        logits = model.logits("mlm", model.states_for("mlm", batch))[0]
        trained = replaced_token.losses(model, batch)
    shown, labels = replaced_token.detect(found, {"mlm": logits.numpy()}, VOCABULARY)
    assert np.array_equal(trained["rtd"].labels.numpy() > 0, labels)
    fed = collate([shown])
    with torch.no_grad():
        judged = model.logits("rtd", model.states_for("rtd", fed))[0]
    assert torch.allclose(judged, trained["rtd"].logits, atol=1e-5)


@pytest.mark.parametrize(
    ("architecture", "objective", "says"),
    [
        ("bert", "causal", "no head"),
        ("gpt2", "span_corruption", "no decoder"),
        ("xlnet", "text_to_text", "no decoder"),
        ("gpt2", "permutation", "order"),
        ("t5", "permutation", "order"),
        ("t5", "causal", "left to right"),
        ("xlnet", "causal", "left to right"),
    ],
)
def test_what_an_architecture_cannot_learn_is_rejected_with_the_reason(
    architecture: str, objective: str, says: str
) -> None:
    found = catalog()
    assert says in found.architectures[architecture].why_incompatible(found.objectives[objective])


def test_every_architecture_can_learn_what_it_was_published_with() -> None:
    found = catalog()
    for spec in found.architectures.values():
        assert [spec.why_incompatible(found.objectives[name]) for name in spec.objectives] == [
            "" for _ in spec.objectives
        ]
