"""Cuts documents into training examples: a stream of text, single sentences, tasks.

Objectives about pairs of texts cut their own, with the functions here.

Example number `index` of a run depends on the seed and the index only. So a run can be resumed, and
several processes can share a batch, without a stored position in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from models.schema.records import Encoding, IntArray
from models.tokenization.base import Tokenizer, end_id


class Documents(Protocol):
    """Tokenized documents that can be read in any order, such as a TokenCache."""

    @property
    def num_documents(self) -> int: ...

    @property
    def lengths(self) -> IntArray:
        """The tokens of each document (D,)."""

    @property
    def begins_anywhere(self) -> bool:
        """Whether an example may begin inside a document that is longer than the example.

        A text file has an end, so all of it is read. The mini-world has none, and its documents
        begin with the sentence that names their subject.
        """

    def document(self, index: int) -> list[np.ndarray]:
        """The sentences of a document as arrays of ids."""


@dataclass(frozen=True)
class DocumentList:
    """Tokenized documents in memory."""

    sentences: Sequence[Sequence[np.ndarray]]
    begins_anywhere: bool

    @classmethod
    def of(cls, documents: Iterable[list[list[int]]], begins_anywhere: bool) -> DocumentList:
        """Documents as ids by sentence; empty ones are left out."""
        kept = ([np.array(ids) for ids in document if ids] for document in documents)
        return cls([document for document in kept if document], begins_anywhere)

    @property
    def num_documents(self) -> int:
        return len(self.sentences)

    @property
    def lengths(self) -> IntArray:
        return np.array([sum(map(len, document)) for document in self.sentences])

    def document(self, index: int) -> list[np.ndarray]:
        return [*self.sentences[index]]


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
    _ends: dict[int, IntArray] = field(default_factory=dict, init=False, repr=False, compare=False)

    def example(self, rng: np.random.Generator, length: int) -> Encoding:
        """One example of at most `length` tokens, special tokens included."""
        return self.layout(self, rng, length)

    def draw(self, rng: np.random.Generator) -> list[np.ndarray]:
        """The sentences of a random document."""
        return self.documents.document(int(rng.integers(self.documents.num_documents)))

    def draw_passage(self, rng: np.random.Generator, room: int) -> tuple[int, list[np.ndarray]]:
        """The index and the sentences of a random document, or of a part of it.

        Where examples begin anywhere, documents are drawn by their length, and one of more than
        `room` tokens gives the sentences from a random one on until the room is full.
        """
        documents = self.documents
        if not documents.begins_anywhere:
            index = int(rng.integers(documents.num_documents))
            return index, documents.document(index)
        ends = self._passage_ends(max(1, room))
        index = int(np.searchsorted(ends, rng.integers(ends[-1]), side="right"))
        return index, cut_passage(documents.document(index), room, rng)

    def _passage_ends(self, room: int) -> IntArray:
        """How many passages of `room` tokens there are up to the end of each document (D,).

        One that fits is one passage, so where all fit each is as likely as the others.
        """
        if room not in self._ends:
            passages = np.maximum(1, np.rint(self.documents.lengths / room))
            self._ends[room] = np.cumsum(passages.astype(np.int64))
        return self._ends[room]

    def draw_with_two(
        self, rng: np.random.Generator, room: int, besides: int | None = None
    ) -> tuple[int, list[np.ndarray]]:
        """The index and the sentences of a random passage of two sentences or more.

        If none has two: halves of one sentence. The document `besides` is excluded unless it is
        alone.
        """
        sentences: list[np.ndarray] = []
        lone = self.documents.num_documents == 1
        for _ in range(100):
            index, sentences = self.draw_passage(rng, room)
            if index == besides and not lone:
                continue
            if len(sentences) > 1:
                return index, sentences
        middle = max(1, len(sentences[0]) // 2)
        halves = [part for part in np.split(sentences[0], [middle]) if len(part)]
        return index, halves if len(halves) > 1 else halves * 2  # one token is both halves


def single(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """The first sentence of a document, which names its subject, or of a part of a long one.

    Random: the document and its part, and whether `loose_share` applies.
    """
    room = length - examples.tokenizer.num_special(is_pair=False)
    _, sentences = examples.draw_passage(rng, room)
    ids = sentences[0][:room].astype(np.int64)
    if examples.loose_share and rng.random() < examples.loose_share:
        ids = examples.tokenizer.free_standing[ids]
    return examples.tokenizer.build(ids)


def stream(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """Documents one after the other, each ended by the end or separator token, until full.

    Random: the first document, and where an example begins in it, see `draw_passage`.
    """
    documents, tokenizer = examples.documents, examples.tokenizer
    end = end_id(tokenizer)
    room = length - tokenizer.num_special(is_pair=False)
    index, sentences = examples.draw_passage(rng, room)
    parts: list[IntArray] = [*sentences]
    while sum(map(len, parts)) < room:
        index = (index + 1) % documents.num_documents
        if end is not None:
            parts.append(np.array([end]))
        parts.extend(documents.document(index))
    return tokenizer.build(np.concatenate(parts)[:room].astype(np.int64))


def task(examples: Examples, rng: np.random.Generator, length: int) -> Encoding:
    """A random task and its answer as a pair; each may be as long as a whole example."""
    room = length - examples.tokenizer.num_special(is_pair=False)
    source, target = examples.draw(rng)
    return examples.tokenizer.build(source[:room].astype(np.int64), target[:room].astype(np.int64))


def cut_passage(
    sentences: list[np.ndarray], room: int, rng: np.random.Generator
) -> list[np.ndarray]:
    """All sentences of a document if they fit, else those from a random one on.

    The last is the one in which the room is full. A sentence is as likely as it is long; one that
    does not fit either begins at a random token.
    """
    ends = np.cumsum([len(sentence) for sentence in sentences])
    if ends[-1] <= room:
        return sentences
    token = int(rng.integers(ends[-1]))
    first = int(np.searchsorted(ends, token, side="right"))
    start = int(ends[first]) - len(sentences[first])
    if len(sentences[first]) <= room:
        token = start
    last = int(np.searchsorted(ends, token + room))
    return [sentences[first][token - start :], *sentences[first + 1 : last + 1]]


def cut_on_both_sides(ids: np.ndarray, keep: int, rng: np.random.Generator) -> IntArray:
    """The ids (T,) cut to a length: each surplus token is taken at random from the front or end.

    As in google-research/albert, create_pretraining_data.py.
    """
    start = int(rng.binomial(len(ids) - keep, 0.5))
    return ids[start : start + keep].astype(np.int64)
