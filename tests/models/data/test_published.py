"""Published layouts, each in a small made-up file of the same shape."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from models.data.labelled_sets import FileSet, open_file, open_set
from models.data.published.catalog import formats
from models.tasks.base import Prediction
from models.tasks.catalog import task
from models.tasks.examples import (
    Answer,
    ChoiceExample,
    DataError,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    Split,
    TextExample,
    TokenExample,
)

BOM = "\ufeff"
MNLI = [
    *("index", "promptID", "pairID", "genre", "sentence1_binary_parse", "sentence2_binary_parse"),
    *("sentence1_parse", "sentence2_parse", "sentence1", "sentence2"),
]
STSB = [
    *("index", "genre", "filename", "year", "old_index", "source1", "source2"),
    *("sentence1", "sentence2"),
]


def table(path: Path, *rows: str, end: str = "\n") -> Path:
    """A file of rows whose cells are divided by " | "."""
    text = "\n".join(row.replace(" | ", "\t") for row in rows) + end
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    return path


def opened(path: Path, **options: Any) -> FileSet:
    data = open_set(path, **options)
    assert isinstance(data, FileSet)
    return data


def texts(data: LabelledSet, split: Split = "train") -> list[TextExample]:
    examples = [one for one in data.examples(split) if isinstance(one, TextExample)]
    assert len(examples) == len(data.examples(split))
    return examples


def test_every_family_is_in_the_catalog() -> None:
    names = {name.partition(":")[0] for name in formats()}
    assert names == {"glue", "squad", "nsmc", "klue", "kornli", "korsts", "swag", "commonsense_qa"}
    assert len([name for name in formats() if name.startswith("glue:")]) == 9


@pytest.mark.parametrize(
    ("name", "rows", "text", "pair", "label", "labels"),
    [
        (
            "glue:mrpc",
            (
                BOM + "Quality | #1 ID | #2 ID | #1 String | #2 String",
                '1 | 7 | 8 | He said " no | No , " he said .',
            ),
            'He said " no',
            'No , " he said .',
            "equivalent",
            ("not_equivalent", "equivalent"),
        ),
        (
            "glue:sst2",
            ("sentence | label", "no wit , only gags  | 0"),
            "no wit , only gags ",
            "",
            "negative",
            ("negative", "positive"),
        ),
        (
            "glue:qqp",
            (
                "id | qid1 | qid2 | question1 | question2 | is_duplicate",
                '5 | 1 | 2 | What is "x? | What is x? | 1',
            ),
            'What is "x?',
            "What is x?",
            "duplicate",
            ("not_duplicate", "duplicate"),
        ),
        (
            "glue:qnli",
            ("index | question | sentence | label", "3 | Who? | Ann came. | entailment"),
            "Who?",
            "Ann came.",
            "entailment",
            ("entailment", "not_entailment"),
        ),
        (
            "glue:rte",
            ("index | sentence1 | sentence2 | label", '0 | "A" is b. | B. | not_entailment'),
            '"A" is b.',
            "B.",
            "not_entailment",
            ("entailment", "not_entailment"),
        ),
        (
            "glue:wnli",
            ("index | sentence1 | sentence2 | label", "0 | The pin is in it. | It is. | 1"),
            "The pin is in it.",
            "It is.",
            "entailment",
            ("not_entailment", "entailment"),
        ),
        (
            "nsmc",
            ("id | document | label", '99 | "재미있다" | 1'),
            '"재미있다"',
            "",
            "positive",
            ("negative", "positive"),
        ),
        (
            "kornli",
            ("sentence1 | sentence2 | gold_label", '"비가 온다." | 맑다. | contradiction'),
            '"비가 온다."',
            "맑다.",
            "contradiction",
            ("entailment", "neutral", "contradiction"),
        ),
    ],
)
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_table_is_recognized_by_its_content(
    tmp_path: Path,
    name: str,
    rows: tuple[str, ...],
    text: str,
    pair: str,
    label: str,
    labels: tuple[str, ...],
    end: str,
) -> None:
    data = opened(table(tmp_path / "data.txt", *rows, end=end))
    assert (data.format, data.task, data.labels) == (name, "classification", labels)
    (example,) = texts(data)
    assert (example.text, example.pair, example.label) == (text, pair, label)
    assert any(data.title.startswith(title) for title in (formats()[name].title,))


def test_every_layout_is_judged_by_a_metric_of_its_task() -> None:
    for one in formats().values():
        assert one.metric in task(one.task).metrics
        assert len(set(one.labels.values())) == len(one.labels)


def test_cola_has_no_header_and_its_marks_are_no_labels(tmp_path: Path) -> None:
    rows = ('gj04 | 1 |  | They "drank" it.', "ad03 | 0 | * | Drank they it.")
    table(tmp_path / "train.tsv", *rows)
    table(tmp_path / "dev.tsv", "bc01 | 0 | ?? | It drank they.")
    table(tmp_path / "test.tsv", "index | sentence", "0 | A test.", "1 | Another.")
    data = opened(tmp_path)
    assert (data.format, data.metric) == ("glue:cola", "matthews")
    assert [one.label for one in texts(data)] == ["acceptable", "unacceptable"]
    assert texts(data)[0].text == 'They "drank" it.'
    assert [one.text for one in texts(data, "dev")] == ["It drank they."]
    assert [(one.id, one.label) for one in texts(data, "test")] == [("0", None), ("1", None)]


def test_a_test_file_without_labels_is_what_the_file_beside_it_says(tmp_path: Path) -> None:
    table(
        tmp_path / "wnli" / "train.tsv", "index | sentence1 | sentence2 | label", "0 | A. | B. | 1"
    )
    table(
        tmp_path / "rte" / "train.tsv",
        "index | sentence1 | sentence2 | label",
        "0 | A | B | entailment",
    )
    for name in ("wnli", "rte"):
        path = table(tmp_path / name / "test.tsv", "index | sentence1 | sentence2", "7 | C. | D.")
        data = open_file(path)
        assert data.format == f"glue:{name}"
        assert texts(data, "test") == [TextExample("7", "C.", "D.")]


def test_both_published_files_of_mrpc_are_read_alike(tmp_path: Path) -> None:
    header = "#1 ID | #2 ID | #1 String | #2 String"
    row = "1 | 7 | 8 | A b . | B a ."
    table(tmp_path / "msr_paraphrase_train.txt", f"{BOM}Quality | {header}", row)
    table(tmp_path / "msr_paraphrase_test.txt", f"{BOM}Quality | {header}", row)
    table(tmp_path / "train.tsv", f"{BOM}Quality | {header}", row, row.replace("1", "0", 1))
    table(tmp_path / "dev.tsv", f"Quality | {header}", row)
    table(tmp_path / "dev_ids.tsv", "7 | 8")
    table(tmp_path / "test.tsv", f"index | {header}", "0 | 7 | 8 | A b . | B a .")
    glue = opened(tmp_path)
    assert {name: len(glue.examples(name)) for name in glue.splits} == {
        "train": 2,
        "dev": 1,
        "test": 1,
    }
    original = opened(tmp_path / "msr_paraphrase_train.txt")
    assert texts(original, "train")[0] == texts(glue)[0]
    assert texts(original, "test")[0].label == "equivalent"


def test_the_note_of_wnli_says_that_its_dev_set_is_adversarial(tmp_path: Path) -> None:
    path = table(tmp_path / "a.tsv", "index | sentence1 | sentence2 | label", "0 | A. | B. | 1")
    assert "adversarial" in opened(path).notes[0]


def mnli(path: Path, num_labels: int, gold: str) -> Path:
    header = [*MNLI, *(f"label{i + 1}" for i in range(num_labels)), "gold_label"]
    cells = ["0", "1", "1c", "fiction", *"pppp", 'He said "no.', "He said no.", *("x" * num_labels)]
    return table(path, " | ".join(header), " | ".join([*cells, gold]))


def test_mnli_has_a_matched_dev_set_and_opens_the_mismatched_one_by_its_file(
    tmp_path: Path,
) -> None:
    mnli(tmp_path / "train.tsv", 1, "neutral")
    mnli(tmp_path / "dev_matched.tsv", 5, "entailment")
    mismatched = mnli(tmp_path / "dev_mismatched.tsv", 5, "contradiction")
    table(tmp_path / "test_matched.tsv", " | ".join(MNLI), " | ".join("0123pppp89"))
    data = opened(tmp_path)
    assert (data.format, texts(data)[0].phenomenon) == ("glue:mnli", "fiction")
    assert texts(data, "dev")[0].label == "entailment"
    assert texts(data, "test")[0].label is None
    assert any("dev_mismatched.tsv" in note for note in data.notes)
    assert texts(opened(mismatched), "dev")[0].label == "contradiction"
    assert texts(opened(mismatched), "train")[0].label == "neutral"


def test_scores_of_stsb_are_numbers_from_0_to_5(tmp_path: Path) -> None:
    header = " | ".join([*STSB, "score"])
    row = '0 | news | f | 2012 | 1 | none | none | A "plane. | A plane. | '
    data = opened(table(tmp_path / "stsb.tsv", header, row + "3.750"))
    assert (data.format, data.task, data.labels) == ("glue:stsb", "regression", ())
    assert data.symmetric
    assert data.examples("train")[0] == ScoreExample("0", 'A "plane.', "A plane.", 3.75, "news")
    for bad, reason in (
        ("5.5", "from 0 to 5"),
        ("x", "no number"),
        ("", "missing"),
        ("nan", "0 to 5"),
    ):
        with pytest.raises(DataError, match=rf"stsb\.tsv, line 3.*{reason}"):
            open_set(table(tmp_path / "stsb.tsv", header, row + "1", row + bad))


def test_korsts_numbers_its_rows_because_its_ids_repeat(tmp_path: Path) -> None:
    header = "genre | filename | year | id | score | sentence1 | sentence2"
    rows = (
        "a | f | 2012 | 0001 | 5.000 | 간다. | 간다.",
        'a | g | 2013 | 0001 | 1.2 | "가. | 안 가.',
    )
    data = opened(table(tmp_path / "sts-dev.tsv", header, *rows))
    assert [one.id for one in data.examples("dev")] == ["0", "1"]
    assert data.examples("dev")[1] == ScoreExample("1", '"가.', "안 가.", 1.2, "a")


def test_kornli_finds_its_dev_set_under_another_name(tmp_path: Path) -> None:
    header = "sentence1 | sentence2 | gold_label"
    table(tmp_path / "multinli.train.ko.tsv", header, "가. | 나. | neutral")
    table(tmp_path / "xnli.dev.ko.tsv", header, "다. | 라. | entailment")
    data = opened(tmp_path)
    assert texts(data, "dev") == [TextExample("0", "다.", "라.", "entailment")]
    table(tmp_path / "snli_1.0_train.ko.tsv", header, "가. | 나. | neutral")
    with pytest.raises(DataError, match=r"several train files.*multinli\.train.*snli"):
        open_set(tmp_path)


def test_reviews_of_nsmc_without_text_stay(tmp_path: Path) -> None:
    path = table(
        tmp_path / "ratings_train.txt", "id | document | label", "1 | 좋다 | 1", "2 |  | 0"
    )
    table(tmp_path / "ratings_test.txt", "id | document | label", "3 | 싫다 | 0")
    data = opened(path)
    assert {one.id for split in ("train", "dev") for one in data.examples(split)} == {"1", "2"}  # type: ignore[arg-type]
    assert texts(data, "test")[0].label == "negative"


# ---- JSON


def squad(*questions: dict[str, Any], passage: str = "Ann saw Bob in Rome.") -> dict[str, Any]:
    article = {"title": "T", "paragraphs": [{"context": passage, "qas": list(questions)}]}
    return {"version": "x", "data": [article]}


def write_json(path: Path, value: Any, indent: int | None = None) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=indent), encoding="utf-8")
    return path


def question(name: str, text: str = "Bob", start: int = 8, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "question": "Who?",
        "answers": [{"text": text, "answer_start": start}],
        **more,
    }


@pytest.mark.parametrize("indent", [None, 1])
def test_squad_has_answers_at_their_offsets_and_impossible_questions(
    tmp_path: Path, indent: int | None
) -> None:
    plausible = [{"text": "Rome", "answer_start": 15}]
    impossible = {"answers": [], "is_impossible": True, "plausible_answers": plausible}
    value = squad(question("a", is_impossible=False), {"id": "b", "question": "Why?", **impossible})
    data = opened(write_json(tmp_path / "dev-v2.0.json", value, indent))
    assert (data.format, data.task, data.metric) == ("squad", "question_answering", "f1")
    first, second = data.examples("dev")
    passage = "Ann saw Bob in Rome."
    assert first == QuestionExample("a", "Who?", passage, (Answer("Bob", 8),), False, "T")
    assert second == QuestionExample("b", "Why?", passage, (), True, "T")


def test_korquad_and_xquad_have_the_layout_of_squad(tmp_path: Path) -> None:
    value = squad(question("a", "로마", 3), passage="앤은 로마에 있다. 😀")
    path = write_json(tmp_path / "KorQuAD_v1.0_train.json", {"data": value["data"], "version": "1"})
    write_json(tmp_path / "KorQuAD_v1.0_dev.json", value, indent=2)
    data = opened(path)
    for split in ("train", "dev"):
        (example,) = data.examples(split)  # type: ignore[arg-type]
        assert isinstance(example, QuestionExample)
        assert example.answers == (Answer("로마", 3),)  # in characters, not in bytes


def test_a_set_without_unanswerable_questions_is_scored_as_squad_1_1_is(tmp_path: Path) -> None:
    value = squad(question("a", "로마", 3), question("b", "앤", 0), passage="앤은 로마에 있다.")
    data = opened(write_json(tmp_path / "KorQuAD_v1.0_dev.json", value))
    measured = task("question_answering").measure(
        [Prediction("a", "로마"), Prediction("b", "로마")], data.examples("dev"), data
    )
    assert measured == {"f1": 0.5, "exact": 0.5}, "no threshold, and no score of no answer"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (question("q7", start=9), "not at character 9"),
        (question("q7", start=-1), "not at character -1"),
        (question("q7", "Carl"), "not in the passage"),
        (question("q7", ""), "no text"),
        (question("q7", start="8"), "offset .* missing"),  # type: ignore[arg-type]
        ({"id": "q7", "question": "Who?", "answers": []}, "no answer and is not marked"),
        ({"id": "q7", "question": "Who?"}, "label is missing"),
        ({"id": "q7", "question": " ", "answers": []}, "question has no text"),
        ({"question": "Who?", "answers": []}, "id is missing"),
        (question("q7", is_impossible=True), "impossible and has an answer"),
        (question("q7", is_impossible="no"), "true or false"),
        (question("ok"), "also that of line 1"),
        ({"id": "q7", "question": "Who?", "answers": "Bob"}, "list of objects"),
    ],
)
def test_a_bad_question_is_named_or_skipped_alone(
    tmp_path: Path, bad: dict[str, Any], reason: str
) -> None:
    path = write_json(tmp_path / "train.json", squad(question("ok"), bad, question("last")))
    with pytest.raises(DataError, match=rf"train\.json, line 1.*{reason}"):
        open_set(path)
    data = opened(path, skip_bad_rows=True)
    assert [one.id for one in data.examples("train")] == ["ok", "last"]
    assert (data.num_skipped, len(data.skipped)) == (1, 1)


def test_questions_about_one_passage_are_not_divided_between_training_and_dev(
    tmp_path: Path,
) -> None:
    articles = [
        squad(*(question(f"{i}-{k}") for k in range(5)), passage=f"Ann saw Bob in Rome {i}.")[
            "data"
        ][0]
        for i in range(60)
    ]
    data = opened(write_json(tmp_path / "all.json", {"data": articles}))
    passages = {
        split: {one.passage for one in data.examples(split) if isinstance(one, QuestionExample)}
        for split in ("train", "dev")
    }
    assert not passages["train"] & passages["dev"]
    assert len(passages["train"]) + len(passages["dev"]) == 60
    assert 1 <= len(passages["dev"]) <= 15


def test_klue_has_lists_of_objects(tmp_path: Path) -> None:
    nli = {
        "guid": "n-1",
        "source": "wiki",
        "premise": "가.",
        "hypothesis": "나.",
        "gold_label": "neutral",
    }
    data = opened(write_json(tmp_path / "klue-nli-v1.1_train.json", [nli], indent=4))
    assert (data.format, texts(data)) == (
        "klue:nli",
        [TextExample("n-1", "가.", "나.", "neutral", "wiki")],
    )
    labels = {"label": 4.9, "real-label": 4.857, "binary-label": 1}
    sts = {"guid": "s-1", "source": "r", "sentence1": "가.", "sentence2": "나.", "labels": labels}
    data = opened(write_json(tmp_path / "klue-sts-v1.1_dev.json", [sts]))
    assert (data.format, data.task) == ("klue:sts", "regression")
    assert data.examples("dev")[0] == ScoreExample("s-1", "가.", "나.", 4.9, "r")


def test_klue_ner_tags_characters_and_keeps_the_spaces(tmp_path: Path) -> None:
    lines = [
        "## a comment of the file",
        "## klue-ner-v1_dev_00000-nsmc\t<서울:LC>에 간다",
        "서\tB-LC",
    ]
    lines += [
        "울\tI-LC",
        "에\tO",
        " \tO",
        "간\tO",
        "다\tO",
        "",
        "## klue-ner-v1_dev_00001-nsmc\t#",
        "#\tO",
        "",
    ]
    path = tmp_path / "klue-ner-v1.1_dev.tsv"
    path.write_text("\n".join(lines), encoding="utf-8")
    data = opened(path)
    assert (data.format, data.task, len(data.labels)) == ("klue:ner", "token_classification", 13)
    first, second = data.examples("dev")
    assert isinstance(first, TokenExample)
    assert isinstance(second, TokenExample)
    assert (first.id, first.text) == ("klue-ner-v1_dev_00000-nsmc", "서울에 간다")
    assert first.words == tuple("서울에간다")
    assert first.tags == ("B-LC", "I-LC", "O", "O", "O")
    assert second.words == ("#",)
    path.write_text("\n".join(lines).replace("B-LC", "B-XX"), encoding="utf-8")
    with pytest.raises(DataError, match=r"line 1: unknown tag 'B-XX'"):
        open_set(path)


SWAG = ["", "video-id", "fold-ind", "startphrase", "sent1", "sent2", "gold-source"]


def test_swag_is_csv_with_quoting_and_line_breaks(tmp_path: Path) -> None:
    path = tmp_path / "train.csv"
    endings = ["opens, then shuts.", 'says "no".', "sits\ndown.", "leaves."]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*SWAG, *(f"ending{i}" for i in range(4)), "label"])
        for row in range(2):
            writer.writerow([row, "v", 1, "A man. He", "A man.", "He", "gold", *endings, 2])
    data = opened(path)
    (first, *_) = [*data.examples("train"), *data.examples("dev")]
    assert isinstance(first, ChoiceExample)
    assert (data.format, first.context, first.label) == ("swag", "A man.", 2)
    assert first.choices == tuple(f"He {ending}" for ending in endings)
    path.write_text(
        path.read_text(encoding="utf-8").replace("leaves.,2", "leaves.,9"), encoding="utf-8"
    )
    with pytest.raises(DataError, match=r"train\.csv, line 2: unknown label '9'"):
        open_set(path)


def commonsense(name: str, **more: Any) -> str:
    choices = [{"label": letter, "text": f"to {letter}"} for letter in "ABCDE"]
    stem = {"question_concept": "c", "choices": choices, "stem": "What?"}
    return json.dumps({"id": name, "question": stem, **more})


def test_commonsense_qa_has_five_choices_and_a_test_file_without_answers(tmp_path: Path) -> None:
    train = tmp_path / "train_rand_split.jsonl"
    train.write_text(commonsense("a", answerKey="B") + "\n" + commonsense("b", answerKey="E"))
    (tmp_path / "dev_rand_split.jsonl").write_text(commonsense("c", answerKey="A"))
    (tmp_path / "test_rand_split_no_answers.jsonl").write_text(commonsense("d"))
    data = opened(train)
    choices = tuple(f"to {letter}" for letter in "ABCDE")
    assert data.examples("train")[1] == ChoiceExample("b", "What?", choices, 4)
    assert [len(data.examples(split)) for split in ("train", "dev", "test")] == [2, 1, 1]
    assert data.examples("test")[0] == ChoiceExample("d", "What?", choices, None)
    train.write_text(commonsense("a", answerKey="F"))
    with pytest.raises(DataError, match=r"line 1: unknown label 'F'; known are A, B, C, D, E"):
        open_set(train)
