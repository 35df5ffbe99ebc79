"""The comparisons that models/experiments declares."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from models.comparison.evidence.rates import tried_rates
from models.comparison.spec import ExperimentSpec
from models.schema.registry import scan


@cache
def experiments() -> dict[str, ExperimentSpec]:
    """Every comparison by name, with the learning rates that were tried for its arms.

    Raises ValueError where a file cannot be imported or read.
    """
    specs, broken = scan("models.experiments", ExperimentSpec)
    if broken:
        raise ValueError("; ".join(f"{name}: {why}" for name, why in broken.items()))
    return {name: replace(spec, rates=tried_rates(name)) for name, spec in specs.items()}


def find_experiment(name: str) -> ExperimentSpec:
    """Raises ValueError, naming those that exist."""
    spec = experiments().get(name)
    if spec is None:
        raise ValueError(f"there is no comparison {name!r}; there are {', '.join(experiments())}")
    return spec
