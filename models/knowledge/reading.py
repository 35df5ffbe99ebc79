"""Reads triples from files that people have, as a stream, and reports what was wrong with them.

A file has three columns, in any order that its first line names, and a score behind them or none;
or the five of ConceptNet 5 (Speer et al. 2017, arXiv 1612.03975): the URI of the assertion,
/r/RELATION, /c/LANGUAGE/START, /c/LANGUAGE/END and JSON. Nothing in a file is fatal.
"""

from __future__ import annotations

import gzip
import zlib
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from io import BufferedIOBase
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from models.data.tables.triple_columns import NUM_LOOKED_AT, TripleColumns
from models.knowledge.graph import KnowledgeGraph
from models.knowledge.names import EntityTable, Integers, normalize_name
from models.runtime.files import shorten_message
from models.runtime.generators import run_to_end

TroubleKind = Literal[
    "fields", "encoding", "language", "score", "order", "duplicate", "self_loop", "unicode",
    "relation_name", "cycle", "unreadable",
]  # fmt: skip
ABOUT: dict[TroubleKind, str] = {
    "fields": "lines without three columns, or with an empty one; left out",
    "encoding": "lines that are not UTF-8; left out",
    "language": "lines with concepts of other languages, or with no concept; left out",
    "score": "triples with a score of 0 or less, which are not true; left out",
    "order": "files whose relation seems to stand first; read as subject, relation, object",
    "duplicate": "triples that occurred before; left out",
    "self_loop": "triples whose subject is their object; left out",
    "unicode": "names that differ in their Unicode normalisation only; taken as one",
    "relation_name": "relations with the name of an entity; both stay",
    "cycle": "groups of entities that one relation leads around in a circle; they stay",
    "unreadable": "files that break off; what came before is used",
}
LANGUAGES = ("en", "ko")  # of ConceptNet's concepts
NUM_EXAMPLES = 10  # of each kind of trouble
MAX_LINE = 1_000_000  # bytes; a longer line is no triple
CHUNK = 1_000_000  # triples that wait until they are compared with the others
MANY_RELATIONS, FEW_SUBJECTS = 100, 0.1  # of as many: the first column may be the relation
REPORT_LINES = 50_000  # between two reports of progress

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Result = tuple["KnowledgeGraph", "TripleReport"]


@dataclass(frozen=True)
class Trouble:
    """One kind of trouble: how often, and the first cases in words."""

    kind: TroubleKind
    count: int
    examples: tuple[str, ...]

    @property
    def about(self) -> str:
        return ABOUT[self.kind]


@dataclass(frozen=True)
class TripleReport:
    """What was read from a file, and what was wrong with it."""

    file: str
    num_lines: int
    num_triples: int
    num_entities: int
    num_relations: int
    troubles: tuple[Trouble, ...]

    @property
    def why_empty(self) -> str:
        """Why there are no triples: how many lines there are, and the commonest trouble of them."""
        lines = f"{self.num_lines:,} {'line' if self.num_lines == 1 else 'lines'}"
        if not self.troubles:
            return f"{lines}, none with three columns"
        worst = max(self.troubles, key=lambda one: one.count)
        kind = worst.about.partition(";")[0]
        return "; ".join([f"{lines} ({kind}: {worst.count:,})", *worst.examples[:1]])

    def trouble(self, kind: TroubleKind) -> Trouble | None:
        return next((one for one in self.troubles if one.kind == kind), None)

    def count(self, kind: TroubleKind) -> int:
        one = self.trouble(kind)
        return one.count if one else 0

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class ReadProgress:
    """How far a file is read, in lines and as a share of its bytes (0 to 1)."""

    num_lines: int
    share: float


def read_triples(path: Path, languages: Sequence[str] = LANGUAGES) -> Result:
    """The graph of a file (TSV or ConceptNet's, also compressed as .gz), and a report.

    `languages` selects ConceptNet's concepts; other files have none. Raises OSError where there is
    no such file.
    """
    return run_to_end(reading_steps(path, languages))


def reading_steps(
    path: Path, languages: Sequence[str] = LANGUAGES
) -> Generator[ReadProgress, None, Result]:
    """Read as `read_triples` does; yields progress every REPORT_LINES lines and at the end."""
    reader = _Reader(frozenset(languages))
    total = max(1, path.stat().st_size)
    with path.open("rb") as raw:
        stream: BufferedIOBase = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
        try:
            lines = _lines(stream)
            first = list(islice(lines, NUM_LOOKED_AT))
            reader.look_at(first)
            for line in chain(first, lines):
                reader.add(line)
                if reader.number % REPORT_LINES == 0:
                    yield ReadProgress(reader.number, min(1.0, raw.tell() / total))
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            reader.troubles.add("unreadable", reader.number + 1, str(error))
    yield ReadProgress(reader.number, 1.0)
    return reader.result(path.name)


