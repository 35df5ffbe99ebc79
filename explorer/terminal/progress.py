"""The lines on a terminal during training."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from statistics import fmean
from types import MappingProxyType
from typing import TYPE_CHECKING, TextIO

from explorer.core.localization import tr

if TYPE_CHECKING:
    from models.data.prepare import PreparationProgress
    from models.tasks.metrics import Intervals
    from models.training.trainer import Report, TrainingReady, TrainingStep

TERMINAL_S = 0.2  # between two lines on a terminal, where one overwrites the other
FILE_S = 10.0  # and in a file


class ProgressLine:
    """Prints one line for each report, overwritten if the output is a terminal."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._live = self._out.isatty()
        self._first: TrainingStep | None = None
        self._losses: list[Mapping[str, float]] = []  # since the last line
        self._written_at = -FILE_S
        self._message = ""
        self._length = 0  # of the line that may be overwritten

    def print_report(self, report: Report) -> None:
        from models.data.prepare import PreparationProgress
        from models.training.trainer import HeldOutEvaluated, TrainingReady, TrainingStep

        if isinstance(report, PreparationProgress):
            self._prepare(report)
        elif isinstance(report, TrainingReady):
            self._ready(report)
        elif isinstance(report, TrainingStep):
            self._step(report)
        elif isinstance(report, HeldOutEvaluated):
            self.say(
                tr(
                    "step {step}  held out  {metrics}",
                    step=report.step,
                    metrics=numbers(report.metrics),
                )
            )

    def show(self, line: str) -> None:
        """A line that the next one overwrites; left out too soon after the last one."""
        if self._is_time():
            self._written_at = time.monotonic()
            self._write(line, stays=False)

    def say(self, line: str) -> None:
        """A line that stays."""
        self._write(line, stays=True)

    def _prepare(self, report: PreparationProgress) -> None:
        if report.message != self._message:
            self._message = report.message
            self.say(report.message)
        elif report.total > 1:
            self.show(f"{report.message} {report.done / report.total:.0%}")

    def _ready(self, report: TrainingReady) -> None:
        if report.share_read < 1:
            self.say(
                tr(
                    "The run reads the first {share:.0%} of the text: data_tokens in the recipe "
                    "sets how much.",
                    share=report.share_read,
                )
            )
        if report.baselines:
            self.say(
                tr("held out, n-gram baselines  {baselines}", baselines=numbers(report.baselines))
            )

    def _step(self, step: TrainingStep) -> None:
        self._losses.append(step.losses)
        last = step.step == step.steps
        if self._first is not None and not last and not self._is_time():
            return
        first = self._first = self._first or step
        self._written_at = time.monotonic()
        self._write(f"{_step_line(step, self._mean_losses())}{_speed(first, step)}", stays=last)

    def _mean_losses(self) -> dict[str, float]:
        names = sorted({name for losses in self._losses for name in losses})
        means = {n: fmean(each[n] for each in self._losses if n in each) for n in names}
        self._losses = []
        return means

    def _is_time(self) -> bool:
        return time.monotonic() - self._written_at >= (TERMINAL_S if self._live else FILE_S)

    def _write(self, line: str, *, stays: bool) -> None:
        if not self._live:
            print(line, file=self._out, flush=True)
            return
        print(f"\r{line:{self._length}}", end="\n" if stays else "", file=self._out, flush=True)
        self._length = 0 if stays else len(line)


def _step_line(step: TrainingStep, losses: Mapping[str, float]) -> str:
    return tr(
        "step {step}/{steps}  loss {losses}",
        step=step.step,
        steps=step.steps,
        losses=numbers(losses),
    )


def _speed(first: TrainingStep, step: TrainingStep) -> str:
    """Tokens per second and the time left, both since the run began or was resumed."""
    seconds, steps = step.seconds - first.seconds, step.step - first.step
    if steps < 1 or seconds <= 0:
        return ""
    left = round((step.steps - step.step) * seconds / steps)
    hours, minutes = divmod(left // 60, 60)
    clock = f"{hours}:{minutes:02}:{left % 60:02}" if hours else f"{minutes}:{left % 60:02}"
    return tr(
        "  {first:,.0f} tokens/s  {clock} left",
        first=(step.tokens - first.tokens) / seconds,
        clock=clock,
    )


def numbers(values: Mapping[str, float], intervals: Intervals = MappingProxyType({})) -> str:
    """Values with their names, on one line; the ends of known intervals are in brackets."""
    return "  ".join(
        f"{name} {value:.4f}{_format_interval(intervals.get(name))}"
        for name, value in values.items()
    )


def _format_interval(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else " [{:.4f}, {:.4f}]".format(*interval)
