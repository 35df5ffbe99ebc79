"""Controls of the options of a panel; their words are in `resources/panels`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, cast

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QComboBox, QCompleter, QPushButton, QWidget

from explorer.core.layers.states import StreamStates
from explorer.core.library.listing import has_words
from explorer.core.localization import tr
from explorer.core.state.defaults import MAX_MODELS
from explorer.ui.controls.form import Box, fill, snug
from explorer.ui.controls.layouts import Slot, push_button
from explorer.ui.controls.plain_text import set_tip

LEAST_BOX = 48  # pixels
SEARCHED_LENGTH = 20  # characters of a box in which a person can type


class ChoiceBox(QComboBox):
    """One of several values, as wide as these; Qt would leave it as wide as with earlier ones."""

    _dimmed: frozenset[int] = frozenset()

    def show_items(
        self, items: Mapping[Any, str], current: Any, dimmed: Collection[Any] = ()
    ) -> None:
        """Titles by value, without a signal; nothing is rebuilt that is there already.

        The first one is marked in place of a value that is not among them. Those of `dimmed` can
        be chosen as well.
        """
        with QSignalBlocker(self):
            fill(self, [(title, value) for value, title in items.items()], current)
        self._dimmed = frozenset(map(self.findData, dimmed))
        self._dim()

    def _dim(self) -> None:
        """Write the titles of some items in the colour of less important text."""
        for place in range(self.count()):
            ink = self.palette().placeholderText() if place in self._dimmed else None
            self.setItemData(place, ink, Qt.ItemDataRole.ForegroundRole)

    def disable(self, value: Any, tip: str) -> None:
        """Grey one of its items, which says why; until the items change."""
        place = self.findData(value)
        self.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        item = cast(QStandardItemModel, self.model()).item(place)
        item.setEnabled(False)

    def let_search(self) -> None:
        """Let a person type words of a title; the first title with all of them is taken."""
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(SEARCHED_LENGTH)
        completer, field = self.completer(), self.lineEdit()
        assert completer is not None
        assert field is not None
        field.setAccessibleName(self.accessibleName())
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        field.editingFinished.connect(self._take_typed)

    def _take_typed(self) -> None:
        """Choose the title with the typed words; without one, the choice stays."""
        words = self.currentText()
        found = [n for n in range(self.count()) if has_words(self.itemText(n), words)]
        if words.strip() and found and words != self.itemText(self.currentIndex()):
            self.setCurrentIndex(found[0])
            self.activated.emit(found[0])
        self.setEditText(self.itemText(self.currentIndex()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dim()

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_BOX, super().minimumSizeHint().height())


class OptionControls(QWidget):
    """Emits what a person sets, by the name of the option; the panel stores it."""

    changed = Signal(object)  # values by name

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        """`texts` are titles and tips by the names of controls."""
        super().__init__()
        self.texts = texts

    def tick(self, name: str) -> QCheckBox:
        box = QCheckBox(self.texts[name]["title"])
        set_tip(box, self.texts[name].get("tip", ""))
        box.clicked.connect(lambda on: self.changed.emit({name: on}))
        return box

    def box(self, name: str) -> ChoiceBox:
        """A box that emits nothing yet; its title is read aloud."""
        box, words = ChoiceBox(), self.texts[name]
        box.setAccessibleName(words["title"])
        set_tip(box, words.get("tip", words["title"]))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def choice_box(
        self,
        name: str,
        items: Mapping[Any, str] | None = None,
        changed: SignalInstance | None = None,
    ) -> ChoiceBox:
        """A box for an option; `changed` is emitted instead of the signal for options."""
        box = self.box(name)
        if items:
            box.show_items(items, next(iter(items)))
        report = changed or self.changed
        box.activated.connect(lambda: report.emit({name: box.currentData()}))
        return box

    def number(self, name: str, box: Box, **others: Any) -> Box:
        """A number after its title; `spoken` is read aloud where the title is not enough.

        A change of it sets the `others` too.
        """
        words = self.texts[name]
        box.setPrefix(f"{words['title']}  ")
        box.setAccessibleName(words.get("spoken", words["title"]))
        set_tip(box, words["tip"])
        box.valueChanged.connect(lambda value: self.changed.emit({name: value, **others}))
        return snug(box)

    def button(self, name: str, run: Slot | None = None, style: str = "") -> QPushButton:
        words = self.texts[name]
        return push_button(words["title"], run, words.get("tip", ""), style)


class StreamControls(OptionControls):
    """Option controls with a stream box per model that has several; chosen per architecture."""

    stream_chosen = Signal(str, str)  # architecture, stream

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        super().__init__(texts)
        has_streams = "stream" in texts
        self.streams = [self._stream_box() for _ in range(MAX_MODELS if has_streams else 0)]

    def _stream_box(self) -> ChoiceBox:
        box = self.box("stream")
        box.activated.connect(lambda: self.stream_chosen.emit(box.objectName(), box.currentData()))
        box.hide()
        return box

    def show_streams(self, models: Iterable[tuple[str, StreamStates]]) -> None:
        """The chosen streams of models, each after the letter of the model."""
        several = [(letter, states) for letter, states in models if len(states.streams) > 1]
        for box in self.streams[len(several) :]:
            box.hide()
        for box, (letter, states) in zip(self.streams, several, strict=False):
            box.setObjectName(states.card.spec.name)
            titles = {stream.name: f"{letter}  {tr(stream.title)}" for stream in states.streams}
            box.show_items(titles, states.stream.name)
            box.show()
