"""Reading within limits of size, and atomic writing.

A file is written in its folder under a temporary name with the id of the process. Temporary files
of killed processes are removed at the next write into the folder.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from models.schema.parsing import parse_object

MAX_BYTES = 64_000_000  # of all but weights; the largest known, a tokenizer.json, has 17 MB
MAX_MESSAGE = 500  # characters that say what is wrong; files can hold names of any length
_HOST = f"{zlib.crc32(socket.gethostname().encode()):08x}"  # process ids count on one machine only
_TEMPORARY = re.compile(r"\.plm-explorer-([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.partial")
_STALE_SECONDS = 24 * 3600  # if it is unknown whether a process lives


def read_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises OSError, and ValueError if it is larger than plausible."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > MAX_BYTES:
            raise ValueError(f"its {size:,} bytes are more than any file of its kind has")
        return file.read(size)


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8. Raises as `read_bytes` does."""
    return read_bytes(path).decode("utf-8")


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises OSError, and ValueError if it holds no object."""
    return parse_object(read_text(path))


def shorten_message(text: str, most: int = MAX_MESSAGE) -> str:
    """A text for a message, without its middle if it is too long."""
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]} … {text[-half:]}"


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """A temporary path, whose file gets its final name at the end of the block.

    Readers get the old file or the new one, never a partial one. Raises OSError with the name of
    the file, also if the disk is full.
    """
    temporary = temporary_path(path.parent)
    try:
        temporary.touch(exist_ok=False)
        mode = temporary.stat().st_mode  # of the user's umask; safetensors sets a stricter one
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.chmod(mode)
        os.replace(temporary, path)
    except OSError as error:
        if error.errno is None or error.filename not in (None, str(temporary)):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text atomically. Raises OSError."""
    with replace_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def temporary_path(folder: Path) -> Path:
    """A temporary name in a folder for this process.

    Removes temporary files of other processes of this program that ended.
    """
    _sweep(folder)
    return folder / f".plm-explorer-{_HOST}-{os.getpid()}-{secrets.token_hex(4)}.partial"


def _sweep(folder: Path) -> None:
    with suppress(OSError):  # the folder does not exist, or was deleted meanwhile
        for file in os.scandir(folder):
            name = _TEMPORARY.fullmatch(file.name)
            if name is None or name[1] != _HOST or _is_written(file, int(name[2])):
                continue
            if file.is_dir(follow_symlinks=False):
                shutil.rmtree(file.path, ignore_errors=True)
            else:
                os.unlink(file.path)


def _is_written(file: os.DirEntry[str], process: int) -> bool:
    """Whether the process of a temporary file may still write it."""
    if sys.platform == "win32":  # there os.kill ends the process
        return time.time() - file.stat().st_mtime < _STALE_SECONDS
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):  # of another user; no process id
        return True
    return True
