"""NSMC, the Naver sentiment movie corpus (github.com/e9t/nsmc): ratings_train.txt and _test.txt.

Tables with tabs and plain quotation marks. A few of the published reviews have no text; they stay,
so that the numbers of examples are the published ones.
"""

from __future__ import annotations

from models.data.published.base import (
    FileFormat,
    PublishedFormat,
    RowLayout,
    has_labels,
    table_without_quoting,
)
from models.data.tables.sample import FileHead

_LABELS = {"0": "negative", "1": "positive"}
_LAYOUT = RowLayout("document", "label", id="id", labels=_LABELS, empty_text=True)


def _recognize(sample: FileHead) -> bool:
    same = sample.delimiter == "\t" and sample.header == ("id", "document", "label")
    return same and has_labels(sample, "label", _LABELS)


SPEC = PublishedFormat(
    "nsmc",
    (
        FileFormat(
            name="nsmc",
            title="NSMC",
            task="classification",
            recognize=_recognize,
            reader=table_without_quoting,
            parse=_LAYOUT.parse,
            labels=_LABELS,
            metric="accuracy",
        ),
    ),
)
