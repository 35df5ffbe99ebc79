"""A sequence of examples that stay in their file; only the places of records are in memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar, overload

import numpy as np

from models.schema.records import IntArray
from models.tasks.examples import DataError

T = TypeVar("T")
Parse = Callable[[bytes, int], Sequence[Any]]


class IndexedFile(Sequence[T], Generic[T]):
    """What `parse(bytes of a record, its number)` gives, one part of it per place (N, 4).

    A place is the first byte and the length of a record, its number, and the part. Raises DataError
    if the file has changed since it was indexed.
    """

    def __init__(self, path: Path, parse: Parse, places: IntArray) -> None:
        self._path = path
        self._parse = parse
        self._places = places
        self._state = _state(path)

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return self.select(np.arange(len(self))[index])
        with self._open() as file:
            return self._read(file, self._places[index])

    def __iter__(self) -> Iterator[T]:
        with self._open() as file:
            for place in self._places:
                yield self._read(file, place)

    def select(self, indices: IntArray) -> IndexedFile[T]:
        """The examples at indices (M,), as another sequence."""
        return IndexedFile(self._path, self._parse, self._places[indices])

    def _open(self) -> BinaryIO:
        if _state(self._path) != self._state:
            raise DataError(str(self._path), "has changed since it was read. Open it again")
        return self._path.open("rb")

    def _read(self, file: BinaryIO, place: IntArray) -> T:
        start, length, number, part = (int(value) for value in place)
        file.seek(start)
        value: T = self._parse(file.read(length), number)[part]
        return value


def as_places(numbers: array[int]) -> IntArray:
    """Places (N, 4) from their numbers one after the other."""
    return (
        np.frombuffer(numbers, dtype=np.int64).reshape(-1, 4) if numbers else np.zeros((0, 4), int)
    )


def _state(path: Path) -> tuple[int, int]:
    """Size and time of change. Raises DataError."""
    try:
        state = path.stat()
    except OSError as error:
        raise DataError(str(path), f"cannot be read any more ({error.strerror})") from error
    return state.st_size, state.st_mtime_ns
