"""The shapes that a search tries by default: up to a model's own, in every size of its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.schema.specs import ArchSpec
from models.training.recipe import Recipe

SIZES = ("num_layers", "width", "num_heads", "inner")
EVERY_NUMBER = 6  # up to which all whole numbers are tried; above, quarters
MULTIPLE = 4  # of wide layers


def default_choices(spec: ArchSpec, recipe: Recipe, entries: Mapping[str, Any]) -> dict[str, Any]:
    """Values in ascending order by field of a recipe; `entries` are those of config.json.

    The sizes of every model, and the entries that the architecture names as its shape.
    """
    sizes = {f"size.{name}": getattr(recipe.size, name) for name in SIZES}
    own = {f"config.{name}": entries[name] for name in spec.shape_entries if name in entries}
    return {name: up_to(value) for name, value in {**sizes, **own}.items()}


def up_to(value: int) -> tuple[int, ...]:
    """Numbers from small to a value: all, or its four quarters as multiples of four."""
    if value <= EVERY_NUMBER:
        return tuple(range(1, value + 1))
    quarters = (value * part // 4 for part in (1, 2, 3))
    rounded = {max(1, quarter // MULTIPLE * MULTIPLE or quarter) for quarter in quarters}
    return (*sorted(rounded - {value}), value)


def read_shape(text: str, choices: Mapping[str, Any]) -> dict[str, int]:
    """The sizes of a line as `written_shape` makes it.

    Raises ValueError for what is no number of a field that is a choice.
    """
    shape: dict[str, int] = {}
    for part in text.split(","):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in choices or not value.isdecimal():
            raise ValueError(
                f"{part.strip()!r} is no size of a shape. Write it as NAME=NUMBER with one of "
                f"{', '.join(choices)}."
            )
        shape[name] = int(value)
    return shape
