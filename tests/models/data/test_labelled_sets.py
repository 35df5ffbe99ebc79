"""Own tables, what a folder and a single file give, bad input, large files and the preview."""

import gzip
import json
import pickle
import sys
import tempfile
import types
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data import labelled_sets
from models.data.labelled_sets import (
    FileSet,
    count_rows,
    known_sets,
    open_file,
    open_set,
    preview,
)
from models.data.published import reading
from models.data.tables import lines
from models.data.tables.columns import Columns
from models.data.tables.indexed import IndexedFile
from models.tasks.examples import (
    Answer,
    ChoiceExample,
    DataError,
    Example,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    TextExample,
    TokenExample,
)

CLASSES = Columns("classification", "text", label="label")


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(encoding))
    return path


def rows(count: int, first: int = 0) -> str:
    return "".join(
        f"sentence {i}\t{'good' if i % 2 else 'bad'}\n" for i in range(first, first + count)
    )


def opened(path: Path, **options: Any) -> FileSet:
    data = open_set(path, **options)
    assert isinstance(data, FileSet)
    return data


def everything(data: LabelledSet) -> list[Example]:
    return [one for split in data.splits for one in data.examples(split)]


def ids(data: LabelledSet) -> list[str]:
    return [one.id for one in everything(data)]


# ---- names, folders, partners


def test_names_of_the_mini_world_are_opened_there(monkeypatch: pytest.MonkeyPatch) -> None:
    data = LabelledSet("world:x:en", "X", "classification", {})
    calls: list[tuple[str, int]] = []

    def open_labelled(name: str, seed: int) -> LabelledSet:
        calls.append((name, seed))
        return data

    world = types.ModuleType(labelled_sets.WORLD_MODULE)
    spec = types.SimpleNamespace(title="X", task="classification")
    world.__dict__.update(open_labelled=open_labelled, WORLD_SETS={"world:x:en": spec})
    monkeypatch.setitem(sys.modules, labelled_sets.WORLD_MODULE, world)
    assert open_set("world:x:en", seed=3) is data
    assert calls == [("world:x:en", 3)]
    assert known_sets() == [("world:x:en", "X", "classification")]


def test_a_folder_opens_with_its_three_parts(tmp_path: Path) -> None:
    for name, count in (("train", 6), ("dev", 3), ("test", 2)):
        write(tmp_path / f"{name}.tsv", "text\tlabel\n" + rows(count))
    write(tmp_path / "README.txt", "nothing to read here")
    data = opened(tmp_path)
    assert {name: len(data.examples(name)) for name in data.splits} == {
        "train": 6,
        "dev": 3,
        "test": 2,
    }
    assert (data.name, data.labels) == (str(tmp_path), ("bad", "good"))


