"""Shared by all panels: the store, the library, and the models chosen from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from explorer.core.library.library import Library, ModelEntry
from explorer.core.library.slots import ModelSlot, find_entry, slots_of
from explorer.core.state.state import State, Store
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.style.theme import Theme


@dataclass(eq=False)
class PanelContext:
    """Shared by all panels. Only `work` uses the engine, on the thread of its lane."""

    store: Store
    library: Library
    engine: Any
    jobs: JobBridge
    theme: Theme
    library_listeners: list[Callable[[], None]] = field(default_factory=list)
    _entries: dict[str, ModelEntry | None] = field(default_factory=dict)  # None: does not exist
    _listed: list[ModelEntry] = field(init=False)  # the library at the last look

    def __post_init__(self) -> None:
        self._listed = self.library.entries()

    def slots(self, state: State) -> tuple[ModelSlot, ...]:
        """The chosen models that can be used, in their order."""
        return slots_of(state.models, [self.entry(key) for key in state.models])

    def entry(self, key: str) -> ModelEntry | None:
        """A model of the library, None if it does not exist; cached until the library changes."""
        if key not in self._entries:
            self._entries[key] = find_entry(self.library, key)
        return self._entries[key]

    def entries(self) -> list[ModelEntry]:
        """The models of the library, as they were when it changed last."""
        return self._listed

    def library_changed(self) -> None:
        """A run was added, or a folder opened: read the library again and call the listeners."""
        self._entries.clear()
        self._listed = self.library.entries()
        for listener in tuple(self.library_listeners):
            listener()

    def refresh_library(self) -> None:
        """Call the listeners if a model was added, removed or written again meanwhile."""
        listed = self.library.entries()
        unlisted = {key: entry for key, entry in self._entries.items() if entry not in listed}
        for key in unlisted:
            del self._entries[key]
        if listed != self._listed or any(self.entry(key) != was for key, was in unlisted.items()):
            self.library_changed()
