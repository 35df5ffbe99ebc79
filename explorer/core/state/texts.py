"""Clean texts: lone surrogates are replaced, and very long texts are cut."""

from __future__ import annotations

import re

from explorer.core.errors import UserError
from explorer.core.localization import tr

LONE_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which no file can hold
MAX_TEXT = 100_000  # characters; the largest model here reads a few thousand
CUT = tr(
    "Only the first {MAX_TEXT:,} characters of a text are read; the rest was cut off.",
    MAX_TEXT=MAX_TEXT,
)


def acceptable(text: str) -> str:
    """The text without lone surrogates, with at most `MAX_TEXT` characters."""
    return LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text[:MAX_TEXT])


def check_length(*texts: str | None) -> None:
    """Raises UserError for a text that would have to be cut."""
    longest = max(len(text or "") for text in texts)
    if longest > MAX_TEXT:
        raise UserError(
            tr(
                "The text has {longest:,} characters; the limit is {MAX_TEXT:,}.",
                longest=longest,
                MAX_TEXT=MAX_TEXT,
            ),
            tr("Use a part of it."),
        )
