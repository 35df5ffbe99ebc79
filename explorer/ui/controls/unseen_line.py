"""The line above the picture that says where the chosen models do not know the words of a text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from explorer.core.errors import UserError
from explorer.core.generation.prompts import HANGUL
from explorer.core.jobs.jobs import Done, Event, Progress, Work
from explorer.core.library.unseen import UnseenNote, unseen_note
from explorer.core.state.defaults import Example, examples
from explorer.core.state.state import State
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panel_base.context import ModelSlot, PanelContext

JOB = "words of training"
NUM_EXAMPLES = 3
NUM_LINES = 2  # of the sentence; where it needs more, examples give way
ICON, SPACING = 16, 8
ADD_TIP = "Published checkpoints were trained on far more text"

Known = Mapping[str, Any]  # SeenWords or None, by key


class UnseenLine(QWidget):
    """One sentence, examples in the words of the models, and the way to a large checkpoint.

    It is as high without a sentence as with one, so that nothing moves.
    """

    changed = Signal()  # there is a sentence now, or none any more
    library_requested = Signal()

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._known: Known = {}
        self._asked: tuple[tuple[str, object], ...] | None = None  # keys and versions of models
        self._note: UnseenNote | None = None
        self._examples: list[Example] = []  # on the buttons
        self._build()
        self._apply_theme()
        context.theme.changed.connect(self._apply_theme)

    @property
    def text(self) -> str:
        """What is said; empty where the models know the words."""
        return "" if self._note is None else self._note.text

    def refresh(self) -> None:
        """Compare the sentence with what the chosen models know, which is asked for if it changed.

        Takes less than a millisecond while only the sentence changes.
        """
        state = self._context.store.state
        slots = self._context.slots(state)
        asked = tuple((slot.key, slot.entry.version) for slot in slots)
        if asked != self._asked:
            self._asked = asked
            keys = tuple(slot.key for slot in slots)
            make = partial(_known_words, self._context.engine, keys)
            self._context.jobs.submit("explore", JOB, make, self._on_event)
        self._show(state, slots)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, Done):
            self._known = event.value
            state = self._context.store.state
            self._show(state, self._context.slots(state))

    def _show(self, state: State, slots: tuple[ModelSlot, ...]) -> None:
        words = {slot.title: self._known.get(slot.key) for slot in slots}
        known = {title: found for title, found in words.items() if found is not None}
        said = unseen_note(known, state.text, state.pair)
        if said == self._note:
            return
        self._note = said
        set_tip(self._text, self.text)
        self._examples = _examples("ko" if HANGUL.search(state.text) else "en")
        for button, example in zip(self._buttons, self._examples, strict=True):
            button.setText(example.name)
            set_tip(button, example.text)
        self._fit()
        self.changed.emit()

    def _on_example(self, place: int) -> None:
        chosen = self._examples[place]
        self._context.store.update(text=chosen.text, pair=chosen.pair)

    # ---- building

    def _build(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._icon = plain_label()
        self._text = plain_label()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._try = plain_label("Try")
        self._try.setProperty("muted", True)
        self._buttons = [QPushButton() for _ in range(NUM_EXAMPLES)]
        self._add = QPushButton("Add a large model…")
        set_tip(self._add, ADD_TIP)
        self._add.clicked.connect(self.library_requested)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING)
        line.addWidget(self._icon)
        line.addWidget(self._text, 1)
        line.addWidget(self._try)
        for place, button in enumerate(self._buttons):
            button.clicked.connect(partial(self._on_example, place))
            line.addWidget(button)
        line.addWidget(self._add)
        for button in (*self._buttons, self._add):
            button.setProperty("quiet", True)

    def _apply_theme(self) -> None:
        theme = self._context.theme
        self._icon.setPixmap(theme.icon("warning", theme.palette.warning).pixmap(ICON, ICON))

    def _fit(self) -> None:
        """The whole sentence with as many examples as leave room for it, or else the short one."""
        if self._note is None:
            return
        counts = range(NUM_EXAMPLES, -1, -1)
        ways = [(text, n) for text in (self._note.text, self._note.short) for n in counts if n]
        text, count = next((way for way in ways if self._fits(*way)), (self._note.short, 0))
        self._text.setText(text)
        self._try.setVisible(count > 0)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < count)

    def _fits(self, text: str, num_examples: int) -> bool:
        beside = [self._icon, self._try, *self._buttons[:num_examples], self._add]
        taken = sum(widget.sizeHint().width() + SPACING for widget in beside)
        self._text.setText(text)
        return self._text.heightForWidth(max(self.width() - taken, 1)) <= self._room()

    def _room(self) -> int:
        """The height of the sentence where it has all its lines."""
        return NUM_LINES * (self._text.fontMetrics().lineSpacing() + 1)

    # ---- Qt

    def sizeHint(self) -> QSize:
        return QSize(0, self._room())

    def hasHeightForWidth(self) -> bool:
        return False  # the label would ask for more

    def heightForWidth(self, width: int) -> int:
        return self._room()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _examples(language: str) -> list[Example]:
    """The first of a language that are one sentence or text."""
    return [one for one in examples() if one.language == language and not one.pair][:NUM_EXAMPLES]


def _known_words(engine: Any, keys: tuple[str, ...]) -> Work:
    """The words that each model was trained on; None where they are not known."""
    found: dict[str, Any] = {}
    for key in keys:
        yield Progress("Looking up words")
        try:
            found[key] = engine.seen_words(key)
        except UserError:  # said where the model is asked for its answer
            found[key] = None
    return found
