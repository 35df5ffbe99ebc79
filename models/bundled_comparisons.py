"""Runs the comparisons whose results are bundled, and writes resources/comparisons.

    python -m models.bundled_comparisons [NAME ...] [--data TEXT] [--runs FOLDER] [--workers N]

A run that was interrupted goes on with the arms and seeds that are missing. With a text by its
name, such as wikitext-2:/texts/wikitext-2, the result is one beside that of the mini-world; the
comparison must be registered on it. --baselines measures the count models of bundled results that
lack them, without a training.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from models.comparison.arms import baselines_of
from models.comparison.bundled import bundled_path, bundled_result
from models.comparison.catalog import experiments
from models.comparison.results import write_result
from models.comparison.run import PartDone, Plan, run
from models.comparison.spec import ArmSeed, ExperimentSpec
from models.data.texts.named import identity_of
from models.runtime.processes import local_executor


def build(spec: ExperimentSpec, runs: Path, workers: int, data: str = "") -> Path:
    """Run a comparison, or what is missing of it, and bundle its result.

    Raises ValueError where it is not registered on a text.
    """
    target = bundled_path(spec.name, identity_of(data).name if data else "")
    plan = Plan(spec, runs / target.stem, runs / "cache", data=data)
    if plan.is_exploratory:
        raise ValueError(f"{spec.name} is not registered on {data}")
    reports = run(plan, partial(local_executor, workers), resume=True)
    while True:
        try:
            report = next(reports)
        except StopIteration as end:
            target.parent.mkdir(exist_ok=True)
            write_result(end.value, target)
            return target
        if isinstance(report, PartDone):
            left = (report.seconds_left or 0.0) / 60
            line = f"{report.done} of {report.total}  {report.arm}, seed {report.seed}"
            print(f"{spec.name}  {line}  {left:.0f} minutes left", flush=True)


def add_baselines(spec: ExperimentSpec, cache: Path) -> bool:
    """Add the count models of each arm to a bundled result; returns whether any were added."""
    result = bundled_result(spec)
    if result is None or result.baselines:
        return False
    units = (ArmSeed(spec.name, arm.name, result.seeds[0], False, cache) for arm in spec.arms)
    counted = {unit.arm: baselines_of(unit) for unit in units}
    counted = {arm: levels for arm, levels in counted.items() if levels}
    if counted:
        write_result(replace(result, baselines=counted), bundled_path(spec.name))
    return bool(counted)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m models.bundled_comparisons", description=__doc__
    )
    available = experiments()
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(available))
    parser.add_argument("--runs", type=Path, default=Path("runs/comparisons"), help="for resuming")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--data", default="", help="a text by its name, in place of the mini-world")
    parser.add_argument("--baselines", action="store_true", help="add count models to the results")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(available))
    if unknown:
        parser.error(f"no comparison {unknown[0]!r}; there are {', '.join(available)}")
    if options.data and not options.names:
        parser.error("name the comparisons that learn from this text")
    for name, spec in available.items():
        if options.names and name not in options.names:
            continue
        if options.baselines:
            added = add_baselines(spec, options.runs / "cache")
            print(f"{name}  {'count models added' if added else 'nothing to add'}", flush=True)
        else:
            path = build(spec, options.runs, options.workers, options.data)
            print(f"{name}  written to {path}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
