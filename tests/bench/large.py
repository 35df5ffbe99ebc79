"""What `bench` measures of large models: opening one, its memory, and writing with it.

    python -m tests.bench.large FOLDER

Weights are random, in bfloat16 and in the shapes of published models.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import cast

import torch
from safetensors.torch import save_file

from models.checkpoints.assembly import NoInitialisation
from models.checkpoints.checkpoint import load
from models.checkpoints.key_maps import sources
from models.inference.generation import Sampling, generate
from models.inference.trace import trace
from models.schema.registry import catalog
from models.tokenization import Tokenizer
from tests.bench.long_texts import Watch
from tests.bench.models import (
    BENCH,
    EQUAL,
    NUM_TOKENS,
    PROMPT,
    BenchSettings,
    Make,
    Numbers,
    PairedBenchmark,
    model_input_of,
    peak_now,
    random_ids,
)
from tests.bench.result import Measurement

LARGE = BENCH["large"]
OPENED = 10_000.0  # milliseconds from the choice of the smallest to its first picture, at most
PEAK_MB = 4_000.0  # of a process with a model of a billion weights, at most


def paired_benchmarks() -> dict[str, Make]:
    """Writing with each model, beside the other library in bfloat16."""
    return {f"generate-large-{preset}": partial(_writing, preset) for preset in LARGE["presets"]}


def measurements() -> dict[str, Watch]:
    """Opening each model, by name."""
    return {f"open-large-{preset}": partial(_opening, preset) for preset in LARGE["presets"]}


def write_large(preset: str, folder: Path) -> None:
    """Write a model of a published size with random weights in bfloat16, tensor by tensor."""
    spec = catalog().architectures[LARGE["presets"][preset]]
    config = spec.config_class(**next(p for p in spec.presets if p.name == preset).config)
    with NoInitialisation(), torch.device("meta"):
        model = spec.model_class(config)
    shapes = dict(model.named_parameters(remove_duplicate=False))
    table, generator = spec.tables[""], torch.Generator().manual_seed(0)
    written = {}
    for name, source in sources(table, shapes).items():
        if shapes.get(table.tied.get(name, "")) is shapes[name]:
            continue
        tensor = torch.ones(shapes[name].shape, dtype=torch.bfloat16)
        if tensor.ndim > 1:
            tensor.normal_(std=config.initializer_range, generator=generator)
        written |= {theirs: part.contiguous() for theirs, part in source.split(tensor).items()}
    folder.mkdir(parents=True)
    save_file(written, folder / "model.safetensors", metadata={"format": "pt"})
    entries = {"architectures": [config.published_classes(table.architectures)[0]]}
    text = config.to_json(model_type=spec.model_type, dtype="bfloat16", **entries)
    (folder / "config.json").write_text(text, encoding="utf-8")


@contextmanager
def _writing(preset: str, folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """Greedy writing; both sides have weights of 16 bits, and ours computes in 32."""
    write_large(preset, folder)
    loaded, count = load(folder, large_in_half=True), LARGE["num_new"]
    size = loaded.model.config.size
    prompt, names = random_ids(PROMPT, size), cast(Tokenizer, Numbers(size.vocab_size))
    settings = Sampling("greedy", max_new_tokens=count)
    theirs = None
    if setting.against:
        from tests.bench.transformers_side import open_writer

        theirs = open_writer(folder, prompt, count, dtype=torch.bfloat16)
    yield PairedBenchmark(
        what=f"{preset}, greedy, {count} tokens, weights in bfloat16",
        ours=lambda: _run_out(generate(loaded.model, names, prompt, settings)),
        theirs=None if theirs is None else lambda: _run_out(theirs()),
        target=EQUAL,
        rounds=LARGE["rounds"],
        once=True,
    )


def _run_out(steps: object) -> None:
    """Take all that is written and hold nothing of it."""
    for _ in cast(Iterator[object], steps):
        pass


def _opening(preset: str, setting: BenchSettings) -> Iterator[Measurement]:
    """Seconds until all of a short text is recorded, and the peak of a process of its own."""
    with tempfile.TemporaryDirectory(prefix="plm-explorer-bench-") as temporary:
        folder = Path(temporary) / preset
        write_large(preset, folder)
        command = [sys.executable, "-m", "tests.bench.large", str(folder)]
        root = Path(__file__).parents[2]
        done = subprocess.run(command, capture_output=True, text=True, cwd=root, check=True)
    milliseconds, megabytes = map(float, done.stdout.split()[-2:])
    name = f"open-large-{preset}"
    what = f"{preset}, from its folder to all of {NUM_TOKENS} tokens recorded"
    is_smallest = preset == next(iter(LARGE["presets"]))
    target = OPENED if is_smallest else None
    yield Measurement(name, what, milliseconds, None, "ms", None, target)
    yield Measurement(name, "its peak memory", megabytes, None, "MB", None, PEAK_MB)


def _open(folder: Path) -> None:
    """Print milliseconds and megabytes."""
    started = time.perf_counter()
    loaded = load(folder, large_in_half=True)
    ids = random_ids(NUM_TOKENS, loaded.model.config.size)
    trace(loaded.model, loaded.spec, model_input_of(ids))
    print(1000 * (time.perf_counter() - started), peak_now())


if __name__ == "__main__":
    _open(Path(sys.argv[1]))
