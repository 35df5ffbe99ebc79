"""What every compression method reports and returns, how run.json states it, and its trainings."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from models.checkpoints.checkpoint import LoadedModel, load
from models.checkpoints.folders import CONFIG_FILE
from models.data.prepare import PreparationProgress
from models.training.recipe import Recipe
from models.training.trainer import TrainingStep, train

RECORD = "compression"  # key of run.json
EARLIER = "earlier"  # in the record: those of the compressions before it, oldest first


@dataclass(frozen=True)
class CompressionReport:
    """A report of work: `done` of `total` steps. `values` are losses measured there, by name."""

    message: str
    done: int
    total: int
    values: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Compressed:
    """A compressed model before it is written.

    `loaded` is the base with the weights, modules and configuration of the compressed model; what
    it says of files is still that of the base. `record` is what the method adds to run.json.

    `trained`: `loaded` was opened from the folder of a training run, whose run.json it keeps.
    `files` of that folder, by their names in it, belong to the model as well.
    """

    loaded: LoadedModel
    record: Mapping[str, Any]
    trained: bool = False
    files: tuple[str, ...] = ()


Compressing = Generator[CompressionReport, None, Compressed]


def compression_records(run: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The records of all compressions in a run.json, oldest first; empty where there is none."""
    record = run.get(RECORD)
    if not isinstance(record, Mapping) or "method" not in record:
        return ()
    earlier = record.get(EARLIER)
    entries = earlier if isinstance(earlier, list) else []
    before = (one for one in entries if isinstance(one, Mapping) and "method" in one)
    return (*before, {key: value for key, value in record.items() if key != EARLIER})


def trained_in(
    folder: Path, recipe: Recipe, cache: Path, message: str
) -> Generator[CompressionReport, None, LoadedModel]:
    """The model of a run in the cache, which is trained first, or goes on, where it must be.

    Closed early, its checkpoint stays. Raises as training does.
    """
    if not (folder / CONFIG_FILE).is_file():
        yield from _train_model(folder, recipe, cache, message)
    return load(folder)


def _train_model(
    folder: Path, recipe: Recipe, cache: Path, message: str
) -> Generator[CompressionReport, None, None]:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with closing(train(recipe, folder, cache, resume=True)) as reports:
        for report in reports:
            if isinstance(report, TrainingStep):
                yield CompressionReport(message, report.step, report.steps, report.losses)
            elif isinstance(report, PreparationProgress):
                yield CompressionReport(report.message, report.done, report.total)
