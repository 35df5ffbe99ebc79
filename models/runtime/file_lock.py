"""A lock on a folder for one process.

The system releases the lock when the process ends, also after a crash.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

LOCK_FILE = ".lock"


@contextmanager
def exclusive_lock(folder: Path) -> Iterator[None]:
    """Lock a folder, which is created. A file system without locks locks nothing.

    Raises ValueError if another process has it, OSError where the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK_FILE
    path.touch()
    lock = FileLock(path, blocking=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise ValueError(
            f"Another training is writing to {folder}. Wait for it, or choose another."
        ) from error
    except (OSError, NotImplementedError):
        pass  # of a file system that has no locks
    try:
        yield
    finally:
        lock.release()
