"""Names of millions of entities as arrays, so that they can stay on disk and be found by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate
from typing import Any, TypeAlias, overload

import numpy as np

Integers: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
Keys: TypeAlias = "np.ndarray[Any, np.dtype[np.uint64]]"
Bytes: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"


@dataclass(frozen=True, eq=False)
class TextArray(Sequence[str]):
    """Texts as one array of UTF-8; text i is data[offsets[i] : offsets[i + 1]]."""

    data: Bytes
    offsets: Integers

    @classmethod
    def of(cls, texts: Iterable[str]) -> TextArray:
        parts = [text.encode("utf-8", "replace") for text in texts]
        offsets = np.fromiter(accumulate(map(len, parts), initial=0), np.int64, len(parts) + 1)
        return cls(np.frombuffer(b"".join(parts), np.uint8), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes().decode("utf-8")


@dataclass(frozen=True)
class Entity:
    """A node of a graph. `aliases` are its other names, `kind` may be empty."""

    id: int
    name: str
    aliases: tuple[str, ...] = ()
    kind: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


@dataclass(frozen=True, eq=False)
class EntityTable(Sequence[Entity]):
    """The entities of a graph by id; each is made when it is asked for.

    alias_offsets (E + 1,): entity i has aliases[alias_offsets[i] : alias_offsets[i + 1]].
    kind_codes (E,): the index of its kind in `kinds`.
    """

    names: TextArray
    aliases: TextArray
    alias_offsets: Integers
    kind_codes: Integers
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, entities: Sequence[Entity]) -> EntityTable:
        """Raises ValueError where the id of an entity is not its place."""
        if any(entity.id != place for place, entity in enumerate(entities)):
            raise ValueError("the ids of entities must count from 0 without gaps")
        kinds = tuple(dict.fromkeys(entity.kind for entity in entities))
        codes = {kind: code for code, kind in enumerate(kinds)}
        counts = accumulate((len(entity.aliases) for entity in entities), initial=0)
        return cls(
            TextArray.of(entity.name for entity in entities),
            TextArray.of(alias for entity in entities for alias in entity.aliases),
            np.fromiter(counts, np.int64, len(entities) + 1),
            np.fromiter((codes[entity.kind] for entity in entities), np.int64, len(entities)),
            kinds,
        )

    @classmethod
    def from_names(cls, names: Sequence[str]) -> EntityTable:
        """Entities without aliases and kinds, as a file of triples has them."""
        num = len(names)
        none = np.zeros(num + 1, np.int64)
        return cls(TextArray.of(names), TextArray.of(()), none, none[:num], ("",))

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, index: int) -> Entity: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entity]: ...

    def __getitem__(self, index: int | slice) -> Entity | list[Entity]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        name = self.names[index]
        index = int(index) % len(self)
        aliases = self.aliases[int(self.alias_offsets[index]) : int(self.alias_offsets[index + 1])]
        return Entity(index, name, tuple(aliases), self.kinds[int(self.kind_codes[index])])

    def owned_names(self) -> Iterator[tuple[str, int]]:
        """Every name and alias with the id of its entity."""
        for place, name in enumerate(self.names):
            yield name, place
        owners = np.repeat(np.arange(len(self)), np.diff(self.alias_offsets))
        yield from zip(self.aliases, owners.tolist(), strict=True)


@dataclass(frozen=True, eq=False)
class NameIndex:
    """Hashes of all names in ascending order (K,), and the entity of each (K,)."""

    keys: Keys
    owners: Integers

    @classmethod
    def of(cls, entities: EntityTable) -> NameIndex:
        pairs = [(_hash(fold_name(name)), owner) for name, owner in entities.owned_names()]
        keys = np.array([key for key, _ in pairs], np.uint64)
        owners = np.array([owner for _, owner in pairs], np.int64)
        order = np.argsort(keys, kind="stable")
        return cls(keys[order], owners[order])

    def has(self, names: Sequence[str]) -> list[bool]:
        """Whether each name may be one of these; a hash is not unique."""
        if not len(self.keys):
            return [False] * len(names)
        keys = np.array([_hash(fold_name(name)) for name in names], np.uint64)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known: list[bool] = (self.keys[places] == keys).tolist()
        return known

    def owners_of(self, name: str) -> list[int]:
        """Entities whose name has this hash, in the order of their ids; a hash is not unique."""
        key = np.uint64(_hash(fold_name(name)))
        first = np.searchsorted(self.keys, key, "left")
        last = np.searchsorted(self.keys, key, "right")
        return sorted(set(self.owners[first:last].tolist()))


def normalize_name(name: str) -> str:
    """A name in NFC with single blanks, so that one name has one spelling."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def fold_name(name: str) -> str:
    """A name for comparisons: normalized, without upper case."""
    return normalize_name(name).casefold()


def _hash(text: str) -> int:
    """64 bits that are the same in every process (BLAKE2b)."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big")
