"""KLUE's inference, similarity and named entities (Park et al. 2021, arXiv:2105.09680).

Inference and similarity are JSON lists. Similarity uses the mean of the annotators rounded to one
decimal (`label`), from 0 to 5. Entities are tagged by character, one per line; a line with a space
between them is the space of the sentence, and its tag is not used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from models.data.published.base import FileFormat, Parsed, PublishedFormat, RowLayout, own_reader
from models.data.published.own import tagged_words
from models.data.tables.blocks import COMMENT
from models.data.tables.sample import FileHead

_NLI_LABELS = {name: name for name in ("entailment", "neutral", "contradiction")}
_NLI = RowLayout("premise", "gold_label", "hypothesis", "guid", "source", _NLI_LABELS)
_STS = RowLayout("sentence1", "score", "sentence2", "guid", "source")
_KINDS = (
    "PS",
    "LC",
    "OG",
    "DT",
    "TI",
    "QT",
)  # person, location, organization, date, time, quantity
_TAGS = (*(f"{side}-{kind}" for kind in _KINDS for side in "BI"), "O")


def _is_nli(sample: FileHead) -> bool:
    return sample.kind == "json list" and {"guid", "premise", "hypothesis"} <= {*sample.header}


def _is_sts(sample: FileHead) -> bool:
    return sample.kind == "json list" and {"guid", "sentence1", "sentence2"} <= {*sample.header}


def _is_ner(sample: FileHead) -> bool:
    first = [line for block in sample.values[:1] for line in block]
    return sample.kind == "tagged words" and any(line.startswith(COMMENT) for line in first)


def _parse_nli(value: Any, number: int) -> Parsed:
    return _NLI.parse(_object(value), number)


def _parse_sts(value: Any, number: int) -> Parsed:
    row = dict(_object(value))
    if "labels" in row:
        labels = row["labels"]
        row["score"] = labels.get("label") if isinstance(labels, dict) else None
    return _STS.parse(row, number)


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("an element of the list is no object")
    return value


def _parse_ner(block: tuple[str, ...], number: int) -> Parsed:
    comments = [line.removeprefix(COMMENT) for line in block if line.startswith(COMMENT)]
    name = comments[-1].split("\t")[0].strip() if comments else str(number)
    for example in tagged_words(block, name, characters=True):
        if unknown := {*(example.tags or ())} - {*_TAGS}:
            raise ValueError(f"unknown tag {min(unknown)!r}; known are {', '.join(_TAGS)}")
        yield replace(example, id=name)


SPEC = PublishedFormat(
    "klue",
    (
        FileFormat(
            name="klue:nli",
            title="KLUE-NLI",
            task="classification",
            recognize=_is_nli,
            reader=own_reader,
            parse=_parse_nli,
            labels=_NLI_LABELS,
            metric="accuracy",
        ),
        FileFormat(
            name="klue:sts",
            title="KLUE-STS",
            task="regression",
            recognize=_is_sts,
            reader=own_reader,
            parse=_parse_sts,
            metric="pearson",
            symmetric=True,
        ),
        FileFormat(
            name="klue:ner",
            title="KLUE-NER",
            task="token_classification",
            recognize=_is_ner,
            reader=own_reader,
            parse=_parse_ner,
            labels={tag: tag for tag in _TAGS},
            metric="f1",
        ),
    ),
)
