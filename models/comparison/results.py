"""The rows of a comparison and what they say over its seeds, as a file of numbers.

A result is a JSON object, read and written here without torch; its rows leave as CSV too. Means
and intervals are stored with the rows, so that the gallery of comparisons is drawn at once.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from typing import Any

from models.comparison.spec import MetricPoint
from models.runtime.files import read_object, write_text

RESULT_VERSION = 1
RESULTS = "comparisons"  # the folder in resources


@dataclass(frozen=True)
class ArmMeasurement:
    """A measurement of an arm with a seed, after `tokens` and processor `seconds` of training."""

    arm: str
    seed: int
    x: float | None
    metric: str
    value: float
    tokens: int
    seconds: float


COLUMNS = tuple(item.name for item in fields(ArmMeasurement))


@dataclass(frozen=True)
class Estimate:
    """A mean over seeds with its interval, which few seeds do not have."""

    mean: float
    low: float | None
    high: float | None
    num_seeds: int


@dataclass(frozen=True)
class FittedLaw:
    """A power law that was fitted: one scale and one exponent for each of its x."""

    exponents: tuple[Estimate, ...]
    scales: tuple[Estimate, ...]
    floor: Estimate

    def to_dict(self) -> dict[str, Any]:
        return {
            "exponents": [astuple(one) for one in self.exponents],
            "scales": [astuple(one) for one in self.scales],
            "floor": astuple(self.floor),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FittedLaw:
        exponents, scales = (
            tuple(Estimate(*one) for one in data[name]) for name in ("exponents", "scales")
        )
        return cls(exponents, scales, Estimate(*data["floor"]))

    def __call__(self, *x: float) -> float:
        """The y of the mean parameters at x."""
        terms = zip(x, self.scales, self.exponents, strict=True)
        return self.floor.mean + sum((scale.mean / at) ** power.mean for at, scale, power in terms)


@dataclass(frozen=True)
class Summary:
    """Estimates of every cell, of the differences that a comparison evaluates, and its power laws.

    A cell that names no x is that at the last x of its arm.
    """

    estimates: Mapping[MetricPoint, Estimate] = field(default_factory=dict)
    differences: Mapping[tuple[MetricPoint, MetricPoint], Estimate] = field(default_factory=dict)
    laws: Mapping[str, FittedLaw] = field(default_factory=dict)  # by the name of the PowerLaw

    def to_dict(self) -> dict[str, Any]:
        return {
            "estimates": [
                [*astuple(cell), *astuple(value)] for cell, value in self.estimates.items()
            ],
            "differences": [
                [*astuple(first), *astuple(second), *astuple(value)]
                for (first, second), value in self.differences.items()
            ],
            "laws": {name: law.to_dict() for name, law in self.laws.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Summary:
        cells = {MetricPoint(*row[:3]): Estimate(*row[3:]) for row in data["estimates"]}
        pairs = {
            (MetricPoint(*row[:3]), MetricPoint(*row[3:6])): Estimate(*row[6:])
            for row in data["differences"]
        }
        laws = {name: FittedLaw.from_dict(law) for name, law in data.get("laws", {}).items()}
        return cls(cells, pairs, laws)

    def series(self, arm: str, metric: str) -> list[tuple[float | None, Estimate]]:
        """A metric of an arm by x, in order."""
        points = [
            (cell.x, value)
            for cell, value in self.estimates.items()
            if (cell.arm, cell.metric) == (arm, metric)
        ]
        return sorted(points, key=lambda one: one[0] or 0.0)


@dataclass(frozen=True)
class MeasuredComparison:
    """What a run of a comparison measured. `recipes` are those of its arms, by name."""

    name: str
    quick: bool
    seeds: tuple[int, ...]
    rows: tuple[ArmMeasurement, ...]
    recipes: Mapping[str, Mapping[str, Any]]
    summary: Summary = Summary()
    data: str = ""  # a text file in place of the mini-world
    versions: Mapping[str, str] = field(default_factory=dict)
    machine: str = ""
    seconds: float = 0.0  # of all arms and seeds together

    def to_dict(self) -> dict[str, Any]:
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        rows = [list(astuple(row)) for row in self.rows]
        columns = {"columns": list(COLUMNS), "rows": rows}
        return {"version": RESULT_VERSION, **plain, "summary": self.summary.to_dict(), **columns}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MeasuredComparison:
        """Raises ValueError where the object is no result of this version."""
        if data.get("version") != RESULT_VERSION or data.get("columns") != list(COLUMNS):
            raise ValueError("it is of another version of the program: run the comparison again")
        try:
            rows = tuple(_row(values) for values in data["rows"])
            return cls(
                name=str(data["name"]),
                quick=bool(data["quick"]),
                seeds=tuple(int(seed) for seed in data["seeds"]),
                rows=rows,
                recipes={str(arm): dict(recipe) for arm, recipe in data["recipes"].items()},
                summary=Summary.from_dict(data["summary"]),
                data=str(data["data"]),
                versions=dict(data["versions"]),
                machine=str(data["machine"]),
                seconds=float(data["seconds"]),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"it is damaged ({error!r}): run the comparison again") from error

    def values(self, arm: str, metric: str, x: float | None = None) -> dict[int, float]:
        """A metric of an arm by seed, at `x`, or at the last x that it has."""
        rows = [row for row in self.rows if (row.arm, row.metric) == (arm, metric)]
        if x is None:
            x = max((row.x for row in rows if row.x is not None), default=None)
        return {row.seed: row.value for row in rows if row.x == x}

    def places(self, arm: str, metric: str) -> list[float]:
        """The x at which a metric of an arm was measured, in order."""
        rows = (row for row in self.rows if (row.arm, row.metric) == (arm, metric))
        return sorted({row.x for row in rows if row.x is not None})


def _row(values: Sequence[Any]) -> ArmMeasurement:
    arm, seed, x, metric, value, tokens, seconds = values
    place = None if x is None else float(x)
    return ArmMeasurement(
        str(arm), int(seed), place, str(metric), float(value), int(tokens), float(seconds)
    )


def write_result(result: MeasuredComparison, path: Path) -> None:
    """Raises OSError."""
    data = result.to_dict()
    rows = data.pop("rows")
    parts = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
    parts.append(' "rows": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n ]")
    write_text(path, "{\n" + ",\n".join(parts) + "\n}\n")


def read_result(path: Path) -> MeasuredComparison:
    """Raises OSError, and ValueError, which names the file, where it holds no result."""
    try:
        return MeasuredComparison.from_dict(read_object(path))
    except ValueError as error:
        raise ValueError(f"The result {path.name} cannot be used: {error}.") from error


def rows_as_csv(rows: Iterable[ArmMeasurement]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(astuple(row) for row in rows)
    return file.getvalue()
