"""Accuracies of minimal pairs, McNemar's test and regressions against scipy and by hand."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest, linregress

from models.data.judgements.minimal_pairs import MinimalPair
from models.sentences import preferences
from models.sentences.preferences import (
    Accuracy,
    PairedComparison,
    exact_mcnemar,
    giveaways,
    group_by_phenomenon,
    outcomes,
    single_pairs,
)
from models.sentences.regression import regress
from models.tasks.metrics import share_interval


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_the_higher_score_is_preferred_and_a_tie_counts_as_half() -> None:
    found = outcomes(array(-1, -3, -2, math.nan), array(-2, -1, -2, -1))
    assert found[:3].tolist() == [1, 0, 0.5]
    assert math.isnan(found[3])
    accuracy = Accuracy.from_outcomes(found)
    assert accuracy is not None
    assert (accuracy.share, accuracy.count, accuracy.ties) == (0.5, 3, 1)
    assert accuracy.interval == share_interval(1.5, 3)


def test_one_pair_has_no_interval_and_none_no_accuracy() -> None:
    one = Accuracy.from_outcomes(array(1))
    assert one is not None
    assert one.interval is None
    assert Accuracy.from_outcomes(array(math.nan)) is None


@pytest.mark.parametrize(("first", "second"), [(0, 0), (3, 0), (5, 2), (40, 41), (7, 30)])
@pytest.mark.parametrize("most", [1000, 1])
def test_the_p_value_is_that_of_a_fair_coin(
    first: int, second: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "MAX_EXACT", most)
    total = first + second
    expected = binomtest(first, total).pvalue if total else 1.0
    assert exact_mcnemar(first, second) == pytest.approx(expected)


def test_models_are_compared_where_both_have_an_answer() -> None:
    found = PairedComparison.compare(array(1, 1, 0, 0.5, math.nan), array(0, 1, 1, 0, 1))
    assert (found.first_only, found.second_only, found.count) == (1, 1, 3)


def pair(good: str, bad: str, phenomenon: str = "one") -> MinimalPair:
    return MinimalPair(good, bad, phenomenon)


def test_what_alone_tells_the_right_half_is_named() -> None:
    words = [pair(f"word{n} is here", f"word{n} are here", "verb") for n in range(5)]
    shorter = [pair(f"a b{n}", f"a much longer b{n}", "length") for n in range(5)]
    both = [pair("x is", "x are", "fair"), pair("x are y", "x is y", "fair")] * 3
    few = [pair("a", "b b", "few")] * 4
    found = giveaways([*words, *shorter, *both, *few])
    assert found == {"verb": "is", "length": "shorter"}


def test_phenomena_keep_their_order_and_single_ones_are_found() -> None:
    pairs = [pair("a", "b", "two"), pair("c", "d", "one"), pair("e", "f", "two")]
    assert {name: rows.tolist() for name, rows in group_by_phenomenon(pairs).items()} == {
        "two": [0, 2],
        "one": [1],
    }
    assert single_pairs(pairs) == [pairs[1]]


# ---- regression


def test_a_coefficient_and_its_interval_are_those_of_least_squares() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=40).astype(np.float32)
    y = (200 + 12 * x + rng.normal(size=40)).astype(np.float32)
    y[3] = math.nan
    found = regress(y, {"surprisal": x})
    assert found is not None
    known = np.isfinite(y)
    expected = linregress(x[known].astype(float), y[known].astype(float))
    (only,) = found.coefficients
    assert only.value == pytest.approx(expected.slope)
    assert only.interval is not None
    reach = (only.interval[1] - only.interval[0]) / 2
    assert reach / expected.stderr == pytest.approx(2.026, abs=0.002)  # t at 97.5 %, 37 free
    assert found.share == pytest.approx(expected.rvalue**2)
    assert found.count == 39


def test_two_predictors_are_told_apart() -> None:
    rng = np.random.default_rng(1)
    surprisal, length = rng.normal(size=(2, 200)).astype(np.float32)
    found = regress(3 * surprisal - 5 * length, {"surprisal": surprisal, "length": length})
    assert found is not None
    assert [one.value for one in found.coefficients] == pytest.approx([3, -5], abs=1e-4)


def test_too_few_words_and_predictors_that_say_the_same_have_no_regression() -> None:
    values = np.arange(3, dtype=np.float32)
    assert regress(values, {"surprisal": values}) is None
    many = np.arange(30, dtype=np.float32)
    assert regress(many, {"surprisal": many, "length": 2 * many}) is None
    constant = regress(many, {"surprisal": many, "length": np.ones(30, dtype=np.float32)})
    assert constant is not None
    assert [one.name for one in constant.coefficients] == ["surprisal"]
