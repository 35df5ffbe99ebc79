"""The models that the views show: fine-tuned just now, or chosen."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.ui.style.theme import lettered


@dataclass(frozen=True)
class Subject:
    """A model with its name and colour; a model of a run has that of the one it began with."""

    key: str
    title: str
    slot: int | None

    @property
    def name(self) -> str:
        return lettered(self.slot, self.title)
