"""Minimal pairs: two sentences that differ in one thing, of which one is right.

A table or JSON lines with the columns good and bad, and phenomenon and language where there are
any; the JSON lines of BLiMP (Warstadt et al. 2020, arXiv:1912.00582): sentence_good, sentence_bad,
linguistics_term, UID; and the text of Zorro (Huebner et al. 2021, github.com/phueb/Zorro), whose
odd lines are wrong and whose even ones are right. A folder of such files is read file by file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from models.data.labelled import acceptability
from models.data.tables.columns import Columns
from models.data.tables.encodings import decode, guess_encoding, read_head
from models.data.tables.lines import lines
from models.data.tables.sample import FileHead, read_sample
from models.data.world.lexicon import Language
from models.runtime.resources import resource
from models.tasks.examples import DataError, Split

MAX_PAIRS = 200_000
MAX_BYTES = 256 << 20  # of a file
MAX_FILES = 500  # of a folder
MAX_CHARACTERS = 2_000  # of a sentence
MAX_NAME = 80  # characters of a phenomenon
ENDINGS = (".jsonl", ".json", ".csv", ".tsv", ".txt")
NUM_WORLD = 400  # pairs of the mini-world in a language
SPLIT: Split = "test"  # of the mini-world: sentences on which no bundled model was fine-tuned

# Usual names of columns, in lower case; the first that a file has counts.
GOOD = ("good", "sentence_good", "grammatical", "acceptable")
BAD = ("bad", "sentence_bad", "ungrammatical", "unacceptable")
PHENOMENON = ("phenomenon", "linguistics_term", "uid")
LANGUAGE = ("language", "lang")

WORLD, GRAMMAR = "world", "grammar"  # bundled sets, in each language
LANGUAGES: tuple[Language, ...] = ("en", "ko")
BUNDLED: Mapping[str, tuple[str, Language]] = {
    f"{what}:{language}": (what, language) for what in (WORLD, GRAMMAR) for language in LANGUAGES
}


@dataclass(frozen=True)
class MinimalPair:
    """`line` is that of the file at which the pair begins, from 1; 0 of a pair without a file."""

    good: str
    bad: str
    phenomenon: str
    language: str = ""
    file: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        return f"{self.file}, line {self.line}" if self.line else ""


@dataclass(frozen=True)
class PairFault:
    """Why a row is no pair, and where it is."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True)
class PairSet:
    """Pairs in their order; `faults` are rows that are left out."""

    title: str
    pairs: tuple[MinimalPair, ...]
    faults: tuple[PairFault, ...] = ()
    more: bool = False  # whether the file has more pairs than are read

    def __len__(self) -> int:
        return len(self.pairs)


def read_pairs(source: str, limit: int = MAX_PAIRS, seed: int = 0) -> PairSet:
    """The pairs of a bundled set by its name, of a file, or of the files of a folder.

    Raises DataError for a file that is missing, too large, of another layout, or without any pair.
    """
    if source in BUNDLED:
        return _read_bundled(source, limit, seed)
    path = Path(source).expanduser()
    rows = (row for file in _files(path) for row in _rows(file))
    pairs: list[MinimalPair] = []
    faults: list[PairFault] = []
    limit = min(limit, MAX_PAIRS)
    for row in rows:
        if isinstance(row, PairFault):
            faults.append(row)
        elif len(pairs) == limit:
            return PairSet(path.name, tuple(pairs), tuple(faults), more=True)
        else:
            pairs.append(row)
    if not pairs:
        reason = f"has no pair that can be used; {faults[0]}" if faults else "has no pairs"
        raise DataError(str(path), reason)
    return PairSet(path.name, tuple(pairs), tuple(faults))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(one for one in path.iterdir() if one.suffix.lower() in ENDINGS)
    if not found:
        raise DataError(str(path), f"has no files that end with {', '.join(ENDINGS)}")
    if len(found) > MAX_FILES:
        raise DataError(str(path), f"has {len(found):,} files; {MAX_FILES} are read at most")
    return found


def _rows(path: Path) -> Iterator[MinimalPair | PairFault]:
    head = read_head(path)
    if (size := path.stat().st_size) > MAX_BYTES:
        raise DataError(str(path), f"has {size:,} bytes; {MAX_BYTES:,} are read at most")
    if path.suffix.lower() == ".txt":
        return _read_lines(path, guess_encoding(head))
    return _table(path)


