"""One labelled file as examples: bad rows named or skipped, ids and classes checked, large ones
indexed instead of held in memory."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from models.data.published.base import Fault, FileFormat, quote_value
from models.data.tables.indexed import IndexedFile, as_places
from models.data.tables.lines import Reader, Record
from models.data.tables.sample import FileHead
from models.data.world.split import stable_fraction
from models.schema.records import IntArray
from models.tasks.examples import (
    DataError,
    Example,
    QuestionExample,
    ScoreExample,
    Skipped,
    TextExample,
    TokenExample,
    class_names,
)

MEMORY_BYTES = 256 << 20  # of a file; the examples of a larger one stay on disk
MAX_LISTED = 1000  # skipped rows that are listed; all are counted
MAX_LABELS = 1000  # different classes; more means that another column was chosen
MAX_IDS = 2_000_000  # that are compared, as all are in memory
DEV_SHARE = 1 / 10


class BadRows:
    """Rows that cannot be used: the first one ends the reading, or all are counted.

    `most` is how many may be skipped; None: any number.
    """

    def __init__(self, skip: bool, most: int | None = None) -> None:
        self._skip = skip
        self._most = most
        self.listed: list[Skipped] = []
        self.count = 0

    def report(self, place: str, reason: str) -> None:
        """Count a row. Raises DataError if rows are not to be skipped, or not so many."""
        if not self._skip:
            raise DataError(place, f"{reason}. Correct the file, or skip bad rows")
        self.count += 1
        if self._most is not None and self.count > self._most:
            raise DataError(
                place, f"{reason}, and {self._most:,} rows before cannot be used either"
            )
        if len(self.listed) < MAX_LISTED:
            self.listed.append(Skipped(place, reason))


@dataclass(frozen=True, eq=False)
class Part:
    """The examples of a file. `fractions` (N,) are hashes in [0, 1) that decide who is dev."""

    path: Path
    examples: Sequence[Example]
    counts: Counter[str]  # examples or words by class or tag
    fractions: array[float]
    all_ids_compared: bool = True

    def split_train_dev(self) -> tuple[Sequence[Example], Sequence[Example]]:
        """About nine tenths and one tenth, each with at least one example where that is possible.

        Questions about one passage are on the same side.
        """
        fractions = np.frombuffer(self.fractions)
        is_dev = fractions < DEV_SHARE
        if is_dev.all() or not is_dev.any():
            lowest = fractions.min()
            is_dev = (fractions == lowest) & (lowest < fractions.max())
        return self._select(np.flatnonzero(~is_dev)), self._select(np.flatnonzero(is_dev))

    def _select(self, indices: IntArray) -> Sequence[Example]:
        if isinstance(self.examples, IndexedFile):
            return self.examples.select(indices)
        return [self.examples[i] for i in indices]


@dataclass
class _Scan:
    """What one pass over a file gathers."""

    path: Path
    format: FileFormat
    bad: BadRows
    need_labels: bool
    known: frozenset[str] | None  # classes that may occur; None: any
    keep: bool  # whether examples stay in memory
    examples: list[Example] = field(default_factory=list)
    places: array[int] = field(default_factory=lambda: array("q"))
    fractions: array[float] = field(default_factory=lambda: array("d"))
    counts: Counter[str] = field(default_factory=Counter)
    ids: dict[str, int] = field(default_factory=dict)

    def add(self, record: Record, number: int) -> None:
        """The examples of a record. Raises DataError if it is bad and not to be skipped."""
        for part, one in enumerate(_parse_record(self.format, record, number)):
            reason = one.reason if isinstance(one, Fault) else self._add(one, record, number, part)
            if reason:
                self.bad.report(f"{self.path}, line {record.line}", reason)

    def _add(self, example: Example, record: Record, number: int, part: int) -> str:
        """Take an example, or say why it cannot be used."""
        classes = classes_of(example, self.format.multi_label)
        if fault := self._fault(example, classes, record.line):
            return fault
        if self.keep:
            self.examples.append(example)
        else:
            self.places.extend((record.start, record.length, number, part))
        self.fractions.append(stable_fraction(_group(example)))
        for name in classes:
            self.counts[name] += 1
        if self.known is None and len(self.counts) > MAX_LABELS:
            reason = f"has more than {MAX_LABELS:,} different labels. Is it the right column?"
            raise DataError(str(self.path), reason)
        return ""

    def _fault(self, example: Example, classes: Sequence[str], line: int) -> str:
        if self.need_labels and not has_label(example):
            return "the label is missing"
        if self.known is not None and not self.known.issuperset(classes):
            unknown = next(name for name in classes if name not in self.known)
            known = ", ".join(sorted(self.known)[:20])
            return f"unknown label {quote_value(unknown)}; known are {known}"
        first = self.ids.get(example.id)
        if first is not None:
            return f"the id {quote_value(example.id)} is also that of line {first}"
        if len(self.ids) < MAX_IDS:
            self.ids[example.id] = line
        return ""


def read_part(
    path: Path,
    file_format: FileFormat,
    sample: FileHead,
    bad: BadRows,
    *,
    limit: int | None = None,
    need_labels: bool = True,
    known: frozenset[str] | None = None,
) -> Part:
    """The examples of a file, the first `limit` of them. Raises DataError."""
    keep = path.stat().st_size <= MEMORY_BYTES or limit is not None
    scan = _Scan(path, file_format, bad, need_labels, known, keep)
    reader = file_format.reader(sample)
    with path.open("rb") as file:
        for number, record in enumerate(reader.records(file)):
            scan.add(record, number)
            if limit is not None and len(scan.fractions) >= limit:
                break
    examples: Sequence[Example] = scan.examples[:limit]
    if not keep:
        examples = IndexedFile(path, partial(_again, file_format, reader), as_places(scan.places))
    if not examples:
        skipped = f": all {bad.count:,} were skipped" if bad.count else ""
        raise DataError(str(path), f"has no rows that can be used{skipped}")
    fractions = scan.fractions[: len(examples)]
    return Part(path, examples, scan.counts, fractions, len(scan.ids) < MAX_IDS)


def _parse_record(file_format: FileFormat, record: Record, number: int) -> list[Example | Fault]:
    """Examples and faults of a record, one fault if it cannot be read at all."""
    if record.fault:
        return [Fault(record.fault)]
    try:
        return list(file_format.parse(record.value, number))
    except ValueError as error:
        return [Fault(str(error))]


def _again(
    file_format: FileFormat, reader: Reader, raw: bytes, number: int
) -> list[Example | Fault]:
    """What a record gave when it was read before; faults keep their places."""
    record = Record(0, 0, 0, reader.value(raw))
    return _parse_record(file_format, record, number)


def _group(example: Example) -> str:
    """What is not divided between training and dev: a passage, or one example."""
    return example.passage if isinstance(example, QuestionExample) else example.id


def classes_of(example: Example, multi_label: bool = False) -> tuple[str, ...]:
    """The classes or tags of an example."""
    if isinstance(example, TextExample):
        if example.label is None:
            return ()
        if not multi_label:
            return (example.label,)
        return tuple(class_names(example.label))
    return example.tags or () if isinstance(example, TokenExample) else ()


def has_label(example: Example) -> bool:
    """Whether the true answer is known."""
    if isinstance(example, QuestionExample):
        return bool(example.answers) or example.impossible
    if isinstance(example, TokenExample):
        return example.tags is not None
    if isinstance(example, ScoreExample):
        return example.score is not None
    return example.label is not None
