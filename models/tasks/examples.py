"""Labelled examples as frozen records, and the sets of them that a model is fine-tuned on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Split = Literal["train", "dev", "test"]
Marks = tuple[tuple[int, int], ...]

BETWEEN_CLASSES = "|"  # in a label that holds several


@dataclass(frozen=True)
class TextExample:
    """One sentence, or two, with a class. `pair` is empty for one sentence.

    `phenomenon` names what is tested, such as "word order"; empty where nothing is stated. `marks`
    are parts of the text, [start, end) in characters, that the class is about: a mention, or the
    head and the tail of a relation. The second text then names them, for models without markers.
    """

    id: str
    text: str
    pair: str = ""
    label: str | None = None  # None: not known
    phenomenon: str = ""
    marks: Marks = ()


@dataclass(frozen=True)
class ScoreExample:
    """One sentence, or two, with a number."""

    id: str
    text: str
    pair: str = ""
    score: float | None = None
    phenomenon: str = ""


@dataclass(frozen=True)
class ChoiceExample:
    """A context and its continuations, of which one is correct."""

    id: str
    context: str
    choices: tuple[str, ...]
    label: int | None = None  # index of the correct one
    phenomenon: str = ""


@dataclass(frozen=True)
class Answer:
    """A part of a passage: `text == passage[start : start + len(text)]`, in characters."""

    text: str
    start: int


@dataclass(frozen=True)
class QuestionExample:
    """A question about a passage. Without answers it is unanswerable, or they are not known."""

    id: str
    question: str
    passage: str
    answers: tuple[Answer, ...] = ()
    impossible: bool = False
    title: str = ""
    phenomenon: str = ""


@dataclass(frozen=True)
class TokenExample:
    """Words with a tag each (IOB2, such as "B-PER")."""

    id: str
    words: tuple[str, ...]
    tags: tuple[str, ...] | None = None
    spaces: tuple[bool, ...] = ()  # whether a space comes after each word; empty: after every one
    phenomenon: str = ""

    @property
    def text(self) -> str:
        spaces = self.spaces or (True,) * len(self.words)
        pairs = zip(self.words, spaces, strict=True)
        return "".join(word + " " * space for word, space in pairs).rstrip()


Example = TextExample | ScoreExample | ChoiceExample | QuestionExample | TokenExample


@dataclass(frozen=True)
class Skipped:
    """A row that was left out, by choice: where it is, and why."""

    place: str  # file and line
    reason: str


@dataclass(frozen=True, eq=False)
class LabelledSet:
    """Examples for one task, by split.

    `task` is the name of a TaskSpec. `labels` are its classes or tags, in the order of the outputs
    of a head; empty where there are none. `metric` is the key of the metric by which its
    authors judge it; empty for the task's own. `notes` say what a person must know, such as
    that a dev set is adversarial. `symmetric` says that the order of the two texts means nothing,
    as in paraphrase and similarity.
    """

    name: str  # such as "world:acceptability:en" or a file's name
    title: str
    task: str
    splits: Mapping[Split, Sequence[Example]]
    labels: tuple[str, ...] = ()
    metric: str = ""
    notes: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    multi_label: bool = False  # then a label holds several names with BETWEEN_CLASSES
    symmetric: bool = False

    def __post_init__(self) -> None:
        if len(set(self.labels)) != len(self.labels):
            raise ValueError(f"{self.name} names a label twice")

    def examples(self, split: Split, limit: int | None = None) -> Sequence[Example]:
        """The examples of a split, or the first of them."""
        examples = self.splits.get(split, ())
        return examples if limit is None else examples[:limit]


def class_names(label: str) -> list[str]:
    """The classes in a label that holds several."""
    return [name for name in label.split(BETWEEN_CLASSES) if name]


def answer_probability(
    answer: str, by_class: Mapping[str, float], *, multi_label: bool
) -> float | None:
    """The probability of a class; of several, that these classes are given and no others.

    Those are independent, as each has a probability of its own. None for an unknown class.
    """
    if not multi_label:
        return by_class.get(answer)
    given = class_names(answer)
    if not by_class or not by_class.keys() >= set(given):
        return None
    return math.prod(p if name in given else 1 - p for name, p in by_class.items())


class DataError(ValueError):
    """A row or a file of labelled data that cannot be used; the message says where and why."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


def labels_of(examples: Sequence[TextExample]) -> tuple[str, ...]:
    """The classes that occur, in alphabetical order."""
    return tuple(sorted({one.label for one in examples if one.label is not None}))
