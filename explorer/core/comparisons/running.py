"""A comparison as a job of the window: progress, and a result in the end."""

from __future__ import annotations

import os
from contextlib import closing
from functools import partial

from explorer.core.comparisons.pages import plan_of
from explorer.core.errors import as_user_errors
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from models.comparison.run import Report, run
from models.runtime.processes import local_executor

PARTS = "parts"  # the unit of Progress


def run_comparison(name: str, *, quick: bool, data: str = "") -> Work:
    """Run a comparison, or what is missing of it, in a process per core.

    Returns a MeasuredComparison. If cancelled, the finished arms and seeds stay. Raises UserError.
    """
    workers = os.cpu_count() or 1
    with as_user_errors():
        plan = plan_of(name, quick=quick, data=data)
        reports = run(plan, partial(local_executor, workers), resume=True, at_once=workers)
        yield Progress(tr("Preparing"), 0, len(plan.parts), unit=PARTS)
        with closing(reports):
            while True:
                try:
                    report = next(reports)
                except StopIteration as end:
                    return end.value
                yield _progress(plan.spec.title, report)


def _progress(title: str, report: Report) -> Progress:
    left = report.seconds_left
    speed = (report.total - report.done) / left if left else 0.0
    return Progress(tr("Running {title}", title=title), report.done, report.total, speed, PARTS)
