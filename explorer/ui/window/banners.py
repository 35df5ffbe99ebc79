"""Messages in the window, where they are seen and never in the way; one place for all of them."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.ui.controls.plain_text import plain_label
from explorer.ui.panel_base.details import Action
from explorer.ui.style.theme import Theme

Kind = Literal["true", "warning", "error"]
MAX_BANNERS = 3


class Banner(QFrame):
    """One message with its way out. A mere remark is passing, others stay until closed."""

    closed = Signal()

    def __init__(
        self,
        text: str,
        kind: Kind,
        action: Action | None,
        theme: Theme,
        topic: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.text = text
        self.topic = topic
        self.passing = kind == "true"
        self.setProperty("banner", kind)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        label = plain_label(text)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(label, 1)
        if action is not None:
            button = QPushButton(action.label)
            button.clicked.connect(action.run)
            layout.addWidget(button)
        self._theme = theme
        self._close = QToolButton()
        self._close.setIconSize(QSize(12, 12))
        self._close.setAccessibleName("Close this message")
        self._close.clicked.connect(self.closed)
        layout.addWidget(self._close)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self) -> None:
        self._close.setIcon(self._theme.icon("close", self._theme.palette.muted))


class Banners(QWidget):
    """The messages below the panel, which stays in its place; the newest stands first."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(24, 0, 24, 12)
        self._layout.setSpacing(8)
        self.setVisible(False)

    @property
    def texts(self) -> list[str]:
        return [banner.text for banner in self._banners()]

    def tell(
        self, text: str, kind: Kind = "true", action: Action | None = None, topic: str = ""
    ) -> None:
        """Show a message; one that already stands there is not shown twice."""
        if text in self.texts:
            return
        banner = Banner(text, kind, action, self._theme, topic)
        banner.closed.connect(lambda: self._remove(banner))
        self._layout.insertWidget(0, banner)
        for old in self._banners()[MAX_BANNERS:]:
            self._remove(old)
        self.setVisible(True)

    def pass_by(self) -> None:
        """What was remarked is of the past: something else is shown now."""
        for banner in self._banners():
            if banner.passing:
                self._remove(banner)

    def withdraw(self, topic: str) -> None:
        """What was said about a topic no longer holds."""
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
