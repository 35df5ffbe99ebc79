import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from models.tasks.base import IGNORED, Feature
from models.tasks.examples import Answer, DataError, LabelledSet, QuestionExample
from models.tasks.question_answering import (
    MAX_ANSWER,
    NUM_BEST,
    SPEC,
    apply_null_threshold,
    encode,
    loss,
    majority,
    measure,
    predict,
)
from models.tokenization.base import token_offsets
from tests.models.tasks.sets import TEMPLATES, make_set, tokenizer_of

TOKENIZER = tokenizer_of("DebertaV2Tokenizer")
PASSAGE = "The capital of France is Paris, and the capital of Japan is Tokyo."


def ask(passage: str, answer: str = "", question: str = "Which capital is it?") -> QuestionExample:
    """A question whose answer is the last part of the passage with these characters."""
    answers = (Answer(answer, passage.rindex(answer)),) if answer else ()
    return QuestionExample("7", question, passage, answers, impossible=not answer)


def one_set(*examples: QuestionExample) -> LabelledSet:
    return make_set("question_answering", examples)


def encoded(
    example: QuestionExample, name: str = "DebertaV2Tokenizer", max_length: int = 128
) -> list[Feature]:
    return list(encode(example, 0, one_set(example), tokenizer_of(name), max_length))


def logits_for(features: list[Feature], *spans: tuple[int, int, float]) -> list[np.ndarray]:
    """Zero but for spans (window, piece of the passage, logit of both start and end)."""
    found = [np.zeros((len(one.encoding), 2), dtype=np.float32) for one in features]
    for window, piece, value in spans:
        place = features[window].extra.window
        found[window][place.position + piece - place.start] = value
    return found


# ---- inputs


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_target_covers_the_answer_and_the_null_position_is_the_class_token(name: str) -> None:
    (one,) = encoded(ask(PASSAGE, "Tokyo"), name)
    start, end = one.target
    assert one.encoding.pair is not None
    covered = one.encoding.pair[one.encoding.offsets[start, 0] : one.encoding.offsets[end, 1]]
    assert covered.strip() == "Tokyo"
    (impossible,) = encoded(ask(PASSAGE), name)
    null = impossible.extra.null
    assert impossible.target == (null, null)
    cls = tokenizer_of(name).cls_id
    assert null == 0 if cls is None else one.encoding.ids[null] == cls


def test_the_null_position_is_the_last_where_the_template_ends_with_the_class_token() -> None:
    (one,) = encoded(ask("<cls> a", question="<cls> b?"), "XLNetTokenizer")
    assert one.extra.null == len(one.encoding) - 1


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_long_passage_has_windows_and_the_answer_is_in_some_of_them(name: str) -> None:
    passage = PASSAGE * 4 + "수도는 도쿄이다"
    found = encoded(ask(passage, "도쿄"), name, 40)
    assert len(found) > 1
    held = [one for one in found if one.target != (one.extra.null, one.extra.null)]
    assert held
    for one in held:
        start, end = one.target
        first, last = one.encoding.offsets[start, 0], one.encoding.offsets[end, 1]
        assert "도쿄" in passage[first:last]
    assert found[0].target == (found[0].extra.null,) * 2


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=60), st.data(), st.integers(12, 40))
@pytest.mark.parametrize("name", ["AlbertTokenizer", "XLNetTokenizer", "bare"])
def test_every_character_of_an_answer_that_has_a_piece_is_in_a_window(
    name: str, passage: str, data: st.DataObject, max_length: int
) -> None:
    start = data.draw(st.integers(0, len(passage) - 1))
    end = data.draw(st.integers(start + 1, len(passage)))
    answers = (Answer(passage[start:end], start),)
    found = encoded(QuestionExample("7", "Who?", passage, answers), name, max_length)
    windows = [one.extra.window for one in found]
    in_windows = {
        place for one in windows for low, high in one.offsets for place in range(low, high)
    }
    (whole,) = tokenizer_of(name).encode_windows("?", passage, max_length=10_000, stride=1)
    pieces = {place for low, high in whole.offsets for place in range(low, high)}
    assert pieces & set(range(start, end)) <= in_windows
    for one in found:
        assert one.target == (IGNORED, IGNORED) or max(one.target) < len(one.encoding)


def test_an_answer_that_is_not_known_has_no_loss() -> None:
    (one,) = encoded(QuestionExample("7", "Who?", PASSAGE))
    assert one.target == (IGNORED, IGNORED)
    assert float(loss(torch.zeros(1, len(one.encoding), 2), [one])) == 0


