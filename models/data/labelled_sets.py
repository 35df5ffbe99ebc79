"""Opens labelled sets: those of the mini-world by name, published files and own tables by path."""

from __future__ import annotations

import dataclasses
import importlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from models.data.published.base import FileFormat
from models.data.published.catalog import recognize
from models.data.published.own import guessed_format
from models.data.published.reading import BadRows, Part, read_part
from models.data.tables.columns import Columns, guess_columns
from models.data.tables.encodings import read_head
from models.data.tables.lines import count_lines, lines
from models.data.tables.partners import SPLITS, main_file, pattern, siblings, split_of
from models.data.tables.sample import FileHead, Kind, read_sample
from models.runtime.files import shorten_message
from models.tasks.examples import DataError, Example, LabelledSet, Split

WORLD = "world:"  # how the names of the mini-world's sets begin
WORLD_MODULE = "models.data.labelled.catalog"
MAX_SIBLINGS = 50  # files of a folder that are looked at
MAX_NAMED = 5  # classes in a note


@dataclass(frozen=True, eq=False)
class FileSet(LabelledSet):
    """A labelled set from files. `format` is the name of their layout, "own" for an own table.

    `num_skipped` counts all rows that were left out; `skipped` lists the first of them.
    """

    format: str = "own"
    columns: Columns | None = None  # of an own table, also if guessed
    num_skipped: int = 0


@dataclass(frozen=True)
class Preview:
    """The beginning of a file and what it seems to be, for a dialog that chooses its columns.

    `format` and `title` are those of the published layout, empty if it is none. `columns` is a
    guess, None if the names of the columns say too little.
    """

    path: Path
    size: int  # bytes
    kind: Kind
    encoding: str
    delimiter: str
    quoting: bool
    has_header: bool
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    format: str = ""
    title: str = ""
    columns: Columns | None = None


def num_skipped(data: LabelledSet) -> int:
    """How many rows were left out; a set lists the first of them only."""
    return data.num_skipped if isinstance(data, FileSet) else len(data.skipped)


def known_sets() -> list[tuple[str, str, str]]:
    """Name, title and task of each set that opens by its name."""
    world = importlib.import_module(WORLD_MODULE).WORLD_SETS
    return [(name, one.title, one.task) for name, one in world.items()]


def open_set(
    name_or_path: str | Path,
    *,
    seed: int = 1,
    columns: Columns | Mapping[str, Any] | None = None,
    skip_bad_rows: bool = False,
    limit: int | None = None,
) -> LabelledSet:
    """A set of the mini-world by name, or the files of a set by a folder or by one of them.

    The other parts of a set are looked for beside a file (train.tsv, dev.tsv, test.tsv). A training
    file without a dev file gives about a tenth of its examples to the dev split, chosen by a hash
    that never changes. `seed` draws the mini-world's examples; files do not depend on it.
    `columns` says what the columns of an own table are; empty, the layout is recognized or guessed.
    `limit` is the number of examples that are read of each file. Raises DataError.
    """
    if str(name_or_path).startswith(WORLD):
        world = importlib.import_module(WORLD_MODULE)
        opened: LabelledSet = world.open_labelled(str(name_or_path), seed)
        return opened
    path = Path(name_or_path)
    if str(name_or_path) in ("", "."):
        raise DataError("labelled data", "nothing was named. Name a set, a folder or a file")
    if not os.path.exists(path):
        reason = (
            f"there is no such file or folder. Names of the mini-world's sets begin with {WORLD}"
        )
        raise DataError(shorten_message(str(path)), reason)
    stated = _columns(path, columns)
    main = main_file(path) if os.path.isdir(path) else path
    opening = _Opening(str(name_or_path), main, stated, BadRows(skip_bad_rows), limit)
    return opening.all_splits()


