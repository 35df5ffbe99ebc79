"""The colours of the parts of a model, what they mean, and how large numbers are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QRectF

from explorer.core.parameters.inventory import PARTS, Part
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.style.palette import Palette

SQUARE = 12.0
LINE_HEIGHT = 20.0

# Tables in indigo, attention in warm tones, feed-forward in teal, most others nearly grey. Each
# stands out from the ground, 3 to 1, and from the others, also for readers without one kind of
# cone.
COLOURS: dict[str, dict[Part, str]] = {
    "light": {
        "token": "#3d4097",
        "position": "#a67ce6",
        "attention": "#cb7f06",
        "between": "#b04c33",
        "feed_forward": "#28788a",
        "recurrent": "#8853d4",
        "norm": "#1b1c20",
        "other": "#514044",
        "head": "#629a9e",
    },
    "dark": {
        "token": "#9b85e9",
        "position": "#545bc8",
        "attention": "#f5bd4e",
        "between": "#da704e",
        "feed_forward": "#45a0a3",
        "recurrent": "#965215",
        "norm": "#f4f5f8",
        "other": "#bcc4d4",
        "head": "#6e636f",
    },
}


def part_colour(palette: Palette, part: Part) -> str:
    """Return the colour of a part, equal in every picture of a theme."""
    return COLOURS[palette.name][part]


def part_legend(counts: Sequence[Mapping[Part, float]]) -> Legend:
    """The names of the parts that any of the counts has, each after a square of its colour."""
    entries = (
        LegendEntry(title, SQUARE, partial(_draw_square, part))
        for part, title in PARTS.items()
        if any(one[part] for one in counts)
    )
    return Legend(entries, height=LINE_HEIGHT, gap=0.0)


def _draw_square(part: Part, sketch: Sketch, rect: QRectF) -> None:
    square = QRectF(rect.left(), rect.center().y() - SQUARE / 2, SQUARE, SQUARE)
    sketch.fill(square, part_colour(sketch.palette, part))
