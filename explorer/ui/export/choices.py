"""The options of the last export, as stored in the session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QStandardPaths

from explorer.core.state.state import JSON
from explorer.ui.export.layout import FIGURE_SIZES, PAGE, ExportOptions, FigureSize
from explorer.ui.export.writers import FORMATS, Format
from explorer.ui.style.theme import DARK, LIGHT

T = TypeVar("T")

SCREEN_DPI = 96  # at which a pixel of the picture is a logical one, as in CSS
MIN_DPI, MAX_DPI = 48, 800
PRINT_DPI = 300  # what journals ask for, at least


@dataclass(frozen=True)
class ExportChoices:
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

    def to_json(self) -> dict[str, JSON]:
        return {
            "formats": list(self.formats),
            "size": self.size.name,
            "dpi": self.dpi,
            "dark": self.dark,
            "caption": self.caption,
            "folder": self.folder,
        }

    @classmethod
    def from_json(cls, saved: JSON) -> ExportChoices:
        """The inverse of `to_json`; missing or invalid values become defaults."""
        first = cls()
        values = {**first.to_json(), **saved} if isinstance(saved, Mapping) else first.to_json()
        return cls(
            formats=tuple(name for name in FORMATS if name in _as(list, values["formats"], []))
            or first.formats,
            size=next((size for size in FIGURE_SIZES if size.name == values["size"]), first.size),
            dpi=min(max(_as(int, values["dpi"], first.dpi), MIN_DPI), MAX_DPI),
            dark=_as(bool, values["dark"], first.dark),
            caption=_as(bool, values["caption"], first.caption),
            folder=_as(str, values["folder"], first.folder),
        )


def _as(kind: type[T], value: JSON, otherwise: T) -> T:
    return value if type(value) is kind else otherwise


def default_folder() -> Path:
    """The user's pictures folder, or the home folder if there is none."""
    where = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
    return Path(where or Path.home()) / "PLM Explorer"
