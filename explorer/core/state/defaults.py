"""The first state of the program, and its example sentences."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from models.runtime.resources import resource

SENTENCE = "The capital of France is Paris. This country is in Europe."
PAIR = ""
SEED = 1
MAX_SEED = 2**31 - 1  # the largest value of a QSpinBox
PANEL = "attention"
START_PANEL = "comparisons"  # where there is no earlier session
MAX_MODELS = 4  # side by side; each has its own colour


@cache
def defaults() -> dict[str, Any]:
    """What is chosen at first, by subject: resources/defaults.toml."""
    return tomllib.loads(resource("defaults.toml").read_text(encoding="utf-8"))


def default_models() -> tuple[str, ...]:
    """The bundled models that are side by side at first."""
    return tuple(defaults()["models"])


def models_for(panel: str) -> tuple[str, ...]:
    """The bundled models of which a panel has a figure."""
    return tuple(defaults()["figures"]["panels"].get(panel, default_models()))


@dataclass(frozen=True)
class Example:
    """An example text; `shows` says in a few words what it demonstrates.

    With `models` it is about these bundled models; without, about those that are chosen.
    """

    name: str
    language: str  # "en" or "ko"
    text: str
    pair: str = ""
    shows: str = ""
    models: tuple[str, ...] = ()


@cache
def examples() -> tuple[Example, ...]:
    """The examples of resources/samples, file by file in alphabetical order."""
    texts: list[Example] = []
    for path in sorted(resource("samples").glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for item in data["example"]:
            models = tuple(item.pop("models", ()))
            texts.append(Example(language=data["language"], models=models, **item))
    return tuple(texts)
