"""The trials of a search as they are shown and stored; needs neither torch nor Optuna."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

FINISHED, STOPPED, ABOVE_BUDGET, UNFIT, FAILED, RUNNING = STATES = (
    "finished",
    "stopped early",
    "above the budget",
    "cannot be built",
    "failed",
    "running",
)


@dataclass(frozen=True)
class Trial:
    """One shape. `curve` is (step, held-out loss), `loss` the last of it, None where there is none.

    `milliseconds` are those of one sentence. `reason` says why it was not trained, or failed.
    """

    number: int
    values: Mapping[str, Any]  # by field of the recipe
    state: str
    parameters: int | None
    milliseconds: float | None
    curve: tuple[tuple[int, float], ...]
    seconds: float
    reason: str = ""

    @property
    def loss(self) -> float | None:
        return self.curve[-1][1] if self.curve else None


@dataclass(frozen=True)
class SearchResult:
    """All trials, and how much of the variance of the loss each field explains (fANOVA).

    `shape` are the values that were then trained whole, if any were.
    """

    trials: tuple[Trial, ...]
    importance: Mapping[str, float]
    shape: Mapping[str, Any] = field(default_factory=dict)

    @property
    def finished_trials(self) -> list[Trial]:
        return [trial for trial in self.trials if trial.state == FINISHED]

    @property
    def best(self) -> Trial | None:
        """The finished trial with the lowest loss."""
        return min(self.finished_trials, key=lambda trial: trial.loss or 0.0, default=None)

    @property
    def chosen(self) -> Trial | None:
        """The trial whose shape was then trained whole, if there was one."""
        same = (t for t in self.trials if t.values == self.shape and t.loss is not None)
        return min(same, key=lambda trial: trial.loss or 0.0, default=None)

    def front(self, cost: str = "parameters") -> list[Trial]:
        """The finished trials for which none is cheaper and better, from the cheapest on."""
        front: list[Trial] = []
        for trial in sorted(self.finished_trials, key=lambda one: (getattr(one, cost), one.loss)):
            if not front or (trial.loss or 0.0) < (front[-1].loss or 0.0):
                front.append(trial)
        return front

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as run.json has them."""
        return {
            "trials": [asdict(trial) for trial in self.trials],
            "importance": dict(self.importance),
            "shape": dict(self.shape),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SearchResult | None:
        """Parse run.json; None for a record without trials, or one that cannot be read."""
        try:
            trials = [Trial(**{**one, "curve": _curve(one["curve"])}) for one in data["trials"]]
            shape = dict(data.get("shape", {}))
            return cls(tuple(trials), dict(data["importance"]), shape) if trials else None
        except (KeyError, TypeError, ValueError):
            return None


def written_shape(values: Mapping[str, Any]) -> str:
    """A shape as one line of text: size.width=64, size.num_layers=2."""
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _curve(points: Any) -> tuple[tuple[int, float], ...]:
    return tuple((int(step), float(loss)) for step, loss in points)
