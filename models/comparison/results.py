"""The rows of a comparison and what they say over its seeds, as a file of numbers.

A result is a JSON object, read and written here without torch; its rows leave as CSV too. Means,
intervals and verdicts follow from the rows whenever they are shown; only power laws, whose fits
take seconds, are stored.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from models.comparison.evidence.intervals import Estimate, estimate
from models.comparison.evidence.rates import rates_as_json, rates_from_json
from models.comparison.spec import MetricPoint, TriedRates
from models.data.texts.identity import TextIdentity
from models.runtime.files import read_text, write_text
from models.schema.parsing import is_number, parse_object

RESULT_VERSION = 2
READABLE = (1, RESULT_VERSION)  # version 1 stored intervals, which are not read
MAX_EXAMPLES = 100_000
RESULTS = "comparisons"  # the folder in resources
LARGEST = 1e15  # no measurement comes near; the difference of two numbers is one still


def by_epoch(metric: str) -> str:
    """Return the name of the rows with a metric of the dev split after each epoch, which is x."""
    return f"{metric}_by_epoch"


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


def outcome_key(metric: str, x: float | None) -> str:
    """The name of the outcomes of a metric that has several places, such as "recall@64"."""
    return metric if x is None else f"{metric}@{x:g}"


@dataclass(frozen=True)
class ArmRun:
    """What one arm gave with one seed: its rows, and the outcome of each example.

    Outcomes are by `outcome_key`; of a curve over training, those of its last point. `baselines`
    are those of count models, where the run measured them.
    """

    rows: tuple[ArmMeasurement, ...]
    outcomes: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)
    baselines: Mapping[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        outcomes = {metric: _as_bits(right) for metric, right in self.outcomes.items()}
        rows = [astuple(row) for row in self.rows]
        known = {"columns": COLUMNS, "rows": rows, "outcomes": outcomes}
        return {**known, "baselines": dict(self.baselines)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ArmRun:
        """Raises KeyError, TypeError or ValueError where the object is none."""
        outcomes = {metric: _from_bits(bits) for metric, bits in data.get("outcomes", {}).items()}
        rows = tuple(_row(values) for values in data["rows"])
        return cls(rows, outcomes, _levels(data.get("baselines", {})))


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
            tuple(_estimate(one) for one in data[name]) for name in ("exponents", "scales")
        )
        return cls(exponents, scales, _estimate(data["floor"]))

    def __call__(self, *x: float) -> float:
        """The y of the mean parameters at x."""
        terms = zip(x, self.scales, self.exponents, strict=True)
        return self.floor.mean + sum((scale.mean / at) ** power.mean for at, scale, power in terms)


@dataclass(frozen=True)
class MeasuredComparison:
    """What a run of a comparison measured. `recipes` are those of its arms, by name.

    `registered` is the hash of what was registered before the run, `commit` that of the program;
    both are empty where they are not known. `outcomes` tells, for (arm, seed, metric), of each
    held-out example whether it was right. `text` is what the arms learned from in place of the
    mini-world. `baselines` are, by arm, the losses in nats per token of count models of the same
    tokens, "unigram" and "5gram", with the first seed.
    """

    name: str
    quick: bool
    seeds: tuple[int, ...]
    rows: tuple[ArmMeasurement, ...]
    recipes: Mapping[str, Mapping[str, Any]]
    laws: Mapping[str, FittedLaw] = field(default_factory=dict)  # by the name of the PowerLaw
    text: TextIdentity | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    machine: str = ""
    seconds: float = 0.0  # of all arms and seeds together
    registered: str = ""
    commit: str = ""
    rates: Mapping[str, TriedRates] = field(default_factory=dict)  # by arm
    outcomes: Mapping[tuple[str, int, str], tuple[bool, ...]] = field(default_factory=dict)
    baselines: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @cached_property
    def _cells(self) -> dict[tuple[str, str], dict[float | None, dict[int, float]]]:
        """The values by arm and metric, by x, by seed."""
        cells: dict[tuple[str, str], dict[float | None, dict[int, float]]] = {}
        for row in self.rows:
            by_x = cells.setdefault((row.arm, row.metric), {})
            by_x.setdefault(row.x, {})[row.seed] = row.value
        return cells

    def values(self, arm: str, metric: str, x: float | None = None) -> dict[int, float]:
        """A metric of an arm by seed, at `x`, or at the last x that it has."""
        if x is None:
            x = max(self.places(arm, metric), default=None)
        return dict(self._cells.get((arm, metric), {}).get(x, {}))

    def places(self, arm: str, metric: str) -> list[float]:
        """The x at which a metric of an arm was measured, in order."""
        return sorted(x for x in self._cells.get((arm, metric), {}) if x is not None)

    def outcomes_at(self, cell: MetricPoint, seed: int) -> tuple[bool, ...]:
        """Whether each held-out example was right; () where that is not stored."""
        last = max(self.places(cell.arm, cell.metric), default=None)
        x = last if cell.x is None else cell.x
        keys = [outcome_key(cell.metric, x), *([cell.metric] if x == last else [])]
        found = (self.outcomes.get((cell.arm, seed, key), ()) for key in keys)
        return next(filter(None, found), ())

    def series(self, arm: str, metric: str) -> list[tuple[float | None, Estimate]]:
        """The estimates of a metric of an arm by x, in order."""
        by_x = self._cells.get((arm, metric), {})
        return [(x, estimate([*by_x[x].values()])) for x in sorted(by_x, key=lambda x: x or 0.0)]

    def estimates(self) -> dict[MetricPoint, Estimate]:
        """The estimate of every cell."""
        return {
            MetricPoint(arm, metric, x): found
            for arm, metric in self._cells
            for x, found in self.series(arm, metric)
        }

    def to_dict(self) -> dict[str, Any]:
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        return {
            "version": RESULT_VERSION,
            **plain,
            "text": self.text.to_dict() if self.text else None,
            "laws": {name: law.to_dict() for name, law in self.laws.items()},
            "rates": rates_as_json(self.rates),
            "outcomes": [[*key, _as_bits(right)] for key, right in self.outcomes.items()],
            "columns": list(COLUMNS),
            "rows": [list(astuple(row)) for row in self.rows],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MeasuredComparison:
        """Raises ValueError where the object is no result of a known version."""
        if data.get("version") not in READABLE or data.get("columns") != list(COLUMNS):
            raise ValueError("it is of another version of the program: run the comparison again")
        try:
            rows = tuple(_row(values) for values in data["rows"])
            laws = data["summary"]["laws"] if data["version"] == 1 else data["laws"]
            return cls(
                name=str(data["name"]),
                quick=bool(data["quick"]),
                seeds=tuple(map(int, data["seeds"])),
                rows=rows,
                recipes={str(arm): dict(recipe) for arm, recipe in data["recipes"].items()},
                laws={str(name): FittedLaw.from_dict(law) for name, law in laws.items()},
                text=_text(data),
                versions={str(name): str(one) for name, one in data["versions"].items()},
                machine=str(data["machine"]),
                seconds=_number(data["seconds"]),
                registered=str(data.get("registered", "")),
                commit=str(data.get("commit", "")),
                rates=rates_from_json(data.get("rates", {})),
                outcomes={
                    (str(arm), int(seed), str(metric)): _from_bits(bits)
                    for arm, seed, metric, bits in data.get("outcomes", [])
                },
                baselines={
                    str(arm): _levels(levels) for arm, levels in data.get("baselines", {}).items()
                },
            )
        except (LookupError, TypeError, AttributeError, ArithmeticError, ValueError) as error:
            raise ValueError(f"it is damaged ({error!r}): run the comparison again") from error


def _text(data: Mapping[str, Any]) -> TextIdentity | None:
    """Earlier results have the path of a file, `data`, alone. Raises KeyError or TypeError."""
    if text := data.get("text"):
        return TextIdentity.from_dict(text)
    name = Path(str(data.get("data", ""))).name
    return TextIdentity(name, name, "", "") if name else None


def _levels(levels: Mapping[str, Any]) -> dict[str, float]:
    return {str(name): _number(level) for name, level in levels.items()}


def _as_bits(right: Sequence[bool]) -> str:
    """Return "0" and "1" by example as text, hexadecimal behind their number: "12:a5f0"."""
    bits = "".join("1" if one else "0" for one in right)
    return f"{len(bits)}:{int(bits or '0', 2):x}"


def _from_bits(text: str) -> tuple[bool, ...]:
    count, _, digits = text.partition(":")
    if int(count) > MAX_EXAMPLES or len(digits) > MAX_EXAMPLES:
        raise ValueError("too many examples")
    bits = f"{int(digits, 16):0{int(count)}b}" if int(count) else ""
    if len(bits) != int(count):
        raise ValueError("the outcomes of examples do not fit their number")
    return tuple(bit == "1" for bit in bits)


def _row(values: Sequence[Any]) -> ArmMeasurement:
    arm, seed, x, metric, value, tokens, seconds = values
    place = None if x is None else _number(x)
    measured = _number(value)
    return ArmMeasurement(
        str(arm), int(seed), place, str(metric), measured, int(_number(tokens)), _number(seconds)
    )


def _estimate(values: Sequence[Any]) -> Estimate:
    mean, low, high, num_seeds = values
    low, high = (None if end is None else _number(end) for end in (low, high))
    return Estimate(_number(mean), low, high, int(num_seeds))


def _number(value: Any) -> float:
    """A measured number. Raises ValueError."""
    if not is_number(value) or abs(value) > LARGEST:
        raise ValueError("a number in it is none that can be measured")
    return float(value)


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
        return parse_result(read_text(path))
    except ValueError as error:
        raise ValueError(f"The result {path.name} cannot be used: {error}.") from error


def parse_result(text: str) -> MeasuredComparison:
    """The result in a text that may be anybody's. Raises ValueError."""
    try:
        data = parse_object(text)
    except ValueError as error:
        raise ValueError(f"it is damaged ({error}): run the comparison again") from error
    return MeasuredComparison.from_dict(data)


def rows_as_csv(rows: Iterable[ArmMeasurement]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(astuple(row) for row in rows)
    return file.getvalue()
