"""How the curves of heads are told apart: by colour, and where colours come again by dashes."""

from __future__ import annotations

from explorer.ui.style.theme import Palette

# Apart from each other, by lightness too, also for readers who see no red or no green; no model's.
COLOURS = {
    "light": ("#16123f", "#9e6300", "#6064d0", "#8c3b2e"),
    "dark": ("#f2f2ff", "#f5bd4e", "#8d8ff0", "#d96d57"),
}
DASHES: tuple[list[float], ...] = ([], [5.0, 2.0], [5.0, 1.5, 1.0, 1.5])  # in widths of the line


def head_colour(palette: Palette, head: int) -> str:
    """The same head has the same colour in every chart of a theme."""
    colours = COLOURS[palette.name]
    return colours[head % len(colours)]


def head_dashes(head: int) -> list[float]:
    """What tells a head from those of its colour; empty for the first ones."""
    return DASHES[head // len(COLOURS["light"]) % len(DASHES)]
