"""What a measure yields, and finding a measure by its name."""

from __future__ import annotations

import importlib
import math
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

PACKAGE = "models.measures"


@dataclass(frozen=True)
class MetricValue:
    """A value of a metric. Where `x` is None, the place is that of the arm, or the step.

    `outcomes` tells of each held-out example whether it was right, in an order that is the same
    for all arms of a seed; its mean is the value.
    """

    metric: str
    value: float
    x: float | None = None
    outcomes: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if self.outcomes:
            assert math.isclose(fmean(self.outcomes), self.value, abs_tol=1e-6), self.metric

    @classmethod
    def share(cls, metric: str, right: Sequence[bool], x: float | None = None) -> MetricValue:
        """The share of examples that are right, with their outcomes."""
        return cls(metric, sum(right) / len(right), x, tuple(map(bool, right)))


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