def open_file(
    path: str | Path,
    *,
    columns: Columns | Mapping[str, Any] | None = None,
    labels: Sequence[str] = (),
    skip_bad_rows: bool = False,
    limit: int | None = None,
    split: Split = "test",
    need_labels: bool = False,
    max_bad: int | None = None,
    multi_label: bool = False,
) -> FileSet:
    """One file as one split, to evaluate on all of it or to predict it. Raises DataError.

    `labels` are the classes that a model has; others are bad rows. Empty: those of the file.
    `max_bad` is how many rows may be skipped; None: any number. With `multi_label` a cell holds
    several classes where the columns are guessed.
    """
    path = Path(path)
    bad = BadRows(skip_bad_rows, max_bad)
    opening = _Opening(str(path), path, _columns(path, columns), bad, limit, multi_label)
    return opening.one_split(split, need_labels, tuple(labels))


def preview(
    path: str | Path,
    num_rows: int = 20,
    columns: Columns | Mapping[str, Any] | None = None,
) -> Preview:
    """The first rows of a file. What `columns` states is not guessed. Raises DataError.

    Reads the beginning of the file only, whatever its size.
    """
    path = Path(path)
    stated = _columns(path, columns)
    sample = _sample(path, num_rows, stated)
    published = None if stated else recognize(sample)
    return Preview(
        path=path,
        size=path.stat().st_size,
        kind=sample.kind,
        encoding=sample.encoding,
        delimiter=sample.delimiter,
        quoting=sample.quoting,
        has_header=sample.first_row,
        header=sample.header,
        rows=sample.rows,
        format=published.name if published else "",
        title=published.title if published else "",
        columns=stated or (None if published else _guessed_columns(sample)),
    )


def count_rows(path: str | Path) -> int:
    """The lines of a file, counted in one pass that holds nothing in memory. Raises DataError."""
    path = Path(path)
    read_head(path)
    with path.open("rb") as file:
        return count_lines(file)


def _columns(path: Path, columns: Columns | Mapping[str, Any] | None) -> Columns | None:
    if columns is None or isinstance(columns, Columns):
        return columns
    try:
        return Columns.from_mapping(columns) if columns else None
    except ValueError as error:
        raise DataError(str(path), str(error)) from error


def _sample(path: Path, num_rows: int, columns: Columns | None) -> FileHead:
    try:
        return read_sample(path, num_rows, columns)
    except DataError:
        raise
    except ValueError as error:  # an encoding, or signs that csv does not take
        raise DataError(str(path), str(error)) from error


def _guessed_columns(sample: FileHead) -> Columns | None:
    return None if sample.kind == "tagged words" else guess_columns(sample.header, sample.rows)


