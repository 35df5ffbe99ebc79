"""A search as a file: a recipe, the fields of it that may change, and what a model may cost."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from models.comparison.spec import flatten, replace_fields
from models.training.recipe import Recipe, part_from_table, readable_recipe

SAMPLERS = {"tpe": "TPE: shapes like the best ones so far", "random": "Random shapes"}
OPEN_TABLES = ("config.", "options.")  # whose keys a recipe need not name to have them


@dataclass(frozen=True)
class Budget:
    """What a model may cost at most; 0 is no limit.

    `milliseconds` are those of one sentence on one thread of the computer that searches.
    """

    parameters: int = 0
    milliseconds: float = 0.0

    def __post_init__(self) -> None:
        if self.parameters < 0 or not (0 <= self.milliseconds < math.inf):
            raise ValueError("a budget must be a number of 0 or more")


@dataclass(frozen=True)
class SearchRecipe:
    """What is searched. Each trial trains `base` with one value for each field of `choices`.

    `choices` has values in ascending order by dotted field names ("size.width"). `halving` stops
    trials whose loss is not among the best third at a ninth or a third of the steps: asynchronous
    successive halving (Li et al. 2018, arXiv:1810.05934).
    """

    base: Recipe
    choices: Mapping[str, tuple[Any, ...]]
    budget: Budget = Budget()
    sampler: str = "tpe"
    halving: bool = True
    trials: int = 30  # that are trained; shapes above the budget are not counted
    seed: int = 1

    def __post_init__(self) -> None:
        if self.sampler not in SAMPLERS:
            raise ValueError(f"sampler must be one of {', '.join(SAMPLERS)}, not {self.sampler!r}")
        if not 1 <= self.trials <= 10_000:
            raise ValueError(f"trials must lie between 1 and 10,000, not {self.trials}")
        if not self.choices:
            raise ValueError("choices must name at least one field with its values")
        known = flatten(self.base.to_dict())
        for name, values in self.choices.items():
            if name not in known and not name.startswith(OPEN_TABLES):
                raise ValueError(f"choices names {name!r}, which no recipe has")
            if not values:
                raise ValueError(f"choices must give at least one value for {name}")

    def shape(self, values: Mapping[str, Any]) -> Recipe:
        """The recipe of a trial. Raises ValueError for values that do not fit together."""
        shaped = replace_fields(self.base, values)
        assert isinstance(shaped, Recipe)
        return shaped

    @property
    def smallest(self) -> dict[str, Any]:
        """The first value of every field."""
        return {name: values[0] for name, values in self.choices.items()}

    @classmethod
    def read(cls, path: Path) -> SearchRecipe:
        """Read a TOML file. Raises OSError, and ValueError that names the file."""
        with readable_recipe(path) as table:
            return cls.from_dict(table)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SearchRecipe:
        """Parse nested dictionaries. Raises ValueError for unknown, missing or impossible keys."""
        data = dict(data)
        choices = data.get("choices", {})
        if not isinstance(choices, Mapping) or not all(
            isinstance(values, list) for values in choices.values()
        ):
            raise ValueError("choices must be a table of lists, such as 'size.width' = [64, 96]")
        base = data.get("base")
        if not isinstance(base, Mapping):
            raise ValueError("a search lacks [base], the recipe that its trials train")
        size = base.get("size", {})
        if isinstance(size, Mapping):
            size = {name: value for name, value in size.items() if name != "vocab_size"}
        data["base"] = Recipe.from_dict({**base, "size": size})
        data["choices"] = {name: tuple(values) for name, values in choices.items()}
        data["budget"] = part_from_table(Budget, data.get("budget", {}), "budget")
        return part_from_table(cls, data, "a search")

    def to_dict(self) -> dict[str, Any]:
        """Nested dictionaries of plain values, as JSON holds them."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain
