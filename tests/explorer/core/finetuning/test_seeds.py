"""Metrics of runs that differ in their seed alone."""

from typing import Any

import pytest

from explorer.core.finetuning.seeds import SeedMetrics, seed_metrics, summary


def record(seed: int, accuracy: float, **recipe: Any) -> dict[str, Any]:
    made_by = {"model": "bert", "seed": seed, "name": f"run {seed}", "epochs": 3, **recipe}
    return {"recipe": made_by, "num_train": 10, "metrics": {"accuracy": accuracy, "f1": 0.5}}


def together(*values: float) -> SeedMetrics:
    records = [record(seed, value) for seed, value in enumerate(values)]
    found = seed_metrics(records[0], records)
    assert found is not None
    return found


def test_four_seeds_have_a_range_and_five_an_interval() -> None:
    four = together(0.5, 0.6, 0.9, 0.8).summaries["accuracy"]
    assert not four.is_interval
    assert (four.low, four.high) == (0.5, 0.9)
    five = together(0.5, 0.6, 0.9, 0.8, 0.7).summaries["accuracy"]
    assert five.is_interval
    assert 0.5 < five.low < five.mean < five.high < 0.9
    assert five.mean == pytest.approx(0.7)


def test_values_are_those_of_each_seed_in_their_order() -> None:
    found = seed_metrics(record(2, 0.2), [record(9, 0.9), record(1, 0.1), record(2, 0.2)])
    assert found is not None
    assert found.seeds == (1, 2, 9)
    assert found.values["accuracy"] == (0.1, 0.2, 0.9)


def test_a_run_with_another_recipe_is_no_other_seed() -> None:
    assert seed_metrics(record(1, 0.5), [record(1, 0.5), record(2, 0.6, epochs=9)]) is None
    assert seed_metrics({}, [{}, record(2, 0.6)]) is None


def test_the_same_value_of_all_seeds_is_an_interval_of_no_width() -> None:
    found = summary((0.5,) * 5)
    assert (found.low, found.mean, found.high) == (0.5, 0.5, 0.5)
