"""The options of the last export, as stored in the session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths

from explorer.core.state.state import JSON
from explorer.ui.export.layout import FIGURE_SIZES, PAGE, ExportOptions, FigureSize
from explorer.ui.export.writers import FORMATS, Format
from explorer.ui.style.theme import DARK, LIGHT

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
        return {**vars(self), "formats": list(self.formats), "size": self.size.name}

    @classmethod
    def from_json(cls, saved: JSON) -> ExportChoices:
        """The inverse of `to_json`; missing or invalid values become defaults."""
        first, values = cls(), saved if isinstance(saved, Mapping) else {}
        valid: dict[str, Any] = {
            name: value
            for name in ("dpi", "dark", "caption", "folder")
            if type(value := values.get(name)) is type(getattr(first, name))
        }
        formats, size = values.get("formats"), values.get("size")
        chosen = [name for name in FORMATS if isinstance(formats, list) and name in formats]
        return cls(
            formats=tuple(chosen) or first.formats,
            size=next((one for one in FIGURE_SIZES if one.name == size), first.size),
            **{**valid, "dpi": min(max(valid.get("dpi", first.dpi), MIN_DPI), MAX_DPI)},
        )


def default_folder() -> Path:
    """The user's pictures folder, or the home folder if there is none."""
    where = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
    return Path(where or Path.home()) / "PLM Explorer"
