"""Finds which step of a pass computed the numbers that another one reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from models.inside.stages import Stage, Value, ValueSample


def samples_read(stage: Stage) -> Iterator[tuple[ValueSample, bool]]:
    """What a step reads, and whether keys or values are made of it."""
    for value in stage.operands:
        if value.given and value.over_tokens:
            continue  # a mask or a bias, which no step computes
        yield ValueSample.of(value), value.of_others and stage.title in ("Key", "Value")
    if stage.taken_from is not None:
        yield ValueSample.of(Value("x", stage.taken_from)), False
    elif stage.relation == "lookup":
        yield ValueSample.of(stage.result), False  # it names what was computed before


def names_again(stage: Stage) -> bool:
    """Whether it looks nothing up but gives what was computed before another name."""
    return stage.relation == "lookup" and stage.taken_from is None


class ComputedValues:
    """Finds which step computed some numbers: the last one, of each stream that names itself."""

    def __init__(self) -> None:
        self._exactly: dict[tuple[object, ...], list[tuple[int, str]]] = defaultdict(list)
        self._all: list[tuple[int, ValueSample]] = []

        self._rows: set[int] = set()

    def add(self, number: int, sample: ValueSample, stream: str, is_row: bool) -> None:
        self._exactly[_key_of(sample)].append((number, stream))
        self._all.append((number, sample))
        if is_row:
            self._rows.add(number)

    def find(self, sample: ValueSample, no_rows: bool = False) -> list[int]:
        """The steps that computed it; `no_rows`, not one that looked it up in a table."""
        equal = self._exactly.get(_key_of(sample), [])
        equal = [one for one in equal if not (no_rows and one[0] in self._rows)]
        if equal:
            number, stream = equal[-1]
            return sorted({one: n for n, one in equal}.values()) if stream else [number]
        near = (number for number, one in reversed(self._all) if one.is_like(sample))
        return [number for number in [next(near, -1)] if number >= 0 and not no_rows]


def _key_of(sample: ValueSample) -> tuple[object, ...]:
    return sample.num_rows, tuple(sample.rows.shape), sample.rows.contiguous().numpy().tobytes()
