"""Which model gives its place, where one more is wished for and there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from explorer.ui.controls.plain_text import plain_label

UNDECIDED = "choose which"


class ExchangeLine(QWidget):
    """Says why there is no room, and asks; nobody is taken away unasked."""

    changed = Signal()

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        """`names` are those of the models side by side, in their order."""
        super().__init__(parent)
        reason = plain_label(
            f"{len(names)} models stand side by side, as many as there is room for."
        )
        reason.setWordWrap(True)
        self.box = QComboBox()
        self.box.setAccessibleName("The model that gives its place")
        self.box.setPlaceholderText(UNDECIDED)
        self.box.addItems(list(names))
        self.box.setCurrentIndex(-1)
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(plain_label("Use this one in place of"))
        line.addWidget(self.box)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(reason)
        layout.addLayout(line)

    @property
    def index(self) -> int | None:
        """The model that was chosen to give its place; None as long as none was."""
        return self.box.currentIndex() if self.box.currentIndex() >= 0 else None
