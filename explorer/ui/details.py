"""The right side: what is selected, in words and numbers; with nothing selected, the models."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from explorer.core.library import ModelEntry
from explorer.ui import fonts
from explorer.ui.controls import letter_badge
from explorer.ui.drawing import number
from explorer.ui.panel import Details, PanelContext

WIDTH = 264
MAX_METRICS = 4
GROUP_GAP = 8
MARGIN, COLUMN_GAP = 16, 12
ROOM = WIDTH - 2 * MARGIN - 16.0  # beside a scroll bar
BREAK = "\u200b"  # a space without width


class DetailsSide(QWidget):
    """Shows what a panel tells; folds away."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("details")
        self.setFixedWidth(WIDTH)
        self._context = context
        self._families: tuple[str, ...] = ()  # as they are shown, where the models are
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setStyleSheet("background: transparent;")
        outer.addWidget(self._area)
        self.show_details(Details())

    def show_details(self, details: Details) -> None:
        """Show the details, or the models where there are none."""
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        layout.setSpacing(8)
        self._families = ()
        if details == Details():
            self._families = self._known_families()
            self._add_models(layout)
        else:
            self._add(layout, details)
        layout.addStretch(1)
        self._area.setWidget(page)

    def refresh_models(self) -> None:
        """Families have their names once a model of them was loaded."""
        if self._families and self._families != self._known_families():
            self.show_details(Details())

    def _known_families(self) -> tuple[str, ...]:
        slots = self._context.slots(self._context.store.state)
        return tuple(self._context.engine.family(slot.entry) for slot in slots)

    def _add(self, layout: QVBoxLayout, details: Details) -> None:
        layout.addWidget(_heading("Selected"))
        if details.title:
            layout.addWidget(_title(details.title))
        layout.addLayout(_grid(details.rows))
        if details.text:
            layout.addWidget(_text(details.text))
        for action in details.actions:
            button = QPushButton(action.label)
            button.clicked.connect(action.run)
            layout.addWidget(button)

    def _add_models(self, layout: QVBoxLayout) -> None:
        layout.addWidget(_heading("Models"))
        for slot in self._context.slots(self._context.store.state):
            line = QGridLayout()
            line.setHorizontalSpacing(8)
            line.addWidget(letter_badge(slot.index, self._context.theme.palette), 0, 0)
            line.addWidget(_title(slot.title), 0, 1)
            line.setColumnStretch(1, 1)
            layout.addLayout(line)
            family = self._context.engine.family(slot.entry)
            layout.addLayout(_grid(_model_rows(slot.entry, family)))
            layout.addSpacing(8)
        layout.addWidget(_text("Click a token, a layer or a head to see it here."))


def _model_rows(entry: ModelEntry, family: str) -> tuple[tuple[str, str], ...]:
    rows = [("Family", family)]
    if entry.parameters is not None:
        rows.append(("Parameters", f"{entry.parameters:,}"))
    if entry.num_positions is not None:
        rows.append(("Positions", f"{entry.num_positions:,}"))
    rows.append(("On disk", f"{entry.size_bytes / 1e6:.1f} MB"))
    rows += [
        (_metric_title(name), number(value))
        for name, value in list(entry.metrics.items())[:MAX_METRICS]
    ]
    return tuple(rows)


def _metric_title(name: str) -> str:
    """`mlm_loss` as a person reads it: the head's abbreviation, then what was measured."""
    head, _, measure = name.partition("_")
    said = measure.replace("_", " ").replace("auc", "AUC")
    return f"{head.upper()} {said}".strip()


def breakable(text: str, room: float) -> str:
    """The text, whose words may break where they are wider than `room` pixels.

    They break around tokens such as <extra_id_1>, and within what is too wide even so.
    """
    return re.sub(r"\S+", lambda word: _broken(word[0], room), text)


def _broken(word: str, room: float) -> str:
    if fonts.text_width(word, bold=True) <= room:
        return word
    parts = [part for part in re.split(r"(?<=>)|(?=<)", word) if part]
    return BREAK.join(
        part if fonts.text_width(part, bold=True) <= room else BREAK.join(part) for part in parts
    )


def _plain(text: str) -> QLabel:
    """Words that wrap; "<s>" is a token in them and no tag."""
    label = QLabel(breakable(text, ROOM))
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _heading(text: str) -> QLabel:
    label = QLabel(text.upper())
    label.setProperty("heading", True)
    return label


def _title(text: str) -> QLabel:
    label = _plain(text)
    label.setStyleSheet("font-weight: 600;")
    return label


def _text(text: str) -> QLabel:
    label = _plain(text)
    label.setProperty("muted", True)
    return label


def _grid(rows: tuple[tuple[str, str], ...]) -> QGridLayout:
    """Names with their values beside them; below them where a word of a value is too wide."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(COLUMN_GAP)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(1, 1)
    names = max((fonts.text_width(name) for name, value in rows if value), default=0.0)
    for name, value in rows:
        line = grid.rowCount() if grid.count() else 0
        if not value:  # whose the rows below are
            whose = _title(name)
            whose.setContentsMargins(0, GROUP_GAP if grid.count() else 0, 0, 0)
            grid.addWidget(whose, line, 0, 1, 2)
            continue
        label = QLabel(name)
        label.setProperty("muted", True)
        grid.addWidget(label, line, 0, Qt.AlignmentFlag.AlignTop)
        if _widest_word(value) <= ROOM - COLUMN_GAP - names:
            grid.addWidget(_value(value), line, 1)
        else:
            grid.addWidget(_value(value), line + 1, 0, 1, 2)
    return grid


def _widest_word(text: str) -> float:
    return max((fonts.text_width(word) for word in text.split()), default=0.0)


def _value(text: str) -> QLabel:
    label = _plain(text)
    label.setAlignment(Qt.AlignmentFlag.AlignRight)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
