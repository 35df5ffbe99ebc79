"""A smaller shape of a model's architecture, found by short trainings and then trained whole.

Optuna samples the shapes (TPE: Bergstra et al. 2011; Akiba et al. 2019, arXiv:1907.10902) and stops
those that learn badly (asynchronous successive halving: Li et al. 2018, arXiv:1810.05934).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from models.checkpoints.checkpoint import Loaded
from models.checkpoints.lineage import lineage
from models.compression.base import Compressed, Compressing, CompressionReport
from models.compression.examples import CompressionData
from models.runtime.processes import local_executor
from models.schema.batch import as_module, num_parameters
from models.schema.specs import CompressionSpec, Option, Paper
from models.search.recipe import SAMPLERS, Budget, SearchRecipe
from models.search.results import SearchResult, Trial
from models.search.run import search
from models.search.space import default_choices
from models.search.study import settings_text
from models.search.trial import build
from models.training.in_memory import even_steps, trained_to
from models.training.recipe import Recipe, TokenizerRecipe

REPORTS = 100  # of the training of the chosen shape


def applies(loaded: Loaded) -> str:
    if lineage(loaded.run) is None:
        return (
            f"How {loaded.name} was trained is not known, so other shapes of it cannot be. Choose "
            "a model that was trained by this program."
        )
    if loaded.task_model is not None:
        return f"{loaded.name} is fine-tuned. Search with the model that it was fine-tuned from."
    return ""


def compress(loaded: Loaded, options: Mapping[str, Any], data: CompressionData) -> Compressing:
    """Search, then train the best shape whole; a search that was interrupted goes on.

    Raises ValueError where no shape is within the budget, and what training raises.
    """
    recipe = search_recipe(loaded, options)
    folder = data.cache / "searches" / _digest(recipe)
    workers = int(options["workers"])
    executor = partial(local_executor, workers)
    resume = folder.is_dir()
    running = search(recipe, folder, data.cache, executor, resume=resume, at_once=workers)
    steps = int(options["steps"])
    while True:
        try:
            progress = next(running)
        except StopIteration as end:
            result: SearchResult = end.value
            break
        yield CompressionReport("searching", progress.done, progress.total)
    best = result.best
    if best is None:
        raise ValueError("No trial was trained to its end. Allow more trials or more steps.")
    model = yield from _trained_whole(recipe, best, steps, data.cache)
    return Compressed(replace(loaded, model=model), _record(recipe, result, best, steps))


def search_recipe(loaded: Loaded, options: Mapping[str, Any]) -> SearchRecipe:
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


def _short(recipe: Recipe, loaded: Loaded, steps: int) -> Recipe:
    """The first stage of a model's training, with its vocabulary, for a trial."""
    schedule = replace(
        recipe.schedule, steps=steps, warmup_steps=min(recipe.schedule.warmup_steps, steps // 5)
    )
    folder = TokenizerRecipe(folder=str(loaded.folder.resolve()))
    return replace(recipe, name="", start="", teaching=None, tokenizer=folder, schedule=schedule)


def _trained_whole(recipe: SearchRecipe, best: Trial, steps: int, cache: Path) -> Any:
    """The model of the best shape after so many steps; a generator of reports."""
    shape = recipe.shape(best.values)
    whole = replace(shape, schedule=replace(shape.schedule, steps=steps))
    built = build(whole, cache)
    for paused in trained_to(built.task, built.prepared, even_steps(steps, REPORTS)):
        yield CompressionReport("training the best shape", paused.step, steps)
    return as_module(built.task.model).eval()


def _record(recipe: SearchRecipe, result: SearchResult, best: Trial, steps: int) -> dict[str, Any]:
    """What run.json states of a search: the space, every trial, and what mattered."""
    choices = {name: list(values) for name, values in recipe.choices.items()}
    return {"choices": choices, "shape": dict(best.values), "steps": steps, **result.to_dict()}


def _digest(recipe: SearchRecipe) -> str:
    return hashlib.sha256(settings_text(recipe).encode()).hexdigest()[:16]


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
        Option("workers", "Processes", 1, 1, 64),
        Option("seed", "Seed", 1, 0, 2**31 - 1),
    ),
    applies=applies,
    compress=compress,
    needs_data=lambda options: True,
    notes=("A shape that learns best in a few steps need not be the best after many.",),
)
