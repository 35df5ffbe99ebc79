"""A student of a model, by any declared method of distillation, as one more way to compress it.

The student is trained as `distill` trains one; models/distillation has what it learns. Its run is
kept in the cache until it is finished, so that one that was interrupted goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from models.checkpoints.checkpoint import LoadedModel
from models.checkpoints.folders import AUXILIARY_FILE
from models.compression.base import Compressed, Compressing, trained_in
from models.compression.examples import CompressionData
from models.distillation.student_recipe import (
    STUDENT_BATCH,
    STUDENT_RATE,
    STUDENT_STEPS,
    StudentChoice,
    taught_recipe,
)
from models.layers.quantized.layers import check_learnable
from models.runtime.resources import resource
from models.schema.batch import as_module
from models.schema.registry import scan
from models.schema.specs import CompressionSpec, DistillationSpec, Option
from models.training.recipe import Recipe
from models.training.training_task import check_recipe

METHODS, _ = scan("models.distillation", DistillationSpec)
USUAL = next(iter(METHODS), "")


def applies(loaded: LoadedModel) -> str:
    if loaded.task_model is not None:
        return (
            f"{loaded.name} is fine-tuned. Make a student of the model that it was fine-tuned "
            "from, and let that one learn the task by fine-tuning with this one as its teacher."
        )
    if loaded.tokenizer is None:
        return f"{loaded.name} has no tokenizer, so no student can read with it."
    if not _find_fitting_methods(loaded):
        teachers = ", ".join(sorted({name for one in METHODS.values() for name in one.teachers}))
        return (
            f"{loaded.spec.title} is no teacher of any method. Choose a model of one of these "
            f"architectures: {teachers}."
        )
    try:
        check_learnable(as_module(loaded.model), loaded.name)
    except ValueError as error:
        return f"{error}."
    return ""


def _find_fitting_methods(loaded: LoadedModel) -> list[str]:
    """The methods that a model can be a teacher of."""
    return [name for name, one in METHODS.items() if loaded.spec.name in one.teachers]


def further_options(values: Mapping[str, Any]) -> tuple[Option, ...]:
    """Return the options of the chosen method; none for an unknown method."""
    method = METHODS.get(str(values.get("kind", USUAL)))
    return () if method is None else method.options


def compress(loaded: LoadedModel, options: Mapping[str, Any], data: CompressionData) -> Compressing:
    """Train a student on the text of `data`; closed early, its checkpoint stays in the cache.

    Raises ValueError for a student that this teacher cannot have, and what training raises.
    """
    recipe = student_recipe(loaded, options, data.name)
    folder = data.cache / "students" / _digest(recipe, loaded.hash)
    student = yield from trained_in(folder, recipe, data.cache, "teaching the student")
    auxiliary = "/".join(AUXILIARY_FILE)
    files = (auxiliary,) if (folder / auxiliary).is_file() else ()
    return Compressed(student, {"student": True}, trained=True, files=files)


def student_recipe(loaded: LoadedModel, options: Mapping[str, Any], text: str) -> Recipe:
    """The recipe of a student of a model, with complete options. Raises ValueError."""
    method = METHODS[str(options["kind"])]
    if loaded.spec.name not in method.teachers:
        raise ValueError(
            f"{loaded.spec.title} cannot be a teacher of {method.title}: set kind to "
            f"{' or '.join(_find_fitting_methods(loaded))}"
        )
    choice = StudentChoice(
        method=method.name,
        teacher=_name(loaded),
        text=text,
        data_tokens=int(options["data_tokens"]),
        options={one.name: options[one.name] for one in method.options},
        num_layers=int(options["num_layers"]),
        width=int(options["width"]),
        steps=int(options["steps"]),
        batch_size=int(options["batch_size"]),
        learning_rate=float(options["learning_rate"]),
        seed=int(options["seed"]),
    )
    name = f"{loaded.name}-student"
    recipe = Recipe.from_dict(taught_recipe(choice, loaded.model.config.size, name))
    check_recipe(recipe)
    return recipe


def _name(loaded: LoadedModel) -> str:
    """The name of a bundled model, which is the same on every computer; else its folder."""
    folder = loaded.folder.resolve()
    bundled = resource("checkpoints", loaded.name).resolve()
    return loaded.name if folder == bundled else str(folder)


def _digest(recipe: Recipe, teacher: str) -> str:
    """Hash a recipe and the hash of its teacher's weights."""
    text = json.dumps([recipe.to_dict(), teacher], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


SPEC = CompressionSpec(
    name="distill",
    title="Distillation",
    summary="A smaller model, the student, learns from this one: its predictions, and with some "
    "methods its hidden states and attention.",
    papers=tuple(method.paper for method in METHODS.values()),
    options=(
        Option("kind", "Kind of student", USUAL, choices=tuple(METHODS)),
        Option("num_layers", "Layers (0: half, or all where it must)", 0, 0, 1000),
        Option("width", "Width (0: that of its teacher)", 0, 0, 100_000),
        Option("steps", "Steps", STUDENT_STEPS, 1, 10_000_000),
        Option("batch_size", "Batch size", STUDENT_BATCH, 1, 100_000),
        Option("learning_rate", "Learning rate", STUDENT_RATE, 1e-6, 1.0),
        Option("data_tokens", "Tokens of text", 1_000_000, 1000, 10**9),
        Option("seed", "Seed", 1, 0, 2**31 - 1),
    ),
    applies=applies,
    compress=compress,
    needs_data=lambda options: True,
    further_options=further_options,
    notes=(
        "A student that was interrupted goes on where it was, with the same options.",
        "The panel Distillation trains the same student without a teacher beside it.",
    ),
)
