"""Long work outside the window's thread: a job is a generator that can be cancelled at each yield.

Four lanes, each with one thread: "explore" (load, analyse, generate) and "export" (figures as
files), where the newest job of a key replaces the older ones, and jobs of other keys let newer ones
go first; "train" (train, distil, fine-tune) and "download", which are queues.
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Literal, Self

from explorer.core.errors import UserError, drop_traceback
from explorer.core.jobs.memory import FreedMemory, map_large_blocks

log = logging.getLogger(__name__)

PAUSE_S = 0.5  # without a job, until memory is given back
BYTES = "B"  # the unit of what is counted in bytes
LaneName = Literal["explore", "export", "train", "download"]
LANES: tuple[LaneName, ...] = ("explore", "export", "train", "download")
NEWEST_FIRST: frozenset[LaneName] = frozenset({"explore", "export"})


@dataclass(frozen=True)
class Progress:
    """How far a job is. `total` is 0 if unknown; `speed` counts `unit` per second."""

    message: str
    done: float = 0.0
    total: float = 0.0
    speed: float = 0.0
    unit: str = ""

    @property
    def seconds_left(self) -> float | None:
        """At the current speed; None if speed or total are unknown."""
        if self.speed <= 0 or self.total <= 0:
            return None
        return max(0.0, self.total - self.done) / self.speed


@dataclass(frozen=True, eq=False)
class Partial:
    """A part of the result, before the rest."""

    value: Any


@dataclass(frozen=True, eq=False)
class Done:
    """What the generator returned."""

    value: Any


@dataclass(frozen=True, eq=False)
class Failed:
    """A UserError, or our bug; `details` is the traceback for a bug report."""

    error: Exception
    details: str = ""

    def __post_init__(self) -> None:
        drop_traceback(self.error)

    @property
    def is_bug(self) -> bool:
        return not isinstance(self.error, UserError)


@dataclass(frozen=True)
class Cancelled:
    """The job was cancelled, or a newer one replaced it."""


Event = Progress | Partial | Done | Failed | Cancelled
Work = Generator[Progress | Partial, None, Any]
OnEvent = Callable[[Event], None]


class Job:
    """A job in a lane. Made by `Jobs.submit`; `ticket` grows with every job of the process."""

    def __init__(
        self, lane: LaneName, key: str, ticket: int, make: Callable[[], Work], on_event: OnEvent
    ) -> None:
        self.lane = lane
        self.key = key
        self.ticket = ticket
        self._make = make
        self._on_event = on_event
        self._delivery = threading.RLock()  # no events of a cancelled job after cancel has returned
        self._cancelled = False
        self._ended = False
        self._may_run = threading.Event()
        self._may_run.set()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled

    @property
    def has_ended(self) -> bool:
        """Whether Done, Failed or Cancelled was delivered."""
        return self._ended

    @property
    def is_paused(self) -> bool:
        return not self._may_run.is_set()

    def filter_event(self, event: Event) -> Event | None:
        """The event to deliver instead of `event`, if any: for a cancelled job only its end.

        A training or a download that reached its end is on the disk, so it is Done although it was
        cancelled; an answer of the explore lane is too late.
        """
        if not self._cancelled or isinstance(event, Failed | Cancelled):
            return event
        if not isinstance(event, Done):
            return None
        return Cancelled() if self.lane in NEWEST_FIRST else event

    def _run(self, between: Callable[[], None]) -> None:
        """Everything from the first step to the last event, on the lane's thread.

        `between` is called between two steps.
        """
        try:
            last = self._steps(between)
        except UserError as error:
            last = Failed(error)
        except Exception as error:  # our bug; the lane continues
            log.exception("the job %s failed", self.key)
            last = Failed(error, traceback.format_exc())
        self._deliver(last)

    def _steps(self, between: Callable[[], None]) -> Event:
        work = self._make()
        try:
            while self._may_continue():
                self._deliver(next(work))
                between()
        except StopIteration as end:
            return Done(end.value)
        finally:
            work.close()  # here a cancelled job saves its progress
        return Cancelled()

    def _may_continue(self) -> bool:
        """Wait while the job is paused; returns whether to take another step."""
        self._may_run.wait()
        return not self._cancelled

    def _deliver(self, event: Event) -> None:
        with self._delivery:
            current = self.filter_event(event)
            if self._ended or current is None:
                return
            self._ended = isinstance(current, Done | Failed | Cancelled)
            try:
                self._on_event(current)
            except Exception:  # a listener's bug must not end the lane
                log.exception("a listener of the job %s failed", self.key)

    def _cancel(self) -> None:
        with self._delivery:
            self._cancelled = True
        self._may_run.set()


class _Lane:
    """One thread, started with the first job, that runs the jobs of a queue.

    With `suspendable`, a running job pauses between two of its steps while newer ones run: the last
    request is the most urgent.
    """

    def __init__(self, name: LaneName, *, suspendable: bool) -> None:
        self._suspendable = suspendable
        self._changed = threading.Condition()
        self._waiting: deque[Job] = deque()
        self._begun: list[Job] = []  # the last one runs, those before it are suspended
        self._freed = FreedMemory()
        self._closed = False
        self._thread = threading.Thread(target=self._loop, name=f"lane {name}", daemon=False)

    def add(self, job: Job) -> None:
        with self._changed:
            if self._closed:
                raise RuntimeError("the jobs are closed")
            self._waiting.append(job)
            if not self._thread.is_alive():
                self._thread.start()
            self._changed.notify()

    def jobs(self) -> list[Job]:
        """The running job, those that gave way to it, then those that wait."""
        with self._changed:
            return [*reversed(self._begun), *self._waiting]

    def cancel(self, job: Job) -> None:
        job._cancel()
        with self._changed:
            waits = job in self._waiting
            if waits:
                self._waiting.remove(job)
        if waits:
            job._deliver(Cancelled())

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
        for job in self.jobs():
            self.cancel(job)

    def join(self, timeout: float) -> bool:
        if self._thread.is_alive():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _loop(self) -> None:
        while self._wait():
            self._run_next()

    def _wait(self) -> bool:
        """Wait for a job; False if none will come because the lane is closed.

        A job that is cancelled while the lane wakes leaves it without one, and still open. After a
        pause, what the last jobs freed is given back to the system.
        """
        if not self._wait_for_change(PAUSE_S):
            self._freed.give_back(now=True)
            self._wait_for_change(None)
        with self._changed:
            return bool(self._waiting) or not self._closed

    def _wait_for_change(self, seconds: float | None) -> bool:
        """Whether there is a job, or the lane is closed, at the latest after so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._waiting) or self._closed, seconds)

    def _run_next(self) -> bool:
        """Run the job that has waited longest to its end; False if none waits."""
        with self._changed:
            if not self._waiting:
                return False
            job = self._waiting.popleft()
            self._begun.append(job)
        job._run(partial(self._run_newer, job))
        with self._changed:
            self._begun.remove(job)
        return True

    def _run_newer(self, job: Job) -> None:
        """Between two steps of a job: run all jobs that were submitted since it began.

        A job that is cancelled meanwhile ends first, or jobs that replace each other would pile up.
        """
        if self._suspendable:
            self._freed.give_back()
        while self._suspendable and not job.is_cancelled and self._run_next():
            pass


