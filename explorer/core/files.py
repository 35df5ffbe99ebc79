"""Files that a person saves, and the message where they cannot be written."""

from __future__ import annotations

import errno
from pathlib import Path

from explorer.core.errors import UserError
from models.runtime.files import replacing


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises UserError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(path.parent, error) from error
    try:
        with replacing(path) as temporary:
            temporary.write_bytes(data)
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError) -> UserError:
    """What to say where the system does not write a file."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return UserError(
            f"There is no room left for {path}.", "Free some space or choose a folder elsewhere."
        )
    hint = "Choose another folder."
    if isinstance(error, PermissionError) and path.is_file():  # Windows keeps what is open
        hint = "Close it where it is open, or choose another name."
    elif isinstance(error, IsADirectoryError):
        hint = "Choose another name."
    return UserError(f"{path} cannot be written ({error.strerror or error}).", hint)
