"""Results of comparisons with made-up numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.core.comparisons import pages
from models.comparison.results import ArmMeasurement, MeasuredComparison, write_result
from models.comparison.spec import ExperimentSpec


def made_up(
    spec: ExperimentSpec, *, step: float = 0.1, seeds: int = 5, quick: bool = False
) -> MeasuredComparison:
    """Every arm is better than the one before by `step`, with every seed."""
    rows = [
        ArmMeasurement(arm.name, seed, arm.x, metric.name, 0.2 + step * n + 0.001 * seed, 1000, 2.0)
        for n, arm in enumerate(spec.arms)
        for seed in range(1, seeds + 1)
        for metric in spec.metrics
    ]
    return MeasuredComparison(
        name=spec.name,
        quick=quick,
        seeds=tuple(range(1, seeds + 1)),
        rows=tuple(rows),
        recipes=spec.recipes(),
        versions={"python": "3.11"},
        machine="a machine",
        seconds=120.0,
    )


def use_bundled_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let a folder take the place of the results that are bundled."""

    def paths(name: str) -> list[Path]:
        return [folder / f"{name}.json", *sorted(folder.glob(f"{name}.*.json"))]

    monkeypatch.setattr(pages, "bundled_paths", paths)


def write_made_up(spec: ExperimentSpec, path: Path, **options: float) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_result(made_up(spec, **options), path)  # type: ignore[arg-type]
    return path
