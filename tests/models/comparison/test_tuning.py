import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from models.comparison import tuning
from models.comparison.catalog import find_experiment
from models.comparison.evidence.rates import rates_as_json, rates_from_json
from models.comparison.run import Plan
from models.comparison.spec import TriedRates, Tuning
from models.comparison.tuning import FOLDER, tune, wanted_rates
from models.runtime.generators import run_to_end
from tests.models.comparison.test_run import SMALL, Inline
from tests.models.tiny import little_held_out

RATES = (0.001, 0.002, 0.004)


def plan_with(folder: Path, settings: Tuning) -> Plan:
    spec = find_experiment("masking_rate")
    return Plan(replace(spec, arms=spec.arms[:2], tuning=settings, rates={}), folder, folder)


def measured_as(patch: pytest.MonkeyPatch, best: float) -> list[tuple[str, float, int]]:
    """Replace training with a metric that is highest at one rate; return what is trained."""
    trained = []

    def measured(unit: object, metric: str, x: float | None) -> float | None:
        assert (metric, x) == ("mlm_accuracy", None)
        rate = unit.changes["schedule.learning_rate"]  # type: ignore[attr-defined]
        trained.append((unit.arm, rate, unit.seed))  # type: ignore[attr-defined]
        return None if rate > 0.1 else -abs(math.log(rate / best)) + unit.seed  # type: ignore[attr-defined]

    patch.setattr(tuning, "measure_trial", measured)
    return trained


def test_each_arm_is_trained_with_each_rate_and_the_best_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained = measured_as(monkeypatch, best=0.0019)
    settings = Tuning(RATES, "mlm_accuracy", seeds=(101, 103))
    rates = run_to_end(tune(plan_with(tmp_path, settings), Inline))
    assert len(trained) == 2 * 3 * 2
    assert {arm: one.best for arm, one in rates.items()} == {"rate_5": 0.002, "rate_15": 0.002}
    assert rates["rate_5"].values[0.002] == pytest.approx(102, abs=0.1), "the mean over seeds"
    assert not rates["rate_5"].is_at_edge


@pytest.mark.parametrize(("best", "further"), [(0.5, (0.008, 0.016)), (1e-9, (0.0005, 0.00025))])
def test_rates_beyond_an_edge_are_tried_until_there_are_enough(
    best: float, further: tuple[float, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured_as(monkeypatch, best)
    settings = Tuning(RATES, "mlm_accuracy", max_tried=5, arms=("rate_5",))
    rates = run_to_end(tune(plan_with(tmp_path, settings), Inline))
    assert set(rates) == {"rate_5"}, "the other arm keeps the rate of its recipe"
    assert set(rates["rate_5"].values) == {*RATES, *further}
    assert rates["rate_5"].is_at_edge, "so the guard speaks"


def test_a_stopped_tuning_goes_on_with_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained = measured_as(monkeypatch, best=0.002)
    plan = plan_with(tmp_path, Tuning(RATES, "mlm_accuracy"))
    with pytest.raises(KeyboardInterrupt):
        run_to_end(tune(plan, lambda: Inline(4)))
    run_to_end(tune(plan, Inline))
    assert len(trained) == len(set(trained)) == 6


def test_trials_of_another_recipe_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured_as(monkeypatch, best=0.002)
    plan = plan_with(tmp_path, Tuning(RATES, "mlm_accuracy"))
    run_to_end(tune(plan, Inline))
    other = replace(plan.spec, arms=(replace(plan.spec.arms[0], changes={"schedule.steps": 3}),))
    with pytest.raises(ValueError, match="of another recipe"):
        run_to_end(tune(replace(plan, spec=other), Inline))


def test_a_training_that_fails_is_the_worst_rate_and_null_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured_as(monkeypatch, best=0.2)
    settings = Tuning((0.05, 0.1, 0.2), "mlm_accuracy", max_tried=3)
    rates = run_to_end(tune(plan_with(tmp_path, settings), Inline))
    assert rates["rate_5"].best == 0.1
    assert not rates["rate_5"].is_at_edge
    written = json.loads(json.dumps(rates_as_json(rates)))
    assert written["rate_5"]["values"][-1] == [0.2, None]
    assert rates_from_json(written) == rates


def test_an_arm_is_really_trained_and_measured(tmp_path: Path) -> None:
    settings = Tuning((0.001, 0.01), "mlm_accuracy", max_tried=2)
    plan = plan_with(tmp_path, settings)
    arm = replace(plan.spec.arms[0], changes=SMALL)
    with pytest.MonkeyPatch.context() as patch:
        little_held_out(patch)
        patch.setattr(
            "models.comparison.arms.find_experiment", lambda _: replace(plan.spec, arms=(arm,))
        )
        rates = run_to_end(tune(replace(plan, spec=replace(plan.spec, arms=(arm,))), Inline))
    assert len([*(tmp_path / FOLDER).iterdir()]) == 2
    assert all(0 <= value <= 1 for value in rates[arm.name].values.values())


def test_a_tuned_arm_learns_at_its_best_rate() -> None:
    spec = replace(
        find_experiment("masking_rate"),
        rates={"rate_5": TriedRates("mlm_accuracy", {1e-3: 1, 7e-3: 2})},
    )
    assert spec.recipe("rate_5").schedule.learning_rate == 7e-3
    assert spec.recipe("rate_15").schedule.learning_rate == 3e-3


def test_a_comparison_without_tuning_is_refused(tmp_path: Path) -> None:
    plan = Plan(find_experiment("founders"), tmp_path, tmp_path)
    with pytest.raises(ValueError, match="the rates of their recipes"):
        run_to_end(tune(plan, Inline))


def test_all_declared_rates_are_wanted_first() -> None:
    settings = Tuning(RATES, "mlm_accuracy")
    assert wanted_rates(settings, None) == [*RATES]
    some = TriedRates("mlm_accuracy", {0.001: 0.5})
    assert wanted_rates(settings, some) == [*RATES]


@pytest.mark.parametrize("values", [[], [["a", 1]], [[0.1, "b"]], [[0.1]]])
def test_damaged_rates_are_refused(values: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        rates_from_json({"one": {"metric": "loss", "values": values, "below": True}})
