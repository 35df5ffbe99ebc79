"""The chosen models, each with the letter and the colour of its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.core.errors import UserError
from explorer.core.library.library import Library, ModelEntry
from explorer.core.state.slots import SLOTS
from explorer.core.state.state import State


@dataclass(frozen=True)
class ModelSlot:
    """One of the chosen models; `index` is its place, which gives the letter and the colour."""

    index: int
    key: str
    entry: ModelEntry

    @property
    def letter(self) -> str:
        return SLOTS[self.index]

    @property
    def title(self) -> str:
        return self.entry.title


def usable_slots(library: Library, state: State) -> tuple[ModelSlot, ...]:
    """The chosen models that exist and can be used, in their order."""
    return slots_of(state.models, [find_entry(library, key) for key in state.models])


def slots_of(keys: Sequence[str], entries: Sequence[ModelEntry | None]) -> tuple[ModelSlot, ...]:
    """Those of the models that can be used; an entry is None where the model does not exist."""
    return tuple(
        ModelSlot(place, key, entry)
        for place, (key, entry) in enumerate(zip(keys, entries, strict=True))
        if entry is not None and entry.problem is None
    )


def find_entry(library: Library, key: str) -> ModelEntry | None:
    """A model of the library, None if it does not exist."""
    try:
        return library.entry(key)
    except UserError:
        return None


@dataclass(frozen=True, eq=False)
class ModelFailure:
    """A model that gives no answer: why, and what can be done."""

    model: ModelSlot
    error: UserError
