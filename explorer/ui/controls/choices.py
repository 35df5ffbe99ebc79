"""The views of a panel as tabs, and the scale of the colours of attention weights."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QTabBar

from explorer.core.localization import tr
from explorer.ui.controls.plain_text import set_tip

SCALE_TIP = tr(
    "How weights become colours. On a linear scale a weight of 0.5 is half of the scale; "
    "a square-root scale makes small weights visible"
)


class ViewTabs(QTabBar):
    """One tab for each view."""

    chosen = Signal(str)  # the name of a view

    def __init__(self, titles: Mapping[str, str]) -> None:
        super().__init__()
        self._names = tuple(titles)
        self.setAccessibleName(tr("View"))
        self.setDrawBase(False)
        self.setExpanding(False)
        for title in titles.values():
            self.addTab(title)
        self.currentChanged.connect(lambda index: self.chosen.emit(self._names[index]))

    def show_view(self, name: str) -> None:
        """Mark the tab of a view, without a signal."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self._names.index(name))


class ScaleBox(QComboBox):
    """A linear or a square-root scale."""

    chosen = Signal(bool)  # whether it is the square root

    def __init__(self) -> None:
        super().__init__()
        self.addItem(tr("Linear scale"), False)
        self.addItem(tr("√ scale"), True)
        self.setAccessibleName(tr("Colour scale"))
        set_tip(self, SCALE_TIP)
        self.activated.connect(lambda: self.chosen.emit(self.currentData()))

    def show_scale(self, root: bool) -> None:
        """Show a choice, without a signal."""
        self.setCurrentIndex(int(root))
