"""The two palettes, light and dark: the colours of pictures and of the window.

Model colours have the hues of Okabe and Ito (2008, https://jfly.uni-koeln.de/color). They differ in
lightness as well, so that they read as text, and no two are one to readers of any colour vision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from explorer.ui.style.colours import (
    Table256,
    category_colour,
    diverging_map,
    even_map,
    mix,
    pale_on,
    table_colour,
)
from models.schema.records import TokenChange


@dataclass(frozen=True)
class Palette:
    """All colours of a theme. `ground` is below pictures, `surface` below controls."""

    current: ClassVar[Palette]  # that of the window, in which drawings are measured

    name: Literal["light", "dark"]
    ground: str
    surface: str
    raised: str  # a control, a chip
    line: str  # hairlines
    text: str
    muted: str  # less important text, still readable
    accent: str
    warning: str
    error: str
    models: tuple[str, str, str, str]
    further: tuple[str, str, str, str]  # of runs in the same picture as the models
    changed: str  # a token that another one replaced
    chosen: str  # a token that must be predicted and was left as it is
    sequential_anchors: tuple[str, ...]

    def model(self, slot: int) -> str:
        """The colour of the model in slot 0 (A) to 3 (D); from 4 on, of a further run."""
        colours = self.models if slot < len(self.models) else self.further
        return colours[slot % len(colours)]

    @property
    def sequential(self) -> Table256:
        """For numbers from zero up; zero is the ground."""
        return even_map(self.sequential_anchors)

    def diverging_map(self, positive: int = 0, negative: int = 1) -> Table256:
        """For differences; each arm has the colour of the model that has more."""
        return diverging_map(self.model(negative), self.ground, self.model(positive))

    def heat(self, share: float) -> str:
        """The colour at `share`, 0 to 1, of the sequential map."""
        return table_colour(self.sequential, round(255 * min(max(share, 0.0), 1.0)))

    def difference(self, share: float, positive: int, negative: int) -> str:
        """The colour at `share`, -1 to 1, of the diverging map of two slots."""
        middle = 127.5 * (1 + min(max(share, -1.0), 1.0))
        return table_colour(self.diverging_map(positive, negative), round(middle))

    def category(self, number: int) -> str:
        """The pale colour of one of any number of kinds."""
        return category_colour(number, self.name == "dark")

    def tint(self, colour: str, share: float) -> str:
        """`share` of a colour over the ground."""
        return mix(self.ground, colour, share)

    def pale(self, colour: str) -> str:
        """The least of a colour over the ground with a contrast of 3 to 1."""
        return pale_on(self.ground, colour)

    def change(self, change: TokenChange) -> str:
        """The colour for a kind of change to a token; its chip also has a shape."""
        if change in (TokenChange.RANDOM, TokenChange.REPLACED):
            return self.changed
        if change in (TokenChange.UNCHANGED, TokenChange.SPAN):
            return self.chosen
        return self.muted if change is TokenChange.HIDDEN else self.text


LIGHT = Palette(
    name="light",
    ground="#ffffff",
    surface="#f6f6f4",
    raised="#ededea",
    line="#dcdcd7",
    text="#1b1c20",
    muted="#63656d",
    accent="#3d3f96",
    warning="#8a5a00",
    error="#b3261e",
    models=("#0073bd", "#ba5111", "#005543", "#925c7b"),
    further=("#8a6d00", "#585fda", "#565b6b", "#863a1f"),
    changed="#8f5f00",
    chosen="#1f78a8",
    sequential_anchors=("#ffffff", "#c9cdf0", "#7d83cf", "#3f3f9b", "#16123f"),
)
DARK = Palette(
    name="dark",
    ground="#15171b",
    surface="#1c1f24",
    raised="#292d34",
    line="#343942",
    text="#e9eaee",
    muted="#a1a6b1",
    accent="#a9adf5",
    warning="#f0c05a",
    error="#ff8f85",
    models=("#64baf1", "#ff7830", "#4deebc", "#df91af"),
    further=("#e9d35a", "#bd9beb", "#b5cdd9", "#e8a37e"),
    changed="#f0b84a",
    chosen="#7cc8f2",
    sequential_anchors=("#15171b", "#2e2f66", "#6163bd", "#a7abf0", "#f2f2ff"),
)
PALETTES = {"light": LIGHT, "dark": DARK}
Palette.current = LIGHT
