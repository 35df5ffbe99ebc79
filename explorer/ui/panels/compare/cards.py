"""Cards of models side by side: the fields in which they differ, as a picture and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from explorer.core.comparison.differences import CardField, CardLine, side_by_side
from explorer.core.library.cards import OF_THE_MACHINE, SECONDS, Remarks
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.table_drawing import Cell, Column, TableDrawing, TableHit, TableRow
from explorer.ui.graphics.tagged import Tagged, tagged
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panels.compare.remarks import remark_drawings

TITLE = "The model cards, with differences from the model at the left"
NOTE = (
    "A value after a bar differs from that of the model at its left. A dash: the model does not "
    "have this, or its files do not state it. Click a published value for its source."
)
NAME_SHARE, NAME_WIDTHS = 0.2, (90.0, 170.0)  # of the names of the fields, in pixels
ONE_MODEL = "Choose a second model above to see how the two differ."
ALL_SAME = "These models do not differ in any property that their files state."


class Cards:
    """The chosen models whose cards are known; a single card is shown whole."""

    def __init__(
        self, cards: Sequence[tuple[ModelSlot, tuple[CardField, ...]]], *, only_differences: bool
    ) -> None:
        self.slots = [slot for slot, _ in cards]
        self._every = side_by_side([card for _, card in cards])
        self.lines = self._every
        if only_differences and len(cards) > 1:
            self.lines = [line for line in self._every if line.any_differs]

    def picture(self, remarks: Sequence[Remarks]) -> Drawing:
        """The table, and below it the remarks on the models."""
        if not self.lines:
            return TextBlock(ALL_SAME)
        table = Tagged(self._table(), "cards")
        return Stack([Titled(table, TITLE, note=self._note()), *remark_drawings(remarks)], gap=28)

    def _table(self) -> TableDrawing:
        """A column for each model, the lines by group."""
        models = [
            Column(slot.title, slot=slot.index, stretch=True, wrap=True, clicks=True)
            for slot in self.slots
        ]
        rows: list[TableRow] = []
        for number, line in enumerate(self.lines):
            if number == 0 or line.group != self.lines[number - 1].group:
                group = Cell(line.group.upper(), muted=True, bold=True, small=True)
                rows.append(TableRow((group,), heading=True))
            rows.append(self._row(number, line))
        names = Column(wrap=True, share=NAME_SHARE, least=NAME_WIDTHS[0], most=NAME_WIDTHS[1])
        return TableDrawing([names, *models], rows, title=TITLE, long=True)

    def _row(self, number: int, line: CardLine) -> TableRow:
        """A field of all cards; a value after a bar differs from that at its left."""
        by_model = zip(self.slots, line.values, strict=True)
        tip = "\n".join([line.name, *(f"{slot.title}: {value}" for slot, value in by_model)])
        values = zip(self.slots, line.values, line.differs, strict=True)
        cells = [
            Cell(value, differs=slot.index if differs else None, muted=n > 0 and not differs)
            for n, (slot, value, differs) in enumerate(values)
        ]
        return TableRow((Cell(line.name, muted=True), *cells), group=number, tip=tip)

    def _note(self) -> str:
        if len(self.slots) < 2:
            return ONE_MODEL
        timed = any(line.name == SECONDS and line.any_differs for line in self.lines)
        return f"{NOTE} {OF_THE_MACHINE}" if timed else NOTE

    def details(self, hit: Any) -> Details:
        """The field that was clicked, of every card."""
        found = tagged(hit)
        if found is None or not isinstance(found.hit, TableHit):
            return Details()
        number = self._line_of(found.hit)
        if number is None:
            return Details()
        line = self.lines[number]
        by_model = zip(self.slots, line.values, strict=True)
        links = {link: value for link, value in zip(line.links, line.values, strict=True) if link}
        return Details(
            line.name,
            tuple((slot.title, value) for slot, value in by_model),
            text="\n".join(self._sources(line)),
            actions=tuple(
                Action(f"Open {value}", partial(_open, to)) for to, value in links.items()
            ),
        )

    def _line_of(self, hit: TableHit) -> int | None:
        """Which line of the cards a row of the table is; None for a heading."""
        number = self._table().rows[hit.row].group
        return number if isinstance(number, int) else None

    def _sources(self, line: CardLine) -> list[str]:
        """Where the values of a line were published, by model; a common source once."""
        stated = zip(self.slots, line.sources, strict=True)
        if len({*line.sources}) == 1:
            return [f"Source: {line.sources[0]}"] if line.sources[0] else []
        return [f"Source for {slot.title}: {source}" for slot, source in stated if source]

    def table(self) -> Table:
        """Every field, whether it differs or not."""
        columns = ("group", "field", *(slot.title for slot in self.slots), "differs", "sources")
        rows = [
            (line.group, line.name, *line.values, line.any_differs, "; ".join(self._sources(line)))
            for line in self._every
        ]
        return Table(columns, rows, title=TITLE)


def _open(url: str) -> None:
    QDesktopServices.openUrl(QUrl(url))
