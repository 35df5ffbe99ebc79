"""Choose a model: those of the program, one's own runs, and folders that were opened."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.core.library import Library, ModelEntry
from explorer.ui import fonts

ORIGIN_TITLES = {"bundled": "With the program", "own": "Trained here", "opened": "Opened folders"}
SIZE = (560, 480)


class LibraryDialog(QDialog):
    """Tells which model was chosen; what is wrong with a folder is said inside."""

    chosen = Signal(str)  # key
    library_changed = Signal()

    def __init__(self, library: Library, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self.setWindowTitle("Library of models")
        self.setModal(True)
        self.resize(*SIZE)
        self._build()
        self._fill()

    def open_folder(self, folder: str) -> None:
        """Add a folder and choose it; what is wrong is said in the dialog."""
        try:
            entry = self._library.open_folder(folder)
        except UserError as error:
            self._say(str(error))
            return
        self.library_changed.emit()
        self._fill()
        self._choose(entry.key)

    def _fill(self) -> None:
        self._list.clear()
        origin = ""
        for entry in self._library.entries():
            if entry.origin != origin:
                origin = entry.origin
                self._add_heading(ORIGIN_TITLES[origin])
            self._add(entry)
        if self._list.count():
            self._list.setCurrentRow(1)
        else:
            self._say("No models were found. Open a folder that holds one.")

    def _add_heading(self, title: str) -> None:
        item = QListWidgetItem(title.upper())
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(fonts.font(fonts.SMALL, bold=True))
        self._list.addItem(item)

    def _add(self, entry: ModelEntry) -> None:
        item = QListWidgetItem(f"{entry.title}\n{describe(entry)}")
        item.setData(Qt.ItemDataRole.UserRole, entry.key)
        item.setToolTip(str(entry.folder))
        if entry.problem is not None:
            item.setFlags(Qt.ItemFlag.ItemIsSelectable)
        self._list.addItem(item)

    def _choose(self, key: str) -> None:
        self.chosen.emit(key)
        self.accept()

    def _say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setVisible(bool(text))

    # ---- building

    def _build(self) -> None:
        self._list = QListWidget()
        self._list.setAccessibleName("Models")
        self._list.setWordWrap(True)  # what is wrong with a folder takes a sentence or two
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemActivated.connect(self._on_activated)
        self._list.itemSelectionChanged.connect(self._on_selection)
        self._message = QLabel()
        self._message.setWordWrap(True)
        self._message.setVisible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._message)
        layout.addLayout(self._build_buttons())

    def _build_buttons(self) -> QHBoxLayout:
        folder = QPushButton("Open folder…")
        folder.setToolTip("A checkpoint: config.json, model.safetensors, tokenizer.json")
        folder.clicked.connect(self._on_folder)
        close = QPushButton("Cancel")
        close.clicked.connect(self.reject)
        self._use = QPushButton("Use")
        self._use.setProperty("primary", True)
        self._use.setDefault(True)
        self._use.setEnabled(False)
        self._use.clicked.connect(self._on_use)
        line = QHBoxLayout()
        line.addWidget(folder)
        line.addStretch(1)
        line.addWidget(close)
        line.addWidget(self._use)
        return line

    def _on_selection(self) -> None:
        item = self._list.currentItem()
        enabled = item is not None and bool(item.flags() & Qt.ItemFlag.ItemIsEnabled)
        self._use.setEnabled(enabled)

    def _on_activated(self, item: QListWidgetItem) -> None:
        key = item.data(Qt.ItemDataRole.UserRole)
        if key and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self._choose(key)

    def _on_use(self) -> None:
        item = self._list.currentItem()
        if item is not None:
            self._on_activated(item)

    def _on_folder(self) -> None:
        chooser = QFileDialog(self, "A folder with a model")
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(self.open_folder)
        chooser.open()


def describe(entry: ModelEntry) -> str:
    """One line about a model: what it is, or why it cannot be used."""
    if entry.problem is not None:
        return f"{entry.problem} {entry.hint}".strip()
    parts = [entry.architecture]
    if entry.parameters is not None:
        parts.append(f"{entry.parameters:,} parameters")
    parts.append(f"{entry.size_bytes / 1e6:.1f} MB")
    return " · ".join(parts)
