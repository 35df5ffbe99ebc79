"""The rules of SQuAD 2.0's scores, and a second implementation of them to compare with.

The rules: an answer is brought to lower case, loses ASCII punctuation, then the words a, an and
the, then extra white space. References that have nothing left do not count; without any, the right
answer is empty. Exact match is 1 for equality with any reference. F1 is that of the bags of words,
the best over references; with an empty side it is 1 if both are empty. A question is unanswered
above the threshold of its null odds, and then scores 1 if it has no answer, else 0.
"""

from itertools import groupby

import numpy as np
import pytest

from models.tasks.squad import best_threshold, exact_match, f1, normalize

PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


def plain(text: str) -> list[str]:
    """The words of an answer, cut by hand where letters and digits end."""
    bare = "".join(char for char in text.lower() if char not in PUNCTUATION)
    runs = ["".join(run) for _, run in groupby(bare, str.isalnum)]
    return "".join(" " if run in ("a", "an", "the") else run for run in runs).split()


def other_f1(answer: str, answers: list[str]) -> float:
    best = 0.0
    for right in [plain(one) for one in answers if plain(one)] or [[]]:
        words = plain(answer)
        if not words or not right:
            best = max(best, float(words == right))
            continue
        left = list(right)
        same = 0
        for word in words:
            if word in left:
                left.remove(word)
                same += 1
        best = max(best, 2 * same / (len(words) + len(right)))
    return best


def other_exact(answer: str, answers: list[str]) -> float:
    return float(plain(answer) in ([plain(one) for one in answers if plain(one)] or [[]]))


def other_threshold(
    scores: list[float], odds: list[float], has: list[bool]
) -> tuple[float, list[float]]:
    """The best mean score of all thresholds, and the thresholds that reach it."""
    tried = {}
    for threshold in [min(odds) - 1, *odds]:
        results = [
            score if null <= threshold else float(not answerable)
            for score, null, answerable in zip(scores, odds, has, strict=True)
        ]
        tried[threshold] = sum(results) / len(results)
    best = max(tried.values())
    return best, [threshold for threshold, score in tried.items() if score >= best - 1e-12]


WORDS = [
    "the",
    "a",
    "An",
    "cat",
    "Cat's",
    "sat,",
    "on",
    "mat",
    "…",
    "수도는",
    "파리",
    "a.",
    "é",
    "-",
]


def random_text(rng: np.random.Generator) -> str:
    return " ".join(rng.choice(WORDS, size=rng.integers(5)))


def test_scores_of_random_answers_are_those_of_a_second_implementation() -> None:
    rng = np.random.default_rng(1)
    for _ in range(1000):
        answer = random_text(rng)
        answers = [random_text(rng) for _ in range(rng.integers(4))]
        assert f1(answer, answers) == pytest.approx(other_f1(answer, answers), abs=1e-12)
        assert exact_match(answer, answers) == other_exact(answer, answers)


def test_the_best_threshold_of_random_odds_is_that_of_trying_all() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        count = int(rng.integers(1, 40))
        has = rng.random(count) < 0.5
        gives = rng.random(count) < 0.9
        scores = np.where(has, np.where(gives, rng.random(count), 0), ~gives).astype(float)
        odds = rng.normal(size=count)
        best = best_threshold(scores, odds, has, gives)
        score, values = other_threshold(scores.tolist(), odds.tolist(), has.tolist())
        assert best.score == pytest.approx(score, abs=1e-12)
        assert best.value in values or (best.value == 0 and min(odds) - 1 in values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The  Cat!", "cat"),
        ("a theatre, an ant", "theatre ant"),
        ("U.S.A.", "usa"),
        ("  \n", ""),
        ("the", ""),
        ("수도는 「파리」", "수도는 「파리」"),
        ("1,000 – 2", "1000 – 2"),
    ],
)
def test_an_answer_is_normalised(text: str, expected: str) -> None:
    assert normalize(text) == expected


def test_f1_of_shared_words_by_hand() -> None:
    assert f1("the big red cat", ["a red cat sat", "dog"]) == pytest.approx(2 / 3)
    assert f1("cat cat", ["cat"]) == pytest.approx(2 * 0.5 * 1 / 1.5)
    assert f1("dog", ["cat"]) == 0


def test_an_unanswerable_question_wants_an_empty_answer() -> None:
    assert (f1("", []), exact_match("", [])) == (1, 1)
    assert (f1("cat", []), exact_match("cat", [])) == (0, 0)
    assert (f1("", ["cat"]), exact_match("", ["cat"])) == (0, 0)
    assert (f1("", ["the"]), exact_match("", ["the"])) == (1, 1)


def test_the_threshold_lies_between_the_answers_that_help_and_those_that_do_not() -> None:
    scores, odds = [1.0, 1.0, 0.0, 0.0], [-3.0, -1.0, 0.5, 2.0]
    best = best_threshold(scores, odds, [True, True, False, False], [True] * 4)
    assert (best.score, best.value) == (1.0, -1.0)


def test_without_a_useful_answer_the_threshold_is_zero() -> None:
    best = best_threshold([0.0, 0.0], [1.0, 2.0], [True, False], [True, True])
    assert (best.score, best.value) == (0.5, 0.0)
