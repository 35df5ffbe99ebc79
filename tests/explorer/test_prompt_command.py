"""`prompt` as a person types it: tables, JSON, and what is wrong with a file or a model."""

import json
from pathlib import Path

import pytest

from explorer.cli import main

TASK = ["--task", "capital:en", "--queries", "10"]


def test_accuracy_is_printed_by_model_and_number_of_examples(
    capsys: pytest.CaptureFixture[str],
) -> None:
    models = ["--model", "gpt2-mini", "--model", "gpt1-mini"]
    assert main(["prompt", *models, *TASK, "--shots", "0", "2"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in out] == ["gpt2-mini"] * 2 + ["gpt1-mini"] * 2
    assert all("10 queries" in line for line in out)


@pytest.mark.parametrize("score", ["sum", "normalised", "free"])
def test_json_has_the_results_and_a_prompt_as_it_is_sent(
    score: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["prompt", "--model", "gpt2-mini", *TASK, "--shots", "1", "--score", score, "--json"]
    assert main(command) == 0
    first = capsys.readouterr().out
    (model,) = json.loads(first)["models"]
    assert model["prompt"].count("The capital of") == 2
    assert model["results"][0]["shots"] == 1
    assert 0 <= model["results"][0]["accuracy"] <= 1
    assert main(command) == 0
    assert capsys.readouterr().out == first, "the same seed gives the same result"


def test_a_model_without_its_adapter_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", "--model", "gpt2-mini@base", *TASK]) == 2
    assert "Name the base itself" in capsys.readouterr().err


def test_examples_without_room_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", "--model", "gpt2-mini", *TASK, "--shots", "30"]) == 0
    assert "examples dropped" in capsys.readouterr().out


def test_tasks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", "--list"]) == 0
    assert "sentiment:ko:permuted" in capsys.readouterr().out


def test_a_bad_line_of_a_table_is_named_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("one\tyes\ntwo\n", encoding="utf-8")
    assert main(["prompt", "--model", "gpt2-mini", "--data", str(path)]) == 2
    assert f"{path}, line 2" in capsys.readouterr().err


def test_a_query_that_does_not_fit_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.tsv"
    path.write_text(f"{'long ' * 300}\tyes\nshort\tno\n{'more ' * 300}\tyes\n", encoding="utf-8")
    assert main(["prompt", "--model", "gpt2-mini", "--data", str(path)]) == 2
    assert "Shorten the query" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--task", "capital:en"], "There is no model."),
        (["--model", "gpt2-mini"], "Give either --task or --data."),
        (["--model", "bert-mini", *TASK], "Choose a causal model."),
        (["--model", "t5-mini", *TASK], "Choose a causal model."),
        (["--model", "gpt2-mini", "--task", "unheard"], "There are acceptability:en"),
        (["--model", "gpt2-mini", "--data", "nowhere.tsv"], "there is no such file"),
    ],
)
def test_what_is_missing_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prompt", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_free_table_cannot_be_scored_by_choices(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("".join(f"in {n}\tout {n}\n" for n in range(30)), encoding="utf-8")
    assert main(["prompt", "--model", "gpt2-mini", "--data", str(path)]) == 2
    assert "Use the free answer" in capsys.readouterr().err
    free = ["--score", "free", "--shots", "2", "--queries", "5"]
    assert main(["prompt", "--model", "gpt2-mini", "--data", str(path), *free]) == 0
