"""N-gram baselines for the neural models: interpolated Kneser-Ney and unigrams.

R. Kneser and H. Ney, "Improved backing-off for m-gram language modeling", ICASSP 1995; in the
interpolated form with three discounts of S. F. Chen and J. Goodman, "An empirical study of
smoothing techniques for language modeling", Computer Speech & Language 13 (1999), 359-394.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

_START = -1  # before the first token, so that it is predicted like any other
_DISCOUNTED = 3  # counts of one, of two, and of three or more have a discount each
_FALLBACK = 0.75  # the discount if the counts of counts are too small to estimate one

Context = tuple[int, ...]


def ngram_name(order: int) -> str:
    """What the loss of a count model is called: "unigram", "5gram"."""
    return "unigram" if order == 1 else f"{order}gram"


class NGram:
    """P(token | up to order - 1 tokens before it); order 1 is the unigram model.

    The lowest level is uniform over the vocabulary, so an unseen token has mass too.
    """

    def __init__(self, levels: list["_Level"], vocab_size: int) -> None:
        self._levels = levels
        self._vocab_size = vocab_size

    @property
    def order(self) -> int:
        return len(self._levels)

    @classmethod
    def fit(
        cls, sequences: Iterable[Sequence[int]], order: int = 5, vocab_size: int = 1
    ) -> "NGram":
        """Count `sequences` of ids below `vocab_size`, each with its own beginning.

        Raises ValueError for an impossible order, an id outside the vocabulary, or no tokens.
        """
        if order < 1:
            raise ValueError(f"an n-gram model has an order of at least 1, not {order}")
        counts: Counter[Context] = Counter()
        for sequence in sequences:
            ids = [int(token) for token in sequence]
            if ids and not (min(ids) >= 0 and max(ids) < vocab_size):
                raise ValueError(f"there is a token id outside the vocabulary of {vocab_size}")
            counts.update(_windows(ids, order))
        if not counts:
            raise ValueError("an n-gram model needs at least one token to count")
        levels = []
        for length in range(order, 0, -1):
            levels.append(_Level(counts))
            if length > 1:
                counts = _continuations(counts)
        return cls(levels[::-1], vocab_size)

    def probability(self, token: int, context: Sequence[int]) -> float:
        """P(token | context); `context` is the text before it, of any length."""
        padded = (_START,) * (self.order - 1) + tuple(int(before) for before in context)
        return self._probability((*padded[len(padded) - self.order + 1 :], token))

    def cross_entropy(self, sequences: Iterable[Sequence[int]]) -> float:
        """Mean negative log probability in nats per token; raises ValueError if there is none."""
        total, count = 0.0, 0
        for sequence in sequences:
            for window in _windows([int(token) for token in sequence], self.order):
                total -= math.log(self._probability(window))
                count += 1
        if count == 0:
            raise ValueError("the cross-entropy of no tokens is not defined")
        return total / count

    def _probability(self, window: Context) -> float:
        probability = 1 / self._vocab_size
        for level in self._levels:
            probability = level.interpolate(window[self.order - level.order :], probability)
        return probability


class _Level:
    """The counts of one order, with their discounts."""

    def __init__(self, counts: Counter[Context]) -> None:
        self._counts = counts
        self.order = len(next(iter(counts)))
        self._discounts = _estimate_discounts(counts)
        self._totals: dict[Context, int] = defaultdict(int)
        self._reserved: dict[Context, float] = defaultdict(float)
        for window, count in counts.items():
            self._totals[window[:-1]] += count
            self._reserved[window[:-1]] += self._discount(count)

    def interpolate(self, window: Context, lower: float) -> float:
        """The discounted share of the window's count, plus the discounted mass times `lower`."""
        context = window[:-1]
        total = self._totals.get(context)
        if total is None:
            return lower
        count = self._counts.get(window, 0)
        return (count - self._discount(count) + self._reserved[context] * lower) / total

    def _discount(self, count: int) -> float:
        return self._discounts[min(count, _DISCOUNTED)]


def _estimate_discounts(counts: Counter[Context]) -> tuple[float, ...]:
    """Zero, then Chen and Goodman's D1, D2, D3+, from how many windows occur 1 to 4 times."""
    occurring = Counter(count for count in counts.values() if count <= _DISCOUNTED + 1)
    if any(occurring[count] == 0 for count in range(1, _DISCOUNTED + 2)):
        return (0.0, *[_FALLBACK] * _DISCOUNTED)
    share = occurring[1] / (occurring[1] + 2 * occurring[2])
    estimates = [
        k - (k + 1) * share * occurring[k + 1] / occurring[k] for k in range(1, _DISCOUNTED + 1)
    ]
    usable = all(0 < estimate < k for k, estimate in enumerate(estimates, start=1))
    return (0.0, *(estimates if usable else [_FALLBACK] * _DISCOUNTED))


def _continuations(counts: Counter[Context]) -> Counter[Context]:
    """Continuation counts: each shorter window counts once per different token before it.

    Windows that begin with a start keep their counts, because only a start can precede it.
    """
    shorter: Counter[Context] = Counter()
    for window, count in counts.items():
        shorter[window[1:]] += count if window[1] == _START else 1
    return shorter


def _windows(ids: list[int], order: int) -> list[Context]:
    padded = [_START] * (order - 1) + ids
    return [tuple(padded[start : start + order]) for start in range(len(ids))]
