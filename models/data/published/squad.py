"""SQuAD 1.1 and 2.0 (Rajpurkar et al. 2016, arXiv:1606.05250; 2018, arXiv:1806.03822).

KorQuAD 1.0 (Lim et al. 2019, arXiv:1909.07005) and XQuAD (Artetxe et al. 2019, arXiv:1910.11856)
have the same layout: articles in "data", each with paragraphs, each with questions. SQuAD 2.0 marks
a question by `is_impossible`; its `plausible_answers` are no answers and are not read as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from models.data.published.base import (
    Fault,
    FileFormat,
    Parsed,
    PublishedFormat,
    own_reader,
    quote_value,
)
from models.data.tables.sample import LIST_KEY, FileHead
from models.tasks.examples import Answer, Example, QuestionExample


def _recognize(sample: FileHead) -> bool:
    paragraphs = sample.kind == "json list" and "paragraphs" in sample.header
    return paragraphs and sample.key == LIST_KEY


def _parse(article: Any, number: int) -> Parsed:
    """The questions of an article; a bad one does not take the others with it."""
    article = _objects([article], "the articles")[0]
    title = str(article.get("title", ""))
    for paragraph in _objects(article.get("paragraphs"), "the paragraphs"):
        try:
            questions = _objects(paragraph.get("qas"), "the questions of a paragraph (qas)")
        except ValueError as error:
            yield Fault(str(error))
            continue
        yield from _questions(questions, paragraph.get("context"), title)


def _questions(questions: Sequence[Any], passage: Any, title: str) -> Iterator[Example | Fault]:
    for question in questions:
        try:
            yield _question(question, passage, title)
        except ValueError as error:
            yield Fault(f"question {quote_value(question.get('id'))}: {error}")


def _question(question: Mapping[str, Any], passage: Any, title: str) -> QuestionExample:
    """A question. Raises ValueError if it or its answers are of no use."""
    if not isinstance(passage, str) or not passage.strip():
        raise ValueError("the passage has no text")
    name, text = question.get("id"), question.get("question")
    if not isinstance(name, str | int) or name == "":
        raise ValueError("the id is missing")
    if not isinstance(text, str) or not text.strip():
        raise ValueError("the question has no text")
    impossible = question.get("is_impossible", False)
    if not isinstance(impossible, bool):
        raise ValueError("is_impossible must be true or false")
    answers = _objects(question.get("answers", []), "the answers")
    accepted = tuple(
        check_answer(one.get("text"), one.get("answer_start"), passage) for one in answers
    )
    if impossible and accepted:
        raise ValueError("it is marked as impossible and has an answer")
    if "answers" in question and not accepted and not impossible:
        raise ValueError("it has no answer and is not marked as impossible")
    return QuestionExample(str(name), text, passage, accepted, impossible, title)


def check_answer(text: object, start: object, passage: str) -> Answer:
    """An answer that is at its offset in the passage. Raises ValueError."""
    if not isinstance(text, str) or not text:
        raise ValueError("an answer has no text")
    if text not in passage:
        raise ValueError(f"the answer {quote_value(text)} is not in the passage")
    if isinstance(start, bool) or not isinstance(start, int):
        raise ValueError(f"the offset of the answer {quote_value(text)} is missing")
    if start < 0 or not passage.startswith(text, start):
        there = quote_value(passage[max(start, 0) : max(start, 0) + len(text)])
        raise ValueError(
            f"the answer {quote_value(text)} is not at character {start}, where {there} is"
        )
    return Answer(text, start)


def _objects(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise ValueError(f"{what} must be a list of objects")
    return value


SPEC = PublishedFormat(
    "squad",
    (
        FileFormat(
            name="squad",
            title="SQuAD layout",
            task="question_answering",
            recognize=_recognize,
            reader=own_reader,
            parse=_parse,
            metric="f1",
            scorer="squad",
        ),
    ),
)
