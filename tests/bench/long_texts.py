"""What `bench` measures of long texts: time by length, and memory of learning by depth.

Full attention, and the architectures that read by blocks or chunks, at the bundled width. Without
another side a line is a number of our own: what a length takes beside another one, or beside full
attention.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from models.long_texts.cost import MeasuredPass, is_sparse, learning_peak, make_untrained
from models.schema.batch import LanguageModel
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.bench.models import (
    BENCH,
    BUNDLED,
    BenchSettings,
    Make,
    PairedBenchmark,
    model_input_of,
    new_model,
    random_ids,
)
from tests.bench.result import Measurement

TABLE: dict[str, Any] = BENCH["long_texts"]
AT = TABLE["compared_at"]  # tokens
FASTER = 1.5  # times the other side at least
FLAT = 1.2  # time per token of the longest text and the shortest, at most
SHARE = 0.5  # of full attention's time, at most
GROWTH = 1.1  # of the memory of learning from the fewest layers to the most, at most
ROUNDS, QUICK_ROUNDS = 5, 2
SIZE = replace(BUNDLED, num_positions=TABLE["num_positions"])

Watch = Callable[[BenchSettings], Iterator[Measurement]]


def sparse_specs() -> dict[str, ArchSpec]:
    """The architectures that read long texts without comparing all tokens, by name."""
    return {name: s for name, s in catalog().architectures.items() if is_sparse(s)}


def paired_benchmarks() -> dict[str, Make]:
    """Against the other side, by name."""
    return {f"long-{name}": partial(forward, spec) for name, spec in sparse_specs().items()}


def measurements() -> dict[str, Watch]:
    """By the beginning of the names of their lines."""
    watches: dict[str, Watch] = {}
    for name, spec in sparse_specs().items():
        watches[f"long-flat-{name}"] = partial(time_per_token, name, spec)
        watches[f"long-share-{name}"] = partial(share_of_full, name, spec)
        if spec.recompute_entry:
            watches[f"long-memory-{name}"] = partial(memory_by_depth, name, spec)
    return watches


@contextmanager
def forward(spec: ArchSpec, folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """A pass without anything recorded, up to the last hidden states."""
    model = new_model(spec, SIZE, folder)
    one = MeasuredPass(model, spec, model_input_of(random_ids(AT, SIZE)), all_threads=True)
    theirs = None
    if setting.against:
        from tests.bench.transformers_side import open_hidden

        theirs = open_hidden(folder, random_ids(AT, SIZE))
    yield PairedBenchmark(
        what=f"{spec.title}, bundled width, {AT:,} tokens, last hidden states",
        ours=lambda: _discard(one.run()),
        theirs=theirs,
        target=FASTER,
        rounds=ROUNDS,
        once=True,
    )


def time_per_token(name: str, spec: ArchSpec, setting: BenchSettings) -> Iterator[Measurement]:
    """The longest time per token of several lengths, of the shortest one; in turns."""
    lengths = TABLE["lengths"]
    passes = [_pass(make_untrained(spec, SIZE), spec, length) for length in lengths]
    per_token = zip(time_alternately(passes, setting), lengths, strict=True)
    seconds = [whole / length for whole, length in per_token]
    what = f"{spec.title}, time per token, {lengths[0]:,} to {lengths[-1]:,} tokens, largest change"
    value = max(seconds) / min(seconds)
    yield Measurement(f"long-flat-{name}", what, value, None, "times", None, FLAT)


def share_of_full(name: str, spec: ArchSpec, setting: BenchSettings) -> Iterator[Measurement]:
    """The time at one length, of that of full attention; in turns."""
    full = catalog().architectures[TABLE["full"]]
    passes = [_pass(make_untrained(each, SIZE), each, AT) for each in (spec, full)]
    own, of_full = time_alternately(passes, setting)
    what = f"{spec.title}, share of the time of full attention, {AT:,} tokens"
    yield Measurement(f"long-share-{name}", what, own / of_full, None, "share", None, SHARE)


def memory_by_depth(name: str, spec: ArchSpec, setting: BenchSettings) -> Iterator[Measurement]:
    """What learning holds besides parameters and gradients, of many layers and of few."""
    few, many = TABLE["depths"]
    length = TABLE["learned_length"]
    peaks = []
    for reversible in (True, False):
        for depth in (few, many):
            size = replace(SIZE, num_layers=depth)
            model = make_untrained(spec, size, **{spec.recompute_entry: reversible})
            peaks.append(learning_peak(model, spec, model_input_of(random_ids(length, size))))
    what = f"{spec.title}, memory of learning {length:,} tokens, {many} layers against {few}"
    growth, stored = peaks[1] / peaks[0], peaks[3] / peaks[2]
    line = f"long-memory-{name}"
    yield Measurement(line, f"{what}, reversible", growth, None, "times", None, GROWTH)
    yield Measurement(f"{line}-stored", f"{what}, stored", stored, None, "times", None, None)


def _pass(model: LanguageModel, spec: ArchSpec, length: int) -> MeasuredPass:
    return MeasuredPass(model, spec, model_input_of(random_ids(length, SIZE)), all_threads=True)


def time_alternately(passes: list[MeasuredPass], setting: BenchSettings) -> list[float]:
    """The median seconds of each, after one that warms up."""
    times: list[list[float]] = [[] for _ in passes]
    for number in range(1 + (QUICK_ROUNDS if setting.quick else ROUNDS)):
        for one, own in zip(passes, times, strict=True):
            started = setting.now()
            one.run()
            if number:
                own.append(setting.now() - started)
    return [statistics.median(own) for own in times]


def _discard(value: object) -> None:
    """Hold nothing, so that a round frees what it made."""
