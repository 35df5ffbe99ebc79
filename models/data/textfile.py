"""Read a text file of any size as documents of sentences.

Every pass reads the file from disk and never as a whole: lines and documents longer than the limits
below are cut, and documents are shuffled within a buffer.
"""

import codecs
import random
import re
from collections.abc import Iterator
from pathlib import Path

from models.data.world.split import Split, stable_fraction

Sentences = tuple[str, ...]

HELD_OUT_SHARE = 1 / 20
LINES_PER_DOCUMENT = 8  # if no blank lines separate the text
MAX_DOCUMENT_CHARS = 20_000
BUFFERED_DOCUMENTS = 512
_CHUNK_BYTES = 1 << 20

# Those of Wikipedia's markup, "== Section ==" and "= = Section = =", and of Markdown, "## Section".
_HEADING = re.compile(r"(=( ?=)*) ?[^= ](.*[^= ])? ?\1|#{1,6} .*\S")

# A sentence ends at a mark, with what closes after it, before a blank; 。！？ need no blank.
_SENTENCE_END = re.compile(r"""(?<=[.!?…])["'”’」』)\]]*\s+|(?<=[。！？])["'”’」』)\]]*\s*""")


class TextFile:
    """A UTF-8 text file. Documents end at blank lines or, without any, after a number of lines.

    A heading begins a document and belongs to the text after it.
    About one document in twenty is held out, chosen by a hash of its text. Raises ValueError when
    the file is missing, a folder, empty, binary, not UTF-8, or too short to hold anything out.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        blank_lines, num_lines = self._check()
        short = num_lines < 2 * LINES_PER_DOCUMENT
        self._lines_per_document = None if blank_lines else 1 if short else LINES_PER_DOCUMENT
        self._threshold = self._held_out_threshold()

    @property
    def name(self) -> str:
        """The name for `open_source`."""
        return str(self.path)

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        """Documents without end: one shuffled pass over the file after another."""
        while True:
            yield from self.once(split, seed)
            seed += 1

    def names(self) -> tuple[str, ...]:
        """None: the names in a text file are unknown."""
        return ()

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        """Every document of the split once, shuffled among its neighbours in the file."""
        rng = random.Random(f"{split} {seed}")
        buffer: list[str] = []
        for text in self._texts():
            if self._split_of(text) != split:
                continue
            buffer.append(text)
            if len(buffer) > BUFFERED_DOCUMENTS:
                yield split_sentences(_take(buffer, rng))
        while buffer:
            yield split_sentences(_take(buffer, rng))

    def num_documents(self, split: Split) -> int:
        """How many documents a split has, in one pass over the file."""
        return sum(self._split_of(text) == split for text in self._texts())

    def _split_of(self, text: str) -> Split:
        return "held_out" if stable_fraction(text) <= self._threshold else "train"

    def _texts(self) -> Iterator[str]:
        lines: list[str] = []
        size, after_heading = 0, False
        for line in self._lines():
            size += len(line)
            full = len(lines) == self._lines_per_document or size > MAX_DOCUMENT_CHARS
            heading = self._lines_per_document is None and _HEADING.fullmatch(line) is not None
            if lines and (full or ((heading or not line) and not after_heading)):
                yield "\n".join(lines)
                lines, size = [], len(line)
            if line:
                lines.append(line)
                after_heading = heading
        if lines:
            yield "\n".join(lines)

    def _lines(self) -> Iterator[str]:
        """Lines without outer blanks; long ones are divided."""
        try:
            with self.path.open(encoding="utf-8-sig") as file:
                while line := file.readline(MAX_DOCUMENT_CHARS):
                    yield line.strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{self.path} has changed and cannot be read any more") from error

    def _check(self) -> tuple[bool, int]:
        """Read the file once: whether blank lines separate it, and how many lines have text."""
        if self.path.is_dir():
            raise ValueError(f"{self.path} is a folder; choose a text file")
        if not self.path.exists():
            raise ValueError(f"there is no file {self.path}")
        self._check_bytes()
        num_lines, blank, blank_lines = 0, False, False
        for line in self._lines():
            if line:
                blank_lines = blank_lines or (blank and num_lines > 0)
                num_lines += 1
            blank = not line
        if num_lines == 0:
            raise ValueError(f"{self.path} is empty; a text is needed")
        return blank_lines, num_lines

    def _check_bytes(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            with self.path.open("rb") as file:
                while chunk := file.read(_CHUNK_BYTES):
                    if b"\0" in chunk:
                        raise ValueError(f"{self.path} is a binary file (it has zero bytes)")
                    decoder.decode(chunk)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError as error:
            raise ValueError(f"{self.path} is not UTF-8; save it as UTF-8 first") from error
        except OSError as error:
            raise ValueError(f"{self.path} cannot be read ({error.strerror})") from error

    def _held_out_threshold(self) -> float:
        """1/20, or for a short text a share that holds out the document with the smallest hash."""
        smallest, largest = 1.0, 0.0
        for text in self._texts():
            smallest = min(smallest, stable_fraction(text))
            largest = max(largest, stable_fraction(text))
        if smallest >= largest:
            raise ValueError(
                f"{self.path} is too short: two different paragraphs or lines are needed, "
                "one to learn from and one to hold out"
            )
        return HELD_OUT_SHARE if smallest <= HELD_OUT_SHARE < largest else smallest


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
