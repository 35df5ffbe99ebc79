"""Open the labelled sets of the mini-world by name, such as "world:acceptability:en"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from models.data.labelled.base import SetSpec, draw_set
from models.data.tasks import TITLES
from models.data.world.lexicon import LANGUAGES, Language
from models.schema.registry import scan
from models.tasks.examples import DataError, LabelledSet

PREFIX = "world"
NUM_CACHED = 4  # sets that stay in memory


@dataclass(frozen=True)
class WorldSet:
    """A labelled set of the mini-world in one language."""

    name: str  # "world:acceptability:en"
    title: str
    task: str  # name of a TaskSpec
    description: str


@lru_cache(maxsize=1)
def _specs() -> Mapping[str, SetSpec]:
    specs, broken = scan("models.data.labelled", SetSpec)
    if broken:
        raise ImportError("; ".join(f"{module}: {why}" for module, why in broken.items()))
    return specs


def _world_sets() -> dict[str, WorldSet]:
    sets = {}
    for spec in _specs().values():
        for language in LANGUAGES:
            name = f"{PREFIX}:{spec.name}:{language}"
            title = f"{spec.title} ({TITLES[language]})"
            sets[name] = WorldSet(name, title, spec.task, spec.description)
    return sets


def open_labelled(name: str, seed: int = 1) -> LabelledSet:
    """A set of the mini-world; the seed decides which examples are drawn, and their order.

    Raises DataError, naming the sets that exist.
    """
    if name not in WORLD_SETS:
        raise DataError(name, f"there is no such labelled set; there are {', '.join(WORLD_SETS)}")
    return _open(name, seed)


@lru_cache(maxsize=NUM_CACHED)
def _open(name: str, seed: int) -> LabelledSet:
    _, spec_name, code = name.split(":")
    language: Language = "en" if code == "en" else "ko"
    return draw_set(_specs()[spec_name], language, seed, name, WORLD_SETS[name].title)


WORLD_SETS: Mapping[str, WorldSet] = MappingProxyType(_world_sets())
