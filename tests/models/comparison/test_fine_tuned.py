"""The rows of a fine-tuned arm: metrics, means over sets, and the weights of mixed layers."""

from dataclasses import replace

import pytest

from models.comparison import fine_tuned
from models.comparison.catalog import find_experiment
from models.comparison.fine_tuned import AVERAGE, LEARNED, MIX, FineTunedRun, fine_tuned_arm
from models.comparison.results import ArmMeasurement, by_epoch
from models.finetuning.recipe import FineTuningRecipe

SPEC = find_experiment("task_mix")
RECIPE = SPEC.recipe("reading", seed=3)
assert isinstance(RECIPE, FineTuningRecipe)


def rows_of(
    monkeypatch: pytest.MonkeyPatch,
    mix: tuple[float, ...],
    epochs: tuple[dict[str, float], ...] = (),
    **sets: str,
) -> list[ArmMeasurement]:
    """Return the rows of an arm, as if every run had these results."""
    record = {"tokens": 7, "metrics": {"f1": 0.5, "exact": 0.25}, "metric": "f1"}
    run = FineTunedRun(record, 2000, mix, epochs=epochs)
    monkeypatch.setattr(fine_tuned, "run_fine_tuning", lambda recipe: run)
    assert isinstance(RECIPE, FineTuningRecipe)
    return list(fine_tuned_arm(replace(SPEC, sets=sets), SPEC.arm("reading"), RECIPE).rows)


def test_each_layer_of_a_mix_is_a_row_with_its_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(monkeypatch, (0.2, 0.5, 0.3))
    assert {(row.arm, row.seed, row.tokens) for row in rows} == {("reading", 3, 7)}
    values = {(row.metric, row.x): row.value for row in rows}
    assert values == {
        ("f1", None): 0.5,
        ("exact", None): 0.25,
        (LEARNED, None): 2.0,
        (MIX, 0.0): 0.2,
        (MIX, 1.0): 0.5,
        (MIX, 2.0): 0.3,
    }


def test_of_several_sets_each_has_its_own_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(monkeypatch, (0.4, 0.6), one="world:reading:en", two="world:entities:en")
    values = {(row.metric, row.x): row.value for row in rows}
    assert values["one", None] == values["two", None] == values[AVERAGE, None] == 0.5
    assert values["one_mix", 1.0] == values["two_mix", 1.0] == 0.6


def test_a_model_that_mixes_no_layers_has_no_such_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MIX not in {row.metric for row in rows_of(monkeypatch, ())}


def test_metrics_of_dev_after_each_epoch_are_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    epochs = ({"f1": 0.3, "exact": 0.1}, {"f1": 0.5, "exact": 0.25})
    rows = rows_of(monkeypatch, (), epochs, one="world:reading:en", two="world:entities:en")
    values = {(row.metric, row.x): row.value for row in rows}
    for name in ("one", "two", AVERAGE):
        curve = {x: value for (metric, x), value in values.items() if metric == by_epoch(name)}
        assert curve == {1.0: 0.3, 2.0: 0.5}


def test_a_run_tells_what_each_epoch_scored() -> None:
    recipe = find_experiment("freezing").recipe("head", seed=1)
    assert isinstance(recipe, FineTuningRecipe)
    run = fine_tuned.run_fine_tuning(replace(recipe, num_examples=32, epochs=2))
    assert len(run.epochs) == 2
    assert run.epochs[-1] == run.record["metrics"]