def test_a_training_file_alone_gives_a_tenth_to_the_dev_split_by_a_hash(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.tsv", "text\tlabel\n" + rows(1000))
    data = opened(path)
    assert 60 <= len(data.examples("dev")) <= 140
    assert sorted(ids(data), key=int) == [str(i) for i in range(1000)]
    again = opened(write(tmp_path / "longer.tsv", "text\tlabel\n" + rows(1100)), seed=7)
    dev = {one.id for one in data.examples("dev")}
    assert dev == {one.id for one in again.examples("dev") if int(one.id) < 1000}
    assert any("one in ten" in note and "mine.tsv" in note for note in data.notes)


@pytest.mark.parametrize(("count", "dev"), [(1, 0), (2, 1), (5, 1)])
def test_a_short_file_still_has_examples_to_learn_from(
    tmp_path: Path, count: int, dev: int
) -> None:
    data = opened(write(tmp_path / "short.tsv", "text\tlabel\n" + rows(count)))
    assert (len(data.examples("train")), len(data.examples("dev"))) == (count - dev, dev)


def test_a_dev_file_without_a_training_file_stays_a_dev_set(tmp_path: Path) -> None:
    data = opened(write(tmp_path / "my_dev.tsv", "text\tlabel\n" + rows(30)))
    assert {*data.splits} == {"dev"}
    assert any("no training file" in note for note in data.notes)


def test_a_file_beside_it_with_other_columns_is_not_used_and_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a_train.tsv", "text\tlabel\n" + rows(4))
    write(tmp_path / "a_dev.tsv", "wording\tlabel\n" + rows(4))
    write(tmp_path / "b_test.tsv", "text\tlabel\n" + rows(4))
    data = opened(path)
    assert {*data.splits} == {"train", "dev"}
    assert len(everything(data)) == 4
    assert any("a_dev.tsv" in note for note in data.notes)


def test_a_class_of_the_dev_file_that_training_does_not_have_is_a_bad_row(tmp_path: Path) -> None:
    write(tmp_path / "train.tsv", "text\tlabel\n" + rows(4))
    write(tmp_path / "dev.tsv", "text\tlabel\n" + rows(2) + "x\tugly\n")
    with pytest.raises(
        DataError, match=r"dev\.tsv, line 4: unknown label 'ugly'; known are bad, good"
    ):
        open_set(tmp_path)
    assert len(opened(tmp_path, skip_bad_rows=True).examples("dev")) == 2


def test_one_file_opens_as_a_whole_to_be_evaluated_or_predicted(tmp_path: Path) -> None:
    path = write(tmp_path / "train.tsv", "text\tlabel\n" + rows(50))
    data = open_file(path, split="dev")
    assert {name: len(data.examples(name)) for name in data.splits} == {"dev": 50}
    plain = open_file(write(tmp_path / "plain.csv", "id,text\n7,Hello.\n"))
    assert plain.examples("test") == [TextExample("7", "Hello.")]
    with pytest.raises(DataError, match="unknown label 'bad'; known are a, b"):
        open_file(path, labels=("a", "b"))


# ---- own tables


@pytest.mark.parametrize(
    ("name", "text", "columns", "expected"),
    [
        (
            "a.csv",
            'Nr;Wording;Kind\n1;"a; ""b""";x\n',
            Columns("classification", "Wording", label="Kind", id="Nr"),
            TextExample("1", 'a; "b"', label="x"),
        ),
        (
            "a.tsv",
            "eins\tzwei\t2.5\n",
            Columns("regression", "1", "2", "3", header=False),
            ScoreExample("0", "eins", "zwei", 2.5),
        ),
        (
            "a.csv",
            "q,a,b,c,right\nWhich?,x,y,z,C\n",
            Columns("choice", "q", label="right", choices=("a", "b", "c")),
            ChoiceExample("0", "Which?", ("x", "y", "z"), 2),
        ),
        (
            "a.jsonl",
            '{"q": "Which?", "options": ["x", "y"], "right": 1, "kind": "k"}\n',
            Columns("choice", "q", label="right", choices=("options",), phenomenon="kind"),
            ChoiceExample("0", "Which?", ("x", "y"), 1, "k"),
        ),
        (
            "a.tsv",
            "q\tp\ta\tat\nWho?\tAnn saw Ann.\tAnn\t8\n",
            Columns("question_answering", "q", "p", "a", start="at"),
            QuestionExample("0", "Who?", "Ann saw Ann.", (Answer("Ann", 8),)),
        ),
        (
            "a.tsv",
            "q\tp\ta\nWho?\tAnn saw it.\t\n",
            Columns("question_answering", "q", "p", "a"),
            QuestionExample("0", "Who?", "Ann saw it.", impossible=True),
        ),
        (
            "a.jsonl",
            '{"q": "Who?", "p": "Ann.", "a": {"text": ["Ann"], "answer_start": [0]}}\n',
            Columns("question_answering", "q", "p", "a"),
            QuestionExample("0", "Who?", "Ann.", (Answer("Ann", 0),)),
        ),
        (
            "a.json",
            '[{"w": ["Ann", "ran"], "t": ["B-PER", "O"]}]',
            Columns("token_classification", "w", label="t"),
            TokenExample("0", ("Ann", "ran"), ("B-PER", "O")),
        ),
        (
            "a.csv",
            "w,t\nAnn ran,B-PER O\n",
            Columns("token_classification", "w", label="t"),
            TokenExample("0", ("Ann", "ran"), ("B-PER", "O")),
        ),
    ],
)
def test_an_own_table_is_read_by_its_columns(
    tmp_path: Path, name: str, text: str, columns: Columns, expected: Example
) -> None:
    data = opened(write(tmp_path / name, text), columns=columns)
    assert everything(data) == [expected]
    assert (data.task, data.format, data.columns) == (columns.task, "own", columns)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("text\tlabel\nx\t1\n", CLASSES),
        (
            "premise,hypothesis,gold_label,id\na,b,c,7\n",
            Columns("classification", "premise", "hypothesis", "gold_label", "id"),
        ),
        (
            "sentence1,sentence2,score\na,b,1.5\n",
            Columns("regression", "sentence1", "sentence2", "score"),
        ),
        (
            "question,context,answer,answer_start\nWho?,Ann ran.,Ann,0\n",
            Columns("question_answering", "question", "context", "answer", start="answer_start"),
        ),
        (
            "question,choice1,choice2,label\nWho?,Ann,Bob,0\n",
            Columns("choice", "question", label="label", choices=("choice1", "choice2")),
        ),
        (
            '{"tokens": ["a"], "ner_tags": ["O"]}\n',
            Columns("token_classification", "tokens", label="ner_tags"),
        ),
    ],
)
def test_columns_are_guessed_from_usual_names_and_the_guess_is_stated(
    tmp_path: Path, text: str, columns: Columns
) -> None:
    path = write(tmp_path / "a.txt", text)
    assert preview(path).columns == columns
    data = opened(path)
    assert data.columns == columns
    assert any(note.startswith("Columns were guessed") for note in data.notes)


