from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models.checkpoints.checkpoint import LoadedModel, load
from models.compression import architecture_search
from models.compression.architecture_search import applies, search_recipe
from models.compression.base import CompressionReport
from models.compression.run import compress_into
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder
from models.schema.registry import catalog
from models.search.results import written_shape
from models.search.space import default_choices, read_shape, up_to
from tests.models.tiny import in_this_process, little_held_out

QUICK = {"trials": 2, "trial_steps": 9, "steps": 3, "parameters": 100.0}
DEFAULTS: Mapping[str, Any] = {
    one.name: one.default for one in catalog().compressions["search"].options
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    """A bundled model whose recipe has few tokens of text."""
    loaded = load(checkpoint_folder("albert-mini"))
    run = json.loads(json.dumps(loaded.run))
    for recipe in (run["recipe"], *(stage["recipe"] for stage in run.get("before", []))):
        recipe["data_tokens"] = 5000
        recipe["schedule"] |= {"batch_size": 2, "length": 16, "long_length": 16}
    return replace(loaded, run=run)


def test_the_best_shape_is_trained_and_joins_as_a_model(
    small: LoadedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    little_held_out(monkeypatch)
    monkeypatch.setattr("models.compression.architecture_search.local_executor", in_this_process)
    out = run_to_end(
        compress_into(small, "search", QUICK, tmp_path / "shape", cache=tmp_path / "cache")
    )
    made = load(out)
    record = made.run["compression"]
    assert record["method"] == "search"
    assert record["parameters"] <= record["base_parameters"]
    finished_trials = [one for one in record["trials"] if one["state"] == "finished"]
    best = min(finished_trials, key=lambda one: one["curve"][-1][1])
    assert record["shape"] == best["values"]
    assert made.model.config.size.num_layers == best["values"]["size.num_layers"]
    texts = ["The capital of France is Paris.", "서울은 대한민국의 수도이다."]
    assert made.tokenizer is not None
    assert small.tokenizer is not None
    assert made.tokenizer.encode_ids(texts) == small.tokenizer.encode_ids(texts)


def test_a_given_shape_is_trained_without_a_search_and_has_the_trials_of_an_earlier_one(
    small: LoadedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    little_held_out(monkeypatch)
    monkeypatch.setattr("models.compression.architecture_search.local_executor", in_this_process)
    cache = tmp_path / "cache"
    shape = {"size.num_layers": 1, "size.width": 32, "size.num_heads": 2, "size.inner": 64}
    options = {**QUICK, "shape": written_shape(shape)}
    alone = load(run_to_end(compress_into(small, "search", options, tmp_path / "a", cache=cache)))
    assert alone.model.config.size.width == 32
    assert alone.run["compression"]["shape"] == shape
    assert alone.run["compression"]["trials"] == []
    assert alone.run["steps"] == QUICK["steps"], "run.json is that of its own training"
    run_to_end(compress_into(small, "search", QUICK, tmp_path / "b", cache=cache))
    after = load(run_to_end(compress_into(small, "search", options, tmp_path / "c", cache=cache)))
    assert len(after.run["compression"]["trials"]) == QUICK["trials"]
    assert after.hash == alone.hash


def test_the_training_of_a_shape_goes_on_where_it_was(
    small: LoadedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    little_held_out(monkeypatch)
    options = {**QUICK, "steps": 6, "shape": "size.num_layers=1, size.width=48"}

    def reports(name: str, cache: str) -> Generator[CompressionReport, None, Path]:
        return compress_into(small, "search", options, tmp_path / name, cache=tmp_path / cache)

    def steps(of: Iterator[CompressionReport]) -> Iterator[int]:
        return (one.done for one in of if one.message == "training the shape whole")

    whole = reports("whole", "one")
    assert list(steps(whole)) == [1, 2, 3, 4, 5, 6]
    first = reports("part", "two")
    assert next(step for step in steps(first) if step == 3)
    first.close()
    assert not (tmp_path / "part").exists()
    assert list(steps(reports("part", "two"))) == [4, 5, 6]
    assert load(tmp_path / "part").hash == load(tmp_path / "whole").hash


@pytest.mark.parametrize("text", ["size.depth=3", "size.width", "size.width=wide", "size.width=-1"])
def test_what_is_no_shape_is_rejected_with_those_that_are(small: LoadedModel, text: str) -> None:
    choices = search_recipe(small, {**DEFAULTS, **QUICK}).choices
    with pytest.raises(ValueError, match=r"is no size of a shape.*size\.num_layers, size\.width"):
        read_shape(text, choices)
    assert read_shape(written_shape({"size.width": 8}), choices) == {"size.width": 8}


def test_an_entry_that_an_architecture_names_belongs_to_its_shape(small: LoadedModel) -> None:
    recipe = search_recipe(small, {**DEFAULTS, **QUICK})
    assert recipe.choices["config.embedding_size"][-1] == small.entries["embedding_size"]
    assert all(
        values[-1] == getattr(recipe.base.size, name.removeprefix("size."))
        for name, values in recipe.choices.items()
        if name.startswith("size.")
    )


def test_bottlenecks_and_stacks_belong_to_the_shape_of_a_block_that_has_them(
    small: LoadedModel,
) -> None:
    entries = {"intra_bottleneck_size": 32, "num_feedforward_networks": 4, "embedding_size": 32}
    recipe = search_recipe(small, {**DEFAULTS, **QUICK}).base
    choices = default_choices(catalog().architectures["mobilebert"], recipe, entries)
    assert choices["config.intra_bottleneck_size"] == (8, 16, 24, 32)
    assert choices["config.num_feedforward_networks"] == (1, 2, 3, 4)
    assert "config.embedding_size" not in choices


def test_without_optuna_the_search_says_how_to_install_it(
    small: LoadedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(architecture_search, "is_installed", lambda: False)
    assert "pip install plm-explorer[search]" in applies(small)


def test_without_optuna_the_other_methods_are_there() -> None:
    script = (
        "import sys\n"
        "sys.modules['optuna'] = None\n"
        "from models.schema.registry import catalog\n"
        "print(*catalog().compressions, catalog().broken)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.split()[-1] == "{}", done.stderr
    assert "search" in done.stdout


def test_a_model_without_a_known_training_is_rejected(small: LoadedModel) -> None:
    assert applies(small) == ""
    assert "not known" in applies(replace(small, run={}))


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        (1, (1,)),
        (4, (1, 2, 3, 4)),
        (12, (3, 4, 8, 12)),
        (128, (32, 64, 96, 128)),
        (7, (1, 3, 4, 7)),
    ],
)
def test_sizes_go_up_to_those_of_the_model(value: int, numbers: tuple[int, ...]) -> None:
    assert up_to(value) == numbers


def test_every_architecture_has_a_default_space(small: LoadedModel) -> None:
    for spec in catalog().architectures.values():
        recipe = search_recipe(small, {**DEFAULTS, **QUICK}).base
        assert set(default_choices(spec, recipe, {})) == {
            "size.num_layers",
            "size.width",
            "size.num_heads",
            "size.inner",
        }
