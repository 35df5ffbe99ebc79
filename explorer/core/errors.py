"""The one kind of error that a person can mend, as opposed to our bugs."""

from __future__ import annotations


class UserError(Exception):
    """Something a person can mend: `message` says what is wrong, `hint` what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()
