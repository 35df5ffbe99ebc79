"""What jobs freed goes back to the system: in a pause, and from time to time in a long job."""

import platform
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from explorer.core.jobs import jobs
from explorer.core.jobs.jobs import Jobs, Progress, Work
from explorer.core.jobs.memory import EVERY_S, FreedMemory, trim_heap

REPOSITORY = Path(__file__).parents[4]


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


FREE_ABOVE_AND_BELOW = """
import sys
from pathlib import Path
import numpy as np
from explorer.core.jobs.memory import map_large_blocks
def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6
if sys.argv[1] == "mapped":
    map_large_blocks()
np.ones(30_000_000, np.uint8)  # freed at once
before = resident()
blocks = [np.ones(12_000_000, np.uint8) for _ in range(10)]
del blocks[:9]
print(resident() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_what_is_freed_below_a_large_block_that_stays_leaves_the_process() -> None:
    def left(how: str) -> float:
        command = [sys.executable, "-c", FREE_ABOVE_AND_BELOW, how]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
        return float(done.stdout)

    mapped = left("mapped")
    assert mapped < 30  # MB; some systems keep more than 100 as usual
    assert mapped < left("as usual") + 10
