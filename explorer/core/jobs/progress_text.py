"""How far a job is, as the jobs bar, the panels and a terminal say it."""

from __future__ import annotations

import math

from explorer.core.jobs.jobs import BYTES, Progress
from explorer.core.localization import tr
from explorer.core.readable import readable_bytes


def describe(progress: Progress) -> str:
    """ "step 240 of 1,000 · 31.2 steps/s · 24 s left", as far as it is known."""
    parts = [progress.message] if progress.message else []
    if progress.total > 1:
        done = min(progress.done, progress.total)
        total = _amount(progress.total, progress)
        parts.append(tr("{done} of {total}", done=_amount(done, progress), total=total))
    if progress.speed > 0:
        parts.append(_speed(progress))
    if progress.seconds_left is not None:
        parts.append(tr("{time} left", time=duration(progress.seconds_left)))
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """A time as text: 40 s, 3 min, 1 h 20 min."""
    seconds = math.ceil(seconds)
    if seconds < 90:
        return tr("{seconds} s", seconds=seconds)
    minutes = math.ceil(seconds / 60)
    if minutes < 90:
        return tr("{minutes} min", minutes=minutes)
    hours, minutes = divmod(minutes, 60)
    return tr("{hours} h {minutes} min", hours=hours, minutes=minutes)


def _amount(count: float, progress: Progress) -> str:
    return readable_bytes(count) if progress.unit == BYTES else f"{count:,.0f}"


def _speed(progress: Progress) -> str:
    if progress.unit == BYTES:
        return f"{readable_bytes(progress.speed)}/s"
    speed = f"{progress.speed:,.3g}"
    if not progress.unit:
        return tr("{speed} per second", speed=speed)
    return tr("{speed} {unit}/s", speed=speed, unit=tr(progress.unit))
