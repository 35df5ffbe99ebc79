"""A lock on a folder for one process.

The system releases the lock when the process ends, also after a crash.
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
    """Lock a folder, which is created. Raises ValueError if another process has it, OSError."""
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
