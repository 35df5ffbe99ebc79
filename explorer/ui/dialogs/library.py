"""Choose a model: those of the program, one's own runs, opened folders, and the hub's by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDialog,
    QInputDialog,
    QLabel,
    QTabWidget,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.core.hub.names import repo_id_of
from explorer.core.jobs.jobs import Done, Event, Failed
from explorer.core.library.adapters import check_base
from explorer.core.library.families import families
from explorer.core.library.library import ModelEntry, NoBaseError, UnnamedError
from explorer.core.localization import tr
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.slots import letter_title
from explorer.ui.controls.layouts import column, line, push_button, wrap_label
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.by_name import ByNamePage, Downloads
from explorer.ui.dialogs.choosing import file_dialog
from explorer.ui.dialogs.library_page import LibraryPage
from explorer.ui.panel_base.context import PanelContext

SIZE = (640, 600)
FULL = tr("There are {} models side by side, the most that fit.")
UNDECIDED = tr("choose which")
WHICH = tr(
    "The config.json of {name} names no model_type, as those of 2019 did not.\nThe names "
    "of its weights fit the first of these best:"
)
WHICH_BASE = tr(
    "{name} holds a LoRA adapter{named}. Choose the model that it was trained on: one of those "
    "here that fit, its folder, or a download by name."
)
NO_BASE = tr("No model here fits the adapter: the names or shapes of its weights are others.")
FOLDER_TIP = tr(
    "A checkpoint: config.json, model.safetensors, and a tokenizer.json, vocab.txt, "
    "spiece.model, tokenizer.model, or vocab.json with merges.txt"
)


class LibraryDialog(QDialog):
    """Replaces one of the chosen models, or adds one; problems with a folder are reported inside.

    Where there is no room for one more, the model to be replaced is chosen here as well.
    """

    chosen = Signal(str)  # key

    def __init__(
        self,
        context: PanelContext,
        downloads: Downloads,
        index: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`index` is the place of the model to be replaced; None adds one."""
        super().__init__(parent)
        self._context = context
        models = context.store.state.models
        self._index = index if index is not None and index < len(models) else None
        self._page = self._build_page("" if self._index is None else models[self._index])
        self._downloads = downloads
        self._by_name = ByNamePage(context, downloads)
        full = self._index is None and len(models) >= MAX_MODELS
        self._exchange = _exchange_box(_titles(context)) if full else None
        self.setWindowTitle(tr("Library of models"))
        self.setModal(True)
        self.resize(*SIZE)
        self._build()
        self._on_selection()
        self.chosen.connect(self._use_model)

    def refresh(self) -> None:
        self._page.refresh()

    def open_folder(self, folder: str, architecture: str = "", base: str = "") -> None:
        """Add a folder and choose it; problems are reported in the dialog.

        Where config.json names no architecture, the weights are read for what it may be. The base
        of an adapter is asked for where it is not found.
        """
        try:
            entry = self._context.library.open_folder(folder, architecture, base)
        except UserError as error:
            self._page.say(str(error))
            if isinstance(error, NoBaseError):
                self._ask_base(folder, error)
            if isinstance(error, UnnamedError):
                work, on_event = partial(families, folder), partial(self.offer, folder)
                self._context.jobs.submit("explore", "families", work, on_event)
            return
        self._context.library_changed()
        self._choose(entry.key)

    def offer(self, folder: str, event: Event) -> None:
        """Offer the possible architectures of a folder, and open it as the chosen one."""
        if isinstance(event, Failed):
            self._page.say(str(event.error))
        if not isinstance(event, Done):
            return
        kinds: Mapping[str, str] = event.value
        choice = QInputDialog(self)
        choice.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        choice.setWindowTitle(tr("Which architecture is it?"))
        choice.setLabelText(WHICH.format(name=Path(folder).name))
        for label in choice.findChildren(QLabel):
            label.setTextFormat(Qt.TextFormat.PlainText)  # a folder may have any name
        choice.setComboBoxItems(list(kinds))
        choice.setOkButtonText(tr("Open"))
        choice.textValueSelected.connect(lambda title: self.open_folder(folder, kinds[title]))
        choice.open()

    def _ask_base(self, folder: str, error: NoBaseError) -> None:
        """Ask for the base of an adapter, and open the adapter on it."""
        choice = BaseDialog(self._context, self._downloads, Path(folder), error, self)
        choice.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        choice.chosen.connect(lambda base: self.open_folder(folder, base=base))
        choice.open()

    def _choose(self, key: str) -> None:
        """Choose a model and close; it stays marked until the one to be replaced is known."""
        if self._exchange is not None and self._waits:
            self._tabs.setCurrentWidget(self._page)
            self._page.line.clear()
            self._page.fill(key)
            self._exchange.setFocus()
            return
        self.chosen.emit(key)
        self.accept()

    def _use_model(self, key: str) -> None:
        models = [*self._context.store.state.models]
        index = self._index if self._exchange is None else self._exchange.currentIndex()
        if index is not None and index < len(models):
            models[index] = key
        else:
            models.append(key)
        self._context.store.update(models=tuple(models))

    # ---- building

    def _build_page(self, current: str) -> LibraryPage:
        return LibraryPage(self._context, current)

    def _build(self) -> None:
        self._tabs = QTabWidget()
        self._tabs.addTab(self._page, tr("Library"))
        self._tabs.addTab(self._by_name, tr("By name"))
        self._tabs.setTabToolTip(1, tr("Download a published model from the Hugging Face hub"))
        layout = column((self._tabs, 1), into=self, spacing=12, margins=(24, 16, 24, 16))
        if self._exchange is not None:
            reason = wrap_label(plain_label(FULL.format(self._exchange.count())))
            place = line(plain_label(tr("Use this one in place of")), self._exchange, None)
            layout.addLayout(column(reason, place))
            self._exchange.currentIndexChanged.connect(self._on_selection)
        layout.addLayout(self._build_buttons())
        self._tabs.currentChanged.connect(self._on_tab)
        for page in (self._page, self._by_name):
            page.changed.connect(self._on_selection)
            page.activated.connect(self._on_use)
        self._page.line.setFocus()

    def _build_buttons(self) -> QBoxLayout:
        self._folder = push_button(tr("Open folder…"), self._on_folder, FOLDER_TIP)
        self._more = push_button(tr("More"), tip=tr("What can be done with the marked model"))
        self._more.setMenu(self._page.menu)
        self._use = push_button(tr("Use"), self._on_use, style="primary")
        self._use.setDefault(True)
        return line(
            self._folder, self._more, None, push_button(tr("Close"), self.reject), self._use
        )

    @property
    def _waits(self) -> bool:
        """Whether the model to be replaced is still to be chosen."""
        return self._exchange is not None and self._exchange.currentIndex() < 0

    @property
    def _on_hub(self) -> bool:
        return self._tabs.currentWidget() is self._by_name

    def _on_tab(self) -> None:
        self._folder.setVisible(not self._on_hub)
        self._more.setVisible(not self._on_hub)
        (self._by_name.line if self._on_hub else self._page.line).setFocus()
        self._on_selection()

    def _on_selection(self) -> None:
        """Update the button for the marked model."""
        usable = self._page.usable is not None and not self._waits
        self._use.setText(self._by_name.action if self._on_hub else tr("Use"))
        self._use.setEnabled(self._by_name.ready if self._on_hub else usable)
        set_tip(
            self._use, tr("First choose below which model gives its place") if self._waits else ""
        )

    def _on_use(self) -> None:
        folder = self._by_name.folder
        if not self._on_hub:
            if (entry := self._page.usable) is not None:
                self._choose(entry.key)
        elif folder is None:
            self._by_name.download()
        else:
            self.open_folder(str(folder))

    def _on_folder(self) -> None:
        last = self._context.library.opened_folders[-1:]
        start = Path(last[0]).parent if last else Path.home()
        file_dialog(self, tr("A folder with a model"), str(start), self.open_folder).open()

    def done(self, result: int) -> None:
        """Closed, by whichever button; a download continues."""
        self._by_name.stop()
        self._page.stop()
        super().done(result)


