"""Exact match and F1 of answers, and the threshold of no answer, as the script of SQuAD 2.0 has it.

Rajpurkar, Jia and Liang (2018), arXiv:1806.03822; the rules are those of its evaluate-v2.0.py.
Scores are shares between 0 and 1, where the script prints per cent.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.schema.records import BoolArray
from models.tasks.metrics import harmonic_mean

ARTICLE = re.compile(r"\b(?:a|an|the)\b")
WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)
NO_ANSWER = ""


def normalize(text: str) -> str:
    """An answer in lower case, without ASCII punctuation, English articles and extra space."""
    bare = text.lower().translate(WITHOUT_PUNCTUATION)
    return " ".join(ARTICLE.sub(" ", bare).split())


def references(answers: Sequence[str]) -> tuple[str, ...]:
    """The normalised answers to compare with; no answer where none has a word left."""
    normal = tuple(text for text in map(normalize, answers) if text)
    return normal or (NO_ANSWER,)


def exact_match(answer: str, answers: Sequence[str]) -> float:
    """1 if the answer is one of the accepted ones after normalisation, else 0."""
    return float(normalize(answer) in references(answers))


def f1(answer: str, answers: Sequence[str]) -> float:
    """The highest F1 of the words that the answer shares with an accepted one."""
    words = normalize(answer).split()
    return max(_word_f1(words, accepted.split()) for accepted in references(answers))


def _word_f1(words: list[str], accepted: list[str]) -> float:
    if not words or not accepted:
        return float(words == accepted)
    num_same = (Counter(words) & Counter(accepted)).total()
    return harmonic_mean(num_same / len(words), num_same / len(accepted))


@dataclass(frozen=True)
class Threshold:
    """The threshold of no answer with the best mean score, and that score."""

    score: float
    value: float  # an answer is given where the null odds are at most this


def best_threshold(
    scores: Sequence[float],
    null_odds: Sequence[float],
    has_answer: Sequence[bool],
    gives_answer: Sequence[bool],
) -> Threshold:
    """The best threshold of the null odds, each (N,).

    `scores` are those of the answers without a threshold, `gives_answer` is False for empty ones.
    The search begins with no answer to any question and gives the answers one after the other, by
    increasing null odds. The first of equally good thresholds counts; 0 where none is better.
    """
    answerable = np.asarray(has_answer, dtype=np.bool_)
    answered: BoolArray = np.asarray(gives_answer, dtype=np.bool_)
    gain = np.where(answerable, np.asarray(scores, dtype=np.float64), -answered.astype(np.float64))
    order = np.argsort(null_odds, kind="stable")
    none_given = int((~answerable).sum())
    sums = none_given + np.cumsum(gain[order])
    best = int(np.argmax(sums))
    if sums[best] <= none_given:
        return Threshold(none_given / len(sums), 0.0)
    return Threshold(float(sums[best]) / len(sums), float(null_odds[order[best]]))
