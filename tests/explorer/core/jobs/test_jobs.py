"""Jobs run in lanes: newest wins, cancel answers at once, a bug does not end a lane."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import (
    Cancelled,
    Done,
    Event,
    Failed,
    Jobs,
    LaneName,
    Partial,
    Progress,
    Work,
)


class Listener:
    """Keeps the events of a job, and says when the last one came."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.ended = threading.Event()

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, Done | Failed | Cancelled):
            self.ended.set()

    def wait(self) -> list[Event]:
        assert self.ended.wait(5), "the job did not end"
        return self.events


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    with Jobs() as found:
        yield found


def counting(number: int) -> Callable[[], Work]:
    def work() -> Work:
        for done in range(number):
            yield Progress("counting", done, number)
        return number

    return work


def endless(started: threading.Event, closed: threading.Event | None = None) -> Callable[[], Work]:
    def work() -> Work:
        try:
            while True:
                started.set()
                time.sleep(0.005)
                yield Progress("running")
        finally:
            if closed is not None:
                closed.set()

    return work


def test_events_arrive_in_order_and_end_with_the_result(jobs: Jobs) -> None:
    heard = Listener()
    jobs.submit("explore", "count", counting(3), heard)
    *before, last = heard.wait()
    assert before == [Progress("counting", done, 3) for done in range(3)]
    assert isinstance(last, Done)
    assert last.value == 3


def test_a_part_of_the_result_comes_before_the_result(jobs: Jobs) -> None:
    def work() -> Work:
        yield Partial("tokens")
        return "attention"

    heard = Listener()
    jobs.submit("explore", "panel", work, heard)
    first, last = heard.wait()
    assert isinstance(first, Partial)
    assert first.value == "tokens"
    assert isinstance(last, Done)


def test_the_newest_job_of_a_key_wins(jobs: Jobs) -> None:
    started = threading.Event()
    running, waiting, newest = Listener(), Listener(), Listener()
    jobs.submit("explore", "panel", endless(started), running)
    assert started.wait(5)
    jobs.submit("explore", "panel", counting(1), waiting)
    jobs.submit("explore", "panel", counting(2), newest)
    done = newest.wait()[-1]
    assert isinstance(done, Done)
    assert running.wait()[-1] == Cancelled()
    assert isinstance(waiting.wait()[-1], Cancelled | Done)


def test_a_job_that_waits_is_dropped_by_a_newer_one_of_its_key(jobs: Jobs) -> None:
    started = threading.Event()
    other, waiting, newest = Listener(), Listener(), Listener()
    blocker = jobs.submit("explore", "other", endless(started), other)
    assert started.wait(5)
    jobs.submit("explore", "panel", counting(1), waiting)
    jobs.submit("explore", "panel", counting(2), newest)
    assert waiting.events == [Cancelled()]
    jobs.cancel(blocker)
    done = newest.wait()[-1]
    assert isinstance(done, Done)
    assert done.value == 2


def test_jobs_of_other_keys_are_left_alone(jobs: Jobs) -> None:
    heard = [Listener() for _ in range(3)]
    for number, listener in enumerate(heard):
        jobs.submit("explore", f"panel {number}", counting(2), listener)
    assert all(isinstance(listener.wait()[-1], Done) for listener in heard)


def test_a_job_gives_way_to_a_newer_one_of_another_key_and_goes_on_after_it(jobs: Jobs) -> None:
    begun, asked, order = threading.Event(), threading.Event(), []

    def long() -> Work:
        yield Progress("one")
        begun.set()
        assert asked.wait(5)
        yield Progress("two")
        order.append("long")
        return "long"

    def short() -> Work:
        yield Progress("here")
        order.append("short")
        return "short"

    first, second = Listener(), Listener()
    slow = jobs.submit("explore", "attention", long, first)
    assert begun.wait(5)
    quick = jobs.submit("explore", "tokens", short, second)
    assert jobs.active("explore") == [slow, quick]
    asked.set()
    assert [first.wait()[-1].value, second.wait()[-1].value] == ["long", "short"]
    assert order == ["short", "long"]


