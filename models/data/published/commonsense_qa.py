"""CommonsenseQA (Talmor et al. 2018, arXiv:1811.00937): JSON lines, five choices a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from models.data.published.base import FileFormat, PublishedFormat, as_text, own_reader, quote_value
from models.data.tables.sample import FileHead
from models.tasks.examples import ChoiceExample, Example


def _recognize(sample: FileHead) -> bool:
    if sample.kind != "json lines":
        return False
    questions = [value.get("question") for value in sample.values[:1]]
    return any(isinstance(one, dict) and {"stem", "choices"} <= one.keys() for one in questions)


def _parse(value: Mapping[str, Any], number: int) -> Iterator[Example]:
    question = value.get("question")
    choices = question.get("choices") if isinstance(question, dict) else None
    if not isinstance(question, dict) or not isinstance(choices, list) or len(choices) < 2:
        raise ValueError("the question has no choices")
    if not all(isinstance(one, dict) for one in choices):
        raise ValueError("a choice is no object with a label and a text")
    texts = tuple(as_text(one, "text") for one in choices)
    letters = [one.get("label") for one in choices]
    label = None
    if "answerKey" in value:
        if not (key := value["answerKey"]):
            raise ValueError("the label is missing")
        if key not in letters:
            known = ", ".join(map(str, letters))
            raise ValueError(f"unknown label {quote_value(key)}; known are {known}")
        label = letters.index(key)
    yield ChoiceExample(str(value.get("id", number)), as_text(question, "stem"), texts, label)


SPEC = PublishedFormat(
    "commonsense_qa",
    (
        FileFormat(
            name="commonsense_qa",
            title="CommonsenseQA",
            task="choice",
            recognize=_recognize,
            reader=own_reader,
            parse=_parse,
            metric="accuracy",
        ),
    ),
)
