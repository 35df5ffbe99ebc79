"""The top of the window: the sentence, the sentence that goes with it, the seed, and the models."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QMenu,
    QSpinBox,
    QToolButton,
    QWidget,
)

from explorer.core.library.adapters import adapted_key, is_switched_off, switch_adapter
from explorer.core.localization import tr
from explorer.core.project.workspace import rename_in_state
from explorer.core.state.defaults import MAX_MODELS, MAX_SEED, Example, examples
from explorer.core.state.slots import SLOTS
from explorer.core.state.state import State, Store
from explorer.core.state.texts import MAX_TEXT
from explorer.ui.controls.form import indent_number
from explorer.ui.controls.layouts import (
    column,
    create_single_shot_timer,
    discard,
    icon_button,
    line,
    muted_label,
    push_button,
    text_button,
)
from explorer.ui.controls.marked_line import MarkedLine, Place
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.style.theme import Theme

TYPING_PAUSE_MS = 80  # the longest time between a key and its effect
WITH_ADAPTER, WITHOUT_ADAPTER = "+ LoRA", "− LoRA"
LANGUAGES = {"en": "English", "ko": "한국어"}
UNDO_KEYS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class TextLine(MarkedLine):
    """Reports its text while it is edited, but not at every key; undo belongs to the window."""

    edited = Signal(str)
    overflowed = Signal()  # a part of what was typed or pasted did not fit

    def __init__(self, name: str, placeholder: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setMaxLength(MAX_TEXT)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self._pause = create_single_shot_timer(
            self, TYPING_PAUSE_MS, lambda: self.edited.emit(self.text())
        )
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
        """Leave the keys of undo and redo to the shortcuts of the window."""
        if isinstance(event, QKeyEvent) and any(map(event.matches, UNDO_KEYS)):
            event.ignore()
            return False
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.flush()
        super().focusOutEvent(event)


class SentenceBar(QWidget):
    """The sentence with examples, the second sentence, and the seed; views of the store."""

    overflowed = Signal()  # a text was too long and was cut

    def __init__(self, store: Store, theme: Theme) -> None:
        super().__init__()
        self._store = store
        self._theme = theme
        self._build()
        self._show(store.state)
        self._unseen: tuple[Sequence[Place], Sequence[Place]] = ((), ())
        store.subscribe(lambda _before, after: self._show(after))
        theme.changed.connect(lambda: self.mark_words(*self._unseen))

    def flush(self) -> None:
        """Report what was typed without waiting."""
        self.sentence.flush()
        self._pair.flush()

    def mark_words(self, text: Sequence[Place], pair: Sequence[Place]) -> None:
        """Mark words of the state's sentence and of its second one."""
        self._unseen = text, pair
        state, colour = self._store.state, self._theme.palette.warning
        self.sentence.mark_words(state.text, text, colour)
        self._pair.mark_words(state.pair, pair, colour)

    def _show(self, state: State) -> None:
        self.sentence.show_text(state.text)
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
        models = example.models or self._store.state.models
        self._store.update(text=example.text, pair=example.pair, models=models)
        self._pair_button.setChecked(bool(example.pair))
        for text_line, text in ((self.sentence, example.text), (self._pair, example.pair)):
            text_line.setText(text)
            text_line.home(False)  # a long one is read from its beginning

    # ---- building

    def _build(self) -> None:
        self.sentence = TextLine("sentence", tr("Type a sentence"))
        self.sentence.edited.connect(lambda text: self._store.update(text=text))
        self._pair = TextLine("pair", tr("Second sentence, for models that read pairs"))
        self._pair.edited.connect(lambda text: self._store.update(pair=text))
        self._pair.setVisible(False)
        for text_line in (self.sentence, self._pair):
            text_line.overflowed.connect(self.overflowed)
        self._pair_button = text_button(tr(" Pair"))
        self._pair_button.setCheckable(True)
        self._theme.set_icon(self._pair_button, "pair")
        set_tip(self._pair_button, tr("Add a second sentence"))
        self._pair_button.toggled.connect(self._on_pair_toggled)
        examples_button, seed = self._build_examples(), self._build_seed()
        first = line((self.sentence, 1), examples_button, self._pair_button, 8, seed)
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
            action = menu.addAction(tr(example.name))
            set_tip(action, tr(example.shows) or example.text)
            action.triggered.connect(partial(self._on_example, example))
        button = text_button(tr("Examples"), menu)
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        button.setIconSize(QSize(14, 14))
        self._theme.set_icon(button, "chevron")
        set_tip(button, tr("Example sentences in English and Korean, each with a purpose"))
        button.setEnabled(not menu.isEmpty())
        return button

    def _build_seed(self) -> QBoxLayout:
        self._seed = indent_number(QSpinBox())
        self._seed.setRange(0, MAX_SEED)
        self._seed.setObjectName("seed")
        set_tip(self._seed, tr("The same seed samples the same masks and the same words again"))
        self._seed.setAccessibleName(tr("Seed"))
        self._seed.valueChanged.connect(lambda seed: self._store.update(seed=seed))
        sample = icon_button(tr("Sample again: the next seed"), self._store.next_seed)
        self._theme.set_icon(sample, "draw")
        return line(muted_label(tr("Seed")), self._seed, sample, spacing=4)


