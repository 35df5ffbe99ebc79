"""Read a text file of any size as documents of sentences.

Every pass reads the file from disk and never as a whole: lines and documents longer than the limits
below are cut, and documents are shuffled within a buffer.
"""

from __future__ import annotations

import codecs
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from models.data.tables.encodings import guess_encoding, no_text
from models.data.world.split import Split, stable_fraction

Sentences = tuple[str, ...]
Lines = Callable[[], Iterator[str]]  # a text from its beginning, a line without outer blanks each

HELD_OUT_SHARE = 1 / 20
LINES_PER_DOCUMENT = 8  # if no blank lines separate the text
MAX_DOCUMENT_CHARS = 20_000
BUFFERED_DOCUMENTS = 512
_CHUNK_BYTES = 1 << 20

# Those of Wikipedia's markup, "== Section ==" and "= = Section = =", and of Markdown, "## Section".
_HEADING = re.compile(r"(=( ?=)*) ?[^= ](.*[^= ])? ?\1|#{1,6} .*\S")

# A sentence ends at a mark, with what closes after it, before a blank; 。！？ need no blank.
_SENTENCE_END = re.compile(r"""(?<=[.!?…])["'”’」』)\]]*\s+|(?<=[。！？])["'”’」』)\]]*\s*""")


class LineText:
    """A text of one or several parts, each read a line at a time.

    Documents end at blank lines or, without any, after a number of lines. A heading begins a
    document and belongs to the text after it. Documents of several parts are taken in turn, so
    that the beginning has some of each. Without parts that are held out, about one document in
    twenty is, chosen by a hash of its text. Raises ValueError when there is no text, or too little
    to hold anything out.
    """

    def __init__(self, name: str, train: Sequence[Lines], held_out: Sequence[Lines] = ()) -> None:
        self.name = name  # that `open_source` takes
        measured = [_LinePart.measure(lines) for lines in train]
        self._train = [part for part in measured if part.num_characters]
        self._held_out = [part for part in map(_LinePart.measure, held_out) if part.num_characters]
        if not self._train or (held_out and not self._held_out):
            raise ValueError(f"{name} is empty; a text is needed")
        self._threshold = None if self._held_out else self._held_out_threshold()

    @property
    def num_characters(self) -> int:
        """The length of the text to learn from."""
        return sum(part.num_characters for part in self._train)

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        """Documents without end: one shuffled pass over the text after another."""
        while True:
            yield from self.once(split, seed)
            seed += 1

    def names(self) -> tuple[str, ...]:
        """None: the names in a text are unknown."""
        return ()

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        """Every document of the split once, shuffled among its neighbours in the text."""
        rng = random.Random(f"{split} {seed}")
        buffer: list[str] = []
        for text in self._texts(split):
            buffer.append(text)
            if len(buffer) > BUFFERED_DOCUMENTS:
                yield split_sentences(_take(buffer, rng))
        while buffer:
            yield split_sentences(_take(buffer, rng))

    def num_documents(self, split: Split) -> int:
        """How many documents a split has, in one pass over the text."""
        return sum(1 for _ in self._texts(split))

    def _texts(self, split: Split) -> Iterator[str]:
        if self._threshold is None:
            yield from _iterate_round_robin(self._held_out if split == "held_out" else self._train)
            return
        for text in _iterate_round_robin(self._train):
            is_held_out = stable_fraction(text) <= self._threshold
            if is_held_out == (split == "held_out"):
                yield text

    def _held_out_threshold(self) -> float:
        """1/20, or for a short text a share that holds out the document with the smallest hash."""
        smallest, largest = 1.0, 0.0
        for text in _iterate_round_robin(self._train):
            smallest = min(smallest, stable_fraction(text))
            largest = max(largest, stable_fraction(text))
        if smallest >= largest:
            raise ValueError(
                f"{self.name} is too short: two different paragraphs or lines are needed, "
                "one to learn from and one to hold out"
            )
        return HELD_OUT_SHARE if smallest <= HELD_OUT_SHARE < largest else smallest


