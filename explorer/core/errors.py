"""The one kind of error that a person can mend, as opposed to our bugs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from explorer.core.localization import message
from models.runtime.files import shorten_message


class UserError(Exception):
    """Something a person can mend: `message` says what is wrong, `hint` what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        message, hint = shorten_message(message), shorten_message(hint)
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


Problem = TypeVar("Problem", bound=BaseException)


def drop_traceback(error: Problem) -> Problem:
    """The error without its traceback, to be kept: the frames hold what failed, such as a model."""
    error.__traceback__ = error.__cause__ = error.__context__ = None
    return error


@contextmanager
def as_user_errors() -> Iterator[None]:
    """Raise a ValueError of `models`, a number too large, and a full disk, as a UserError."""
    try:
        yield
    except (ValueError, OverflowError, OSError) as error:
        problem, _, hint = message(str(error)).partition(". ")
        raise UserError(sentence(problem), hint) from error


def sentence(text: str) -> str:
    """A text as a whole sentence; a name that it begins with, such as top_p, stays as it is."""
    is_name = not text.split()[0].strip(".,:").isalpha() if text.split() else True
    first = text[:1] if is_name else text[:1].upper()
    return first + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
