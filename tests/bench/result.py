"""One line of a benchmark."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """One line of the table. `ratio` above 1 says that this program needs less."""

    name: str
    what: str
    ours: float
    theirs: float | None
    unit: str
    ratio: float | None
    target: float | None  # of the ratio at least, or without another side of `ours` at most

    @property
    def reaches_aim(self) -> bool | None:
        if self.target is None:
            return None
        if self.ratio is not None:
            return self.ratio >= self.target
        return self.ours <= self.target if self.theirs is None else None
