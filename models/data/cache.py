"""A tokenized text on disk as memory-mapped arrays, so that it is tokenized only once."""

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.data.sources import TextSource
from models.data.world.split import Split
from models.runtime.arrays import open_array

Encode = Callable[[Sequence[str]], list[list[int]]]
Ids = NDArray[np.unsignedinteger[Any]]

FORMAT = 2  # version of the files and of how text is divided; it is a part of the folder's name
CHUNK_DOCUMENTS = 256  # tokenized and written together; the most that are in memory
_BUILDING = ".building-"
_STALE_SECONDS = 24 * 3600  # files of a killed build are deleted after a day
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True)
class CacheProgress:
    """How far a build is; a source may end before `max_tokens`."""

    num_tokens: int
    max_tokens: int
    num_documents: int


class TokenCache:
    """Token ids of documents, by sentence.

    tokens.npy     (N,) uint16 or uint32: all ids in a row
    sentences.npy  (S+1,) int64: zero, then the end of each sentence in tokens
    documents.npy  (D+1,) int64: zero, then the end of each document in sentences
    """

    def __init__(self, folder: Path, *, begins_anywhere: bool = False) -> None:
        """Open what `build` wrote; raises ValueError when it is damaged."""
        try:
            self.tokens, self._sentences, self._documents = (
                open_array(folder / f"{name}.npy") for name in ("tokens", "sentences", "documents")
            )
            last = int(self._sentences[-1]), int(self._documents[-1])
        except (OSError, ValueError, IndexError, TypeError) as error:
            raise ValueError(f"the token cache {folder} is damaged; delete the folder") from error
        if last != (len(self.tokens), self.num_sentences):
            raise ValueError(f"the token cache {folder} is damaged; delete the folder")
        self.folder = folder
        self.begins_anywhere = begins_anywhere

    @classmethod
    def build(
        cls,
        source: TextSource,
        encode: Encode,
        folder: Path,
        key: str,
        *,
        vocab_size: int,
        split: Split = "train",
        max_tokens: int,
        seed: int = 0,
        begins_anywhere: bool = False,
    ) -> Generator[CacheProgress, None, "TokenCache"]:
        """Tokenize until the source ends or `max_tokens` is reached, and return the cache.

        A generator that yields reports and can be stopped at each; then, or after an error, no
        file remains. `begins_anywhere` is that of `Documents`. `key` names source and tokenizer (a
        hash of both). An existing cache is used again. Raises ValueError for an id outside the
        vocabulary or a source without tokens, OSError if the disk is full or not writable.
        """
        target = folder / f"{key}-{split}-{max_tokens}-{seed}-v{FORMAT}"
        if not target.exists():
            documents = source.once(split, seed)
            try:
                yield from _write(documents, encode, target, vocab_size, max_tokens)
            except OSError as error:
                raise _explain_disk_error(error, folder) from error
        cache = cls(target, begins_anywhere=begins_anywhere)
        yield CacheProgress(cache.num_tokens, max_tokens, cache.num_documents)
        return cache

    @property
    def num_tokens(self) -> int:
        return len(self.tokens)

    @property
    def num_sentences(self) -> int:
        return len(self._sentences) - 1

    @property
    def num_documents(self) -> int:
        return len(self._documents) - 1

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The tokens of each document (D,)."""
        return np.diff(self._sentences[self._documents])

    def document(self, index: int) -> list[Ids]:
        """The sentences of a document as arrays of ids, read-only views of the file."""
        if not 0 <= index < self.num_documents:
            raise IndexError(f"there is no document {index} of {self.num_documents}")
        first, last = self._documents[index], self._documents[index + 1]
        ends = self._sentences[first : last + 1]
        return [self.tokens[start:end] for start, end in pairwise(ends)]


def _write(
    documents: Iterator[tuple[str, ...]],
    encode: Encode,
    target: Path,
    vocab_size: int,
    max_tokens: int,
) -> Iterator[CacheProgress]:
    """Write into a temporary folder, which is then renamed to the target in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target.parent)
    with tempfile.TemporaryDirectory(
        dir=target.parent, prefix=_BUILDING, ignore_cleanup_errors=True
    ) as temporary:
        complete = Path(temporary) / target.name
        complete.mkdir()
        with _Writer(complete, vocab_size) as writer:
            while writer.num_tokens < max_tokens:
                chunk = list(islice(documents, CHUNK_DOCUMENTS))
                if not chunk:
                    break
                writer.add(_encode_chunk(chunk, encode), max_tokens)
                yield CacheProgress(writer.num_tokens, max_tokens, writer.num_documents)
            if writer.num_tokens == 0:
                raise ValueError("the text has no tokens; choose another text")
        try:
            complete.rename(target)
        except OSError:
            if not target.exists():  # otherwise another process was faster, with the same content
                raise


