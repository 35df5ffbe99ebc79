"""Cuts documents into training examples: one stream of text, or pairs for next-sentence tasks.

Example number `index` of a run depends on the seed and the index alone. So a run can go on where it
stopped, and several processes can share a batch, without anybody keeping a place in a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.objectives.next_sentence import IS_NEXT, NOT_NEXT
from models.records import Encoding, IntArray
from models.tokenization.base import Tokenizer, end_id


class Documents(Protocol):
    """Tokenized documents that can be read in any order, such as a TokenCache."""

    @property
    def num_documents(self) -> int: ...

    def document(self, index: int) -> list[np.ndarray]:
        """The sentences of a document as arrays of ids."""


@dataclass(frozen=True)
class Examples:
    """Examples from tokenized documents. `layout` is "stream", "pairs" or "single" sentences.

    A `loose_share` of the single sentences has free-standing pieces in place of word endings.
    """

    documents: Documents
    tokenizer: Tokenizer
    layout: str
    loose_share: float = 0.0

    def example(self, rng: np.random.Generator, length: int) -> Encoding:
        """One example of at most `length` tokens, special tokens included.

        A pair draws: the document, where it is divided, whether the second half is replaced, by
        which document. A stream draws the document that it begins with, a single sentence the
        document that it opens, and whether it is cut loosely.
        """
        if self.layout == "single":
            return self._single(rng, length)
        if self.layout == "pairs":
            return self._pair(rng, length)
        return self._stream(rng, length)

    def _single(self, rng: np.random.Generator, length: int) -> Encoding:
        """The sentence that opens a document, so that it says of whom it speaks."""
        opening = self.documents.document(int(rng.integers(self.documents.num_documents)))[0]
        ids = opening[: length - self._num_special(pair=False)].astype(np.int64)
        if self.loose_share and rng.random() < self.loose_share:
            ids = self.tokenizer.free_standing[ids]
        return self.tokenizer.build(ids)

    def _stream(self, rng: np.random.Generator, length: int) -> Encoding:
        """Documents one after the other, each ended by the end or separator token, until full."""
        tokenizer = self.tokenizer
        end = end_id(tokenizer)
        room = length - self._num_special(pair=False)
        index = int(rng.integers(self.documents.num_documents))
        parts: list[IntArray] = []
        filled = 0
        while filled < room:
            if parts and end is not None:
                parts.append(np.array([end]))
            parts.extend(self.documents.document(index))
            filled = sum(len(part) for part in parts)
            index = (index + 1) % self.documents.num_documents
        return tokenizer.build(np.concatenate(parts)[:room].astype(np.int64))

    def _pair(self, rng: np.random.Generator, length: int) -> Encoding:
        """The head of a document, and its tail or, half of the time, one of another document."""
        room = length - self._num_special(pair=True)
        sentences = self._document_with_two(rng)
        border = int(rng.integers(1, len(sentences)))
        follows = bool(rng.random() < 0.5)
        first, second = sentences[:border], sentences[border:]
        if not follows:
            other = self._document_with_two(rng)
            second = other[int(rng.integers(len(other))) :]
        one, two = np.concatenate(first), np.concatenate(second)
        keep_one, keep_two = share_room(len(one), len(two), room)
        return self.tokenizer.build(
            one[len(one) - keep_one :].astype(np.int64),
            two[:keep_two].astype(np.int64),
            {"nsp": IS_NEXT if follows else NOT_NEXT},
        )

    def _document_with_two(self, rng: np.random.Generator) -> list[np.ndarray]:
        """A random document of two sentences or more; halves of one sentence where none has two."""
        for _ in range(100):
            sentences = self.documents.document(int(rng.integers(self.documents.num_documents)))
            if len(sentences) > 1:
                return sentences
        middle = max(1, len(sentences[0]) // 2)
        halves = [part for part in np.split(sentences[0], [middle]) if len(part)]
        return halves if len(halves) > 1 else halves * 2  # one token stands for both

    def _num_special(self, pair: bool) -> int:
        one = np.zeros(1, dtype=np.int64)
        built = self.tokenizer.build(one, one if pair else None)
        return len(built) - (2 if pair else 1)


def share_room(first: int, second: int, room: int) -> tuple[int, int]:
    """How many tokens of each text stay, when the longer one is cut first."""
    half = room // 2
    if first + second <= room:
        return first, second
    if first <= half:
        return first, room - first
    if second <= room - half:
        return room - second, second
    return half, room - half