def test_columns_without_usual_names_must_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "wording\tkind\nx\ty\n" * 3)
    with pytest.raises(DataError, match=r"1, 2.*Choose the columns"):
        open_set(path)
    with pytest.raises(DataError, match=r"no column 'text'.*wording, kind"):
        open_set(path, columns=Columns("classification", "text", header=True))


def test_columns_come_from_a_mapping_and_bad_settings_are_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "wording\tkind\nx\ty\n")
    settings = {"task": "classification", "text": "wording", "label": "kind", "header": True}
    assert everything(opened(path, columns=settings)) == [TextExample("0", "x", label="y")]
    for wrong, reason in (
        ({"colour": 1}, "unknown settings of columns: colour"),
        ({"task": "translation"}, "unknown task 'translation'"),
        ({"text": 3}, "'text' of columns has the wrong type"),
        ({"delimiter": "||"}, "one sign"),
        ({"encoding": "utf-99"}, "no encoding 'utf-99'"),
        ({"encoding": "utf-16"}, "utf-16 cannot be read"),
    ):
        with pytest.raises(DataError, match=reason):
            open_set(path, columns={**settings, **wrong})


def test_several_classes_of_an_example_are_joined(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "text\tlabel\nx\tsad|calm\ny\tcalm\nz\t\n")
    data = opened(path, columns=Columns("classification", "text", label="label", multi_label=True))
    assert (data.labels, data.multi_label) == (("calm", "sad"), True)
    assert {one.label for one in everything(data) if isinstance(one, TextExample)} == {
        "sad|calm",
        "calm",
        "",
    }


def test_numbers_as_classes_are_ordered_by_value(tmp_path: Path) -> None:
    text = "text\tlabel\n" + "".join(f"Text {i}\t{i % 11}\n" for i in range(33))
    assert opened(write(tmp_path / "a.tsv", text)).labels == tuple(str(i) for i in range(11))


def test_tagged_words_open_as_conll_files_have_them(tmp_path: Path) -> None:
    text = "-DOCSTART- -X- -X- O\n\nAnn NNP B-NP B-PER\nran VBD B-VP O\n\n\nRome NNP B-NP B-LOC\n"
    data = opened(write(tmp_path / "eng_dev.txt", text))
    assert data.examples("dev") == [
        TokenExample("1", ("Ann", "ran"), ("B-PER", "O")),
        TokenExample("2", ("Rome",), ("B-LOC",)),
    ]
    assert (data.task, data.labels) == ("token_classification", ("B-LOC", "B-PER", "O"))


