"""Clean texts: lone surrogates are replaced, and very long texts are cut."""

from __future__ import annotations

import re

from explorer.core.errors import UserError
from explorer.core.localization import tr

LONE_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which no file can hold
MAX_TEXT = 100_000  # characters; the largest model here reads a few thousand
CUT = tr(
    "Only the first {max_text:,} characters of a text are read; the rest was cut off.",
    max_text=MAX_TEXT,
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
                "The text has {longest:,} characters; the limit is {max_text:,}.",
                longest=longest,
                max_text=MAX_TEXT,
            ),
            tr("Use a part of it."),
        )
