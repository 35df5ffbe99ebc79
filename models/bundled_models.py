"""Trains and fine-tunes the bundled models, one recipe each, and writes resources/checkpoints.

    python -m models.bundled_models [NAME ...] [--runs FOLDER]

A run that was interrupted goes on where it stopped; one that is finished is only written again.
"""

from __future__ import annotations

import argparse
import math
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from models.checkpoints.checkpoint import LoadedModel, load, save, save_task
from models.checkpoints.folders import AUXILIARY_FILE
from models.compression.measure import num_weights
from models.compression.quantization import INT8
from models.compression.run import compress_into
from models.data.labelled_sets import open_set
from models.data.prepare import PreparationProgress, prepare
from models.data.world.world import World
from models.finetuning.evaluation import evaluate
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.run import RECORD, open_finetuned
from models.finetuning.trainer import DevEvaluated, finetune
from models.runtime.generators import run_to_end
from models.runtime.resources import resource
from models.schema.batch import evaluation_mode
from models.training.fact_probes import probe
from models.training.recipe import Recipe
from models.training.trainer import (
    HeldOutEvaluated,
    Report,
    count_models,
    held_out_batches,
    held_out_inputs,
    train,
)
from models.training.training_task import layout, new_training_task

MIN_PREDICTIONS = 20_000  # of the first head, in held-out text
MAX_BYTES = 4_000_000  # of the weights of a bundled model


def recipes() -> dict[str, Recipe]:
    """The recipes of the bundled models by name, after those that they begin with or learn from."""
    by_name = {path.stem: Recipe.read(path) for path in resource("recipes").glob("*.toml")}
    return dict(
        sorted(
            by_name.items(),
            key=lambda item: (not by_name.keys().isdisjoint(item[1].pretrained_models), item[0]),
        )
    )


def _teachers() -> set[str]:
    """The names of the bundled models that teach others."""
    return {one.teaching.teacher for one in recipes().values() if one.teaching is not None}


def finetuning_recipes() -> dict[str, FineTuningRecipe]:
    """The recipes of the bundled models that do a task, by name."""
    paths = sorted(resource("recipes", "finetuning").glob("*.toml"))
    return {path.stem: FineTuningRecipe.read(path) for path in paths}


def lines(events: Iterable[Report]) -> Iterator[str]:
    """What a person wants to see in a terminal, each once."""
    last = ""
    for event in events:
        if isinstance(event, HeldOutEvaluated):
            metrics = "  ".join(f"{key} {value:.4f}" for key, value in event.metrics.items())
            yield f"step {event.step}  {event.seconds:.0f} s  {metrics}"
        elif isinstance(event, PreparationProgress) and event.message != last:
            yield (last := event.message)


def run_recipe(name: str, recipe: Recipe, runs: Path) -> Path:
    """Train by a recipe, resuming an earlier run; the stage before it is trained first.

    One that begins with a bundled model begins with its weights as they are bundled.
    """
    if (path := resource("recipes", "stages", f"{recipe.start}.toml")).is_file():
        stage = Recipe.read(path)
        recipe = replace(recipe, start=str(run_recipe(recipe.start, stage, runs)))
    run = runs / name
    for line in lines(train(recipe, run, runs / "cache", resume=True)):
        print(f"{name}  {line}", flush=True)
    return run


def build(name: str, recipe: Recipe, runs: Path) -> Path:
    """Train by a recipe and bundle the result in half precision, measured as it is bundled.

    One that would take more than MAX_BYTES is bundled with weights of eight bits, unless it teaches
    another, which copies some of its weights. The bundled record names earlier stages as the
    recipes do, not the folders they were found in.
    """
    folder = run_recipe(name, recipe, runs)
    loaded = load(folder)
    if 2 * num_weights(loaded) > MAX_BYTES and name not in _teachers():
        loaded = quantize_to_eight_bits(loaded, runs)
    target = resource("checkpoints", name)
    before = [_name_previous_stage(stage) for stage in loaded.run.get("before", [])]
    earlier = {"before": before} if before else {}
    _bundle(loaded, target, {**loaded.run, "recipe": recipe.to_dict(), **earlier})
    rounded = load(target)
    facts = probe(rounded, World.load()).to_dict()
    measured = measure(rounded, recipe, runs / "cache")
    _bundle(rounded, target, {**rounded.run, **measured, "facts": facts})
    if folder.joinpath(*AUXILIARY_FILE).is_file():
        target.joinpath(*AUXILIARY_FILE).parent.mkdir(exist_ok=True)
        shutil.copyfile(folder.joinpath(*AUXILIARY_FILE), target.joinpath(*AUXILIARY_FILE))
    return target