# ---- bad input


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("x\ty\tz", "3 columns, where the file has 2 columns"),
        ("alone", "1 column, where the file has 2 columns"),
        ("x\t", "the label is missing"),
        ("\tgood", "column 'text' has no text"),
        (" \tgood", "column 'text' has no text"),
    ],
)
def test_a_bad_row_is_an_error_with_its_line_or_skipped_and_listed(
    tmp_path: Path, row: str, reason: str
) -> None:
    path = write(tmp_path / "a.tsv", "text\tlabel\n" + rows(20) + f"\n{row}\n" + rows(5, 20))
    with pytest.raises(DataError, match="line 23") as error:
        open_set(path)
    assert error.value.place == f"{path}, line 23"
    assert reason in error.value.reason
    data = opened(path, skip_bad_rows=True)
    assert len(everything(data)) == 25
    assert [one.place for one in data.skipped] == [f"{path}, line 23"]
    assert error.value.reason == f"{data.skipped[0].reason}. Correct the file, or skip bad rows"
    assert any("1 bad row was skipped" in note for note in data.notes)


def test_a_skipped_row_does_not_change_the_ids_of_the_others(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "text\tlabel\na\tx\nbad\nc\ty\n")
    assert sorted(ids(opened(path, skip_bad_rows=True))) == ["0", "2"]


def test_an_unknown_label_is_named_if_the_classes_are_stated(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "text\tlabel\na\tyes\nb\tmaybe\n")
    columns = Columns("classification", "text", label="label", labels=("no", "yes"))
    with pytest.raises(DataError, match=r"line 3: unknown label 'maybe'; known are no, yes"):
        open_set(path, columns=columns)
    assert opened(path, columns=columns, skip_bad_rows=True).labels == ("no", "yes")


def test_skipped_rows_are_all_counted_and_the_first_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_LISTED", 3)
    path = write(tmp_path / "a.tsv", "text\tlabel\n" + rows(60) + "bad\n" * 5)
    data = opened(path, skip_bad_rows=True)
    assert (data.num_skipped, len(data.skipped)) == (5, 3)
    assert any("5 bad rows were skipped. The first 3 are listed" in note for note in data.notes)


def test_ids_that_occur_twice_are_bad_rows(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "id,text,label\n1,a,x\n2,b,y\n1,c,x\n")
    with pytest.raises(DataError, match=r"line 4: the id '1' is also that of line 2"):
        open_set(path)
    assert sorted(ids(opened(path, skip_bad_rows=True))) == ["1", "2"]


def test_a_note_says_where_not_all_ids_were_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_IDS", 2)
    path = write(tmp_path / "a.csv", "id,text,label\n1,a,x\n2,b,y\n3,c,x\n3,d,y\n")
    data = opened(path)
    assert len(everything(data)) == 4
    assert any("ids were compared in its first part only" in note for note in data.notes)


def test_a_class_with_one_example_is_noted(tmp_path: Path) -> None:
    text = "text\tlabel\n" + rows(20) + "x\trare\n"
    notes = opened(write(tmp_path / "a.tsv", text)).notes
    assert any("1 class has one example only: 'rare'" in note for note in notes)
    only = write(tmp_path / "b.tsv", "text\tlabel\n" + "".join(f"Text {i}\tx\n" for i in range(9)))
    assert any("nothing to learn" in note for note in opened(only).notes)


