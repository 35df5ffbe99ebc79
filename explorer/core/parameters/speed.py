"""How long two sizes of models take on this computer, measured with random weights."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from explorer.core.parameters.sizes import Dimensions, random_model
from explorer.core.readable import readable_bytes

ROUNDS = 9  # in each of which every model reads the text once
SHARE_OF_FREE = 0.5  # of the memory that is free, for the weights of all models
BYTES = 4  # of a weight


@dataclass(frozen=True)
class MeasuredSpeed:
    """Milliseconds in which each model reads one text: the quickest of `ROUNDS`.

    Other work of the computer makes a pass slower and never quicker, so the quickest says most of
    the model.
    """

    milliseconds: tuple[float, ...]
    length: int  # tokens of the text
    threads: int


def measure_speed(
    sizes: Sequence[tuple[str, Dimensions]], parameters: Sequence[int], length: int
) -> Generator[Progress, None, MeasuredSpeed]:
    """Let published architectures in these dimensions read a text of equal tokens, in turns.

    Raises UserError where their weights do not fit into the memory that is free.
    """
    from models.runtime.devices import free_bytes, num_threads

    needed, free = BYTES * sum(parameters), free_bytes("cpu")
    if needed > SHARE_OF_FREE * free:
        raise UserError(
            tr(
                "The weights of these sizes take {needed}, and {free} of memory are free.",
                needed=readable_bytes(needed),
                free=readable_bytes(free),
            ),
            tr("Choose smaller sizes."),
        )
    yield Progress(tr("Making models with random weights"))
    with as_user_errors():
        runs = [random_model(name, dimensions, length) for name, dimensions in sizes]
    for run in runs:
        run()  # the first pass allocates
    taken: list[list[float]] = [[] for _ in runs]
    for done in range(ROUNDS):
        yield Progress(tr("Measuring"), done, ROUNDS)
        for run, times in zip(runs, taken, strict=True):
            began = time.perf_counter()
            run()
            times.append(1000 * (time.perf_counter() - began))
    return MeasuredSpeed(tuple(map(min, taken)), length, num_threads())
