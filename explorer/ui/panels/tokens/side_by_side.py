"""The text as the chosen models tokenize it, with the selection: tokens, steps and details."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.tokens.request import TokensAnswer
from explorer.core.tokens.tokenized import TokenizedText, Word, most_tokens, tokens_of
from explorer.core.tokens.word_steps import num_steps
from explorer.core.tokens.wording import inputs_in_words
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, TextBlock, Titled
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow, model_cell
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.graphics.tokens.token_rows import TokenHit, TokenRows
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.tokens.one_model import (
    PAIR_FACT,
    cut_words,
    detail_rows,
    facts,
    model_row,
    shared_facts,
    tokens_text,
)
from explorer.ui.panels.tokens.steps import word_figure, word_strip


@dataclass(frozen=True, eq=False)
class SideBySide:
    """An answer and the models that are still chosen; `token` is counted in the model `token_of`.

    `token_of` is empty where none of the models has the selected token.
    """

    answer: TokensAnswer
    models: tuple[tuple[ModelSlot, TokenizedText], ...]
    token: int | None
    token_of: str

    # ---- the selection

    @property
    def stale(self) -> bool:
        """Whether other models are chosen than those that were laid out under each other."""
        return [cut.key for _, cut in self.models] != [cut.key for cut in self.answer.cuts]

    @property
    def anchor(self) -> int | None:
        """The row of the model that the selected token belongs to."""
        keys = [cut.key for _, cut in self.models]
        return None if self.stale or not self.token_of else keys.index(self.token_of)

    @property
    def selected_token(self) -> TokenHit | None:
        if self.anchor is None or self.token is None:
            return None
        inside = 0 <= self.token < len(self.models[self.anchor][1].encoding)
        return TokenHit(self.token, self.anchor) if inside else None

    @property
    def word(self) -> Word | None:
        """The word with the selected token, or the one with the most tokens."""
        words, hit = self.answer.words or (), self.selected_token
        if not words or len(words[0].steps) != len(self.models):
            return None
        longest = words[most_tokens(words)]
        if hit is None or hit.row is None:
            return longest
        cut = self.models[hit.row][1]
        return next((word for word in words if hit.position in tokens_of(word, cut)), longest)

    @property
    def num_steps(self) -> int:
        """The number of steps for that word in the model that takes most."""
        by_model = () if self.word is None else self.word.steps
        return max((sum(num_steps(one.how) for one in steps) for steps in by_model), default=0)

    def token_at(self, hit: TokenHit) -> TokenHit | None:
        """The token that was clicked; for a click on the text, its first token."""
        if hit.row is not None:
            return hit
        assert self.answer.layout is not None
        by_model = enumerate(self.answer.layout.columns[hit.position].positions)
        return next((TokenHit(own[0], row) for row, own in by_model if own), None)

    def first_token(self, place: int) -> TokenHit | None:
        """Return a word's first token in the model of the selection, or the first that has it."""
        if not self.answer.words:
            return None
        by_model = [tokens_of(self.answer.words[place], cut) for _, cut in self.models]
        order = [self.anchor or 0, *range(len(by_model))]
        return next((TokenHit(by_model[row][0], row) for row in order if by_model[row]), None)

    # ---- drawings and details

    def tokens_drawing(self, rows: Collection[str]) -> Drawing:
        """Every model's tokens under the text, with these rows of ROWS below them."""
        assert self.answer.layout is not None
        tokens = TokenRows(
            [model_row(slot.index, cut, rows) for slot, cut in self.models],
            layout=self.answer.layout,
            title=tr("Tokens under the text"),
            selected=self.selected_token,
        )
        counts = [(slot, facts(cut)) for slot, cut in self.models]
        table = _table_of(counts, tr("Counts of tokens"))
        note = TextBlock(panel_text("tokens").notes["counted"], pixels=11)
        limits = [
            TextBlock(f"{slot.title}: {line}")
            for slot, cut in self.models
            for line in cut_words(cut)
        ]
        return Stack(
            [Tagged(tokens, "pieces"), *limits, table, note, *self._build_shared_pieces()], gap=20
        )

    def _build_shared_pieces(self) -> list[Drawing]:
        """The pieces that two languages share, of models that know languages."""
        shared = [(slot, shared_facts(cut, cut.shared)) for slot, cut in self.models if cut.shared]
        if not shared:
            return []
        title = tr("Pieces that English and Korean share")
        note = panel_text("tokens").notes["shared"]
        return [Titled(_table_of(shared, title), title, note=note)]

    def steps_drawing(self, step: int) -> Drawing | None:
        """The steps of each model to the tokens of the word, up to this one."""
        word, words = self.word, self.answer.words
        if word is None or words is None:
            return None
        strip = word_strip(words, [slot for slot, _ in self.models], words.index(word))
        figure = word_figure(self.models, word, step)
        return Stack([Tagged(strip, "words"), Tagged(figure, "steps")], gap=20)

    def details(self) -> Details:
        """The selected token, and the tokens of the other models for the same characters."""
        hit, layout = self.selected_token, self.answer.layout
        if hit is None or hit.row is None or layout is None:
            return Details()
        slot, cut = self.models[hit.row]
        rows = detail_rows(cut, hit.position)
        shared = layout.counterparts(hit.row, hit.position)
        for (other, its_cut), positions in zip(self.models, shared, strict=True):
            if other.key != slot.key:
                rows.append((tr("In {other}", other=other.title), tokens_text(its_cut, positions)))
        title = tr("{token} in {model}", token=visible(cut.labels[hit.position]), model=slot.title)
        return Details(title, tuple(rows), inputs_in_words(cut))


def _table_of(facts_of: Sequence[tuple[ModelSlot, Mapping[str, str]]], title: str) -> TableDrawing:
    """A row for each model, and a column for each fact; all but the pieces are numbers."""
    rows = [
        TableRow((model_cell(slot.title, slot.index), *map(TableCell, known.values())))
        for slot, known in facts_of
    ]
    heads = [Column(name, right=name != PAIR_FACT) for name in facts_of[0][1]]
    return TableDrawing([Column(), *heads], rows, title=title)
