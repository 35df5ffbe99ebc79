"""Which recipes a model was trained with, as far as its files and those before it say."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from models.checkpoints.lineage import RUN_FILE, lineage
from models.runtime.resources import resource
from models.training.recipe import Recipe
from models.training.run_folder import RunProgress, run_record, stages

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


@pytest.mark.parametrize(
    "run",
    [
        {},
        {"recipe": 3},
        {"recipe": {"name": "of another version"}},
        {"recipe": {**FIRST, "objectives": []}},
    ],
)
def test_without_a_recipe_that_can_be_read_nothing_is_known(run: dict[str, Any]) -> None:
    assert lineage(run) is None


def test_a_run_that_began_with_a_published_checkpoint_is_not_known_whole(tmp_path: Path) -> None:
    published = model(tmp_path / "published", None)
    assert lineage({"recipe": {**SECOND, "start": published}}) is None
    assert lineage({"recipe": {**SECOND, "start": str(tmp_path / "gone")}}) is None


def test_the_record_of_a_run_holds_the_recipes_of_its_earlier_stages(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    first = record("first", FIRST)
    second = record("second", {**SECOND, "start": gone}, stages(first))
    third = record("third", {**SECOND, "name": "third", "start": gone}, stages(second))
    found = lineage(third)
    assert found is not None
    assert [recipe.name for recipe in found] == ["third", "second", "first"]
    assert lineage({**third, "before": third["before"][1:]}) is None, "the first stage is missing"


def record(name: str, recipe: dict[str, Any], before: Sequence[Any] = ()) -> dict[str, Any]:
    made = run_record(Recipe.from_dict(recipe), RunProgress(step=1), 10, before)
    return {**made, "name": name}


def test_a_run_that_began_with_itself_is_not_known_whole(tmp_path: Path) -> None:
    folder = tmp_path / "loop"
    model(folder, {**SECOND, "start": str(folder)})
    assert lineage({"recipe": {**SECOND, "start": str(folder)}}) is None


BUNDLED = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(resource("checkpoints").glob("*/run.json"))
]


@pytest.mark.parametrize("run", BUNDLED, ids=lambda run: run["name"])
def test_of_a_bundled_model_that_was_trained_in_one_stage_all_is_known(run: dict[str, Any]) -> None:
    found = lineage(run)
    assert found is not None or run["recipe"]["start"]
