"""Forward passes of models with what is recorded in them; the latest traces are cached."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from explorer.core.errors import as_user_errors
from explorer.core.jobs.cache import LeastRecentlyUsed
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from models.schema.records import Corruption, Encoding, Trace

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

TRACE_CACHE_BYTES = 200_000_000  # a trace of 12 x 12 heads at 512 tokens
TIMING_RUNS = 15

Timing = Generator[Progress, None, dict[str, float]]


class TraceCache:
    """The latest traces by model and by what it was fed. For one thread."""

    def __init__(self) -> None:
        self._traces: LeastRecentlyUsed[Trace] = LeastRecentlyUsed(TRACE_CACHE_BYTES, _num_bytes)

    def get(
        self, corruption: Corruption, options: tuple[object, ...], make: Callable[[], Trace]
    ) -> Trace:
        """The trace of a corruption, made where it is not known; `options` are all else."""
        traced = self._traces.get((*options, *_fed(corruption)), make)
        if traced.corruption is corruption:
            return traced
        return replace(traced, corruption=corruption)  # fed alike, perhaps with other targets


def _fed(corruption: Corruption) -> Iterator[object]:
    """All that a model reads of a corruption, to be compared by value."""
    yield corruption.input_ids.tobytes()
    yield corruption.segment.tobytes()
    for name in sorted(corruption.feeds):
        yield name, corruption.feeds[name].tobytes()


def _num_bytes(trace: Trace) -> int:
    arrays = [
        *(s.attention for s in trace.streams.values() if s.attention is not None),
        *(s.outside for s in trace.streams.values() if s.outside is not None),
        *(s.hidden for s in trace.streams.values() if s.hidden is not None),
        *(array for s in trace.streams.values() for array in s.extra.values()),
        *trace.logits.values(),
    ]
    return sum(array.nbytes for array in arrays)


def seconds_per_sentence(
    engine: Engine, keys: Sequence[str], encoding: Encoding, runs: int = TIMING_RUNS
) -> Timing:
    """How long a forward pass of each model takes, nothing recorded but the logits.

    The shortest of several, in which the models alternate: what else the machine does makes a
    pass longer and never shorter, and does so to all of them. Yields before each round; returns
    seconds by key. Raises UserError.
    """
    from models.inference.trace import trace

    clean = Corruption.clean(encoding)
    shortest = dict.fromkeys(keys, math.inf)
    for number in range(runs):
        yield Progress(tr("Timing the models"), number, runs, unit="rounds")
        for key in keys:
            loaded = engine.loaded(key)
            with as_user_errors():
                traced = trace(loaded.model, loaded.spec, clean, ("logits",), heads=loaded.heads)
            shortest[key] = min(shortest[key], traced.seconds)
    return shortest
