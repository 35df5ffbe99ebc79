"""Which column of an own table is what: stated by a person, or guessed from names and cells."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

TASKS = ("classification", "regression", "choice", "question_answering", "token_classification")

# Usual names, lower case; the first that a table has counts.
TEXT = (
    *("text", "sentence", "sentence1", "sentence_1", "text1", "text_a", "premise", "question1"),
    *("document", "review", "content", "comment", "title", "#1 string", "utterance"),
    *("문장", "문장1", "텍스트", "본문", "내용", "리뷰", "댓글", "발화", "전제", "제목"),
)
PAIR = (
    *("pair", "sentence2", "sentence_2", "text2", "text_b", "hypothesis", "question2"),
    *("#2 string", "문장2", "가설"),
)
LABEL = (
    "label",
    "gold_label",
    "class",
    "category",
    "sentiment",
    "quality",
    "is_duplicate",
    "target",
    *("라벨", "레이블", "감정", "감성", "분류", "범주", "카테고리", "클래스", "의도", "정답"),
)
SCORE = ("score", "similarity", "rating", "점수", "평점", "별점", "유사도")
ID = ("id", "guid", "index", "idx", "uid", "아이디", "번호")
QUESTION, PASSAGE = (
    ("question", "query", "질문"),
    ("passage", "context", "paragraph", "지문", "문단"),
)
ANSWER, START = (
    ("answer", "answers", "answer_text", "답", "답변", "정답"),
    ("answer_start", "start"),
)
WORDS, TAGS = ("words", "tokens"), ("tags", "ner_tags", "labels")
CHOICES, PHENOMENON = ("choices", "options", "endings"), ("phenomenon",)
RIGHT = (*LABEL, "answer", "answerkey", "answer_key", "correct")
_CHOICE = re.compile(r"(choice|ending|option|answer)[ _]?(\d+|[a-h])", re.IGNORECASE)
_DECIMAL = re.compile(r"[-+]?\d+\.\d+")
KNOWN_NAMES = frozenset(
    (
        *TEXT,
        *PAIR,
        *LABEL,
        *SCORE,
        *ID,
        *QUESTION,
        *PASSAGE,
        *ANSWER,
        *START,
        *WORDS,
        *TAGS,
        *CHOICES,
    )
)

LISTS, SWITCHES = ("choices", "labels"), ("multi_label", "symmetric", "quoting", "header")


@dataclass(frozen=True)
class Columns:
    """The columns of an own table by name; "1", "2", … where a file has no header.

    `text` is the first sentence, the context of choices, the question, or the words. `pair` is the
    second sentence or the passage. `label` is the class, the score, the correct choice (its number
    from 0, its letter, or its text), the answer, or the tags. Words and tags are lists in JSON,
    else divided by blanks. Empty: the table has no such column, or the setting is guessed.
    """

    task: str
    text: str
    pair: str = ""
    label: str = ""
    id: str = ""
    phenomenon: str = ""
    choices: tuple[str, ...] = ()  # columns; or one that holds a list
    start: str = ""  # character of the passage at which the answer begins; empty: its first place
    labels: tuple[str, ...] = ()  # the classes or tags, in order; empty: those that occur
    multi_label: bool = False  # then a cell holds several classes, divided by "|"
    symmetric: bool = False  # whether the order of the two texts means nothing
    encoding: str = ""
    delimiter: str = ""
    quoting: bool | None = None
    header: bool | None = None

    def __post_init__(self) -> None:
        if self.task not in TASKS:
            raise ValueError(f"unknown task {self.task!r}; known are {', '.join(TASKS)}")
        if not self.text:
            raise ValueError("no column was chosen for the text")
        if self.task == "choice" and not self.choices:
            raise ValueError("no columns were chosen for the choices")
        if self.task == "question_answering" and not self.pair:
            raise ValueError("no column was chosen for the passage")
        if len(self.delimiter) > 1 or self.delimiter in tuple('"\r\n'):
            raise ValueError(f"the delimiter must be one sign, not {self.delimiter!r}")

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that a table must have; a file to predict may lack label and start."""
        named = (self.text, self.pair, self.id, self.phenomenon, *self.choices)
        return tuple(name for name in named if name)

    @classmethod
    def from_mapping(cls, settings: Mapping[str, Any]) -> Columns:
        """Columns from a file of settings. Raises ValueError for what it does not know."""
        fields = {field.name for field in dataclasses.fields(cls)}
        if unknown := sorted(settings.keys() - fields):
            raise ValueError(f"unknown settings of columns: {', '.join(unknown)}")
        if wrong := [key for key, value in settings.items() if not _has_type(key, value)]:
            raise ValueError(f"the setting {wrong[0]!r} of columns has the wrong type")
        lists = {key: tuple(value) for key, value in settings.items() if key in LISTS}
        if missing := sorted({"task", "text"} - settings.keys()):
            raise ValueError(f"settings of columns lack {', '.join(missing)}")
        return cls(**{**settings, **lists})


def _has_type(key: str, value: Any) -> bool:
    if key in LISTS:
        return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
    if key in SWITCHES:
        return isinstance(value, bool) or (value is None and key in ("quoting", "header"))
    return isinstance(value, str)


def guess_columns(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> Columns | None:
    """The columns that a table seems to have; None if their names say too little."""
    names = {name.strip().lower(): name for name in reversed(header)}
    choices = _choices(header, names)
    common: dict[str, Any] = {"id": _first(names, ID), "phenomenon": _first(names, PHENOMENON)}
    if choices and (context := _first(names, (*TEXT, *QUESTION, *PASSAGE, "stem"))):
        right = _first(names, tuple(name for name in RIGHT if names.get(name) not in choices))
        return Columns("choice", context, label=right, choices=choices, **common)
    if (question := _first(names, QUESTION)) and (passage := _first(names, PASSAGE)):
        answer, start = _first(names, ANSWER), _first(names, START)
        return Columns("question_answering", question, passage, answer, start=start, **common)
    if (words := _first(names, WORDS)) and (tags := _first(names, TAGS)):
        return Columns("token_classification", words, label=tags, **common)
    if not (text := _first(names, TEXT)):
        return None
    label = _first(names, LABEL) or _first(names, SCORE)
    cells = [row[header.index(label)] for row in rows if len(row) == len(header)] if label else []
    task = "regression" if _are_scores(cells, label) else "classification"
    return Columns(task, text, _first(names, PAIR), label, **common)


def _first(names: Mapping[str, str], usual: Iterable[str]) -> str:
    return next((names[name] for name in usual if name in names), "")


def _choices(header: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    several = tuple(name for name in header if _CHOICE.fullmatch(name.strip()))
    one = _first(names, CHOICES)
    return several if len(several) > 1 else (one,) if one else ()


def _are_scores(cells: Sequence[Any], name: str) -> bool:
    """Whether cells are numbers, some of them with decimals that say something.

    Classes are written as 0.0 and 1.0 where a program made decimals of whole numbers; a column with
    the name of a score may have such scores.
    """
    texts = [str(cell) for cell in cells if str(cell)]
    numbers = all(re.fullmatch(r"[-+]?\d+(\.\d+)?", text) for text in texts)
    decimals = [text for text in texts if _DECIMAL.fullmatch(text)]
    is_score = name.strip().lower() in SCORE
    return numbers and any(is_score or not float(text).is_integer() for text in decimals)
