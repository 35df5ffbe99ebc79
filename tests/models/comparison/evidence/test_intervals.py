import numpy as np
import pytest
from scipy import stats

from models.comparison.evidence.intervals import Estimate, estimate, interval_over_examples, t_test

RNG = np.random.default_rng(3)


def test_intervals_and_p_values_are_those_of_scipy() -> None:
    for count in (5, 7, 12):
        values = RNG.normal(size=count).tolist()
        found, expected = t_test(values, 0.3), stats.ttest_1samp(values, 0.3)
        assert found.p == pytest.approx(expected.pvalue)
        for confidence, low, high in (
            (0.95, found.estimate.low, found.estimate.high),
            (0.9, found.low90, found.high90),
        ):
            interval = expected.confidence_interval(confidence)
            assert (low, high) == pytest.approx((interval.low, interval.high))


def test_an_interval_covers_the_mean_as_often_as_it_says() -> None:
    draws = RNG.normal(size=(20_000, 5)).tolist()
    found = [estimate(values) for values in draws]
    covered = sum((one.low or 0) <= 0 <= (one.high or 0) for one in found) / len(found)
    assert 0.94 <= covered <= 0.96


def test_fewer_than_five_seeds_give_no_interval() -> None:
    assert estimate([1.0, 2.0, 3.0, 4.0]) == Estimate(2.5, None, None, 4)
    assert t_test([1.0, 2.0]).p is None


def test_seeds_that_are_all_equal_are_said_to_be_so() -> None:
    assert estimate([0.1] * 5) == Estimate(0.1, 0.1, 0.1, 5)
    assert estimate([0.1] * 5).all_equal
    assert not estimate([0.1] * 4).all_equal
    assert t_test([0.1] * 5, 0.1).p == 1.0
    assert t_test([0.1] * 5, 0.0).p == 0.0


def test_no_values_are_rejected() -> None:
    with pytest.raises(ValueError, match="no values"):
        estimate([])


def test_few_examples_widen_an_interval_over_seeds_and_examples() -> None:
    right = RNG.random((5, 24)) < np.linspace(0.1, 0.9, 24)  # hard and easy examples
    low, high = interval_over_examples(right)
    over_seeds = estimate(right.mean(axis=1).tolist())
    assert over_seeds.low is not None
    assert over_seeds.high is not None
    assert low < right.mean() < high
    assert high - low > over_seeds.high - over_seeds.low
    assert interval_over_examples(right, right) == (0.0, 0.0)
