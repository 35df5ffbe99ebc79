"""Sentences that state a fact are counted by the tokens of both names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from models.data.cache import TokenCache
from models.measures.facts_by_count import one_token_facts, sentences_of
from models.tokenization.wordpiece import train

DOCUMENTS = ([[5, 1, 7], [5, 9]], [[7, 5, 5]], [[8, 2]])  # by sentence


class Text:
    """A tokenized text in memory."""

    num_documents = len(DOCUMENTS)

    def document(self, index: int) -> Sequence[np.ndarray]:
        return [np.array(sentence) for sentence in DOCUMENTS[index]]


def test_a_fact_is_counted_once_for_each_sentence_with_both_names() -> None:
    counts = sentences_of(cast(TokenCache, Text()), {(5, 7): "", (5, 9): "", (7, 9): ""})
    assert (counts[5, 7], counts[5, 9], counts[7, 9]) == (2, 1, 0)


def test_only_names_of_one_token_are_asked_for() -> None:
    tokenizer = train(["Paris is in France"] * 9, 90, names=("Paris", "France"))
    assert list(one_token_facts("world:en", tokenizer).values()) == [("France", "Paris")]
