from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from models.comparison.fits import fit, frontier, least_squares
from models.comparison.results import ArmMeasurement, FittedLaw, MeasuredComparison
from models.comparison.spec import PowerLaw

SIZES = (1e3, 1e4, 1e5, 1e6, 1e7)


def made(y: Callable[[float, int], float], seeds: tuple[int, ...]) -> MeasuredComparison:
    """A result with an arm for each size, whose loss is worse at its second and last point."""
    rows = [
        ArmMeasurement(f"{size:.0f}", seed, x, metric, value, 1, 1.0)
        for size in SIZES
        for seed in seeds
        for x, metric, value in (
            (1.0, "loss", y(size, seed)),
            (2.0, "loss", y(size, seed) + 1),
            (2.0, "parameters", size),
        )
    ]
    return MeasuredComparison("made", False, seeds, tuple(rows), {})


LAW = PowerLaw("size", "", ("parameters",), "loss", tuple(f"{size:.0f}" for size in SIZES))


def test_a_law_with_a_floor_is_recovered_from_its_points() -> None:
    law = fit(made(lambda n, seed: 1.7 + (5e3 / n) ** 0.3, (1, 2, 3)), LAW)
    assert law is not None
    assert law.floor.mean == pytest.approx(1.7, rel=1e-3)
    assert law.exponents[0].mean == pytest.approx(0.3, rel=1e-3)
    assert law.scales[0].mean == pytest.approx(5e3, rel=1e-2)
    assert law(1e4) == pytest.approx(1.7 + 0.5**0.3, rel=1e-3)
    assert law.exponents[0].low is None, "three seeds give no interval"


def test_the_interval_comes_from_the_seeds_and_has_the_truth_inside() -> None:
    rng = np.random.default_rng(1)
    noise = {(n, seed): rng.normal(0, 0.01) for n in SIZES for seed in range(1, 7)}
    result = made(lambda n, seed: 2 + (1e4 / n) ** 0.25 + noise[n, seed], (1, 2, 3, 4, 5, 6))
    law = fit(result, LAW)
    assert law is not None
    (exponent,) = law.exponents
    assert exponent.low is not None
    assert exponent.high is not None
    assert exponent.low < 0.25 < exponent.high < 0.5
    assert fit(result, LAW) == law, "the same rows give the same interval"


def test_two_exponents_are_recovered_from_a_grid() -> None:
    grid = np.array([(n, d) for n in (1e4, 1e5, 1e6, 1e7) for d in (1e5, 1e6, 1e7, 1e8)])
    y = 1.5 + (2e4 / grid[:, 0]) ** 0.34 + (3e5 / grid[:, 1]) ** 0.28
    found = least_squares(grid, y)
    assert found == pytest.approx([1.5, 0.34, 0.28, 2e4, 3e5], rel=1e-2)


def test_a_law_without_a_floor_is_a_line_in_logarithms() -> None:
    x = np.array(SIZES)
    found = least_squares(x[:, None], (8e13 / x) ** 0.076, has_floor=False)
    assert found is not None
    assert found[:2] == pytest.approx([0.0, 0.076], abs=1e-4)


def test_too_few_points_give_no_law() -> None:
    assert least_squares(np.array([[1.0], [2.0]]), np.array([2.0, 1.0])) is None


def test_arms_that_were_not_measured_give_no_law() -> None:
    result = made(lambda n, seed: 2.0, (1, 2))
    assert fit(result, replace(LAW, x=("other",))) is None
    assert fit(result, replace(LAW, y="other")) is None


def test_the_frontier_keeps_what_no_cheaper_point_beats() -> None:
    x, y = frontier([(4.0, 1.5), (1.0, 3.0), (2.0, 2.0), (3.0, 2.5), (8.0, 1.0)])
    assert x[:, 0].tolist() == [1.0, 2.0, 4.0, 8.0]
    assert y.tolist() == [3.0, 2.0, 1.5, 1.0]


def test_a_fitted_law_is_the_same_after_it_was_stored() -> None:
    law = fit(made(lambda n, seed: 1.7 + (5e3 / n) ** 0.3, (1, 2, 3)), LAW)
    assert isinstance(law, FittedLaw)
    assert FittedLaw.from_dict(law.to_dict()) == law