def test_a_job_that_gave_way_is_cancelled_without_another_step(jobs: Jobs) -> None:
    begun, asked, running, go_on = (threading.Event() for _ in range(4))
    steps = []

    def long() -> Work:
        begun.set()
        assert asked.wait(5)
        yield Progress("one")
        steps.append("another")

    def short() -> Work:
        running.set()
        assert go_on.wait(5)
        yield Progress("here")

    first, second = Listener(), Listener()
    slow = jobs.submit("explore", "attention", long, first)
    assert begun.wait(5)
    jobs.submit("explore", "tokens", short, second)
    asked.set()
    assert running.wait(5)
    assert jobs.active("explore")[1] is slow
    jobs.cancel(slow)
    go_on.set()
    assert isinstance(second.wait()[-1], Done)
    assert isinstance(first.wait()[-1], Cancelled)
    assert steps == []


def test_a_job_that_gave_way_and_is_replaced_ends_before_the_newer_one_begins(jobs: Jobs) -> None:
    begun, asked, running, go_on = (threading.Event() for _ in range(4))
    order = []

    def old() -> Work:
        try:
            begun.set()
            assert asked.wait(5)
            yield Progress("one")
        finally:
            order.append("old ends")

    def other() -> Work:
        running.set()
        assert go_on.wait(5)
        order.append("other")
        yield Progress("here")

    def newer() -> Work:
        order.append("newer begins")
        yield Progress("two")

    heard = Listener()
    jobs.submit("explore", "attention", old, Listener())
    assert begun.wait(5)
    jobs.submit("explore", "tokens", other, Listener())
    asked.set()
    assert running.wait(5)
    jobs.submit("explore", "tokens", counting(1), Listener())
    jobs.submit("explore", "attention", newer, heard)
    go_on.set()
    assert isinstance(heard.wait()[-1], Done)
    assert order == ["other", "old ends", "newer begins"]


def test_the_train_lane_is_a_queue(jobs: Jobs) -> None:
    first, second = Listener(), Listener()
    jobs.submit("train", "run", counting(3), first)
    jobs.submit("train", "run", counting(4), second)
    ends = [first.wait()[-1], second.wait()[-1]]
    assert [end.value for end in ends if isinstance(end, Done)] == [3, 4]


def test_cancel_is_answered_and_closes_the_generator(jobs: Jobs) -> None:
    started, closed = threading.Event(), threading.Event()
    heard = Listener()
    job = jobs.submit("train", "run", endless(started, closed), heard)
    assert started.wait(5)
    jobs.cancel(job)
    assert heard.wait()[-1] == Cancelled()
    assert closed.is_set()


def test_after_cancel_nothing_but_cancelled_is_told(jobs: Jobs) -> None:
    started = threading.Event()
    heard = Listener()
    job = jobs.submit("explore", "panel", endless(started), heard)
    assert started.wait(5)
    jobs.cancel(job)
    count = len(heard.events)
    heard.wait()
    assert set(map(type, heard.events[count:])) <= {Cancelled}


@pytest.mark.parametrize(("lane", "end"), [("train", Done), ("explore", Cancelled)])
def test_only_what_is_kept_on_the_disk_is_done_when_it_ends_after_it_was_cancelled(
    jobs: Jobs, lane: LaneName, end: type[Event]
) -> None:
    last_step, cancelled = threading.Event(), threading.Event()

    def work() -> Work:
        yield Progress("running")
        last_step.set()
        assert cancelled.wait(5)

    heard = Listener()
    job = jobs.submit(lane, "run", work, heard)
    assert last_step.wait(5)
    jobs.cancel(job)
    cancelled.set()
    assert isinstance(heard.wait()[-1], end)


def test_a_job_that_cannot_keep_what_was_won_when_it_is_cancelled_has_failed(jobs: Jobs) -> None:
    started = threading.Event()

    def work() -> Work:
        try:
            yield from endless(started)()
        finally:
            raise UserError("The disk is full.", "Make room.")

    heard = Listener()
    job = jobs.submit("train", "run", work, heard)
    assert started.wait(5)
    jobs.cancel(job)
    failed = heard.wait()[-1]
    assert isinstance(failed, Failed)
    assert str(failed.error) == "The disk is full. Make room."


