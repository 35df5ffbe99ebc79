"""Readers of tables and JSON give back what was written, and places that lead to it again."""

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.tables import json_values
from models.data.tables.blocks import TagBlocks
from models.data.tables.delimited import (
    Delimited,
    guess_delimiter,
    guess_header,
    guess_quoting,
)
from models.data.tables.encodings import decode, guess_encoding
from models.data.tables.json_values import JsonLines, JsonList
from models.data.tables.lines import Reader, Record

CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
ANY_CELLS = st.text(st.sampled_from('ab ",;\n\t가😀')).filter(lambda text: "\r" not in text)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab가"), inner, max_size=3),
    max_leaves=8,
)


def read(reader: Reader, raw: bytes) -> list[Record]:
    """All records, each of them also read again from its place."""
    records = list(reader.records(io.BytesIO(raw)))
    for record in records:
        if not record.fault:
            again = reader.value(raw[record.start : record.start + record.length])
            assert again == record.value
            assert record.line == raw[: record.start].count(b"\n") + 1
    return records


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=60, deadline=None)
def test_rows_without_quoting_are_read_as_written(rows: list[tuple[str, str]], end: str) -> None:
    raw = ("a\tb" + end + "".join(f"{a}\t{b}{end}" for a, b in rows)).encode()
    records = read(Delimited(("a", "b")), raw)
    assert [tuple(one.value.values()) for one in records] == rows


@given(st.lists(st.tuples(ANY_CELLS, CELLS), min_size=1), st.sampled_from([",", ";", "\t"]))
@settings(max_examples=60, deadline=None)
def test_rows_with_quoting_are_read_as_written(rows: list[tuple[str, str]], delimiter: str) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows([("a", "b"), *rows])
    records = read(Delimited(("a", "b"), delimiter, quoting=True), text.getvalue().encode())
    assert [tuple(one.value.values()) for one in records] == rows


@given(st.lists(st.dictionaries(st.text("ab가"), VALUES, max_size=3)), st.booleans())
@settings(max_examples=60, deadline=None)
def test_json_lines_are_read_as_written(values: list[dict[str, Any]], ascii_only: bool) -> None:
    raw = "\n".join(json.dumps(one, ensure_ascii=ascii_only) for one in values).encode()
    assert [one.value for one in read(JsonLines(), raw)] == values


@given(st.lists(VALUES), st.sampled_from([None, 2]), st.integers(1, 40), st.booleans())
@settings(max_examples=80, deadline=None)
def test_lists_in_json_are_read_as_written_whatever_is_read_at_once(
    values: list[Any], indent: int | None, chunk: int, in_object: bool
) -> None:
    whole = {"version": 1.25, "x": [1], "data": values, "end": None} if in_object else values
    raw = json.dumps(whole, indent=indent, ensure_ascii=False).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_values, "_CHUNK", chunk)
        records = list(JsonList("data" if in_object else "").records(io.BytesIO(raw)))
    assert [one.value for one in records] == values
    for one in records:
        assert json.loads(raw[one.start : one.start + one.length]) == one.value


@pytest.mark.parametrize(
    ("raw", "line", "reason"),
    [
        (b'[{"a": 1},\n {"a": }]', 2, "no JSON"),
        (b'[{"a": 1}\n {"a": 2}]', 2, "',' expected"),
        (b'[{"a": 1},\n{"a', 2, "cut off"),
        (b'[{"a": "\n\xff"}]', 2, "not UTF-8"),
        (b"[1, " + b"[" * 100_000, 1, "nested|cannot be read"),
    ],
)
def test_what_is_no_json_is_the_last_record_with_its_line(
    raw: bytes, line: int, reason: str
) -> None:
    *_, last = JsonList().records(io.BytesIO(raw))
    assert last.line == line
    assert any(one in last.fault for one in reason.split("|"))


def test_an_object_without_the_list_is_a_fault() -> None:
    (record,) = JsonList("data").records(io.BytesIO(b'{"version": 1, "rows": []}'))
    assert "no list 'data'" in record.fault


