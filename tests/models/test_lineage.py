"""Which recipes a model was trained with, as far as its files and those before it say."""

import json
from pathlib import Path
from typing import Any

import pytest

from models.lineage import RUN_FILE, lineage
from models.resources import resource

FIRST = {"name": "first", "architecture": "bert", "objectives": ["masked", "next_sentence"]}
SECOND = {"name": "second", "architecture": "bert", "objectives": ["masked"], "data": "a.txt"}


def model(folder: Path, recipe: dict[str, Any] | None) -> str:
    """A model folder, as far as it matters here."""
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    if recipe is not None:
        (folder / RUN_FILE).write_text(json.dumps({"recipe": recipe}))
    return str(folder)


def test_a_run_that_began_with_another_was_trained_with_both_recipes(tmp_path: Path) -> None:
    before = model(tmp_path / "first", FIRST)
    found = lineage({"recipe": {**SECOND, "start": before}})
    assert found is not None
    assert [recipe.name for recipe in found] == ["second", "first"]


@pytest.mark.parametrize("run", [{}, {"recipe": 3}, {"recipe": {"name": "of another version"}}])
def test_without_a_recipe_that_can_be_read_nothing_is_known(run: dict[str, Any]) -> None:
    assert lineage(run) is None


def test_a_run_that_began_with_a_published_checkpoint_is_not_known_whole(tmp_path: Path) -> None:
    published = model(tmp_path / "published", None)
    assert lineage({"recipe": {**SECOND, "start": published}}) is None
    assert lineage({"recipe": {**SECOND, "start": str(tmp_path / "gone")}}) is None


def test_runs_that_began_with_each_other_come_to_an_end(tmp_path: Path) -> None:
    folder = tmp_path / "loop"
    model(folder, {**SECOND, "start": str(folder)})
    assert lineage({"recipe": {**SECOND, "start": str(folder)}}) is None


@pytest.mark.parametrize("path", sorted(resource("checkpoints").glob("*/run.json")), ids=str)
def test_of_every_bundled_model_all_stages_are_known(path: Path) -> None:
    found = lineage(json.loads(path.read_text(encoding="utf-8")))
    assert found is not None
    assert found[-1].start == ""
