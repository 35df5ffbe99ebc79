"""Which recipes a model was trained with: its own, and those of the models that it was begun from.

Needs no torch. What a model was trained on and which objectives it was trained with follow from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.runtime.files import read_object
from models.runtime.resources import checkpoint_folder
from models.training.recipe import Recipe

RUN_FILE = "run.json"

Lineage = tuple[Recipe, ...]


def lineage(run: Mapping[str, Any]) -> Lineage | None:
    """The recipes that led to a `run.json`, the last one first.

    None where they are not all known: for a published checkpoint, and for a run that began with
    one, or whose record leaves out the recipes of earlier stages and whose start is not there.
    """
    own = _recipe_in(run)
    if own is None or not own.start:
        return None if own is None else (own,)
    before = run.get("before")
    stages = before if isinstance(before, list) else []
    earlier = [_recipe_in(stage) for stage in reversed(stages) if isinstance(stage, Mapping)]
    if not any(earlier):
        earlier = [_recipe_of(own.start)]
    known = [recipe for recipe in (own, *earlier) if recipe is not None]
    return tuple(known) if len(known) == 1 + len(earlier) and not known[-1].start else None


def _recipe_of(name: str) -> Recipe | None:
    """The recipe of a model that was trained in one stage and is still there."""
    try:
        return _recipe_in(read_object(checkpoint_folder(name) / RUN_FILE))
    except (OSError, ValueError):
        return None


def _recipe_in(run: Mapping[str, Any]) -> Recipe | None:
    data = run.get("recipe")
    try:
        recipe = Recipe.from_dict(data) if isinstance(data, Mapping) else None
    except ValueError:  # of another version of the program
        return None
    return recipe if recipe is not None and recipe.objectives else None
