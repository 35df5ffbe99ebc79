"""Read the small files of a tokenizer, with errors that say what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.checkpoints.folders import POINTER
from models.runtime import files
from models.schema.parsing import BYTE_ORDER_MARK, parse_object

TOKENIZER_FILE = "tokenizer.json"
CONFIG_FILE = "tokenizer_config.json"


def read_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises ValueError if it cannot be read or is not complete yet."""
    try:
        data = files.read_bytes(path)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise ValueError(f"{path} cannot be read: {error}. Download the file again.") from error
    if data.startswith(POINTER):
        raise ValueError(
            f"{path} is a pointer of git-lfs, not the file. Run git lfs pull in its folder, or "
            "download the file."
        )
    return data


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, without a byte order mark.

    Raises ValueError if it cannot be read.
    """
    try:
        text = read_bytes(path).decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 text. Download the file again.") from error
    return text


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file. Raises ValueError if it holds none."""
    text = read_text(path)
    try:
        return parse_object(text)
    except ValueError as error:
        raise ValueError(f"{path} cannot be used ({error}). Download the file again.") from error


def read_json_if_there(path: Path) -> dict[str, Any]:
    """Read a JSON object, see `read_json`; empty if there is no such file."""
    return read_json(path) if path.is_file() else {}
