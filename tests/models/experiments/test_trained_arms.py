"""Every comparison, trained for two steps on very little text."""

from pathlib import Path

import pytest

from models.comparison.arms import run_unit
from models.comparison.catalog import experiments
from models.comparison.spec import ExperimentSpec, Unit

SPECS = tuple(experiments().values())
TWO_STEPS = {
    "schedule.steps": 2,
    "schedule.warmup_steps": 0,
    "schedule.batch_size": 4,
    "data_tokens": 8000,
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def unit(spec: ExperimentSpec, arm: str, cache: Path) -> Unit:
    smaller = {} if spec.recipe(arm).tokenizer.folder else {"tokenizer.vocab_size": 600}
    return Unit(spec.name, arm, 1, True, cache, changes={**TWO_STEPS, **smaller})


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_the_first_and_the_last_arm_are_trained_and_measured(
    spec: ExperimentSpec, cache: Path
) -> None:
    metrics = {metric.name for metric in spec.metrics}
    judged = {cell.metric for one in spec.contrasts for cell in (one.first, one.second)}
    measured = set()
    for arm in (spec.arms[0], spec.arms[-1]):
        rows = run_unit(unit(spec, arm.name, cache))
        assert {(row.arm, row.seed) for row in rows} == {(arm.name, 1)}
        assert all(row.value == row.value for row in rows)  # no NaN
        measured |= {row.metric for row in rows}
    assert metrics & measured
    assert judged <= metrics