def _lines(file: BufferedIOBase) -> Iterator[bytes | None]:
    """The lines of a file; None for one that is too long."""
    while line := file.readline(MAX_LINE):
        if len(line) == MAX_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_LINE)
            yield None
        else:
            yield line


@dataclass
class _Troubles:
    """Counts each kind, and keeps its first cases."""

    counts: dict[TroubleKind, int] = field(default_factory=lambda: defaultdict(int))
    examples: dict[TroubleKind, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, kind: TroubleKind, line: int, text: str) -> None:
        self.note(kind, f"line {line:,}: {shorten_message(text, 120)}")

    def note(self, kind: TroubleKind, text: str, count: int = 1) -> None:
        self.counts[kind] += count
        if len(self.examples[kind]) < NUM_EXAMPLES:
            self.examples[kind].append(text)

    def result(self) -> tuple[Trouble, ...]:
        kinds = [kind for kind in ABOUT if self.counts[kind]]
        return tuple(Trouble(k, self.counts[k], tuple(self.examples[k])) for k in kinds)


class _Reader:
    """Collects triples line by line; names become ids at once, and duplicates leave by chunks."""

    def __init__(self, languages: frozenset[str]) -> None:
        self.troubles = _Troubles()
        self.number = 0
        self._languages = languages
        self._columns = TripleColumns()
        self._entities, self._relations = _Names(self.troubles), _Names(self.troubles)
        self._rows: list[tuple[int, int, int, int]] = []  # the triple and its line
        self._unique: Integers = np.zeros((0, 4), np.int64)

    def look_at(self, first: Sequence[bytes | None]) -> None:
        """Tell the order of the columns from the first lines."""
        texts = (line.decode("utf-8", "replace") for line in first if line is not None)
        lines = [text.removeprefix("\ufeff").rstrip("\r\n") for text in texts]
        self._columns = TripleColumns.of(lines)

    def add(self, raw: bytes | None) -> None:
        self.number += 1
        text = self._decode_line(raw)
        if text is None:
            return
        names = self._names(text)
        if names is None:
            return
        head, relation, tail = names
        source, target = self._entities.id(head, self.number), self._entities.id(tail, self.number)
        if source == target:
            self.troubles.add("self_loop", self.number, f"{head}, {relation}")
            return
        kind = self._relations.id(relation, self.number)
        self._rows.append((source, kind, target, self.number))
        if len(self._rows) >= CHUNK:
            self._merge()

    def result(self, file: str) -> Result:
        self._merge()
        triples = self._unique[:, :3]
        entities = EntityTable.from_names(self._entities.names)
        graph = KnowledgeGraph.of(entities, self._relations.names, triples)
        for relation in graph.relations:
            if graph.entities_named(relation.name):
                self.troubles.note("relation_name", relation.name)
        count, circles = cycles(graph)
        for text in circles:
            self.troubles.note("cycle", text)
        self._doubt_order(len(np.unique(triples[:, 0])))
        self.troubles.counts["cycle"] += count - len(circles)
        sizes = len(graph.triples), len(graph.entities), len(graph.relations)
        return graph, TripleReport(file, self.number, *sizes, self.troubles.result())

    def _doubt_order(self, num_subjects: int) -> None:
        """Say how to name the columns where the first has far fewer names than the second."""
        num_relations = len(self._relations.names)
        if self._columns.has_header or num_relations < MANY_RELATIONS:
            return
        if num_subjects < FEW_SUBJECTS * num_relations:
            self.troubles.note(
                "order",
                f"{num_subjects:,} names in the first column and {num_relations:,} in the second; "
                "if the relation is first, write as a first line: relation, subject, object, "
                "with tabs between",
            )

    def _decode_line(self, raw: bytes | None) -> str | None:
        """The text of a line; None where there is none that can be used."""
        if raw is None:
            self.troubles.add("fields", self.number, f"longer than {MAX_LINE:,} bytes")
            return None
        try:
            text = raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            self.troubles.add("encoding", self.number, repr(raw[:60]))
            return None
        if "\0" in text:  # of UTF-16, or of a file that is no text
            self.troubles.add("encoding", self.number, repr(raw[:60]))
            return None
        return (text.removeprefix("\ufeff") if self.number == 1 else text) or None

    def _names(self, text: str) -> tuple[str, str, str] | None:
        """Head, relation and tail of a line; None where it has none that can be used."""
        columns = text.split("\t")
        if self.number == 1 and self._columns.has_header:
            return None
        if len(columns) == 5 and columns[1].startswith("/r/"):
            return self._concepts(columns[2], columns[1], columns[3])
        if len(columns) == 3 and columns[1].startswith("/r/"):
            return self._concepts(*columns)
        row = self._columns.row(columns)
        if row is None or not row.is_true:
            self.troubles.add("fields" if row is None else "score", self.number, text)
            return None
        return row[:3]

    def _concepts(self, head: str, relation: str, tail: str) -> tuple[str, str, str] | None:
        """The names in ConceptNet's URIs; the part of speech and the sense are left out."""
        parts = [uri.split("/") for uri in (head, tail)]
        if any(len(p) < 4 or p[1] != "c" or p[2] not in self._languages or not p[3] for p in parts):
            self.troubles.add("language", self.number, f"{head}, {tail}")
            return None
        first, last = (part[3].replace("_", " ") for part in parts)
        return first, relation.removeprefix("/r/").strip("/") or relation, last

    def _merge(self) -> None:
        """Drop the triples that occurred before, and count them."""
        new = np.array(self._rows, np.int64).reshape(-1, 4)
        self._rows.clear()
        rows = np.concatenate((self._unique, new))  # ascending by line among equal triples
        rows = rows[np.lexsort((rows[:, 3], rows[:, 2], rows[:, 1], rows[:, 0]))]
        again = np.zeros(len(rows), bool)
        again[1:] = (rows[1:, :3] == rows[:-1, :3]).all(axis=1)
        self._unique = rows[~again]
        repeated = rows[again]
        first = repeated[np.argsort(repeated[:, 3], kind="stable")[:NUM_EXAMPLES]]
        for head, relation, tail, line in first.tolist():
            entities, relations = self._entities.names, self._relations.names
            text = f"{entities[head]}, {relations[relation]}, {entities[tail]}"
            self.troubles.add("duplicate", line, text)
        self.troubles.counts["duplicate"] += len(repeated) - len(first)


