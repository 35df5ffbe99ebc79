"""What objectives do to a sentence and what the models answer, in exact numbers."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.engine.predicting.predictions import MaskPrediction
from explorer.core.library.library import Library
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import fed, run_predictions, shares
from explorer.core.masking.filling import MAX_FILLED
from models.schema.records import TokenChange

TEXT = "the capital of france is paris ."


@pytest.fixture
def engine(tiny_models: Path) -> Engine:
    return Engine(Library(bundled=tiny_models))


def answer(engine: Engine, key: str, question: MaskingQuestion) -> MaskingExample:
    *_, last = run_predictions(engine, fed(engine, key, question), question)
    return last


def test_the_same_question_is_answered_alike_and_another_seed_draws_anew(engine: Engine) -> None:
    first, same, other = (
        fed(engine, "bert-tiny", MaskingQuestion(TEXT, seed=seed)).model_input for seed in (1, 1, 4)
    )
    assert first is not None
    assert same is not None
    assert other is not None
    assert first.change.tolist() == same.change.tolist()
    assert first.change.tolist() != other.change.tolist()


def test_what_is_decided_by_hand_wins_over_the_draw(engine: Engine) -> None:
    masks = (("bert-tiny", ((1, True), (2, False))),)
    example = fed(engine, "bert-tiny", MaskingQuestion(TEXT, draw=False, masks=masks))
    assert example.model_input is not None
    assert np.flatnonzero(example.model_input.change == TokenChange.MASKED).tolist() == [1]
    assert example.fed[1] == "[MASK]"


def test_a_model_that_hides_nothing_takes_no_masks_over(engine: Engine) -> None:
    example = fed(engine, "gpt2-tiny", MaskingQuestion(TEXT, masks=(("bert-tiny", ((1, True),)),)))
    assert example.forced == {}
    assert set(example.changes.tolist()) == {TokenChange.KEPT}


def test_a_mask_in_the_text_is_predicted_and_nobody_knows_the_truth(engine: Engine) -> None:
    example = answer(engine, "bert-tiny", MaskingQuestion("the [MASK] of france"))
    assert not example.sampled
    assert example.masks_in_text == {2}
    (guess,) = example.guesses
    assert (guess.place, guess.truth, guess.loss) == (2, None, None)
    assert example.loss is None


def test_a_causal_model_is_asked_for_every_token_but_the_first(engine: Engine) -> None:
    example = answer(engine, "gpt2-tiny", MaskingQuestion(TEXT))
    length = len(example.encoding)
    assert [guess.place for guess in example.guesses] == list(range(1, length))
    assert [guess.truth for guess in example.guesses] == list(example.names[1:])
    (share,) = shares(example)
    assert (share.coverage.targets, share.coverage.fed) == (length - 1, length)
    assert (example.filled, example.epochs, example.detection) == (None, None, None)


def test_of_a_hundred_tokens_masking_teaches_the_chosen_ones(engine: Engine) -> None:
    example = answer(engine, "bert-tiny", MaskingQuestion(TEXT, options=(("rate", 0.5),)))
    (share,) = shares(example)
    assert example.model_input is not None
    assert share.coverage.targets == (example.model_input.change != TokenChange.KEPT).sum()


def test_a_discriminator_learns_from_every_token_and_its_generator_from_the_chosen(
    engine: Engine,
) -> None:
    example = answer(engine, "electra-tiny", MaskingQuestion(TEXT, seed=3))
    generator, discriminator = shares(example)
    assert generator.coverage.targets == len(example.guesses)
    assert discriminator.coverage.share_in_percent == 100
    assert example.detection is not None
    assert example.detection.replaced is not None
    replaced = np.flatnonzero(example.detection.replaced)
    assert all(example.detection.labels[at] != example.names[at] for at in replaced)


def test_a_discriminator_learns_nothing_from_a_mask_in_the_text_whose_truth_nobody_knows(
    engine: Engine,
) -> None:
    example = answer(engine, "electra-tiny", MaskingQuestion("the [MASK] of france is paris ."))
    (mask,) = example.masks_in_text
    assert example.detection is not None
    truths = [example.detection.truth(at) for at in range(len(example.encoding))]
    assert truths[mask] is None
    assert {truth for at, truth in enumerate(truths) if at != mask} == {False}
    _, discriminator = shares(example)
    assert discriminator.coverage.targets == len(example.encoding) - 1


def test_the_loss_is_the_mean_of_the_losses_whose_truth_is_known() -> None:
    known = [
        MaskPrediction(1, (), loss=math.log(2)),
        MaskPrediction(2, (), loss=math.log(8)),
        MaskPrediction(3, ()),
    ]
    example = MaskingExample("m", guesses=tuple(known))
    assert example.loss == pytest.approx((math.log(2) + math.log(8)) / 2)


def test_newer_jobs_may_go_first_between_two_gaps_that_are_filled(engine: Engine) -> None:
    question = MaskingQuestion("[MASK] [MASK] of [MASK] .")
    told = list(run_predictions(engine, fed(engine, "bert-tiny", question), question))
    unfilled = [example for example in told if example.filled is None]
    assert len(unfilled) >= 1 + 3, "the guesses, then one before each pass"
    assert told[-1].filled is not None
    assert told[-1].filled.places == (1, 2, 4)


def test_ten_epochs_cover_more_of_the_sentence_than_one(engine: Engine) -> None:
    example = answer(engine, "bert-tiny", MaskingQuestion(TEXT))
    assert example.epochs is not None
    assert example.epochs.shape == (10, len(example.encoding))
    one = replace(example, epochs=example.epochs[:1]).covered_share
    assert one is not None
    assert example.covered_share is not None
    assert one < example.covered_share <= 1
    assert (example.epochs[:, example.encoding.special] == TokenChange.KEPT).all()


def test_gaps_that_a_person_made_are_filled_before_those_that_were_drawn(engine: Engine) -> None:
    masks = (("bert-tiny", ((3, True), (5, True))),)
    example = answer(engine, "bert-tiny", MaskingQuestion(TEXT, seed=1, draw=True, masks=masks))
    assert example.filled is not None
    assert example.filled.places == (3, 5)
    for way in (example.filled.independent, example.filled.sequential):
        assert way.joint == pytest.approx(math.prod(way.probabilities))
        assert sorted(way.step) == [1, 2]


def test_only_so_many_gaps_are_filled_and_the_rest_is_counted(engine: Engine) -> None:
    example = answer(engine, "bert-tiny", MaskingQuestion("[MASK] " * 15))
    assert example.filled is not None
    assert len(example.filled.places) == MAX_FILLED
    assert example.filled.num_left == 3


def test_a_pair_is_judged_by_a_model_with_that_head_only(engine: Engine) -> None:
    question = MaskingQuestion(TEXT, pair="it is in europe .")
    (verdict,) = answer(engine, "bert-tiny", question).pairs
    assert list(verdict.probability_by_class) == list(verdict.head.classes)
    assert sum(verdict.as_written) == pytest.approx(1)
    around = MaskingQuestion("it is in europe .", pair=TEXT)
    (other,) = answer(engine, "bert-tiny", around).pairs
    assert verdict.swapped == pytest.approx(other.as_written)
    assert answer(engine, "distilbert-tiny", question).pairs == ()
