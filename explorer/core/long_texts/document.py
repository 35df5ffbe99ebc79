"""The long text: a file of a person, or documents of the mini-world, one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from explorer.core.errors import UserError
from explorer.core.localization import tr
from models.data.sources import loaded_world
from models.schema.records import Encoding

SAMPLE = "sample"
SAMPLE_TITLE = tr("The mini-world")
MOST_TOKENS = 16_384
MOST_CHARS = 64 * MOST_TOKENS  # of a file that are read
CHARS_PER_TOKEN = 8  # of a sample; no bundled tokenizer needs as many


@dataclass(frozen=True)
class OpenedDocument:
    """A long text and what it is called; `cut` says that the file is longer."""

    title: str
    text: str
    cut: bool = False


def open_document(source: str, num_tokens: int) -> OpenedDocument:
    """The text of a file, or a sample of at least so many tokens. Raises UserError."""
    return _sample(num_tokens) if source == SAMPLE else _read(Path(source))


@lru_cache(maxsize=4)
def _sample(num_tokens: int) -> OpenedDocument:
    lines: list[str] = []
    size = 0
    for document in loaded_world("world").documents("en", split="held_out"):
        lines.append(document.text)
        size += len(document.text)
        if size >= CHARS_PER_TOKEN * num_tokens:
            break
    return OpenedDocument(SAMPLE_TITLE, "\n".join(lines))


def _read(path: Path) -> OpenedDocument:
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_CHARS + 1)
    except UnicodeDecodeError as error:
        raise UserError(
            tr("{file} is not UTF-8.", file=path.name), tr("Save it as UTF-8 first.")
        ) from error
    except OSError as error:
        reason = error.strerror or tr("unknown reason")
        raise UserError(
            tr("{path} cannot be read ({reason}).", path=path, reason=reason),
            tr("Choose another file."),
        ) from error
    if "\0" in text:
        raise UserError(tr("{file} is a binary file.", file=path.name), tr("Choose a text file."))
    if not text.strip():
        raise UserError(tr("{file} has no text.", file=path.name), tr("Choose another file."))
    return OpenedDocument(path.name, text[:MOST_CHARS], len(text) > MOST_CHARS)


def first_tokens(encoding: Encoding, count: int) -> Encoding:
    """The first tokens of an encoding, as a text of that length."""
    arrays = ("ids", "offsets", "special", "segment", "word", "unknown")
    cut = {name: getattr(encoding, name)[:count].copy() for name in arrays}
    return replace(encoding, **cut, tokens=encoding.tokens[:count])
