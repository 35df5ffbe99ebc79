from dataclasses import replace

import numpy as np
import pytest

from models.comparison.catalog import experiment
from models.comparison.results import ArmMeasurement, Estimate, MeasuredComparison
from models.comparison.spec import Contrast, Metric, MetricPoint
from models.comparison.statistics import (
    ContrastResult,
    difference_text,
    estimate,
    evaluate_contrast,
    paired,
    summarize,
    verdict,
)

SHARE = Metric("accuracy", "Accuracy", is_share=True)
NATS = Metric("loss", "Loss", "nats per token")


def result(values: dict[str, list[float]], x: float | None = None) -> MeasuredComparison:
    rows = [
        ArmMeasurement(arm, seed, x, "accuracy", value, 100, 1.0)
        for arm, found in values.items()
        for seed, value in enumerate(found, 1)
    ]
    return MeasuredComparison("made_up", False, (1, 2, 3, 4, 5), tuple(rows), {})


def contrast(paper: str, threshold: float = 0.0) -> Contrast:
    return Contrast(
        "", MetricPoint("one", "accuracy"), MetricPoint("other", "accuracy"), paper, threshold
    )  # type: ignore[arg-type]


def evaluated(rows: MeasuredComparison, one: Contrast) -> ContrastResult | None:
    spec = replace(experiment("masking_rate"), contrasts=(one,))
    return evaluate_contrast(summarize(spec, rows), one)


def test_an_interval_contains_the_mean_and_is_the_same_again() -> None:
    found = estimate([0.1, 0.2, 0.3, 0.4, 0.5])
    assert found == estimate([0.1, 0.2, 0.3, 0.4, 0.5])
    assert found.low is not None
    assert found.high is not None
    assert 0.1 < found.low < found.mean < found.high < 0.5
    assert found.mean == pytest.approx(0.3)


def test_an_interval_covers_the_mean_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    inside = 0
    for _ in range(60):
        found = estimate(rng.normal(size=20).tolist())
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= 0 <= found.high
    assert inside >= 50  # the percentile method is a little narrow for few values


def test_fewer_than_five_seeds_give_no_interval() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert (found.mean, found.low, found.high) == (2.5, None, None)
    assert verdict(found, "more", 0.0) == "too few seeds"


def test_values_that_are_all_the_same_have_an_interval_of_no_width() -> None:
    assert estimate([2.0] * 5) == Estimate(2.0, 2.0, 2.0, 5)


def test_no_values_are_rejected() -> None:
    with pytest.raises(ValueError, match="no values"):
        estimate([])


def test_differences_are_of_the_seeds_that_both_have() -> None:
    assert paired({1: 3.0, 2: 5.0, 4: 1.0}, {2: 1.0, 1: 2.0, 3: 0.0}) == [1.0, 4.0]


@pytest.mark.parametrize(
    ("low", "high", "paper", "expected"),
    [
        (0.02, 0.05, "more", "as in the paper"),
        (-0.05, -0.02, "more", "opposite"),
        (-0.01, 0.05, "more", "no significant difference"),
        (0.005, 0.05, "more", "no significant difference"),  # not beyond the threshold
        (-0.05, -0.02, "less", "as in the paper"),
        (0.02, 0.05, "less", "opposite"),
        (-0.009, 0.01, "equal", "as in the paper"),
        (-0.02, 0.02, "equal", "no significant difference"),
        (0.02, 0.05, "equal", "opposite"),
        (-0.05, -0.02, "equal", "opposite"),
    ],
)
def test_the_verdict_follows_from_the_interval(
    low: float, high: float, paper: str, expected: str
) -> None:
    found = Estimate((low + high) / 2, low, high, 5)
    assert verdict(found, paper, 0.01) == expected  # type: ignore[arg-type]


def test_a_contrast_is_paired_by_seed() -> None:
    """The arms overlap, and still one is better with every seed."""
    rows = result({"one": [0.5, 0.6, 0.7, 0.8, 0.9], "other": [0.45, 0.56, 0.65, 0.74, 0.85]})
    finding = evaluated(rows, contrast("more"))
    assert finding is not None
    assert finding.difference.mean == pytest.approx(0.05)
    assert finding.verdict == "as in the paper"


def test_a_contrast_without_rows_has_no_finding() -> None:
    assert evaluated(result({"one": [0.5] * 5}), contrast("more")) is None


def test_without_an_x_the_last_point_of_a_curve_is_judged() -> None:
    early = result({"one": [0.0] * 5, "other": [1.0] * 5}, x=10.0)
    late = result({"one": [1.0, 0.9, 1.0, 0.9, 1.0], "other": [0.1] * 5}, x=20.0)
    both = MeasuredComparison("made_up", False, early.seeds, early.rows + late.rows, {})
    finding = evaluated(both, contrast("more"))
    assert finding is not None
    assert finding.difference.mean == pytest.approx(0.86)


def test_shares_are_written_in_points_and_losses_in_their_unit() -> None:
    assert difference_text(Estimate(0.031, 0.02, 0.042, 5), SHARE) == (
        "+3.1 points (95 % interval +2 to +4.2, 5 seeds)"
    )
    assert difference_text(Estimate(-0.2, None, None, 1), NATS) == (
        "-0.2 nats per token (1 seed, too few for an interval)"
    )


def test_every_cell_has_an_estimate() -> None:
    spec = replace(experiment("masking_rate"), contrasts=())
    found = summarize(spec, result({"one": [0.5, 0.6, 0.7, 0.8, 0.9]}, x=3.0))
    assert found.estimates == {
        MetricPoint("one", "accuracy", 3.0): estimate([0.5, 0.6, 0.7, 0.8, 0.9]),
    }
    assert found.series("one", "accuracy")[0][0] == 3.0
