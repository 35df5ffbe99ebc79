"""Models with adapters: their names without them, and the bases that a person chose.

A model with its adapter switched off has its key with an ending. An adapter folder, or a run with
the folder that LoRA wrote, is then the model that it changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.core.errors import UserError
from explorer.core.localization import tr
from models.checkpoints.folders import CheckpointError
from models.checkpoints.foreign.adapter_fit import check_fit
from models.checkpoints.foreign.adapter_folders import choose_base, is_adapter, read_adapter

if TYPE_CHECKING:
    from explorer.core.library.library import ModelEntry

BASE = "@base"  # the ending of a key


def is_switched_off(key: str) -> bool:
    """Whether a key is that of a model without its adapter."""
    return key.endswith(BASE)


def adapted_key(key: str) -> str:
    """The key of the same model with its adapter."""
    return key.removesuffix(BASE)


def switch_adapter(key: str) -> str:
    """The key with the adapter switched off, or on again."""
    return adapted_key(key) if is_switched_off(key) else key + BASE


def check_base(folder: Path, base: ModelEntry) -> None:
    """Compare names and shapes of an adapter with a model to be its base. Raises UserError."""
    if is_adapter(base.folder):
        raise UserError(
            tr("{title} is an adapter itself.", title=base.title),
            tr("Choose a model with weights of its own."),
        )
    try:
        check_fit(read_adapter(folder, base.folder))
    except CheckpointError as error:
        raise UserError(error.message, error.hint) from error


class ChosenBases:
    """The bases that a person chose for adapters that are not found by name, by their folders."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.by_folder = dict(chosen)
        for folder, base in chosen.items():
            choose_base(Path(folder), Path(base))

    def choose(self, folder: Path, base: ModelEntry) -> None:
        """Raises UserError where the two do not fit together."""
        check_base(folder, base)
        choose_base(folder, base.folder)
        self.by_folder[str(folder)] = str(base.folder)

    def forget(self, folder: Path) -> None:
        if self.by_folder.pop(str(folder), None) is not None:
            choose_base(folder, None)
