"""Runs of distillation on the disk: their logs, which can be resumed, and that they are."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from explorer.core.distillation.histories import (
    TrainingPair,
    read_history,
    resume_pair,
    unfinished_pairs,
)
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.library.library import Library
from explorer.core.training.plans import WITHOUT_TEACHER, DistillationChoice, distil
from explorer.core.training.runs import RunPlan, TrainingFinished, train
from tests.models.tiny import little_held_out

STEPS = 4
TEACHER: Mapping[str, Any] = {
    "name": "teacher",
    "architecture": "bert",
    "objectives": ["masked"],
    "data": "village:en",
    "data_tokens": 3000,
    "tokenizer": {"family": "wordpiece", "vocab_size": 300},
    "size": {"width": 16, "num_layers": 2, "num_heads": 2, "inner": 32, "num_positions": 32},
    "schedule": {"steps": 1, "batch_size": 8, "length": 16, "long_length": 16, "warmup_steps": 1},
}
pytestmark = pytest.mark.usefixtures("short_runs")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


@pytest.fixture
def short_runs(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.core.training.runs.caches_folder", lambda: shared / "caches")
    monkeypatch.setattr("explorer.core.training.plans.tokens_of", lambda text: 3000)
    little_held_out(monkeypatch)


@pytest.fixture
def teacher(shared: Path, short_runs: None) -> Path:
    if not (shared / "teacher").is_dir():
        for _ in train(RunPlan(TEACHER, shared / "teacher")):
            pass
    return shared / "teacher"


@pytest.fixture
def pair(teacher: Path, tmp_path: Path) -> TrainingPair:
    return TrainingPair(str(teacher), tmp_path / "pupil", tmp_path / f"pupil{WITHOUT_TEACHER}")


def begin(pair: TrainingPair) -> Work:
    choice = DistillationChoice(
        teacher=pair.teacher, steps=STEPS, batch_size=8, length=16, text="village:en"
    )
    return distil(choice, pair.student, pair.alone, seed=1)


def stop_after(work: Work, steps: int) -> None:
    """Cancel a run, as a person does."""
    for event in work:
        if isinstance(event, Progress) and event.unit == "steps" and event.done == steps:
            break
    work.close()


def finish(work: Work) -> tuple[list[float], Any]:
    """The steps that are done, and what comes of them."""
    steps = list[float]()
    while True:
        try:
            event = next(work)
        except StopIteration as end:
            return steps, end.value
        if isinstance(event, Progress) and event.unit == "steps":
            steps.append(event.done)


def found(pair: TrainingPair) -> tuple[TrainingPair, ...]:
    library = Library(bundled=pair.student / "nothing", own=pair.student.parent)
    return unfinished_pairs(library.entries())


def losses(folder: Path) -> Iterator[int]:
    known = read_history(folder)
    assert known is not None
    return (point.step for point in known.points if not point.held_out)


def test_a_student_that_was_cancelled_goes_on_and_its_twin_follows(pair: TrainingPair) -> None:
    stop_after(begin(pair), 3)
    assert found(pair) == (pair,)
    before = list(losses(pair.student))
    assert before
    steps, result = finish(resume_pair(pair))
    assert steps == [4, 5, 6, 7, 8]
    assert [type(one) for one in result] == [TrainingFinished, TrainingFinished]
    assert found(pair) == ()
    assert list(losses(pair.student))[: len(before)] == before
    assert list(losses(pair.alone))


def test_a_twin_that_was_cancelled_goes_on_by_the_recipe_that_it_was_begun_with(
    pair: TrainingPair,
) -> None:
    stop_after(begin(pair), STEPS + 2)
    assert found(pair) == (pair,)
    steps, _ = finish(resume_pair(pair))
    assert steps == [7, 8]


def test_a_student_that_was_done_before_its_twin_began_waits_for_it(pair: TrainingPair) -> None:
    work = begin(pair)
    for _ in work:
        if (pair.student / "config.json").is_file():
            break
    work.close()
    assert read_history(pair.alone) is None
    assert found(pair) == (pair,)
    steps, _ = finish(resume_pair(pair))
    assert steps == [5, 6, 7, 8]
    assert found(pair) == ()


def test_a_student_whose_program_ended_before_its_twin_began_waits_for_it(
    pair: TrainingPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(plan: RunPlan) -> Work:
        if plan.folder == pair.alone:
            raise KeyboardInterrupt
        return (yield from train(plan))

    monkeypatch.setattr("explorer.core.training.runs.train", killed)
    with pytest.raises(KeyboardInterrupt):
        finish(begin(pair))
    monkeypatch.setattr("explorer.core.training.runs.train", train)
    assert (pair.student / "config.json").is_file()
    assert found(pair) == (pair,)
    steps, _ = finish(resume_pair(pair))
    assert steps == [5, 6, 7, 8]
    assert found(pair) == ()


def test_a_student_that_kept_nothing_is_not_offered(pair: TrainingPair) -> None:
    work = begin(pair)
    next(work)
    work.close()
    assert found(pair) == ()


def test_a_run_without_a_teacher_is_no_student(pair: TrainingPair) -> None:
    plan = RunPlan({**TEACHER, "schedule": {**TEACHER["schedule"], "steps": 3}}, pair.student)
    stop_after(train(plan), 2)
    assert found(pair) == ()


def test_a_pair_without_its_checkpoint_says_so(pair: TrainingPair) -> None:
    with pytest.raises(UserError, match="no checkpoint"):
        finish(resume_pair(pair))


def test_what_a_run_told_is_its_losses_and_its_held_out_metrics(pair: TrainingPair) -> None:
    assert read_history(pair.student) is None
    finish(begin(pair))
    known = read_history(pair.student)
    assert known is not None
    assert {name for point in known.points for name in point.values} == {
        *("ce", "mlm", "cos"),
        *("mlm_loss", "mlm_accuracy"),
    }
    assert set(known.baselines) == {"unigram", "5gram"}
    path = pair.student / "run.json"
    run = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**run, "losses": []}), encoding="utf-8")
    assert list(losses(pair.student)) == [], "a model of another program tells less"
