"""The top of the window: the sentence, the sentence that goes with it, the seed, and the models."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QToolButton,
    QWidget,
)

from explorer.core.state.defaults import MAX_MODELS, MAX_SEED, Example, examples
from explorer.core.state.state import State, Store
from explorer.core.state.texts import MAX_TEXT
from explorer.ui.controls.form import indented
from explorer.ui.controls.layouts import (
    column,
    delayed,
    icon_button,
    line,
    muted_label,
    text_button,
)
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.style.theme import SLOTS, Palette, Theme
from explorer.ui.style.zoom import follow_zoom, scaled

TYPING_PAUSE_MS = 80  # the longest time between a key and its effect
LANGUAGES = {"en": "English", "ko": "한국어"}


class TextLine(QLineEdit):
    """Reports its text while it is edited, but not at every key; undo belongs to the window."""

    edited = Signal(str)
    overflowed = Signal()  # a part of what was typed or pasted did not fit

    def __init__(self, name: str, placeholder: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setMaxLength(MAX_TEXT)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self._pause = delayed(self, TYPING_PAUSE_MS, lambda: self.edited.emit(self.text()))
        self.textEdited.connect(self._on_text_edited)
        self.inputRejected.connect(self.overflowed)
        self.returnPressed.connect(self.flush)

    def flush(self) -> None:
        """Report what was typed without waiting."""
        if self._pause.isActive():
            self._pause.stop()
            self.edited.emit(self.text())

    def show_text(self, text: str) -> None:
        """Show a text from elsewhere, unless someone is typing."""
        if not self._pause.isActive() and text != self.text():
            self.setText(text)
            self.setCursorPosition(0 if not self.hasFocus() else len(text))

    def _on_text_edited(self, text: str) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def event(self, event: QEvent) -> bool:
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and _is_undo(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_undo(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.flush()
        super().focusOutEvent(event)


def _is_undo(event: QKeyEvent) -> bool:
    undo, redo = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
    return event.matches(undo) or event.matches(redo)


class SentenceBar(QWidget):
    """The sentence with examples, the second sentence, and the seed; views of the store."""

    overflowed = Signal()  # a text was too long and was cut

    def __init__(self, store: Store, theme: Theme) -> None:
        super().__init__()
        self._store = store
        self._theme = theme
        self._build()
        self._show(store.state)
        self._apply_theme()
        theme.changed.connect(self._apply_theme)
        store.subscribe(lambda _before, after: self._show(after))

    @property
    def sentence(self) -> TextLine:
        return self._sentence

    def flush(self) -> None:
        """Report what was typed without waiting."""
        self._sentence.flush()
        self._pair.flush()

    def _show(self, state: State) -> None:
        self._sentence.show_text(state.text)
        self._pair.show_text(state.pair)
        if state.pair and not self._pair_button.isChecked():
            self._pair_button.setChecked(True)
        with QSignalBlocker(self._seed):
            self._seed.setValue(state.seed)

    def _on_pair_toggled(self, visible: bool) -> None:
        self._pair.setVisible(visible)
        if visible:
            self._pair.setFocus()
        elif self._store.state.pair:
            self._store.update(pair="")

    def _on_example(self, example: Example) -> None:
        self._store.update(text=example.text, pair=example.pair)
        self._pair_button.setChecked(bool(example.pair))
        for text_line, text in ((self._sentence, example.text), (self._pair, example.pair)):
            text_line.setText(text)
            text_line.home(False)  # a long one is read from its beginning

    # ---- building

    def _build(self) -> None:
        self._sentence = TextLine("sentence", "Type a sentence")
        self._sentence.edited.connect(lambda text: self._store.update(text=text))
        self._pair = TextLine("pair", "Second sentence, for models that read pairs")
        self._pair.edited.connect(lambda text: self._store.update(pair=text))
        self._pair.setVisible(False)
        for text_line in (self._sentence, self._pair):
            text_line.overflowed.connect(self.overflowed)
        self._pair_button = text_button(" Pair")
        self._pair_button.setCheckable(True)
        set_tip(self._pair_button, "Add a second sentence")
        self._pair_button.toggled.connect(self._on_pair_toggled)
        first = line(
            (self._sentence, 1), self._build_examples(), self._pair_button, 8, self._build_seed()
        )
        column(first, self._pair, into=self)

    def _build_examples(self) -> QToolButton:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        language = ""
        for example in examples():
            if example.language != language:
                language = example.language
                menu.addSeparator()
                menu.addAction(LANGUAGES.get(language, language)).setEnabled(False)
            action = menu.addAction(example.name)
            set_tip(action, example.shows or example.text)
            action.triggered.connect(partial(self._on_example, example))
        self._examples = text_button("Examples", menu)
        self._examples.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        set_tip(self._examples, "Example sentences in English and Korean, each with a purpose")
        self._examples.setEnabled(not menu.isEmpty())
        return self._examples

    def _build_seed(self) -> QBoxLayout:
        self._seed = indented(QSpinBox())
        self._seed.setRange(0, MAX_SEED)
        follow_zoom(self._seed, lambda: self._seed.setFixedWidth(scaled(84)))
        set_tip(self._seed, "The same seed samples the same masks and the same words again")
        self._seed.setAccessibleName("Seed")
        self._seed.valueChanged.connect(lambda seed: self._store.update(seed=seed))
        self._sample = icon_button("Sample again: the next seed", self._store.next_seed)
        return line(muted_label("Seed"), self._seed, self._sample, spacing=4)

    def _apply_theme(self) -> None:
        self._examples.setIcon(self._theme.icon("chevron"))
        self._examples.setIconSize(QSize(14, 14))
        self._pair_button.setIcon(self._theme.icon("pair"))
        self._sample.setIcon(self._theme.icon("draw"))


class ModelChip(QFrame):
    """One chosen model: its letter and colour, its name, and a menu."""

    removed = Signal()
    moved = Signal(int)  # -1 to the left, 1 to the right
    exchanged = Signal()

    def __init__(
        self,
        slot: int,
        title: str,
        problem: str,
        theme: Theme,
        steps: Collection[int] = (-1, 1),
    ) -> None:
        """`steps` are those that it can be moved by."""
        super().__init__()
        self.setProperty("chip", True)
        follow_zoom(self, lambda: self.setFixedHeight(scaled(30)))
        name = text_button(
            title.replace("&", "&&"),  # a single one would mark the key of a button
            self._build_menu(steps),
        )
        set_tip(name, problem or "Choose another model in its place, or move it")
        name.setAccessibleName(f"Model {SLOTS[slot]}: {title}")
        if problem:
            name.setIcon(theme.icon("warning", theme.palette.warning))
        close = icon_button(f"Remove {title}", self.removed, size=12)
        close.setIcon(theme.icon("close", theme.palette.muted))
        set_tip(close, f"Removes {title} from the comparison; it stays in the library")
        badge = letter_badge(slot, theme.palette)
        line(badge, name, close, into=self, spacing=4, margins=(6, 0, 4, 0))

    def _build_menu(self, steps: Collection[int]) -> QMenu:
        menu = QMenu(self)
        menu.addAction("Choose another model…").triggered.connect(self.exchanged)
        for title, step in (("Move left", -1), ("Move right", 1)):
            action = menu.addAction(title)
            action.setEnabled(step in steps)
            action.triggered.connect(partial(self.moved.emit, step))
        menu.addSeparator()
        menu.addAction("Remove").triggered.connect(self.removed)
        return menu


def letter_badge(slot: int, palette: Palette) -> QLabel:
    """The letter of a model on its colour."""
    badge = plain_label(SLOTS[slot])
    badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
    colours = f"background: {palette.model(slot)}; color: {palette.ground};"

    def resize() -> None:
        badge.setFixedSize(scaled(18), scaled(18))
        badge.setStyleSheet(
            f"{colours} border-radius: 4px; font-weight: 600; font-size: {scaled(11)}px;"
        )

    follow_zoom(badge, resize)
    return badge


class ModelBar(QWidget):
    """The chips of the chosen models, up to four."""

    choose_requested = Signal(object)  # the place of the model to replace, or None to add one

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self._context = context
        self._store = context.store
        self._theme = context.theme
        self._layout = line(into=self)
        self.refresh()
        self._theme.changed.connect(self.refresh)
        self._store.subscribe(self._on_state)

    def refresh(self) -> None:
        """Make the chips again: models, titles, problems or colours have changed."""
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        state = self._store.state
        for index, key in enumerate(state.models):
            self._layout.addWidget(self._chip(index, key))
        if len(state.models) < MAX_MODELS:
            self._layout.addWidget(self._build_add())
        self._layout.addStretch(1)

    def _on_state(self, before: State, after: State) -> None:
        if before.models != after.models:
            self.refresh()

    def _chip(self, index: int, key: str) -> ModelChip:
        entry = self._context.entry(key)
        title = entry.title if entry else key
        problem = "" if entry and entry.problem is None else "This model cannot be opened."
        if entry and entry.problem:
            problem = f"{entry.problem} {entry.hint}".strip()
        last = len(self._store.state.models) - 1
        steps = [step for step in (-1, 1) if 0 <= index + step <= last]
        chip = ModelChip(index, title, problem, self._theme, steps)
        chip.removed.connect(partial(self._on_removed, index))
        chip.moved.connect(partial(self._on_moved, index))
        chip.exchanged.connect(partial(self.choose_requested.emit, index))
        return chip

    def _build_add(self) -> QPushButton:
        add = QPushButton("Add model")
        add.setProperty("quiet", True)
        add.setIcon(self._theme.icon("add", self._theme.palette.accent))
        set_tip(add, "Choose a model of the library, open a folder, or download one by name")
        add.clicked.connect(lambda: self.choose_requested.emit(None))
        return add

    def _on_removed(self, index: int) -> None:
        models = self._store.state.models
        self._store.update(models=models[:index] + models[index + 1 :])

    def _on_moved(self, index: int, step: int) -> None:
        order = [*self._store.state.models]
        order.insert(index + step, order.pop(index))
        self._store.update(models=tuple(order))


class TopBar(QWidget):
    """Sentence and seed above the models, with the buttons for the details and the menu."""

    details_requested = Signal()

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self.setObjectName("top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = context.theme
        self.sentence_bar = SentenceBar(context.store, context.theme)
        self.model_bar = ModelBar(context)
        self._details = icon_button("Details at the side (Ctrl+D)", self.details_requested)
        self._menu = icon_button("Menu; Ctrl+K searches all commands")
        self._menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        second = line((self.model_bar, 1), self._details, self._menu)
        column(self.sentence_bar, second, into=self, margins=(16, 12, 16, 10))
        self._theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def set_menu(self, menu: QMenu) -> None:
        self._menu.setMenu(menu)

    def _apply_theme(self) -> None:
        self._details.setIcon(self._theme.icon("details"))
        self._menu.setIcon(self._theme.icon("menu"))
