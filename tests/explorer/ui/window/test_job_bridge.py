"""What jobs tell arrives on the window's thread, and each of them ends there once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

from explorer.core.jobs.jobs import Cancelled, Done, Event, Jobs, LaneName, Partial, Work
from explorer.ui.controls.live_run import LiveRun, RunPhase
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge


@pytest.fixture
def bridge(qapp: Any) -> Iterator[JobBridge]:
    made = JobBridge(Jobs())
    yield made
    made.close()


def ended(bridge: JobBridge) -> list[tuple[BridgedJob, Event]]:
    ends: list[tuple[BridgedJob, Event]] = []
    bridge.task_ended.connect(lambda task, event: ends.append((task, event)))
    return ends


def wait_for_its_thread(task: BridgedJob) -> None:
    """Until the lane has told the end, which the window has not heard yet."""
    assert task.job is not None
    clock = threading.Event()
    while not task.job.has_ended:
        clock.wait(0.001)


@pytest.mark.parametrize(("lane", "end"), [("train", Done), ("explore", Cancelled)])
def test_a_job_that_is_cancelled_while_its_end_is_on_the_way_ends_in_the_window(
    bridge: JobBridge, lane: LaneName, end: type[Event]
) -> None:
    def work() -> Work:
        yield Partial("half")
        return "whole"

    heard: list[Event] = []
    ends = ended(bridge)
    task = bridge.submit(lane, "run", work, heard.append, "Learning")
    wait_for_its_thread(task)
    bridge.cancel(task)
    assert not heard
    QCoreApplication.processEvents()
    assert [type(event) for event in heard] == [end]
    assert [(one, type(event)) for one, event in ends] == [(task, end)]


def test_a_training_that_ended_while_it_was_cancelled_is_finished(bridge: JobBridge) -> None:
    def work() -> Work:
        yield Partial("half")
        return "a model"

    run = LiveRun(bridge, "train")
    won: list[object] = []
    run.finished.connect(won.append)
    run.start(work, "Learning")
    assert run._task is not None
    wait_for_its_thread(run._task)
    run.cancel()
    QCoreApplication.processEvents()
    assert (run.phase, won) == (RunPhase.FINISHED, ["a model"])
