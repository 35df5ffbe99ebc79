"""The dialog of the system, or Qt's own, in which a person chooses a file or a folder.

A file of their own is opened with one button in all panels; a dropped file goes the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from explorer.core.localization import tr
from explorer.ui.controls.plain_text import set_tip

OPEN_FILE = tr("Open file…")
TEXTS = tr("Text (*.txt *.md);;All files (*)")
TABLES = tr("Tables (*.tsv *.csv *.jsonl *.json *.txt);;All files (*)")


def file_dialog(
    parent: QWidget,
    title: str,
    start: str,
    then: Callable[[str], object],
    kinds: str = "",
    save_as: str = "",
) -> QFileDialog:
    """A dialog that calls `then` with the path; it asks before another file is replaced.

    To save with a name to begin with, `save_as`; else for a file of some `kinds`; else a folder.
    """
    dialog = QFileDialog(parent, title, start, kinds)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if save_as:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(save_as).suffix.removeprefix("."))
        dialog.selectFile(save_as)
    elif kinds:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    else:
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(then)
    # The connection holds the Python object as long as there is a dialog: without it PySide 6.11.3
    # crashes in the event loop once the dialog is deleted.
    dialog.destroyed.connect(partial(_let_go, dialog))
    return dialog


def _let_go(dialog: QFileDialog) -> None:
    """The last reference to a dialog that is deleted ends here."""


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
