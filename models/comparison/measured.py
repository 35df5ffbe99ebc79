"""What a measure yields, and finding a measure by its name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

PACKAGE = "models.measures"


@dataclass(frozen=True)
class MetricValue:
    """A value of a metric. Where `x` is None, the place is that of the arm, or the step.

    `outcomes` tells of each held-out example whether it was right, in an order that is the same
    for all arms of a seed.
    """

    metric: str
    value: float
    x: float | None = None
    outcomes: tuple[bool, ...] = ()


Measure: TypeAlias = "Callable[[TrainedArm], Iterator[MetricValue]]"


def measure_named(name: str) -> Measure:
    """The measure of a file in models/measures. Raises ValueError where there is none."""
    known = [
        module.name for module in pkgutil.iter_modules(importlib.import_module(PACKAGE).__path__)
    ]
    if name not in known:
        raise ValueError(f"there is no measure {name!r}; there are {', '.join(known)}")
    measure: Measure = importlib.import_module(f"{PACKAGE}.{name}").measure
    return measure
