"""Power laws through the arms of a comparison, with intervals over seeds.

y = floor + the sum of (scale / x) ** exponent, as Hoffmann et al. (2022), arXiv:2203.15556, section
3.3, for parameters and data; without a floor and with one x, as Kaplan et al. (2020),
arXiv:2001.08361, section 1.2. Least squares of log y (scipy.optimize.curve_fit); the intervals are
t intervals by the jackknife over seeds (Tukey 1958): refits without one seed each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.comparison.evidence.intervals import CONFIDENCE, MIN_SEEDS, Estimate, t_quantile
from models.comparison.results import FittedLaw, MeasuredComparison
from models.comparison.spec import ExperimentSpec, PowerLaw

MAX_EXPONENT = 3.0
FIRST_EXPONENT = 0.3  # from which the search starts

Floats: TypeAlias = NDArray[np.float64]
Points: TypeAlias = tuple[Floats, Floats]  # x (N, K) and y (N,)


def fit(result: MeasuredComparison, law: PowerLaw) -> FittedLaw | None:
    """The law fitted to the mean of all seeds; None where there are too few points, or no fit."""
    points_of = _make_point_source(result, law)
    best = least_squares(*points_of(result.seeds), has_floor=law.has_floor)
    if best is None:
        return None
    others = []
    if len(result.seeds) >= MIN_SEEDS:
        without = ([seed for seed in result.seeds if seed != one] for one in result.seeds)
        refits = (least_squares(*points_of(seeds), has_floor=law.has_floor) for seeds in without)
        others = [refit for refit in refits if refit is not None]
    parameters = [
        _estimate(value, [other[n] for other in others], len(result.seeds))
        for n, value in enumerate(best)
    ]
    num_x = len(best) // 2
    return FittedLaw(
        tuple(parameters[1 : 1 + num_x]), tuple(parameters[1 + num_x :]), parameters[0]
    )


def _estimate(value: float, refits: Sequence[float], num_seeds: int) -> Estimate:
    """A parameter with its t interval by the jackknife: refits without one seed each."""
    if len(refits) < max(num_seeds, MIN_SEEDS):
        return Estimate(value, None, None, num_seeds)
    error = float(np.sqrt((num_seeds - 1) * np.var(refits)))
    half = t_quantile(CONFIDENCE, num_seeds - 1) * error
    return Estimate(value, value - half, value + half, num_seeds)


def least_squares(x: Floats, y: Floats, *, has_floor: bool = True) -> list[float] | None:
    """The floor, then K exponents, then K scales, for x (N, K) and y (N,).

    None where there are not more points than parameters, or the search does not end.
    """
    num_x = x.shape[1]
    if len(y) <= 2 * num_x + has_floor:
        return None
    from scipy.optimize import curve_fit  # slow to import, and needed at the end of a run only

    middle = np.exp(np.log(x).mean(axis=0))  # (K,) so that heights are of the size of y

    def log_law(at: Floats, floor: float, *others: float) -> Floats:
        exponents, heights = np.array(others[:num_x]), np.array(others[num_x:])
        terms: Floats = heights * (at / middle) ** -exponents  # (N, K)
        return np.log(floor + terms.sum(axis=1))

    least = float(y.min())
    top = least if has_floor else 1e-9
    floor = least / 2 if has_floor else top / 2
    start = [floor, *[FIRST_EXPONENT] * num_x, *[(y.mean() - floor) / num_x] * num_x]
    low, high = [0.0] * len(start), [top, *[MAX_EXPONENT] * num_x, *[10 * y.max()] * num_x]
    try:
        fitted, _ = curve_fit(log_law, x, np.log(y), start, bounds=(low, high), max_nfev=5000)
    except RuntimeError:  # no optimum within max_nfev
        return None
    exponents, heights = fitted[1 : 1 + num_x], fitted[1 + num_x :]
    with np.errstate(over="ignore", divide="ignore"):
        scales = middle * heights ** (1 / exponents)
    if not np.isfinite(scales).all():
        return None
    return [float(fitted[0]) if has_floor else 0.0, *exponents.tolist(), *scales.tolist()]


def _make_point_source(
    result: MeasuredComparison, law: PowerLaw
) -> Callable[[Sequence[int]], Points]:
    """What gives the points of a law for some seeds, which may come several times."""
    places = {
        arm: [float(np.mean(values)) for values in series]
        for arm in law.arms
        if all(series := [[*result.values(arm, name).values()] for name in law.x])
    }
    curves = {arm: _curve(result, arm, law.y) for arm in places}

    def points(seeds: Sequence[int]) -> Points:
        means = {
            arm: {
                x: float(np.mean([values[seed] for seed in seeds])) for x, values in curve.items()
            }
            for arm, curve in curves.items()
            if curve
        }
        if not law.x or not means:
            return frontier([point for curve in means.values() for point in curve.items()])
        lowest = [min(curve.values()) for curve in means.values()]
        return np.array([places[arm] for arm in means]), np.array(lowest)

    return points


def _curve(result: MeasuredComparison, arm: str, metric: str) -> dict[float, dict[int, float]]:
    """The values of a metric by x and seed, at every x at which all seeds were measured."""
    by_x: dict[float, dict[int, float]] = {}
    for row in result.rows:
        if (row.arm, row.metric) == (arm, metric) and row.x is not None:
            by_x.setdefault(row.x, {})[row.seed] = row.value
    return {x: values for x, values in by_x.items() if len(values) == len(result.seeds)}


def frontier(points: Sequence[tuple[float, float]]) -> Points:
    """The points that no other beats with as much x or less: x (N, 1) and y (N,)."""
    unbeaten: list[tuple[float, float]] = []
    for x, y in sorted(points):
        if not unbeaten or y < unbeaten[-1][1]:
            unbeaten.append((x, y))
    array = np.array(unbeaten, dtype=np.float64).reshape(-1, 2)
    return array[:, :1], array[:, 1]


def fitted_laws(spec: ExperimentSpec, result: MeasuredComparison) -> dict[str, FittedLaw]:
    """Fit the power laws of a comparison; those that cannot be fitted are left out."""
    return {law.name: fitted for law in spec.laws if (fitted := fit(result, law))}
