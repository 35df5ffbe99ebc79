"""What a person chooses for an export: formats, sizes and colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Self

from PySide6.QtCore import QStandardPaths

from explorer.core.localization import tr
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import JSON
from explorer.ui.style.palette import DARK, LIGHT, Palette

Format = Literal["png", "svg", "pdf", "csv", "json"]
FORMATS: tuple[Format, ...] = ("png", "svg", "pdf", "csv", "json")
PICTURE_FORMATS: frozenset[Format] = frozenset({"png", "svg", "pdf"})
FORMAT_TITLES: dict[Format, str] = {
    "png": tr("PNG, pixels"),
    "svg": tr("SVG, vector"),
    "pdf": tr("PDF, vector"),
    "csv": tr("CSV, the numbers"),
    "json": tr("JSON, the numbers"),
}
PIXELS_PER_MM = 96 / 25.4  # a logical pixel is 1/96 inch, as in CSS
SCREEN_DPI = 96  # at which a pixel of the picture is a logical one, as in CSS
MIN_DPI, MAX_DPI = 48, 800
PRINT_DPI = 300  # what journals ask for, at least


@dataclass(frozen=True)
class FigureSize:
    """A paper size. `density` sets how many logical pixels of the window go into a printed one,
    so that type has a size that suits the page."""

    name: str
    title: str
    width_mm: float
    density: float
    height_mm: float | None = None  # None: as tall as the picture

    @property
    def width(self) -> float:
        """Logical pixels on paper."""
        return self.width_mm * PIXELS_PER_MM


# Widths of one and two columns as common in journals (Nature: 89 and 183 mm); the slide is the
# 13.33 x 7.5 inches of presentation programs. Body type of 13 px becomes 7, 7.5 and 15 points.
COLUMN = FigureSize("column", tr("Column, 89 mm"), 89.0, density=1.4)
PAGE = FigureSize("page", tr("Page, 183 mm"), 183.0, density=1.3)
SLIDE = FigureSize("slide", tr("Slide, 16 : 9"), 338.67, density=1.0, height_mm=190.5)
FIGURE_SIZES = (COLUMN, PAGE, SLIDE)


@dataclass(frozen=True)
class ExportChoices(FormChoice):
    """Export options of the session. `dpi` is for PNG; an empty `folder` is the pictures folder."""

    formats: tuple[Format, ...] = ("png", "pdf")
    size: FigureSize = PAGE
    dpi: int = PRINT_DPI
    dark: bool = False
    caption: bool = True
    folder: str = ""

    @property
    def palette(self) -> Palette:
        return DARK if self.dark else LIGHT

    @property
    def scale(self) -> float:
        """Pixels of a PNG for each logical pixel."""
        return self.dpi / SCREEN_DPI

    @property
    def look(self) -> tuple[FigureSize, bool, bool]:
        """What the picture depends on at any resolution."""
        return self.size, self.dark, self.caption

    def to_json(self) -> dict[str, JSON]:
        return {**super().to_json(), "size": self.size.name}

    @classmethod
    def from_json(cls, values: JSON) -> Self:
        """Read stored options, leaving out invalid ones; the resolution is clamped to its range."""
        choices, sizes = super().from_json(values), {size.name: size for size in FIGURE_SIZES}
        size = str(values.get("size")) if isinstance(values, Mapping) else ""
        return replace(
            choices,
            formats=tuple(name for name in FORMATS if name in choices.formats) or cls.formats,
            size=sizes.get(size, cls.size),
            dpi=min(max(choices.dpi, MIN_DPI), MAX_DPI),
        )


def default_folder() -> Path:
    """The user's pictures folder, or the home folder if there is none."""
    where = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
    return Path(where or Path.home()) / "PLM Explorer"
