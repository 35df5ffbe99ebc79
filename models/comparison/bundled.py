"""The results that are bundled with the program."""

from __future__ import annotations

from pathlib import Path

from models.comparison.results import RESULTS, MeasuredComparison, read_result
from models.comparison.spec import ExperimentSpec
from models.runtime.resources import resource


def bundled_path(name: str) -> Path:
    return resource(RESULTS) / f"{name}.json"


def bundled_result(spec: ExperimentSpec) -> MeasuredComparison | None:
    """The bundled result of a comparison; None where there is none yet.

    Raises OSError and ValueError where its file cannot be used.
    """
    path = bundled_path(spec.name)
    return read_result(path) if path.is_file() else None
