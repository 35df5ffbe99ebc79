"""The line above the picture that names words which the chosen models never saw in training."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.core.engine.engine import Engine
from explorer.core.generation.prompts import HANGUL
from explorer.core.jobs.jobs import Done, Event, Work
from explorer.core.library.slots import ModelSlot
from explorer.core.library.unread import compose_letters, tokenizers_of, unread_note
from explorer.core.library.unseen import UnseenNote, known_words, unseen_note, unseen_places
from explorer.core.localization import tr
from explorer.core.state.defaults import Example, examples
from explorer.ui.controls.layouts import line, muted_label, push_button
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panel_base.context import PanelContext

JOB = "words of training"
NUM_EXAMPLES = 3
NUM_LINES = 2  # of the sentence; if it needs more, fewer examples are offered
ICON, SPACING = 16, 8
COMPOSE_TIP = tr("Writes the text with composed characters (NFC)")
ADD_TIP = tr("Published checkpoints were trained on far more text")

Known = Mapping[str, Any]  # SeenWords or None, by key


def _read(engine: Engine, keys: tuple[str, ...]) -> Work:
    """What models know: the words of their training, and their tokenizers."""
    words = yield from known_words(engine, keys)
    return words, tokenizers_of(engine, keys)


class UnseenLine(QWidget):
    """One sentence, examples with words that the models know, and a button for large checkpoints.

    The height is the same without a sentence, so that nothing moves.
    """

    changed = Signal()  # the sentence appeared, changed or disappeared
    marked = Signal(object, object)  # where unseen words are in the text, and in its pair
    library_requested = Signal()

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self._context = context
        self._known: Known = {}
        self._tokenizers: Mapping[str, Any] = {}  # by key
        self._started = False
        self._requested: tuple[tuple[str, object], ...] | None = None  # keys, versions of models
        self._note: UnseenNote | None = None
        self._examples: list[Example] = []  # on the buttons
        self._build()
        self._apply_theme()
        context.theme.changed.connect(self._apply_theme)

    @property
    def text(self) -> str:
        """The sentence; empty if the models know all words."""
        return "" if self._note is None else self._note.text

    @property
    def is_of_tokenizers(self) -> bool:
        """Whether the sentence concerns every panel, not only those that predict."""
        return self._note is not None and self._note.is_of_tokenizers

    @property
    def _composes(self) -> bool:
        """Whether composed letters are what helps; other sentences and models do not matter."""
        return self._note is not None and self._note.composes

    def start(self) -> None:
        """Begin with the first answer of a panel, which reading the words would delay."""
        if not self._started:
            self._started = True
            self.refresh()

    def refresh(self) -> None:
        """Compare the text with the words in the training data of the chosen models.

        Takes less than a millisecond while only the text changes.
        """
        if not self._started:
            return
        slots = self._slots
        versions = tuple((slot.key, slot.entry.version) for slot in slots)
        if versions != self._requested:
            self._requested = versions
            keys = tuple(slot.key for slot in slots)
            make = partial(_read, self._context.engine, keys)
            self._context.jobs.submit("explore", JOB, make, self._on_event)
        self._show()

    @property
    def _slots(self) -> tuple[ModelSlot, ...]:
        return self._context.slots(self._context.store.state)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, Done):
            self._known, self._tokenizers = event.value
            self._show()

    def _show(self) -> None:
        state = self._context.store.state
        words = {slot.title: self._known.get(slot.key) for slot in self._slots}
        known = {title: seen for title, seen in words.items() if seen is not None}
        places = (unseen_places(known.values(), one) for one in (state.text, state.pair))
        self.marked.emit(*places)
        read = {s.title: self._tokenizers[s.key] for s in self._slots if s.key in self._tokenizers}
        note = unread_note(read, known, state.text, state.pair)
        note = note or unseen_note(known, state.text, state.pair)
        if note == self._note:
            return
        self._note = note
        self._compose.setVisible(self._composes)
        self._add.setVisible(not self._composes)
        set_tip(self._text, self.text)
        self._examples = _examples("ko" if HANGUL.search(state.text) else "en")
        for button, example in zip(self._buttons, self._examples, strict=True):
            button.setText(tr(example.name))
            set_tip(button, example.text)
        self._fit()
        self.changed.emit()

    def _on_example(self, place: int) -> None:
        chosen = self._examples[place]
        self._context.store.update(text=chosen.text, pair=chosen.pair)

    def _on_compose(self) -> None:
        state = self._context.store.state
        self._context.store.update(
            text=compose_letters(state.text), pair=compose_letters(state.pair)
        )

    # ---- building

    def _build(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._icon = plain_label()
        self._text = plain_label()
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._try = muted_label(tr("Try"))
        self._buttons = [
            push_button("", partial(self._on_example, place), style="quiet")
            for place in range(NUM_EXAMPLES)
        ]
        self._add = push_button(tr("Add a large model…"), self.library_requested, ADD_TIP, "quiet")
        self._compose = push_button(
            tr("Compose the letters"), self._on_compose, COMPOSE_TIP, "quiet"
        )
        words = line(self._icon, (self._text, 1), self._try, spacing=SPACING)
        line((words, 1), self._compose, *self._buttons, self._add, into=self, spacing=SPACING)

    def _apply_theme(self) -> None:
        theme = self._context.theme
        self._icon.setPixmap(theme.icon("warning", theme.palette.warning).pixmap(ICON, ICON))

    def _fit(self) -> None:
        """The full sentence with as many examples as fit, or else the short one."""
        if self._note is None:
            return
        counts = [0] if self._composes else range(NUM_EXAMPLES, 0, -1)
        choices = itertools.product((self._note.text, self._note.short), counts)
        fitting = (choice for choice in choices if self._fits(*choice))
        text, count = next(fitting, (self._note.short, 0))
        self._text.setText(text)
        self._try.setVisible(count > 0)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < count)

    def _fits(self, text: str, num_examples: int) -> bool:
        helps = [self._compose] if self._composes else [self._try, self._add]
        others = [self._icon, *self._buttons[:num_examples], *helps]
        width = sum(widget.sizeHint().width() + SPACING for widget in others)
        self._text.setText(text)
        room = self.sizeHint().height()
        return self._text.heightForWidth(max(self.width() - width, 1)) <= room

    # ---- Qt

    def sizeHint(self) -> QSize:
        """The height of a sentence with all its lines, at any width."""
        return QSize(0, NUM_LINES * (self._text.fontMetrics().lineSpacing() + 1))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hasHeightForWidth(self) -> bool:
        return False  # the label would ask for more

    def heightForWidth(self, width: int) -> int:
        return self.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _examples(language: str) -> list[Example]:
    """The first examples of a language without a second sentence."""
    return [one for one in examples() if one.language == language and not one.pair][:NUM_EXAMPLES]