def test_blocks_of_tagged_words_have_the_line_of_their_first_word() -> None:
    raw = "\n\n서\tB-LC\r\n \tO\r\n울\tO\n\n\n#\tO".encode()
    records = read(TagBlocks(), raw)
    assert [(one.line, one.value) for one in records] == [
        (3, ("서\tB-LC", " \tO", "울\tO")),
        (8, ("#\tO",)),
    ]


def test_bare_quotation_marks_of_a_table_with_tabs_are_plain_text() -> None:
    bare = ['"Yes," he said.\t1', '"No."\t0', "x\t1"]
    assert not guess_quoting(bare, "\t")
    assert guess_quoting([*bare[1:], '"He said ""no""."\t1'], "\t")
    assert guess_quoting(bare, ",")


def test_a_quoted_cell_of_a_table_with_tabs_can_have_line_breaks() -> None:
    rows = ["text\tlabel", '"one', 'two"\tgood', "plain\tbad", '"three', "four", 'five"\tgood']
    assert guess_quoting(rows, "\t")
    assert not guess_quoting(['"He said\t1', 'no" twice\t0', "x\t1"], "\t"), "each is a row"
    assert not guess_quoting(['"He said\t1', "a\tb\tc", "x\t1"], "\t"), "no better with them"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("영화가 정말 좋았다,긍정\n별로였다,부정\n", "cp949"),
        ("映画はとても良かった。,良い\n全然面白くない。,悪い\n", "cp932"),
        ("très bon café,pos\nmauvais où,neg\n", "cp1252"),
        ("Größer;schön\nstraße;übel\n", "cp1252"),
        ("don’t “do” it,1\nit’s 5 €,0\n", "cp1252"),
        ("¿Qué tal?,1\nMañana,0\n", "cp1252"),
        ("plain,1\n", "utf-8"),
        ("예쁘다,1\n", "utf-8"),
        ("café,1\n", "utf-8"),
    ],
)
def test_the_encoding_is_the_one_that_gives_usual_letters(text: str, encoding: str) -> None:
    raw = text.encode(encoding)
    assert guess_encoding(raw) == encoding
    if encoding != "utf-8":
        with pytest.raises(ValueError, match=f"Choose the encoding {encoding}, which fits"):
            decode(raw, "utf-8")


@pytest.mark.parametrize(
    ("rows", "has_header"),
    [
        ([("리뷰", "감정"), *[(f"영화 {n}", "긍부"[n % 2]) for n in range(12)]], True),
        ([("avis", "sens"), *[(f"film {n}", ("pos", "neg")[n % 2]) for n in range(12)]], True),
        ([(f"film {n}", ("pos", "neg")[n % 2]) for n in range(12)], False),
        (
            [("good", "bad"), *[(f"The cat {n} sleeps.", f"The cat {n} sleep.") for n in range(4)]],
            True,
        ),
        ([("A cat.", "A cats."), *[(f"The cat {n} sleeps.", "x y z") for n in range(4)]], False),
        (
            [("Great", "pos"), *[(f"It is good {n}", ("neg", "pos")[n % 2]) for n in range(6)]],
            False,
        ),
        (
            [("red", "rot"), ("blue", "blau"), ("green", "grün"), ("old", "alt"), ("new", "neu")],
            False,
        ),
    ],
)
def test_a_header_is_unlike_what_is_below_it(rows: list[tuple[str, str]], has_header: bool) -> None:
    assert guess_header(rows, frozenset()) == has_header


@pytest.mark.parametrize(
    ("rows", "suffix", "delimiter"),
    [
        (["a, b\t1", "c, d, e\t2"], ".tsv", "\t"),
        (["text,label", '"a, b",1'], ".csv", ","),
        (["text;label", "a, b;1", "c;2"], ".csv", ";"),
        (["text;label", "a, b;1", "c;2"], ".txt", ";"),
        (["only text", "without columns, mostly"], ".txt", ""),
        (["text,label", "a,1", "b, c,2", "d,1"], ".csv", ","),
        (["text,label", "a,1", "b, c,2", "d,1"], ".txt", ""),
        (["text\tlabel", '"a', 'b"\t1', "c\t2"], ".tsv", "\t"),
    ],
)
def test_the_delimiter_gives_all_rows_the_same_columns(
    rows: list[str], suffix: str, delimiter: str
) -> None:
    assert guess_delimiter(rows, suffix) == delimiter