def _read_lines(path: Path, encoding: str) -> Iterator[MinimalPair | PairFault]:
    """The wrong sentence on each odd line, the right one on the next."""
    bad, number = None, 0
    with path.open("rb") as file:
        for line in lines(file):
            if line.is_blank:
                continue
            place, number = f"{path.name}, line {line.number}", line.number
            try:
                text = decode(line.raw, encoding).strip().removeprefix("\ufeff")
            except ValueError as error:
                raise DataError(place, str(error)) from None
            if bad is None:
                bad = text, line.number
                continue
            yield _pair(text, bad[0], path.stem, "", path.name, bad[1])
            bad = None
    if bad is not None:
        raise DataError(
            f"{path.name}, line {number}",
            "a sentence has no partner: wrong and right sentences must alternate, line by line",
        )


def _table(path: Path) -> Iterator[MinimalPair | PairFault]:
    sample, good, bad = _sample(path)
    names = {name.strip().lower(): name for name in reversed(sample.header)}
    phenomenon, language = (_first(names, usual) for usual in (PHENOMENON, LANGUAGE))
    with path.open("rb") as file:
        for record in sample.reader().records(file):
            place = f"{path.name}, line {record.line}"
            if record.fault or not isinstance(record.value, dict):
                yield PairFault(place, record.fault or "the row is no object")
                continue
            row = record.value
            cells = [_text(row.get(name)) for name in (good, bad, phenomenon, language)]
            if cells[0] is None or cells[1] is None:
                yield PairFault(place, "a half is missing, or is no text")
                continue
            named = cells[2] or path.stem
            yield _pair(cells[0], cells[1], named, cells[3] or "", path.name, record.line)


def _sample(path: Path) -> tuple[FileHead, str, str]:
    """The head of a file, and its columns with the right and the wrong sentences."""
    for good, bad in zip(GOOD, BAD, strict=True):
        stated = Columns("classification", good, bad)
        sample = read_sample(path, columns=stated)
        names = {name.strip().lower(): name for name in reversed(sample.header)}
        if good in names and bad in names:
            return sample, names[good], names[bad]
    known = " or ".join(f"{good} and {bad}" for good, bad in zip(GOOD, BAD, strict=True))
    raise DataError(str(path), f"has no columns with the halves of pairs. Name them {known}")


def _first(names: Mapping[str, str], usual: Sequence[str]) -> str:
    return next((names[name] for name in usual if name in names), "")


def _text(cell: Any) -> str | None:
    return cell.strip() if isinstance(cell, str) else None


def _pair(
    good: str, bad: str, phenomenon: str, language: str, file: str, line: int
) -> MinimalPair | PairFault:
    place = f"{file}, line {line}"
    if not good or not bad:
        return PairFault(place, "a half is empty")
    if good == bad:
        return PairFault(place, "both halves are equal")
    if max(len(good), len(bad)) > MAX_CHARACTERS:
        return PairFault(place, f"a half has more than {MAX_CHARACTERS:,} characters")
    return MinimalPair(good, bad, phenomenon[:MAX_NAME], language[:MAX_NAME], file, line)


# ---- bundled sets


def _read_bundled(source: str, limit: int, seed: int) -> PairSet:
    what, language = BUNDLED[source]
    if what == WORLD:
        pairs = tuple(islice(_world_pairs(language, seed), limit))
        return PairSet(source, pairs)
    path = resource("pairs", f"{language}.csv")
    rows = (one for one in _rows(path) if isinstance(one, MinimalPair))
    return PairSet(source, tuple(islice(rows, limit)))


@lru_cache(maxsize=4)
def _world_pairs(language: Language, seed: int) -> tuple[MinimalPair, ...]:
    """Sentences of the mini-world and the same with an error, in both directions where one has two.

    So a phenomenon has right and wrong halves of the same lengths, with the same words.
    """
    rng = random.Random(f"pairs {language} {seed}")
    found: dict[tuple[str, str], MinimalPair] = {}
    for group in acceptability.draw(language, SPLIT, rng):
        texts = [str(getattr(one, "text", "")) for one in group]
        for at in range(0, len(group), 2):
            pair = MinimalPair(texts[at], texts[at + 1], group[at].phenomenon, language)
            found.setdefault((pair.good, pair.bad), pair)
        if len(found) >= NUM_WORLD:
            break
    return tuple(found.values())
