"""The tokenized text of each model with the selection: tokens, steps and details."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from explorer.core.tokens.pieces import TokenizedText, Word, most_pieces, tokens_of
from explorer.core.tokens.request import TokensAnswer
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock
from explorer.ui.graphics.table_drawing import Cell, Column, TableDrawing, TableRow, model_cell
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.graphics.tokens.token_rows import TokenHit, TokenRows
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.tokens.pieces import (
    FACTS,
    detail_rows,
    facts,
    in_words,
    model_row,
    pieces_text,
)
from explorer.ui.panels.tokens.word_figure import word_figure, word_strip


@dataclass(frozen=True, eq=False)
class CutText:
    """An answer and the models that are still chosen; `token` is counted in the model `token_of`.

    `token_of` is empty where none of the models has the selected token.
    """

    answer: TokensAnswer
    shown: tuple[tuple[ModelSlot, TokenizedText], ...]
    token: int | None
    token_of: str

    # ---- what is selected

    @property
    def stale(self) -> bool:
        """Whether other models are chosen than those that were laid out under each other."""
        return [cut.key for _, cut in self.shown] != [cut.key for cut in self.answer.cuts]

    @property
    def anchor(self) -> int | None:
        """The model that the selected token belongs to."""
        if self.stale or not self.token_of:
            return None
        return [cut.key for _, cut in self.shown].index(self.token_of)

    @property
    def selected(self) -> TokenHit | None:
        if self.anchor is None or self.token is None:
            return None
        inside = 0 <= self.token < len(self.shown[self.anchor][1].encoding)
        return TokenHit(self.token, self.anchor) if inside else None

    @property
    def word(self) -> Word | None:
        """The word with the selected token, or the one that is cut most finely."""
        words, hit = self.answer.words, self.selected
        if not words or len(words[0].steps) != len(self.shown):
            return None
        if hit is not None and hit.row is not None:
            cut = self.shown[hit.row][1]
            found = (word for word in words if hit.position in tokens_of(word, cut))
            return next(found, words[most_pieces(words)])
        return words[most_pieces(words)]

    def piece_at(self, hit: TokenHit) -> TokenHit | None:
        """The token that was clicked; for a click on the text, its first token."""
        if hit.row is not None:
            return hit
        assert self.answer.layout is not None
        positions = self.answer.layout.columns[hit.position].positions
        first = next((k for k, own in enumerate(positions) if own), None)
        return None if first is None else TokenHit(positions[first][0], first)

    def first_piece(self, word: Word) -> TokenHit | None:
        """Where a word begins in the model that was looked at last, or in the first that has it."""
        by_model = [tokens_of(word, cut) for _, cut in self.shown]
        order = [self.anchor or 0, *range(len(by_model))]
        return next((TokenHit(by_model[k][0], k) for k in order if by_model[k]), None)

    # ---- what is drawn and said

    def pieces_picture(self, rows: Collection[str]) -> Drawing:
        """Every model's tokens under the text, with these rows of ROWS below them."""
        assert self.answer.layout is not None
        models = [model_row(slot.index, cut, rows) for slot, cut in self.shown]
        tokens = TokenRows(
            models, layout=self.answer.layout, title="Tokens under the text", selected=self.selected
        )
        lines = [
            TableRow((model_cell(slot.title, slot.index),
                      *map(Cell, facts(cut))))
            for slot, cut in self.shown
        ]  # fmt: skip
        columns = [Column(), *(Column(name, right=True) for name in FACTS)]
        table = TableDrawing(columns, lines, title="Counts of tokens")
        return Stack(
            [
                Tagged(tokens, "pieces"),
                table,
                TextBlock(panel_text("tokens").notes["counted"], pixels=11),
            ],
            gap=20,
        )

    def steps_picture(self, step: int) -> Drawing | None:
        """The steps of each model to the tokens of the word, up to this one."""
        word = self.word
        if word is None:
            return None
        words = self.answer.words
        strip = word_strip(words, [slot for slot, _ in self.shown], words.index(word))
        figure = word_figure(self.shown, word, step)
        return Stack([Tagged(strip, "words"), Tagged(figure, "steps")], gap=20)

    def details(self) -> Details:
        """The selected token, and what the other models have over the same characters."""
        hit, layout = self.selected, self.answer.layout
        if hit is None or hit.row is None or layout is None:
            return Details()
        slot, cut = self.shown[hit.row]
        rows = detail_rows(cut, hit.position)
        shared = layout.counterparts(hit.row, hit.position)
        for (other, its_cut), positions in zip(self.shown, shared, strict=True):
            if other.key != slot.key:
                rows.append((f"In {other.title}", pieces_text(its_cut, positions)))
        title = f"{visible(cut.labels[hit.position])} in {slot.title}"
        return Details(title, tuple(rows), in_words(cut))