def test_a_column_with_too_many_different_labels_is_not_the_label(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_LABELS", 10)
    text = "text\tlabel\n" + "".join(f"Text {i}\tlabel {i}\n" for i in range(20))
    with pytest.raises(DataError, match="more than 10 different labels"):
        open_set(write(tmp_path / "a.tsv", text))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf\n\n", "the file is empty"),
        (b"text\tlabel\n", "no rows that can be used"),
        (b"text\tlabel\nx\0y\ta\n", "binary file"),
        (pickle.dumps({"text": "x"}), "is a pickle"),
        (gzip.compress(b"text\tlabel\nx\ty\n", mtime=0), "gzip"),
        ("text\tlabel\n".encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04zip", "zip archive"),
        (b"text\ttext\nx\ty\n", "names a column twice"),
    ],
)
def test_a_file_that_is_no_table_is_rejected(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(content)
    for options in ({}, {"skip_bad_rows": True}):
        with pytest.raises(DataError, match=reason):
            open_set(path, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["missing.tsv", "", "x" * 5000, "a\0b"])
def test_a_file_that_does_not_exist_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=r"no such file|nothing was named"):
        open_set(str(tmp_path / name) if name else "")


def test_a_folder_without_data_says_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no file that ends with .*\.tsv"):
        open_set(tmp_path)


def test_mixed_encodings_are_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    good, bad = "text\tlabel\n영화\tgood\n", "나쁘다\tbad\n"
    path.write_bytes(good.encode() + bad.encode("cp949") + rows(9).encode())
    with pytest.raises(DataError, match=r"line 3: byte 1 .* not UTF-8.*cp949"):
        open_set(path)
    data = opened(path, skip_bad_rows=True)
    assert (len(everything(data)), data.num_skipped) == (10, 1)


@pytest.mark.parametrize(
    ("name", "cells", "task", "labels"),
    [
        ("label", ("0.0", "1.0"), "classification", ("0.0", "1.0")),
        ("label", ("0.0", "1.5"), "regression", ()),
        ("감정", ("0.0", "1.0"), "classification", ("0.0", "1.0")),
        ("점수", ("0.0", "1.0"), "regression", ()),
        ("similarity", ("3.0", "5.0"), "regression", ()),
        ("similarity", ("3", "5"), "classification", ("3", "5")),
    ],
)
def test_whole_numbers_with_decimals_are_classes_unless_they_are_called_scores(
    name: str, cells: tuple[str, str], task: str, labels: tuple[str, ...], tmp_path: Path
) -> None:
    rows_of = "".join(f"a text {n},{cells[n % 2]}\n" for n in range(20))
    path = write(tmp_path / "a.csv", f"문장,{name}\n{rows_of}")
    data = open_set(str(path))
    assert (data.task, data.labels) == (task, labels)


def test_a_row_with_an_unquoted_comma_is_named_with_what_to_do(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "text,label\nnice,good\nbad, really bad,bad\nfine,good\n")
    with pytest.raises(DataError, match=r"line 3: 3 columns.*quotation marks"):
        open_set(str(path))
    assert len(open_set(str(path), skip_bad_rows=True).examples("train")) >= 1


def test_a_file_in_cp949_opens_when_its_encoding_is_stated(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "text\tlabel\n영화가 좋다\tgood\n나쁘다\tbad\n", "cp949")
    with pytest.raises(DataError, match=r"line 2.*not UTF-8.*Choose the encoding cp949"):
        open_set(path, skip_bad_rows=True)
    seen = preview(path)
    assert (seen.encoding, seen.rows[0][0]) == ("cp949", "영화가 좋다")
    columns = Columns("classification", "text", label="label", encoding="cp949")
    assert {
        one.text
        for one in everything(opened(path, columns=columns))
        if isinstance(one, TextExample)
    } == {
        "영화가 좋다",
        "나쁘다",
    }


