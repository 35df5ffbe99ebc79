"""The most memory that a computation holds at once, by what torch's allocator reports."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Any

from torch import nn
from torch.profiler import ProfilerActivity, profile

# The profiler writes two lines to the terminal each time it is used, unless this is above all of
# its levels. It reads the variable when it is first used.
os.environ.setdefault("KINETO_LOG_LEVEL", "99")


def peak_bytes(compute: Callable[[], object]) -> int:
    """Bytes of a processor's memory that a call holds at its peak, on this thread.

    Other work of the process counts nothing, nor does what was held before.
    """
    return highest(size for _, size in allocations(compute))


def training_peak(module: nn.Module, learn: Callable[[], object]) -> int:
    """The most bytes that a forward and a backward pass hold, besides parameters and gradients.

    `learn` runs both passes; the module then has the gradients.
    """
    module.train().zero_grad(set_to_none=True)
    changes = allocations(learn)
    gradients = {p.grad.data_ptr() for p in module.parameters() if p.grad is not None}
    # An address may have served before; the gradient is what was put there last.
    last = {at: n for n, (at, size) in enumerate(changes) if size > 0 and at in gradients}
    left_out = set(last.values())
    return highest(size for n, (_, size) in enumerate(changes) if n not in left_out)


def allocations(compute: Callable[[], object]) -> list[tuple[int, int]]:
    """What a call takes and frees, in its order: addresses and bytes, below 0 where freed."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiled:
        compute()
    assert profiled.profiler is not None
    tree = profiled.profiler.kineto_results.experimental_event_tree()
    return [(address, size) for _, address, size in sorted(_memory_events(tree))]


def highest(changes: Iterable[int]) -> int:
    """The greatest sum of all changes so far, 0 at least."""
    return max(accumulate(changes, initial=0))


def _memory_events(events: Iterable[Any]) -> Iterator[tuple[int, int, int]]:
    """Times in ns, addresses and bytes."""
    for event in events:
        own = event.extra_fields
        if hasattr(own, "alloc_size"):
            yield event.start_time_ns, own.ptr, own.alloc_size
        yield from _memory_events(event.children)
