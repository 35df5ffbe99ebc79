"""The scale of the colours of attention weights."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from explorer.ui.controls.plain_text import set_tip

TIP = (
    "How weights become colours. On a linear scale a weight of 0.5 is half of the scale; a "
    "square-root scale makes small weights visible"
)


class ScaleBox(QComboBox):
    """A linear or a square-root scale."""

    chosen = Signal(bool)  # whether it is the square root

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.addItem("Linear scale", False)
        self.addItem("√ scale", True)
        self.setAccessibleName("Colour scale")
        set_tip(self, TIP)
        self.activated.connect(lambda: self.chosen.emit(self.currentData()))

    def show_scale(self, root: bool) -> None:
        """Show a choice, without a signal."""
        self.setCurrentIndex(int(root))
