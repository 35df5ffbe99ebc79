"""Messages in the window, where they are seen and never in the way; one place for all of them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from explorer.ui.controls.layouts import column, icon_button, line, push_button, wrapped
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.panel_base.details import Action
from explorer.ui.style.theme import Theme

REMARK = "remark"  # the topic of what is about the current picture; the others are warnings
MAX_BANNERS = 3


class Banner(QFrame):
    """One message, with a button if something can be done."""

    closed = Signal()

    def __init__(self, text: str, action: Action | None, theme: Theme, topic: str) -> None:
        super().__init__()
        self.text = text
        self.topic = topic
        self.setProperty("banner", "true" if topic == REMARK else "warning")
        layout = line((wrapped(plain_label(text)), 1), into=self, margins=(12, 6, 6, 6))
        if action is not None:
            layout.addWidget(push_button(action.label, action.run))
        close = icon_button("Close this message", self.closed, size=12)
        theme.set_icon(close, "close", "muted")
        layout.addWidget(close)


class Banners(QWidget):
    """The messages below the panel, so that the panel does not move; the newest is on top."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._banners: list[Banner] = []  # the newest first
        self._layout = column(into=self, margins=(24, 0, 24, 12))
        self.setVisible(False)

    @property
    def texts(self) -> list[str]:
        return [banner.text for banner in self._banners]

    def add(self, text: str, action: Action | None = None, topic: str = REMARK) -> None:
        """Show a message, unless the same one is on the screen."""
        if text in self.texts:
            return
        banner = Banner(text, action, self._theme, topic)
        banner.closed.connect(lambda: self._remove(banner))
        self._banners.insert(0, banner)
        self._layout.insertWidget(0, banner)
        for old in self._banners[MAX_BANNERS:]:
            self._remove(old)
        self.setVisible(True)

    def withdraw(self, topic: str) -> None:
        """Remove the messages about a topic, because they no longer hold."""
        for banner in [one for one in self._banners if one.topic == topic]:
            self._remove(banner)

    def _remove(self, banner: Banner) -> None:
        self._banners.remove(banner)
        banner.hide()
        banner.deleteLater()
        self.setVisible(bool(self._banners))
