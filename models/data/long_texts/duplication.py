"""The duplication task: a text of random symbols, and the same symbols once more.

Kitaev, Kaiser, Levskaya (2020), arXiv:2001.04451, section 5: a text is 0w0w with random symbols w,
so that a model that is right about the second half has attended to the first one. The paper has
texts of 1,024 tokens and the symbols 1 to 127.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from models.data.textfile import Sentences
from models.data.world.split import Split

NAME = "duplication"
SYMBOLS = 31  # in w, so that a text has 64 symbols
MAX_SYMBOLS = 5000
SEPARATOR = "0"
ALPHABET = tuple(str(number) for number in range(1, 33))


@dataclass(frozen=True)
class DuplicationSource:
    """Texts without end; a split has other ones than the other, drawn from the same symbols."""

    symbols: int = SYMBOLS

    @property
    def name(self) -> str:
        """Such as "duplication" or "duplication@127"."""
        return NAME + (f"@{self.symbols}" if self.symbols != SYMBOLS else "")

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        rng = random.Random(f"{self.name} {split} {seed}")
        while True:
            half = " ".join((SEPARATOR, *rng.choices(ALPHABET, k=self.symbols)))
            yield (f"{half} {half}",)

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        return self.documents(split, seed)

    def names(self) -> tuple[str, ...]:
        return (SEPARATOR, *ALPHABET)
