"""Choose a model: those of the program, one's own runs, and folders that were opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.core.library import Library, ModelEntry
from explorer.core.readable import readable_bytes
from explorer.ui import fonts
from explorer.ui.exchange_line import ExchangeLine
from explorer.ui.plain_text import plain_label, set_tip

ORIGIN_TITLES = {"bundled": "With the program", "own": "Trained here", "opened": "Opened folders"}
SIZE = (600, 560)
WALKING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
ENTRY = Qt.ItemDataRole.UserRole

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

    def __init__(
        self,
        library: Library,
        parent: QWidget | None = None,
        family: Family = architecture,
        current: str = "",
        full: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self._library = library
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

    def open_folder(self, folder: str) -> None:
        """Add a folder and choose it; what is wrong is said in the dialog."""
        try:
            entry = self._library.open_folder(folder)
        except UserError as error:
            self._say(str(error))
            return
        self.library_changed.emit()
        self._choose(entry.key)

    def _fill(self, current: str = "") -> None:
        """List what the words in the line find; `current` is marked, or else the first."""
        self._list.clear()
        found = [
            entry
            for entry in self._library.entries()
            if matches(entry, self._family(entry), self._line.text())
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
            return f"No model here is called “{words}”. Open a folder that holds it."
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
        self._line.installEventFilter(self)
        self._message = plain_label()
        self._message.setWordWrap(True)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._message.setVisible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self._line)
        layout.addWidget(self._build_list(), 1)
        layout.addWidget(self._message)
        if self._exchange is not None:
            layout.addWidget(self._exchange)
            self._exchange.changed.connect(self._on_selection)
        layout.addLayout(self._build_buttons())

    def _build_list(self) -> QListWidget:
        self._list = QListWidget()
        self._list.setAccessibleName("Models")
        self._list.setWordWrap(True)  # what is wrong with a folder takes a sentence or two
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemActivated.connect(self._on_use)
        self._list.itemSelectionChanged.connect(self._on_selection)
        return self._list

    def _build_buttons(self) -> QHBoxLayout:
        folder = QPushButton("Open folder…")
        set_tip(
            folder,
            "A checkpoint: config.json, model.safetensors, and a tokenizer.json, vocab.txt, "
            "spiece.model, or vocab.json with merges.txt",
        )
        folder.clicked.connect(self._on_folder)
        self._forget = QPushButton("Take off the list")
        set_tip(self._forget, "The folder stays as it is, and can be opened again")
        self._forget.clicked.connect(self._on_forget)
        close = QPushButton("Cancel")
        close.clicked.connect(self.reject)
        self._use = QPushButton("Use")
        self._use.setProperty("primary", True)
        self._use.setDefault(True)
        self._use.clicked.connect(self._on_use)
        line = QHBoxLayout()
        line.addWidget(folder)
        line.addWidget(self._forget)
        line.addStretch(1)
        line.addWidget(close)
        line.addWidget(self._use)
        return line

    def _on_typed(self, words: str) -> None:
        """A model's whole name marks it, though it stand in the name of another as well."""
        entry = self._entry()
        named = called(self._library.entries(), words)
        self._fill(named or (entry.key if entry else ""))

    def _on_selection(self) -> None:
        entry = self._entry()
        waits = self._exchange is not None and self._exchange.index is None
        self._use.setEnabled(entry is not None and entry.problem is None and not waits)
        set_tip(self._use, "Say first which model gives its place" if waits else "")
        self._forget.setVisible(entry is not None and entry.origin == "opened")

    def _on_use(self) -> None:
        entry = self._entry()
        if entry is not None and entry.problem is None:
            self._choose(entry.key)

    def _on_forget(self) -> None:
        entry = self._entry()
        if entry is not None:
            self._library.forget(entry.key)
            self.library_changed.emit()
            self._fill()

    def _on_folder(self) -> None:
        last = self._library.opened[-1:]
        start = Path(last[0]).parent if last else Path.home()
        chooser = QFileDialog(self, "A folder with a model", str(start))
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(self.open_folder)
        chooser.open()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys walk through the list while a person types in the line."""
        pressed = event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(event, QKeyEvent) and event.key() in WALKING:
            QApplication.sendEvent(self._list, event)
            return True
        return super().eventFilter(watched, event)


def matches(entry: ModelEntry, family: str, words: str) -> bool:
    """Whether every word stands in its name, in its family's name or id, or in a shown path."""
    path = str(entry.folder) if entry.origin == "opened" else entry.name
    told = f"{entry.title} {entry.architecture} {family} {path}".lower()
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
    parts.append(readable_bytes(entry.size_bytes))
    if entry.origin == "opened":
        parts.append(str(entry.folder))  # folders like checkpoint-500 are called alike
    return " · ".join(parts)
