"""Ctrl-C as a wish that a command follows when it can."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_on_interrupt() -> Iterator[threading.Event]:
    """The first Ctrl-C sets the event, so that a step can end; the second stops immediately."""
    stop_requested = threading.Event()
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def request_stop(number: int, frame: FrameType | None) -> None:
        stop_requested.set()
        restore()

    for number in SIGNALS:
        signal.signal(number, request_stop)
    try:
        yield stop_requested
    finally:
        restore()