class ModelChip(QFrame):
    """One chosen model: its letter and colour, its name, a menu, and a switch for its adapter."""

    removed = Signal()
    switched = Signal()
    moved = Signal(int)  # -1 to the left, 1 to the right
    exchanged = Signal()

    def __init__(
        self,
        slot: int,
        title: str,
        problem: str,
        theme: Theme,
        steps: Collection[int],
        adapter: bool | None = None,
    ) -> None:
        """`steps` are those that it can be moved by; `adapter`: whether its adapter is on, if any.

        The title is that of the model with its adapter.
        """
        super().__init__()
        self.setProperty("chip", True)
        label = title.replace("&", "&&")  # a single one would mark the key of a button
        name = text_button(label, self._build_menu(steps))
        set_tip(name, problem or tr("Choose another model in its place, or move it"))
        name.setAccessibleName(tr("Model {letter}: {title}", letter=SLOTS[slot], title=title))
        if problem:
            theme.set_icon(name, "warning", "warning")
        close = icon_button(tr("Remove {title}", title=title), self.removed, size=12)
        theme.set_icon(close, "close", "muted")
        set_tip(
            close, tr("Removes {title} from the comparison; it stays in the library", title=title)
        )
        switch = [] if adapter is None else [self._build_switch(title, is_on=adapter)]
        line(letter_badge(slot), name, *switch, close, into=self, spacing=4, margins=(6, 0, 4, 0))

    def focus_switch(self) -> None:
        """Give the focus to the switch of its adapter, if it has one."""
        if (switch := self.findChild(QToolButton, "adapter")) is not None:
            switch.setFocus()

    def _build_switch(self, title: str, *, is_on: bool) -> QToolButton:
        """All panels show the model with its adapter while the button is down."""
        switch = text_button(WITH_ADAPTER if is_on else WITHOUT_ADAPTER)
        switch.setObjectName("adapter")
        switch.setCheckable(True)
        switch.setChecked(is_on)
        switch.ensurePolished()
        switch.setMinimumWidth(switch.sizeHint().width())  # where there is no room, names shrink
        switch.setAccessibleName(tr("Adapter of {title}", title=title))
        tip = tr("On: click to see the model that it changes in all panels")
        set_tip(switch, tip if is_on else tr("Off: click to see the model with its adapter again"))
        switch.clicked.connect(self.switched)
        return switch

    def _build_menu(self, steps: Collection[int]) -> QMenu:
        menu = QMenu(self)
        menu.addAction(tr("Choose another model…")).triggered.connect(self.exchanged)
        for title, step in ((tr("Move left"), -1), (tr("Move right"), 1)):
            action = menu.addAction(title)
            action.setEnabled(step in steps)
            action.triggered.connect(partial(self.moved.emit, step))
        menu.addSeparator()
        menu.addAction(tr("Remove")).triggered.connect(self.removed)
        return menu


