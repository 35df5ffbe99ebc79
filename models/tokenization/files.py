"""Read the small files beside a vocabulary, with errors that say what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from models.checkpoints.folders import POINTER
from models.runtime import files
from models.schema.configs import BYTE_ORDER_MARK

TOKENIZER_FILE = "tokenizer.json"
CONFIG_FILE = "tokenizer_config.json"


def read_bytes(path: Path) -> bytes:
    """A file whole. Raises ValueError where it cannot be read, or is not there yet."""
    try:
        data = files.read_bytes(path)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise ValueError(f"{path} cannot be read: {error}. Fetch the file again.") from error
    if data.startswith(POINTER):
        raise ValueError(
            f"{path} is a pointer of git-lfs, not the file. Run git lfs pull in its folder, or "
            "download the file."
        )
    return data


def read_text(path: Path) -> str:
    """A UTF-8 file whole, without the mark that some editors put first.

    Raises ValueError where it cannot be read.
    """
    try:
        text = read_bytes(path).decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 text. Fetch the file again.") from error
    return text


def read_json(path: Path) -> dict[str, Any]:
    """A JSON file that holds an object. Raises ValueError where it does not."""
    text = read_text(path)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:  # the former for endless numbers too
        raise ValueError(f"{path} is not valid JSON ({error}). Fetch the file again.") from error
    if not isinstance(content, dict):
        raise ValueError(f"{path} must hold a JSON object. Fetch the file again.")
    return content


def read_json_if_there(path: Path) -> dict[str, Any]:
    """As read_json; empty where there is no such file."""
    return read_json(path) if path.is_file() else {}
