"""The nine sets of GLUE as their zip files unpack (Wang et al. 2018, arXiv:1804.07461).

Quotation marks are plain text in all of them. CoLA has no header; its original files have the
same four columns. MRPC is published as train.tsv and, with a byte order mark, as
msr_paraphrase_train.txt. Test files have an index and no labels; those of CoLA and SST-2, and those
of RTE and WNLI, have the same columns, so that only a file beside them says which they are.
Class names are those of the papers; predictions are written with the labels of the files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from models.data.published.base import (
    FileFormat,
    PublishedFormat,
    RowLayout,
    has_labels,
    table_without_quoting,
)
from models.data.tables.delimited import Delimited
from models.data.tables.lines import Reader
from models.data.tables.sample import FileHead

ENTAILMENT = {name: name for name in ("entailment", "not_entailment")}
COLA_COLUMNS = ("source", "label", "mark", "sentence")
COLA_MARKS = {"", "*", "?", "??", "?*", "*?"}  # of the authors that the sentences are from
PARSES = ("sentence1_binary_parse", "sentence2_binary_parse", "sentence1_parse", "sentence2_parse")
MNLI_COLUMNS = ("index", "promptID", "pairID", "genre", *PARSES, "sentence1", "sentence2")
STSB_COLUMNS = (
    *("index", "genre", "filename", "year", "old_index", "source1", "source2"),
    *("sentence1", "sentence2"),
)
MRPC_IDS = ("#1 ID", "#2 ID", "#1 String", "#2 String")
SYMMETRIC = ("mrpc", "stsb", "qqp")
WNLI_NOTE = (
    "The dev set of WNLI is adversarial: some of its sentences are in the training set with the "
    "other label, so that a model that memorizes the training set is wrong there."
)

Check = Callable[[FileHead], bool]


def _header_is(*headers: Sequence[str], check: Check | None = None) -> Check:
    """Whether a table has one of the headers, and the check holds."""

    def recognize(sample: FileHead) -> bool:
        same = sample.delimiter == "\t" and sample.header in [tuple(one) for one in headers]
        return same and (check is None or check(sample))

    return recognize


def _labels_are(column: str, labels: Mapping[str, str]) -> Check:
    return lambda sample: has_labels(sample, column, labels)


def _cola(sample: FileHead) -> bool:
    rows = sample.rows
    shape = sample.delimiter == "\t" and not sample.first_row and len(sample.header) == 4
    return shape and all(row[1] in ("0", "1") and row[2] in COLA_MARKS for row in rows)


def _cola_reader(sample: FileHead) -> Reader:
    if sample.first_row:
        return table_without_quoting(sample)
    return Delimited(COLA_COLUMNS, first_row=False, encoding=sample.encoding)


def _like_sst2(sample: FileHead) -> bool:
    """Labels of 0 and 1, and phrases in lower case, mostly ASCII, with a blank at the end or before
    punctuation: what distinguishes the file from an own table with the same header."""
    texts = [row[0] for row in sample.rows]
    lower = all(text == text.lower() for text in texts)
    latin = 2 * sum(text.isascii() for text in texts) > len(texts)
    blanks = any(text.endswith((" ", " .")) or " , " in text for text in texts)
    return lower and latin and blanks and has_labels(sample, "label", _SST2)


def _format(
    name: str,
    title: str,
    layout: RowLayout,
    recognize: Check,
    unlabelled: Check,
    metric: str,
    reader: Callable[[FileHead], Reader] = table_without_quoting,
    notes: tuple[str, ...] = (),
    prefer: str = "",
) -> FileFormat:
    return FileFormat(
        name=f"glue:{name}",
        title=f"{title} (GLUE)",
        task="classification" if layout.labels else "regression",
        recognize=recognize,
        reader=reader,
        parse=layout.parse,
        labels=layout.labels,
        metric=metric,
        notes=notes,
        scorer="glue",
        unlabelled=unlabelled,
        prefer=prefer,
        symmetric=name in SYMMETRIC,
    )


_COLA = {"0": "unacceptable", "1": "acceptable"}
_SST2 = {"0": "negative", "1": "positive"}
_MRPC = {"0": "not_equivalent", "1": "equivalent"}
_QQP = {"0": "not_duplicate", "1": "duplicate"}
_WNLI = {"0": "not_entailment", "1": "entailment"}
_MNLI = {name: name for name in ("entailment", "neutral", "contradiction")}
_PAIR = ("index", "sentence1", "sentence2")
_ONE = ("index", "sentence")

SPEC = PublishedFormat(
    "glue",
    (
        _format(
            "cola",
            "CoLA",
            RowLayout("sentence", "label", id="index", labels=_COLA),
            _cola,
            _header_is(_ONE),
            "matthews",
            reader=_cola_reader,
            prefer="in_domain",
        ),
        _format(
            "sst2",
            "SST-2",
            RowLayout("sentence", "label", id="index", labels=_SST2),
            _header_is(("sentence", "label"), check=_like_sst2),
            _header_is(_ONE),
            "accuracy",
        ),
        _format(
            "mrpc",
            "MRPC",
            RowLayout("#1 String", "Quality", "#2 String", id="index", labels=_MRPC),
            _header_is(("Quality", *MRPC_IDS)),
            _header_is(("index", *MRPC_IDS)),
            "f1",
        ),
        _format(
            "stsb",
            "STS-B",
            RowLayout("sentence1", "score", "sentence2", id="index", phenomenon="genre"),
            _header_is((*STSB_COLUMNS, "score")),
            _header_is(STSB_COLUMNS),
            "pearson",
        ),
        _format(
            "qqp",
            "QQP",
            RowLayout("question1", "is_duplicate", "question2", id="id", labels=_QQP),
            _header_is(("id", "qid1", "qid2", "question1", "question2", "is_duplicate")),
            _header_is(("id", "question1", "question2")),
            "f1",
        ),
        _format(
            "mnli",
            "MNLI",
            RowLayout("sentence1", "gold_label", "sentence2", "index", "genre", _MNLI),
            _header_is(
                (*MNLI_COLUMNS, "label1", "gold_label"),
                (*MNLI_COLUMNS, *(f"label{i + 1}" for i in range(5)), "gold_label"),
            ),
            _header_is(MNLI_COLUMNS),
            "accuracy",
            prefer="_matched",
        ),
        _format(
            "qnli",
            "QNLI",
            RowLayout("question", "label", "sentence", id="index", labels=ENTAILMENT),
            _header_is(
                ("index", "question", "sentence", "label"), check=_labels_are("label", ENTAILMENT)
            ),
            _header_is(("index", "question", "sentence")),
            "accuracy",
        ),
        _format(
            "rte",
            "RTE",
            RowLayout("sentence1", "label", "sentence2", id="index", labels=ENTAILMENT),
            _header_is((*_PAIR, "label"), check=_labels_are("label", ENTAILMENT)),
            _header_is(_PAIR),
            "accuracy",
        ),
        _format(
            "wnli",
            "WNLI",
            RowLayout("sentence1", "label", "sentence2", id="index", labels=_WNLI),
            _header_is((*_PAIR, "label"), check=_labels_are("label", _WNLI)),
            _header_is(_PAIR),
            "accuracy",
            notes=(WNLI_NOTE,),
        ),
    ),
)
