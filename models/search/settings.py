"""The recipe of a search in its folder, which is read without the package that searches."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from models.runtime.files import read_object
from models.search.recipe import SearchRecipe

SETTINGS_FILE = "search.json"


def is_installed() -> bool:
    """Return whether Optuna is here, the extra `search` of the program."""
    return find_spec("optuna") is not None


def read_settings(folder: Path) -> SearchRecipe:
    """Read the recipe of a search's folder. Raises OSError and ValueError."""
    return SearchRecipe.from_dict(read_object(folder / SETTINGS_FILE))


def settings_text(recipe: SearchRecipe) -> str:
    return json.dumps(recipe.to_dict(), indent=1)
