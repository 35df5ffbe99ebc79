"""SWAG (Zellers et al. 2018, arXiv:1808.05326): CSV with quoting, four endings of a sentence.

The context is the first sentence. A choice is the beginning of the second one with an ending.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from models.data.published.base import FileFormat, PublishedFormat, as_text, own_reader, quote_value
from models.data.tables.sample import FileHead
from models.tasks.examples import ChoiceExample, Example

ENDINGS = tuple(f"ending{i}" for i in range(4))


def _recognize(sample: FileHead) -> bool:
    return {"video-id", "startphrase", "sent1", "sent2", *ENDINGS} <= {*sample.header}


def _parse(row: Mapping[str, Any], number: int) -> Iterator[Example]:
    start = str(row["sent2"]).strip()
    choices = tuple(f"{start} {as_text(row, ending)}".strip() for ending in ENDINGS)
    label = row.get("label")
    if label is not None and label not in ("0", "1", "2", "3"):
        reason = f"unknown label {quote_value(label)}; known are 0 to 3"
        raise ValueError(reason if label else "the label is missing")
    right = None if label is None else int(label)
    yield ChoiceExample(str(number), as_text(row, "sent1"), choices, right)


SPEC = PublishedFormat(
    "swag",
    (
        FileFormat(
            name="swag",
            title="SWAG",
            task="choice",
            recognize=_recognize,
            reader=own_reader,
            parse=_parse,
            metric="accuracy",
        ),
    ),
)
