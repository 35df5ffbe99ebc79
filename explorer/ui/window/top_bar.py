"""The top of the window: the sentence, the sentence that goes with it, the seed, and the models."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.state.defaults import MAX_MODELS, MAX_SEED, Example, examples
from explorer.core.state.state import State, Store
from explorer.core.state.texts import MAX_TEXT
from explorer.ui.controls.form import indented
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.style.theme import SLOTS, Palette, Theme
from explorer.ui.window.zoom import follow_zoom, scaled

TYPING_PAUSE_MS = 80  # while a person types on, the text is told this often
LANGUAGES = {"en": "English", "ko": "한국어"}


class TextLine(QLineEdit):
    """A line that tells its text while one types, but not at every key; undo is the window's."""

    edited = Signal(str)
    overflowed = Signal()  # not all that was typed or pasted was taken

    def __init__(self, name: str, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setMaxLength(MAX_TEXT)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._on_pause)
        self.textEdited.connect(self._on_text_edited)
        self.inputRejected.connect(self.overflowed)
        self.returnPressed.connect(self.flush)

    def flush(self) -> None:
        """Tell at once what was typed."""
        if self._pause.isActive():
            self._pause.stop()
            self.edited.emit(self.text())

    def show_text(self, text: str) -> None:
        """Show a text that came from elsewhere; what is being typed stays."""
        if not self._pause.isActive() and text != self.text():
            self.setText(text)
            self.setCursorPosition(0 if not self.hasFocus() else len(text))

    def _on_text_edited(self, text: str) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def _on_pause(self) -> None:
        self.edited.emit(self.text())

    def event(self, event: QEvent) -> bool:
        asks = event.type() == QEvent.Type.ShortcutOverride
        if asks and isinstance(event, QKeyEvent) and _is_undo(event):
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

    overflowed = Signal()  # a text was too long to be taken whole

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._theme = theme
        self._build()
        self._show(store.state)
        theme.changed.connect(self._apply_theme)
        store.subscribe(self._on_state)

    @property
    def sentence(self) -> TextLine:
        return self._sentence

    def flush(self) -> None:
        """Tell at once what was typed."""
        self._sentence.flush()
        self._pair.flush()

    def _on_state(self, before: State, after: State) -> None:
        self._show(after)

    def _show(self, state: State) -> None:
        self._sentence.show_text(state.text)
        self._pair.show_text(state.pair)
        if state.pair and not self._pair_button.isChecked():
            self._pair_button.setChecked(True)
        blocker = QSignalBlocker(self._seed)
        self._seed.setValue(state.seed)
        blocker.unblock()

    def _on_pair_toggled(self, shown: bool) -> None:
        self._pair.setVisible(shown)
        if shown:
            self._pair.setFocus()
        elif self._store.state.pair:
            self._store.update(pair="")

    def _on_example(self, example: Example) -> None:
        self._store.update(text=example.text, pair=example.pair)
        self._pair_button.setChecked(bool(example.pair))
        for line, text in ((self._sentence, example.text), (self._pair, example.pair)):
            line.setText(text)
            line.home(False)  # a long one is read from its beginning

    # ---- building

    def _build(self) -> None:
        self._sentence = TextLine("sentence", "Type a sentence")
        self._sentence.edited.connect(lambda text: self._store.update(text=text))
        self._pair = TextLine("pair", "Second sentence, for models that read pairs")
        self._pair.edited.connect(lambda text: self._store.update(pair=text))
        self._pair.setVisible(False)
        for text_line in (self._sentence, self._pair):
            text_line.overflowed.connect(self.overflowed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._sentence, 1)
        line.addWidget(self._build_examples())
        line.addWidget(self._build_pair_button())
        line.addSpacing(8)
        line.addLayout(self._build_seed())
        layout.addLayout(line)
        layout.addWidget(self._pair)
        self._apply_theme()

    def _build_examples(self) -> QToolButton:
        self._examples = QToolButton()
        self._examples.setText("Examples")
        self._examples.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._examples.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._examples.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self._examples)
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
        set_tip(self._examples, "Sentences in English and Korean that show something")
        self._examples.setMenu(menu)
        self._examples.setEnabled(not menu.isEmpty())
        return self._examples

    def _build_pair_button(self) -> QToolButton:
        self._pair_button = QToolButton()
        self._pair_button.setCheckable(True)
        self._pair_button.setText(" Pair")
        self._pair_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_tip(self._pair_button, "Add a second sentence")
        self._pair_button.toggled.connect(self._on_pair_toggled)
        return self._pair_button

    def _build_seed(self) -> QHBoxLayout:
        self._seed = indented(QSpinBox())
        self._seed.setRange(0, MAX_SEED)
        follow_zoom(self._seed, lambda: self._seed.setFixedWidth(scaled(84)))
        set_tip(self._seed, "The same seed draws the same masks and the same words again")
        self._seed.setAccessibleName("Seed")
        self._seed.valueChanged.connect(lambda seed: self._store.update(seed=seed))
        self._draw = QToolButton()
        set_tip(self._draw, "Draw anew: the next seed")
        self._draw.setAccessibleName("Draw anew")
        self._draw.clicked.connect(self._store.next_seed)
        label = plain_label("Seed")
        label.setProperty("muted", True)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(label)
        line.addWidget(self._seed)
        line.addWidget(self._draw)
        return line

    def _apply_theme(self) -> None:
        self._examples.setIcon(self._theme.icon("chevron"))
        self._examples.setIconSize(QSize(14, 14))
        self._pair_button.setIcon(self._theme.icon("pair"))
        self._draw.setIcon(self._theme.icon("draw"))


