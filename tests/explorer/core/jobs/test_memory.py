"""What jobs freed goes back to the system: in a pause, and from time to time in a long job."""

import threading

import pytest

from explorer.core.jobs import jobs
from explorer.core.jobs.jobs import Jobs, Progress, Work
from explorer.core.jobs.memory import EVERY_S, FreedMemory, trim_heap


def test_memory_is_given_back_now_and_then() -> None:
    seconds, given = [0.0], []
    freed = FreedMemory(lambda: seconds[0], lambda: given.append(seconds[0]))
    for seconds[0] in (0.5, EVERY_S - 0.1, EVERY_S, EVERY_S + 0.1, 2 * EVERY_S - 0.1, 2 * EVERY_S):
        freed.give_back()
    assert given == [EVERY_S, 2 * EVERY_S]
    freed.give_back(now=True)
    assert len(given) == 3


def test_a_lane_without_work_gives_memory_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    given, once = [], threading.Event()

    class Counted(FreedMemory):
        def give_back(self, *, now: bool = False) -> None:
            if now:
                given.append(threading.current_thread().name)
                once.set()

    monkeypatch.setattr(jobs, "FreedMemory", Counted)
    monkeypatch.setattr(jobs, "PAUSE_S", 0.01)

    def work() -> Work:
        yield Progress("working")

    with Jobs() as lanes:
        lanes.submit("explore", "one", work, lambda event: None)
        assert once.wait(10)
    assert given == ["lane explore"]


def test_trimming_does_no_harm_on_any_system() -> None:
    trim_heap()
