"""The views of a panel as tabs."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QTabBar, QWidget


class ViewTabs(QTabBar):
    """One tab for each view."""

    chosen = Signal(str)  # the name of a view

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = tuple(titles)
        self.setAccessibleName("View")
        self.setDrawBase(False)
        self.setExpanding(False)
        for title in titles.values():
            self.addTab(title)
        self.currentChanged.connect(lambda index: self.chosen.emit(self._names[index]))

    def show_view(self, name: str) -> None:
        """Mark the tab of a view, without a signal."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self._names.index(name))
