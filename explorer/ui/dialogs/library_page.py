"""The models of this machine as a list to search, and what can be done with each of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFile, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMenu, QMessageBox

from explorer.core.engine.merging import can_be_merged, save_merged
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Event, Failed
from explorer.core.library.library import ModelEntry
from explorer.core.library.listing import describe, find_by_title, matches
from explorer.core.library.own_models import (
    can_be_renamed,
    check_not_training,
    is_own,
    never_began,
    rename,
)
from explorer.core.localization import tr
from explorer.ui.controls.layouts import wrap_label
from explorer.ui.controls.plain_text import plain_label, plain_question, set_tip
from explorer.ui.dialogs.choosing import file_dialog
from explorer.ui.dialogs.searching import DATA, SearchPage
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import LatestRequest
from explorer.ui.style import fonts

NO_MODELS = tr("There are no models. Open a folder that holds one.")
NO_MATCH = tr("No model here is called “{}”. Open its folder, or go to By name.")
ORIGIN_TITLES = {
    "bundled": tr("With the program"),
    "own": tr("Trained here"),
    "opened": tr("Opened folders and downloads"),
}


class LibraryPage(SearchPage):
    """A page of the library dialog. The menu is for the marked model; what it cannot do is grey."""

    def __init__(
        self,
        context: PanelContext,
        current: str,
        accepts: Callable[[ModelEntry], bool] | None = None,
        without_models: str = NO_MODELS,
    ) -> None:
        """`current` is the key of the model to mark first, or empty.

        Only models that it `accepts` are listed.
        """
        super().__init__(tr("Find a model by its name or family"), tr("Find a model"), tr("Models"))
        self._context = context
        self._accepts = accepts
        self._without_models = without_models
        self._merging = LatestRequest(context.jobs, "merge", self, lane="export")
        self._merging.progressed.connect(self.say)
        self._merging.ended.connect(self._on_merge_ended)
        self.line.textChanged.connect(self._on_typed)
        self._list.itemSelectionChanged.connect(self._on_selection)
        self._message = wrap_label(plain_label())
        self._message.setVisible(False)
        self._lay_out(self._message)
        self._build_menu()
        self.fill(current)

    @property
    def entry(self) -> ModelEntry | None:
        """The marked model."""
        entry: ModelEntry | None = self._marked_data
        return entry

    @property
    def usable(self) -> ModelEntry | None:
        """The marked model, unless it has a problem."""
        return self.entry if self.entry is not None and self.entry.problem is None else None

    def fill(self, current: str = "") -> None:
        """List the matches of the search line; `current` is marked, or else the first."""
        self._list.clear()
        family, words = self._context.engine.family, self.line.text()
        entries = [
            entry
            for entry in self._context.library.entries()
            if matches(entry, family(entry), words) and not never_began(entry)
        ]
        if self._accepts is not None:
            entries = list(filter(self._accepts, entries))
        origin = ""
        for entry in entries:
            if entry.origin != origin:
                origin = entry.origin
                heading = self._add(ORIGIN_TITLES[origin].upper())
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                heading.setFont(fonts.font(fonts.SMALL, bold=True))
            self._add_entry(entry, family(entry))
        self._mark(current)
        nothing = NO_MATCH.format(words.strip()) if words.strip() else self._without_models
        self.say("" if entries else nothing)
        self._on_selection()

    def refresh(self) -> None:
        """Fill the list again, for instance once the names of the families are known."""
        self.fill(self.entry.key if self.entry else "")

    def say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def _mark(self, key: str) -> None:
        items = [self._list.item(row) for row in range(self._list.count())]
        entries = [(item, item.data(DATA)) for item in items if item.data(DATA) is not None]
        usable = [item for item, entry in entries if entry.problem is None]
        marked = [item for item, entry in entries if entry.key == key]
        item = next(iter([*marked, *usable]), None)
        if item is not None:
            self._list.setCurrentItem(item)
            self._list.scrollToItem(item)

    def _add_entry(self, entry: ModelEntry, family: str) -> None:
        item = self._add(f"{entry.title}\n{describe(entry, family)}", entry)
        set_tip(item, str(entry.folder))
        if entry.problem is not None:  # it can be marked, to be removed from the list
            item.setForeground(self.palette().placeholderText())

    def _on_typed(self, words: str) -> None:
        """A complete name marks its model, even if it is a part of another name."""
        current = self.entry.key if self.entry else ""
        self.fill(find_by_title(self._context.library.entries(), words) or current)

    def _on_selection(self) -> None:
        entry = self.entry
        self._show_folder.setEnabled(entry is not None and entry.folder.is_dir())
        self._rename.setEnabled(entry is not None and can_be_renamed(entry))
        self._delete.setEnabled(entry is not None and is_own(entry))
        self._merge.setEnabled(entry is not None and can_be_merged(entry))
        self._forget.setEnabled(entry is not None and entry.origin == "opened")
        self.changed.emit()

    # ---- what can be done with the marked model

    def _build_menu(self) -> None:
        self.menu = QMenu(self)
        self._show_folder = self._action(tr("Show folder"), self._on_show_folder)
        self._rename = self._action(tr("Rename…"), self._on_rename, "F2")
        self._delete = self._action(tr("Move to trash…"), self._on_delete, "Del")
        self._merge = self._action(tr("Save merged…"), self._on_merge)
        set_tip(self._merge, tr("One folder with the adapter in its weights, without its base"))
        self._forget = self._action(tr("Remove from the list"), self._on_forget)
        set_tip(self._forget, tr("The folder stays as it is, and can be opened again"))
        self.menu.setToolTipsVisible(True)
        self._list.addActions(self.menu.actions())
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _action(self, text: str, run: Callable[[ModelEntry], None], key: str = "") -> QAction:
        action = self.menu.addAction(text)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # a line keeps its Delete key
        action.triggered.connect(partial(self._do, run))
        return action

    def _do(self, run: Callable[[ModelEntry], None], *_: object) -> None:
        """Run an action with the marked model; say why it is not possible."""
        try:
            if self.entry is not None:
                run(self.entry)
        except UserError as error:
            self.say(str(error))

    def _on_changed(self, key: str = "") -> None:
        """A model was renamed or removed; mark the one of this key."""
        self._context.library_changed()
        self.fill(key)

    def _on_show_folder(self, entry: ModelEntry) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(entry.folder))):
            raise UserError(
                tr("No file manager could be started."),
                tr("The folder is {entry}.", entry=entry.folder),
            )

    def _on_rename(self, entry: ModelEntry) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(tr("Rename"))
        dialog.setLabelText(tr("Name of the model (its folder stays where it is):"))
        dialog.setTextValue(entry.title)
        dialog.setOkButtonText(tr("Rename"))
        dialog.textValueSelected.connect(partial(self._do, partial(self._give_title, dialog)))
        dialog.open()

    def _give_title(self, dialog: QInputDialog, entry: ModelEntry) -> None:
        rename(entry, dialog.textValue())
        self._on_changed(entry.key)

    def _on_delete(self, entry: ModelEntry) -> None:
        check_not_training(entry)
        box = plain_question(
            self,
            tr("Move to trash"),
            tr("Move {entry} to the trash?", entry=entry.title),
            tr(
                "{entry}\n\nIt can be restored from the trash. If the window shows it now, it is "
                "removed from there.",
                entry=entry.folder,
            ),
        )
        move = box.addButton(tr("Move to trash"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        move.clicked.connect(partial(self._do, self._move_to_trash))
        box.open()

    def _move_to_trash(self, entry: ModelEntry) -> None:
        check_not_training(entry)
        if not QFile(str(entry.folder)).moveToTrash():
            raise UserError(
                tr("{entry} could not be moved to the trash.", entry=entry.folder),
                tr("Delete it in the file manager, by Show folder."),
            )
        store = self._context.store
        store.update(models=tuple(key for key in store.state.models if key != entry.key))
        self._on_changed()

    def _on_merge(self, entry: ModelEntry) -> None:
        """Choose where; the folder is made by a job, which ends with the dialog."""
        title = tr("Where the folder {name} is made", name=_merged_name(entry))
        then = partial(self.save_merged, entry)
        file_dialog(self, title, str(entry.folder.parent), then).open()

    def save_merged(self, entry: ModelEntry, place: str) -> None:
        out, engine = Path(place, _merged_name(entry)), self._context.engine
        self._merging.start(partial(save_merged, engine, entry.key, out), self._on_merged)

    def _on_merged(self, out: Path) -> None:
        entry = self._context.library.open_folder(out)
        self._on_changed(entry.key)
        self.say(tr("Saved {path}.", path=out))

    def _on_merge_ended(self, event: Event) -> None:
        if isinstance(event, Failed):
            self.say(str(event.error))

    def stop(self) -> None:
        """The dialog is closed."""
        self._merging.cancel()

    def _on_forget(self, entry: ModelEntry) -> None:
        self._context.library.forget(entry.key)
        self._on_changed()


def _merged_name(entry: ModelEntry) -> str:
    """The name of the folder of an adapter that is saved with its base."""
    return f"{entry.name}-merged"
