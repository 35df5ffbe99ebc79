"""Choose a model: those of the program, one's own runs, opened folders, and the hub's by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Done, Event, Failed
from explorer.core.library.library import Library, ModelEntry, UnnamedError
from explorer.core.library.own_models import never_began
from explorer.core.readable import size_on_disk
from explorer.ui.controls.exchange_line import ExchangeLine
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.by_name import ByNamePage
from explorer.ui.dialogs.library_actions import LibraryActions
from explorer.ui.dialogs.list_keys import ListKeys
from explorer.ui.style import fonts

ORIGIN_TITLES = {
    "bundled": "With the program",
    "own": "Trained here",
    "opened": "Opened folders and downloads",
}
SIZE = (640, 600)
ENTRY = Qt.ItemDataRole.UserRole

WHICH = (
    "The config.json of {name} names no model_type, as those of 2019 did not.\n"
    "The names of its weights fit the first of these best:"
)

Family = Callable[[ModelEntry], str]  # as people write it


def architecture(entry: ModelEntry) -> str:
    """The family as config.json writes it, where nobody knows how people do."""
    return entry.architecture


class LibraryDialog(QDialog):
    """Tells which model was chosen; what is wrong with a folder is said inside.

    `current` is the key of the model that shall be exchanged, if any. `full` names the models side
    by side where there is no room for one more: then a person says as well which gives its place.
    """

    chosen = Signal(str)  # key
    library_changed = Signal()
    unnamed = Signal(str)  # a folder whose config.json names no architecture; answered by `offer`
    deleted = Signal(str)  # key of a model that is in the trash now

    def __init__(
        self,
        library: Library,
        by_name: ByNamePage,
        parent: QWidget | None = None,
        family: Family = architecture,
        current: str = "",
        full: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._by_name = by_name
        self._family = family
        self._exchange = ExchangeLine(full) if full else None
        self.setWindowTitle("Library of models")
        self.setModal(True)
        self.resize(*SIZE)
        self._build()
        self._fill(current)

    @property
    def place(self) -> int | None:
        """Which of the models side by side gives its place; None where there is room."""
        return None if self._exchange is None else self._exchange.index

    def refresh(self) -> None:
        """Look again, such as when the families' names have become known."""
        entry = self._entry()
        self._fill(entry.key if entry else "")

    def open_folder(self, folder: str, architecture: str = "") -> None:
        """Add a folder and choose it; what is wrong is said in the dialog."""
        try:
            entry = self._library.open_folder(folder, architecture)
        except UnnamedError as error:
            self._say(str(error))
            self.unnamed.emit(folder)
            return
        except UserError as error:
            self._say(str(error))
            return
        self.library_changed.emit()
        self._choose(entry.key)

    def offer(self, folder: str, event: Event) -> None:
        """Let a person choose among `families`, once they are known, and open the folder so."""
        if isinstance(event, Failed):
            self._say(str(event.error))
        if not isinstance(event, Done):
            return
        kinds: Mapping[str, str] = event.value
        choice = QInputDialog(self)
        choice.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        choice.setWindowTitle("Which architecture is it?")
        choice.setLabelText(WHICH.format(name=Path(folder).name))
        for label in choice.findChildren(QLabel):
            label.setTextFormat(Qt.TextFormat.PlainText)  # a folder may have any name
        choice.setComboBoxItems(list(kinds))
        choice.setOkButtonText("Open")
        choice.textValueSelected.connect(lambda title: self.open_folder(folder, kinds[title]))
        choice.open()

    def _fill(self, current: str = "") -> None:
        """List what the words in the line find; `current` is marked, or else the first."""
        self._list.clear()
        found = [
            entry
            for entry in self._library.entries()
            if matches(entry, self._family(entry), self._line.text()) and not never_began(entry)
        ]
        origin = ""
        for entry in found:
            if entry.origin != origin:
                origin = entry.origin
                self._add_heading(ORIGIN_TITLES[origin])
            self._add(entry)
        self._mark(current)
        self._say("" if found else self._nothing())
        self._on_selection()

    def _nothing(self) -> str:
        words = self._line.text().strip()
        if words:
            return f"No model here is called “{words}”. Open its folder, or go to By name."
        return "No models were found. Open a folder that holds one."

    def _mark(self, key: str) -> None:
        items = [self._list.item(row) for row in range(self._list.count())]
        entries = [(item, item.data(ENTRY)) for item in items if item.data(ENTRY) is not None]
        usable = [item for item, entry in entries if entry.problem is None]
        wanted = [item for item, entry in entries if entry.key == key]
        item = next(iter([*wanted, *usable]), None)
        if item is not None:
            self._list.setCurrentItem(item)
            self._list.scrollToItem(item)

    def _add_heading(self, title: str) -> None:
        item = QListWidgetItem(title.upper())
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(fonts.font(fonts.SMALL, bold=True))
        self._list.addItem(item)

    def _add(self, entry: ModelEntry) -> None:
        item = QListWidgetItem(f"{entry.title}\n{describe(entry, self._family(entry))}")
        item.setData(ENTRY, entry)
        set_tip(item, str(entry.folder))
        if entry.problem is not None:  # it can be marked all the same, to be taken off the list
            item.setForeground(self.palette().placeholderText())
        self._list.addItem(item)

    def _entry(self) -> ModelEntry | None:
        """The one that is marked."""
        item = self._list.currentItem()
        entry = None if item is None else item.data(ENTRY)
        return entry if isinstance(entry, ModelEntry) else None

    def _choose(self, key: str) -> None:
        """Done, unless it is not yet said which model gives its place: then it stays marked."""
        if self._exchange is not None and self._exchange.index is None:
            self._tabs.setCurrentIndex(0)
            self._line.clear()
            self._fill(key)
            self._exchange.box.setFocus()
            return
        self.chosen.emit(key)
        self.accept()

    def _say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setVisible(bool(text))

    # ---- building

    def _build(self) -> None:
        self._line = QLineEdit()
        self._line.setPlaceholderText("Find a model by its name or family")
        self._line.setAccessibleName("Find a model")
        self._line.setClearButtonEnabled(True)
        self._line.textChanged.connect(self._on_typed)
        self._message = plain_label()
        self._message.setWordWrap(True)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._message.setVisible(False)
        self._tabs = QTabWidget()
        self._tabs.addTab(self._build_page(), "Library")
        self._tabs.addTab(self._by_name, "By name")
        self._tabs.setTabToolTip(1, "Download a published model from the Hugging Face hub")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self._tabs, 1)
        if self._exchange is not None:
            layout.addWidget(self._exchange)
            self._exchange.changed.connect(self._on_selection)
        layout.addLayout(self._build_buttons())
        self._tabs.currentChanged.connect(self._on_tab)
        self._by_name.changed.connect(self._on_selection)
        self._by_name.activated.connect(self._on_use)
        self._line.setFocus()

    def _build_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self._line)
        layout.addWidget(self._build_list(), 1)
        layout.addWidget(self._message)
        return page

    def _build_list(self) -> QListWidget:
        self._list = QListWidget()
        self._list.setAccessibleName("Models")
        self._list.setWordWrap(True)  # what is wrong with a folder takes a sentence or two
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemActivated.connect(self._on_use)
        self._list.itemSelectionChanged.connect(self._on_selection)
        ListKeys(self._line, self._list)
        self._actions = LibraryActions(self._library, self._entry, self)
        self._actions.changed.connect(self._on_changed)
        self._actions.deleted.connect(self.deleted)
        self._actions.said.connect(self._say)
        self._list.addActions(self._actions.actions)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return self._list

    def _build_buttons(self) -> QHBoxLayout:
        self._folder = QPushButton("Open folder…")
        set_tip(
            self._folder,
            "A checkpoint: config.json, model.safetensors, and a tokenizer.json, vocab.txt, "
            "spiece.model, or vocab.json with merges.txt",
        )
        self._folder.clicked.connect(self._on_folder)
        self._more = QPushButton("More")
        set_tip(self._more, "What can be done with the marked model")
        self._more.setMenu(self._actions.menu)
        close = QPushButton("Close")
        close.clicked.connect(self.reject)
        self._use = QPushButton("Use")
        self._use.setProperty("primary", True)
        self._use.setDefault(True)
        self._use.clicked.connect(self._on_use)
        line = QHBoxLayout()
        line.addWidget(self._folder)
        line.addWidget(self._more)
        line.addStretch(1)
        line.addWidget(close)
        line.addWidget(self._use)
        return line

    def _on_typed(self, words: str) -> None:
        """A model's whole name marks it, though it stand in the name of another as well."""
        entry = self._entry()
        named = called(self._library.entries(), words)
        self._fill(named or (entry.key if entry else ""))

    @property
    def _shows_names(self) -> bool:
        return self._tabs.currentWidget() is self._by_name

    def _on_tab(self) -> None:
        self._folder.setVisible(not self._shows_names)
        self._more.setVisible(not self._shows_names)
        (self._by_name.line if self._shows_names else self._line).setFocus()
        self._on_selection()

    def _on_selection(self) -> None:
        """Follow the marked model: what the buttons do with it."""
        waits = self._exchange is not None and self._exchange.index is None
        self._use.setText(self._by_name.action if self._shows_names else "Use")
        if self._shows_names:
            self._use.setEnabled(self._by_name.ready)
        else:
            entry = self._entry()
            self._use.setEnabled(entry is not None and entry.problem is None and not waits)
        set_tip(self._use, "Say first which model gives its place" if waits else "")
        self._actions.refresh()

    def _on_use(self) -> None:
        if self._shows_names:
            self._use_name()
            return
        entry = self._entry()
        if entry is not None and entry.problem is None:
            self._choose(entry.key)

    def _use_name(self) -> None:
        folder = self._by_name.folder
        if folder is None:
            self._by_name.download()
        else:
            self.open_folder(str(folder))

    def _on_changed(self, key: str) -> None:
        self.library_changed.emit()
        self._fill(key)

    def _on_folder(self) -> None:
        last = self._library.opened[-1:]
        start = Path(last[0]).parent if last else Path.home()
        chooser = QFileDialog(self, "A folder with a model", str(start))
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(self.open_folder)
        chooser.open()

    def done(self, result: int) -> None:
        """Closed, by whichever button; a download goes on."""
        self._by_name.stop()
        super().done(result)


def matches(entry: ModelEntry, family: str, words: str) -> bool:
    """Whether every word stands in its name, in its family's name or id, or in a shown path."""
    place = _where(entry) if entry.origin == "opened" else entry.name
    told = f"{entry.title} {entry.architecture} {family} {place}".lower()
    return all(word in told for word in words.lower().split())


def called(entries: Iterable[ModelEntry], words: str) -> str:
    """The key of the first that has this very name; "" where none has."""
    name = words.strip().lower()
    return next((entry.key for entry in entries if entry.title.lower() == name), "")


def describe(entry: ModelEntry, family: str) -> str:
    """One line about a model: what it is, or why it cannot be used."""
    if entry.problem is not None:
        return f"{entry.problem} {entry.hint}".strip()
    parts = [family]
    if entry.parameters is not None:
        parts.append(f"{entry.parameters:,} parameters")
    parts.append(size_on_disk(entry.size_bytes, entry.parameters))
    if entry.origin == "opened":
        parts.append(_where(entry))  # folders like checkpoint-500 are called alike
    return " · ".join(parts)


def _where(entry: ModelEntry) -> str:
    """The id of a downloaded model, the path of any other."""
    return entry.repo_id or str(entry.folder)
