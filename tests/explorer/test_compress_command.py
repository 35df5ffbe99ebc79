"""`compress` as a person types it: methods, results, and what cannot be."""

import json
from pathlib import Path

import pytest

from explorer.cli import main
from models.checkpoints.checkpoint import load

COMMAND = ["compress", "--model", "bert-mini"]


def test_the_methods_are_listed_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", "--list"]) == 0
    out = capsys.readouterr().out
    assert "quantize" in out
    assert "dynamic_int8, weight_int8, weight_int4; default dynamic_int8" in out
    assert main(["compress", "--list", "--json"]) == 0
    listed = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert [option["name"] for option in listed["prune"]["options"]][:2] == ["kind", "sparsity"]
    further = listed["distill"]["further_options"]
    assert "layer_map" in {option["name"] for option in further["kind=tinybert"]}
    assert "with kind=tinybert:" in out


def test_a_model_is_quantized_and_both_are_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "small"
    assert main([*COMMAND, "--method", "quantize", "--out", str(out)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("bert-mini ") and "ms for" in line for line in lines)
    assert any(line.startswith("small ") and "accuracy" in line for line in lines)
    assert load(out).stored == ("int8",)


def test_json_has_the_record_and_both_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "shallow"
    options = ["--option", "kind=layers", "--option", "sparsity=0.25"]
    assert main([*COMMAND, "--method", "prune", *options, "--out", str(out), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["folder"] == str(out)
    assert result["record"]["options"]["kind"] == "layers"
    assert result["made"]["parameters"] < result["base"]["parameters"]
    assert result["made"]["loss"] > result["base"]["loss"]


def test_zeros_are_said_to_be_stored_and_no_faster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "pattern")
    assert main([*COMMAND, "--method", "prune", "--option", "scope=n:m", "--out", out]) == 0
    said = capsys.readouterr().out
    assert "stored as zeros" in said
    assert "On this machine" not in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--method", "prune", "--option", "sparsity=1"], "0.0 to 0.99"),
        (["--method", "prune", "--option", "sparsity=much"], "Write a number"),
        (["--method", "prune", "--option", "steps=1.5"], "Write a whole number"),
        (["--method", "prune", "--option", "embeddings=yes"], "Write true or false"),
        (["--method", "prune", "--option", "depth=2"], "no option 'depth'"),
        (["--method", "prune", "--option", "depth"], "KEY=VALUE"),
        (["--method", "distill", "--option", "layer_map=last"], "no option 'layer_map' here"),
        (["--method", "quantize", "--option", "per=group"], "set per to"),
        (["--method", "shrink"], "known are"),
        (["--method", "prune", "--data", "no such text"], "no such text"),
        ([], "There is no method"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_exit_code_2(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*COMMAND, *arguments, "--out", str(tmp_path / "made")]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


def test_an_existing_folder_and_quantizing_twice_are_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = str(tmp_path / "made")
    assert main([*COMMAND, "--method", "quantize", "--out", made]) == 0
    assert main([*COMMAND, "--method", "quantize", "--out", made]) == 2
    assert "exists already" in capsys.readouterr().err
    again = ["compress", "--model", made, "--method", "quantize", "--out", str(tmp_path / "again")]
    assert main(again) == 2
    assert "quantized already" in capsys.readouterr().err
