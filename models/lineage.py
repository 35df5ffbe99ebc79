"""Which recipes a model was trained with: its own, and those of the models that it was begun from.

Needs no torch. What a model was trained on and which objectives it was trained with follow from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from models.recipes import Recipe
from models.resources import checkpoint_folder, resource

RUN_FILE = "run.json"
MAX_RUNS = 32  # one after the other; a chain that leads back to itself is not followed for ever

Lineage = tuple[Recipe, ...]


def lineage(run: Mapping[str, Any]) -> Lineage | None:
    """The recipes behind a `run.json`, the last one first.

    None where they are not all known: for a published checkpoint, and for a run that began with
    one or with a model that is no longer there.
    """
    recipe = _recipe_in(run)
    found: list[Recipe] = []
    while recipe is not None and len(found) < MAX_RUNS:
        found.append(recipe)
        if not recipe.start:
            return tuple(found)
        recipe = _recipe_of(recipe.start)
    return None


def _recipe_of(name: str) -> Recipe | None:
    """The recipe of a model folder, or of the earlier stage of a bundled model."""
    try:
        path = checkpoint_folder(name) / RUN_FILE
        run = json.loads(path.read_text(encoding="utf-8"))
        return _recipe_in(run if isinstance(run, Mapping) else {})
    except (OSError, ValueError, RecursionError):
        pass
    try:
        return Recipe.read(resource("recipes", "stages", f"{name}.toml"))
    except (OSError, ValueError):
        return None


def _recipe_in(run: Mapping[str, Any]) -> Recipe | None:
    data = run.get("recipe")
    try:
        return Recipe.from_dict(data) if isinstance(data, Mapping) else None
    except ValueError:  # of another version of the program
        return None
