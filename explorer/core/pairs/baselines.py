"""What counting words gives: unigrams and 5-grams of words of the mini-world's training text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.pairs.scores import PairScores

if TYPE_CHECKING:
    from models.data.judgements.minimal_pairs import PairSet
    from models.data.ngram import NGram

ORDERS = (1, 5)
NUM_SENTENCES = 10_000  # of the text
LEAST_KNOWN = 0.5  # of the words of the right halves; else the counts say nothing of the pairs
SEED = 0
PIECE = re.compile(r"\w+|[^\w\s]")
UNKNOWN = 0


@dataclass(frozen=True, eq=False)
class CountedText:
    """The counts of a text. A word that it does not have is one word for all."""

    words: dict[str, int]
    models: tuple[NGram, ...]

    @classmethod
    def count(cls, sentences: Iterable[str]) -> CountedText:
        """Count words and signs of punctuation. Raises ValueError of a text without any."""
        from models.data.ngram import NGram

        cut = [PIECE.findall(one) for one in sentences]
        words = {word: n for n, word in enumerate(dict.fromkeys(w for one in cut for w in one), 1)}
        ids = [[words[word] for word in one] for one in cut]
        models = [NGram.fit(ids, order, len(words) + 1) for order in ORDERS]
        return cls(words, tuple(models))

    def share_known(self, texts: Sequence[str]) -> float:
        """The share of the words of texts that the text has."""
        pieces = [piece for text in texts for piece in PIECE.findall(text)]
        return sum(piece in self.words for piece in pieces) / max(len(pieces), 1)

    def score(self, pairs: PairSet) -> tuple[PairScores, ...]:
        """The scores of pairs by each order, the log-probabilities of words in nats."""
        from models.data.ngram import ngram_name

        halves = [self._ids(text) for one in pairs.pairs for text in (one.good, one.bad)]
        counts = np.array([len(ids) for ids in halves], dtype=np.int64).reshape(-1, 2)
        return tuple(
            PairScores(
                key="",
                title="",
                kind=ngram_name(model.order),
                digest="",
                totals=np.array(
                    [_log_probability(model, ids) for ids in halves], dtype=np.float32
                ).reshape(-1, 2),
                counts=counts,
                lengths=counts,
                cut=np.zeros_like(counts),
            )
            for model in self.models
        )

    def _ids(self, text: str) -> list[int]:
        return [self.words.get(word, UNKNOWN) for word in PIECE.findall(text)]


def _log_probability(model: NGram, ids: Sequence[int]) -> float:
    if not ids:
        return math.nan
    return -model.cross_entropy([ids]) * len(ids)


def world_text(language: str) -> CountedText:
    """The counts of the mini-world's training text, in a language or in both."""
    return CountedText.count(islice(_sentences(language), NUM_SENTENCES))


def _sentences(language: str) -> Iterator[str]:
    from models.data.sources import loaded_world

    known = language if language in ("en", "ko") else "both"
    for document in loaded_world("world").documents(known, "train", SEED):  # type: ignore[arg-type]
        for one in document.sentences:
            yield one.text
