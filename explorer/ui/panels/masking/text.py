"""One token of a lesson in words and numbers, for the side of the window and for the table."""

from __future__ import annotations

from typing import Any

from explorer.core.engine.answers import Guess, mean_loss, sparable
from explorer.core.masking.lesson import Lesson, turn_name
from explorer.core.masking.masks import times_chosen
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.token_strip import CHANGE_NAMES, visible
from models.schema.records import Change

MAX_CANDIDATES = 5  # in the details
DROPPED = "dropped with its span"

TABLE_COLUMNS = (
    *("position", "token", "fed", "change", "probability", "rank", "loss"),
    *("best", "best_probability", "replaced", "replaced_probability"),
    *("turn", "probability_without", "best_without", "epochs_chosen", "epochs_chosen_static"),
)


def detail_rows(lesson: Lesson, position: int) -> list[tuple[str, str]]:
    row = lesson.row_of(position)
    rows = [("Position", str(position))]
    if row is not None:
        rows.append(("Fed", visible(lesson.fed[row])))
    if lesson.hides:
        by_hand = " (by hand)" if position in (lesson.forced or {}) else ""
        rows.append(("Objective", _change_name(lesson, position) + by_hand))
    if lesson.order is not None:
        rows.append(("Turn", turn_name(int(lesson.order[position]))))
    guess = lesson.guess_of(position)
    if guess is not None:
        rows += _guess_details(guess)
        rows += _without_details(lesson, position)
    if lesson.judged is not None:
        rows.append(("Replaced", number(float(lesson.judged.probability[position]))))
    return rows


def _change_name(lesson: Lesson, position: int) -> str:
    change = Change(int(lesson.changes[position]))
    return DROPPED if change is Change.SPAN else CHANGE_NAMES[change]


def _without_details(lesson: Lesson, position: int) -> list[tuple[str, str]]:
    """What is left of the probability without the stream that the model can do without."""
    guess = lesson.spared_guess_of(position)
    streams = None if lesson.card is None else sparable(lesson.card)
    if guess is None or guess.probability is None or streams is None:
        return []
    return [(f"Without the {streams[0].title.lower()}", number(guess.probability))]


def _guess_details(guess: Guess) -> list[tuple[str, str]]:
    rows = []
    if guess.probability is not None and guess.right is not None:
        rows += [
            ("Its probability", number(guess.probability)),
            ("Its rank", f"{guess.right + 1:,}"),
        ]
    return rows + [(visible(token), number(p)) for token, p in guess.candidates[:MAX_CANDIDATES]]


def table_row(lesson: Lesson, at: int) -> tuple[Any, ...]:
    guess, judged = lesson.guess_of(at), lesson.judged
    row = lesson.row_of(at)
    best = guess.candidates[0] if guess and guess.candidates else (None, None)
    known = guess is not None and guess.right is not None
    return (
        at,
        lesson.names[at],
        None if row is None else lesson.fed[row],
        Change(int(lesson.changes[at])).name.lower(),
        guess.probability if guess else None,
        guess.right + 1 if guess and known and guess.right is not None else None,
        guess.loss if guess else None,
        *best,
        None if judged is None else judged.truth(at),
        None if judged is None else float(judged.probability[at]),
        None if lesson.order is None else int(lesson.order[at]),
        *_without(lesson, at),
        *(None if drawn is None else int(drawn[at]) for drawn in _times(lesson)),
    )


def summary(lesson: Lesson) -> dict[str, Any]:
    """What belongs to a model and not to a token."""
    return {
        "loss": lesson.loss,
        "loss_without": mean_loss(lesson.spared),
        "pairs": {verdict.head.name: verdict.by_class for verdict in lesson.pairs},
        "written": lesson.written.sentence if lesson.written else None,
        "joint_all_at_once": lesson.filled.independent.joint if lesson.filled else None,
        "joint_in_turn": lesson.filled.in_turn.joint if lesson.filled else None,
    }


def _without(lesson: Lesson, at: int) -> tuple[float | None, str | None]:
    """What is predicted without the stream that the model can do without."""
    guess = lesson.spared_guess_of(at)
    if guess is None:
        return None, None
    return guess.probability, guess.candidates[0][0] if guess.candidates else None


def _times(lesson: Lesson) -> list[Any]:
    """In how many epochs each token was chosen (T,), of masks drawn anew and of fixed ones."""
    return [
        None if changes is None else times_chosen(changes)
        for changes in (lesson.epochs, lesson.fixed)
    ]