class BaseDialog(LibraryDialog):
    """Asks for the model that an adapter changes; one that does not fit is not chosen.

    Nothing is added to the library before the adapter is opened, except what is downloaded.
    """

    def __init__(
        self,
        context: PanelContext,
        downloads: Downloads,
        folder: Path,
        error: NoBaseError,
        parent: QWidget | None = None,
    ) -> None:
        self._adapter = folder
        self._fitting: dict[str, bool] = {}
        super().__init__(context, downloads, 0, parent)
        self.setWindowTitle(tr("Base of an adapter"))
        named = tr(" of {base}", base=error.base) if error.base else ""
        words = WHICH_BASE.format(name=folder.name, named=named)
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        layout.insertWidget(0, wrap_label(plain_label(words)))
        self._by_name.line.setText(repo_id_of(error.base) or "")

    def open_folder(self, folder: str, architecture: str = "", base: str = "") -> None:
        self._choose(folder)

    def _choose(self, key: str) -> None:
        try:
            self._context.library.check_base(self._adapter, key)
        except UserError as error:
            self._tabs.setCurrentWidget(self._page)
            self._page.say(str(error))
        else:
            self.chosen.emit(key)
            self.accept()

    def _use_model(self, key: str) -> None:
        """It gets no place of its own."""

    def _build_page(self, current: str) -> LibraryPage:
        return LibraryPage(self._context, "", self._fits, NO_BASE)

    def _fits(self, entry: ModelEntry) -> bool:
        """Whether a model can be the base; headers are read once, while a person types."""
        if entry.key not in self._fitting:
            try:
                check_base(self._adapter, entry)
            except UserError:
                self._fitting[entry.key] = False
            else:
                self._fitting[entry.key] = entry.problem is None
        return self._fitting[entry.key]


def _exchange_box(names: Sequence[str]) -> QComboBox:
    """A choice of the model to replace; at first none is chosen."""
    box = QComboBox()
    box.setAccessibleName(tr("The model to replace"))
    box.setPlaceholderText(UNDECIDED)
    box.addItems(list(names))
    box.setCurrentIndex(-1)
    return box


def _titles(context: PanelContext) -> list[str]:
    """The chosen models by letter and title; by key if they are no longer there."""
    entries = [(key, context.entry(key)) for key in context.store.state.models]
    return [
        letter_title(i, entry.title if entry else key) for i, (key, entry) in enumerate(entries)
    ]
