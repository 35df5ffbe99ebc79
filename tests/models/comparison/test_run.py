import hashlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from models.comparison.catalog import experiments, find_experiment
from models.comparison.results import ArmMeasurement, MeasuredComparison, read_result
from models.comparison.run import (
    PART_FILES,
    PartDone,
    Plan,
    Report,
    WaitingForWorkers,
    cluster,
    run,
)
from models.comparison.spec import MAX_OWN_TOKENS
from models.data.texts.named import identity_of
from models.runtime.generators import run_to_end
from models.runtime.processes import local_executor
from models.training.recipe import Recipe
from tests.models.tiny import little_held_out, write_text

SMALL = {
    "schedule.steps": 2,
    "data_tokens": 3000,
    "tokenizer.vocab_size": 300,
    "size.num_layers": 1,
    "size.width": 16,
    "size.inner": 16,
}


class Inline(Executor):
    """Does the work where it is submitted; breaks down after `limit` parts."""

    def __init__(self, limit: int = 1000) -> None:
        self.limit = limit
        self.done: list[tuple[str, int]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if len(self.done) >= self.limit:
            future.set_exception(KeyboardInterrupt())
            return future
        unit = args[0]
        self.done.append((unit.arm, unit.seed))
        future.set_result(work(*args, **kwargs))
        return future


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def little() -> Iterator[pytest.MonkeyPatch]:
    """Little is held out, in this process alone."""
    with pytest.MonkeyPatch.context() as patch:
        little_held_out(patch)
        yield patch


@pytest.fixture
def plan(tmp_path: Path, cache: Path, little: pytest.MonkeyPatch) -> Plan:
    spec = find_experiment("masking_rate")
    two = replace(spec, arms=spec.arms[:2])
    return Plan(two, tmp_path / "run", cache, seeds=(1, 2), changes=SMALL)


def without_seconds(result: MeasuredComparison) -> list[ArmMeasurement]:
    return [replace(row, seconds=0.0) for row in result.rows]


def test_every_arm_is_run_with_every_seed(plan: Plan) -> None:
    executor = Inline()
    result = run_to_end(run(plan, lambda: executor))
    assert executor.done == [(arm.name, seed) for seed in (1, 2) for arm in plan.spec.arms]
    measured = {(row.arm, row.seed) for row in result.rows}
    assert measured == {(arm.name, seed) for arm in plan.spec.arms for seed in (1, 2)}
    assert {row.metric for row in result.rows} == {"mlm_loss", "mlm_accuracy"}
    assert all(row.tokens > 0 for row in result.rows)
    assert read_result(plan.folder / "result.json") == result
    lines = (plan.folder / "rows.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(result.rows) + 1


def test_the_recipes_are_kept_with_the_versions(plan: Plan) -> None:
    result = run_to_end(run(plan, Inline))
    rates = [recipe["options"]["masked"]["rate"] for recipe in result.recipes.values()]
    assert rates == [0.05, 0.15]
    assert {"python", "torch", "numpy"} <= result.versions.keys()
    assert result.machine


def test_the_same_seed_gives_the_same_rows(plan: Plan, tmp_path: Path) -> None:
    again = replace(plan, folder=tmp_path / "again")
    assert without_seconds(run_to_end(run(plan, Inline))) == without_seconds(
        run_to_end(run(again, Inline))
    )


def test_seeds_differ(plan: Plan) -> None:
    result = run_to_end(run(plan, Inline))
    arm = plan.spec.arms[0].name
    assert len(set(result.values(arm, "mlm_loss").values())) == 2


def test_a_run_that_broke_off_goes_on_with_what_is_missing(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_to_end(run(plan, lambda: Inline(limit=3)))
    rest = Inline()
    result = run_to_end(run(plan, lambda: rest, resume=True))
    assert rest.done == [(plan.spec.arms[1].name, 2)]
    whole = run_to_end(run(replace(plan, folder=tmp_path / "whole"), Inline))
    assert without_seconds(result) == without_seconds(whole)


def test_a_finished_run_is_read_and_not_repeated(plan: Plan) -> None:
    first = run_to_end(run(plan, Inline))
    nothing = Inline(limit=0)
    assert run_to_end(run(plan, lambda: nothing, resume=True)) == first


def test_processes_give_the_same_rows(
    plan: Plan, tmp_path: Path, little: pytest.MonkeyPatch
) -> None:
    little.undo()
    plan = replace(plan, data=str(write_text(tmp_path)))
    alone = run_to_end(run(plan, Inline))
    reports: list[Report] = []
    several = run(replace(plan, folder=tmp_path / "several"), partial(local_executor, 2))
    result = run_to_end(collecting(several, reports))
    assert without_seconds(result) == without_seconds(alone)
    done = [report.done for report in reports if isinstance(report, PartDone)]
    assert done == [1, 2, 3, 4]
    assert all(report.total == 4 for report in reports)


def collecting(steps: Any, reports: list[Report]) -> Any:
    while True:
        try:
            report = next(steps)
        except StopIteration as end:
            return end.value
        reports.append(report)
        yield report


def test_stopping_early_keeps_what_is_finished(plan: Plan) -> None:
    steps = run(plan, partial(local_executor, 1))
    while not isinstance(next(steps), PartDone):
        pass
    steps.close()
    kept = list((plan.folder / PART_FILES).glob("*.json"))
    assert len(kept) == 1
    rest = Inline()
    run_to_end(run(plan, lambda: rest, resume=True))
    assert len(rest.done) == 3


# ---- folders


def test_a_folder_with_a_comparison_is_not_overwritten(plan: Plan) -> None:
    run_to_end(run(plan, Inline))
    with pytest.raises(ValueError, match="--resume"):
        run_to_end(run(plan, Inline))


def test_a_comparison_with_other_settings_is_not_mixed_in(plan: Plan) -> None:
    run_to_end(run(plan, Inline))
    with pytest.raises(ValueError, match="other settings"):
        run_to_end(run(replace(plan, quick=True), Inline, resume=True))


def test_a_folder_with_other_files_is_rejected(plan: Plan) -> None:
    plan.folder.mkdir()
    (plan.folder / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="other files"):
        run_to_end(run(plan, Inline))
    assert [path.name for path in plan.folder.iterdir()] == ["thesis.txt"]


def test_a_damaged_part_is_named(plan: Plan) -> None:
    run_to_end(run(plan, Inline))
    part = plan.part_file(plan.spec.arms[0].name, 1)
    part.write_text('{"rows": [[1]]}', encoding="utf-8")
    with pytest.raises(ValueError, match=part.name):
        run_to_end(run(plan, Inline, resume=True))


def test_a_text_file_replaces_the_mini_world(plan: Plan, tmp_path: Path) -> None:
    text = tmp_path / "own.txt"
    lines = (f"Line number {n} of a text that a person has written." for n in range(400))
    text.write_text("\n".join(lines), encoding="utf-8")
    own = replace(plan, data=str(text))
    result = run_to_end(run(own, Inline))
    assert result.text == identity_of(str(text))
    assert result.text.sha256 == hashlib.sha256(text.read_bytes()).hexdigest()
    assert all(recipe["data"] == "own.txt" for recipe in result.recipes.values())


def test_all_of_a_text_is_read_unless_its_amount_is_a_condition(tmp_path: Path) -> None:
    text = str(tmp_path / "own.txt")
    for spec in (one for one in experiments().values() if one.takes_own_text):
        for arm in spec.arms:
            usual, own = spec.recipe(arm.name), spec.recipe(arm.name, data=text)
            assert isinstance(usual, Recipe)
            assert isinstance(own, Recipe)
            expected = usual.data_tokens if spec.limits_own_text else MAX_OWN_TOKENS
            assert own.data_tokens == expected
    limited = {one.name for one in experiments().values() if one.limits_own_text}
    assert limited == {"scaling", "static_masks"}


# ---- a cluster


@pytest.fixture
def dask_cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=50,
    ) as found:
        yield found


def test_a_cluster_that_loses_a_worker_gives_the_same_rows(
    plan: Plan, tmp_path: Path, dask_cluster: Any, little: pytest.MonkeyPatch
) -> None:
    little.undo()
    plan = replace(plan, data=str(write_text(tmp_path)))
    alone = run_to_end(run(plan, Inline))
    elsewhere = replace(plan, folder=tmp_path / "elsewhere")
    killed = False
    with cluster(dask_cluster.scheduler_address) as connect:
        steps = run(elsewhere, connect)
        while True:
            try:
                report = next(steps)
            except StopIteration as end:
                result = end.value
                break
            if isinstance(report, PartDone | WaitingForWorkers) and not killed:
                next(iter(dask_cluster.workers.values())).process.process.kill()
                killed = True
    assert killed
    assert without_seconds(result) == without_seconds(alone)


def test_no_scheduler_is_said_in_a_sentence() -> None:
    with (
        pytest.raises(ValueError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass


def test_settings_name_the_comparison(plan: Plan) -> None:
    run_to_end(run(plan, Inline))
    settings = json.loads((plan.folder / "settings.json").read_text(encoding="utf-8"))
    assert settings["name"] == "masking_rate"


def test_the_weights_of_a_teacher_belong_to_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(find_experiment("distillation"), tmp_path, tmp_path)
    before = plan.settings()
    (tmp_path / "model.safetensors").write_bytes(b"trained again")
    monkeypatch.setattr(
        "models.comparison.evidence.registration.checkpoint_folder", lambda name: tmp_path
    )
    assert plan.settings()["hash"] != before["hash"]