def test_a_question_must_be_there_where_nothing_else_is_before_the_passage() -> None:
    with pytest.raises(DataError, match="example 7: the question is empty"):
        encoded(ask(PASSAGE, question=""), "bare")
    assert encoded(ask(PASSAGE, question=""), "AlbertTokenizer")


def test_a_length_without_room_is_rejected_with_the_example() -> None:
    with pytest.raises(DataError, match="example 7: A length of 4 is too short"):
        encoded(ask(PASSAGE), max_length=4)


def test_the_loss_is_the_mean_over_start_and_end_without_padding() -> None:
    long, short = encoded(ask(PASSAGE, "Tokyo"))[0], encoded(ask("Tokyo it is", "Tokyo"))[0]
    num_long, num_short = len(long.encoding), len(short.encoding)
    logits = torch.zeros(2, num_long, 2)
    logits[1, num_short:] = 50.0  # padding
    expected = (math.log(num_long) + math.log(num_short)) / 2
    assert float(loss(logits, [long, short])) == pytest.approx(expected)


# ---- answers


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        (PASSAGE, "Paris"),
        (PASSAGE, "Tokyo."),
        ("프랑스의 수도는 파리이고 일본의 수도는 도쿄이다", "도쿄이다"),
        ("I 👍🏽 the 👩‍👩‍👧‍👦 family", "family"),
        ("cafe\u0301 by the river", "river"),
        ("half \ud800 of it", "of it"),
        ("  wide\u3000space \n", "space"),
    ],
)
def test_the_answer_of_the_target_is_found_again(name: str, passage: str, answer: str) -> None:
    example = ask(passage, answer)
    found = encoded(example, name)
    start, end = found[0].target
    logits = [np.zeros((len(found[0].encoding), 2), dtype=np.float32)]
    logits[0][start, 0] = logits[0][end, 1] = 9
    (one,) = predict(logits, found, [example], one_set(example))
    assert one.answer == answer
    best = one.details.n_best[0]
    assert passage[best.start : best.end] == best.text == answer
    assert best.score == 18


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=50), st.text(max_size=10), st.integers(12, 40), st.integers(0, 99))
@pytest.mark.parametrize("name", ["AlbertTokenizer", "XLNetTokenizer", "RobertaTokenizer"])
def test_answers_never_lie_outside_the_passage(
    name: str, passage: str, question: str, max_length: int, seed: int
) -> None:
    example = ask(passage, question=question)
    found = encoded(example, name, max_length)
    rng = np.random.default_rng(seed)
    logits = [rng.normal(size=(len(one.encoding), 2)).astype(np.float32) for one in found]
    (one,) = predict(logits, found, [example], one_set(replace(example, impossible=False)))
    details = one.details
    for answer in details.n_best:
        assert 0 <= answer.start < answer.end <= len(passage)
        assert passage[answer.start : answer.end] == answer.text == answer.text.strip()
    assert one.answer == details.best_text
    assert bool(details.n_best) or not one.answer
    total = sum(answer.probability for answer in details.n_best) + details.null_probability
    assert total == pytest.approx(1)


def test_an_empty_passage_has_no_answer() -> None:
    example = ask("")
    found = encoded(example)
    (one,) = predict(logits_for(found), found, [example], one_set(example))
    assert one.answer == ""
    assert one.details.n_best == ()
    assert one.details.null_odds == math.inf
    assert measure([one], [example], one_set(example))["best_f1"] == 1


def test_the_best_answers_are_those_of_trying_all_spans() -> None:
    example = ask(PASSAGE * 3, "Tokyo")
    found = encoded(example, max_length=60)
    assert len(found) > 1
    rng = np.random.default_rng(3)
    logits = [rng.normal(size=(len(one.encoding), 2)).astype(np.float32) for one in found]
    expected: dict[tuple[int, int], float] = {}
    for one, row in zip(found, logits, strict=True):
        window = one.extra.window
        places = range(window.position, window.position + window.length)
        for first in places:
            for last in places[first - window.position :][:MAX_ANSWER]:
                start, end = one.encoding.offsets[first, 0], one.encoding.offsets[last, 1]
                text = example.passage[start:end]
                span = (end - len(text.lstrip()), end)
                score = float(row[first, 0]) + float(row[last, 1])
                expected[span] = max(score, expected.get(span, -math.inf))
    (one_answer,) = predict(logits, found, [example], one_set(example))
    best = one_answer.details.n_best
    assert len(best) == NUM_BEST
    assert [answer.score for answer in best] == pytest.approx(
        sorted(expected.values(), reverse=True)[:NUM_BEST]
    )
    assert all(expected[answer.start, answer.end] == pytest.approx(answer.score) for answer in best)


