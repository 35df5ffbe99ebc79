"""What every panel works with: the store, the library and the models that are chosen from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from explorer.core.errors import UserError
from explorer.core.library.library import Library, ModelEntry
from explorer.core.state.state import State, Store
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.style.theme import SLOTS, Theme


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


@dataclass(eq=False)
class PanelContext:
    """What every panel works with. The engine is used by `work` only, on the lane's thread."""

    store: Store
    library: Library
    engine: Any
    jobs: JobBridge
    theme: Theme
    library_listeners: list[Callable[[], None]] = field(default_factory=list)
    _entries: dict[str, ModelEntry | None] = field(default_factory=dict)  # None: not there
    _seen: list[ModelEntry] = field(init=False)  # of the library, when it was last looked at

    def __post_init__(self) -> None:
        self._seen = self.library.entries()

    def slots(self, state: State) -> tuple[ModelSlot, ...]:
        """The chosen models that can be used, in their order."""
        found = zip(state.models, map(self.entry, state.models), strict=True)
        return tuple(
            ModelSlot(place, key, entry)
            for place, (key, entry) in enumerate(found)
            if entry is not None and entry.problem is None
        )

    def entry(self, key: str) -> ModelEntry | None:
        """A model of the library, or that there is none, remembered until the library changes."""
        if key not in self._entries:
            try:
                self._entries[key] = self.library.entry(key)
            except UserError:
                self._entries[key] = None
        return self._entries[key]

    def library_changed(self) -> None:
        """A run was added, or a folder opened: look again, and tell who shows models."""
        self._entries.clear()
        self._seen = self.library.entries()
        for listener in tuple(self.library_listeners):
            listener()

    def look_again(self) -> None:
        """Tell who shows models if any came, went, or was written again meanwhile."""
        listed = self.library.entries()
        unlisted = {key: entry for key, entry in self._entries.items() if entry not in listed}
        for key in unlisted:
            del self._entries[key]
        if listed != self._seen or any(self.entry(key) != was for key, was in unlisted.items()):
            self.library_changed()
