"""Reading times of words: an own table with the columns word and time, in the texts' order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from models.data.published.base import as_score, quote_value
from models.data.tables.columns import Columns
from models.data.tables.sample import read_sample
from models.schema.records import FloatArray, IntArray
from models.tasks.examples import DataError

MAX_WORDS = 200_000
MAX_BYTES = 64 << 20
LOOK_AHEAD = 20  # words of the texts in which a word of the table is looked for

# Usual names of columns, in lower case; the first that a file has counts.
WORD = ("word", "단어", "어절")
TIME = ("time", "reading_time", "rt", "읽기 시간")
LOG_FREQUENCY, FREQUENCY = ("log_frequency", "logfreq"), ("frequency", "freq")


@dataclass(frozen=True)
class TimedWord:
    """A word and how long it was read; `log_frequency` is NaN where the table has none."""

    word: str
    time: float
    log_frequency: float
    line: int


@dataclass(frozen=True, eq=False)
class ReadingTimes:
    """Times of words, and rows that are left out, each with its place and why."""

    name: str
    words: tuple[TimedWord, ...]
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class AlignedTimes:
    """The times (W,) of the words of texts, NaN where there is none; and what does not fit."""

    times: FloatArray
    log_frequencies: FloatArray
    faults: tuple[str, ...]

    @property
    def count(self) -> int:
        return int(np.isfinite(self.times).sum())


def read_times(path: Path) -> ReadingTimes:
    """Read a table. Raises DataError where it is missing, too large, or has no such columns."""
    sample = read_sample(path, columns=Columns("classification", WORD[0], TIME[0]))
    if (size := path.stat().st_size) > MAX_BYTES:
        raise DataError(str(path), f"has {size:,} bytes; {MAX_BYTES:,} are read at most")
    names = {name.strip().lower(): name for name in reversed(sample.header)}
    word, time, log, plain = (
        next((names[one] for one in usual if one in names), "")
        for usual in (WORD, TIME, LOG_FREQUENCY, FREQUENCY)
    )
    if not word or not time:
        raise DataError(str(path), "has no columns word and time. Name them so in its first line")
    words: list[TimedWord] = []
    faults: list[str] = []
    with path.open("rb") as file:
        for record in sample.reader().records(file):
            place = f"{path.name}, line {record.line}"
            if len(words) == MAX_WORDS:
                raise DataError(place, f"the file has more than {MAX_WORDS:,} words")
            try:
                if record.fault or not isinstance(record.value, dict):
                    raise ValueError(record.fault or "the row is no object")
                frequency = _log_frequency(record.value, log, plain)
                words.append(_make_timed_word(record.value, word, time, frequency, record.line))
            except ValueError as error:
                faults.append(f"{place}: {error}")
    if not words:
        reason = f"has no row that can be used; {faults[0]}" if faults else "has no words"
        raise DataError(str(path), reason)
    return ReadingTimes(path.name, tuple(words), tuple(faults))


def _make_timed_word(
    row: Mapping[str, Any], word: str, time: str, frequency: float, line: int
) -> TimedWord:
    text = str(row.get(word) or "").strip()
    if not text:
        raise ValueError("the word is missing")
    cell = row.get(time)
    if isinstance(cell, bool | list | dict):
        raise ValueError(f"the time {quote_value(cell)} is no number")
    return TimedWord(text, as_score(cell, lowest=0), frequency, line)


def _log_frequency(row: Mapping[str, Any], log: str, plain: str) -> float:
    """The logarithm of how often a word occurs; NaN where the table does not say it."""
    if log:
        return as_score(row.get(log))
    if not plain:
        return math.nan
    value = as_score(row.get(plain), lowest=0)
    return math.log(value) if value else math.nan


def align_times(times: ReadingTimes, words: Sequence[str]) -> AlignedTimes:
    """Give the words (W,) of texts their times, in order.

    A word of the table that is none of the next ones of the texts is left out and named.
    """
    found = np.full(len(words), np.nan, dtype=np.float32)
    frequencies = found.copy()
    faults, at = list(times.faults), 0
    for one in times.words:
        place = next(
            (n for n in range(at, min(at + LOOK_AHEAD, len(words))) if words[n] == one.word), None
        )
        if place is None:
            there = (
                f"where the text has {quote_value(words[at])}"
                if at < len(words)
                else ("after the end of the texts")
            )
            faults.append(f"{times.name}, line {one.line}: {quote_value(one.word)} {there}")
            continue
        found[place], frequencies[place] = one.time, one.log_frequency
        at = place + 1
    return AlignedTimes(found, frequencies, tuple(faults))


def lengths_of(words: Sequence[str]) -> IntArray:
    """The characters of each word (W,)."""
    return np.array([len(word) for word in words], dtype=np.int64)
