"""Own tables, JSON lines and tagged words: which column is what is stated, not published."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from models.data.published.base import (
    FileFormat,
    Parsed,
    as_label,
    as_score,
    own_reader,
    quote_value,
)
from models.data.published.squad import check_answer
from models.data.tables.blocks import is_comment, split_tag
from models.data.tables.columns import Columns
from models.data.tables.sample import FileHead
from models.tasks.examples import (
    BETWEEN_CLASSES,
    Answer,
    ChoiceExample,
    QuestionExample,
    ScoreExample,
    TextExample,
    TokenExample,
)

Row = Mapping[str, Any]


def own_format(columns: Columns) -> FileFormat:
    """The layout that the columns describe. A file must have them, but for label and start."""
    parse = _PARSERS[columns.task]
    return FileFormat(
        name="own",
        title="own table",
        task=columns.task,
        recognize=lambda sample: {*columns.used} <= {*sample.header},
        reader=own_reader,
        parse=lambda row, number: parse(
            columns, _parse_row(row, columns), _id(columns, row, number)
        ),
        labels={label: label for label in columns.labels},
        multi_label=columns.multi_label,
        symmetric=columns.symmetric,
    )


def tagged_format() -> FileFormat:
    """Words with a tag after each, a blank line between sentences, as CoNLL's files have them."""
    return FileFormat(
        name="tagged",
        title="tagged words",
        task="token_classification",
        recognize=lambda sample: sample.kind == "tagged words",
        reader=own_reader,
        parse=lambda block, number: tagged_words(block, str(number)),
    )


def tagged_words(
    block: Sequence[str], name: str, characters: bool = False
) -> Iterator[TokenExample]:
    """The sentence of a block; none if it has comments only.

    A word that is a space is no word but says that one comes after the word before. Such a block,
    and one of `characters`, has spaces there only.
    """
    pairs = [split_tag(line) for line in block if not is_comment(line)]
    characters = characters or any(word.isspace() for word, _ in pairs)
    if bad := next((word for word, tag in pairs if not tag), ""):
        raise ValueError(f"the word {quote_value(bad)} has no tag")
    words = [(i, word, tag) for i, (word, tag) in enumerate(pairs) if word.strip()]
    if not words:
        return
    following = [pairs[i + 1][0] if i + 1 < len(pairs) else "" for i, _, _ in words]
    spaces = tuple(word.isspace() for word in following) if characters else ()
    yield TokenExample(name, tuple(w for _, w, _ in words), tuple(t for _, _, t in words), spaces)


def _parse_row(row: Any, columns: Columns) -> Row:
    if not isinstance(row, Mapping):
        raise ValueError("an element of the list is no object")
    if missing := [name for name in columns.used if name not in row and name != columns.id]:
        raise ValueError(f"column {quote_value(missing[0])} is missing")
    return row


def _id(columns: Columns, row: Any, number: int) -> str:
    cell = row.get(columns.id) if columns.id and isinstance(row, Mapping) else None
    return str(number) if cell is None or cell == "" else str(cell)


def _text(row: Row, column: str) -> str:
    """The text of a cell; a number counts as its digits. Raises ValueError if there is none."""
    cell = row.get(column)
    text = _plain(cell)
    if not text.strip():
        raise ValueError(f"column {quote_value(column)} has no text")
    return text


def _plain(cell: Any) -> str:
    if isinstance(cell, list | dict):
        raise ValueError(f"a cell holds {quote_value(cell)} where a text or a number is needed")
    if isinstance(cell, bool):
        return str(cell).lower()
    return "" if cell is None else str(cell)


def _class(columns: Columns, cell: Any) -> str:
    known = {label: label for label in columns.labels}
    if not columns.multi_label:
        label = _plain(cell).strip()
        return as_label(label, known or {label: label})
    parts = cell if isinstance(cell, list) else _plain(cell).split(BETWEEN_CLASSES)
    names = [_plain(part).strip() for part in parts]
    names = [as_label(name, known or {name: name}) for name in names if name]
    return BETWEEN_CLASSES.join(dict.fromkeys(names))


def _classification(columns: Columns, row: Row, name: str) -> Parsed:
    label = _class(columns, row[columns.label]) if columns.label in row else None
    pair = _text(row, columns.pair) if columns.pair else ""
    yield TextExample(name, _text(row, columns.text), pair, label, _phenomenon(columns, row))