def _encode_chunk(chunk: list[tuple[str, ...]], encode: Encode) -> Iterator[list[list[int]]]:
    """The ids of a chunk by document and sentence, made in one call of the tokenizer."""
    ids = iter(encode(list(chain.from_iterable(chunk))))
    for document in chunk:
        yield list(islice(ids, len(document)))


class _Writer:
    """Appends documents to the three arrays; empty sentences and documents are left out."""

    def __init__(self, folder: Path, vocab_size: int) -> None:
        self._vocab_size = vocab_size
        dtype = np.uint16 if vocab_size <= np.iinfo(np.uint16).max + 1 else np.uint32
        self._tokens = _GrowingArray(folder / "tokens.npy", np.dtype(dtype))
        self._sentences = _GrowingArray(folder / "sentences.npy", np.dtype(np.int64))
        self._documents = _GrowingArray(folder / "documents.npy", np.dtype(np.int64))
        self._sentences.append([0])
        self._documents.append([0])

    @property
    def num_tokens(self) -> int:
        return len(self._tokens)

    @property
    def num_documents(self) -> int:
        return len(self._documents) - 1

    def add(self, documents: Iterator[list[list[int]]], max_tokens: int) -> None:
        """Append documents while there are fewer than `max_tokens`; the last one is complete."""
        for document in documents:
            sentences = [ids for ids in document if ids]
            if not sentences or self.num_tokens >= max_tokens:
                continue
            ids = list(chain.from_iterable(sentences))
            if min(ids) < 0 or max(ids) >= self._vocab_size:
                raise ValueError(f"a token id is outside the vocabulary of {self._vocab_size}")
            ends = self.num_tokens + np.cumsum([len(sentence) for sentence in sentences])
            self._tokens.append(ids)
            self._sentences.append(ends.tolist())
            self._documents.append([len(self._sentences) - 1])

    def __enter__(self) -> "_Writer":
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as stack:  # all are closed, also if the disk is full
            for array in (self._tokens, self._sentences, self._documents):
                stack.callback(array.close)


class _GrowingArray:
    """A one-dimensional .npy file whose length is known only at the end."""

    def __init__(self, path: Path, dtype: np.dtype[Any]) -> None:
        self._dtype = dtype
        self._length = 0
        self._file = path.open("wb")
        self._write_header()

    def __len__(self) -> int:
        return self._length

    def append(self, values: list[int]) -> None:
        self._file.write(np.asarray(values, dtype=self._dtype).tobytes())
        self._length += len(values)

    def close(self) -> None:
        try:
            end = self._file.tell()
            self._file.seek(0)
            self._write_header()
            assert self._file.tell() + self._length * self._dtype.itemsize == end
            self._file.flush()
            os.fsync(self._file.fileno())
        finally:
            self._file.close()

    def _write_header(self) -> None:
        # NumPy pads the header so that it stays as long as it is when the first axis grows.
        header = {"descr": self._dtype.str, "fortran_order": False, "shape": (self._length,)}
        np.lib.format.write_array_header_1_0(self._file, header)


def _explain_disk_error(error: OSError, folder: Path) -> OSError:
    reason = "the disk is full" if error.errno in _NO_SPACE else error.strerror or str(error)
    return OSError(error.errno, f"the token cache could not be written in {folder}: {reason}")


def _sweep(folder: Path) -> None:
    """Remove old files of killed builds."""
    for leftover in folder.glob(f"{_BUILDING}*"):
        if time.time() - leftover.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(leftover, ignore_errors=True)
