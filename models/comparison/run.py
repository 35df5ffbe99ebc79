"""Runs a comparison: its arms and seeds in processes of one machine, or on a Dask cluster.

Every finished (arm, seed) is a file of its own in the folder of the run, written at once, so a run
that was killed goes on with those that are missing.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import platform
import socket
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from models.comparison.evidence.registration import (
    check_registered,
    is_registered_on,
    registered_hash,
    weights_hash,
)
from models.comparison.fits import fitted_laws
from models.comparison.own_text.check import check_own_text, language_of
from models.comparison.results import (
    ArmRun,
    MeasuredComparison,
    rows_as_csv,
    write_result,
)
from models.comparison.spec import AnyRecipe, Arm, ArmSeed, ExperimentSpec, replace_fields
from models.data.sources import content_hash, is_built_in
from models.data.texts.identity import TextIdentity
from models.data.texts.named import identity_of
from models.runtime.commit import program_commit
from models.runtime.files import read_object, write_text
from models.runtime.machine import machine_name
from models.runtime.processes import iterate_completed, shut_down

PART_FILES = "parts"  # the folder with a file per arm and seed
SETTINGS_FILE, ROWS_FILE, RESULT_FILE = "settings.json", "rows.csv", "result.json"
PACKAGES = ("torch", "numpy", "tokenizers")


@dataclass(frozen=True)
class Plan:
    """What is run, and into which folder."""

    spec: ExperimentSpec
    folder: Path
    cache: Path
    quick: bool = False
    seeds: tuple[int, ...] = ()  # those of the comparison if empty
    data: str = ""  # a text in place of the mini-world, as `open_source` names it
    changes: Mapping[str, Any] = field(default_factory=dict)  # of the recipe of every arm

    @property
    def is_exploratory(self) -> bool:
        """Whether this is not the comparison as it is registered, but a variant of it."""
        if self.quick or self.changes or not self.data:
            return self.quick or bool(self.changes)
        return self.text is None or not is_registered_on(self.spec, self.text)

    @property
    def text(self) -> TextIdentity | None:
        """The text in place of the mini-world. Raises ValueError where it is not there."""
        return identity_of(self.data) if self.data and not is_built_in(self.data) else None

    @property
    def all_seeds(self) -> tuple[int, ...]:
        return self.seeds or (self.spec.quick_seeds if self.quick else self.spec.seeds)

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        """The arms of the comparison; on a text of one's own, those that differ there."""
        return self.spec.own_arms(language_of(self.data)) if self.data else self.spec.arms

    @property
    def parts(self) -> list[tuple[str, int]]:
        """Every arm with every seed; all arms of a seed come before the next seed."""
        return [(arm.name, seed) for seed in self.all_seeds for arm in self.arms]

    def unit(self, arm: str, seed: int) -> ArmSeed:
        cache = self.cache.absolute()
        first = seed == self.all_seeds[0]
        return ArmSeed(self.spec.name, arm, seed, self.quick, cache, self.data, self.changes, first)

    def part_file(self, arm: str, seed: int) -> Path:
        return self.folder / PART_FILES / f"{arm}.{seed}.json"

    def check_text(self) -> None:
        """Raises ValueError where the comparison cannot be made on a text of one's own."""
        if self.data:
            check_own_text(self.spec, self.data)

    def recipes(self) -> dict[str, dict[str, Any]]:
        """The recipes of the arms, with the name of a text; each seed takes its place in them."""
        named = {"data": self.text.name} if self.text else {}
        return {arm: {**recipe.to_dict(), **named} for arm, recipe in self._recipes().items()}

    def _recipes(self) -> dict[str, AnyRecipe]:
        return {
            arm.name: replace_fields(
                self.spec.recipe(arm.name, quick=self.quick, data=self.data), self.changes
            )
            for arm in self.arms
        }

    def _pretrained_digests(self) -> dict[str, Any]:
        """The digests of the models with which arms begin, or that teach them; {} for none."""
        names = {name for recipe in self._recipes().values() for name in recipe.pretrained_models}
        digests = {name: weights_hash(name) for name in sorted(names)}
        return {"pretrained": digests} if digests else {}

    def settings(self) -> dict[str, Any]:
        """What decides the rows; a folder belongs to one set of it."""
        measured = {
            "recipes": self.recipes(),
            "measure": [self.spec.measure, dict(self.spec.measure_options), self.spec.points],
            "text": content_hash(self.data),
            **({"sets": dict(self.spec.sets)} if self.spec.sets else {}),
            **self._pretrained_digests(),
        }
        digest = hashlib.sha256(json.dumps(measured, sort_keys=True).encode()).hexdigest()
        data = self.text.name if self.text else self.data
        return {"name": self.spec.name, "quick": self.quick, "data": data, "hash": digest}


@dataclass(frozen=True)
class PartDone:
    """An arm is finished with a seed; `done` of `total` are."""

    arm: str
    seed: int
    done: int
    total: int
    seconds_left: float | None  # None until one was finished in this run


@dataclass(frozen=True)
class WaitingForWorkers:
    """Nothing new. A caller that wants to stop closes the generator at one of these."""

    done: int
    total: int
    seconds_left: float | None


