"""Predictions in the formats of the official scorers and as JSON lines."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from models.data.labelled_sets import open_file, open_set
from models.data.published.predictions import write_predictions
from models.tasks.base import Prediction
from models.tasks.examples import LabelledSet, QuestionExample


@dataclass(frozen=True)
class Span:
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Details:
    n_best: Sequence[Span]
    null_score: float
    null_odds: float


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_glue_gets_the_index_and_the_labels_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "train.tsv").write_text("a\t1\t\tIt ran.\nb\t0\t*\tRan it.\n", encoding="utf-8")
    test = tmp_path / "test.tsv"
    test.write_text("index\tsentence\n5\tIt.\n6\tRan.\n", encoding="utf-8")
    data = open_file(test)
    answers = [Prediction("5", "acceptable", {"acceptable": 0.9}), Prediction("6", "unacceptable")]
    (written,) = write_predictions(tmp_path / "CoLA.tsv", data, answers)
    assert written.read_text() == "index\tprediction\n5\t1\n6\t0\n"
    rows = [line.split("\t") for line in written.read_text().splitlines()[1:]]
    gold = {one.id: one for one in data.examples("test")}
    assert {index for index, _ in rows} == {*gold}


def test_scores_of_glue_stay_between_0_and_5(tmp_path: Path) -> None:
    data = LabelledSet("x", "X", "regression", {})
    answers = [Prediction("a", 2.34567), Prediction("b", 7), Prediction("c", -1.0)]
    (written,) = write_predictions(tmp_path / "p.tsv", data, answers, scorer="glue")
    assert written.read_text() == "index\tprediction\n0\t2.346\n1\t5.000\n2\t0.000\n"


def squad(path: Path) -> LabelledSet:
    answers = [{"text": "로마", "answer_start": 3}]
    questions = [
        {"id": "a", "question": "어디?", "answers": answers, "is_impossible": False},
        {"id": "b", "question": "왜?", "answers": [], "is_impossible": True},
    ]
    paragraphs = [{"context": "앤은 로마에 있다.", "qas": questions}]
    value = {"version": "v2.0", "data": [{"title": "t", "paragraphs": paragraphs}]}
    path.write_text(json.dumps(value), encoding="utf-8")
    return open_set(path)


ANSWERS = [
    Prediction("a", "로마", details=Details([Span("로마", 3, 5)], -1.5, -4.0)),
    Prediction("b", "", details=Details([Span("앤", 0, 1)], 2.0, math.inf)),
]


def test_squad_gets_texts_and_null_odds_by_id(tmp_path: Path) -> None:
    data = squad(tmp_path / "dev-v2.0.json")
    texts, odds = write_predictions(tmp_path / "predictions.json", data, ANSWERS)
    assert json.loads(texts.read_text(encoding="utf-8")) == {"a": "로마", "b": ""}
    assert odds.name == "predictions.null_odds.json"
    assert json.loads(odds.read_text()) == {"a": -4.0, "b": 1e30}
    texts, _ = write_predictions(tmp_path / "above.json", data, ANSWERS, threshold=-4.5)
    assert json.loads(texts.read_text(encoding="utf-8")) == {"a": "", "b": ""}
    plain = [Prediction(one.id, one.answer) for one in ANSWERS]
    assert len(write_predictions(tmp_path / "plain.json", data, plain)) == 1


def test_answers_as_lines_have_places_in_the_passage(tmp_path: Path) -> None:
    data = squad(tmp_path / "dev-v2.0.json")
    (written,) = write_predictions(tmp_path / "p.jsonl", data, ANSWERS, scorer="lines")
    first, second = read_lines(written)
    assert first == {"id": "a", "answer": "로마", "start": 3, "end": 5, "null_score": -1.5}
    assert second == {"id": "b", "answer": "", "start": None, "end": None, "null_score": 2.0}
    example = data.examples("dev")[0]
    assert isinstance(example, QuestionExample)
    assert example.passage[first["start"] : first["end"]] == first["answer"]


@pytest.mark.parametrize(
    ("task", "prediction", "line"),
    [
        (
            "classification",
            Prediction("7", "bad", {"good": 0.25, "bad": 0.75}),
            {"index": 0, "prediction": "bad", "probabilities": {"good": 0.25, "bad": 0.75}},
        ),
        (
            "choice",
            Prediction("7", 1, {"0": 0.25, "1": 0.75}),
            {"index": 0, "prediction": 1, "probabilities": {"0": 0.25, "1": 0.75}},
        ),
        ("regression", Prediction("7", 2.5), {"index": 0, "prediction": 2.5}),
        (
            "token_classification",
            Prediction("7", ("O", "B-PER")),
            {"index": 0, "prediction": ["O", "B-PER"]},
        ),
    ],
)
def test_other_predictions_are_lines_with_index_and_probabilities(
    tmp_path: Path, task: str, prediction: Prediction, line: dict[str, Any]
) -> None:
    data = LabelledSet("x", "X", task, {})
    (written,) = write_predictions(tmp_path / "p.jsonl", data, [prediction])
    assert read_lines(written) == [line]


def test_a_file_that_exists_is_not_overwritten_by_itself(tmp_path: Path) -> None:
    data = squad(tmp_path / "dev-v2.0.json")
    odds = tmp_path / "p.null_odds.json"
    odds.write_text("mine")
    with pytest.raises(FileExistsError, match=r"p\.null_odds\.json exists already"):
        write_predictions(tmp_path / "p.json", data, ANSWERS)
    assert odds.read_text() == "mine"
    assert not (tmp_path / "p.json").exists()
    write_predictions(tmp_path / "p.json", data, ANSWERS, overwrite=True)
    assert json.loads(odds.read_text())["a"] == -4.0


@pytest.mark.parametrize("scorer", ["glue", "squad"])
def test_a_scorer_that_does_not_fit_the_task_is_rejected(tmp_path: Path, scorer: Any) -> None:
    data = LabelledSet("x", "X", "choice", {})
    with pytest.raises(ValueError, match="choice"):
        write_predictions(tmp_path / "p", data, [Prediction("1", 0)], scorer=scorer)
    assert not (tmp_path / "p").exists()
