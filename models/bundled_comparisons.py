"""Runs the comparisons whose results are bundled, and writes resources/comparisons.

    python -m models.bundled_comparisons [NAME ...] [--runs FOLDER] [--workers N]

A run that was interrupted goes on with the arms and seeds that are missing.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from models.comparison.bundled import bundled_path
from models.comparison.catalog import experiments
from models.comparison.results import write_result
from models.comparison.run import PartDone, Plan, run
from models.comparison.spec import ExperimentSpec
from models.runtime.processes import local_executor


def build(spec: ExperimentSpec, runs: Path, workers: int) -> Path:
    """Run a comparison, or what is missing of it, and bundle its result."""
    plan = Plan(spec, runs / spec.name, runs / "cache")
    reports = run(plan, partial(local_executor, workers), resume=True)
    while True:
        try:
            report = next(reports)
        except StopIteration as end:
            target = bundled_path(spec.name)
            target.parent.mkdir(exist_ok=True)
            write_result(end.value, target)
            return target
        if isinstance(report, PartDone):
            left = (report.seconds_left or 0.0) / 60
            line = f"{report.done} of {report.total}  {report.arm}, seed {report.seed}"
            print(f"{spec.name}  {line}  {left:.0f} minutes left", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m models.bundled_comparisons", description=__doc__
    )
    available = experiments()
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(available))
    parser.add_argument("--runs", type=Path, default=Path("runs/comparisons"), help="for resuming")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(available))
    if unknown:
        parser.error(f"no comparison {unknown[0]!r}; there are {', '.join(available)}")
    for name, spec in available.items():
        if not options.names or name in options.names:
            print(f"{name}  written to {build(spec, options.runs, options.workers)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
