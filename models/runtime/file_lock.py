"""A folder for one process alone, for as long as it runs.

The system takes the lock back when the process ends, however it ends: a crash locks nobody out.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK_FILE = ".lock"
TAKEN = (errno.EACCES, errno.EAGAIN)  # other errors: a file system that has no locks

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def exclusive_lock(folder: Path) -> Iterator[None]:
    """Be the only one in a folder, which is made. Raises ValueError where another is, OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK_FILE).open("a") as file:
        try:
            _lock(file.fileno())
        except OSError as error:
            if error.errno in TAKEN:
                raise ValueError(
                    f"Another training is writing to {folder}. Wait for it, or choose another."
                ) from error
        yield
