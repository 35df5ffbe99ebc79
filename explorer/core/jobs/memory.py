"""Memory that was freed, given back to the system."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from functools import cache

EVERY_S = 2.0  # at most; it takes some 10 ms


class FreedMemory:
    """Pages that nothing in this process uses any more.

    The C library of Linux keeps them: after passes over long texts that was a third of all.
    Elsewhere the system takes them by itself.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, trim: Callable[[], object] | None = None
    ) -> None:
        self._clock = clock
        self._trim = trim or trim_heap
        self._given_at = clock()

    def give_back(self, *, now: bool = False) -> None:
        """Give them to the system, unless that was done a moment ago; with `now` in any case."""
        if now or self._clock() - self._given_at >= EVERY_S:
            self._trim()
            self._given_at = self._clock()


def trim_heap() -> None:
    """Call malloc_trim, where there is one."""
    if (trim := _malloc_trim()) is not None:
        trim(0)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    if sys.platform != "linux":
        return None
    trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim  # musl has none
