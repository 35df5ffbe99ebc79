"""Files that a person saves, and the message where they cannot be written."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Mapping
from itertools import chain, count
from pathlib import Path

from explorer.core.errors import UserError
from explorer.core.localization import tr
from models.runtime.files import replace_file, temporary_path


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises UserError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(path.parent, error) from error
    try:
        with replace_file(path) as temporary:
            temporary.write_bytes(data)
    except OSError as error:
        raise cannot_write(path, error) from error


def write_folder(parent: Path, name: str, files: Mapping[str, bytes]) -> Path:
    """A new folder with these files, whole or not at all; nothing that is there is replaced.

    Its name gets a number if there is one already. Raises UserError.
    """
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    folder = next(path for each in names if not (path := parent / each).exists())
    building = temporary_path(parent)
    try:
        for inside, content in files.items():
            (building / inside).parent.mkdir(parents=True, exist_ok=True)
            (building / inside).write_bytes(content)
        building.rename(folder)
    except OSError as error:
        raise cannot_write(folder, error) from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return folder


def cannot_write(path: Path, error: OSError) -> UserError:
    """What to say where the system does not write a file."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return UserError(
            tr("There is no room left for {path}.", path=path),
            tr("Free some space or choose a folder elsewhere."),
        )
    hint = tr("Choose another folder.")
    if isinstance(error, PermissionError) and path.is_file():  # Windows keeps what is open
        hint = tr("Close it where it is open, or choose another name.")
    elif isinstance(error, IsADirectoryError):
        hint = tr("Choose another name.")
    return UserError(
        tr("{path} cannot be written ({error}).", path=path, error=error.strerror or error), hint
    )


def check_own_table(path: Path, beginning: str) -> None:
    """Raises UserError for a table that does not begin as one that the command wrote."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        if not file.readline(len(beginning) + 1).startswith(beginning):
            raise UserError(
                tr("{path} exists and is no table of this command.", path=path),
                tr("Choose another."),
            )
