"""Vocabularies side by side: how finely each cuts, the sentence in its pieces, and one in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from explorer.core.readable import readable_bytes
from explorer.core.tokens.interlinear import interlinear
from explorer.core.tokens.pieces import family_title
from explorer.core.tokens.vocabularies import SHORTFALL, Compared, OwnVocabulary
from explorer.ui.controls.text_chooser import title_of
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.piece_rows import PieceRows
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panels.tokens.about import COMPARED
from explorer.ui.panels.tokens.fineness import HEADS, Fineness, FinenessTable, cells
from explorer.ui.panels.tokens.pieces import track
from explorer.ui.style.theme import SLOTS


class ComparedVocabularies:
    """Those of the chosen models and a person's own; models that were removed are left out."""

    def __init__(self, found: Sequence[Compared], slots: Sequence[ModelSlot]) -> None:
        self._slots = {slot.key: slot for slot in slots}
        self.rows = [row for row in found if row.own is not None or row.key in self._slots]

    def find(self, key: object) -> Compared | None:
        return next((row for row in self.rows if row.key == key), None)

    def titles(self) -> list[str]:
        return [self._title(row) for row in self.rows]

    def _title(self, row: Compared) -> str:
        return self._slots[row.key].title if row.own is None else name_of(row.own)

    def _slot(self, row: Compared) -> int:
        """Own vocabularies have the colours of further runs, without a letter."""
        if row.own is None:
            return self._slots[row.key].index
        own = [one.key for one in self.rows if one.own is not None]
        return len(SLOTS) + own.index(row.key)

    # ---- what is drawn

    def picture(self, chosen: object, text: str) -> Drawing | None:
        """`chosen` is the key of one that is marked, `text` the name of the held-out source."""
        if not self.rows:
            return None
        keys = [row.key for row in self.rows]
        selected = keys.index(chosen) if chosen in keys else None
        lines = [self._line(row) for row in self.rows]
        table = FinenessTable(lines, title="How finely they cut", selected=selected)
        note = f"Held-out text: {title_of(text)}."
        parts: list[Drawing] = [
            Titled(Tagged(table, "table"), "How finely they cut", note=note),
            TextBlock(COMPARED, pixels=11),
        ]
        return Stack([*parts, *self._same_text()], gap=20)

    def _line(self, row: Compared) -> Fineness:
        """The kind where the title does not say it, the sizes, and the counts of both texts."""
        kind = f"{row.family}, " if row.own is None else ""
        asked = f" of {row.own.choice.size:,}" if row.own and row.own.fell_short else ""
        about = f"{kind}{row.vocab_size:,}{asked} pieces, {readable_bytes(row.file_bytes)}"
        return Fineness(self._slot(row), self._title(row), about, (row.sentence, row.held_out))

    def _same_text(self) -> list[Drawing]:
        """The sentence, cut by each of them."""
        cut = [(row, row.cut) for row in self.rows if row.cut is not None]
        if not cut:
            return []
        layout = interlinear([one.encoding for _, one in cut])
        tracks = [track(self._slot(row), one) for row, one in cut]
        pieces = PieceRows(layout, tracks, title="The sentence in their pieces")
        return [Titled(Tagged(pieces, "same"), "The sentence in their pieces")]

    # ---- what is said

    def details(self, row: Compared, remove: Callable[[OwnVocabulary], object]) -> Details:
        """One vocabulary in numbers; `remove` takes an own one away."""
        rows = [
            ("Kind", row.family),
            ("Pieces", f"{row.vocab_size:,}"),
            ("File", readable_bytes(row.file_bytes)),
        ]
        both = zip(cells(row.sentence), cells(row.held_out), strict=True)
        for head, values in zip(HEADS, both, strict=True):
            rows.append((" ".join(head).capitalize(), " | ".join(values)))
        text = "Of two numbers the first is of the sentence, the second of the held-out text."
        if row.own is None:
            return Details(self._title(row), tuple(rows), text)
        rows.insert(2, ("Asked for", f"{row.own.choice.size:,}"))
        remove_it = Action("Remove it", partial(remove, row.own))
        kept = "\n\n".join([text, *shortfall(row.own), f"It is kept in {row.own.folder}"])
        return Details(self._title(row), tuple(rows), kept, (remove_it,))


def shortfall(own: OwnVocabulary) -> list[str]:
    """Why there are fewer pieces than were asked for, where there are."""
    if not own.fell_short:
        return []
    return [f"It has {SHORTFALL.format(found=own.num_pieces, asked=own.choice.size)}"]


def name_of(own: OwnVocabulary) -> str:
    """Its kind and what it learned from."""
    return f"{family_title(own.choice.family)}, {title_of(own.choice.text)}"
