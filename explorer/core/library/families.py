"""Which architecture a folder may be of, where its config.json does not say."""

from __future__ import annotations

from pathlib import Path

from explorer.core.errors import said_to_a_person
from explorer.core.jobs.jobs import Progress, Work
from models.checkpoints.folders import model_folder


def families(folder: str) -> Work:
    """The title and model_type of every architecture, the one that fits the weights' names first.

    Brings torch in. Returns a dict; raises UserError where the weights cannot be read.
    """
    from models.checkpoints.checkpoint import fitting

    yield Progress("Reading the names of the weights")
    with said_to_a_person():
        specs = fitting(model_folder(Path(folder)))
    return {spec.title: spec.model_type for spec in specs}