def test_bytes_of_no_known_encoding_are_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(b"text\tlabel\n" + rows(3).encode() + b"caf\xff\x81\tgood\n")
    with pytest.raises(DataError, match=r"line 5: byte 4 of the line is not UTF-8"):
        open_set(path)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"text": "c", "lab', "may be cut off"),
        ("[1, 2]", "must be a JSON object"),
        ('{"text": "c"}', "label is missing"),
        ('{"text": null, "label": "x"}', "'text' has no text"),
        ('{"label": "x"}', "'text' is missing"),
        ('{"text": ["c"], "label": "x"}', "where a text or a number is needed"),
        ('{"text": "\\ud83d", "label": "x"}', "lone surrogate"),
        ("[" * 100_000, "JSON|nested"),
    ],
)
def test_a_bad_json_line_is_named_or_skipped(tmp_path: Path, line: str, reason: str) -> None:
    good = "".join(json.dumps({"text": f"Text {i}", "label": i % 2}) + "\n" for i in range(9))
    path = write(tmp_path / "a.jsonl", good + line + "\n")
    with pytest.raises(DataError, match=f"line 10: .*({reason})"):
        open_set(path)
    assert len(everything(opened(path, skip_bad_rows=True))) == 9


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9, 0.999])
def test_json_that_is_cut_off_is_an_error_with_a_line(tmp_path: Path, cut: float) -> None:
    values = [{"text": f"Text {i}", "label": "x"} for i in range(200)]
    whole = json.dumps(values, indent=1)
    path = write(tmp_path / "a.json", whole[: int(len(whole) * cut)])
    with pytest.raises(DataError, match=r"line \d+: the file ends before its JSON does"):
        open_set(path)
    data = opened(path, skip_bad_rows=True)
    assert (data.num_skipped, len(everything(data)) > 30) == (1, True)


def test_quotes_that_never_close_are_named_and_the_next_rows_are_read(tmp_path: Path) -> None:
    text = "text,label\n" + "".join(f"Text {i},x\n" for i in range(2000))
    path = write(tmp_path / "a.csv", text.replace("Text 5,", '"Text 5,'))
    columns = Columns("classification", "text", label="label", delimiter=",")
    with pytest.raises(DataError, match=r"line 7: a quotation mark .* turn quoting off"):
        open_set(path, columns=columns)
    data = opened(path, columns=columns, skip_bad_rows=True)
    assert (len(everything(data)), data.num_skipped) == (1999, 1)


# ---- large files


def test_the_examples_of_a_large_file_stay_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.tsv", "text\tlabel\n" + rows(300) + "bad row\n" + rows(100, 300))
    small = opened(path, skip_bad_rows=True)
    monkeypatch.setattr(reading, "MEMORY_BYTES", 1000)
    large = opened(path, skip_bad_rows=True)
    for split in ("train", "dev"):
        examples = large.splits[split]  # type: ignore[index]
        assert isinstance(examples, IndexedFile)
        assert list(examples) == list(small.splits[split])  # type: ignore[index]
        assert [examples[i] for i in range(len(examples))] == list(examples)
        assert list(examples[3:9]) == list(examples)[3:9]
    assert large.labels == small.labels
    assert len(large.examples("train", limit=5)) == 5
    write(path, "text\tlabel\n" + rows(500))
    with pytest.raises(DataError, match="has changed"):
        large.examples("train")[0]


def test_parts_of_a_large_json_file_stay_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paragraphs = [
        {
            "context": f"안 Ann {i}.",
            "qas": [
                {
                    "id": f"{i}-{k}",
                    "question": "누구?",
                    "answers": [{"text": "Ann", "answer_start": 2 + k}],
                }
                for k in range(2)
            ],
        }
        for i in range(20)
    ]
    articles = [{"title": str(i), "paragraphs": [one]} for i, one in enumerate(paragraphs)]
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"data": articles}, ensure_ascii=False), encoding="utf-8")
    small = opened(path, skip_bad_rows=True)
    assert (len(everything(small)), small.num_skipped) == (20, 20)  # every second offset is wrong
    monkeypatch.setattr(reading, "MEMORY_BYTES", 1000)
    assert everything(opened(path, skip_bad_rows=True)) == everything(small)


def test_a_limit_reads_the_beginning_only(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "text\tlabel\n" + rows(50) + "a bad row after\n")
    assert sorted(ids(opened(path, limit=20)), key=int) == [str(i) for i in range(20)]
    with pytest.raises(ValueError, match="at least 1"):
        open_set(path, limit=0)


