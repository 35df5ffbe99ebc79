"""Which model is replaced if one more is chosen and there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from explorer.ui.controls.layouts import column, line
from explorer.ui.controls.plain_text import plain_label

UNDECIDED = "choose which"


class ExchangeLine(QWidget):
    """Says that there is no room, with a choice of the model to replace."""

    changed = Signal()

    def __init__(self, names: Sequence[str]) -> None:
        """`names` are those of the models side by side, in their order."""
        super().__init__()
        reason = plain_label(f"There are {len(names)} models side by side, the most that fit.")
        reason.setWordWrap(True)
        self.box = QComboBox()
        self.box.setAccessibleName("The model to replace")
        self.box.setPlaceholderText(UNDECIDED)
        self.box.addItems(list(names))
        self.box.setCurrentIndex(-1)
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())
        column(reason, line(plain_label("Use this one in place of"), self.box, None), into=self)

    @property
    def index(self) -> int | None:
        """The place of the model to replace; None until it is chosen."""
        return self.box.currentIndex() if self.box.currentIndex() >= 0 else None
