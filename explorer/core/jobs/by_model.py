"""Answers of several models, one after the other; what one cannot do keeps no other from it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from explorer.core.errors import UserError, drop_traceback
from explorer.core.jobs.jobs import Partial, Progress
from explorer.core.readable import model_name

T = TypeVar("T")


def answers_by_model(
    keys: Sequence[str], doing: str, answer: Callable[[str], Generator[Progress | Partial, None, T]]
) -> Generator[Progress | Partial, None, dict[str, T | UserError]]:
    """Each model's answer, or its problem, reported as soon as it is there, all of them in the end.

    `doing` is what the progress says before the name of the model.
    """
    answers: dict[str, T | UserError] = {}
    for number, key in enumerate(keys):
        yield Progress(f"{doing} {model_name(key)}", number, len(keys), unit="models")
        try:
            answers[key] = yield from answer(key)
        except UserError as error:
            answers[key] = drop_traceback(error)
        if len(answers) < len(keys):
            yield Partial(dict(answers))
    return answers
