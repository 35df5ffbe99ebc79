"""Work that cannot be interrupted, done aside, so that whoever waits for it can leave."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from threading import Thread
from typing import TypeVar

LOOK_EVERY_S = 0.1  # a person who cancels waits no longer than that

Result = TypeVar("Result")
Report = TypeVar("Report")


def run_in_background(
    work: Callable[[], Result], report: Report
) -> Generator[Report, None, Result]:
    """What `work` returns or raises; until then yields `report`, and can be closed at each.

    The work has a thread of its own. Closed, it goes on there to its end or to that of the program,
    and what it finds is dropped; so it must write nothing.
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=run, name="aside", daemon=True).start()
    yield report
    while not wait([outcome], LOOK_EVERY_S).done:
        yield report
    return outcome.result()
