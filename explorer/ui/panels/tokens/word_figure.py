"""The words of a text, and the steps of each model to the tokens of one of them."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.tokens.labels import spaced
from explorer.core.tokens.pieces import TokenizedText, Word
from explorer.core.tokens.word_steps import num_steps
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.tokens.chip import TokenChip
from explorer.ui.graphics.tokens.token_rows import TokenRows, token_row
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.tokens.steps import best_paths, lattice, matching, merging
from models.tokenization.step_records import How, Lattice, Matching, Merging, WordSteps

COLUMN_WIDTHS = (280.0, 460.0)  # pixels of a model's column, at least and where words are long
SYMBOL_WIDTH = 27.0  # so that the number of a byte can be read
MARGIN = 64.0
NO_TOKEN = "It has no token here: it is a special token, or the tokenizer leaves it out."


def word_strip(words: Sequence[Word], slots: Sequence[ModelSlot], selected: int) -> TokenRows:
    """The words, and below each its number of tokens in every model."""
    chips = []
    for word in words:
        counts = list(zip(slots, word.num_pieces, strict=True))
        tip = ", ".join(f"{slot.title}: {_count(count, 'token')}" for slot, count in counts)
        chips.append(TokenChip(word.text, below=tuple(map(str, word.num_pieces)), tip=tip))
    rows = [f"tokens {slot.letter}" for slot in slots]
    return token_row(chips, title="Words and their tokens", below=rows, selected=selected)


def word_figure(
    models: Sequence[tuple[ModelSlot, TokenizedText]], word: Word, step: int
) -> Drawing:
    """A column for each model with its steps up to this one."""
    columns = [
        _column(slot, cut, steps, step)
        for (slot, cut), steps in zip(models, word.steps, strict=True)
    ]
    lengths = [_num_symbols(one) for steps in word.steps for one in steps]
    low, high = COLUMN_WIDTHS
    min_width = min(max(MARGIN + SYMBOL_WIDTH * max(lengths, default=0), low), high)
    return Row(columns, "Steps of the chosen word", min_width=min_width)


def _num_symbols(word: WordSteps) -> int:
    return len(word.how.symbols) if isinstance(word.how, Merging) else len(word.word)


def total_steps(word: Word) -> int:
    """As many as the model has that takes most."""
    return max((sum(num_steps(one.how) for one in steps) for steps in word.steps), default=0)


def _column(slot: ModelSlot, cut: TokenizedText, steps: Sequence[WordSteps], step: int) -> Drawing:
    if not steps:
        return Titled(TextBlock(NO_TOKEN), slot.title, slot.index, note=cut.tokenizer)
    drawings: list[Drawing] = []
    for one in steps:
        drawings += _drawn(one, max(step, 0), slot.index)
        step -= num_steps(one.how)
    how = steps[0].how
    notes = panel_text("tokens").notes
    drawings.append(TextBlock(notes[type(how).__name__.lower()], pixels=11))
    taken = _taken(how) if len(steps) == 1 else f"{len(steps)} words one after the other"
    tokens = _count(sum(len(one.pieces) for one in steps), "token")
    note = f"{cut.tokenizer}: {taken}, {tokens}"
    return Titled(Stack(drawings, gap=GRID), slot.title, slot.index, note=note)


def _drawn(word: WordSteps, done: int, slot: int) -> list[Drawing]:
    """The steps of one word, and below them what there is to say of its end."""
    how = word.how
    end: list[Drawing] = []
    if isinstance(how, Merging):
        boxes = merging(word, how, done, slot)
    elif isinstance(how, Matching):
        boxes = matching(word, how, done, slot)
        end = [TextBlock(_why_unknown(word, how))] if how.unknown else []
    else:
        boxes = lattice(word, how, done, slot)
        end = [best_paths(how)]
        end += [TextBlock(_in_no_token(word, how))] if how.unknown else []
    return [boxes, *(end if done >= num_steps(how) else map(_Room, end))]


class _Room(Drawing):
    """The room of a drawing that is still to come."""

    def __init__(self, drawing: Drawing) -> None:
        self.size = drawing.size  # type: ignore[method-assign]

    def paint(self, *_: object) -> None:
        """Nothing yet."""


def _why_unknown(word: WordSteps, how: Matching) -> str:
    token = word.pieces[0].token
    if how.too_long:
        return f"A word of {len(word.word)} characters is too long, so the whole word is {token}."
    where = word.word[how.tries[-1].start]
    return f"No token begins with {where} here, so the whole word is {token}."


def _in_no_token(word: WordSteps, how: Lattice) -> str:
    known = {edge.piece for edge in how.best.edges if edge.known}
    tokens = dict.fromkeys(p.token for p in word.pieces if p.token not in known)
    unknown = ", ".join(map(spaced, how.unknown))
    return f"No token contains {unknown}; it becomes {' '.join(tokens)}."


def _taken(how: How) -> str:
    if isinstance(how, Merging):
        return _count(len(how.merges), "merge")
    if isinstance(how, Lattice):
        return _count(len(how.edges), "candidate")
    return _count(len(how.tries), "try", "tries")


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"
