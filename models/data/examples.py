"""Cuts documents into training examples: a stream of text, single sentences, tasks.

Objectives about pairs of texts cut their own, with the functions here.

Example number `index` of a run depends on the seed and the index only. So a run can be resumed, and
several processes can share a batch, without a stored position in a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.schema.records import Encoding, IntArray
from models.tokenization.base import Tokenizer, end_id


class Documents(Protocol):
    """Tokenized documents that can be read in any order, such as a TokenCache."""

    @property
    def num_documents(self) -> int: ...

    def document(self, index: int) -> list[np.ndarray]:
        """The sentences of a document as arrays of ids."""


Layout = Callable[["Examples", np.random.Generator, int], Encoding]  # the last is the length


@dataclass(frozen=True)
class Examples:
    """Examples from tokenized documents. `layout` cuts them: one of those below, or an objective's.

    A `loose_share` of the single sentences has word-initial tokens in place of word endings.
    """

    documents: Documents
    tokenizer: Tokenizer
    layout: Layout
    loose_share: float = 0.0

    def example(self, rng: np.random.Generator, length: int) -> Encoding:
        """One example of at most `length` tokens, special tokens included."""
        return self.layout(self, rng, length)

    def draw(self, rng: np.random.Generator) -> list[np.ndarray]:
        """The sentences of a random document."""
        return self.documents.document(int(rng.integers(self.documents.num_documents)))

    def draw_with_two(
        self, rng: np.random.Generator, besides: int | None = None
    ) -> tuple[int, list[np.ndarray]]:
        """The index and the sentences of a random document of two sentences or more.

        If no document has two: halves of one sentence. `besides` is excluded unless it is alone.
        """
        sentences: list[np.ndarray] = []
        lone = self.documents.num_documents == 1
        for _ in range(100):
            index = int(rng.integers(self.documents.num_documents))
            if index == besides and not lone:
                continue
            sentences = self.documents.document(index)
            if len(sentences) > 1:
                return index, sentences
        middle = max(1, len(sentences[0]) // 2)
        halves = [part for part in np.split(sentences[0], [middle]) if len(part)]
        return index, halves if len(halves) > 1 else halves * 2  # one token is both halves


def single(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """The first sentence of a document, which names its subject.

    Random: the document, and whether `loose_share` applies.
    """
    opening = examples.draw(rng)[0]
    ids = opening[: length - examples.tokenizer.num_special(is_pair=False)].astype(np.int64)
    if examples.loose_share and rng.random() < examples.loose_share:
        ids = examples.tokenizer.free_standing[ids]
    return examples.tokenizer.build(ids)


def stream(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """Documents one after the other, each ended by the end or separator token, until full.

    Random: the first document.
    """
    documents, tokenizer = examples.documents, examples.tokenizer
    end = end_id(tokenizer)
    room = length - tokenizer.num_special(is_pair=False)
    index = int(rng.integers(documents.num_documents))
    parts: list[IntArray] = []
    filled = 0
    while filled < room:
        if parts and end is not None:
            parts.append(np.array([end]))
        parts.extend(documents.document(index))
        filled = sum(len(part) for part in parts)
        index = (index + 1) % documents.num_documents
    return tokenizer.build(np.concatenate(parts)[:room].astype(np.int64))


def task(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """A random task and its answer as a pair; each may be as long as a whole example."""
    room = length - examples.tokenizer.num_special(is_pair=False)
    source, target = examples.draw(rng)
    return examples.tokenizer.build(source[:room].astype(np.int64), target[:room].astype(np.int64))


def cut_on_both_sides(ids: np.ndarray, keep: int, rng: np.random.Generator) -> IntArray:
    """The ids (T,) cut to a length: each surplus token is taken at random from the front or end.

    As in google-research/albert, create_pretraining_data.py.
    """
    start = int(rng.binomial(len(ids) - keep, 0.5))
    return ids[start : start + keep].astype(np.int64)
