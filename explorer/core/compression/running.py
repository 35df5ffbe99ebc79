"""Making a compressed model as a job: what is chosen, and its work in the train lane."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.core.errors import as_user_errors
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import message, tr
from explorer.core.state.choices import FormChoice
from explorer.core.state.defaults import defaults
from explorer.core.state.settings import caches_folder
from explorer.core.state.state import JSON
from models.runtime.generators import map_progress

if TYPE_CHECKING:
    from models.compression.base import CompressionReport


@dataclass(frozen=True)
class CompressionChoice(FormChoice):
    """A method and its options; an empty name is made of the base and the method."""

    name: str = ""
    method: str = defaults()["compression"]["method"]
    options: Mapping[str, JSON] = field(default_factory=dict)


def compress(folder: Path, architecture: str, choice: CompressionChoice, out: Path) -> Work:
    """Compress a copy of the model in a folder; returns the folder of the new one.

    Raises UserError. If it is cancelled, it leaves no files.
    """
    from models.checkpoints.checkpoint import load
    from models.compression.run import compress_into

    yield Progress(tr("Opening the model"))
    with as_user_errors():
        loaded = load(folder, architecture=architecture)
        reports = compress_into(loaded, choice.method, choice.options, out, cache=caches_folder())
        with closing(reports):
            return (yield from map_progress(reports, _progress))


def _progress(report: CompressionReport) -> Progress:
    return Progress(message(report.message), report.done, report.total, unit=tr("steps"))
