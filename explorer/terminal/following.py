"""A job of the window on the command line: its progress on standard error, and its answer."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import Any

from explorer.core.jobs.jobs import Progress, Work
from explorer.core.jobs.progress_text import describe
from explorer.core.localization import tr
from explorer.terminal.interrupts import stop_on_interrupt
from explorer.terminal.progress import ProgressLine


def follow_work(work: Work) -> Any:
    """Run a job whose parts are kept on disk, and return its answer; None where a signal stops it.

    Raises UserError.
    """
    line = ProgressLine(sys.stderr)
    with stop_on_interrupt() as stop_requested, closing(work) as running:
        while True:
            try:
                event = next(running)
            except StopIteration as end:
                return end.value
            if isinstance(event, Progress):
                line.show(describe(event))
            if stop_requested.is_set():
                line.say(tr("Stopped. The same command goes on."))
                return None
