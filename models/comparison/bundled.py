"""The results that are bundled with the program."""

from __future__ import annotations

from pathlib import Path

from models.comparison.results import RESULTS, MeasuredComparison, read_result
from models.comparison.spec import ExperimentSpec
from models.runtime.resources import resource


def bundled_path(name: str, text: str = "") -> Path:
    """`text` is the name of a text in place of the mini-world."""
    return resource(RESULTS) / (f"{name}.{text}.json" if text else f"{name}.json")


def bundled_paths(name: str) -> list[Path]:
    """The bundled results of a comparison: that of the mini-world first, then those on texts."""
    return [bundled_path(name), *sorted(resource(RESULTS).glob(f"{name}.*.json"))]


def bundled_result(spec: ExperimentSpec, text: str = "") -> MeasuredComparison | None:
    """The bundled result of a comparison; None where there is none yet.

    Raises OSError and ValueError where its file cannot be used.
    """
    path = bundled_path(spec.name, text)
    return read_result(path) if path.is_file() else None
