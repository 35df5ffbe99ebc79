"""Texts of foreign files as values: JSON and TOML, within limits that no real file reaches.

A small file can hold millions of lists, thousands of levels or a number of any length. What is read
here is safe to count, to copy and to write again: it is not deep, and every number is a float too.
"""

from __future__ import annotations

import json
import math
import sys
import tomllib
from typing import Any, TypeGuard

BYTE_ORDER_MARK = "\ufeff"  # what some editors put first
MAX_VALUES = 3_000_000  # by commas and brackets; a vocabulary of 280,000 merges has a million
MAX_DEPTH = 64  # of lists and objects in each other; a tokenizer.json has 8
MAX_TOML = 50_000  # characters; its parser takes the square of the length of some texts
LARGEST = 10**300  # of whole numbers, a little below the largest float


def parse_json(text: str, *, finite: bool = False) -> Any:
    """The value in a text, with a byte order mark or without.

    `finite` says that NaN and infinity, which JSON does not have but Python writes, are rejected.
    Raises ValueError.
    """
    check_count(text)
    try:
        value = json.loads(text.removeprefix(BYTE_ORDER_MARK))
    except RecursionError:
        raise ValueError("its values are nested too deeply") from None
    return check_values(value, finite=finite)


def parse_object(text: str, *, finite: bool = False) -> dict[str, Any]:
    """Parse a JSON object, see `parse_json`. Raises ValueError."""
    try:
        data = parse_json(text, finite=finite)
    except ValueError as error:
        raise ValueError(f"no valid JSON: {error}") from error
    if not isinstance(data, dict):
        raise ValueError("no JSON object")
    return data


def parse_toml(text: str) -> dict[str, Any]:
    """The table in a text, with a byte order mark or without. Raises ValueError."""
    if len(text) > MAX_TOML:
        raise ValueError(f"it has more than {MAX_TOML:,} characters")
    if any(line.partition("=")[0].count(".") > MAX_DEPTH for line in text.splitlines()):
        raise ValueError("a key in it has too many parts")
    try:
        table = tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
    except RecursionError:
        raise ValueError("its values are nested too deeply") from None
    check_values(table)
    return table


def check_count(text: str) -> None:
    """Raises ValueError for JSON that would be more values than any file has; it is not parsed."""
    if sum(map(text.count, "[{,")) > MAX_VALUES:
        raise ValueError(f"it holds more than {MAX_VALUES:,} values")


def check_values(value: Any, *, finite: bool = False, depth: int = MAX_DEPTH) -> Any:
    """Return the value. Raises ValueError where it is too deep, or a number in it too large."""
    level = [value]
    for _ in range(depth + 1):
        if not level:
            return value
        inner: list[Any] = []
        for one in level:
            kind = type(one)
            if kind is dict:
                inner.extend(one.values())
            elif kind is list:
                inner.extend(one)
            elif kind is int or kind is float:
                _check_number(one, finite=finite)
        level = inner
    raise ValueError("its values are nested too deeply")


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value of a foreign file is a number that a float can be; NaN is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= sys.float_info.max


def _check_number(number: float, *, finite: bool) -> None:
    if isinstance(number, int):
        if not -LARGEST < number < LARGEST:
            raise ValueError("a number in it has more than 300 digits")
    elif finite and not math.isfinite(number):
        raise ValueError("a number in it is not finite")
