"""Work that cannot be interrupted, in a thread of its own, so that the caller can be cancelled."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from threading import Thread
from typing import TypeVar

LOOK_EVERY_S = 0.1  # the longest wait of a cancellation

Result = TypeVar("Result")
Report = TypeVar("Report")


def run_in_background(
    work: Callable[[], Result], report: Report
) -> Generator[Report, None, Result]:
    """Return or raise what `work` does; until then yield `report`, and can be closed at each yield.

    After a close the work continues in its thread, until its end or that of the program, and its
    result is dropped; so it must not write files.
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
