"""Tasks that a text contains by itself: translations, questions with answers, summaries, lists.

A language model that reads them learns a task without being told one (Radford et al. 2019, Language
Models are Unsupervised Multitask Learners, Table 1, which shows translations in running text).
They are recognised by signs in the text, so some are missed, and some are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from models.data.textfile import Sentences

TaskKind = Literal["translation", "question", "summary", "examples"]
KINDS: tuple[TaskKind, ...] = ("translation", "question", "summary", "examples")

MAX_PASSAGE = 2000  # characters of a sentence that are looked at
CONTEXT = 60  # characters on each side of what was found
MAX_SIGN = 120  # characters of what was found
MIN_EXAMPLES = 3  # pieces of one form in a row
LINES = re.compile(r"\s*\n\s*")

_LANGUAGES = (
    "French|German|Spanish|Italian|Latin|Greek|Russian|Dutch|Portuguese|Korean|Japanese|Chinese"
    "|English|Arabic|Hebrew|Turkish|Polish"
)
_QUOTED = r"[\"“‘«][^\"”’»\n]{1,80}[\"”’»]"
_ASKED = r"[^\n]{3,300}?"
_SIGNS: tuple[tuple[TaskKind, re.Pattern[str]], ...] = (
    ("translation", re.compile(rf"{_QUOTED}[^.\n]{{0,40}}\b(?:in|into) (?:{_LANGUAGES})\b")),
    ("translation", re.compile(rf"\b(?:{_LANGUAGES})(?: word| phrase)? (?:for|:) {_QUOTED}")),
    ("translation", re.compile(rf"\b(?:{_LANGUAGES}) ?: [^\n,;.)]{{2,60}}")),
    ("translation", re.compile(rf"\b(?:which|that) means {_QUOTED}|\bmeaning {_QUOTED}")),
    ("translation", re.compile(r"[가-힣]{1,20} ?\([A-Za-z][A-Za-z .'-]{1,40}\)")),
    ("translation", re.compile(r"\b[A-Za-z][A-Za-z'-]{1,30} ?\([가-힣][가-힣 ]{0,30}\)")),
    ("translation", re.compile(rf"{_QUOTED}(?:이?라는|란) (?:뜻|의미)")),
    (
        "question",
        re.compile(r"(?:^|\s)(?:Q|Question) ?[:.] [^\n]{3,300}?\s(?:A|Answer) ?[:.] ?\S+"),
    ),
    ("question", re.compile(r"(?:^|\s)(?:문|질문) ?[:.] [^\n]{3,300}?\s(?:답|답변) ?[:.] ?\S+")),
    ("summary", re.compile(r"\bTL;?DR\b", re.IGNORECASE)),
    ("summary", re.compile(r"\b(?:In (?:short|summary|other words)|To sum up),")),
    ("summary", re.compile(r"(?:요약하면|한마디로|다시 말해|간단히 말해)")),
)
_EXAMPLE = re.compile(r"\s*([^:\n]{1,60}): ([^:\n]{1,60})")
_SENTENCE_END = re.compile(r"\.\s+|\n")


@dataclass(frozen=True)
class FoundPlace:
    """A place of a text where a task is: what was recognised, and the text on both sides."""

    kind: TaskKind
    before: str
    sign: str
    after: str


@dataclass(frozen=True)
class FoundTasks:
    """The tasks of a text: how often each kind was found, and the first places of each."""

    num_documents: int
    num_characters: int
    counts: Mapping[TaskKind, int] = field(default_factory=dict)
    places: Mapping[TaskKind, tuple[FoundPlace, ...]] = field(default_factory=dict)


def find_tasks(documents: Iterable[Sentences], num_places: int) -> Iterator[FoundTasks]:
    """Look for tasks in documents; yields what was found so far after each of them.

    Of each kind, the first `num_places` places are kept, at most one of a document.
    """
    num_characters = 0
    counts: dict[TaskKind, int] = dict.fromkeys(KINDS, 0)
    places: dict[TaskKind, tuple[FoundPlace, ...]] = dict.fromkeys(KINDS, ())
    for num_documents, document in enumerate(documents, 1):
        num_characters += sum(map(len, document))
        found = [task for sentence in document for task in tasks_in(sentence)]
        for kind in KINDS:
            own = [task for task in found if task.kind == kind]
            counts[kind] += len(own)
            if own and len(places[kind]) < num_places:
                places[kind] = (*places[kind], own[0])
        yield FoundTasks(num_documents, num_characters, dict(counts), dict(places))


def tasks_in(text: str) -> Iterator[FoundPlace]:
    """The tasks of one sentence or paragraph, of which the beginning is looked at."""
    text = text[:MAX_PASSAGE]
    lists: list[tuple[TaskKind, int, int]] = [
        ("examples", *span) for span in _lists_of_examples(text)
    ]
    signs = ((kind, *match.span()) for kind, sign in _SIGNS for match in sign.finditer(text))
    taken: list[tuple[int, int]] = []
    for kind, start, end in (*lists, *signs):
        if all(end <= first or start >= last for first, last in taken):
            taken.append((start, end))
            yield _place(kind, text, start, end)


def _signs_in(text: str) -> Iterator[tuple[TaskKind, int, int]]:
    """What may be a task, and where it begins and ends; of two that overlap the first counts."""
    for start, end in _lists_of_examples(text):
        yield "examples", start, end
    for kind, sign in _SIGNS:
        for match in sign.finditer(text):
            yield kind, *match.span()


def _place(kind: TaskKind, text: str, start: int, end: int) -> FoundPlace:
    """What is on both sides is cut at blanks; of a long sign the beginning is kept."""
    sign = LINES.sub(" / ", text[start:end].strip())
    if len(sign) > MAX_SIGN:
        sign = f"{sign[:MAX_SIGN].rpartition(' ')[0]} …"
    before = text[max(0, start - CONTEXT) : start]
    after = text[end : end + CONTEXT]
    if start > CONTEXT:
        before = before.partition(" ")[2]
    if end + CONTEXT < len(text):
        after = after.rpartition(" ")[0]
    return FoundPlace(kind, *(LINES.sub(" ", part.strip()) for part in (before, sign, after)))


def _lists_of_examples(text: str) -> Iterator[tuple[int, int]]:
    """Where several pieces of the form "input: output" follow each other."""
    start, run, place = 0, 0, 0
    ends = [match.span() for match in _SENTENCE_END.finditer(text)] + [(len(text), len(text))]
    for end, following in ends:
        if _EXAMPLE.fullmatch(text[place:end].rstrip(" .")):
            start = place if run == 0 else start
            run += 1
        else:
            if run >= MIN_EXAMPLES:
                yield start, place
            run = 0
        place = following
    if run >= MIN_EXAMPLES:
        yield start, len(text)