Report = PartDone | WaitingForWorkers
MakeExecutor = Callable[[], Executor]


def run(
    plan: Plan, make_executor: MakeExecutor, *, resume: bool = False, at_once: int = 10_000
) -> Generator[Report, None, MeasuredComparison]:
    """Run what is missing, then write and return the result.

    At most `at_once` parts are begun: a caller that pauses waits for no more than these.

    Raises ValueError for a comparison that is not registered as it is declared now, for a text that
    cannot be used, and for a folder with another run or other files, OSError when the disk is full,
    and what training raises. Closed early, the finished parts stay.
    """
    if not plan.is_exploratory:
        check_registered(plan.spec, plan.text)
    plan.check_text()
    _take_folder(plan, resume=resume)
    missing = [part for part in plan.parts if not plan.part_file(*part).is_file()]
    if missing:
        with shut_down(make_executor()) as executor:
            yield from _run_parts(plan, missing, executor, at_once)
    result = _collect_result(plan)
    write_text(plan.folder / ROWS_FILE, rows_as_csv(result.rows))
    write_result(result, plan.folder / RESULT_FILE)
    return result


def _run_parts(
    plan: Plan, missing: Sequence[tuple[str, int]], executor: Executor, at_once: int
) -> Generator[Report, None, None]:
    from models.comparison.arms import run_unit  # which brings torch in

    began = time.monotonic()
    total, before = len(plan.parts), len(plan.parts) - len(missing)
    done = before
    units = {part: (plan.unit(*part),) for part in missing}
    for part in iterate_completed(executor, run_unit, units, at_once):
        if part is None:
            yield WaitingForWorkers(done, total, time_left(began, done - before, total - done))
            continue
        (arm, seed), made = part
        write_text(plan.part_file(arm, seed), json.dumps(made.to_dict()))
        done += 1
        yield PartDone(arm, seed, done, total, time_left(began, done - before, total - done))


def time_left(began: float, done: int, missing: int) -> float | None:
    """Seconds until the missing parts are done, as fast as those since a moment; None for none."""
    return (time.monotonic() - began) / done * missing if done else None


@contextmanager
def cluster(address: str) -> Iterator[MakeExecutor]:
    """The workers of a Dask cluster, which start a part again whose worker was lost.

    Raises ValueError where the package is missing or nobody answers.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError as error:
        raise ValueError(
            "Dask is not installed. Install it with: pip install 'plm-explorer[cluster]'"
        ) from error
    _check_answers(address)
    with distributed.Client(address, timeout="10s") as client:
        yield partial(client.get_executor, pure=False)


def _check_answers(address: str) -> None:
    """Raises ValueError where nobody answers; a client that fails would go on trying."""
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        with socket.create_connection((parts.hostname or "", parts.port or 8786), timeout=5):
            pass
    except (OSError, ValueError) as error:
        raise ValueError(f"No Dask scheduler answers at {address}. Check its address.") from error


# ---- files


def _take_folder(plan: Plan, *, resume: bool) -> None:
    settings = plan.folder / SETTINGS_FILE
    wanted = plan.settings()
    if settings.is_file():
        if not resume:
            raise ValueError(
                f"{plan.folder} holds a comparison already. Go on with it by --resume, or choose "
                "another folder."
            )
        if read_object(settings) != wanted:
            raise ValueError(
                f"{plan.folder} holds a comparison with other settings or of another version. "
                "Choose another folder."
            )
        return
    if plan.folder.is_dir() and any(p for p in plan.folder.iterdir() if p.name[0] != "."):
        raise ValueError(f"{plan.folder} holds other files. Choose a new or an empty folder.")
    (plan.folder / PART_FILES).mkdir(parents=True, exist_ok=True)
    write_text(settings, json.dumps(wanted, indent=1))


def _collect_result(plan: Plan) -> MeasuredComparison:
    """The result of all parts, in the order of arms and seeds."""
    runs = {
        (arm.name, seed): _read_part(plan.part_file(arm.name, seed))
        for arm in plan.arms
        for seed in plan.all_seeds
    }
    result = MeasuredComparison(
        name=plan.spec.name,
        quick=plan.quick,
        seeds=plan.all_seeds,
        rows=tuple(row for made in runs.values() for row in made.rows),
        recipes=plan.recipes(),
        text=plan.text,
        versions={"python": platform.python_version(), **{one: version(one) for one in PACKAGES}},
        machine=machine_name(),
        seconds=round(sum(made.rows[-1].seconds for made in runs.values() if made.rows), 1),
        registered="" if plan.is_exploratory else registered_hash(plan.spec, plan.text),
        commit=program_commit(),
        rates={} if plan.text else plan.spec.rates,  # tried on the mini-world
        outcomes={
            (arm, seed, metric): right
            for (arm, seed), made in runs.items()
            for metric, right in made.outcomes.items()
        },
        baselines={arm: made.baselines for (arm, _), made in runs.items() if made.baselines},
    )
    return replace(result, laws=fitted_laws(plan.spec, result))


def _read_part(path: Path) -> ArmRun:
    try:
        return ArmRun.from_dict(read_object(path))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is damaged. Delete it and go on with --resume.") from error
