"""Named texts as sources of training text."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from models.data.textfile import LineText
from models.data.texts.identity import TextIdentity
from models.data.texts.places import text_files
from models.data.texts.readers import lines_of
from models.data.texts.registry import TextEntry, named_entry

CHARACTERS_PER_WORD = 5.5  # of English, with the blank behind it
SIZE_FACTOR = 2.0  # how far a text may be from the size in the registry
MAX_BYTES = 20_000_000_000  # of all files of a text
_NUM_OPEN = 8
_HASHED_BYTES = 1 << 20

FileVersion = tuple[str, int, int]  # path, bytes, when it was written


def open_named(name: str) -> LineText | None:
    """The text of a name such as "wordnet" or "wikitext-2:/texts/wikitext-2"; None for no such.

    Raises ValueError, which says what to do, where it is not there or cannot be used.
    """
    found = named_entry(name)
    if found is None:
        return None
    return _open_text(name, *found, file_versions(files_of(name)))


@lru_cache(maxsize=_NUM_OPEN)
def _open_text(
    name: str, entry: TextEntry, place: str, versions: tuple[FileVersion, ...]
) -> LineText:
    """Open the text of these versions of its files; cached, because measuring takes seconds."""
    train, held_out = text_files(entry, place)
    total = sum(size for _, size, _ in versions)
    if total > MAX_BYTES:
        raise ValueError(f"{entry.title} has {total:,} bytes here, more than it can have")
    opened = LineText(
        name,
        [lines_of(entry.kind, path) for path in train],
        [lines_of(entry.kind, path) for path in held_out],
    )
    _check_size(entry, opened)
    return opened


def _check_size(entry: TextEntry, opened: LineText) -> None:
    """Raises ValueError for a text of another size, whose results would have a wrong name."""
    expected = CHARACTERS_PER_WORD * entry.words
    if expected and not 1 / SIZE_FACTOR <= opened.num_characters / expected <= SIZE_FACTOR:
        words = opened.num_characters / CHARACTERS_PER_WORD
        raise ValueError(
            f"{opened.name} has about {words:,.0f} words, but {entry.title} has "
            f"{entry.words:,}. Choose the folder of that text, or open the file as a text of yours"
        )


def files_of(name: str) -> tuple[Path, ...]:
    """The files of a named text or of a text file. Raises ValueError where a text is not there."""
    found = named_entry(name)
    if found is None:
        return (Path(name),)
    train, held_out = text_files(*found)
    return (*train, *held_out)


def file_versions(files: tuple[Path, ...]) -> tuple[FileVersion, ...]:
    """What changes with the files. Raises ValueError where one is missing."""
    try:
        found = [(path.stat(), path.resolve()) for path in files]
    except OSError as error:
        raise ValueError(f"{error.filename} cannot be read ({error.strerror})") from error
    return tuple((str(path), stat.st_size, stat.st_mtime_ns) for stat, path in found)


def written_at(name: str) -> int:
    """Return the time in ns at which the newest file of a text was written; 0 without files."""
    if named_entry(name) is None and not Path(name).is_file():
        return 0
    try:
        return max(written for _, _, written in file_versions(files_of(name)))
    except ValueError:  # a named text is not there
        return 0


def identity_of(name: str) -> TextIdentity:
    """Raises ValueError for a text that is not there."""
    files, found = files_of(name), named_entry(name)
    digest = _sha256(file_versions(files))
    if found is None:
        return TextIdentity(files[0].name, files[0].name, "", digest)
    entry, place = found
    if entry.kind == "file":
        return TextIdentity(Path(place).name, Path(place).name, "", digest)
    return TextIdentity(entry.name, entry.title, entry.licence, digest)


@lru_cache(maxsize=64)
def _sha256(versions: tuple[FileVersion, ...]) -> str:
    """Raises ValueError for a file that cannot be read."""
    digest = hashlib.sha256()
    for path, _, _ in versions:
        try:
            with open(path, "rb") as file:
                while chunk := file.read(_HASHED_BYTES):
                    digest.update(chunk)
        except OSError as error:
            raise ValueError(f"{path} cannot be read ({error.strerror})") from error
    return digest.hexdigest()