def test_a_line_that_is_too_long_is_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE", 100)
    text = "text\tlabel\n" + rows(9) + "x" * 450 + "\tgood\n" + rows(3, 9)
    path = write(tmp_path / "a.tsv", text)
    with pytest.raises(DataError, match=r"line 11: the line has more than 100 bytes"):
        open_set(path)
    assert len(everything(opened(path, skip_bad_rows=True))) == 12


def test_a_file_of_gigabytes_is_previewed_and_limited_without_reading_it(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "text\tlabel\n" + rows(80_000))
    with path.open("r+b") as file:
        file.truncate(10 << 30)  # sparse: takes no room on the disk
    seen = preview(path, num_rows=3)
    assert (seen.size, len(seen.rows)) == (10 << 30, 3)
    assert len(everything(opened(path, limit=1000))) == 1000


# ---- preview


def test_a_preview_has_the_first_rows_and_what_the_file_seems_to_be(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", 'text;label\n"a; b";x\nc;y\n')
    seen = preview(path, num_rows=1)
    assert (seen.kind, seen.delimiter, seen.quoting, seen.has_header) == ("table", ";", True, True)
    assert (seen.header, seen.rows) == (("text", "label"), (("a; b", "x"),))
    assert (seen.format, seen.encoding, seen.columns) == ("", "utf-8", CLASSES)
    stated = preview(path, columns=Columns("classification", "1", header=False, delimiter=","))
    assert (stated.header, stated.rows[0]) == (("1",), ("text;label",))


def test_a_preview_names_a_published_layout(tmp_path: Path) -> None:
    path = write(tmp_path / "x.txt", "id\tdocument\tlabel\n1\t좋다\t1\n")
    assert (preview(path).format, preview(path).title, preview(path).columns) == (
        "nsmc",
        "NSMC",
        None,
    )


def test_own_labels_of_0_and_1_get_no_names_of_a_published_set(tmp_path: Path) -> None:
    for text in ("무료 광고", "Buy Now", "spam"):
        path = write(tmp_path / "a.tsv", f"sentence\tlabel\n{text}\t1\n{text} {text}\t0\n")
        assert opened(path).labels == ("0", "1")


def test_rows_are_counted_in_one_pass(tmp_path: Path) -> None:
    assert count_rows(write(tmp_path / "a.tsv", "a\nb\nc")) == 3
    assert count_rows(write(tmp_path / "b.tsv", "a\r\nb\r\n")) == 2


SOUND = (
    "id\ttext\tlabel\n" + "".join(f"{i}\tText {i}, \"x\"\t{'ab'[i % 2]}\n" for i in range(6)),
    'text,label\n"a, ""b""",x\n"c\nd",y\ne,x\n',
    json.dumps({"data": [{"title": "t", "paragraphs": [{"context": "Ann.", "qas": [
        {"id": "q", "question": "Who?", "answers": [{"text": "Ann", "answer_start": 0}]}
    ]}]}]}),
    "".join(json.dumps({"tokens": ["a", "b"], "ner_tags": ["O", tag]}) + "\n" for tag in "XY"),
    "Ann B-PER\nran O\n\nRome B-LOC\n",
)  # fmt: skip
JUNK = [b'"', b"\t", b",", b"\n", b"\0", b"\xff", b"{", b"]", b"NaN", b"\\ud800", b"9" * 5000]


@given(
    st.sampled_from(SOUND),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 9), st.sampled_from(JUNK)), min_size=1),
    st.sampled_from([".tsv", ".csv", ".json", ".jsonl", ".txt"]),
    st.booleans(),
)
@settings(max_examples=80, deadline=None)
def test_a_damaged_file_opens_or_is_rejected_in_a_sentence(
    text: str, damages: list[tuple[int, int, bytes]], suffix: str, skip: bool
) -> None:
    raw = text.encode()
    for at, length, junk in damages:
        raw = raw[:at] + junk + raw[at + length :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"damaged{suffix}"
        path.write_bytes(raw)
        with suppress(DataError):
            assert everything(open_set(path, skip_bad_rows=skip))
            return
        with pytest.raises(DataError) as error:
            open_set(path, skip_bad_rows=skip)
        assert str(path) in error.value.place
        assert 0 < len(error.value.reason) < 1000
