"""Where the sentences come from: a sample of the mini-world, a labelled set, or a file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from explorer.core.errors import UserError, as_user_errors
from explorer.core.localization import message, tr
from explorer.core.state.choices import FormChoice
from explorer.core.state.texts import acceptable

if TYPE_CHECKING:
    from models.data.labelled_sets import FileSet
    from models.data.world.world import Choice
    from models.tasks.examples import Example, LabelledSet, Split

WORLD = "world"  # the sample; labelled sets of the mini-world begin with "world:"
LANGUAGES = {"en": tr("English"), "ko": tr("Korean"), "both": tr("English and Korean")}
SPLIT: Split = "dev"  # of a labelled set
MAX_CHARACTERS = 2_000  # of a line; the rest is cut off
MAX_SENTENCES = 100_000
MAX_REPEATED = 3_000  # sentences in a row that are not new; then the mini-world has no more
TABLES = (".tsv", ".csv")
OBJECTS = (".json", ".jsonl")
NUMBER = re.compile(r"\s*[-+]?[\d.,:/-]*\s*")  # a cell that is no text
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # that no screen draws


@dataclass(frozen=True)
class SourceChoice(FormChoice):
    """`source` is WORLD, the name of a labelled set, or the path of a file."""

    source: str = WORLD
    language: str = "en"  # of the sample
    number: int = 200  # at most


@dataclass(frozen=True)
class SourceSentence:
    """One row. Empty where nothing is known of it."""

    text: str
    pair: str = ""
    label: str = ""
    pattern: str = ""  # of the mini-world, or the phenomenon that an example tests
    subject: str = ""  # of the fact that it states

    @property
    def joined_text(self) -> str:
        """Both texts as one, for models that predict tokens."""
        return f"{self.text} {self.pair}" if self.pair else self.text


@dataclass(frozen=True, eq=False)
class SentenceSet:
    """`examples` are the same sentences as a fine-tuned model reads them, of the set `data`.

    `notes` say what was cut, left out or guessed.
    """

    title: str
    sentences: tuple[SourceSentence, ...]
    notes: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    data: LabelledSet | None = None

    def __len__(self) -> int:
        return len(self.sentences)

    @cached_property
    def content_hash(self) -> str:
        """Hash of the sentences and the task; part of the cache key of their scores."""
        rows = [(one.text, one.pair, one.label) for one in self.sentences]
        task = "" if self.data is None else self.data.task
        content = json.dumps([task, rows], ensure_ascii=True)
        return hashlib.sha256(content.encode()).hexdigest()

    def has(self, name: Literal["pair", "label", "pattern", "subject"]) -> bool:
        return name in self._words_in_sentences

    @cached_property
    def _words_in_sentences(self) -> frozenset[str]:
        names = ("pair", "label", "pattern", "subject")
        return frozenset(n for n in names if any(getattr(one, n) for one in self.sentences))


def read_sentences(choice: SourceChoice, seed: int) -> SentenceSet:
    """The sentences, at most as many as the choice says. Raises UserError."""
    number = min(max(choice.number, 1), MAX_SENTENCES)
    with as_user_errors():
        if choice.source == WORLD:
            found = _world(choice.language, number, seed)
        elif choice.source.startswith(f"{WORLD}:"):
            found = _make_labelled_set(choice.source, number)
        else:
            found = _file(Path(choice.source).expanduser(), number)
    if not found.sentences:
        raise UserError(
            tr("{found} has no sentences.", found=found.title), tr("Choose another file or sample.")
        )
    return found


def source_key(choice: SourceChoice, seed: int) -> tuple[object, ...]:
    """Another one where other sentences may come of it."""
    if choice.source.startswith(WORLD):
        return choice, seed
    try:
        state = Path(choice.source).expanduser().stat()
    except OSError:
        return (choice,)
    return choice, state.st_mtime_ns, state.st_size


def labelled_sets() -> dict[str, str]:
    """Titles of the labelled sets of the mini-world by name."""
    from models.data.labelled_sets import known_sets

    return {name: message(title) for name, title, _ in known_sets()}


# ---- the mini-world


def _world(language: str, number: int, seed: int) -> SentenceSet:
    """Held-out sentences, none twice."""
    found = tuple(islice(_new_sentences(language, seed), number))
    title = tr("mini-world, {language}", language=LANGUAGES.get(language, language))
    short = tr(
        "The mini-world has only {found:,} different held-out sentences here.", found=len(found)
    )
    return SentenceSet(title, found, (short,) if len(found) < number else ())


def _new_sentences(language: str, seed: int) -> Iterator[SourceSentence]:
    from models.data.sources import loaded_world

    known: dict[str, Choice] = {"en": "en", "ko": "ko"}
    seen: set[str] = set()
    repeated = 0
    for document in loaded_world("world").documents(known.get(language, "both"), "held_out", seed):
        for one in document.sentences:
            repeated += 1
            if one.text not in seen:
                seen.add(one.text)
                repeated = 0
                subject = one.triples[0].subject.id if one.triples else ""
                yield SourceSentence(one.text, pattern=one.pattern, subject=subject)
        if repeated > MAX_REPEATED:
            return


def _make_labelled_set(name: str, number: int) -> SentenceSet:
    from models.data.labelled_sets import open_set

    data = open_set(name)
    return make_sentence_set(data, data.examples(SPLIT, number), data.title)


def make_sentence_set(
    data: LabelledSet, examples: Sequence[Example], title: str, notes: tuple[str, ...] = ()
) -> SentenceSet:
    """The examples of a labelled set as sentences."""
    return SentenceSet(title, tuple(map(sentence_of, examples)), notes, tuple(examples), data)


def sentence_of(example: Example) -> SourceSentence:
    """The texts of an example, and its label in words."""
    from models.tasks.examples import ChoiceExample, QuestionExample, ScoreExample, TokenExample

    more: dict[str, str] = {"pattern": example.phenomenon}
    if isinstance(example, ChoiceExample):
        right = "" if example.label is None else example.choices[example.label]
        return SourceSentence(example.context, " | ".join(example.choices), right, **more)
    if isinstance(example, QuestionExample):
        answer = example.answers[0].text if example.answers else ""
        return SourceSentence(example.passage, example.question, answer, **more)
    if isinstance(example, TokenExample):
        return SourceSentence(example.text, label=" ".join(example.tags or ()), **more)
    if isinstance(example, ScoreExample):
        score = "" if example.score is None else f"{example.score:g}"
        return SourceSentence(example.text, example.pair, score, **more)
    return SourceSentence(example.text, example.pair, example.label or "", **more)


# ---- files


def _file(path: Path, number: int) -> SentenceSet:
    """Raises DataError for a file that is missing, empty or no text, which names it."""
    from models.data.tables.encodings import read_head

    read_head(path)
    kind = path.suffix.lower()
    if kind in OBJECTS:
        return _table(path, number)
    if kind not in TABLES:
        return _lines(path, number)
    from models.tasks.examples import DataError

    try:
        return _table(path, number)
    except DataError:  # its columns do not say what they are
        return _first_column(path, number)


def _table(path: Path, number: int) -> SentenceSet:
    """A published file, or a table whose columns say which is text and which is label."""
    from models.data.labelled_sets import num_skipped, open_file

    data: FileSet = open_file(path, skip_bad_rows=True, limit=number)
    notes = [*data.notes, *_left_out(num_skipped(data), tr("rows that cannot be read"))]
    found = make_sentence_set(data, data.examples("test", number), path.name, tuple(notes))
    return replace(found, notes=(*found.notes, *_more(path, number, len(found))))


def _first_column(path: Path, number: int) -> SentenceSet:
    """The first column that holds texts and no numbers."""
    from models.data.tables.sample import read_sample

    sample = read_sample(path)
    names = [
        name
        for place, name in enumerate(sample.header)
        if not all(NUMBER.fullmatch(row[place]) for row in sample.rows)
    ]
    if not names:
        raise UserError(
            tr("{path} has no column with texts.", path=path.name), tr("Choose another file.")
        )
    with path.open("rb") as file:
        records = (record for record in sample.reader().records(file))
        values = (record.value[names[0]] for record in records if not record.fault)
        texts = list(islice(filter(str.strip, values), number))
    notes = [
        tr("The sentences are those of the column {names}.", names=names[0]),
        *_more(path, number, len(texts)),
    ]
    return _make_text_set(path, texts, notes)


def _lines(path: Path, number: int) -> SentenceSet:
    """One sentence on each line; what is no UTF-8 or Korean text becomes a replacement sign."""
    from models.data.tables.encodings import BOM, guess_encoding, read_head
    from models.data.tables.lines import lines

    encoding = guess_encoding(read_head(path))
    with path.open("rb") as file:
        raw = (one.raw.removeprefix(BOM).decode(encoding, errors="replace") for one in lines(file))
        texts = list(islice(filter(str.strip, raw), number))
    broken = sum("\N{REPLACEMENT CHARACTER}" in text for text in texts)
    notes = (
        [
            tr(
                "{broken:,} lines have bytes that are no {encoding} text.",
                broken=broken,
                encoding=encoding.upper(),
            )
        ]
        if broken
        else []
    )
    return _make_text_set(path, texts, [*notes, *_more(path, number, len(texts))])


def _make_text_set(path: Path, texts: Sequence[str], notes: Sequence[str]) -> SentenceSet:
    cut = sum(len(text) > MAX_CHARACTERS for text in texts)
    more = (
        [
            tr(
                "{cut:,} lines are cut to {max_characters:,} characters.",
                cut=cut,
                max_characters=MAX_CHARACTERS,
            )
        ]
        if cut
        else []
    )
    clean = (CONTROL.sub(" ", acceptable(text[:MAX_CHARACTERS])).strip() for text in texts)
    found = tuple(SourceSentence(text) for text in clean if text)
    return SentenceSet(path.name, found, (*notes, *more))


def _more(path: Path, number: int, found: int) -> list[str]:
    """How many lines the file has, where only the first of them are read."""
    if found < number:
        return []
    from models.data.labelled_sets import count_rows

    total = count_rows(path)
    return (
        [tr("The first {found:,} sentences of {total:,} lines.", found=found, total=total)]
        if total > found
        else []
    )


def _left_out(count: int, what: str) -> list[str]:
    return [tr("{count:,} {what} are left out.", count=count, what=what)] if count else []
