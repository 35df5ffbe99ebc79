"""The entities that a model with knowledge reads: names, and vectors that never learn.

A model's folder holds them beside its weights, so that it links a text by itself and offline. Names
are compared with the pieces of tokens, because training texts are ids: a name ends where a word
ends, or before a Korean particle.

Shapes: E entities, D width of a vector, T tokens of a text, M mentions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

from models.data.world.korean import fitting_stems
from models.knowledge.graph import KnowledgeGraph
from models.knowledge.linking import EntityLinker
from models.knowledge.names import fold_name
from models.runtime.files import read_object, replace_file, write_text
from models.schema.records import Encoding, FloatArray

NAMES_FILE = "entities.json"
VECTORS_FILE = "entities.safetensors"
FORMAT, VERSION = "plm-explorer entities", 1
CONTINUATION = "##"  # begins a piece inside a word, in WordPiece
_HANGUL = re.compile(r"[가-힣]+")
_PUNCTUATION = re.compile(r"([^\w\s])")  # a word of its own, as WordPiece cuts it


class TokenMention(NamedTuple):
    """The tokens [start, end) that name an entity."""

    start: int
    end: int
    entity: int


@dataclass(frozen=True, eq=False)
class EntityVectors:
    """Entities by id. `surfaces` maps each name, as `spell_name` writes it, to its entity.

    Raises ValueError where names, kinds and vectors are not of one length.
    """

    names: tuple[str, ...]  # (E,)
    kinds: tuple[str, ...]  # (E,)
    surfaces: Mapping[str, int]
    vectors: FloatArray  # (E, D)

    def __post_init__(self) -> None:
        if not len(self.names) == len(self.kinds) == len(self.vectors):
            raise ValueError("each entity needs a name, a kind and a vector")
        if not np.isfinite(self.vectors).all():
            raise ValueError("vectors of entities must be finite numbers")
        if any(not 0 <= entity < len(self.names) for entity in self.surfaces.values()):
            raise ValueError("a name belongs to no entity")
        self.vectors.flags.writeable = False

    def __len__(self) -> int:
        return len(self.names)

    def __deepcopy__(self, memo: Any) -> EntityVectors:
        return self  # nothing in it changes

    @classmethod
    def of(cls, graph: KnowledgeGraph, vectors: FloatArray) -> EntityVectors:
        """Build the vectors of a graph; an ambiguous name is linked as `EntityLinker` does."""
        linker = EntityLinker(graph)
        surfaces: dict[str, int] = {}
        for name, _ in graph.entities.owned_names():
            mentions = linker.link(name)
            if len(mentions) == 1 and mentions[0].text == name:
                surfaces.setdefault(spell_name(name), mentions[0].entity)
        entities = list(graph.entities)
        return cls(
            tuple(one.name for one in entities),
            tuple(one.kind for one in entities),
            surfaces,
            np.ascontiguousarray(vectors, dtype=np.float32),
        )

    # Linking --------------------------------------------------------------------------------------

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        """Everything that a name begins with, to stop early."""
        names = self.surfaces
        return frozenset(name[:end] for name in names for end in range(1, len(name) + 1))

    def link(self, encoding: Encoding) -> tuple[TokenMention, ...]:
        """The mentions of a text, from left to right; of several at one place the longest."""
        words = list(_words(encoding))
        mentions = []
        at = 0
        while at < len(words):
            length, entity = self._longest(words[at:])
            if length:
                last = words[at + length - 1]
                mentions.append(TokenMention(words[at].start, last.end, entity))
            at += max(1, length)
        return tuple(mentions)

    def _longest(self, words: Sequence[_Word]) -> tuple[int, int]:
        """How many words the longest name at the beginning has, and its entity; 0 without one."""
        longest = (0, 0)
        before = ""
        for count, word in enumerate(words, 1):
            for stem in (word.text, *_stems(word.text)):
                if (entity := self.surfaces.get(before + stem)) is not None:
                    longest = (count, entity)
                    break
            before += f"{word.text} "
            if before.rstrip() not in self._beginnings:
                break
        return longest

    # Files ----------------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write both files. Raises OSError and SafetensorError."""
        content = {
            "format": FORMAT,
            "version": VERSION,
            "names": self.names,
            "kinds": self.kinds,
            "surfaces": dict(self.surfaces),
        }
        write_text(folder / NAMES_FILE, json.dumps(content, ensure_ascii=False) + "\n")
        with replace_file(folder / VECTORS_FILE) as temporary:
            save_file({"vectors": np.ascontiguousarray(self.vectors)}, temporary)


class _Word(NamedTuple):
    """A word as its pieces spell it, and its tokens [start, end)."""

    text: str
    start: int
    end: int


def _words(encoding: Encoding) -> Iterator[_Word]:
    """The words of a text; a special token is one without letters, so that no name goes over it."""
    start = 0
    for _, group in groupby(
        zip(encoding.word.tolist(), encoding.tokens, strict=True), itemgetter(0)
    ):
        pieces = [token for _, token in group]
        special = bool(encoding.special[start])
        text = "" if special else "".join(piece.removeprefix(CONTINUATION) for piece in pieces)
        yield _Word(text.casefold(), start, start + len(pieces))
        start += len(pieces)


def _stems(word: str) -> Iterable[str]:
    """What a Korean word may be without its particle."""
    return fitting_stems(word) if _HANGUL.fullmatch(word) else ()


def spell_name(name: str) -> str:
    """A name as the pieces of its tokens spell it: folded, punctuation as words of its own."""
    return fold_name(_PUNCTUATION.sub(r" \1 ", name))


def open_entity_vectors(folder: Path) -> EntityVectors | None:
    """What `save` wrote; None where the folder has no entities.

    Raises ValueError for files that are damaged or do not fit together, and OSError.
    """
    if not (folder / NAMES_FILE).is_file():
        return None
    content = read_object(folder / NAMES_FILE)
    if content.get("format") != FORMAT or content.get("version") != VERSION:
        raise ValueError(f"{NAMES_FILE} is no list of entities that this program can read")
    try:
        vectors = load_file(folder / VECTORS_FILE)["vectors"].astype(np.float32)
        names, kinds = (tuple(map(str, content[key])) for key in ("names", "kinds"))
        surfaces = {str(name): int(entity) for name, entity in content["surfaces"].items()}
    except (OSError, SafetensorError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{NAMES_FILE} or {VECTORS_FILE} is missing or damaged") from error
    return EntityVectors(names, kinds, surfaces, vectors)
