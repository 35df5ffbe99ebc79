"""Results that are bundled belong to the comparisons as they are now."""

from pathlib import Path

import pytest

from models.comparison.bundled import bundled_path
from models.comparison.catalog import experiments, find_experiment
from models.comparison.evidence.intervals import MIN_SEEDS
from models.comparison.evidence.registration import registered_hash, registrations
from models.comparison.evidence.statistics import evaluate
from models.comparison.results import read_result
from models.comparison.spec import ExperimentSpec
from models.data.texts.registry import known_texts
from models.runtime.resources import resource

FILES = sorted(resource("comparisons").glob("*.json"))


def spec_of(path: Path) -> ExperimentSpec:
    """The comparison of a file, NAME.json or NAME.TEXT.json."""
    return find_experiment(path.stem.partition(".")[0])


def test_every_result_is_that_of_a_comparison_and_of_a_text_by_name() -> None:
    assert FILES
    for path in FILES:
        name, _, text = path.stem.partition(".")
        assert name in experiments()
        assert text in ("", *known_texts())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_result_was_made_by_the_recipes_of_today(path: Path) -> None:
    spec, result = spec_of(path), read_result(path)
    text = result.text.name if result.text else ""
    assert path == bundled_path(spec.name, text)
    assert result.name == spec.name
    assert not result.quick
    assert len(result.seeds) >= MIN_SEEDS
    assert result.recipes == spec.recipes(text)
    measured = {(row.arm, row.seed) for row in result.rows}
    assert measured == {(arm.name, seed) for arm in spec.arms for seed in result.seeds}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_result_has_the_hash_of_what_is_registered_and_declared(path: Path) -> None:
    """A changed arm, contrast, threshold or guard is an amendment, or needs another run."""
    spec, result = spec_of(path), read_result(path)
    newest = registrations(spec.name, result.text.name if result.text else "")[-1]
    assert newest.hash == registered_hash(spec, result.text) == result.registered
    assert newest.text == (result.text.sha256 if result.text else "")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_test_of_a_claim_was_measured(path: Path) -> None:
    spec, result = spec_of(path), read_result(path)
    found = evaluate(spec, result)
    assert [one.contrast for one in found.results] == [*spec.contrasts]
    for claim in found.claims:
        assert (claim.verdict is None) == (not (claim.claim.contrasts or claim.claim.untestable))
