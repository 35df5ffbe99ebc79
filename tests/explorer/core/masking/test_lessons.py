"""What objectives do to a sentence and what the models answer, in exact numbers."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explorer.core.engine.answers import MAX_FILLED, Guess
from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.masking.lesson import Lesson
from explorer.core.masking.lessons import Question, fed, learned, shares
from models.schema.records import Change

TEXT = "the capital of france is paris ."


@pytest.fixture
def engine(zoo: Path) -> Engine:
    return Engine(Library(bundled=zoo))


def answer(engine: Engine, key: str, question: Question) -> Lesson:
    *_, last = learned(engine, fed(engine, key, question), question)
    return last


def test_the_same_question_is_answered_alike_and_another_seed_draws_anew(engine: Engine) -> None:
    first, same, other = (
        fed(engine, "bert-tiny", Question(TEXT, seed=seed)).corruption for seed in (1, 1, 4)
    )
    assert first is not None
    assert same is not None
    assert other is not None
    assert first.change.tolist() == same.change.tolist()
    assert first.change.tolist() != other.change.tolist()


def test_what_is_decided_by_hand_wins_over_the_draw(engine: Engine) -> None:
    masks = (("bert-tiny", ((1, True), (2, False))),)
    lesson = fed(engine, "bert-tiny", Question(TEXT, draw=False, masks=masks))
    assert lesson.corruption is not None
    assert np.flatnonzero(lesson.corruption.change == Change.MASKED).tolist() == [1]
    assert lesson.fed[1] == "[MASK]"


def test_a_model_that_hides_nothing_takes_no_masks_over(engine: Engine) -> None:
    lesson = fed(engine, "gpt2-tiny", Question(TEXT, masks=(("bert-tiny", ((1, True),)),)))
    assert lesson.forced == {}
    assert set(lesson.changes.tolist()) == {Change.KEPT}


def test_a_mask_in_the_text_is_predicted_and_nobody_knows_the_truth(engine: Engine) -> None:
    lesson = answer(engine, "bert-tiny", Question("the [MASK] of france"))
    assert not lesson.drew
    assert lesson.written_gaps == {2}
    (guess,) = lesson.guesses
    assert (guess.place, guess.truth, guess.loss) == (2, None, None)
    assert lesson.loss is None


def test_a_causal_model_is_asked_for_every_token_but_the_first(engine: Engine) -> None:
    lesson = answer(engine, "gpt2-tiny", Question(TEXT))
    length = len(lesson.encoding)
    assert [guess.place for guess in lesson.guesses] == list(range(1, length))
    assert [guess.truth for guess in lesson.guesses] == list(lesson.names[1:])
    (share,) = shares(lesson)
    assert (share.taught.targets, share.taught.fed) == (length - 1, length)
    assert (lesson.filled, lesson.epochs, lesson.judged) == (None, None, None)


def test_of_a_hundred_tokens_masking_teaches_the_chosen_ones(engine: Engine) -> None:
    lesson = answer(engine, "bert-tiny", Question(TEXT, options=(("rate", 0.5),)))
    (share,) = shares(lesson)
    assert lesson.corruption is not None
    assert share.taught.targets == (lesson.corruption.change != Change.KEPT).sum()


def test_a_discriminator_learns_from_every_token_and_its_generator_from_the_chosen(
    engine: Engine,
) -> None:
    lesson = answer(engine, "electra-tiny", Question(TEXT, seed=3))
    generator, discriminator = shares(lesson)
    assert generator.taught.targets == len(lesson.guesses)
    assert discriminator.taught.in_hundred == 100
    assert lesson.judged is not None
    assert lesson.judged.replaced is not None
    replaced = np.flatnonzero(lesson.judged.replaced)
    assert all(lesson.judged.labels[at] != lesson.names[at] for at in replaced)


def test_a_discriminator_learns_nothing_from_a_mask_in_the_text_whose_truth_nobody_knows(
    engine: Engine,
) -> None:
    lesson = answer(engine, "electra-tiny", Question("the [MASK] of france is paris ."))
    (gap,) = lesson.written_gaps
    assert lesson.judged is not None
    truths = [lesson.judged.truth(at) for at in range(len(lesson.encoding))]
    assert truths[gap] is None
    assert {truth for at, truth in enumerate(truths) if at != gap} == {False}
    _, discriminator = shares(lesson)
    assert discriminator.taught.targets == len(lesson.encoding) - 1


def test_the_loss_is_the_mean_of_the_losses_whose_truth_is_known() -> None:
    known = [Guess(1, (), loss=math.log(2)), Guess(2, (), loss=math.log(8)), Guess(3, ())]
    lesson = Lesson("m", guesses=tuple(known))
    assert lesson.loss == pytest.approx((math.log(2) + math.log(8)) / 2)


def test_newer_jobs_may_go_first_between_two_gaps_that_are_filled(engine: Engine) -> None:
    question = Question("[MASK] [MASK] of [MASK] .")
    told = list(learned(engine, fed(engine, "bert-tiny", question), question))
    unfilled = [lesson for lesson in told if lesson.filled is None]
    assert len(unfilled) >= 1 + 3, "the guesses, then one before each pass"
    assert told[-1].filled is not None
    assert told[-1].filled.places == (1, 2, 4)


def test_ten_epochs_cover_more_of_the_sentence_than_one(engine: Engine) -> None:
    lesson = answer(engine, "bert-tiny", Question(TEXT))
    assert lesson.epochs is not None
    assert lesson.epochs.shape == (10, len(lesson.encoding))
    one = replace(lesson, epochs=lesson.epochs[:1]).covered
    assert one is not None
    assert lesson.covered is not None
    assert one < lesson.covered <= 1
    assert (lesson.epochs[:, lesson.encoding.special] == Change.KEPT).all()


def test_gaps_that_a_person_made_are_filled_before_those_that_were_drawn(engine: Engine) -> None:
    masks = (("bert-tiny", ((3, True), (5, True))),)
    lesson = answer(engine, "bert-tiny", Question(TEXT, seed=1, draw=True, masks=masks))
    assert lesson.filled is not None
    assert lesson.filled.places == (3, 5)
    for way in (lesson.filled.independent, lesson.filled.in_turn):
        assert way.joint == pytest.approx(math.prod(way.probabilities))
        assert sorted(way.turn) == [1, 2]


def test_only_so_many_gaps_are_filled_and_the_rest_is_counted(engine: Engine) -> None:
    lesson = answer(engine, "bert-tiny", Question("[MASK] " * 15))
    assert lesson.filled is not None
    assert len(lesson.filled.places) == MAX_FILLED
    assert lesson.filled.num_left == 3


def test_a_pair_is_judged_by_a_model_with_that_head_only(engine: Engine) -> None:
    question = Question(TEXT, pair="it is in europe .")
    (verdict,) = answer(engine, "bert-tiny", question).pairs
    assert list(verdict.by_class) == list(verdict.head.classes)
    assert sum(verdict.as_written) == pytest.approx(1)
    around = Question("it is in europe .", pair=TEXT)
    (other,) = answer(engine, "bert-tiny", around).pairs
    assert verdict.swapped == pytest.approx(other.as_written)
    assert answer(engine, "distilbert-tiny", question).pairs == ()
