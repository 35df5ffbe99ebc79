"""`compare` from the command line."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.cli import main
from explorer.commands import compare
from models.comparison.catalog import experiments
from tests.models.tiny import in_this_process, little_held_out

SMALL = {
    "schedule.steps": 1,
    "data_tokens": 2000,
    "tokenizer.vocab_size": 300,
    "size.num_layers": 1,
    "size.width": 16,
    "size.inner": 16,
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two arms of a small model, with one seed, in this process."""
    little_held_out(monkeypatch)
    monkeypatch.setattr("models.runtime.processes.local_executor", in_this_process)
    whole = compare.plan_of

    def plan_of(*arguments: Any) -> Any:
        plan = whole(*arguments)
        spec = replace(plan.spec, arms=plan.spec.arms[:2], claims=plan.spec.claims[:1])
        return replace(plan, spec=spec, changes=SMALL)

    monkeypatch.setattr(compare, "plan_of", plan_of)


def test_the_list_names_every_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(experiments())
    assert main(["compare", "--list", "--json", "masking_rate"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["name"] == "masking_rate"
    assert found["seeds"] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["masking_rate"], "--out"),
        (["no_such_one", "--out", "x"], "no comparison 'no_such_one'"),
        (["masking_rate", "--out", "x", "--seeds", "0"], "--seeds is 0"),
        (["masking_rate", "--out", "x", "--workers", "0"], "--workers is 0"),
        (["masking_rate", "--out", "x", "--data", "nothing.txt"], "no file nothing.txt"),
        (["masking_rate", "--out", "x", "--scheduler", "tcp://127.0.0.1:9"], "No Dask scheduler"),
    ],
)
def test_a_mistake_is_said_in_a_sentence(
    arguments: list[str],
    problem: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["compare", *arguments]) == 2
    assert problem in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("tokenizers", "differ in their text (world:en, world:ko)"),
        ("freezing", "learns from labelled examples"),
        ("where_a_fact_is", "made for the text facts:en alone"),
    ],
)
def test_text_that_a_comparison_cannot_use_is_rejected_with_the_reason(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "own.txt"
    text.write_text("One line.", encoding="utf-8")
    assert main(["compare", name, "--data", str(text), "--out", str(tmp_path / "out")]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.usefixtures("small")
def test_rows_and_result_are_written_and_a_second_run_needs_resume(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["compare", "masking_rate", "--quick", "--seeds", "1", "--workers", "1"]
    arguments += ["--out", str(tmp_path)]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert "2 of 2" in printed
    assert "too few" in printed
    with (tmp_path / "masking_rate" / "rows.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["seed"] for row in rows} == {"1"}
    written = {path.suffix for path in (tmp_path / "masking_rate").glob("masking_rate.*")}
    assert written == {".png", ".svg"}
    assert main(arguments) == 2
    assert "--resume" in capsys.readouterr().err
    assert main([*arguments, "--resume", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["quick"]
    assert found["claims"][0]["contrasts"][0]["interval"] == [None, None]


def test_the_texts_are_listed_with_what_to_do_for_those_that_are_not_here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.data.texts.places._find_module", lambda: None)
    assert main(["texts"]) == 0
    printed = capsys.readouterr().out
    assert "world-english-bible" in printed
    assert "pip install 'plm-explorer[texts]'" in printed
    assert "wikitext-2:PATH" in printed
    assert main(["texts", "--json"]) == 0
    found = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert found["wikitext-2"]["licence"] == "CC BY-SA 3.0"
    assert not found["world-english-bible"]["is_here"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("wikitext-9", "or one of: world-english-bible, wordnet, wikitext-2"),
        ("wikitext-2:nowhere", "Download the folder wikitext-2-v1"),
        ("babylm-10m", "was not found on this computer"),
        ("korean", "needs the path of the file"),
    ],
)
def test_a_text_that_is_not_here_is_refused_with_what_to_do(
    data: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "masking_rate", "--data", data, "--out", str(tmp_path / "out")]) == 2
    assert problem in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_comparison_is_registered_on_a_text_that_others_can_get(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from models.comparison.evidence import registration

    def registration_file(name: str, text: str = "") -> Path:
        return tmp_path / "registrations" / f"{name}.{text}.json"

    monkeypatch.setattr(registration, "registration_file", registration_file)
    (tmp_path / "wiki.train.tokens").write_text("A line .\n\nMore .", encoding="utf-8")
    arguments = ["compare", "masking_rate", "--register", "--data"]
    assert main([*arguments, str(tmp_path / "wiki.train.tokens")]) == 2
    assert "that others can get" in capsys.readouterr().err
    assert main([*arguments, f"wikitext-2:{tmp_path}"]) == 0
    assert "Registered on" in capsys.readouterr().out
    (entry,) = registration.registrations("masking_rate", "wikitext-2")
    assert len(entry.text) == 64
    assert not entry.after_results
