"""The places of the chosen models, which give them their letters."""

from __future__ import annotations

SLOTS = "ABCD"


def letter_title(slot: int | None, title: str) -> str:
    """A title after the letter of its place; from the fifth place on there is no letter."""
    return title if slot is None or slot >= len(SLOTS) else f"{SLOTS[slot]} {title}"
