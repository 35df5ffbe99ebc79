"""What an arm's model costs and how good it is: as it was trained, quantized, and with zeros."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from models.checkpoints.checkpoint import load
from models.comparison.measured import MetricValue
from models.compression.measure import CompressionPoint, measure_model
from models.compression.run import compress_into
from models.compression.trained_arm import held_out_batches, held_out_data, open_trained
from models.runtime.generators import run_to_end

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel
    from models.comparison.arms import TrainedArm
    from models.compression.examples import CompressionData

KILOBYTE = 1000
Measured = tuple[str, "CompressionPoint", tuple[bool, ...]]  # a way, and the outcomes of examples
WAYS: Mapping[str, tuple[str, Mapping[str, Any]]] = {  # a method with its options, by name
    "int8": ("quantize", {"scheme": "weight_int8"}),
    "dynamic_int8": ("quantize", {"scheme": "dynamic_int8"}),
    "int4": ("quantize", {"scheme": "weight_int4"}),
    "zeros": ("prune", {"kind": "magnitude", "sparsity": 0.5}),
}


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`float_accuracy`, `float_kilobytes` and `float_milliseconds` of the model as it is, the same
    of it with weights of 8 and of 4 bits, with weights and products of 8 bits, and with half of the
    weights set to zero.

    Bytes are those of the files with numbers of 32 bits, before they are quantized. The option
    `num_examples` says how many held-out examples are measured.
    """
    with TemporaryDirectory(prefix="plm-") as folder:
        for way, point, right in _points(trained, Path(folder)):
            yield MetricValue(f"{way}_accuracy", point.accuracy, outcomes=right)
            yield MetricValue(f"{way}_kilobytes", point.bytes / KILOBYTE)
            yield MetricValue(f"{way}_milliseconds", point.milliseconds)


def _points(trained: TrainedArm, folder: Path) -> Iterator[Measured]:
    loaded = open_trained(trained, folder / "float")
    data = held_out_data(trained, held_out_batches(trained), folder)
    yield _measure_way("float", loaded, data)
    for name, (method, options) in WAYS.items():
        made = run_to_end(compress_into(loaded, method, options, folder / name))
        yield _measure_way(name, load(made), data)


def _measure_way(way: str, loaded: LoadedModel, data: CompressionData) -> Measured:
    quality = data.quality(loaded)
    return way, measure_model(loaded, data, quality), quality.outcomes
