"""What the objectives ask: what each model is fed, how much it teaches, what ten epochs draw."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking import NUM_EPOCHS, Lesson, shares
from explorer.ui.drawing import Drawing, TextBlock, Titled
from explorer.ui.widgets.bars import Bar, Bars
from explorer.ui.widgets.epoch_grid import EpochGrid
from explorer.ui.widgets.legend import ChangeLegend
from explorer.ui.widgets.masking.column import (
    COMPUTING,
    SEE_ABOVE,
    Column,
    Tag,
    Texts,
    named,
    section,
)
from explorer.ui.widgets.tagged import Tagged
from explorer.ui.widgets.token_strip import CHANGE_NAMES, TokenChip, TokenStrip, visible
from models.records import Change

# ---- what is fed


def fed(columns: Sequence[Column]) -> Drawing:
    """The sentence in the shape in which each model sees it."""
    texts = Texts(
        "What each model is fed",
        "Click a token to mask it, or to leave it alone. What is chosen must be predicted.",
        _objectives,
    )
    met = {change for column in columns for change in _changes(column)}
    hides = any(column.lesson.hides for column in columns)
    always = {Change.MASKED, Change.RANDOM, Change.UNCHANGED} if hides else set()
    legend = [change for change in Change if change in always | met and change is not Change.KEPT]
    return section(columns, texts, _fed_strip, ChangeLegend(legend))


def _objectives(column: Column) -> str:
    return ", ".join(spec.title for spec in column.lesson.objectives).capitalize()


def _changes(column: Column) -> Sequence[int]:
    corruption = column.lesson.corruption
    return [] if corruption is None else corruption.change.tolist()


def _fed_strip(column: Column) -> Drawing:
    lesson = column.lesson
    chips = [_fed_chip(lesson, at) for at in range(len(lesson.fed))]
    return Tagged(TokenStrip(chips, selected=column.selected), Tag("fed", lesson.key))


def _fed_chip(lesson: Lesson, at: int) -> TokenChip:
    assert lesson.corruption is not None
    change = Change(int(lesson.corruption.change[at]))
    if at in lesson.written_gaps:
        change = Change.MASKED
    return TokenChip(
        text=lesson.fed[at],
        change=change,
        original=lesson.names[at] if change is Change.RANDOM else "",
        special=bool(lesson.encoding.special[at]),
        unknown=bool(lesson.encoding.unknown[at]) and change is Change.KEPT,
        tip=_fed_tip(lesson, at, change),
    )


def _fed_tip(lesson: Lesson, at: int, change: Change) -> str:
    name = visible(lesson.names[at])
    if at in lesson.written_gaps:
        return f"{at}: {name}, written in the text, so that nobody knows the truth"
    if lesson.encoding.special[at]:
        return f"{at}: {name}, a special token, never chosen"
    by_hand = ", by hand" if at in (lesson.forced or {}) else ""
    if lesson.causal:
        return f"{at}: {name}, predicted from the {at} tokens to its left" if at else f"0: {name}"
    return f"{at}: {name}, {CHANGE_NAMES[change]}{by_hand}"


# ---- how much it teaches


# ---- counts


def taught(columns: Sequence[Column]) -> Drawing:
    """Of a hundred tokens, those that a model learns from: what MLM pays for seeing both sides."""
    bars = [
        Bar(
            named(column, share.title),
            share.taught.in_hundred,
            column.slot,
            tip=f"{share.taught.targets:,} of {share.taught.fed:,} tokens fed",
        )
        for column in columns
        for share in shares(column.lesson)
    ]
    note = "Tokens fed that have something to predict or to judge, counted from the targets above."
    return Titled(Bars(bars, maximum=100), "Of 100 tokens, how many teach something", note=note)


# ---- epochs


def epochs(columns: Sequence[Column]) -> Drawing:
    """What the objective draws for this sentence, again and again."""
    texts = Texts(
        f"The same sentence over {NUM_EPOCHS} epochs",
        "One row an epoch, drawn anew each time from the seed; masks set by hand are left out. "
        "Filled is masked, struck through is random, an outline is chosen but left as it is.",
        _coverage_note,
        SEE_ABOVE,
    )
    return section(columns, texts, _epoch_grid)


def _coverage_note(column: Column) -> str:
    covered = column.lesson.covered
    if covered is None:
        return ""
    return f"After {NUM_EPOCHS} epochs {covered:.0%} of the tokens were chosen at least once."


def _epoch_grid(column: Column) -> Drawing:
    lesson = column.lesson
    if lesson.epochs is not None:
        grid = EpochGrid(lesson.epochs, lesson.names, selected=column.selected)
        return Tagged(grid, Tag("epochs", lesson.key))
    if not lesson.whole:
        return TextBlock(COMPUTING)
    asked = sum(share.taught.targets for share in shares(lesson))
    return TextBlock(f"Nothing is drawn: every epoch asks for the same {asked:,} tokens.")