class ModelChip(QFrame):
    """One chosen model: its letter and colour, its name, and what can be done with it."""

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
        parent: QWidget | None = None,
    ) -> None:
        """`steps` are those that it can be moved by."""
        super().__init__(parent)
        self.steps = steps
        self.setProperty("chip", True)
        follow_zoom(self, lambda: self.setFixedHeight(scaled(30)))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 0, 4, 0)
        layout.setSpacing(4)
        layout.addWidget(letter_badge(slot, theme.palette))
        name = QToolButton()
        name.setText(title.replace("&", "&&"))  # alone it marks the key of a button
        name.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        name.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        name.setMenu(self._build_menu())
        set_tip(name, problem or "Choose another model in its place, or move it")
        name.setAccessibleName(f"Model {SLOTS[slot]}: {title}")
        if problem:
            name.setIcon(theme.icon("warning", theme.palette.warning))
        layout.addWidget(name)
        close = QToolButton()
        close.setIcon(theme.icon("close", theme.palette.muted))
        close.setIconSize(QSize(12, 12))
        set_tip(close, f"Takes {title} out of the comparison; it stays in the library")
        close.setAccessibleName(f"Remove {title}")
        close.clicked.connect(self.removed)
        layout.addWidget(close)

    def _build_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction("Choose another model…").triggered.connect(self.exchanged)
        left, right = menu.addAction("Move left"), menu.addAction("Move right")
        left.setEnabled(-1 in self.steps)
        left.triggered.connect(lambda: self.moved.emit(-1))
        right.setEnabled(1 in self.steps)
        right.triggered.connect(lambda: self.moved.emit(1))
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

    choose_requested = Signal(object)  # which model shall be exchanged, or None to add one

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._store = context.store
        self._theme = context.theme
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._rebuild()
        self._theme.changed.connect(self._rebuild)
        self._store.subscribe(self._on_state)

    def refresh(self) -> None:
        """The library changed: titles and problems may have."""
        self._rebuild()

    def _on_state(self, before: State, after: State) -> None:
        if before.models != after.models:
            self._rebuild()

    def _rebuild(self) -> None:
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

    def _chip(self, index: int, key: str) -> ModelChip:
        entry = self._context.entry(key)
        title = entry.title if entry else key
        problem = "" if entry and entry.problem is None else "This model cannot be opened."
        if entry and entry.problem:
            problem = f"{entry.problem} {entry.hint}".strip()
        neighbours = range(len(self._store.state.models))
        steps = [step for step in (-1, 1) if index + step in neighbours]
        chip = ModelChip(index, title, problem, self._theme, steps)
        chip.removed.connect(partial(self._change, _without(index)))
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

    def _on_moved(self, index: int, step: int) -> None:
        self._change(_moved(index, step))

    def _change(self, edit: Callable[[tuple[str, ...]], tuple[str, ...]]) -> None:
        self._store.update(models=edit(self._store.state.models))


def _without(index: int) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    return lambda models: models[:index] + models[index + 1 :]


def _moved(index: int, step: int) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    def edit(models: tuple[str, ...]) -> tuple[str, ...]:
        to = min(max(index + step, 0), len(models) - 1)
        order = [*models]
        order.insert(to, order.pop(index))
        return tuple(order)

    return edit
