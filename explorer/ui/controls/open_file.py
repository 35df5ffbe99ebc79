"""The button with which a person opens a file of their own; a dropped file goes the same way."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QPushButton

from explorer.core.localization import tr
from explorer.ui.controls.plain_text import set_tip

OPEN_FILE = tr("Open file…")
TEXTS = tr("Text (*.txt *.md);;All files (*)")
TABLES = tr("Tables (*.tsv *.csv *.jsonl *.json *.txt);;All files (*)")


class OpenFileButton(QPushButton):
    """Asks for a file; its owner takes the path."""

    path_chosen = Signal(str)
    cancelled = Signal()

    def __init__(self, title: str, kinds: str, tip: str = "") -> None:
        """`title` is that of the dialog; `kinds` as Qt writes them, those that fit first."""
        super().__init__(OPEN_FILE)
        self._title, self._kinds = title, kinds
        set_tip(self, tip or title)
        self.setAccessibleName(f"{self.text()} {title}")
        self.clicked.connect(self.ask)

    def takes(self, path: Path) -> bool:
        """Whether a file of this name is of the kinds that fit."""
        endings = re.findall(r"\*(\.\w+)", self._kinds.partition(";;")[0])
        return path.suffix.lower() in endings

    def ask(self) -> None:
        """Open the dialog; nothing changes if it is cancelled."""
        path, _ = QFileDialog.getOpenFileName(self.window(), self._title, "", self._kinds)
        if path:
            self.path_chosen.emit(str(Path(path)))
        else:
            self.cancelled.emit()
