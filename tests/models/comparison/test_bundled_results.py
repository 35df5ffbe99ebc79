"""Results that are bundled belong to the comparisons as they are now."""

from pathlib import Path

import pytest

from models.comparison.catalog import experiment, experiments
from models.comparison.evidence.intervals import MIN_SEEDS
from models.comparison.evidence.registration import registered_hash, registrations
from models.comparison.evidence.statistics import evaluate
from models.comparison.results import read_result
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
    assert not result.text
    assert len(result.seeds) >= MIN_SEEDS
    assert result.recipes == spec.recipes()
    measured = {(row.arm, row.seed) for row in result.rows}
    assert measured == {(arm.name, seed) for arm in spec.arms for seed in result.seeds}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_result_has_the_hash_of_what_is_registered_and_declared(path: Path) -> None:
    """A changed arm, contrast, threshold or guard is an amendment, or needs another run."""
    spec, result = experiment(path.stem), read_result(path)
    assert registrations(spec.name)[-1].hash == registered_hash(spec) == result.registered


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_test_of_a_claim_was_measured(path: Path) -> None:
    spec, result = experiment(path.stem), read_result(path)
    found = evaluate(spec, result)
    assert [one.contrast for one in found.results] == [*spec.contrasts]
    for claim in found.claims:
        assert (claim.verdict is None) == (not (claim.claim.contrasts or claim.claim.untestable))
