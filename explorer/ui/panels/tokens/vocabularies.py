"""Vocabularies side by side: how finely each splits the sentence and a held-out text."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.engine.groups import TokenCounts
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.readable import readable_bytes
from explorer.core.state.slots import SLOTS
from explorer.core.tokens.interlinear import interlinear
from explorer.core.tokens.tokenized import family_title
from explorer.core.tokens.vocabularies import (
    SHORTFALL,
    ComparedVocabulary,
    OwnVocabulary,
)
from explorer.core.training.text_titles import title_of
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.table_drawing import (
    Column,
    Segment,
    TableCell,
    TableDrawing,
    TableRow,
    model_cell,
)
from explorer.ui.graphics.tokens.token_rows import TokenRows
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.tokens.one_model import model_row
from explorer.ui.style.palette import Palette

TITLE = tr("Tokens per word, in the sentence and in held-out text")
TEXTS = (tr("sentence"), tr("held out"))
HEADS = (tr("tokens per word"), tr("tokens per character"), tr("bytes per token"), tr("unknown"))
SAME_TEXT = tr("The sentence in the tokens of each vocabulary")
PALE = 0.55  # of the colour, for the second text
MIN_BAR = 34.0


class ComparedVocabularies:
    """The vocabularies of the chosen models and the user's own, not of removed models."""

    def __init__(self, rows: Sequence[ComparedVocabulary], slots: Sequence[ModelSlot]) -> None:
        self._slots = {slot.key: slot for slot in slots}
        self.rows = [row for row in rows if row.own is not None or row.key in self._slots]

    def key_at(self, line: int) -> str:
        """The vocabulary of a line of the table."""
        return self.rows[line // (1 + len(TEXTS))].key

    @property
    def titled_rows(self) -> list[tuple[str, ComparedVocabulary]]:
        return [(self._title(row), row) for row in self.rows]

    def _title(self, row: ComparedVocabulary) -> str:
        return self._slots[row.key].title if row.own is None else name_of(row.own)

    def _slot(self, row: ComparedVocabulary) -> int:
        """Own vocabularies have the colours of further runs, without a letter."""
        if row.own is None:
            return self._slots[row.key].index
        own = [one.key for one in self.rows if one.own is not None]
        return len(SLOTS) + own.index(row.key)

    # ---- drawing

    def build_drawing(self, selected: object, text: str) -> Drawing | None:
        """`selected` is the key of one that is marked, `text` the name of the held-out source."""
        if not self.rows:
            return None
        table = Titled(
            Tagged(self._table(selected), "table"),
            TITLE,
            note=tr("Held-out text: {text}.", text=title_of(text)),
        )
        note = TextBlock(panel_text("tokens").notes["compared"], pixels=11)
        return Stack([table, note, *self._same_text()], gap=20)

    def _table(self, selected: object) -> TableDrawing:
        """A heading for each vocabulary with a line for each text, all bars on one scale."""
        counts = (one for row in self.rows for one in (row.sentence, row.held_out))
        maximum = max((one.per_word for one in counts if one is not None), default=0.0) or 1.0
        lines = [line for row in self.rows for line in self._lines(row, maximum)]
        bars = Column(least=MIN_BAR, stretch=True)
        columns = [Column(), bars, *(Column(head, right=True) for head in HEADS)]
        key = next((row.key for row in self.rows if row.key == selected), None)
        return TableDrawing(columns, lines, title=TITLE, selected=key, row_clicks=True)

    def _lines(self, row: ComparedVocabulary, maximum: float) -> list[TableRow]:
        """The name, the kind where the name does not say it, the sizes, and both texts."""
        slot, title = self._slot(row), self._title(row)
        kind = f"{row.family}, " if row.own is None else ""
        tokens = plural(row.vocab_size, "{count:,} token", "{count:,} tokens")
        if row.own and row.own.is_smaller:
            tokens = tr(
                "{count:,} of {maximum:,} tokens",
                count=row.vocab_size,
                maximum=row.own.choice.size,
            )
        about = f"{kind}{tokens}, {readable_bytes(row.file_bytes)}"
        heading = (model_cell(title, slot, about),)
        lines = [TableRow(heading, row.key, heading=True, tip=f"{title}: {about}")]
        for text, counts in zip(TEXTS, (row.sentence, row.held_out), strict=True):
            bar = _bar(counts, maximum, slot, pale=text != TEXTS[0])
            line = (TableCell(text, small=True, muted=True), bar, *map(TableCell, cells(counts)))
            lines.append(TableRow(line, row.key, tip=f"{title}: {about}"))
        return lines

    def _same_text(self) -> list[Drawing]:
        """The sentence in the tokens of each of them."""
        cut = [(self._slot(row), row.cut) for row in self.rows if row.cut is not None]
        if not cut:
            return []
        layout = interlinear([one.encoding for _, one in cut])
        tokens = TokenRows([model_row(*one) for one in cut], layout=layout, title=SAME_TEXT)
        return [Titled(Tagged(tokens, "same"), SAME_TEXT)]

    # ---- details

    def details(self, key: object) -> Details:
        """One vocabulary in numbers."""
        row = next((row for row in self.rows if row.key == key), None)
        if row is None:
            return Details()
        rows = [(tr("Kind"), row.family), (tr("Tokens"), f"{row.vocab_size:,}")]
        if row.own is not None:
            rows.append((tr("Maximum"), f"{row.own.choice.size:,}"))
        rows.append((tr("File"), readable_bytes(row.file_bytes)))
        both = zip(HEADS, cells(row.sentence), cells(row.held_out), strict=True)
        rows += [(head.capitalize(), " | ".join(values)) for head, *values in both]
        text = tr("The first value is of the sentence, the second of the held-out text.")
        if row.own is None:
            return Details(self._title(row), tuple(rows), text)
        text = "\n\n".join(
            [text, *shortfall(row.own), tr("It is saved in {row}", row=row.own.folder)]
        )
        return Details(self._title(row), tuple(rows), text)


def shortfall(own: OwnVocabulary) -> list[str]:
    """Why there are fewer tokens than the maximum, where there are."""
    if not own.is_smaller:
        return []
    return [tr("It has {own}", own=SHORTFALL.format(actual=own.vocab_size, wanted=own.choice.size))]


def name_of(own: OwnVocabulary) -> str:
    """Its kind and what it learned from."""
    return f"{family_title(own.choice.family)}, {title_of(own.choice.text)}"


def _bar(counts: TokenCounts | None, maximum: float, slot: int, *, pale: bool) -> TableCell:
    """The tokens per word; paler for the second text."""
    if counts is None:
        return TableCell()

    def colour(palette: Palette) -> str:
        own = palette.model(slot)
        return palette.tint(own, PALE) if pale else own

    return TableCell(bar=(Segment(counts.per_word / maximum, colour),))


def cells(counts: TokenCounts | None) -> tuple[str, ...]:
    """The numbers of a line; dashes where nothing was counted."""
    if counts is None or not counts.tokens:
        return ("–",) * len(HEADS)
    share = counts.unknown_share
    unknown = (f"{share:.0%}" if share >= 0.1 else f"{share:.1%}") if counts.unknown else tr("none")
    numbers = (counts.per_word, counts.per_character, counts.bytes_per_token)
    return *map(number, numbers), unknown
