"""`finetune`, `evaluate` and `predict`, in this process, with a tiny model and tiny tables."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from explorer.cli import main
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.trainer import finetune_on
from models.runtime.generators import run_to_end
from models.tasks.examples import LabelledSet
from models.training.run_folder import latest
from tests.models.finetuning import tiny

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60.0


def write_table(path: Path, data: LabelledSet, split: str) -> Path:
    rows = [f"{one.label}\t{one.text}" for one in data.splits[split]]  # type: ignore[index, union-attr]
    path.write_text("\n".join(["label\tsentence", *rows]) + "\n", encoding="utf-8")
    return path


def write_recipe(folder: Path, **options: Any) -> Path:
    folder.mkdir(exist_ok=True)
    data = tiny.colours()
    table = write_table(folder / "train.tsv", data, "train")
    write_table(folder / "dev.tsv", data, "dev")
    usual: dict[str, Any] = {"epochs": 6, "batch_size": 4, "learning_rate": 1e-2, "max_length": 32}
    recipe = FineTuningRecipe(
        model=str(tiny.folder_of("bert")), data=str(table), **{**usual, **options}
    )
    path = folder / "recipe.toml"
    path.write_text(recipe.to_toml(), encoding="utf-8")
    return path


@cache
def fine_tuned(task: str = "classification") -> Path:
    """The folder of a model that was fine-tuned once for these tests."""
    folder = tiny.folder_of("bert").parent / f"fine-tuned-{task}"
    data = tiny.colours() if task == "classification" else tiny.one_of(task)
    run_to_end(finetune_on(tiny.recipe(epochs=15), data, folder))
    return folder


def test_a_model_is_fine_tuned_evaluated_and_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, out = write_recipe(tmp_path / "data"), tmp_path / "run"
    assert main(["finetune", str(recipe), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "24 training and 8 dev examples, 36 steps" in said
    assert "epoch 6" in said
    assert "Finished. The model is in" in said

    dev, predictions = str(tmp_path / "data" / "dev.tsv"), tmp_path / "predictions.tsv"
    command = ["evaluate", "--model", str(out), "--task", "classification", "--data", dev]
    assert main([*command, "--json", "--predictions", str(predictions)]) == 0
    found = json.loads(capsys.readouterr().out)
    stated = json.loads((out / "run.json").read_text())["finetuning"]["metrics"]
    assert found["metrics"] == pytest.approx(stated)
    assert found["examples"] == 8
    lines = predictions.read_text().splitlines()
    assert lines[0] == "index\tprediction"
    assert [line.split("\t")[0] for line in lines[1:]] == [str(i) for i in range(8)]

    assert main(["predict", "--model", str(out), "--text", "red cat"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["index"] == 0
    assert line["prediction"] in tiny.LABELS
    assert sum(line["probabilities"].values()) == pytest.approx(1)
    assert set(line["probabilities"]) == set(tiny.LABELS)


def test_the_precision_of_a_run_is_that_of_the_command(tmp_path: Path) -> None:
    recipe, out = write_recipe(tmp_path / "data", epochs=1), tmp_path / "run"
    assert main(["finetune", str(recipe), "--out", str(out), "--precision", "bfloat16"]) == 0
    stated = json.loads((out / "run.json").read_text())["finetuning"]
    assert stated["recipe"]["precision"] == "bfloat16"


def test_a_finished_run_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = write_recipe(tmp_path / "data", epochs=1)
    assert main(["finetune", str(recipe), "--out", str(tmp_path / "run")]) == 0
    assert main(["finetune", str(recipe), "--out", str(tmp_path / "run")]) == 2
    assert "Go on with it by --resume" in capsys.readouterr().err
    assert main(["finetune", str(recipe), "--out", str(tmp_path / "run"), "--resume"]) == 0


def test_several_seeds_have_folders_of_their_own_and_a_mean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, out = write_recipe(tmp_path / "data", epochs=1, seed=4), tmp_path / "run"
    assert main(["finetune", str(recipe), "--out", str(out), "--seeds", "2"]) == 0
    said = capsys.readouterr().out
    metrics = [
        json.loads((out / f"seed-{seed}" / "run.json").read_text())["finetuning"]["metrics"]
        for seed in (4, 5)
    ]
    mean = (metrics[0]["accuracy"] + metrics[1]["accuracy"]) / 2
    assert "dev  means of 2 seeds" in said
    assert f"accuracy                 {mean:.4f}  lowest to highest" in said
    assert "interval" not in said.partition("means of 2 seeds")[2]  # which two seeds do not have
    assert "[0." in said.partition("means of 2 seeds")[0]  # over the examples of dev
    assert json.loads((out / "seed-5" / "run.json").read_text())["title"] == "run-seed-5"
    shutil.rmtree(out / "seed-5")
    assert main(["finetune", str(recipe), "--out", str(out), "--seeds", "2", "--resume"]) == 0
    again = json.loads((out / "seed-5" / "run.json").read_text())["finetuning"]["metrics"]
    assert again == metrics[1]


def test_a_process_that_is_killed_between_checkpoints_goes_on_to_the_same_numbers(
    tmp_path: Path,
) -> None:
    recipe = write_recipe(tmp_path / "data", epochs=20, adversarial=0.5, patience=19)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    process = start_finetune(recipe, broken)
    deadline = time.monotonic() + PATIENCE_S
    while saved_step(broken) < 12 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(0.02)
    process.kill()
    assert process.wait() == -signal.SIGKILL, "the run ended before it was killed"
    reached = saved_step(broken)
    assert 12 <= reached < 120, "a checkpoint in the middle of the run"
    assert not (broken / "config.json").exists()

    assert main(["finetune", str(recipe), "--out", str(whole)]) == 0
    assert main(["finetune", str(recipe), "--out", str(broken), "--resume"]) == 0
    run, again = (json.loads((one / "run.json").read_text()) for one in (whole, broken))
    timed = ("seconds", "curve")
    for key in run["finetuning"].keys() - timed:
        assert run["finetuning"][key] == again["finetuning"][key], key
    curves = [without_seconds(one["finetuning"]["curve"]) for one in (run, again)]
    assert curves[0] == curves[1]
    expected, weights = (load_file(one / "model.safetensors") for one in (whole, broken))
    assert expected.keys() == weights.keys()
    for name, weight in expected.items():
        assert torch.equal(weight, weights[name]), name


def start_finetune(recipe: Path, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(ROOT / "main.py"), "finetune", str(recipe), "--out", str(out)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)


def saved_step(folder: Path) -> int:
    checkpoint = latest(folder)
    return 0 if checkpoint is None else int(checkpoint.name.removeprefix("step-"))


def without_seconds(curve: list[dict[str, float]]) -> list[dict[str, float]]:
    return [{key: value for key, value in one.items() if key != "seconds"} for one in curve]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("ugly\tred cat\n", "ugly"),
        ("good\n", "column"),
    ],
)
def test_a_bad_row_is_an_error_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, message: str
) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(f"label\tsentence\ngood\tred dog\n{row}", encoding="utf-8")
    command = ["evaluate", "--model", str(fine_tuned()), "--data", str(path)]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "mine.tsv" in said
    assert "line 3" in said
    assert message in said
    assert main([*command, "--skip-bad-rows"]) == 0
    assert "1 rows are left out" in capsys.readouterr().err


def test_a_table_without_labels_is_predicted_and_not_evaluated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "mine.tsv", tmp_path / "out.jsonl"
    path.write_text("review\nred cat\nbig dog\n", encoding="utf-8")
    command = ["--model", str(fine_tuned()), "--data", str(path), "--columns", "text=review"]
    assert main(["predict", *command, "--out", str(out)]) == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["index"] for line in lines] == [0, 1]
    capsys.readouterr()
    assert main(["evaluate", *command]) == 2


def test_answers_are_written_as_squads_scorer_reads_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paragraph = {
        "context": "big cat sees dog",
        "qas": [
            {"id": "q1", "question": "red cat", "answers": [{"text": "cat", "answer_start": 4}]}
        ],
    }
    squad = {"version": "1.1", "data": [{"title": "t", "paragraphs": [paragraph]}]}
    path, out = tmp_path / "dev.json", tmp_path / "answers.json"
    path.write_text(json.dumps(squad), encoding="utf-8")
    model = str(fine_tuned("question_answering"))
    assert main(["predict", "--model", model, "--data", str(path), "--out", str(out)]) == 0
    assert json.loads(out.read_text()).keys() == {"q1"}
    assert main(["predict", "--model", model, "--text", "red cat", "--pair", "big cat sees"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line.keys() == {"id", "answer", "start", "end", "null_score"}
    if line["answer"]:
        assert "big cat sees"[line["start"] : line["end"]] == line["answer"]
    assert main(["predict", "--model", model, "--text", "red cat"]) == 2
    assert "passage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["predict", "--model", "MODEL"], "either --text or --data"),
        (["predict", "--model", "MODEL", "--text", "a", "--out", "x.csv"], "says no format"),
        (
            ["predict", "--model", "MODEL", "--text", "a", "--out", "x.json"],
            "SQuAD's format holds answers",
        ),
        (["predict", "--model", "MODEL", "--task", "choice", "--text", "a"], "not for multiple"),
        (["predict", "--model", "bert-mini", "--text", "a"], "no head for a task"),
        (["evaluate", "--model", "MODEL", "--data", "nowhere.tsv"], "nowhere.tsv"),
        (["evaluate", "--model", "MODEL", "--data", "world:similarity:en"], "fine-tuned for"),
        (["finetune", "nowhere.toml", "--out", "x"], "no recipe nowhere.toml"),
    ],
)
def test_what_cannot_be_done_is_said_with_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(fine_tuned()) if item == "MODEL" else item for item in arguments]
    assert main(given) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
