"""A model that gives several classes to a text: each has a probability of its own everywhere."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from explorer.cli import main
from explorer.core.attribution.target import WordQuestion
from explorer.core.attribution.tasks import task_target
from explorer.core.engine.engine import Engine
from explorer.core.finetuning.results import classified_examples
from explorer.core.finetuning.sentence import predict_sentence
from explorer.core.library.library import Library
from explorer.core.sentences.scores import is_correct, label_loss
from models.attribution.tasks import class_score, task_logits
from models.finetuning.run import open_finetuned
from models.finetuning.trainer import finetune_on
from models.runtime.generators import run_to_end
from models.schema.batch import collate
from models.tasks.base import Prediction, TaskModel
from models.tasks.examples import LabelledSet, TextExample, answer_probability
from tests.models.finetuning import tiny

CLASSES = ("animal", "colour", "size")
TEXT = "red cat sees"


def several() -> LabelledSet:
    """Texts with the classes of their words, the last one written first."""
    words = {"animal": ("cat", "dog", "bird"), "colour": ("red", "blue"), "size": ("big", "small")}

    def label(text: str) -> str:
        return "|".join(n for n in reversed(CLASSES) if {*text.split()} & {*words[n]})

    colours = tiny.colours()
    splits = {
        split: [replace(one, label=label(one.text)) for one in examples]  # type: ignore[union-attr, type-var]
        for split, examples in colours.splits.items()
    }
    return replace(colours, name="several", splits=splits, labels=CLASSES, multi_label=True)


@cache
def folder() -> Path:
    """The folder of a model that was fine-tuned once for these tests."""
    made = tiny.folder_of("bert").parent / "several-classes"
    run_to_end(finetune_on(tiny.recipe(epochs=12), several(), made))
    return made


def expected(text: str = TEXT) -> dict[str, float]:
    """The probabilities, straight from the logits."""
    task, model = task_model(), open_finetuned(folder())
    (row,) = model.pipeline.rows([TextExample("0", text)], several())
    logits = task_logits(task, row.model_input).astype(np.float64)
    return dict(zip(CLASSES, (1 / (1 + np.exp(-logits))).tolist(), strict=True))


def task_model() -> TaskModel:
    made = open_finetuned(folder()).pipeline.task_model  # type: ignore[attr-defined]
    assert isinstance(made, TaskModel)
    return made


def test_predict_gives_every_class_from_one_half_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", "--model", str(folder()), "--text", TEXT]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["probabilities"] == pytest.approx(expected())
    given = [name for name, p in expected().items() if p >= 0.5]
    assert said["prediction"] == "|".join(given)
    assert sum(said["probabilities"].values()) != pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("stated", [[], ["text=text", "label=label"], ["multi_label=true"]])
def test_evaluate_reads_cells_of_several_classes(
    stated: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "mine.csv"
    rows = [f"{one.text},{one.label}" for one in several().examples("dev")]  # type: ignore[union-attr]
    table.write_text("\n".join(["text,label", *rows, ""]), encoding="utf-8")
    columns = ["--columns", "text=text", "label=label", *stated] if stated else []
    command = ["evaluate", "--model", str(folder()), "--data", str(table), "--json", *columns]
    assert main(command) == 0
    metrics = json.loads((folder() / "run.json").read_text())["finetuning"]["metrics"]
    assert json.loads(capsys.readouterr().out)["metrics"] == pytest.approx(metrics)


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("multi_label=maybe", "multi_label of columns is 'maybe'. Write true or false"),
        ("header=1", "header of columns is '1'. Write true or false"),
        ("label", "abel says no column"),
    ],
)
def test_a_setting_of_columns_is_typed_with_its_type(
    setting: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "mine.csv"
    table.write_text("text,label\nred,colour\n", encoding="utf-8")
    command = ["evaluate", "--model", str(folder()), "--data", str(table), "--columns", "text=text"]
    assert main([*command, setting]) == 2
    assert problem in capsys.readouterr().err


def test_the_window_says_the_same_of_its_sentence() -> None:
    said = predict_sentence(Engine(Library()), str(folder()), TEXT, "")
    assert said.probabilities == pytest.approx(expected())
    assert said.classes == [name for name, p in expected().items() if p >= 0.5]
    assert "probability of its own" in said.note


@pytest.mark.parametrize("against", ["", "size"])
def test_why_explains_the_probability_of_a_class_by_itself(against: str) -> None:
    question = WordQuestion(TEXT, "", wanted="animal", against=against)
    target = task_target(Engine(Library()), str(folder()), question)
    assert target is not None
    assert dict(target.candidates) == pytest.approx(expected(), abs=1e-6)
    batch = collate([target.explained.model_input], with_targets=False)
    places = {name: place for place, name in enumerate(CLASSES)}
    task = task_model().eval()
    score = class_score(task, places["animal"], places.get(against))(batch)
    shares = expected()
    wanted = math.log(shares["animal"]) - (math.log(shares[against]) if against else 0)
    assert float(score.detach()) == pytest.approx(wanted, abs=1e-5)


def test_a_model_of_one_class_does_not_judge_texts_of_several() -> None:
    single = tiny.folder_of("bert").parent / "one-class"
    run_to_end(finetune_on(tiny.recipe(epochs=1), tiny.colours(), single))
    model = open_finetuned(single)
    assert not model.multi_label
    both = replace(several(), labels=tiny.LABELS)
    with pytest.raises(ValueError, match="gives one"):
        model.match_classes(both)


def test_the_probability_of_several_classes_is_that_of_these_and_no_others() -> None:
    shares = {"a": 0.9, "b": 0.5, "c": 0.2}
    assert answer_probability("a|b", shares, multi_label=True) == pytest.approx(0.9 * 0.5 * 0.8)
    assert answer_probability("", shares, multi_label=True) == pytest.approx(0.1 * 0.5 * 0.8)
    assert answer_probability("a|d", shares, multi_label=True) is None
    assert answer_probability("b", shares, multi_label=False) == 0.5


def test_the_order_of_classes_in_a_label_means_nothing() -> None:
    example = TextExample("0", TEXT, label="c|a")
    shares = {"a": 0.9, "b": 0.2, "c": 0.6}
    (classified,) = classified_examples(example, Prediction("0", "a|c", shares), "abc", True)
    assert classified.is_correct
    assert classified.confidence == pytest.approx(0.9 * 0.8 * 0.6)
    assert classified.loss == pytest.approx(-math.log(0.9 * 0.8 * 0.6))
    assert is_correct(example, "a|c", True) == 1.0
    assert label_loss(example, shares, True) == pytest.approx(classified.loss)
