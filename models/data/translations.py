"""Sentences of the mini-world with their translations, as documents of two sentences.

The split is that of the documents: no combination of wording and subject is in both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from models.data.sources import WorldSource, open_source
from models.data.textfile import Sentences
from models.data.world.lexicon import LANGUAGES
from models.data.world.split import Split


class Translations:
    """Pairs in English and Korean, in random order of the two. Without end."""

    def __init__(self, source: WorldSource) -> None:
        self._source = source

    @property
    def name(self) -> str:
        return f"translations:{self._source.name}"

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        rng = random.Random(f"translations {split} {seed}")
        for both in self._source.world.pairs(split, seed):
            for pair in zip(*(document.sentences for document in both), strict=True):
                texts = tuple(sentence.text for sentence in pair)
                yield texts if rng.random() < 0.5 else texts[::-1]

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        return self.documents(split, seed)

    def names(self) -> tuple[str, ...]:
        """None that the sentences of the source do not have."""
        return ()


def open_translations(data: str) -> Translations:
    """The translations in a source. Raises ValueError where it has one language only."""
    source = open_source(data)
    if not isinstance(source, WorldSource) or len(source.languages) < len(LANGUAGES):
        raise ValueError(
            f"{data} has no translations. Set task_share to 0, or learn from world in both "
            "languages"
        )
    return Translations(source)
