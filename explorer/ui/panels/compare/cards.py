"""Cards of models side by side, and where their papers and the authors' code disagree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from explorer.core.comparison.card_table import cards_table, list_remarks, list_sources
from explorer.core.comparison.differences import CardField, CardLine, side_by_side
from explorer.core.library.cards import OF_THE_MACHINE, SECONDS, Remarks
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import (
    GRID,
    Drawing,
    Row,
    Stack,
    Tagged,
    TextBlock,
    Titled,
)
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.panel_base.details import Details
from explorer.ui.studies.contract import Offer, Situation
from explorer.ui.style import fonts

TITLE = tr("The model cards, with differences from the model at the left")
NOTES = panel_text("compare").notes
NAME_SHARE, NAME_WIDTHS = 0.2, (90.0, 170.0)  # of the names of the fields, in pixels
REMARKS_TITLE = tr("Paper and code")
MIN_REMARK = 320.0  # pixels of a column
ONE_MODEL = tr("Choose a second model above to see how the two differ.")
ALL_SAME = tr("These models do not differ in any property that their files state.")


class CardPlace(Protocol):
    """What has a card: its place, which gives the colour, and its title."""

    @property
    def index(self) -> int: ...

    @property
    def title(self) -> str: ...


class ModelCards:
    """The chosen models whose cards are known; a single card is drawn whole."""

    def __init__(
        self,
        cards: Sequence[tuple[CardPlace, tuple[CardField, ...]]],
        *,
        only_differences: bool,
        title: str = TITLE,
        note: str = NOTES["cards"],
    ) -> None:
        self.title, self.note = title, note
        self.slots = [slot for slot, _ in cards]
        self._every = side_by_side([card for _, card in cards])
        self.lines = self._every
        if only_differences and len(cards) > 1:
            self.lines = [line for line in self._every if line.any_differs or any(line.remarks)]

    def picture(self, remarks: Sequence[Remarks] = ()) -> Drawing:
        """The table, and below it the remarks on the models."""
        if not self.lines:
            return TextBlock(ALL_SAME)
        cards = Titled(Tagged(self._build_table(), "cards"), self.title, note=self._note())
        notes = Row([_remark(one) for one in remarks], min_width=MIN_REMARK)
        below = [Titled(notes, REMARKS_TITLE, note=NOTES["remarks"])] if remarks else []
        return Stack([cards, *below], gap=28)

    def _build_table(self) -> TableDrawing:
        """A column for each model, the lines by group."""
        models = [
            Column(slot.title, slot=slot.index, stretch=True, wrap=True, clicks=True)
            for slot in self.slots
        ]
        rows: list[TableRow] = []
        group = ""
        for number, line in enumerate(self.lines):
            if line.group != group:
                group = line.group
                heading = TableCell(group.upper(), muted=True, bold=True, small=True)
                rows.append(TableRow((heading,), heading=True))
            rows.append(self._row(number, line))
            if any(line.remarks):
                rows.append(self._remark_row(number, line))
        names = Column(wrap=True, share=NAME_SHARE, least=NAME_WIDTHS[0], most=NAME_WIDTHS[1])
        return TableDrawing([names, *models], rows, title=self.title, long=True)

    def _row(self, number: int, line: CardLine) -> TableRow:
        """A field of all cards; a value after a bar differs from that at its left."""
        tip = "\n".join([line.name, *(f"{title}: {value}" for title, value in self._values(line))])
        values = zip(self.slots, line.values, line.differs, strict=True)
        cells = [
            TableCell(value, differs=slot.index if differs else None, muted=n > 0 and not differs)
            for n, (slot, value, differs) in enumerate(values)
        ]
        return TableRow((TableCell(line.name, muted=True), *cells), group=number, tip=tip)

    def _remark_row(self, number: int, line: CardLine) -> TableRow:
        """What is often stated otherwise of a field, below its values."""
        cells = [TableCell(remark, muted=True, small=True) for remark in line.remarks]
        return TableRow((TableCell(), *cells), group=number)

    def _values(self, line: CardLine) -> tuple[tuple[str, str], ...]:
        """By the title of the model."""
        return tuple(zip((slot.title for slot in self.slots), line.values, strict=True))

    def _note(self) -> str:
        if len(self.slots) < 2:
            return ONE_MODEL
        timed = any(line.name == SECONDS and line.any_differs for line in self.lines)
        return " ".join([self.note, *([OF_THE_MACHINE] if timed else [])])

    def name_at(self, row: int) -> str | None:
        """The field of a row of the table; None of a heading."""
        number = self._build_table().rows[row].group
        return self.lines[number].name if isinstance(number, int) else None

    def said_of(self, name: object) -> tuple[Details, tuple[Offer, ...]]:
        """A field of every card, and the pages that state its values."""
        line = next((one for one in self.lines if one.name == name), None)
        if line is None:
            return Details(), ()
        links = {link: value for link, value in zip(line.links, line.values, strict=True) if link}
        offers = (
            Offer(tr("Open {value}", value=value), partial(_open, to))
            for to, value in links.items()
        )
        titles = [slot.title for slot in self.slots]
        text = [*list_sources(titles, line), *list_remarks(line)]
        details = Details(line.name, self._values(line), "\n".join(text))
        return details, tuple(offers)

    def table(self) -> Table:
        """Every field, whether it differs or not."""
        titles = [slot.title for slot in self.slots]
        return cards_table(titles, self._every, self.title)


def only_differences(at: Situation) -> bool:
    """Whether rows in which all cards agree are left out."""
    return bool(at.options.get("only_differences", True))


def _remark(remark: Remarks) -> Drawing:
    """The notes on an architecture or an objective."""
    lines = [TextBlock(note, muted=False, pixels=fonts.SMALL) for note in remark.notes]
    return Titled(Stack(lines, gap=GRID / 2), remark.title)


def _open(url: str, at: Situation) -> State:
    QDesktopServices.openUrl(QUrl(url))
    return at.state
