"""A smaller shape of a model's architecture, found by short trainings and then trained whole.

Optuna samples the shapes (TPE: Bergstra et al. 2011; Akiba et al. 2019, arXiv:1907.10902) and stops
those that learn badly (asynchronous successive halving: Li et al. 2018, arXiv:1810.05934).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Generator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.checkpoints.checkpoint import LoadedModel
from models.checkpoints.lineage import lineage
from models.compression.base import Compressed, Compressing, CompressionReport, trained_in
from models.compression.examples import CompressionData
from models.runtime.generators import map_progress
from models.runtime.processes import local_executor
from models.schema.batch import as_module, num_parameters
from models.schema.specs import CompressionSpec, Option, Paper
from models.search.recipe import SAMPLERS, Budget, SearchRecipe
from models.search.results import SearchResult
from models.search.settings import SETTINGS_FILE, is_installed, settings_text
from models.search.space import default_choices, read_shape
from models.training.recipe import Recipe, TokenizerRecipe
from models.training.training_task import check_recipe

if TYPE_CHECKING:
    from models.search.run import SearchProgress


def applies(loaded: LoadedModel) -> str:
    if not is_installed():
        return "The search for a shape needs Optuna. Install it: pip install plm-explorer[search]"
    if lineage(loaded.run) is None:
        return (
            f"How {loaded.name} was trained is not known, so other shapes of it cannot be. Choose "
            "a model that was trained by this program."
        )
    if loaded.task_model is not None:
        return f"{loaded.name} is fine-tuned. Search with the model that it was fine-tuned from."
    return ""


def compress(loaded: LoadedModel, options: Mapping[str, Any], data: CompressionData) -> Compressing:
    """Search, then train the best shape whole, or the given one without a search.

    A search or a training that was interrupted goes on. Raises ValueError where no shape is within
    the budget, and what training raises.
    """
    from models.search.study import read_result  # only where Optuna is installed

    recipe = search_recipe(loaded, options)
    folder = data.cache / "searches" / _digest(settings_text(recipe))
    if text := str(options["shape"]):
        shape = read_shape(text, recipe.choices)
        is_known = (folder / SETTINGS_FILE).is_file()
        result = read_result(folder) if is_known else SearchResult((), {})
    else:
        result = yield from _search_architectures(recipe, folder, data.cache, _num_workers(options))
        if result.best is None:
            raise ValueError("No trial was trained to its end. Allow more trials or more steps.")
        shape = dict(result.best.values)
    steps = int(options["steps"])
    whole = _whole(recipe, shape, steps, f"{loaded.name}-shape")
    run = data.cache / "shapes" / _digest(json.dumps(whole.to_dict(), sort_keys=True))
    made = yield from trained_in(run, whole, data.cache, "training the shape whole")
    return Compressed(made, _record(recipe, replace(result, shape=shape), steps), trained=True)


def _search_architectures(
    recipe: SearchRecipe, folder: Path, cache: Path, workers: int
) -> Generator[CompressionReport, None, SearchResult]:
    from models.search.run import search

    executor, resume = partial(local_executor, workers), folder.is_dir()
    running = search(recipe, folder, cache, executor, resume=resume, at_once=workers)
    return (yield from map_progress(running, _report))


def _report(progress: SearchProgress) -> CompressionReport:
    return CompressionReport("searching", progress.done, progress.total)


def search_recipe(loaded: LoadedModel, options: Mapping[str, Any]) -> SearchRecipe:
    """The search that a model and the options of this method give. Deterministic."""
    known = lineage(loaded.run)
    assert known is not None
    base = _short(known[-1], loaded, int(options["trial_steps"]))
    share = float(options["parameters"]) / 100
    own = num_parameters(as_module(loaded.model))
    return SearchRecipe(
        base=base,
        choices=default_choices(loaded.spec, base, loaded.entries),
        budget=Budget(int(own * share), float(options["milliseconds"])),
        sampler=str(options["sampler"]),
        halving=bool(options["halving"]),
        trials=int(options["trials"]),
        seed=int(options["seed"]),
    )


def _short(recipe: Recipe, loaded: LoadedModel, steps: int) -> Recipe:
    """The first stage of a model's training, with its vocabulary, for a trial."""
    schedule = replace(
        recipe.schedule, steps=steps, warmup_steps=min(recipe.schedule.warmup_steps, steps // 5)
    )
    folder = TokenizerRecipe(folder=str(loaded.folder.resolve()))
    return replace(recipe, name="", start="", teaching=None, tokenizer=folder, schedule=schedule)


def _whole(recipe: SearchRecipe, shape: Mapping[str, Any], steps: int, name: str) -> Recipe:
    """The training of a shape for so many steps."""
    try:
        shaped = recipe.shape(shape)
        check_recipe(shaped)
    except ValueError as error:
        raise ValueError(f"This shape cannot be built: {error}") from error
    return replace(shaped, name=name, schedule=replace(shaped.schedule, steps=steps))


def _record(recipe: SearchRecipe, result: SearchResult, steps: int) -> dict[str, Any]:
    """What run.json states of a search: the space, every trial, and what mattered."""
    choices = {name: list(values) for name, values in recipe.choices.items()}
    return {"choices": choices, "steps": steps, **result.to_dict()}


def _num_workers(options: Mapping[str, Any]) -> int:
    return int(options["workers"]) or os.cpu_count() or 1


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


SPEC = CompressionSpec(
    name="search",
    title="Architecture search",
    summary="Smaller shapes of the same architecture are trained for a few steps each; the best "
    "one within the budget is trained whole.",
    papers=(
        Paper(
            "Li, Jamieson, Rostamizadeh and others",
            "A system for massively parallel hyperparameter tuning",
            2018,
            "1810.05934",
        ),
        Paper(
            "Akiba, Sano, Yanase and others",
            "Optuna: a next-generation hyperparameter optimization framework",
            2019,
            "1907.10902",
        ),
    ),
    options=(
        Option("parameters", "Parameters, % of the base", 50.0, 1.0, 100.0),
        Option("milliseconds", "Milliseconds at most (0: any)", 0.0, 0.0, 100_000.0),
        Option("sampler", "Sampling", "tpe", choices=tuple(SAMPLERS)),
        Option("halving", "Stop the worse trials early", True, choices=(False, True)),
        Option("trials", "Trials", 20, 2, 1000),
        Option("trial_steps", "Steps of a trial", 300, 9, 100_000),
        Option("steps", "Steps of the chosen shape", 2000, 1, 1_000_000),
        Option(
            "shape",
            "Shape to train (empty: the best)",
            "",
            help="Trained whole without a search, such as size.width=64, size.num_layers=2",
        ),
        Option(
            "workers",
            "Processes (0: one per core)",
            0,
            0,
            64,
            help="With several, which shapes are sampled depends on which trial ends first",
        ),
        Option("seed", "Seed", 1, 0, 2**31 - 1),
    ),
    applies=applies,
    compress=compress,
    needs_data=lambda options: True,
    notes=("A shape that learns best in a few steps need not be the best after many.",),
)
