"""Measures speed and memory on this machine, as ratios against `transformers` in the same run.

    python -m tests.bench.run --against transformers
    python -m tests.bench.run --against transformers --only forward generate --quick

Both sides have the same weights and the same input, take turns, and are compared round by round,
so that other work on the machine slows both.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.result import Measurement

if TYPE_CHECKING:
    from tests.bench.models import Make, PairedBenchmark, Side

EXIT_PROBLEM = 2
ROUNDS = 15
QUICK_ROUNDS = 5
FINER = 4  # times as many rounds of what is fast, so that a change of pace meets both sides
ROUND_SECONDS = 0.05  # a side repeats what is fast until this is over
MEMORY = "memory-base-512"
INSTALL = "transformers is not installed. Install it with: pip install 'transformers[torch]'"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print what the arguments ask for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.run", description=__doc__)
    add_options(parser)
    return run(parser.parse_args(arguments))


def run(options: argparse.Namespace) -> int:
    """Measure and print a table, or JSON; returns the exit code."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    if problem := _problem(options):
        print(problem, file=sys.stderr)
        return EXIT_PROBLEM
    machine = describe_machine(options.threads)
    machine["clock"] = "processor seconds" if options.cpu_time else "seconds"
    results: list[Measurement] = []
    if not options.json:
        print(", ".join(f"{key} {value}" for key, value in machine.items()), flush=True)
        print(header())
    for result in measure(options):
        results.append(result)
        if not options.json:
            print(line(result), flush=True)
    if options.json:
        rows = [{**asdict(result), "reached": result.reaches_aim} for result in results]
        print(json.dumps({"machine": machine, "results": rows}, indent=2))
    return 0


def _problem(options: argparse.Namespace) -> str | None:
    """What is wrong with the options, as a sentence; None if nothing is."""
    if options.against and importlib.util.find_spec("transformers") is None:
        return INSTALL
    if options.threads < 1:
        return f"--threads must be at least 1, not {options.threads}."
    prepare_machine(options.threads)  # before anything loads numpy
    known = measurements()
    if missing := [name for name in options.only if not any(is_wanted(k, [name]) for k in known)]:
        return f"Nothing is called {', '.join(missing)}. There are: {', '.join(known)}."
    return None


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--against", choices=("transformers",), help="a library to measure beside this program"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="beginnings of names in the table"
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds, for a rough picture")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of torch (all cores)")
    parser.add_argument(
        "--cpu-time",
        action="store_true",
        help="count the processor's seconds, not those of the clock: for a machine that is busy "
        "with other work; with --threads 1, or waiting threads count too",
    )


# What is measured ---------------------------------------------------------------------------------


def measurements() -> list[str]:
    """The names of all measurements, in their order."""
    from tests.bench import compression, knowledge, large, long_texts, window

    further = (long_texts, compression, large, knowledge, window)
    return [*_all_paired(), MEMORY, *(name for part in further for name in part.measurements())]


def _all_paired() -> dict[str, Make]:
    """What is measured in turns with the other side, by name."""
    from tests.bench import (
        few_shot,
        finetuning,
        knowledge,
        large,
        long_texts,
        models,
        patching,
        sentences,
        why,
    )

    parts = models, few_shot, finetuning, sentences, why, patching, knowledge, long_texts, large
    return {name: make for part in parts for name, make in part.paired_benchmarks().items()}


def measure(options: argparse.Namespace) -> Iterator[Measurement]:
    """Every requested measurement, one after the other."""
    from tests.bench import compression, knowledge, large, long_texts, models, window

    now = time.process_time if options.cpu_time else time.perf_counter
    setting = models.BenchSettings(bool(options.against), now, options.quick)
    with tempfile.TemporaryDirectory(prefix="plm-explorer-bench-") as folder:
        for name, make in _all_paired().items():
            if is_wanted(name, options.only):
                with make(Path(folder) / name, setting) as benchmark:
                    yield compare(name, benchmark, QUICK_ROUNDS if options.quick else ROUNDS, now)
        if is_wanted(MEMORY, options.only):
            yield memory(Path(folder), bool(options.against))
        by_name = long_texts.measurements() | compression.measurements() | large.measurements()
        for name, measured in by_name.items():
            if is_wanted(name, options.only):
                yield from measured(setting)
        for name, watch in (knowledge.measurements() | window.measurements()).items():
            if is_wanted(name, options.only):
                yield from watch(bool(options.quick))