class _Names:
    """Ids of names; spellings with one normal form are one name."""

    def __init__(self, troubles: _Troubles) -> None:
        self.names: list[str] = []
        self._troubles = troubles
        self._ids: dict[str, int] = {}  # by spelling
        self._forms: dict[str, int] = {}  # by normal form, of the other spellings
        self._spelled: dict[int, str] = {}  # the one spelling of a name that is not its normal form

    def id(self, raw: str, line: int) -> int:
        known = self._ids.get(raw)
        return self._new_spelling(raw, line) if known is None else known

    def _new_spelling(self, raw: str, line: int) -> int:
        spelling = " ".join(raw.split())
        name = normalize_name(spelling)
        known = self._ids.get(name, self._forms.get(name))
        if known is None:
            known = len(self.names)
            self.names.append(name)
            if spelling != name:
                self._forms[name], self._spelled[known] = known, spelling
        elif spelling != self._spelled.get(known, name):
            self._troubles.add("unicode", line, f"{spelling} ({spelling!a})")
        self._ids[raw] = known
        return known


def cycles(graph: KnowledgeGraph, most: int = NUM_EXAMPLES) -> tuple[int, tuple[str, ...]]:
    """How many groups of entities one relation leads around, and circles in the first ones."""
    order = np.argsort(graph.triples[:, 1], kind="stable")
    bounds = np.searchsorted(graph.triples[order, 1], np.arange(len(graph.relations) + 1))
    count, texts = 0, list[str]()
    for relation, first, last in zip(graph.relations, bounds[:-1], bounds[1:], strict=True):
        groups = _groups(graph.triples[order[first:last]][:, [0, 2]])
        count += len(groups)
        for edges in groups[: most - len(texts)]:
            names = [graph.entities.names[entity] for entity in _circle(edges)]
            listed = names if len(names) <= 6 else [*names[:5], "…"]
            texts.append(f"{relation.name}: {' → '.join([*listed, names[0]])}")
    return count, tuple(texts)


def _matrix(edges: Integers) -> tuple[Integers, Integers, csr_array]:
    """The entities of edges (m, 2), the edges by their places, and the adjacency matrix."""
    from scipy.sparse import csr_array  # slow to import

    ids, places = np.unique(edges, return_inverse=True)
    ends = places.reshape(-1, 2)
    ones = np.ones(len(ends), np.int8)
    return ids, ends, csr_array((ones, (ends[:, 0], ends[:, 1])), shape=(len(ids), len(ids)))


def _groups(edges: Integers) -> list[Integers]:
    """The edges (k, 2) within each strongly connected group of more than one entity."""
    from scipy.sparse.csgraph import connected_components  # slow to import

    if not len(edges):
        return []
    _, ends, matrix = _matrix(edges)
    _, labels = connected_components(matrix, directed=True, connection="strong")
    inside = labels[ends[:, 0]] == labels[ends[:, 1]]
    within, owners = edges[inside], labels[ends[inside, 0]]
    order = np.argsort(owners, kind="stable")
    starts = np.flatnonzero(np.diff(owners[order])) + 1
    return np.split(within[order], starts) if len(within) else []


def _circle(edges: Integers) -> list[int]:
    """The shortest circle through the first edge of a strongly connected group."""
    from scipy.sparse.csgraph import breadth_first_order  # slow to import

    ids, ends, matrix = _matrix(edges)
    head, tail = ends[0].tolist()
    _, before = breadth_first_order(matrix, tail)
    walk = [head]
    while walk[-1] != tail:
        walk.append(int(before[walk[-1]]))
    return ids[walk[::-1]].tolist()