@dataclass
class _Opening:
    """One call of `open_set` or `open_file`."""

    name: str
    main: Path
    stated: Columns | None
    bad: BadRows
    limit: int | None
    multi_label: bool = False  # of a table whose columns are guessed
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise ValueError("the limit of examples must be at least 1")
        self._sample = _sample(self.main, 20, self.stated)
        self._check_encoding()
        self._columns = self.stated
        self._format = self._find_format()

    def all_splits(self) -> FileSet:
        """The file and what is beside it."""
        split = split_of(self.main) or "train"
        paths = {split: self.main, **self._partners(split)} if split_of(self.main) else {}
        paths = paths or {split: self.main}
        parts: dict[Split, Part] = {}
        labels = self._labels()
        for one in (one for one in SPLITS if one in paths):
            known = frozenset(labels) if labels else None
            parts[one] = self._read(paths[one], need_labels=one != "test", known=known)
            labels = labels or _sort_labels(parts[one].counts)
        splits = self._splits(parts)
        return self._set(splits, parts, labels)

    def one_split(self, split: Split, need_labels: bool, labels: tuple[str, ...]) -> FileSet:
        """The file alone."""
        known = frozenset(labels or self._labels()) or None
        part = self._read(self.main, need_labels, known)
        labels = labels or self._labels() or _sort_labels(part.counts)
        return self._set({split: part.examples}, {split: part}, labels)

    def _check_encoding(self) -> None:
        """Raise DataError, with the first line that is no UTF-8, if the file is in another one."""
        encoding = self._sample.encoding
        if encoding == "utf-8" or (self.stated and self.stated.encoding):
            return
        with self.main.open("rb") as file:
            number = next(line.number for line in lines(file) if not line.raw.isascii())
        raise DataError(
            f"{self.main}, line {number}",
            f"the file is not UTF-8. Choose the encoding {encoding}, which fits, or save the file "
            "as UTF-8",
        )

    def _find_format(self) -> FileFormat:
        """The layout: of the stated columns, a published one, or a guess. Raises DataError."""
        if self.stated is None and (published := self._find_published_format()):
            self.notes.append(f"Recognized as {published.title} by its content.")
            return published
        if self._columns is None:
            self._columns = _guessed_columns(self._sample)
            if self._columns is not None:
                if self._columns.task == "classification":
                    several = self._columns.multi_label or self.multi_label
                    self._columns = dataclasses.replace(self._columns, multi_label=several)
                self.notes.append(f"Columns were guessed: {_describe_columns(self._columns)}.")
        own = guessed_format(self._sample, self._columns)
        header = shorten_message(", ".join(self._sample.header[:20]))
        if own is None:
            reason = f"its columns ({header}) do not say which is text and which is label"
            raise DataError(str(self.main), f"{reason}. Choose the columns")
        if not own.recognize(self._sample):
            used = self._columns.used if self._columns else ()
            missing = next((one for one in used if one not in self._sample.header), "")
            raise DataError(str(self.main), f"has no column {missing!r}. Its columns are {header}")
        return own

    def _find_published_format(self) -> FileFormat | None:
        """The published layout by the file itself, or for a test file by those beside it."""
        if layout := recognize(self._sample):
            return layout
        if split_of(self.main) != "test":
            return None
        for path in self._siblings():
            other = _quiet_sample(path, None)
            layout = recognize(other) if other and split_of(path) else None
            if layout is not None and layout.unlabelled(self._sample):
                return layout
        return None

    def _siblings(self) -> list[Path]:
        files = [one for one in siblings(self.main) if split_of(one)]
        files.sort(key=lambda one: pattern(one) != pattern(self.main))
        return files[:MAX_SIBLINGS]

    def _partners(self, split: Split) -> dict[Split, Path]:
        """The files beside the main one with the other splits."""
        partners: dict[Split, Path] = {}
        for other in (one for one in SPLITS if one != split):
            candidates = [one for one in self._siblings() if split_of(one) == other]
            usable = [one for one in candidates if self._fits(one)]
            if chosen := self._choose(usable):
                partners[other] = chosen
                self.notes.append(f"The {other} examples are from {chosen.name}.")
            like_main = [one for one in candidates if pattern(one) == pattern(self.main)]
            ignored = [one.name for one in {*usable, *like_main} if one != chosen]
            if ignored:
                more = " …" if len(ignored) > MAX_NAMED else ""
                self.notes.append(
                    f"TwoColumns it, not used: {', '.join(sorted(ignored)[:MAX_NAMED])}{more}."
                )
        return partners

    def _choose(self, paths: list[Path]) -> Path | None:
        """The file named like the main one; else, of a published set, the only or usual one."""
        if same := [one for one in paths if pattern(one) == pattern(self.main)]:
            return same[0]
        if self._format.name in ("own", "tagged"):
            return None
        prefer = self._format.prefer
        usual = [one for one in paths if prefer and prefer in one.name.lower()]
        return next(iter(paths if len(paths) == 1 else usual), None)

    def _fits(self, path: Path) -> bool:
        sample = _quiet_sample(path, self.stated)
        return sample is not None and self._format.accepts(sample)

    def _read(self, path: Path, need_labels: bool, known: frozenset[str] | None) -> Part:
        sample = self._sample if path == self.main else _sample(path, 20, self.stated)
        part = read_part(
            path,
            self._format,
            sample,
            self.bad,
            limit=self.limit,
            need_labels=need_labels,
            known=known,
        )
        if not part.all_ids_compared:
            self.notes.append(f"{path.name}: ids were compared in its first part only.")
        return part

    def _labels(self) -> tuple[str, ...]:
        return tuple(self._format.labels.values())

    def _splits(self, parts: Mapping[Split, Part]) -> dict[Split, Sequence[Example]]:
        splits: dict[Split, Sequence[Example]] = {name: one.examples for name, one in parts.items()}
        if "train" not in parts:
            self.notes.append("There is no training file beside it.")
        elif "dev" not in parts:
            splits["train"], splits["dev"] = parts["train"].split_train_dev()
            by = "passage" if self._format.task == "question_answering" else "id"
            count, name = len(splits["dev"]), parts["train"].path.name
            self.notes.append(
                f"There is no dev file. {count:,} examples of {name}, about one in ten by a hash "
                f"of the {by}, are the dev examples."
            )
        return {name: examples for name, examples in splits.items() if len(examples)}

    def _set(
        self,
        splits: Mapping[Split, Sequence[Example]],
        parts: Mapping[Split, Part],
        labels: tuple[str, ...],
    ) -> FileSet:
        first = next(iter(parts.values()))
        published = self._format.name not in ("own", "tagged")
        return FileSet(
            name=self.name,
            title=f"{self._format.title}: {self.main.name}" if published else self.main.name,
            task=self._format.task,
            splits=splits,
            labels=labels
            if self._format.task in ("classification", "token_classification")
            else (),
            metric=self._format.metric,
            notes=(*self._format.notes, *self.notes, *_class_notes(first), *self._skip_notes()),
            skipped=tuple(self.bad.listed),
            multi_label=self._format.multi_label,
            symmetric=self._format.symmetric,
            format=self._format.name,
            columns=self._columns,
            num_skipped=self.bad.count,
        )

    def _skip_notes(self) -> Iterator[str]:
        if count := self.bad.count:
            listed = len(self.bad.listed)
            more = f" The first {listed:,} are listed." if count > listed else ""
            yield f"{count:,} bad {'row was' if count == 1 else 'rows were'} skipped.{more}"


