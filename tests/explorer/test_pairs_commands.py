"""The commands `pairs` and `surprisal`: tables, summaries, and files of others."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from explorer.cli import main
from tests.explorer.ui.panel_bench import small_models

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


def written(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_pairs_and_words_are_written_with_a_summary(
    models: Path, tmp_path: Path, capsys: Any
) -> None:
    halves = f"{TEXT},{TEXT.replace('is', 'are')}\nsame .,same .\n"
    pairs = written(tmp_path, "own.csv", f"good,bad\n{halves}")
    out, model = tmp_path / "out", str(models / "gpt2")
    assert main(["pairs", str(pairs), "--models", model, "--out", str(out), "--json"]) == 0
    said = capsys.readouterr()
    summary = json.loads(said.out)
    assert summary["pairs"] == 1
    assert summary["left_out"] == ["own.csv, line 3: both halves are equal"]
    assert len(rows(out / "pairs.csv")) == 1
    assert {one["phenomenon"] for one in rows(out / "accuracy.csv")} == {"own"}

    lines = written(tmp_path, "lines.txt", f"{TEXT}\nmina has a ball .\n")
    times = written(tmp_path, "times.csv", "word,time\nthe,200\nwolf,210\n")
    arguments = ["surprisal", str(lines), "--models", model, "--out", str(out)]
    assert main([*arguments, "--times", str(times), "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["words"] == 12
    assert "times.csv, line 3: 'wolf' where the text has 'capital'" in said.err
    words = rows(out / "surprisal.csv")
    assert [one["word"] for one in words[:3]] == ["the", "capital", "of"]
    assert words[0]["time"] == "200.0"


def test_a_table_of_others_is_not_replaced_and_nothing_is_scored(
    models: Path, tmp_path: Path, capsys: Any
) -> None:
    pairs = written(tmp_path, "own.csv", "good,bad\na b,b a\n")
    mine = written(tmp_path, "pairs.csv", "my,own,table\n")
    model = str(models / "gpt2")
    assert main(["pairs", str(pairs), "--models", model, "--out", str(tmp_path)]) == 2
    assert "is no table of this command" in capsys.readouterr().err
    assert mine.read_text(encoding="utf-8") == "my,own,table\n"
    assert not (tmp_path / "accuracy.csv").exists()
