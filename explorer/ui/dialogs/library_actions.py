"""What can be done with a model of the library: show, rename, delete, remove from the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QFile, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMenu, QMessageBox, QWidget

from explorer.core.errors import UserError
from explorer.core.library.library import ModelEntry
from explorer.core.library.own_models import can_be_renamed, check_not_training, is_own, rename
from explorer.ui.controls.plain_text import plain_question, set_tip
from explorer.ui.panel_base.context import PanelContext


class LibraryActions(QObject):
    """A menu for the marked model. What cannot be done with it is grey."""

    changed = Signal(str)  # key of the model to mark now, or empty
    failed = Signal(str)  # why

    def __init__(
        self, context: PanelContext, marked: Callable[[], ModelEntry | None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._marked = marked
        self._parent = parent
        self.menu = QMenu(parent)
        self._show_folder = self._action("Show folder", self._on_show_folder)
        self._rename = self._action("Rename…", self._on_rename, "F2")
        self._delete = self._action("Move to trash…", self._on_delete, "Del")
        self._forget = self._action("Remove from the list", self._on_forget)
        set_tip(self._forget, "The folder stays as it is, and can be opened again")
        self.menu.setToolTipsVisible(True)

    def refresh(self) -> None:
        """Another model is marked."""
        entry = self._marked()
        self._show_folder.setEnabled(entry is not None and entry.folder.is_dir())
        self._rename.setEnabled(entry is not None and can_be_renamed(entry))
        self._delete.setEnabled(entry is not None and is_own(entry))
        self._forget.setEnabled(entry is not None and entry.origin == "opened")

    def _action(self, text: str, run: Callable[[ModelEntry], None], key: str = "") -> QAction:
        action = self.menu.addAction(text)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # a line keeps its Delete key
        action.triggered.connect(partial(self._do, run))
        return action

    def _do(self, run: Callable[[ModelEntry], None], *_: object) -> None:
        entry = self._marked()
        if entry is None:
            return
        try:
            run(entry)
        except UserError as error:
            self.failed.emit(str(error))

    def _on_show_folder(self, entry: ModelEntry) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(entry.folder))):
            raise UserError("No file manager could be started.", f"The folder is {entry.folder}.")

    def _on_rename(self, entry: ModelEntry) -> None:
        dialog = QInputDialog(self._parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle("Rename")
        dialog.setLabelText("Name of the model (its folder stays where it is):")
        dialog.setTextValue(entry.title)
        dialog.setOkButtonText("Rename")
        dialog.textValueSelected.connect(partial(self._do, partial(self._give_title, dialog)))
        dialog.open()

    def _give_title(self, dialog: QInputDialog, entry: ModelEntry) -> None:
        rename(entry, dialog.textValue())
        self.changed.emit(entry.key)

    def _on_delete(self, entry: ModelEntry) -> None:
        check_not_training(entry)
        box = plain_question(
            self._parent,
            "Move to trash",
            f"Move {entry.title} to the trash?",
            f"{entry.folder}\n\nIt can be restored from the trash. If the window shows it now, "
            "it is removed from there.",
        )
        move = box.addButton("Move to trash", QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        move.clicked.connect(partial(self._do, self._move_to_trash))
        box.open()

    def _move_to_trash(self, entry: ModelEntry) -> None:
        check_not_training(entry)
        if not QFile(str(entry.folder)).moveToTrash():
            raise UserError(
                f"{entry.folder} could not be moved to the trash.",
                "Delete it in the file manager, by Show folder.",
            )
        store = self._context.store
        store.update(models=tuple(key for key in store.state.models if key != entry.key))
        self.changed.emit("")

    def _on_forget(self, entry: ModelEntry) -> None:
        self._context.library.forget(entry.key)
        self.changed.emit("")