def _quiet_sample(path: Path, columns: Columns | None) -> FileHead | None:
    """The sample of a file beside another one; None if it is no text."""
    try:
        return _sample(path, 20, columns)
    except (DataError, OSError):
        return None


def _sort_labels(counts: Counter[str]) -> tuple[str, ...]:
    """Classes in alphabetical order, numbers by their value."""
    names = list(counts)
    if all(name.isdecimal() for name in names):
        return tuple(sorted(names, key=int))
    return tuple(sorted(names))


def _class_notes(part: Part) -> Iterator[str]:
    single = [name for name, count in part.counts.items() if count == 1]
    if single:
        names = ", ".join(repr(name) for name in single[:MAX_NAMED])
        more = " …" if len(single) > MAX_NAMED else ""
        are = "class has" if len(single) == 1 else "classes have"
        yield f"{len(single)} {are} one example only: {names}{more}."
    if len(part.counts) == 1:
        yield f"All examples have the class {next(iter(part.counts))!r}; there is nothing to learn."


def _describe_columns(columns: Columns) -> str:
    """The columns of an own table in words."""
    names = {one.name: getattr(columns, one.name) for one in dataclasses.fields(columns)}
    given = ("text", "pair", "label", "id", "phenomenon", "choices", "start")
    parts = [f"{key}: {_format_value(names[key])}" for key in given if names[key]]
    return f"{columns.task.replace('_', ' ')}, {', '.join(parts)}"


def _format_value(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else " + ".join(value)
