"""Opens the library for the window, and puts the chosen model into the comparison."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from explorer.core.library.families import families
from explorer.core.state.defaults import MAX_MODELS
from explorer.ui.dialogs.by_name import ByNamePage
from explorer.ui.dialogs.downloads import Downloads
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.style.theme import lettered


class ModelChooser(QObject):
    """Replaces one of the chosen models, or adds one while there is room."""

    def __init__(self, context: PanelContext, downloads: Downloads, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._downloads = downloads
        self._window = window

    def open(self, index: int | None = None) -> LibraryDialog:
        """Choose a model for the place `index`, or one more for None."""
        context = self._context
        models = context.store.state.models
        current = models[index] if index is not None and index < len(models) else ""
        full = self._titles() if index is None and len(models) >= MAX_MODELS else ()
        by_name = ByNamePage(context.jobs, self._downloads)
        dialog = LibraryDialog(
            context.library, by_name, self._window, context.engine.family, current, full
        )
        dialog.chosen.connect(lambda key: self._use(key, dialog.place if full else index))
        dialog.deleted.connect(self._remove)
        dialog.library_changed.connect(context.library_changed)
        dialog.unnamed.connect(lambda folder: self._guess_architecture(dialog, folder))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def _guess_architecture(self, dialog: LibraryDialog, folder: str) -> None:
        """Read from the weights of a folder, in the background, what it may be."""
        work = partial(families, folder)
        self._context.jobs.submit("explore", "families", work, partial(dialog.offer, folder))

    def _use(self, key: str, index: int | None) -> None:
        models = [*self._context.store.state.models]
        if index is not None and index < len(models):
            models[index] = key
        else:
            assert len(models) < MAX_MODELS
            models.append(key)
        self._context.store.update(models=tuple(models))

    def _remove(self, key: str) -> None:
        """A model whose folder is in the trash leaves the comparison."""
        models = self._context.store.state.models
        self._context.store.update(models=tuple(other for other in models if other != key))

    def _titles(self) -> tuple[str, ...]:
        """The chosen models by letter and title; by key if they are no longer there."""
        models = self._context.store.state.models
        entries = map(self._context.entry, models)
        return tuple(
            lettered(place, entry.title if entry else key)
            for place, (key, entry) in enumerate(zip(models, entries, strict=True))
        )
