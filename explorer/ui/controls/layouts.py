"""Lines and columns of widgets, and the small widgets and timers that are made in many places."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, QTimer, SignalInstance
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from explorer.core.jobs.jobs import Progress
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.style import motion

PROGRESS_STEPS = 1000
Slot = Callable[..., object] | SignalInstance
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None


def box(
    direction: QBoxLayout.Direction,
    *parts: Part,
    into: QWidget | None = None,
    spacing: int = 8,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> QBoxLayout:
    """The parts one after the other, in a layout of the widget `into` if there is one.

    A part is a widget, a layout, either of them with its stretch factor, a distance in pixels, or
    None for a space that takes what the others leave.
    """
    layout = QBoxLayout(direction) if into is None else QBoxLayout(direction, into)
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if item is None:
            layout.addStretch(1)
        elif isinstance(item, int):
            layout.addSpacing(item)
        elif isinstance(item, QWidget):
            layout.addWidget(item, stretch)
        else:
            layout.addLayout(item, stretch)
    return layout


line = partial(box, QBoxLayout.Direction.LeftToRight)
column = partial(box, QBoxLayout.Direction.TopToBottom)


def muted_label(text: str = "", *, wraps: bool = False) -> QLabel:
    """A label of second importance."""
    label = plain_label(text)
    label.setProperty("muted", True)
    label.setWordWrap(wraps)
    return label


def wrap_label(label: QLabel) -> QLabel:
    """A label for sentences: they wrap, and can be marked and copied."""
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def heading_label(text: str) -> QLabel:
    """The small heading of a group."""
    label = plain_label(text.upper())
    label.setProperty("heading", True)
    return label


def push_button(text: str, run: Slot | None = None, tip: str = "", style: str = "") -> QPushButton:
    """A button with a text. Its style is `primary`, for what one most often wants, or `quiet`."""
    button = QPushButton(text)
    set_tip(button, tip)
    if style:
        button.setProperty(style, True)
    if run is not None:
        button.clicked.connect(run if isinstance(run, SignalInstance) else lambda: run())
    return button


def search_line(placeholder: str, name: str) -> QLineEdit:
    """A line of words to search for; `name` is read aloud."""
    words = QLineEdit()
    words.setPlaceholderText(placeholder)
    words.setAccessibleName(name)
    words.setClearButtonEnabled(True)
    return words


def discard(widget: QWidget) -> None:
    """Take a widget off the window now and delete it later: it may be handling an event."""
    widget.hide()
    widget.deleteLater()


class ScrollColumn(QScrollArea):
    """An area without a frame, whose content is as wide as it is and scrolls up and down."""

    def __init__(self, inner: QWidget | None = None) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if inner is not None:
            self.setWidget(inner)

    def replace_content(self, inner: QWidget) -> None:
        """Show another content; Qt itself would delete the one before while a button in it runs."""
        before = self.takeWidget()
        self.setWidget(inner)
        if before is not None:
            discard(before)


def icon_button(name: str, run: Slot | None = None, size: int = 0) -> QToolButton:
    """A button whose icon is set by the caller; `name` is its tooltip, and read aloud."""
    button = QToolButton()
    set_tip(button, name)
    button.setAccessibleName(name)
    if size:
        button.setIconSize(QSize(size, size))
    if run is not None:
        button.clicked.connect(run)
    return button


def text_button(text: str, menu: QMenu | None = None) -> QToolButton:
    """A flat button with an icon and a text; its menu opens at a click."""
    button = QToolButton()
    button.setText(text)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    if menu is not None:
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(menu)
    return button


def create_single_shot_timer(owner: QObject, delay_ms: int, run: Callable[[], object]) -> QTimer:
    """A timer that calls `run` once, `delay_ms` after its last start."""
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(delay_ms)
    timer.timeout.connect(run)
    return timer


class JobProgressBar(QProgressBar):
    """The share of a job that is done; indeterminate while a job runs that counts nothing.

    Where the system wants no animations, it stays empty then.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.setTextVisible(False)
        self.setFixedWidth(width)

    def show_progress(self, progress: Progress | None, *, running: bool = True) -> None:
        counted = (
            progress is not None and progress.total > 1
        )  # unlike a single step that takes long
        share = min(progress.done / progress.total, 1.0) if progress and counted else 0.0
        moves = running and not counted and motion.system_animates()
        self.setRange(0, 0 if moves else PROGRESS_STEPS)
        self.setValue(round(PROGRESS_STEPS * share))
