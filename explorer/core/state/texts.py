"""Which texts the program takes: what is half a character is replaced, what is endless is cut."""

from __future__ import annotations

import re

from explorer.core.errors import UserError

LONE_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which no file can hold
MAX_TEXT = 100_000  # characters; the largest model here reads a few thousand
CUT = f"Texts are read up to {MAX_TEXT:,} characters; the rest was left out."


def acceptable(text: str) -> str:
    """The text as the program holds it: no lone surrogates, at most `MAX_TEXT` characters."""
    return LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text[:MAX_TEXT])


def check_length(*texts: str | None) -> None:
    """Raises UserError for a text that would have to be cut."""
    longest = max(len(text or "") for text in texts)
    if longest > MAX_TEXT:
        raise UserError(
            f"The text has {longest:,} characters, and at most {MAX_TEXT:,} are read.",
            "Give a part of it.",
        )
