"""The theme of the window: its palette and zoom, and the style sheet that follows them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from shiboken6 import isValid

from explorer.core.state.slots import SLOTS
from explorer.ui.style import fonts
from explorer.ui.style.palette import DARK, LIGHT, PALETTES, Palette
from models.runtime.resources import resource

ThemeChoice = Literal["system", "light", "dark"]
LENGTH = re.compile(r"\b([3-9]|\d{2,})px")  # thinner lines are not zoomed
STYLE = "fusion"
FALLBACK_ICON = "panel"
ICON_SIZE = 20


class Theme(QObject):
    """The current palette and zoom. Views repaint on `changed`.

    Setting a style sheet takes 0.3 ms for each widget, even invisible ones: half a second for the
    whole window. So each part of the window has its own sheet, and after a change they are set one
    by one, visible parts first, while the event loop runs.
    """

    changed = Signal(object)  # Palette

    def __init__(self, choice: ThemeChoice = "system") -> None:
        super().__init__()
        self._choice: ThemeChoice = choice
        self.palette = Palette.current = self._resolve_palette()
        self.zoom = 1.0  # the size of text and figures relative to the usual one
        self._parts: list[QWidget] = []
        self._outdated: list[QWidget] = []  # those that still have the previous sheet
        self._icons: dict[QAbstractButton, tuple[str, str, str]] = {}
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._update)

    @property
    def is_settled(self) -> bool:
        """Whether all parts of the window have the current style sheet."""
        return not self._outdated

    def set_zoom(self, zoom: float) -> None:
        if zoom != self.zoom:
            self.zoom = zoom
            self._announce()

    def choose(self, choice: ThemeChoice) -> None:
        self._choice = choice
        self._update()

    def apply_theme(self, part: QWidget) -> None:
        """Set the style sheet of a part of the window, now and after every change."""
        self._parts = [each for each in self._parts if isValid(each)]
        if part not in self._parts:
            self._parts.append(part)
            part.setStyleSheet(self._sheet())

    def _apply_theme_next(self) -> None:
        self._outdated = [each for each in self._outdated if isValid(each)]
        if self._outdated:
            self._outdated.pop(0).setStyleSheet(self._sheet())
            QTimer.singleShot(0, self, self._apply_theme_next)

    def icon(self, name: str, colour: str | None = None) -> QIcon:
        """A line icon of the program in a colour; an unknown name gives the general icon."""
        return tinted_icon(name, colour or self.palette.text)

    def set_icon(
        self, button: QAbstractButton, name: str, colour: str = "text", checked: str = ""
    ) -> None:
        """Give a button an icon in a colour of the palette, now and after every change.

        While the button is checked the icon has the colour `checked`, if that is given.
        """
        if self._icons.get(button) != (name, colour, checked):
            self._icons = {each: icon for each, icon in self._icons.items() if isValid(each)}
            self._icons[button] = name, colour, checked
            self._paint_icon(button)

    def _paint_icon(self, button: QAbstractButton) -> None:
        name, colour, checked = self._icons[button]
        icon = self.icon(name, getattr(self.palette, colour))
        if checked:
            tinted_icon(name, getattr(self.palette, checked), icon, QIcon.State.On)
        button.setIcon(icon)

    def _resolve_palette(self) -> Palette:
        if self._choice != "system":
            return PALETTES[self._choice]
        scheme = QGuiApplication.styleHints().colorScheme()
        return DARK if scheme == Qt.ColorScheme.Dark else LIGHT

    def _update(self) -> None:
        new = self._resolve_palette()
        if new is not self.palette:
            self.palette = Palette.current = new
            self._announce()

    def _announce(self) -> None:
        """Report a change of palette or zoom, and set the style sheets again."""
        waiting = bool(self._outdated)
        valid = (part for part in self._parts if isValid(part))
        self._outdated = sorted(valid, key=lambda part: not part.isVisible())
        for button in filter(isValid, self._icons):
            self._paint_icon(button)
        self.changed.emit(self.palette)
        if not waiting:
            self._apply_theme_next()

    def _sheet(self) -> str:
        return style_sheet(self.palette, self.zoom)


def tinted_icon(
    name: str, colour: str, icon: QIcon | None = None, state: QIcon.State = QIcon.State.Off
) -> QIcon:
    """The icon in one colour, drawn at three densities; for another state of an earlier `icon`."""
    renderer = QSvgRenderer(
        QByteArray(_icon_source(name).replace(b"currentColor", colour.encode()))
    )
    icon = icon or QIcon()
    for density in (1, 2, 3):
        pixmap = QPixmap(ICON_SIZE * density, ICON_SIZE * density)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter)
        painter.end()
        pixmap.setDevicePixelRatio(density)
        icon.addPixmap(pixmap, QIcon.Mode.Normal, state)
    return icon


def _icon_source(name: str) -> bytes:
    path: Path = resource("icons", f"{name}.svg")
    if not path.is_file():
        path = resource("icons", f"{FALLBACK_ICON}.svg")
    return path.read_bytes()


def apply(app: QApplication, palette: Palette, zoom: float = 1.0) -> None:
    """The style, palette and font of the application; `Theme.apply_theme` adds the style sheet."""
    if app.style().name() != STYLE:  # setting it again would update every widget
        app.setStyle(STYLE)
    app.setPalette(_qt_palette(palette))
    app.setFont(fonts.font(fonts.BODY * zoom))


def _qt_palette(palette: Palette) -> QPalette:
    made = QPalette()
    role = QPalette.ColorRole
    colours = {
        role.Window: palette.surface,
        role.WindowText: palette.text,
        role.Base: palette.ground,
        role.AlternateBase: palette.surface,
        role.Text: palette.text,
        role.Button: palette.raised,
        role.ButtonText: palette.text,
        role.BrightText: palette.error,
        role.ToolTipBase: palette.raised,
        role.ToolTipText: palette.text,
        role.PlaceholderText: palette.muted,
        role.Highlight: palette.accent,
        role.HighlightedText: palette.ground,
        role.Link: palette.accent,
        role.Mid: palette.line,
        role.Dark: palette.line,
        role.Light: palette.raised,
    }
    for each, colour in colours.items():
        made.setColor(each, QColor(colour))
    for each in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, each, QColor(palette.muted))
    return made


@lru_cache(maxsize=len(PALETTES))
def style_sheet(palette: Palette, zoom: float = 1.0) -> str:
    """The style sheet, from resources/themes/window.qss with the palette's colours filled in.

    Lengths grow with the zoom, except hairlines.
    """
    source = resource("themes", "window.qss").read_text(encoding="utf-8")
    source = LENGTH.sub(lambda match: f"{round(int(match[1]) * zoom)}px", source)
    fields = ("ground", "surface", "raised", "line", "text", "muted", "accent", "warning", "error")
    for name in fields:
        source = source.replace(f"@{name}@", getattr(palette, name))
    for letter, colour in zip(SLOTS, palette.models, strict=True):
        source = source.replace(f"@model_{letter}@", colour)
    for name in ("up", "down", "check"):
        path = resource("themes", palette.name, f"{name}.svg").as_posix()
        source = source.replace(f"@icon_{name}@", path)
    return source.replace("@accent_soft@", palette.tint(palette.accent, 0.14))
