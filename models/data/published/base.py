"""What a layout of labelled files declares, and the layout of one row with a label."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from models.data.tables.lines import Reader
from models.data.tables.sample import FileHead
from models.runtime.files import shorten_message
from models.tasks.examples import Example, ScoreExample, TextExample

Scorer = Literal["lines", "glue", "squad"]
MAX_QUOTED = 60  # characters of a cell in a message


@dataclass(frozen=True)
class Fault:
    """Why a part of a record is no example."""

    reason: str


Parsed = Iterable[Example | Fault]


@dataclass(frozen=True)
class FileFormat:
    """A layout of labelled files.

    `parse` turns the value of a record and its number (from 0) into examples, and raises ValueError
    where the whole record is bad. `labels` maps what a file has to the names of the classes, in the
    order of the outputs; empty: those that occur. `unlabelled` recognizes the published test files
    of the same set, where their layout alone could also be that of another set.
    """

    name: str  # such as "glue:cola"
    title: str
    task: str
    recognize: Callable[[FileHead], bool]
    reader: Callable[[FileHead], Reader]
    parse: Callable[[Any, int], Parsed]
    labels: Mapping[str, str] = field(default_factory=dict)
    metric: str = ""
    notes: tuple[str, ...] = ()
    scorer: Scorer = "lines"
    unlabelled: Callable[[FileHead], bool] = lambda sample: False
    prefer: str = ""  # part of a file's name, where several files have one split
    multi_label: bool = False
    symmetric: bool = False  # whether the order of the two texts means nothing

    def accepts(self, sample: FileHead) -> bool:
        """Whether a file has this layout, with labels or without."""
        return self.recognize(sample) or self.unlabelled(sample)


@dataclass(frozen=True)
class PublishedFormat:
    """The layouts that one file declares as its `SPEC`."""

    name: str
    formats: tuple[FileFormat, ...]


def quote_value(value: object) -> str:
    """A value of a file for a message."""
    return repr(shorten_message(str(value), MAX_QUOTED))


def as_label(cell: str, labels: Mapping[str, str]) -> str:
    """The class of a cell. Raises ValueError if it is empty or unknown."""
    if not cell:
        raise ValueError("the label is missing")
    if cell not in labels:
        raise ValueError(f"unknown label {quote_value(cell)}; known are {', '.join(labels)}")
    return labels[cell]


def as_score(cell: object, lowest: float = -math.inf, highest: float = math.inf) -> float:
    """The number of a cell. Raises ValueError if it is missing, no number, or out of range."""
    if cell is None or cell == "":
        raise ValueError("the score is missing")
    try:
        score = float(str(cell))
    except ValueError:
        raise ValueError(f"the score {quote_value(cell)} is no number") from None
    if not math.isfinite(score) or not lowest <= score <= highest:
        limits = "finite" if math.isinf(highest) else f"from {lowest:g} to {highest:g}"
        raise ValueError(f"the score {quote_value(cell)} is not {limits}")
    return score


def as_text(row: Mapping[str, Any], column: str) -> str:
    """A cell that must have text. Raises ValueError."""
    text = row.get(column)
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"column {quote_value(column)} has no text")
    return text


@dataclass(frozen=True)
class RowLayout:
    """One sentence or two per row, with a class (`labels`) or a score from 0 to 5 (no labels).

    A file without the label column has no labels; with it, each row needs one.
    """

    text: str
    label: str
    pair: str = ""
    id: str = ""
    phenomenon: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    empty_text: bool = False  # whether the published files have rows without text

    def parse(self, row: Mapping[str, Any], number: int) -> Iterator[Example]:
        text = str(row[self.text]) if self.empty_text else as_text(row, self.text)
        pair = as_text(row, self.pair) if self.pair else ""
        name = str(row.get(self.id) or number) if self.id else str(number)
        phenomenon = str(row.get(self.phenomenon, "")) if self.phenomenon else ""
        if self.labels:
            cell = row.get(self.label)
            label = None if self.label not in row else as_label(str(cell or ""), self.labels)
            yield TextExample(name, text, pair, label, phenomenon)
        else:
            score = as_score(row[self.label], 0, 5) if self.label in row else None
            yield ScoreExample(name, text, pair, score, phenomenon)


def table_without_quoting(sample: FileHead) -> Reader:
    """Rows in which quotation marks are plain text."""
    return sample.table(quoting=False)


def own_reader(sample: FileHead) -> Reader:
    """The reader of the layout that the sample has."""
    return sample.reader()


def has_labels(sample: FileHead, column: str, labels: Mapping[str, str]) -> bool:
    """Whether most labels of a table's first rows are known."""
    cells = [row[sample.header.index(column)] for row in sample.rows]
    return bool(cells) and 2 * sum(cell in labels for cell in cells) > len(cells)
