"""The right side of the window: the selection in words and numbers, or else the models."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget

from explorer.core.library.card_words import measured_on
from explorer.core.library.listing import HELD_OUT, facts_of
from explorer.core.localization import tr
from explorer.ui.controls.layouts import (
    ScrollColumn,
    column,
    heading_label,
    line,
    muted_label,
    push_button,
)
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.style import fonts
from explorer.ui.window.top_bar import letter_badge

WIDTH = 264  # at the usual zoom, as in the style sheet
GROUP_GAP, ROW_GAP = 8, 2  # pixels; four models fit into a window of 900
MARGIN, COLUMN_GAP = 16, 12
SHORT = 0.5  # of the room: up to here a value does not wrap
ROOM = WIDTH - 2 * MARGIN - 16.0  # beside a scroll bar
NO_MODELS = tr("Choose a model to see its facts here.")
BREAK = "\u200b"  # a space without width


class LineKind(Enum):
    """What a line is, which decides its place and its letters."""

    HEADING = auto()
    TITLE = auto()
    MODEL = auto()  # a title after the letter of its place
    GROUP = auto()  # a heading of rows
    NAME = auto()
    VALUE = auto()  # to the right of its name
    BELOW = auto()  # a value below its name, because one of its words is too wide
    TEXT = auto()
    ACTION = auto()


VALUES = (LineKind.VALUE, LineKind.BELOW)
IN_GRID = (LineKind.GROUP, LineKind.NAME, *VALUES)


@dataclass(frozen=True)
class DetailLine:
    kind: LineKind
    text: str
    slot: int = 0
    tip: str = ""

    @property
    def wraps(self) -> bool:
        """Whether its text wraps; a short value does not, so that its unit is beside it."""
        return self.kind is not LineKind.VALUE or fonts.text_width(self.text) > SHORT * ROOM


class DetailsSide(QFrame):
    """The details of the panel, or else the facts of the chosen models."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self.setObjectName("details")
        self._context = context
        self._hint = ""
        self._details = Details()
        self._lines: list[DetailLine] = []
        self._labels: list[QLabel | QPushButton] = []  # one for each line
        self._area = ScrollColumn()
        self._area.setAccessibleName(tr("Details"))
        column(self._area, into=self)
        self.show_details(Details())

    def show_details(self, details: Details, hint: str = "") -> None:
        """Show the details, or without any the models and a hint what can be clicked.

        Details change with every key press, and new widgets are slow: they are made only if the
        kinds of lines changed.
        """
        self._details, self._hint = details, hint
        lines = list(self._model_lines() if details == Details() else _lines(details))
        if _shape(lines) == _shape(self._lines):
            for new, old, label in zip(lines, self._lines, self._labels, strict=True):
                if new != old:
                    label.setText(new.text)
                    set_tip(label, new.tip)
        else:
            self._build(lines)
        self._lines = lines

    def refresh_models(self) -> None:
        """The names of families are known after a model was loaded."""
        if self._details == Details():
            self.show_details(self._details, self._hint)

    def _model_lines(self) -> Iterator[DetailLine]:
        yield DetailLine(LineKind.HEADING, tr("Models").upper())
        slots = self._context.slots(self._context.store.state)
        for slot in slots:
            yield DetailLine(LineKind.MODEL, breakable(slot.title, ROOM), slot.index)
            rows = facts_of(slot.entry, self._context.engine.family(slot.entry))
            held_out = tr("Held-out {text}", text=measured_on(slot.entry.window))
            yield from _rows(rows, {HELD_OUT: held_out})
        if text := self._hint if slots else NO_MODELS:
            yield DetailLine(LineKind.TEXT, text)

    def _build(self, lines: list[DetailLine]) -> None:
        focused = next((i for i, button in enumerate(self._buttons) if button.hasFocus()), None)
        page = QWidget()
        layout = column(into=page, margins=(MARGIN, MARGIN, MARGIN, MARGIN))
        self._labels = []
        for in_grid, group in itertools.groupby(lines, lambda each: each.kind in IN_GRID):
            made = [(each, self._make(each)) for each in group]
            if in_grid:
                layout.addLayout(_build_rows(made))
                continue
            for each, label in made:
                letter = [letter_badge(each.slot)] if each.kind is LineKind.MODEL else []
                layout.addLayout(line(*letter, (label, 1)))
        layout.addStretch(1)
        self._area.replace_content(page)
        self._order_keys(focused)

    def _make(self, each: DetailLine) -> QLabel | QPushButton:
        """The widget of a line; a button runs the action that has its place when clicked."""
        index = len(self._buttons)
        label: QLabel | QPushButton
        if each.kind is LineKind.ACTION:
            label = push_button(each.text, lambda: self._details.actions[index].run())
        else:
            label = _label(each)
        set_tip(label, each.tip)
        self._labels.append(label)
        return label

    @property
    def _buttons(self) -> list[QPushButton]:
        return [label for label in self._labels if isinstance(label, QPushButton)]

    def _order_keys(self, focused: int | None) -> None:
        """The tab key goes from the words to their buttons; button `focused` keeps the focus."""
        stops = [self._area, *self._buttons]
        for before, after in itertools.pairwise(stops):
            QWidget.setTabOrder(before, after)
        if focused is not None:
            stops[min(focused + 1, len(stops) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)


def _shape(lines: list[DetailLine]) -> list[tuple[LineKind, int, bool]]:
    return [(line.kind, line.slot, line.wraps) for line in lines]


def _lines(details: Details) -> Iterator[DetailLine]:
    yield DetailLine(LineKind.HEADING, tr("Selected").upper())
    if details.title:
        yield DetailLine(LineKind.TITLE, breakable(details.title, ROOM))
    yield from _rows(details.rows)
    if details.text:
        yield DetailLine(LineKind.TEXT, breakable(details.text, ROOM))
    for action in details.actions:
        yield DetailLine(LineKind.ACTION, action.label)


def _rows(
    rows: tuple[tuple[str, str], ...], tips: Mapping[str, str] = MappingProxyType({})
) -> Iterator[DetailLine]:
    """Names and values, with tooltips by name; a name without a value is a heading."""
    for name, value in rows:
        if not value:
            yield DetailLine(LineKind.GROUP, breakable(name, ROOM))
            continue
        tip = tips.get(name, "")
        yield DetailLine(LineKind.NAME, name, tip=tip)
        widest_word = max(map(fonts.text_width, value.split()), default=0.0)
        beside = widest_word <= ROOM - COLUMN_GAP - fonts.text_width(name)
        shown = DetailLine(LineKind.VALUE, breakable(value, ROOM), tip=tip)
        is_beside = beside or not shown.wraps
        yield shown if is_beside else replace(shown, kind=LineKind.BELOW)


def breakable(text: str, room: float) -> str:
    """The text with break points in words that are wider than `room` pixels.

    They break around tokens such as <extra_id_1>, and anywhere inside parts that are too wide.
    """
    return re.sub(r"\S+", lambda word: _broken(word[0], room), text)


def _broken(word: str, room: float) -> str:
    if fonts.text_width(word, bold=True) <= room:
        return word
    parts = [part for part in re.split(r"(?<=>)|(?=<)", word) if part]
    return BREAK.join(
        part if fonts.text_width(part, bold=True) <= room else BREAK.join(part) for part in parts
    )


def _label(line: DetailLine) -> QLabel:
    """Headings do not wrap; "<s>" in a text is a token and no tag."""
    if line.kind is LineKind.HEADING:
        return heading_label(line.text)
    if line.kind in (LineKind.NAME, LineKind.TEXT):
        label = muted_label(line.text, wraps=True)
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        return label
    label = plain_label(line.text)
    label.setWordWrap(line.wraps)
    if line.kind in VALUES:
        label.setAlignment(Qt.AlignmentFlag.AlignRight)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    else:
        label.setStyleSheet("font-weight: 600;")
    return label


def _build_rows(lines: Sequence[tuple[DetailLine, QLabel | QPushButton]]) -> QBoxLayout:
    """Names with their values to the right or below; each row has its own widths."""
    rows, row, name = column(spacing=ROW_GAP), line(), plain_label()
    for place, (each, label) in enumerate(lines):
        if each.kind is LineKind.VALUE:
            name.setWordWrap(not each.wraps)
            row.setStretch(0, 0 if each.wraps else 1)
            row.addWidget(label, 1 if each.wraps else 0)
            continue
        name = label if isinstance(label, QLabel) else name
        if each.kind is LineKind.GROUP:
            label.setContentsMargins(0, GROUP_GAP if place else 0, 0, 0)
        row = line((label, 1), spacing=COLUMN_GAP)
        rows.addLayout(row)
    return rows
