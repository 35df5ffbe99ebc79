"""KorNLI and KorSTS (Ham et al. 2020, arXiv:2004.03289): tables with plain quotation marks."""

from __future__ import annotations

from models.data.published.base import (
    FileFormat,
    PublishedFormat,
    RowLayout,
    has_labels,
    table_without_quoting,
)
from models.data.tables.sample import FileHead

_NLI_LABELS = {name: name for name in ("entailment", "neutral", "contradiction")}
_NLI = RowLayout("sentence1", "gold_label", "sentence2", labels=_NLI_LABELS)
# The ids of KorSTS repeat from one source to the next, so rows are numbered.
_STS = RowLayout("sentence1", "score", "sentence2", phenomenon="genre")
_STS_COLUMNS = ("genre", "filename", "year", "id", "score", "sentence1", "sentence2")


def _is_nli(sample: FileHead) -> bool:
    header = ("sentence1", "sentence2", "gold_label")
    same = sample.delimiter == "\t" and sample.header == header
    return same and has_labels(sample, "gold_label", _NLI_LABELS)


def _is_sts(sample: FileHead) -> bool:
    return sample.delimiter == "\t" and sample.header == _STS_COLUMNS


SPEC = PublishedFormat(
    "kor_nlu",
    (
        FileFormat(
            name="kornli",
            title="KorNLI",
            task="classification",
            recognize=_is_nli,
            reader=table_without_quoting,
            parse=_NLI.parse,
            labels=_NLI_LABELS,
            metric="accuracy",
        ),
        FileFormat(
            name="korsts",
            title="KorSTS",
            task="regression",
            recognize=_is_sts,
            reader=table_without_quoting,
            parse=_STS.parse,
            metric="spearman",
            symmetric=True,
        ),
    ),
)
