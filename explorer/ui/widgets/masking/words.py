"""One token of a lesson in words and numbers, for the side of the window and for the table."""

from __future__ import annotations

from typing import Any

from explorer.core.masking import Guess, Lesson
from explorer.ui.drawing import number
from explorer.ui.widgets.token_strip import CHANGE_NAMES, visible
from models.records import Change

MAX_CANDIDATES = 5  # in the details

TABLE_COLUMNS = (
    *("position", "token", "fed", "change", "probability", "rank", "loss"),
    *("best", "best_probability", "replaced", "replaced_probability"),
)


def detail_rows(lesson: Lesson, position: int) -> list[tuple[str, str]]:
    assert lesson.corruption is not None
    change = Change(int(lesson.corruption.change[position]))
    rows = [("Position", str(position)), ("Fed", visible(lesson.fed[position]))]
    if lesson.hides:
        by_hand = " (by hand)" if position in (lesson.forced or {}) else ""
        rows.append(("Objective", CHANGE_NAMES[change] + by_hand))
    guess = lesson.guess_at(position)
    if guess is not None:
        rows += _guess_details(guess)
    if lesson.judged is not None:
        rows.append(("Replaced", number(float(lesson.judged.probability[position]))))
    return rows


def _guess_details(guess: Guess) -> list[tuple[str, str]]:
    rows = []
    if guess.probability is not None and guess.right is not None:
        rows += [
            ("Its probability", number(guess.probability)),
            ("Its rank", f"{guess.right + 1:,}"),
        ]
    return rows + [(visible(token), number(p)) for token, p in guess.candidates[:MAX_CANDIDATES]]


def table_row(lesson: Lesson, at: int) -> tuple[Any, ...]:
    assert lesson.corruption is not None
    guess, judged = lesson.guess_at(at), lesson.judged
    best = guess.candidates[0] if guess and guess.candidates else (None, None)
    known = guess is not None and guess.right is not None
    replaced = judged.replaced[at] if judged is not None and judged.replaced is not None else None
    return (
        at,
        lesson.names[at],
        lesson.fed[at],
        Change(int(lesson.corruption.change[at])).name.lower(),
        guess.probability if guess else None,
        guess.right + 1 if guess and known and guess.right is not None else None,
        guess.loss if guess else None,
        *best,
        None if replaced is None else bool(replaced),
        None if judged is None else float(judged.probability[at]),
    )