def is_wanted(name: str, only: Sequence[str]) -> bool:
    return not only or any(name.startswith(beginning) for beginning in only)


def compare(
    name: str, benchmark: PairedBenchmark, rounds: int, now: Callable[[], float]
) -> Measurement:
    """Both sides in turns; medians of each, and the median of the ratios of the rounds."""
    sides = [side for side in (benchmark.ours, benchmark.theirs) if side is not None]
    repeats = [1 if benchmark.once else _repeats(side, now) for side in sides]
    times: list[list[float]] = [[] for _ in sides]
    rounds = rounds * FINER if min(repeats) > 1 else rounds
    for number in range(min(rounds, benchmark.rounds)):
        order = list(enumerate(sides))
        for index, side in order if number % 2 == 0 else order[::-1]:
            times[index].append(clock(side, now, repeats[index]))
    ours = statistics.median(times[0])
    theirs = statistics.median(times[1]) if len(sides) > 1 else None
    ratio = None
    if len(sides) > 1:
        ratio = statistics.median(b / a for a, b in zip(*times, strict=True))
    target = benchmark.most_ms if ratio is None else benchmark.target
    scale = benchmark.per_second
    if scale is not None:
        ours, theirs = scale / ours, None if theirs is None else scale / theirs
        return Measurement(name, benchmark.what, ours, theirs, "tokens/s", ratio, target)
    milli = None if theirs is None else 1000 * theirs
    return Measurement(name, benchmark.what, 1000 * ours, milli, "ms", ratio, target)


def _repeats(side: Side, now: Callable[[], float]) -> int:
    """How often a side is run in a round, from its second run: the first one warms up."""
    clock(side, now)
    return max(1, round(ROUND_SECONDS / clock(side, now)))


def clock(side: Side, now: Callable[[], float], repeats: int = 1) -> float:
    """Seconds of one repetition; a side that knows what is its warm-up returns them itself."""
    started = now()
    results = [side() for _ in range(repeats)]
    seconds = (now() - started) / repeats
    known = [value for value in results if value is not None]
    return sum(known) / len(known) if known else seconds


def memory(folder: Path, against: bool) -> Measurement:
    """Peak memory of a process that opens a model and records everything of one long text."""
    from tests.bench import models

    model = models.write_base(folder / "base")
    ours = _peak("ours", model)
    theirs = _peak("theirs", model) if against else None
    ratio = None if theirs is None else theirs / ours
    what = "peak memory, base size, 512 tokens, all recorded"
    return Measurement(MEMORY, what, ours, theirs, "MB", ratio, None)


def _peak(side: str, model: Path) -> float:
    """Peak resident memory in MB of a process of its own."""
    command = [sys.executable, "-m", "tests.bench.models", side, str(model)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, check=True)
    return float(done.stdout.split()[-1])


# Output -----------------------------------------------------------------------------------------


def prepare_machine(threads: int) -> None:
    """Set the threads of torch and numpy."""
    for library in ("OMP", "OPENBLAS", "MKL", "VECLIB"):
        os.environ[f"{library}_NUM_THREADS"] = str(threads)  # read when numpy is imported
    import torch

    torch.set_num_threads(threads)


def describe_machine(threads: int) -> dict[str, str]:
    """What this machine is, and how many threads it has to work with."""
    import torch

    from models.runtime.machine import processor_name

    return {
        "CPU": processor_name(),
        "cores": str(os.cpu_count()),
        "threads": str(threads),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "torch": torch.__version__,
    }


def header() -> str:
    return f"{'':<26}{'here':>12}{'there':>12}  {'unit':<9}{'ratio':>7}{'aim':>7}  what"


def line(result: Measurement) -> str:
    """A line of the table; an aim that was missed is marked."""
    theirs = "" if result.theirs is None else f"{result.theirs:.4g}"
    ratio = "" if result.ratio is None else f"{result.ratio:.2f}"
    aim = "" if result.target is None else f"{result.target:g}"
    missed = "  (missed)" if result.reaches_aim is False else ""
    return (
        f"{result.name:<26}{result.ours:>12.4g}{theirs:>12}  {result.unit:<9}{ratio:>7}{aim:>7}"
        f"  {result.what}{missed}"
    )


if __name__ == "__main__":
    sys.exit(main())
