import json
from pathlib import Path

import pytest

from models.comparison.evidence.intervals import Estimate
from models.comparison.results import (
    ArmMeasurement,
    MeasuredComparison,
    TriedRates,
    read_result,
    rows_as_csv,
    write_result,
)
from models.comparison.spec import MetricPoint

ROWS = (
    ArmMeasurement("one", 1, None, "loss", 1.5, 1000, 2.25),
    ArmMeasurement("two, half", 2, 0.5, "loss", 2.5, 1000, 2.0),
)
RESULT = MeasuredComparison(
    name="made_up",
    quick=False,
    seeds=(1, 2),
    rows=ROWS,
    recipes={"one": {"name": "x"}},
    versions={"torch": "2"},
    machine="a machine",
    seconds=4.25,
    registered="0123",
    commit="abc",
    rates={"one": TriedRates("loss", {0.001: 1.5, 0.002: 1.25}, below=True)},
    outcomes={("one", 1, "accuracy"): (False, True, True, False, True)},
)


def test_a_result_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "made_up.json"
    write_result(RESULT, path)
    assert read_result(path) == RESULT
    json.loads(path.read_text(encoding="utf-8"))


def test_values_are_those_of_a_metric_by_seed() -> None:
    assert RESULT.values("one", "loss") == {1: 1.5}
    assert RESULT.values("two, half", "loss", 0.5) == {2: 2.5}
    assert RESULT.values("two, half", "loss", 0.7) == {}
    assert RESULT.places("two, half", "loss") == [0.5]


def test_estimates_are_of_all_seeds_of_a_cell() -> None:
    assert RESULT.estimates() == {
        MetricPoint("one", "loss"): Estimate(1.5, None, None, 1),
        MetricPoint("two, half", "loss", 0.5): Estimate(2.5, None, None, 1),
    }


def test_a_result_of_version_1_is_read_without_its_intervals(tmp_path: Path) -> None:
    path = tmp_path / "made_up.json"
    old = {**RESULT.to_dict(), "version": 1, "summary": {"estimates": [["x"]], "laws": {}}}
    for key in ("laws", "registered", "commit", "rates", "outcomes"):
        del old[key]
    path.write_text(json.dumps(old), encoding="utf-8")
    assert read_result(path).rows == ROWS


def test_rows_leave_as_csv() -> None:
    first, *rows = rows_as_csv(ROWS).splitlines()
    assert first == "arm,seed,x,metric,value,tokens,seconds"
    assert rows == ["one,1,,loss,1.5,1000,2.25", '"two, half",2,0.5,loss,2.5,1000,2.0']


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"version": 99}, "another version"),
        ({"columns": ["arm"]}, "another version"),
        ({"rows": [["one", 1]]}, "damaged"),
        ({"rows": [["one", "x", None, "loss", 1, 2, 3]]}, "damaged"),
        ({"seeds": None}, "damaged"),
        ({"laws": {"law": {}}}, "damaged"),
        ({"outcomes": [["one", 1, "accuracy", "2:ff"]]}, "damaged"),
        ({"outcomes": [["one", 1, "accuracy", "999999999:0"]]}, "damaged"),
        ({"rates": {"one": {"metric": "loss", "values": [], "below": True}}}, "damaged"),
    ],
)
def test_a_result_that_cannot_be_used_is_named(
    tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    path = tmp_path / "made_up.json"
    path.write_text(json.dumps({**RESULT.to_dict(), **change}), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"The result made_up\.json cannot be used.*{problem}"):
        read_result(path)


def test_a_file_that_holds_no_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "made_up.json"
    path.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match=r"made_up\.json"):
        read_result(path)
