"""Forward passes of models with what is recorded in them; the latest traces are cached."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from explorer.core.errors import as_user_errors
from explorer.core.jobs.cache import BudgetedCache, MemoryBudget, num_bytes
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from explorer.core.state.defaults import MAX_MODELS
from models.schema.records import Encoding, ModelInput, Trace

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

TIMING_RUNS = 15

Timing = Generator[Progress, None, dict[str, float]]


class TraceCache:
    """The latest traces by model and by what it was fed. For one thread."""

    def __init__(self, memory: MemoryBudget) -> None:
        self._traces: BudgetedCache[Trace] = memory.cache(num_bytes, MAX_MODELS)

    def get(
        self, model_input: ModelInput, options: tuple[object, ...], make: Callable[[], Trace]
    ) -> Trace:
        """The trace of a model input, made where it is not known; `options` are all else."""
        traced = self._traces.get((*options, *_fed(model_input)), make)
        if traced.model_input is model_input:
            return traced
        return replace(traced, model_input=model_input)  # fed alike, perhaps with other targets


def _fed(model_input: ModelInput) -> Iterator[object]:
    """All that a model reads of a model input, to be compared by value."""
    yield model_input.input_ids.tobytes()
    yield model_input.segment.tobytes()
    for name in sorted(model_input.feeds):
        yield name, model_input.feeds[name].tobytes()


def seconds_per_sentence(
    engine: Engine, keys: Sequence[str], encoding: Encoding, runs: int = TIMING_RUNS
) -> Timing:
    """How long a forward pass of each model takes, nothing recorded but the logits.

    The shortest of several, in which the models alternate: what else the machine does makes a
    pass longer and never shorter, and does so to all of them. Yields before each round; returns
    seconds by key. Raises UserError.
    """
    from models.inference.trace import trace

    clean = ModelInput.clean(encoding)
    shortest = dict.fromkeys(keys, math.inf)
    for number in range(runs):
        yield Progress(tr("Timing the models"), number, runs, unit="rounds")
        for key in keys:
            loaded = engine.load_model(key)
            with as_user_errors():
                traced = trace(loaded.model, loaded.spec, clean, ("logits",), heads=loaded.heads)
            shortest[key] = min(shortest[key], traced.seconds)
    return shortest
