"""The dialog of the system, or Qt's own, in which a person chooses a file or a folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


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
