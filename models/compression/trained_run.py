"""A model that compression trains from scratch: a run in the cache, which goes on after a kill."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path

from models.checkpoints.checkpoint import Loaded, load
from models.compression.base import CompressionReport
from models.data.prepare import Preparing
from models.training.recipe import Recipe
from models.training.trainer import Step, train

MODEL_FILE = "config.json"  # of a finished run


def trained_in(
    folder: Path, recipe: Recipe, cache: Path, message: str
) -> Generator[CompressionReport, None, Loaded]:
    """The model of a finished run, which is trained before, or goes on, where it must be.

    Closed early, its checkpoint stays. Raises as training does.
    """
    if not (folder / MODEL_FILE).is_file():
        yield from _trained(folder, recipe, cache, message)
    return load(folder)


def _trained(
    folder: Path, recipe: Recipe, cache: Path, message: str
) -> Generator[CompressionReport, None, None]:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with closing(train(recipe, folder, cache, resume=True)) as reports:
        for report in reports:
            if isinstance(report, Step):
                yield CompressionReport(message, report.step, report.steps, report.losses)
            elif isinstance(report, Preparing):
                yield CompressionReport(report.message, report.done, report.total)
