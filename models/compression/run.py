"""Runs a compression method and writes its model folder, whole or not at all."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from models.checkpoints.checkpoint import RUN_FILE, LoadedModel, save_loaded
from models.compression.base import (
    EARLIER,
    RECORD,
    Compressed,
    CompressionReport,
    compression_records,
)
from models.compression.examples import CompressionData, compression_data
from models.compression.measure import num_weights, stored_bytes
from models.runtime.files import temporary_path, write_text
from models.schema.registry import catalog
from models.schema.specs import CompressionSpec
from models.training.recipe import check_options

MEASURED = ("metrics", "tasks", "facts", "predictions")  # of the base; not of what is made of it


def compression_method(name: str) -> CompressionSpec:
    """The method of this name. Raises ValueError, naming those that exist."""
    known = catalog().compressions
    if name not in known:
        raise ValueError(f"unknown compression method {name!r}; known are {', '.join(known)}")
    return known[name]


def complete_options(method: CompressionSpec, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with the defaults of those that are not given.

    Raises ValueError for an unknown option or an impossible value.
    """
    where = f"the method {method.name!r}"
    own = {one.name for one in method.options}
    check_options({name: v for name, v in options.items() if name in own}, method.options, where)
    every = method.options_with(options)
    check_options(options, every, where)
    return {one.name: options.get(one.name, one.default) for one in every}


def check_compression(loaded: LoadedModel, method: str, options: Mapping[str, Any]) -> None:
    """Raises ValueError where this method cannot compress this model with these options."""
    spec = compression_method(method)
    complete_options(spec, options)
    if reason := spec.applies(loaded):
        raise ValueError(reason)


def compress_into(
    loaded: LoadedModel,
    method: str,
    options: Mapping[str, Any],
    out: Path,
    data: CompressionData | None = None,
    cache: Path | None = None,
) -> Generator[CompressionReport, None, Path]:
    """Compress a model into a new folder; closed early it leaves no files.

    `loaded` stays as it is. Without `data` a method that needs examples opens those of the model.
    `cache` is the folder for what can be made again, by default `.cache` beside `out`.
    Returns `out`, which `models.checkpoints.load` opens. Raises ValueError for a method, option or
    model that does not fit and for a folder that exists, DataError and OSError.
    """
    spec = compression_method(method)
    complete = complete_options(spec, options)
    check_compression(loaded, method, options)
    check_out(out)
    start = time.perf_counter()
    if data is None and spec.needs_data(complete):
        yield CompressionReport("opening the examples", 0, 1)
        data = compression_data(loaded, cache=cache or out.parent / ".cache")
    compressed = yield from spec.compress(loaded, complete, data)
    record = _record(loaded, spec, complete, compressed, time.perf_counter() - start)
    _write(compressed, loaded, out, record)
    return out


def check_out(out: Path) -> None:
    """Raises ValueError where something is in the way of a new folder."""
    if out.exists() or out.is_symlink():
        raise ValueError(f"{out} exists already. Choose a new folder; nothing is ever replaced.")


def _record(
    base: LoadedModel,
    spec: CompressionSpec,
    options: Mapping[str, Any],
    compressed: Compressed,
    seconds: float,
) -> dict[str, Any]:
    """What run.json holds under "compression", but for the bytes, which files decide."""
    return {
        "method": spec.name,
        "options": dict(options),
        "base": {"name": base.name, "hash": base.hash},
        "base_bytes": stored_bytes(base.folder),
        "parameters": num_weights(compressed.loaded),
        "base_parameters": num_weights(base),
        "seconds": round(seconds, 2),
        **compressed.record,
    }


def _write(compressed: Compressed, base: LoadedModel, out: Path, record: Mapping[str, Any]) -> None:
    """The folder takes its name once it is complete."""
    out.parent.mkdir(parents=True, exist_ok=True)
    building = temporary_path(out.parent)
    try:
        # As 16-bit floats where the base has no others: a student that was trained in 32 bits is
        # compared with its teacher at equal precision.
        save_loaded(compressed.loaded, building, half=base.stored == ("float16",))
        for name in compressed.files:
            (building / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(compressed.loaded.folder / name, building / name)
        run = _run(compressed, base, out.name, {**record, "bytes": stored_bytes(building)})
        write_text(building / RUN_FILE, json.dumps(run, indent=2, ensure_ascii=False) + "\n")
        building.rename(out)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _run(
    compressed: Compressed, base: LoadedModel, name: str, record: Mapping[str, Any]
) -> dict[str, Any]:
    """Compose run.json: that of the base without its measurements, with this compression's record.

    A model that was trained in a run of its own has the run.json of that run.
    """
    loaded = compressed.loaded
    dropped = (RECORD,) if compressed.trained else (*MEASURED, RECORD)
    kept = {key: value for key, value in loaded.run.items() if key not in dropped}
    earlier = compression_records(base.run)
    chain = {EARLIER: [dict(one) for one in earlier]} if earlier else {}
    own = {"name": name, "title": name, "architecture": loaded.spec.name}
    return {**kept, **own, RECORD: {**record, **chain}}
