"""The same sentence again and again: masks drawn anew each time, and masks that are fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.core.lesson import Lesson
from explorer.core.masking import DYNAMIC, NUM_EPOCHS, ONE_MASK, TEN_COPIES, shares
from explorer.ui.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.widgets.epoch_grid import EpochGrid
from explorer.ui.widgets.masking.column import (
    COMPUTING,
    SEE_ABOVE,
    Column,
    Role,
    Tag,
    Texts,
    section,
)
from explorer.ui.widgets.tagged import Tagged
from models.records import IntArray

COPIES_TITLES: Mapping[int, str] = {
    ONE_MASK: "One static mask",
    TEN_COPIES: "Ten static copies",
    DYNAMIC: "Nothing",
}
_SAID = {
    ONE_MASK: "Drawn once from the numbers of the tokens, whatever the seed; another vocabulary "
    "has other numbers, and so another mask.",
    TEN_COPIES: "Ten masks are drawn once from the numbers of the tokens, and the epochs meet them "
    "in turn, as BERT's authors made them and RoBERTa's took for their static baseline.",
}


def epochs(columns: Sequence[Column], copies: int) -> Drawing:
    """What the objective draws for this sentence in ten epochs; `copies` of what stands beside."""
    texts = Texts(
        f"The same sentence over {NUM_EPOCHS} epochs",
        "One row an epoch, drawn as in training; masks set by hand are left out. Filled is masked, "
        "struck through is random, an outline is chosen but left as it is, dashed is predicted in "
        "its turn, a bar below is dropped. Under each token, in how many epochs it was chosen.",
        problem=SEE_ABOVE,
    )
    return section(columns, texts, lambda column: _grids(column, copies))


def _grids(column: Column, copies: int) -> Drawing:
    lesson = column.lesson
    if lesson.epochs is None:
        if not lesson.whole:
            return TextBlock(COMPUTING)
        asked = sum(share.taught.targets for share in shares(lesson))
        return TextBlock(f"Nothing is drawn: every epoch asks for the same {asked:,} tokens.")
    anew = _grid(column, "epochs", lesson.epochs)
    note = f"{_covered(lesson.covered)} {_always_last(lesson)}".strip()
    parts = [Titled(anew, "Drawn anew in each epoch", note=note)]
    if lesson.fixed is not None:
        fixed = _grid(column, "fixed", lesson.fixed)
        note = f"{_covered(lesson.covered_fixed)} {_SAID[copies]}"
        parts.append(Titled(fixed, COPIES_TITLES[copies], note=note))
    return Stack(parts, gap=16)


def _grid(column: Column, role: Role, changes: IntArray) -> Drawing:
    grid = EpochGrid(changes, column.lesson.names, selected=column.selected, counted=True)
    return Tagged(grid, Tag(role, column.lesson.key))


def _always_last(lesson: Lesson) -> str:
    """Why the same tokens may be dropped again and again."""
    if not lesson.spans:
        return ""
    alone = " A text as short as this loses one span, always its end." * (len(lesson.spans) == 1)
    return f"Kept and dropped spans take turns, and a dropped one comes last.{alone}"


def _covered(share: float | None) -> str:
    if share is None:
        return ""
    return f"After {NUM_EPOCHS} epochs {share:.0%} of the tokens were chosen at least once."
