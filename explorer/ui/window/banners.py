"""Messages in the window, where they are seen and never in the way; one place for all of them."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from explorer.ui.controls.layouts import column, icon_button, line, wrapped
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.panel_base.details import Action
from explorer.ui.style.theme import Theme

Kind = Literal["true", "warning", "error"]
MAX_BANNERS = 3


class Banner(QFrame):
    """One message, with a button if something can be done. Remarks are passing; others stay."""

    closed = Signal()

    def __init__(
        self, text: str, kind: Kind, action: Action | None, theme: Theme, topic: str = ""
    ) -> None:
        super().__init__()
        self.text = text
        self.topic = topic
        self.passing = kind == "true"
        self.setProperty("banner", kind)
        layout = line((wrapped(plain_label(text)), 1), into=self, margins=(12, 6, 6, 6))
        if action is not None:
            button = QPushButton(action.label)
            button.clicked.connect(action.run)
            layout.addWidget(button)
        self._theme = theme
        self._close = icon_button("Close this message", self.closed, size=12)
        layout.addWidget(self._close)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self) -> None:
        self._close.setIcon(self._theme.icon("close", self._theme.palette.muted))


class Banners(QWidget):
    """The messages below the panel, so that the panel does not move; the newest is on top."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._layout = column(into=self, margins=(24, 0, 24, 12))
        self.setVisible(False)

    @property
    def texts(self) -> list[str]:
        return [banner.text for banner in self._banners()]

    def add(
        self, text: str, kind: Kind = "true", action: Action | None = None, topic: str = ""
    ) -> None:
        """Show a message, unless the same one is on the screen."""
        if text in self.texts:
            return
        banner = Banner(text, kind, action, self._theme, topic)
        banner.closed.connect(lambda: self._remove(banner))
        self._layout.insertWidget(0, banner)
        for old in self._banners()[MAX_BANNERS:]:
            self._remove(old)
        self.setVisible(True)

    def remove_remarks(self) -> None:
        """Remarks are about the picture before; warnings and errors stay."""
        for banner in self._banners():
            if banner.passing:
                self._remove(banner)

    def withdraw(self, topic: str) -> None:
        """Remove the messages about a topic, because they no longer hold."""
        for banner in self._banners():
            if banner.topic == topic:
                self._remove(banner)

    def _banners(self) -> list[Banner]:
        items = [self._layout.itemAt(index) for index in range(self._layout.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if isinstance(widget, Banner)]

    def _remove(self, banner: Banner) -> None:
        self._layout.removeWidget(banner)
        banner.hide()
        banner.deleteLater()
        self.setVisible(bool(self._banners()))
