"""The one kind of error that a person can mend, as opposed to our bugs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class UserError(Exception):
    """Something a person can mend: `message` says what is wrong, `hint` what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


@contextmanager
def said_to_a_person() -> Iterator[None]:
    """What `models` refuses with a ValueError, and a full disk, are for the person to mend."""
    try:
        yield
    except (ValueError, OSError) as error:
        message, _, hint = str(error).partition(". ")
        sentence = message[:1].upper() + message[1:].removesuffix(".") + "."
        raise UserError(sentence, hint) from error