def _regression(columns: Columns, row: Row, name: str) -> Parsed:
    score = as_score(row[columns.label]) if columns.label in row else None
    pair = _text(row, columns.pair) if columns.pair else ""
    yield ScoreExample(name, _text(row, columns.text), pair, score, _phenomenon(columns, row))


def _choice(columns: Columns, row: Row, name: str) -> Parsed:
    choices = _choices(columns, row)
    label = _choice_index(_plain(row[columns.label]), choices) if columns.label in row else None
    yield ChoiceExample(name, _text(row, columns.text), choices, label, _phenomenon(columns, row))


def _choices(columns: Columns, row: Row) -> tuple[str, ...]:
    first = row[columns.choices[0]]
    if len(columns.choices) == 1 and isinstance(first, list):
        choices = tuple(_plain(one) for one in first)
    else:
        choices = tuple(_text(row, column) for column in columns.choices)
    if len(choices) < 2 or not all(choice.strip() for choice in choices):
        raise ValueError("at least two choices with text are needed")
    return choices


def _choice_index(cell: str, choices: Sequence[str]) -> int:
    """The index of the correct choice: its number from 0, its letter, or its text."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(choices)]
    cell = cell.strip()
    if not cell:
        raise ValueError("the label is missing")
    if cell in choices:
        return choices.index(cell)
    if cell.isdecimal() and int(cell) < len(choices):
        return int(cell)
    if len(cell) == 1 and cell.upper() in letters:
        return letters.index(cell.upper())
    last = len(choices) - 1
    raise ValueError(f"the label {quote_value(cell)} is none of the choices; 0 to {last} are known")


def _question(columns: Columns, row: Row, name: str) -> Parsed:
    """An empty cell is no answer: the question is unanswerable."""
    passage = _text(row, columns.pair)
    known = columns.label in row
    answers = _answers(columns, row, passage) if known else ()
    impossible = known and not answers
    phenomenon = _phenomenon(columns, row)
    question = _text(row, columns.text)
    yield QuestionExample(name, question, passage, answers, impossible, "", phenomenon)


def _answers(columns: Columns, row: Row, passage: str) -> tuple[Answer, ...]:
    """The answer of a cell, or several as {"text": [...], "answer_start": [...]}."""
    cell = row[columns.label]
    if isinstance(cell, dict):
        texts, starts = cell.get("text"), cell.get("answer_start")
        if not isinstance(texts, list) or not isinstance(starts, list) or len(texts) != len(starts):
            raise ValueError("answers need two lists of one length, text and answer_start")
        pairs = zip(texts, starts, strict=True)
        return tuple(check_answer(text, start, passage) for text, start in pairs)
    if not (answer := _plain(cell)):
        return ()
    start = row.get(columns.start) if columns.start else passage.find(answer)
    start = int(start) if isinstance(start, str) and start.isdecimal() else start
    return (check_answer(answer, start, passage),)


def _tokens(columns: Columns, row: Row, name: str) -> Parsed:
    words = _list(row[columns.text])
    tags = _list(row[columns.label]) if columns.label in row else None
    if not words or not all(word.strip() for word in words):
        raise ValueError("there are no words, or a word is empty")
    if tags is not None and len(tags) != len(words):
        reason = f"{len(words)} words have {len(tags)} tags"
        raise ValueError(reason if tags else "the label is missing")
    if columns.labels and (unknown := {*(tags or ())} - {*columns.labels}):
        raise ValueError(f"unknown tag {quote_value(min(unknown))}")
    yield TokenExample(name, words, tags, phenomenon=_phenomenon(columns, row))


def _list(cell: Any) -> tuple[str, ...]:
    return (
        tuple(_plain(one) for one in cell) if isinstance(cell, list) else (*_plain(cell).split(),)
    )


def _phenomenon(columns: Columns, row: Row) -> str:
    return _plain(row[columns.phenomenon]) if columns.phenomenon else ""


_PARSERS: Mapping[str, Callable[[Columns, Row, str], Parsed]] = {
    "classification": _classification,
    "regression": _regression,
    "choice": _choice,
    "question_answering": _question,
    "token_classification": _tokens,
}


def guessed_format(sample: FileHead, columns: Columns | None) -> FileFormat | None:
    """The layout of an own file: by its columns, or tagged words; None if neither is known."""
    if columns is not None:
        return own_format(columns)
    return tagged_format() if sample.kind == "tagged words" else None
