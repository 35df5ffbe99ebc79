"""Results that are bundled belong to the comparisons as they are now."""

from pathlib import Path

import pytest

from models.comparison.catalog import experiment, experiments
from models.comparison.results import read_result
from models.comparison.statistics import MIN_SEEDS, evaluate_contrast, summarize
from models.runtime.resources import resource

FILES = sorted(resource("comparisons").glob("*.json"))


def test_every_result_is_that_of_a_comparison() -> None:
    assert FILES
    assert {path.stem for path in FILES} <= set(experiments())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_result_was_made_by_the_recipes_of_today(path: Path) -> None:
    spec, result = experiment(path.stem), read_result(path)
    assert result.name == spec.name
    assert not result.quick
    assert not result.data
    assert len(result.seeds) >= MIN_SEEDS
    assert result.recipes == spec.recipes()
    measured = {(row.arm, row.seed) for row in result.rows}
    assert measured == {(arm.name, seed) for arm in spec.arms for seed in result.seeds}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_intervals_and_verdicts_follow_from_the_rows(path: Path) -> None:
    spec, result = experiment(path.stem), read_result(path)
    again = summarize(spec, result)
    for cell, estimate in result.summary.estimates.items():
        assert estimate.mean == pytest.approx(again.estimates[cell].mean)
        assert estimate.low == pytest.approx(again.estimates[cell].low)
    for contrast in spec.contrasts:
        found, expected = (
            evaluate_contrast(result.summary, contrast),
            evaluate_contrast(again, contrast),
        )
        assert found is not None
        assert expected is not None
        assert found.verdict == expected.verdict
