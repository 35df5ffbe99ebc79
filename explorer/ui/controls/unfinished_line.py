"""Runs of another day that can go on, of which a person chooses one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from explorer.ui.controls.form import fill, side_by_side
from explorer.ui.controls.plain_text import plain_label

MIN_NAME = 120  # pixels


class UnfinishedLine(QWidget):
    """A list of folders and a button; only while there are any."""

    resume_requested = Signal(object)  # the folder, a Path

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is read to people who do not see the list."""
        super().__init__(parent)
        label = plain_label("Unfinished")
        label.setProperty("muted", True)
        self.runs = QComboBox()
        self.runs.setAccessibleName(name)
        self.runs.setMinimumWidth(MIN_NAME)
        self.resume = QPushButton("Resume it")
        self.resume.clicked.connect(self._on_clicked)
        side_by_side(self, label, self.runs, self.resume)
        self.setVisible(False)

    def offer(self, folders: Sequence[Path]) -> None:
        """Other runs; the chosen one stays chosen as long as it is among them."""
        found = [(folder.name, str(folder)) for folder in folders]
        fill(self.runs, found, self.runs.currentData())
        self.setVisible(bool(found))

    def _on_clicked(self) -> None:
        self.resume_requested.emit(Path(self.runs.currentData()))
