"""`knowledge` as a person types it: the mini-world, an own file, and mistakes."""

import json
from pathlib import Path

import pytest

from explorer.cli import main


def test_a_text_is_linked_and_what_is_around_it_is_written_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "toyota.graphml"
    command = ["knowledge", "--text", "Toyota makes cars.", "--hops", "2", "--out", str(out)]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "triples" in lines[0]
    assert lines[1].startswith("0:6 Toyota: Toyota (company); or Toyota (city)")
    assert f"in {out}" in lines[-1]
    assert out.read_text(encoding="utf-8").startswith("<graphml")
    assert main(command) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_file_and_a_folder_are_told_which_option_takes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("Paris\tcapital of\tFrance\n", encoding="utf-8")
    assert main(["knowledge", "--graph", str(path)]) == 2
    assert f"--triples {path}" in capsys.readouterr().err
    assert main(["knowledge", "--triples", str(tmp_path)]) == 2
    assert f"--graph {tmp_path}" in capsys.readouterr().err


def test_an_own_file_is_reported_saved_opened_and_embedded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, folder, embeddings = (tmp_path / n for n in ("own.tsv", "graph", "t.safetensors"))
    rows = [f"e{i}\tr\te{(i * j) % 40}" for i in range(40) for j in (3, 5, 7)]
    path.write_text("\n".join(["broken", *rows, rows[1]]) + "\n", encoding="utf-8")
    assert main(["knowledge", "--triples", str(path), "--save", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "lines without three columns, or with an empty one; left out: 1" in out
    assert "line 1: broken" in out
    trained = ["--train", "--epochs", "5", "--size", "8", "--embeddings", str(embeddings)]
    assert main(["knowledge", "--graph", str(folder), *trained, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert 0 <= result["transe"]["hits_at_10"] <= 1
    assert result["transe"]["held_out"] > 0
    assert embeddings.is_file()
    alone = ["--train", "--epochs", "1", "--hold-out", "0", "--entity", "e3", "--relation", "r"]
    assert main(["knowledge", "--graph", str(folder), *alone]) == 0
    out = capsys.readouterr().out
    assert "e3\tr\te9" in out
    assert "TransE on" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--entity", "Atlantis"], "no entity 'Atlantis'"),
        (["--entity", "France", "--relation", "king"], "no relation 'king'"),
        (["--out", "a.png", "--entity", "France"], "says no format"),
        (["--out", "a.csv"], "Give --entity or --text"),
        (["--embeddings", "a.safetensors"], "Add --train"),
        (["--hold-out", "1"], "a share from 0"),
        (["--graph", "nowhere"], "no folder of a knowledge graph"),
        (["--triples", "nowhere.tsv"], "nowhere.tsv"),
        (["--text", "Hm.", "--out", "a.csv"], "names no entity"),
        (["--train", "--epochs", "0"], "pochs must be at least 1"),
    ],
)
def test_mistakes_are_named_and_write_nothing(
    options: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["knowledge", *options]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
