"""The possible architectures of a folder whose config.json names none."""

from __future__ import annotations

from pathlib import Path

from explorer.core.errors import as_user_errors
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from models.checkpoints.folders import model_folder


def families(folder: str) -> Work:
    """The model_type of every architecture by title; the best fit for the weights' names is first.

    Imports torch. Raises UserError if the weights cannot be read.
    """
    from models.checkpoints.checkpoint import order_by_fit

    yield Progress(tr("Reading the names of the weights"))
    with as_user_errors():
        specs = order_by_fit(model_folder(Path(folder)))
    return {spec.title: spec.model_type for spec in specs}