@pytest.mark.expects_log_warnings
def test_a_failing_job_does_not_end_the_lane(jobs: Jobs) -> None:
    def work() -> Work:
        yield Progress("starting")
        raise ZeroDivisionError("a bug")

    broken, after = Listener(), Listener()
    jobs.submit("explore", "broken", work, broken)
    jobs.submit("explore", "after", counting(1), after)
    failed = broken.wait()[-1]
    assert isinstance(failed, Failed)
    assert failed.is_bug
    assert "ZeroDivisionError: a bug" in failed.details
    assert isinstance(after.wait()[-1], Done)


def test_what_a_person_can_mend_is_no_bug(jobs: Jobs) -> None:
    def work() -> Work:
        yield Progress("starting")
        raise UserError("The text is empty.", "Write a word.")

    heard = Listener()
    jobs.submit("explore", "panel", work, heard)
    failed = heard.wait()[-1]
    assert isinstance(failed, Failed)
    assert not failed.is_bug
    assert str(failed.error) == "The text is empty. Write a word."


@pytest.mark.expects_log_warnings
def test_a_listener_that_fails_does_not_end_the_lane(jobs: Jobs) -> None:
    def fail(event: Event) -> None:
        raise RuntimeError("a bug in the window")

    after = Listener()
    jobs.submit("explore", "panel", counting(2), fail)
    jobs.submit("explore", "after", counting(1), after)
    assert isinstance(after.wait()[-1], Done)


def test_a_paused_job_waits_goes_on_and_can_be_cancelled(jobs: Jobs) -> None:
    steps: list[int] = []
    enough = threading.Event()

    def work() -> Work:
        while True:
            steps.append(len(steps))
            if len(steps) > 3:
                enough.set()
            time.sleep(0.001)
            yield Progress("running")

    heard = Listener()
    job = jobs.submit("train", "run", work, heard)
    assert enough.wait(5)
    jobs.pause(job)
    time.sleep(0.05)
    held = len(steps)
    time.sleep(0.05)
    assert job.is_paused
    assert len(steps) == held
    jobs.resume(job)
    deadline = time.monotonic() + 5
    while len(steps) == held and time.monotonic() < deadline:
        time.sleep(0.005)
    assert len(steps) > held
    jobs.pause(job)
    time.sleep(0.05)
    held = len(steps)
    jobs.cancel(job)
    assert heard.wait()[-1] == Cancelled()
    assert len(steps) == held, "what waits takes no step more"


def test_active_jobs_are_the_running_one_and_those_that_wait(jobs: Jobs) -> None:
    started = threading.Event()
    first = jobs.submit("train", "one", endless(started), Listener())
    assert started.wait(5)
    second = jobs.submit("train", "two", counting(1), Listener())
    assert jobs.active("train") == [first, second]
    assert first.ticket < second.ticket


def test_close_ends_running_and_waiting_jobs_and_joins_the_threads() -> None:
    others = set(threading.enumerate())
    jobs = Jobs()
    started = threading.Event()
    running, waiting = Listener(), Listener()
    jobs.submit("train", "one", endless(started), running)
    jobs.submit("train", "two", counting(1), waiting)
    assert started.wait(5)
    assert jobs.close()
    assert running.events[-1] == Cancelled()
    assert waiting.events == [Cancelled()]
    left = set(threading.enumerate()) - others
    assert not [thread for thread in left if thread.name.startswith("lane")]
    with pytest.raises(RuntimeError):
        jobs.submit("train", "three", counting(1), Listener())


def test_time_left_is_known_only_with_a_speed_and_a_total() -> None:
    assert Progress("x", done=20, total=100, speed=4).seconds_left == 20
    assert Progress("x", done=20).seconds_left is None


def test_a_lane_whose_only_job_is_cancelled_while_it_wakes_stays_open(
    monkeypatch: pytest.MonkeyPatch, jobs: Jobs
) -> None:
    lane = jobs._lanes["export"]
    assert not lane._closed
    monkeypatch.setattr(lane, "_wait_for_change", lambda seconds: True)  # woken, and nothing waits
    assert lane._wait()
    lane._closed = True
    assert not lane._wait()
