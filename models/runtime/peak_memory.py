"""The most memory that a computation holds at once, by what torch's allocator reports."""

from __future__ import annotations

import os
from collections.abc import Callable

from torch.profiler import ProfilerActivity, profile

# The profiler writes two lines to the terminal each time it is used, unless this is above all of
# its levels. It reads the variable when it is first used.
os.environ.setdefault("KINETO_LOG_LEVEL", "99")


def peak_bytes(compute: Callable[[], object]) -> int:
    """Bytes of a processor's memory that a call holds at its peak, besides what was there before.

    Other work of the process in other threads counts too; the memory of a GPU does not.
    """
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiled:
        compute()
    assert profiled.profiler is not None
    events = profiled.profiler.kineto_results.events()
    changes = sorted(
        (event.start_ns(), event.nbytes()) for event in events if event.name() == "[memory]"
    )
    held = peak = 0
    for _, change in changes:
        held += change
        peak = max(peak, held)
    return peak
