"""The options of the last export, as stored in the session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from PySide6.QtCore import QStandardPaths

from explorer.core.state.choices import FormChoice
from explorer.core.state.state import JSON
from explorer.ui.export.layout import FIGURE_SIZES, PAGE, ExportOptions, FigureSize
from explorer.ui.export.writers import FORMATS, Format
from explorer.ui.style.theme import DARK, LIGHT

SCREEN_DPI = 96  # at which a pixel of the picture is a logical one, as in CSS
MIN_DPI, MAX_DPI = 48, 800
PRINT_DPI = 300  # what journals ask for, at least


@dataclass(frozen=True)
class ExportChoices(FormChoice):
    """The options of the dialog. `dpi` is for PNG; an empty `folder` is the pictures folder."""

    formats: tuple[Format, ...] = ("png", "pdf")
    size: FigureSize = PAGE
    dpi: int = PRINT_DPI
    dark: bool = False
    caption: bool = True
    folder: str = ""

    @property
    def options(self) -> ExportOptions:
        palette = DARK if self.dark else LIGHT
        return ExportOptions(self.size, self.dpi / SCREEN_DPI, palette, self.caption)

    @property
    def look(self) -> tuple[FigureSize, bool, bool]:
        """What the picture depends on at any resolution."""
        return self.size, self.dark, self.caption

    def to_json(self) -> dict[str, JSON]:
        return {**super().to_json(), "size": self.size.name}

    @classmethod
    def from_json(cls, values: JSON) -> Self:
        """As for other forms; a resolution is brought into the range that is offered."""
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
