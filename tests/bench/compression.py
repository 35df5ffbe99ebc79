"""What `bench` measures of compression: products of whole numbers against those of floats."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from models.checkpoints.checkpoint import load
from models.compression.run import compress_into
from models.long_texts.cost import MeasuredPass
from models.runtime.generators import run_to_end
from tests.bench.long_texts import Watch, time_alternately
from tests.bench.models import (
    BASE,
    NUM_TOKENS,
    BenchSettings,
    base_spec,
    model_input_of,
    new_model,
    random_ids,
)
from tests.bench.result import Measurement

INT8 = "int8-base"
SHARE = 1.0  # of the time of floats, at most
OPTIONS = {"scheme": "dynamic_int8"}


def measurements() -> dict[str, Watch]:
    """By the names of their lines."""
    return {INT8: share_of_floats}


def share_of_floats(setting: BenchSettings) -> Iterator[Measurement]:
    """The time of a pass with products of 8 bits, of that with products of floats; in turns."""
    spec, model_input = base_spec(), model_input_of(random_ids(NUM_TOKENS, BASE))
    with tempfile.TemporaryDirectory(prefix="plm-explorer-bench-") as folder:
        new_model(spec, BASE, Path(folder) / "float")
        whole = load(Path(folder) / "float")
        made = load(run_to_end(compress_into(whole, "quantize", OPTIONS, Path(folder) / "int8")))
        passes = [
            MeasuredPass(one.model, spec, model_input, all_threads=True) for one in (made, whole)
        ]
        own, of_floats = time_alternately(passes, setting)
    what = f"{spec.title}, base size, {NUM_TOKENS} tokens, products of 8 bits, share of float time"
    yield Measurement(INT8, what, own / of_floats, None, "share", None, SHARE)
