"""How cost grows with length: the fitted exponent, and predictions from it."""

from __future__ import annotations

import pytest

from models.long_texts.growth import fit_exponent, longest_within, predict_cost

SQUARE = [(n, 5.0 * n**2) for n in (128, 256, 512, 1024, 2048, 4096)]


def test_the_exponent_of_a_square_is_two_with_an_interval_that_holds_it() -> None:
    fit = fit_exponent(SQUARE)
    assert fit is not None
    assert (fit.first, fit.last) == (1024, 4096)
    assert fit.value == pytest.approx(2)
    noisy = fit_exponent([(n, cost * (1.1 if n == 2048 else 1)) for n, cost in SQUARE])
    assert noisy is not None
    assert noisy.low < 2 < noisy.high
    assert fit_exponent(SQUARE[:2]) is None


def test_the_fitted_line_goes_through_the_points_of_a_power() -> None:
    fit = fit_exponent(SQUARE)
    assert fit is not None
    assert [fit.cost(n) for n in (1, 2048)] == pytest.approx([5.0, 5.0 * 2048**2])


def test_a_prediction_follows_constant_linear_and_square_terms() -> None:
    costs = [(n, 100.0 + 3 * n + 0.5 * n * n) for n in (256, 512, 1024)]
    assert predict_cost(costs, 4096) == pytest.approx(100 + 3 * 4096 + 0.5 * 4096**2, rel=1e-3)
    assert predict_cost([(128, 7.0)], 256) == 28.0
    assert predict_cost([], 256) is None


def test_the_longest_text_within_a_budget_fits_and_one_token_more_does_not() -> None:
    budget = 5.0 * 3000**2
    longest = longest_within(SQUARE, budget, 1_000_000)
    assert longest == pytest.approx(3000, abs=2)
    assert longest_within(SQUARE, budget, 2000) == 2000