def quantize_to_eight_bits(loaded: LoadedModel, runs: Path) -> LoadedModel:
    """The model with whole numbers of eight bits as weights, and their scales."""
    folder = runs / f"{loaded.name}-{loaded.hash}-int8"  # which a change of the weights renames
    if not folder.exists():
        run_to_end(compress_into(loaded, "quantize", {"scheme": INT8}, folder))
    made = load(folder)
    run = {key: value for key, value in made.run.items() if key != "title"}
    return replace(made, run={**run, "name": loaded.name})


def build_finetuned(name: str, recipe: FineTuningRecipe, runs: Path) -> Path:
    """Fine-tune by a recipe and bundle the result in half precision, measured as it is bundled."""
    folder, target = runs / name, resource("checkpoints", name)
    for report in finetune(recipe, folder, resume=True):
        if isinstance(report, DevEvaluated):
            value = report.metrics[report.metric]
            print(f"{name}  epoch {report.epoch}  {report.metric} {value:.4f}", flush=True)
    loaded = load(folder)
    _bundle_finetuned(loaded, target, loaded.run)
    rounded = open_finetuned(target)
    data = rounded.match_classes(open_set(recipe.data))
    metrics = evaluate(rounded.pipeline, data.examples("dev"), data).metrics
    record = {**loaded.run[RECORD], "metrics": dict(metrics)}
    _bundle_finetuned(load(target), target, {**loaded.run, RECORD: record})
    return target


def _bundle_finetuned(loaded: LoadedModel, target: Path, run: Mapping[str, Any]) -> None:
    assert loaded.task_model is not None
    save_task(loaded.task_model, loaded.spec, target, loaded.tokenizer, run, half=True)


def _name_previous_stage(stage: Mapping[str, Any]) -> dict[str, Any]:
    """A stage whose recipe names the stage before it, without a folder."""
    recipe = stage["recipe"]
    return {**stage, "recipe": {**recipe, "start": Path(recipe["start"]).name}}


def measure(loaded: LoadedModel, recipe: Recipe, cache: Path) -> dict[str, Any]:
    """Held-out metrics, and those of count models, over at least `MIN_PREDICTIONS`."""
    recipe = replace(recipe, teaching=None, start=loaded.name)
    assert loaded.tokenizer is not None
    prepared = run_to_end(prepare(recipe, cache, loaded.tokenizer))
    training_task = new_training_task(recipe, loaded.tokenizer, loaded)
    first = training_task.objectives[0]
    head = (first.heads or (first.head,))[0]
    few = held_out_inputs(training_task, prepared.held_out, layout(training_task.objectives))
    predicted = sum(len(one.targets[head].positions) for one in few if head in one.targets)
    count = math.ceil(1.05 * len(few) * MIN_PREDICTIONS / predicted)
    unseen = held_out_inputs(
        training_task, prepared.held_out, layout(training_task.objectives), count
    )
    with evaluation_mode(training_task.model):
        metrics = training_task.evaluate(held_out_batches(training_task, unseen, "cpu"))
    predicted = sum(len(one.targets[head].positions) for one in unseen if head in one.targets)
    counted = count_models(training_task, prepared, unseen)
    return {"metrics": metrics, "predictions": predicted, "baselines": counted}


def _bundle(loaded: LoadedModel, target: Path, run: Mapping[str, Any]) -> None:
    save(loaded.model, loaded.spec, target, loaded.tokenizer, run, half=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m models.bundled_models", description=__doc__)
    pretrained, finetuned = recipes(), finetuning_recipes()
    available = [*pretrained, *finetuned]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(available))
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where runs are kept")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(available))
    if unknown:
        parser.error(f"no recipe {unknown[0]!r}; there are {', '.join(available)}")
    for name in available:
        if options.names and name not in options.names:
            continue
        if name in pretrained:
            folder = build(name, pretrained[name], options.runs)
        else:
            folder = build_finetuned(name, finetuned[name], options.runs)
        print(f"{name}  written to {folder}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
