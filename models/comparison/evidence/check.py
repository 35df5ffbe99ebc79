"""Whether a bundled result still follows from the program: one arm with one seed, run again."""

from __future__ import annotations

from pathlib import Path

from models.comparison.results import MeasuredComparison
from models.comparison.spec import ArmSeed, ExperimentSpec


def cheapest_part(result: MeasuredComparison) -> tuple[str, int, float]:
    """Return the arm and seed that took the fewest seconds, and these. Raises ValueError."""
    seconds = {(row.arm, row.seed): row.seconds for row in result.rows}
    if not seconds:
        raise ValueError(f"The result of {result.name} has no rows.")
    (arm, seed), least = min(seconds.items(), key=lambda part: part[1])
    return arm, seed, least


def unlike_rows(
    spec: ExperimentSpec, result: MeasuredComparison, arm: str, seed: int, cache: Path
) -> list[str]:
    """Run an arm with a seed again and return, in words, what is not the same to the bit.

    Raises as training does. Times are not compared.
    """
    from models.comparison.arms import run_unit  # which brings torch in

    made = run_unit(ArmSeed(spec.name, arm, seed, quick=False, cache=cache))
    now = {(row.metric, row.x): row.value for row in made.rows}
    before = {
        (row.metric, row.x): row.value for row in result.rows if (row.arm, row.seed) == (arm, seed)
    }
    lost = [f"{metric} is not measured any more" for metric, x in before if (metric, x) not in now]
    changed = [
        f"{metric} is {now[metric, x]:.6g}, not {value:.6g}"
        for (metric, x), value in before.items()
        if (metric, x) in now and now[metric, x] != value
    ]
    return lost + changed


def num_equal_rows(first: MeasuredComparison, second: MeasuredComparison) -> tuple[int, int]:
    """Return how many rows of two results have equal values, and how many both have."""
    values = {(row.arm, row.seed, row.x, row.metric): row.value for row in first.rows}
    pairs = [
        (values[key], row.value)
        for row in second.rows
        if (key := (row.arm, row.seed, row.x, row.metric)) in values
    ]
    return sum(one == other for one, other in pairs), len(pairs)
