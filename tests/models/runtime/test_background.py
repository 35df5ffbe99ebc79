"""Work that cannot be interrupted can still be left."""

from collections.abc import Iterator
from threading import Event

import pytest

from models.runtime.background import run_in_background


def test_the_result_comes_at_the_end_and_reports_until_then() -> None:
    may_end = Event()

    def work() -> int:
        may_end.wait()
        return 7

    waiting, found = run_in_background(work, "at it"), []

    def reports() -> Iterator[str]:
        found.append((yield from waiting))

    told = reports()
    assert next(told) == next(told) == "at it"
    may_end.set()
    assert set(told) <= {"at it"}
    assert found == [7]


@pytest.mark.parametrize("error", [ValueError("no text"), TimeoutError("no answer")])
def test_what_the_work_raises_is_raised_where_it_is_waited_for(error: Exception) -> None:
    def work() -> None:
        raise error

    with pytest.raises(type(error), match=str(error)):
        for _ in run_in_background(work, "at it"):
            pass


def test_work_that_was_left_ends_by_itself() -> None:
    may_end, ended = Event(), Event()

    def work() -> None:
        may_end.wait()
        ended.set()

    waiting = run_in_background(work, "at it")
    next(waiting)
    waiting.close()
    may_end.set()
    assert ended.wait(10)
