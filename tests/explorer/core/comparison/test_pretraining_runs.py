"""Curves of runs on one axis."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from explorer.core.comparison.pretraining_runs import (
    CurveMetric,
    PretrainingRun,
    metrics_of,
    pretraining_runs,
)
from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.training.runs import history
from models.runtime.generators import run_to_end


def run_file(name: str, architecture: str, **values: float) -> dict[str, Any]:
    """A run of two evaluations."""
    curve = [
        {"step": step, "tokens": 1_000_000 * step, "seconds": 2.5 * step, **values}
        for step in (1, 3)
    ]
    recipe = {"name": name, "architecture": architecture, "objectives": []}
    return {"name": name, "recipe": recipe, "curve": curve, "baselines": {"5gram": 2.0}}


@pytest.fixture
def library(tiny_models: Path, tmp_path: Path) -> Library:
    copy = Path(shutil.copytree(tiny_models, tmp_path / "models"))
    told = {
        "bert-tiny": run_file("b", "bert", mlm_loss=1.5, mlm_accuracy=0.5, nsp_loss=0.2),
        "gpt2-tiny": run_file("g", "gpt2", lm_loss=1.2),
        "electra-tiny": run_file("e", "electra", mlm_loss=3.0, rtd_loss=0.3, rtd_auc=0.9),
        "distilbert-tiny": run_file("d", "no such architecture", mlm_loss=1.0),
    }
    for name, run in told.items():
        (copy / name / "run.json").write_text(json.dumps(run), encoding="utf-8")
    return Library(bundled=copy)


@pytest.fixture
def runs(library: Library) -> dict[str, PretrainingRun]:
    found = run_to_end(pretraining_runs(Engine(library), library.entries()))
    return {run.key: run for run in found}


def test_before_each_model_is_read_newer_work_may_go_first(library: Library) -> None:
    entries = library.entries()
    told = [event.done for event in pretraining_runs(Engine(library), entries)]
    assert told == [0, *range(len(entries))]


def test_a_run_of_an_architecture_that_is_not_here_is_left_out(
    runs: dict[str, PretrainingRun],
) -> None:
    assert set(runs) == {"bert-tiny", "gpt2-tiny", "electra-tiny"}


def test_a_run_that_went_on_from_others_has_one_curve_of_all(tmp_path: Path) -> None:
    run = run_file("third", "gpt2", lm_loss=1.2)
    before = [
        {"name": name, "steps": 3, "tokens": 3_000_000, "seconds": 7.5, "curve": run["curve"]}
        for name in ("first", "second")
    ]
    (tmp_path / "run.json").write_text(json.dumps({**run, "before": before}), encoding="utf-8")
    told = history(tmp_path)
    assert told is not None
    assert told.stages == ("first", "second")
    assert [point.step for point in told.points] == [1, 3, 4, 6, 7, 9]
    assert [point.tokens for point in told.points] == [n * 1_000_000 for n in (1, 3, 4, 6, 7, 9)]
    assert [point.seconds for point in told.points] == [2.5, 7.5, 10, 15, 17.5, 22.5]
    assert {point.run for point in told.points} == {"third"}
    run_of_all = PretrainingRun("third", "Third", told, {"lm": "token"})
    assert run_of_all.joints("step") == [3.0, 6.0]
    assert run_of_all.joints("tokens") == pytest.approx([3.0, 6.0])
    assert run_of_all.joints("seconds") == [7.5, 15.0]


def test_heads_that_predict_tokens_share_a_measure_whatever_their_names(
    runs: dict[str, PretrainingRun],
) -> None:
    loss = CurveMetric("token", "loss")
    assert {key: run.heads_with(loss) for key, run in runs.items()} == {
        "bert-tiny": ("mlm",),
        "gpt2-tiny": ("lm",),
        "electra-tiny": ("mlm",),
    }
    assert [metric.name for metric in metrics_of([*runs.values()])] == [
        *("token_loss", "flag_loss", "class_loss"),
        *("token_accuracy", "flag_auc"),
    ]
    assert metrics_of([]) == ()


def test_an_axis_counts_steps_seconds_or_millions_of_tokens(
    runs: dict[str, PretrainingRun],
) -> None:
    run, loss = runs["gpt2-tiny"], CurveMetric("token", "loss")
    assert run.series("lm", loss, "step") == ([1, 3], [1.2, 1.2])
    assert run.series("lm", loss, "seconds") == ([2.5, 7.5], [1.2, 1.2])
    assert run.series("lm", loss, "tokens")[0] == pytest.approx([1.0, 3.0])
