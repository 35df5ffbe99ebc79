"""Which text is looked at for tasks: a chosen file, the training text of a model, or neither."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.generation.found import FoundAnswer, FoundRequest, find_in_text
from explorer.core.library.library import Library
from models.runtime.generators import run_to_end
from models.runtime.resources import resource

SECRET = "TL;DR nobody else reads this. It is a diary.\n\n"


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.core.generation.found.MAX_DOCUMENTS", 50)


def found_in(*keys: str) -> FoundAnswer:
    answer: FoundAnswer = run_to_end(find_in_text(FoundRequest("", keys), Engine(Library())))[""]
    return answer


def test_a_foreign_run_names_no_file_of_this_computer(tmp_path: Path) -> None:
    folder = tmp_path / "downloaded"
    shutil.copytree(resource("checkpoints", "gpt2-mini"), folder)
    (tmp_path / "diary.txt").write_text(SECRET * 40, encoding="utf-8")
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    run["recipe"]["data"] = str(tmp_path / "diary.txt")
    (folder / "run.json").write_text(json.dumps(run), encoding="utf-8")
    answer = found_in(str(folder))
    assert answer.name == "the text of the mini-world"
    assert answer.found.counts["summary"] == 0


def test_a_model_that_cannot_be_read_leaves_the_text_of_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(resource("checkpoints", "gpt2-mini"), folder)
    (folder / "model.safetensors").write_bytes(b"no tensors")
    assert found_in(str(folder), "gpt3-mini").name == "the training text of gpt3-mini"
