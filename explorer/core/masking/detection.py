"""How well a discriminator tells replaced tokens from original ones."""

from __future__ import annotations

from dataclasses import dataclass

from models.schema.records import BoolArray, FloatArray

THRESHOLD = 0.5  # a token is called replaced from this probability on


@dataclass(frozen=True)
class Verdicts:
    """How many tokens were judged rightly and wrongly."""

    found: int  # replaced, and called so
    missed: int  # replaced, and called original
    accused: int  # original, and called replaced
    cleared: int  # original, and called so

    @property
    def replaced(self) -> int:
        return self.found + self.missed


def verdicts(replaced: BoolArray, probability: FloatArray) -> Verdicts:
    """Count the four cases over the tokens (T,)."""
    called = probability >= THRESHOLD
    return Verdicts(
        found=int((replaced & called).sum()),
        missed=int((replaced & ~called).sum()),
        accused=int((~replaced & called).sum()),
        cleared=int((~replaced & ~called).sum()),
    )
