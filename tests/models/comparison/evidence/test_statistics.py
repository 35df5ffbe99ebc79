"""Claims are tested as documented, with the error rates that are stated."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.random import Generator
from numpy.typing import NDArray

from models.comparison.catalog import find_experiment
from models.comparison.evidence.guards import failed_guard
from models.comparison.evidence.intervals import t_test
from models.comparison.evidence.statistics import (
    ContrastResult,
    Verdict,
    adjusted_by_holm,
    contrast_values,
    evaluate,
    over_examples,
    verdict,
)
from models.comparison.results import (
    ArmMeasurement,
    MeasuredComparison,
    TriedRates,
    by_epoch,
)
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    Floor,
    Metric,
    MetricPoint,
    PaperClaim,
    PublishedEffect,
)

ONE, OTHER = MetricPoint("one", "accuracy"), MetricPoint("other", "accuracy")
PLAIN = Contrast("", ONE, OTHER, "more")


def comparison(*contrasts: Contrast, **changes: object) -> ExperimentSpec:
    """Two arms, measured by an accuracy whose smallest effect of interest is a point."""
    return replace(
        find_experiment("direction"),
        arms=(Arm("one", "One"), Arm("other", "Other")),
        metrics=(Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),),
        claims=(PaperClaim("A claim.", "", "Table 1", "bert", contrasts),),
        measurements=(),
        floors=(),
        **changes,  # type: ignore[arg-type]
    )


def result(
    one: Sequence[float], other: Sequence[float], x: float | None = None, **more: object
) -> MeasuredComparison:
    rows = [
        ArmMeasurement(arm, seed, x, "accuracy", value, 100, 1.0)
        for arm, values in (("one", one), ("other", other))
        for seed, value in enumerate(values, 1)
    ]
    seeds = tuple(range(1, len(one) + 1))
    return MeasuredComparison("direction", False, seeds, tuple(rows), {}, **more)  # type: ignore[arg-type]


def judged(
    one: Sequence[float], other: Sequence[float], contrast: Contrast = PLAIN, **more: object
) -> ContrastResult:
    claim = evaluate(comparison(contrast), result(one, other, **more)).claims[0]
    (tested,) = claim.results
    assert claim.verdict == tested.verdict
    return tested


CLOSE = (0.5, 0.51, 0.49, 0.505, 0.495)


def shifted(by: float) -> list[float]:
    return [value + by for value in (0.5, 0.512, 0.491, 0.503, 0.494)]


@pytest.mark.parametrize(
    ("by", "paper", "expected"),
    [
        (0.1, "more", "same direction"),
        (0.1, "less", "opposite"),
        (-0.1, "less", "same direction"),
        (-0.1, "more", "opposite"),
        (0.0, "more", "practically equal"),
        (0.0, "equal", "reproduced"),
        (0.1, "equal", "opposite"),
    ],
)
def test_the_verdict_is_about_what_the_paper_claims(
    by: float, paper: str, expected: Verdict
) -> None:
    tested = judged(shifted(by), CLOSE, replace(PLAIN, paper=paper))  # type: ignore[arg-type]
    assert tested.verdict == expected


def test_noisy_seeds_are_inconclusive_and_not_equal() -> None:
    noisy = [0.4, 0.55, 0.5, 0.62, 0.45]
    for paper in ("more", "less", "equal"):
        tested = judged(noisy, CLOSE, replace(PLAIN, paper=paper))  # type: ignore[arg-type]
        assert tested.verdict == "inconclusive"


def test_only_a_size_in_the_range_of_the_paper_is_reproduced() -> None:
    for value, expected in ((0.1, "reproduced"), (0.19, "reproduced"), (0.3, "same direction")):
        contrast = replace(PLAIN, published=PublishedEffect(value))
        assert judged(shifted(0.1), CLOSE, contrast).verdict == expected
    narrow = replace(PLAIN, published=PublishedEffect(0.12, low=0.11, high=0.13))
    assert judged(shifted(0.1), CLOSE, narrow).verdict == "same direction"


def test_a_ratio_is_tested_against_what_the_paper_claims_of_it() -> None:
    ratio = Contrast("", ONE, OTHER, "more", is_ratio=True, null=0.9, smallest=0.02)
    assert judged([0.76 * value for value in shifted(0.0)], CLOSE, ratio).verdict == "opposite"
    assert judged([0.97 * value for value in shifted(0.0)], CLOSE, ratio).verdict == (
        "same direction"
    )


def test_a_level_and_an_interaction_are_numbers_of_each_seed() -> None:
    rows = result([0.5, 0.6], [0.1, 0.3])
    level = Contrast("", ONE, null=0.5)
    interaction = Contrast("", ONE, OTHER, other=(OTHER, ONE))
    assert contrast_values(level, rows) == pytest.approx([0.5, 0.6])
    assert contrast_values(interaction, rows) == pytest.approx([0.8, 0.6])


def test_differences_are_of_the_seeds_that_all_cells_have() -> None:
    assert contrast_values(PLAIN, result([3.0, 5.0, 1.0], [1.0, 1.0])) == [2.0, 4.0]


def test_a_claim_has_the_verdict_of_the_test_that_supports_it_least() -> None:
    against = replace(PLAIN, paper="less")
    claim = evaluate(comparison(PLAIN, against), result(shifted(0.1), CLOSE)).claims[0]
    assert [one.verdict for one in claim.results] == ["same direction", "opposite"]
    assert claim.verdict == "opposite"


def test_a_claim_without_a_test_has_no_verdict_and_measurements_have_none() -> None:
    spec = replace(comparison(), measurements=(replace(PLAIN, paper=""),))
    found = evaluate(spec, result(shifted(0.1), CLOSE))
    assert found.claims[0].verdict is None
    assert [(one.verdict, one.adjusted_p) for one in found.measurements] == [(None, None)]


def test_a_claim_that_the_arms_cannot_test_is_not_testable_whatever_was_measured() -> None:
    spec = comparison(PLAIN)
    claims = (replace(spec.claims[0], untestable="arms differ", would_take="equal starts"),)
    claim = evaluate(replace(spec, claims=claims), result(shifted(0.1), CLOSE)).claims[0]
    assert (claim.verdict, claim.reason) == ("not testable here", "arms differ")
    assert (claim.would_take, claim.numbers_in_words) == ("equal starts", "")


def test_few_seeds_are_inconclusive_with_a_reason() -> None:
    tested = judged(shifted(0.1)[:3], CLOSE[:3])
    assert (tested.verdict, tested.reason) == ("inconclusive", "an interval needs 5 seeds")


def test_without_an_x_the_last_point_of_a_curve_is_judged() -> None:
    early, late = result([0.0] * 5, [1.0] * 5, x=10.0), result(shifted(0.1), CLOSE, x=20.0)
    both = replace(early, rows=early.rows + late.rows)
    (tested,) = evaluate(comparison(PLAIN), both).claims[0].results
    assert tested.estimate.mean == pytest.approx(0.1)


# ---- p values and error rates


def test_p_values_are_adjusted_as_holm_does() -> None:
    assert adjusted_by_holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert adjusted_by_holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])
    assert adjusted_by_holm([]) == []


def test_the_tests_of_a_page_are_adjusted_together_and_measurements_are_not_among_them() -> None:
    one, other = shifted(0.02), [value + 0.001 * n for n, value in enumerate(CLOSE)]
    alone = evaluate(comparison(PLAIN), result(one, other)).results[0]
    twice = replace(PLAIN, null=1e-9)
    among = evaluate(comparison(PLAIN, twice), result(one, other)).results[0]
    beside = evaluate(
        replace(comparison(PLAIN), measurements=(replace(PLAIN, paper=""),)), result(one, other)
    ).results[0]
    assert alone.adjusted_p is not None
    assert among.adjusted_p == pytest.approx(2 * alone.adjusted_p)
    assert beside.adjusted_p == alone.adjusted_p


Draw = Callable[[Generator, tuple[int, ...]], NDArray[np.float64]]


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, shape: rng.normal(size=shape),
        lambda rng, shape: rng.lognormal(size=shape),
        lambda rng, shape: rng.standard_t(3, size=shape),
    ],
    ids=["normal", "skewed", "heavy-tailed"],
)
def test_without_an_effect_at_most_one_page_in_twenty_has_a_direction(draw: Draw) -> None:
    """Pages of four claims over five seeds of two equal arms, judged as pages are."""
    rng = np.random.default_rng(11)
    pages = draw(rng, (5_000, 4, 5)) - draw(rng, (5_000, 4, 5))  # 20,000 contrasts
    wrong = 0
    for page in pages.tolist():
        tests = [t_test(values) for values in page]
        adjusted = adjusted_by_holm([one.p or 0.0 for one in tests])
        found = {verdict(one, p, PLAIN, 0.0) for one, p in zip(tests, adjusted, strict=True)}
        wrong += bool(found & {"reproduced", "same direction", "opposite"})
    assert wrong / len(pages) <= 0.055


def test_a_difference_of_the_smallest_interest_is_seldom_called_equal() -> None:
    rng = np.random.default_rng(12)
    equal = 0
    for values in rng.normal(1.0, 0.3, size=(20_000, 5)).tolist():
        found = t_test(values)
        equal += verdict(found, found.p or 0.0, PLAIN, 1.0) == "practically equal"
    assert equal / 20_000 <= 0.055


def test_an_interval_over_examples_needs_the_outcomes_of_all_cells_and_few_examples() -> None:
    outcomes = {
        (arm, seed, "accuracy"): tuple(n % (2 + seed) == 0 for n in range(24))
        for arm in ("one", "other")
        for seed in range(1, 6)
    }
    stored = result(shifted(0.1), CLOSE, outcomes=outcomes)
    spec = comparison(PLAIN, measure="founders")
    found = over_examples(spec, PLAIN, stored)
    assert found == (24, (0.0, 0.0)), "the arms are right on the same examples"
    assert over_examples(spec, replace(PLAIN, is_ratio=True), stored) is None
    assert over_examples(spec, PLAIN, result(shifted(0.1), CLOSE)) is None
    assert over_examples(comparison(PLAIN), PLAIN, stored) is None, "other examples for each seed"


def test_an_interval_over_examples_is_that_of_the_place_of_a_curve() -> None:
    """Outcomes of a curve have its x; those of one over training are of the last point."""
    outcomes = {
        (arm, seed, key): tuple(n % (2 + seed + shift) == 0 for n in range(24))
        for arm in ("one", "other")
        for seed in range(1, 6)
        for shift, key in enumerate(("accuracy@8", "accuracy@16"))
    }
    early, late = (result(shifted(0.1), CLOSE, x=x, outcomes=outcomes) for x in (8.0, 16.0))
    curve = replace(early, rows=early.rows + late.rows)
    ends = {
        x: curve.outcomes_at(MetricPoint("one", "accuracy", x), 1) for x in (None, 8.0, 16.0, 12.0)
    }
    assert ends[None] == ends[16.0] == outcomes["one", 1, "accuracy@16"]
    assert ends[8.0] == outcomes["one", 1, "accuracy@8"]
    assert ends[12.0] == ()
    trained = replace(curve, outcomes={("one", 1, "accuracy"): (True,)})
    assert trained.outcomes_at(MetricPoint("one", "accuracy", 16.0), 1) == (True,)
    assert trained.outcomes_at(MetricPoint("one", "accuracy", 8.0), 1) == ()
    spec = comparison(PLAIN, measure="founders")
    at_8 = replace(PLAIN, first=replace(ONE, x=8.0), second=replace(OTHER, x=8.0))
    assert over_examples(spec, at_8, curve) == (24, (0.0, 0.0))


# ---- guards


def test_an_arm_at_its_floor_makes_the_claim_not_testable() -> None:
    spec = replace(comparison(PLAIN), floors=(Floor("accuracy", 0.5, "chance"),))
    claim = evaluate(spec, result(shifted(0.1), CLOSE)).claims[0]
    assert claim.verdict == "not testable here"
    assert claim.reason == "“Other” is not clearly better than chance"
    assert claim.would_take == "longer training or a larger model"
    assert claim.numbers_in_words == "it is at 50 %, the level to pass is 50 %"
    only = replace(spec, floors=(Floor("accuracy", 0.5, "chance", arms=("one",)),))
    assert evaluate(only, result(shifted(0.1), CLOSE)).claims[0].verdict == "same direction"


def test_a_floor_without_rows_is_not_passed() -> None:
    spec = replace(comparison(PLAIN), floors=(Floor("loss", 0.5, "chance"),))
    assert failed_guard(spec, result(shifted(0.1), CLOSE), PLAIN, 1.0)


def test_a_seed_without_a_number_makes_the_claim_not_testable_and_breaks_nothing() -> None:
    for missing in (float("nan"), None):
        one = shifted(0.1)[:4] + ([] if missing is None else [missing])
        claim = evaluate(comparison(PLAIN), result(one, CLOSE)).claims[0]
        if missing is None:  # an interval needs five seeds in any case
            assert claim.verdict in ("not testable here", "inconclusive")
        else:
            assert (claim.verdict, claim.reason) == ("not testable here", "a seed has no number")


def test_a_loss_must_be_below_its_floor() -> None:
    spec = replace(comparison(PLAIN), floors=(Floor("accuracy", 0.55, "a unigram model", True),))
    assert not failed_guard(spec, result(shifted(0.0), CLOSE), PLAIN, 1.0)
    assert failed_guard(spec, result(shifted(0.1), CLOSE), PLAIN, 1.0)


def test_a_curve_that_still_moves_more_than_the_difference_is_not_judged() -> None:
    early, late = result([0.3] * 5, [0.3] * 5, x=10.0), result(shifted(0.1), CLOSE, x=20.0)
    both = replace(early, rows=early.rows + late.rows)
    spec = comparison(PLAIN, points=2)
    claim = evaluate(spec, both).claims[0]
    assert claim.verdict == "not testable here"
    assert "still learning" in claim.reason
    assert (claim.would_take, claim.numbers_in_words) == (
        "more steps",
        "from step 10 to 20 it moves by 30 points",
    )


def test_a_fine_tuned_arm_that_still_gains_by_epoch_is_not_judged() -> None:
    at_end = result(shifted(0.1), CLOSE)
    for gain, expected in ((0.2, "not testable here"), (0.05, "same direction")):
        curve = [
            ArmMeasurement("one", seed, epoch, by_epoch("accuracy"), value, 0, 0.0)
            for seed in at_end.seeds
            for epoch, value in ((2.0, 0.6 - gain), (3.0, 0.6))
        ]
        claim = evaluate(comparison(PLAIN), replace(at_end, rows=(*at_end.rows, *curve))).claims[0]
        assert claim.verdict == expected
    assert not claim.would_take


def test_seeds_in_two_groups_are_not_judged() -> None:
    tested = judged([0.61, 0.62, 0.0, 0.61, 0.62], CLOSE)
    assert tested.verdict == "not testable here"
    assert "far from the others" in tested.reason
    assert "more seeds" in tested.would_take


def test_a_learning_rate_at_the_edge_is_not_judged() -> None:
    edge = TriedRates("accuracy", {1e-3: 0.4, 2e-3: 0.5, 4e-3: 0.6})
    inside = TriedRates("accuracy", {1e-3: 0.4, 2e-3: 0.7, 4e-3: 0.6})
    for tried, expected in ((edge, "not testable here"), (inside, "same direction")):
        rows = result(shifted(0.1), CLOSE, rates={"one": tried})
        claim = evaluate(comparison(PLAIN), rows).claims[0]
        assert claim.verdict == expected
        assert bool(claim.would_take) == (expected == "not testable here")


def test_losses_over_other_tokens_are_not_judged() -> None:
    """A count model tells it, as of decoders of which one alone reads special tokens."""
    levels = {"one": {"5gram": 2.37}, "other": {"5gram": 2.62}}
    for unit, baselines, expected in (
        ("nats per token", levels, "not testable here"),
        ("nats per token", {**levels, "other": levels["one"]}, "same direction"),
        ("nats per token", {"one": levels["one"]}, "same direction"),
        ("bits per character", levels, "same direction"),
    ):
        spec = comparison(PLAIN)
        spec = replace(spec, metrics=(replace(spec.metrics[0], is_share=False, unit=unit),))
        claim = evaluate(spec, result(shifted(0.1), CLOSE, baselines=baselines)).claims[0]
        assert claim.verdict == expected
        assert ("other tokens" in claim.reason) == (expected == "not testable here")
