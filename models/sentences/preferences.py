"""Which half of minimal pairs is preferred: accuracy by phenomenon, and models pair by pair.

Shapes: N pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from models.data.judgements.minimal_pairs import MinimalPair
from models.schema.records import FloatArray, IntArray
from models.tasks.metrics import Interval, share_interval

TIE = 1e-6  # nats; scores that differ less are the same but for rounding
FEWEST_FOR_INTERVAL = 2  # pairs
FEWEST_ALIKE = 5  # pairs of a phenomenon, all alike, that give the answer away
MAX_EXACT = 1000  # pairs that tell two models apart; of more scipy sums the binomial


def outcomes(good: FloatArray, bad: FloatArray) -> FloatArray:
    """1 where the right half has the higher score, 0 where the wrong one, 0.5 where neither (N,).

    NaN where a half has no score.
    """
    known = np.isfinite(good) & np.isfinite(bad)
    difference = np.where(known, good - bad, 0.0)
    found = np.where(np.abs(difference) < TIE, 0.5, (difference > 0).astype(np.float32))
    return np.where(known, found, np.nan).astype(np.float32)


@dataclass(frozen=True)
class Accuracy:
    """The share of pairs whose right half is preferred; a tie counts as half a pair.

    The interval is Wilson's over the pairs; None of a single one.
    """

    share: float
    count: int
    ties: int
    interval: Interval

    @classmethod
    def from_outcomes(cls, found: FloatArray) -> Accuracy | None:
        """The accuracy of outcomes (N,); None where none is known."""
        known = found[np.isfinite(found)]
        if not len(known):
            return None
        correct, count = float(known.sum(dtype=np.float64)), len(known)
        interval = share_interval(correct, count) if count >= FEWEST_FOR_INTERVAL else None
        return cls(correct / count, count, int((known == 0.5).sum()), interval)


def group_by_phenomenon(pairs: Sequence[MinimalPair]) -> dict[str, IntArray]:
    """The rows of the pairs of each phenomenon, in the order in which these occur."""
    rows: dict[str, list[int]] = {}
    for row, pair in enumerate(pairs):
        rows.setdefault(pair.phenomenon, []).append(row)
    return {name: np.array(own, dtype=np.int64) for name, own in rows.items()}


@dataclass(frozen=True)
class PairedComparison:
    """Two models pair by pair: where one of them alone prefers the right half.

    `p_value` is that of McNemar's exact test, two-sided. Pairs with a tie are left out.
    """

    first_only: int
    second_only: int
    count: int
    p_value: float

    @classmethod
    def compare(cls, first: FloatArray, second: FloatArray) -> PairedComparison:
        told = np.isin(first, (0, 1)) & np.isin(second, (0, 1))
        one, other = first[told] == 1, second[told] == 1
        first_only, second_only = int((one & ~other).sum()), int((other & ~one).sum())
        return cls(first_only, second_only, int(told.sum()), exact_mcnemar(first_only, second_only))


def exact_mcnemar(first_only: int, second_only: int) -> float:
    """The two-sided p value of McNemar (1947) by the binomial distribution; 1 if none differ."""
    total, fewer = first_only + second_only, min(first_only, second_only)
    if total > MAX_EXACT:
        from scipy.stats import binom

        return min(1.0, 2 * float(binom.cdf(fewer, total, 0.5)))
    tail = sum(comb(total, count) for count in range(fewer + 1))
    return min(1.0, 2 * tail / 2**total)


# ---- what gives the answer away


def giveaways(pairs: Sequence[MinimalPair]) -> dict[str, str]:
    """What alone tells the right half in every pair of a phenomenon, by phenomenon.

    "shorter" or "longer" by characters, or the words that only right halves have and no wrong one.
    """
    found = {}
    for name, rows in group_by_phenomenon(pairs).items():
        own = [pairs[row] for row in rows.tolist()]
        if len(own) >= FEWEST_ALIKE and (what := _giveaway(own)):
            found[name] = what
    return found


def _giveaway(pairs: Sequence[MinimalPair]) -> str:
    words = [set(one.good.split()) - set(one.bad.split()) for one in pairs]
    if common := set.intersection(*words):
        wrong = {word for one in pairs for word in one.bad.split()}
        if only := sorted(common - wrong):
            return only[0]
    lengths = [len(one.good) - len(one.bad) for one in pairs]
    if all(length < 0 for length in lengths):
        return "shorter"
    return "longer" if all(length > 0 for length in lengths) else ""


def single_pairs(pairs: Iterable[MinimalPair]) -> list[MinimalPair]:
    """The pairs that are the only one of their phenomenon, which has no interval."""
    counts: dict[str, list[MinimalPair]] = {}
    for one in pairs:
        counts.setdefault(one.phenomenon, []).append(one)
    return [own[0] for own in counts.values() if len(own) == 1]
