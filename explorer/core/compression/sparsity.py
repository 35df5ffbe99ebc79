"""Quality of a model by the share that pruning removes of its weights, heads or layers."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import mark, message, tr
from models.runtime.generators import map_progress

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.compression.base import CompressionReport
    from models.compression.examples import CompressionData
    from models.compression.measure import SparsityCurve

    Curves = Mapping[str, SparsityCurve]  # by the names below

REMOVED: Mapping[str, Mapping[str, str]] = {
    mark("Smallest weights of the model"): {"kind": "magnitude", "scope": "global"},
    mark("Smallest of each weight matrix"): {"kind": "magnitude", "scope": "layer"},
    mark("Heads"): {"kind": "heads"},
    mark("Whole layers"): {"kind": "layers"},
}


def known_curves(engine: Engine, key: str) -> Curves:
    """Return the cached curves by name, measured on the present files of the model."""
    versions = {name: _version(engine, key, name) for name in REMOVED}
    return {
        name: engine.results.get(version, dict)
        for name, version in versions.items()
        if version in engine.results
    }


def measure_curve(
    engine: Engine, key: str, name: str, data: CompressionData
) -> Generator[Progress, None, SparsityCurve]:
    """Measure the curve of one kind of pruning. Raises UserError if it does not apply."""
    from models.compression.measure import quality_by_sparsity
    from models.compression.pruning import SPEC
    from models.compression.run import complete_options

    loaded = engine.load_model(key)

    def progress(report: CompressionReport) -> Progress:
        text = tr("Quality by sparsity: {name}", name=tr(name).lower())
        return Progress(text, report.done, report.total, unit=tr("steps"))

    with as_user_errors():
        if problem := SPEC.applies(loaded):
            raise UserError(message(problem))
        options: dict[str, Any] = complete_options(SPEC, REMOVED[name])
        reports = quality_by_sparsity(loaded, options, data)
        curve = yield from map_progress(reports, progress)
    measured: SparsityCurve = engine.results.get(_version(engine, key, name), lambda: curve)
    return measured


def _version(engine: Engine, key: str, name: str) -> tuple[object, ...]:
    return (*engine.version(key), "sparsity", name)