class TextFile(LineText):
    """A UTF-8 text file.

    Raises ValueError when the file is missing, a folder, empty, binary, a pickle, not UTF-8, or too
    short to hold anything out.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        check_text_file(self.path)
        super().__init__(str(self.path), [partial(file_lines, self.path)])


@dataclass(frozen=True)
class _LinePart:
    """A part of a text. `lines_per_document` is None where blank lines separate documents."""

    lines: Lines
    num_characters: int
    lines_per_document: int | None

    @classmethod
    def measure(cls, lines: Lines) -> _LinePart:
        """Read a part once: its length, and whether blank lines separate it."""
        num_lines, num_characters, blank, blank_lines = 0, 0, False, False
        for line in lines():
            if line:
                blank_lines = blank_lines or (blank and num_lines > 0)
                num_lines += 1
                num_characters += len(line)
            blank = not line
        short = num_lines < 2 * LINES_PER_DOCUMENT
        per_document = None if blank_lines else 1 if short else LINES_PER_DOCUMENT
        return cls(lines, num_characters, per_document)

    def texts(self) -> Iterator[str]:
        """The documents in order."""
        lines: list[str] = []
        size, after_heading = 0, False
        for line in self.lines():
            size += len(line)
            full = len(lines) == self.lines_per_document or size > MAX_DOCUMENT_CHARS
            heading = self.lines_per_document is None and _HEADING.fullmatch(line) is not None
            if lines and (full or ((heading or not line) and not after_heading)):
                yield "\n".join(lines)
                lines, size = [], len(line)
            if line:
                lines.append(line)
                after_heading = heading
        if lines:
            yield "\n".join(lines)


def _iterate_round_robin(parts: Sequence[_LinePart]) -> Iterator[str]:
    """A document of each part that has one left, again and again."""
    left = [part.texts() for part in parts]
    while left:
        for texts in tuple(left):
            text = next(texts, None)
            if text is None:
                left.remove(texts)
            else:
                yield text


def file_lines(path: Path, encoding: str = "utf-8-sig") -> Iterator[str]:
    """Lines of a file without outer blanks; long ones are divided."""
    try:
        with path.open(encoding=encoding) as file:
            while line := file.readline(MAX_DOCUMENT_CHARS):
                yield line.strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} has changed and cannot be read any more") from error


def check_text_file(path: Path, encoding: str = "utf-8") -> None:
    """Raises ValueError where a path is no text file in this encoding."""
    if path.is_dir():
        raise ValueError(f"{path} is a folder; choose a text file")
    if not path.exists():
        raise ValueError(f"there is no file {path}")
    if not path.is_file():
        raise ValueError(f"{path} is no file but a device; choose a text file")
    decoder = codecs.getincrementaldecoder(encoding)()
    head = b""
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                head = head or chunk
                if reason := no_text(head) if chunk is head else "":
                    raise ValueError(f"{path} is {reason}")
                if b"\0" in chunk:
                    raise ValueError(f"{path} is a binary file (it has zero bytes)")
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        known = guess_encoding(head)
        fitting = f" ({known} fits)" if known != "utf-8" else ""
        raise ValueError(f"{path} is not UTF-8{fitting}; save it as UTF-8 first") from error
    except OSError as error:
        raise ValueError(f"{path} cannot be read ({error.strerror})") from error


def split_sentences(text: str) -> Sentences:
    """The sentences of a text: they end at . ! ? … 。 and at the end of a line."""
    pieces = (piece for line in text.splitlines() for piece in _split_line(line))
    return tuple(piece for piece in pieces if piece)


def _split_line(line: str) -> Iterator[str]:
    start = 0
    for match in _SENTENCE_END.finditer(line):
        yield line[start : match.end()].strip()
        start = match.end()
    yield line[start:].strip()


def _take(buffer: list[str], rng: random.Random) -> str:
    index = rng.randrange(len(buffer))
    buffer[index], buffer[-1] = buffer[-1], buffer[index]
    return buffer.pop()