class Jobs:
    """The lanes of the program.

    `on_event` is called on the lane's thread, in order; only the Cancelled of a job that never
    started is delivered on the thread that cancelled it. After `cancel` has returned, only
    Cancelled follows, or Failed if the job could not stop properly, as on a full disk, or Done if a
    training or a download reached its end before it could stop.
    """

    def __init__(self) -> None:
        map_large_blocks()
        self._lanes: dict[LaneName, _Lane] = {
            name: _Lane(name, suspendable=name in NEWEST_FIRST) for name in LANES
        }
        self._last_ticket = 0

    def submit(self, lane: LaneName, key: str, make: Callable[[], Work], on_event: OnEvent) -> Job:
        """Queue the work that `make` starts (called on the lane's thread).

        In a lane of NEWEST_FIRST older jobs of the same key are cancelled, those of other keys
        wait for it at their next yield. Raises RuntimeError after `close`.
        """
        self._last_ticket += 1
        job = Job(lane, key, self._last_ticket, make, on_event)
        if lane in NEWEST_FIRST:
            for older in self._lanes[lane].jobs():
                if older.key == key:
                    self.cancel(older)
        self._lanes[lane].add(job)
        return job

    def cancel(self, job: Job) -> None:
        """End a job at its next yield; one that still waits ends immediately."""
        self._lanes[job.lane].cancel(job)

    def pause(self, job: Job) -> None:
        """Hold a job at its next yield. Its lane waits with it, so this is for the train lane."""
        if not job.is_cancelled:
            job._may_run.clear()

    def resume(self, job: Job) -> None:
        job._may_run.set()

    def active(self, lane: LaneName) -> list[Job]:
        """The running job of a lane, those that gave way to it, then those that wait."""
        return [job for job in self._lanes[lane].jobs() if not job.has_ended]

    def close(self, timeout: float = 5.0) -> bool:
        """Cancel everything and wait for the threads; False if one did not end in time."""
        for lane in self._lanes.values():
            lane.close()
        deadline = time.monotonic() + timeout
        ended = [lane.join(max(0.0, deadline - time.monotonic())) for lane in self._lanes.values()]
        return all(ended)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
