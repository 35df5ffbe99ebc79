"""Time and memory that were measured on this computer, kept for the next start."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from explorer.core.state.settings import caches_folder
from models.runtime.files import read_object, replace_file

FORMAT = 1  # of the file; another one is not read
MOST = 2_000  # costs in the file, of which the oldest go first


@dataclass(frozen=True)
class LengthCost:
    """A pass over the first `length` tokens; `padded` with what the model adds itself.

    Time and memory are None where the pass was not run, operations where they cannot be counted.
    `measured_on` is a day as YYYY-MM-DD, "" where the pass was not run.
    """

    length: int
    padded: int
    operations: int | None
    milliseconds: float | None = None
    peak_bytes: int | None = None
    measured_on: str = ""

    @property
    def microseconds_per_token(self) -> float | None:
        return None if self.milliseconds is None else 1e3 * self.milliseconds / self.length


def cost_key(*parts: object) -> str:
    """The key of a measurement: a digest of the model and the tokens that it read."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def costs_file() -> Path:
    return caches_folder() / "long_texts.json"


def stored_costs() -> dict[str, LengthCost]:
    """What was measured before, by `cost_key`; what is damaged is left out."""
    try:
        content = read_object(costs_file())
    except (OSError, ValueError):
        return {}
    costs = content.get("costs") if content.get("format") == FORMAT else None
    if not isinstance(costs, Mapping):
        return {}
    read = ((key, _cost(value)) for key, value in costs.items())
    return {key: cost for key, cost in read if cost is not None}


@contextmanager
def storing_costs() -> Iterator[dict[str, LengthCost]]:
    """A dictionary for new measurements, which are added to the file also after a cancellation.

    A file that cannot be written is no error: the numbers are on the screen.
    """
    new: dict[str, LengthCost] = {}
    try:
        yield new
    finally:
        if new:
            with suppress(OSError):
                _write({**stored_costs(), **new})


def today() -> str:
    return date.today().isoformat()


def _write(costs: Mapping[str, LengthCost]) -> None:
    newest = sorted(costs.items(), key=lambda item: item[1].measured_on)[-MOST:]
    content = {"format": FORMAT, "costs": {key: asdict(cost) for key, cost in newest}}
    costs_file().parent.mkdir(parents=True, exist_ok=True)
    with replace_file(costs_file()) as path:
        path.write_text(json.dumps(content), encoding="utf-8")


def _cost(value: Any) -> LengthCost | None:
    """A measured cost of a file; None for what is none."""
    try:
        cost = LengthCost(**value)
        day = date.fromisoformat(cost.measured_on).isoformat()
    except (TypeError, ValueError):
        return None
    counts = cost.length, cost.padded, cost.peak_bytes
    whole = all(type(one) is int and 0 < one < 2**63 for one in counts)
    counted = cost.operations is None or (type(cost.operations) is int and cost.operations >= 0)
    timed = isinstance(cost.milliseconds, float) and math.isfinite(cost.milliseconds)
    return cost if whole and counted and timed and day == cost.measured_on else None
