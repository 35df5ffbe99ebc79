"""Which models of the library were derived from another, and by which steps; needs no torch.

A compressed model names its base with its hash, and keeps the records of earlier steps. A student
names its teacher.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from explorer.core.library.library import RUN_FILE, ModelEntry
from explorer.core.state.state import JSON
from models.runtime.files import read_object

RECORD, EARLIER = "compression", "earlier"  # keys of run.json, and of its record
DISTILLATION = "distillation"  # the kind of a step that trains a student
STUDENT = "student"  # in the record of such a step that is a compression
FASTER = "computed_faster"  # in a record: whether fewer operations are computed
TRIALS = "trials"  # in the record of an architecture search
UNREADABLE = (OSError, ValueError)


@dataclass(frozen=True)
class DerivationStep:
    """What was done to a model; sizes in bytes, None where the record has none."""

    kind: str  # "compression" or "distillation"
    method: str
    base: str  # the name, key or folder of the model before
    base_hash: str  # of its weights, "" where the record has none
    options: Mapping[str, JSON] = field(default_factory=dict)
    num_bytes: float | None = None
    base_bytes: float | None = None
    seconds: float | None = None
    record: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def saves_no_time(self) -> bool:
        """Whether its record says that as many operations are computed as before."""
        return self.record.get(FASTER) is False

    @property
    def trains_anew(self) -> bool:
        """Whether its weights were trained from scratch: of a student, or of another shape."""
        return self.kind == DISTILLATION or TRIALS in self.record


@dataclass(frozen=True)
class DerivedModel:
    """A model with the steps that lead to it from the base, the first one first."""

    entry: ModelEntry
    steps: tuple[DerivationStep, ...]

    @property
    def has_own_weights(self) -> bool:
        """Whether weights and states are no changed ones of the base."""
        return any(step.trains_anew for step in self.steps)

    @property
    def is_student(self) -> bool:
        """Whether its weights were trained from scratch: none compares with one of the base."""
        return any(step.kind == DISTILLATION for step in self.steps)


def steps_to(folder: Path) -> tuple[DerivationStep, ...]:
    """The recorded steps that led to the model in a folder; empty where none is recorded."""
    try:
        run = read_object(folder / RUN_FILE)
    except UNREADABLE:
        return ()
    record = run.get(RECORD)
    record = record if isinstance(record, Mapping) else {}
    earlier = record.get(EARLIER)
    records = [*(earlier if isinstance(earlier, list) else ()), record]
    steps = [step for one in records if (step := _step(one)) is not None]
    taught = () if any(step.kind == DISTILLATION for step in steps) else _taught(run)
    return (*taught, *steps)


def _step(record: Any) -> DerivationStep | None:
    """None for what is no record of a compression."""
    if not isinstance(record, Mapping) or not isinstance(record.get("method"), str):
        return None
    base, options = record.get("base"), record.get("options")
    base = base if isinstance(base, Mapping) else {}
    return DerivationStep(
        DISTILLATION if record.get(STUDENT) is True else RECORD,
        record["method"],
        str(base.get("name", "")),
        str(base.get("hash", "")),
        dict(options) if isinstance(options, Mapping) else {},
        _number(record.get("bytes")),
        _number(record.get("base_bytes")),
        _number(record.get("seconds")),
        record,
    )


def _taught(run: Mapping[str, Any]) -> tuple[DerivationStep, ...]:
    """The step from a teacher to its student; a student that learned a task is a base itself."""
    recipe = run.get("recipe")
    teaching = recipe.get("teaching") if isinstance(recipe, Mapping) else None
    if not isinstance(teaching, Mapping) or "finetuning" in run:
        return ()
    options, seconds = teaching.get("options"), _number(run.get("seconds"))
    return (
        DerivationStep(
            DISTILLATION,
            str(teaching.get("method", "")),
            str(teaching.get("teacher", "")),
            "",
            dict(options) if isinstance(options, Mapping) else {},
            seconds=seconds,
        ),
    )


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None


def derived_from(
    base: ModelEntry, digest: str, entries: Iterable[ModelEntry]
) -> list[DerivedModel]:
    """The models that were derived from a base whose weights have this hash; broken ones too."""
    derived = []
    for entry in entries:
        steps = () if entry.key == base.key else steps_to(entry.folder)
        first = next((n for n, one in enumerate(steps) if _is_from(one, base, digest)), None)
        if first is not None:
            derived.append(DerivedModel(entry, steps[first:]))
    return derived


def _is_from(step: DerivationStep, base: ModelEntry, digest: str) -> bool:
    """By the hash of the base, where one is recorded; a student names its teacher only."""
    if step.base_hash:
        return step.base_hash == digest
    return step.base in (base.key, base.name, str(base.folder))


def find_outdated(base: ModelEntry, digest: str, entries: Iterable[ModelEntry]) -> list[ModelEntry]:
    """Models derived from earlier weights of the base, which has been written again since."""
    return [
        entry
        for entry in entries
        if (steps := steps_to(entry.folder))
        and any(s.base == base.name and s.base_hash not in ("", digest) for s in steps)
        and not any(_is_from(s, base, digest) for s in steps)
    ]


def bases_of(keys: Sequence[str], entries: Sequence[ModelEntry]) -> list[str]:
    """The models that the chosen ones were derived from, and then the chosen ones themselves."""
    by_key = {entry.key: entry for entry in entries}
    bases: dict[str, None] = {}
    for entry in (by_key[key] for key in keys if key in by_key):
        steps = steps_to(entry.folder)
        named = (one.key for one in entries if steps and steps[0].base in (one.key, one.name))
        bases[next(named, entry.key)] = None
    return list(dict.fromkeys([*bases, *(key for key in keys if key in by_key)]))