def letter_badge(slot: int) -> QLabel:
    """The letter of a model on its colour."""
    badge = plain_label(SLOTS[slot])
    badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
    badge.setProperty("badge", SLOTS[slot])
    return badge


class ModelBar(QWidget):
    """The chips of the chosen models, up to four."""

    choose_requested = Signal(object)  # the place of the model to replace, or None to add one

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self._context = context
        self._store = context.store
        self._layout = line(into=self)
        self.refresh()
        self._store.subscribe(self._on_state)

    def refresh(self) -> None:
        """Make the chips again: models, titles, problems or colours have changed."""
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                discard(widget)
        state = self._store.state
        for index, key in enumerate(state.models):
            self._layout.addWidget(self._chip(index, key))
        self._layout.addWidget(self._build_add(is_full=len(state.models) >= MAX_MODELS))
        self._layout.addStretch(1)

    def _on_state(self, before: State, after: State) -> None:
        if before.models != after.models:
            self.refresh()

    def _chip(self, index: int, key: str) -> ModelChip:
        entry = self._context.entry(key)
        problem = entry.reason if entry else tr("This model cannot be opened.")
        last = len(self._store.state.models) - 1
        steps = [step for step in (-1, 1) if 0 <= index + step <= last]
        named = self._context.entry(adapted_key(key)) or entry
        title, has_adapter = named.title if named else key, entry is not None and entry.adapter
        is_on = not is_switched_off(key) if has_adapter else None
        chip = ModelChip(index, title, problem, self._context.theme, steps, is_on)
        chip.switched.connect(partial(self._on_switched, index))
        chip.removed.connect(partial(self._on_removed, index))
        chip.moved.connect(partial(self._on_moved, index))
        chip.exchanged.connect(partial(self.choose_requested.emit, index))
        return chip

    def _build_add(self, *, is_full: bool) -> QWidget:
        """Also where there is no room: the library says so, and which one gives its place."""
        tip = tr("Choose a model of the library, open a folder, or download one by name")
        if is_full:
            tip = tr("{most} models are the most that fit: choose one in place of another")
            tip = tip.format(most=MAX_MODELS)
        add = push_button(tr("Add model"), partial(self.choose_requested.emit, None), tip, "quiet")
        self._context.theme.set_icon(add, "add", "accent")
        return add

    @property
    def adapted_keys(self) -> list[str]:
        """The chosen models that have an adapter, on or off."""
        entries = ((key, self._context.entry(key)) for key in self._store.state.models)
        return [key for key, entry in entries if entry is not None and entry.adapter is not None]

    def switch_adapters(self, keys: Sequence[str]) -> None:
        """Show models with their adapters or without; masks and ablated heads stay in place."""
        names = {key: switch_adapter(key) for key in keys}
        self._store.restore(rename_in_state(self._store.state, names))

    def _on_switched(self, index: int) -> None:
        """The chip is made again, and its switch keeps the focus."""
        self.switch_adapters([self._store.state.models[index]])
        item = self._layout.itemAt(index)
        if item is not None and isinstance(chip := item.widget(), ModelChip):
            chip.focus_switch()

    def _on_removed(self, index: int) -> None:
        models = self._store.state.models
        self._store.update(models=models[:index] + models[index + 1 :])

    def _on_moved(self, index: int, step: int) -> None:
        order = [*self._store.state.models]
        order.insert(index + step, order.pop(index))
        self._store.update(models=tuple(order))


class TopBar(QFrame):
    """Sentence and seed above the models, with the buttons for the details and the menu."""

    details_requested = Signal()

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self.setObjectName("top")
        self.sentence_bar = SentenceBar(context.store, context.theme)
        self.model_bar = ModelBar(context)
        details = icon_button(tr("Details at the side (Ctrl+D)"), self.details_requested)
        self._menu = icon_button(tr("Menu; Ctrl+K searches all commands"))
        self._menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        context.theme.set_icon(details, "details")
        context.theme.set_icon(self._menu, "menu")
        second = line((self.model_bar, 1), details, self._menu)
        column(self.sentence_bar, second, into=self, margins=(16, 12, 16, 10))

    def set_menu(self, menu: QMenu) -> None:
        self._menu.setMenu(menu)
