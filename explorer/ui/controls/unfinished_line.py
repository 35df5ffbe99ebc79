"""Unfinished runs, one of which can be chosen and resumed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from explorer.ui.controls.form import fill
from explorer.ui.controls.layouts import line, muted_label

MIN_NAME = 120  # pixels


class UnfinishedLine(QWidget):
    """A list of folders and a button; only while there are any."""

    resume_requested = Signal(object)  # the folder, a Path

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is for screen readers."""
        super().__init__(parent)
        self.runs = QComboBox()
        self.runs.setAccessibleName(name)
        self.runs.setMinimumWidth(MIN_NAME)
        self.resume = QPushButton("Resume it")
        self.resume.clicked.connect(self._on_clicked)
        line(muted_label("Unfinished"), self.runs, self.resume, None, into=self)
        self.setVisible(False)

    def offer(self, folders: Sequence[Path]) -> None:
        """List these runs; the chosen one stays chosen if it is among them."""
        items = [(folder.name, str(folder)) for folder in folders]
        fill(self.runs, items, self.runs.currentData())
        self.setVisible(bool(items))

    def _on_clicked(self) -> None:
        self.resume_requested.emit(Path(self.runs.currentData()))