def test_the_null_score_is_the_lowest_of_all_windows() -> None:
    example = ask(PASSAGE * 3)
    found = encoded(example, max_length=60)
    logits = logits_for(found)
    for number, (one, row) in enumerate(zip(found, logits, strict=True)):
        row[one.extra.null] = number + 1.0
    (one_answer,) = predict(logits, found, [example], one_set(example))
    assert one_answer.details.null_score == 2
    assert one_answer.details.null_odds == 2
    assert one_answer.answer == ""


def test_a_set_without_unanswerable_questions_always_gets_an_answer() -> None:
    example = ask(PASSAGE, "Tokyo")
    found = encoded(example)
    logits = logits_for(found, (0, 0, 1.0))
    logits[0][found[0].extra.null] = 9
    answerable, mixed = one_set(example), one_set(example, ask(PASSAGE))
    (always,) = predict(logits, found, [example], answerable)
    (sometimes,) = predict(logits, found, [example], mixed)
    assert always.answer
    assert always.details.null_probability == 0
    assert sometimes.answer == ""
    assert apply_null_threshold([sometimes], 16.0)[0].answer == always.answer
    assert apply_null_threshold([sometimes], 15.9)[0].answer == ""


def test_pieces_have_the_probabilities_of_their_windows() -> None:
    example = ask(PASSAGE, "Tokyo")
    found = encoded(example)
    length = len(found[0].encoding)
    (one,) = predict(logits_for(found, (0, 3, math.log(5.0))), found, [example], one_set(example))
    details = one.details
    assert details.start[3] == details.end[3] == pytest.approx(5 / (length + 4))
    assert details.start[0] == pytest.approx(1 / (length + 4))
    assert details.offsets.tolist() == token_offsets([found[0].extra.window]).tolist()


def test_a_piece_in_several_windows_has_the_highest_of_their_probabilities() -> None:
    example = ask(PASSAGE * 3)
    found = encoded(example, max_length=60)
    shared = found[1].extra.window.start  # in the first window too
    logits = logits_for(found, (1, shared, 9.0))
    (one,) = predict(logits, found, [example], one_set(example))
    assert one.details.start[shared] > 0.9


def test_extreme_logits_give_finite_probabilities() -> None:
    example = ask(PASSAGE)
    found = encoded(example)
    (one,) = predict(logits_for(found, (0, 1, 3e4)), found, [example], one_set(example))
    assert one.details.n_best[0].probability == pytest.approx(1)
    assert np.isfinite(one.details.start).all()


# ---- metrics


def test_scores_and_thresholds_by_hand() -> None:
    examples = [ask(PASSAGE, "Tokyo"), ask(PASSAGE, "capital of France"), ask(PASSAGE)]
    examples[1] = replace(examples[1], answers=(Answer("The capital of France", 0),))
    data = one_set(*examples)
    found, logits = [], []
    for number, (example, null) in enumerate(zip(examples, (0.0, 12.0, 13.0), strict=True)):
        (one,) = encode(example, number, data, TOKENIZER, 128)
        row = np.zeros((len(one.encoding), 2), dtype=np.float32)
        given = "capital of France" if number == 1 else "Tokyo"
        start, end = encoded(ask(PASSAGE, given))[0].target
        row[start, 0] = row[end, 1] = 5
        row[one.extra.null] = null / 2
        found.append(one)
        logits.append(row)
    metrics = measure(predict(logits, found, examples, data), examples, data)
    assert metrics == pytest.approx(
        {
            "exact": 2 / 3,
            "f1": 2 / 3,
            "has_answer_exact": 1 / 2,
            "has_answer_f1": 1 / 2,
            "no_answer_exact": 1,
            "no_answer_f1": 1,
            "best_exact": 1,
            "best_exact_threshold": 2,
            "best_f1": 1,
            "best_f1_threshold": 2,
        }
    )
    assert set(metrics) == set(SPEC.metrics)


def test_answers_without_unanswerable_questions_have_two_metrics() -> None:
    example = ask(PASSAGE, "Tokyo")
    found = encoded(example)
    predictions = predict(logits_for(found), found, [example], one_set(example))
    assert set(measure(predictions, [example], one_set(example))) == {"f1", "exact"}
    with pytest.raises(ValueError, match="metrics need answers"):
        measure(predictions, [replace(example, answers=())], one_set(example))


def test_the_majority_is_no_answer_where_most_have_none() -> None:
    data = one_set(ask(PASSAGE), ask(PASSAGE), ask(PASSAGE, "Tokyo"))
    metrics = majority(data)
    assert metrics["f1"] == metrics["exact"] == pytest.approx(2 / 3)
    assert metrics["has_answer_f1"] == 0
    assert majority(one_set(ask(PASSAGE, "Tokyo")))["f1"] == 1
