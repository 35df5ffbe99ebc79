"""Memory that was freed, given back to the system."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from functools import cache

EVERY_S = 2.0  # at most; it takes some 10 ms
M_MMAP_THRESHOLD = -3  # of mallopt
LARGE = 8 << 20  # bytes


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
    if (trim := _find_c_function("malloc_trim")) is not None:
        trim(0)


def map_large_blocks() -> None:
    """Have the C library of Linux map each large block by itself, and unmap it once it is freed.

    It raises the size from which it does so up to 32 MB as such blocks are freed. Those below lie
    in its heap then, where each block that stays holds all that is freed before it.
    """
    if (mallopt := _find_c_function("mallopt")) is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE)


@cache
def _find_c_function(name: str) -> Callable[..., int] | None:
    """A function of glibc; None elsewhere, as musl has none of them."""
    if sys.platform != "linux":
        return None
    function: Callable[..., int] | None = getattr(ctypes.CDLL(None), name, None)
    return function
