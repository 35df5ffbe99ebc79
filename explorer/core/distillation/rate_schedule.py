"""Which parts of a student learn in which steps, and how fast, as the recipe of its run says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from explorer.core.errors import UserError
from explorer.core.localization import mark, tr
from models.schema.roles import ChangingRates
from models.schema.specs import DistillationSpec

PLACES = 512  # of a run at which the rates are read; a change between two is searched
NUMBER = re.compile(r"\d+")  # of a layer, in the beginning of parameters' names
OTHERS = mark("Embeddings and heads")


@dataclass(frozen=True)
class RatePeriod:
    """Steps, counted from 1, in which every part learns as fast as in the others.

    factors (P,): what the learning rate is multiplied by; 0 is frozen.
    """

    first: int
    last: int
    factors: tuple[float, ...]


@dataclass(frozen=True)
class RateSchedule:
    """The parts of a student, layers first, and the periods of its run."""

    parts: tuple[str, ...]  # (P,) titles
    periods: tuple[RatePeriod, ...]
    attention_ratio: float | None = None  # parameters of attention for one of feed-forward networks

    @property
    def steps(self) -> int:
        return self.periods[-1].last


def rate_schedule(
    method: DistillationSpec, num_layers: int, steps: int, options: Mapping[str, object]
) -> RateSchedule:
    """The schedule of a run. Raises UserError where all parts learn alike by declaration."""
    rates = method.role(ChangingRates)
    if rates is None:
        raise UserError(
            tr("With {method}, all parts of a student learn in every step.", method=method.title)
        )

    def rates_at(step: int) -> dict[str, float]:
        return rates.choose((step - 1) / steps, num_layers, options)

    starts = [1]
    places = sorted({1 + place * (steps - 1) // PLACES for place in range(PLACES + 1)})
    for low, high in pairwise(places):
        first = low
        while rates_at(first) != rates_at(high):
            first = _first_change(rates_at(first), first, high, rates_at)
            starts.append(first)
    ends = [start - 1 for start in starts[1:]] + [steps]
    periods = (
        RatePeriod(first, last, tuple(rates_at(first).values()))
        for first, last in zip(starts, ends, strict=True)
    )
    return RateSchedule(tuple(map(_title, rates_at(1))), tuple(periods))


def _first_change(
    before: Mapping[str, float], low: int, high: int, at: Callable[[int], Mapping[str, float]]
) -> int:
    """A step after `low`, at most `high`, before which the rates are others than in it."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if at(middle) == before else (low, middle)
    return high


def _title(part: str) -> str:
    """`layers.0.` as Layer 1; what no layer has is called by what it is."""
    number = NUMBER.search(part)
    return f"Layer {int(number.group()) + 1}" if number else OTHERS
