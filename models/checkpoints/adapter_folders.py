"""Folders of adapters, looked at without torch: what they say, and where their model is.

A base is a bundled model by its name, a folder, a folder beside that of the adapter, or a download
in the cache of Hugging Face. The reference for adapter_config.json is huggingface/peft.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.checkpoints.folders import ADAPTER_FILE, CONFIG_FILE, CheckpointError
from models.runtime.files import read_object
from models.runtime.resources import checkpoint_folder

WEIGHTS = "adapter_model.safetensors"
# What changes the product in another way, with the values that do not.
OTHER_KINDS: Mapping[str, tuple[Any, ...]] = {
    "use_dora": (False, None),
    "alpha_pattern": ({}, None),
    "rank_pattern": ({}, None),
    "lora_bias": (False, None),
    "layer_replication": (None,),
    "target_parameters": (None, []),
    "trainable_token_indices": (None,),
}


@dataclass(frozen=True)
class Adapter:
    """What the adapter_config.json of a folder says. `scale` is what products are multiplied by."""

    folder: Path
    base: Path  # the folder of the model that it changes
    scale: float
    task: str = ""
    is_turned: bool = False  # weights are (D, F), as in GPT-2

    @property
    def weights(self) -> Path:
        return self.folder / WEIGHTS


def is_adapter(folder: Path) -> bool:
    """Whether a folder holds an adapter and no model of its own."""
    return (folder / ADAPTER_FILE).is_file() and not (folder / CONFIG_FILE).is_file()


def source_folder(folder: Path) -> Path:
    """Where configuration and weights of a folder are: of an adapter those of its base.

    Raises CheckpointError where that is not on this computer.
    """
    return read_adapter(folder).base if is_adapter(folder) else folder


def read_adapter(folder: Path) -> Adapter:
    """Read adapter_config.json. Raises CheckpointError for a kind that cannot be added here."""
    path = folder / ADAPTER_FILE
    try:
        entries = read_object(path)
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{path} is broken ({error}).", "Fetch or save it again.") from error
    kind = entries.get("peft_type")
    if kind != "LORA":
        raise CheckpointError(
            f"{folder} holds an adapter of the kind {kind!r}, which this program does not add.",
            "Choose a LoRA adapter, or a model that has it in its weights.",
        )
    for name, usual in OTHER_KINDS.items():
        if entries.get(name) not in usual:
            raise CheckpointError(
                f"{name} = {entries[name]!r} in {path} is a variant that is not supported.",
                "Add it to its model with merge_and_unload of peft, and choose that folder.",
            )
    rank, alpha = entries.get("r"), entries.get("lora_alpha")
    if type(rank) is not int or rank < 1 or not isinstance(alpha, int | float):
        raise CheckpointError(f"{path} states no rank r and lora_alpha.", "Fetch it again.")
    over = math.sqrt(rank) if entries.get("use_rslora") is True else rank
    base = _find_base(folder, entries.get("base_model_name_or_path"))
    task, is_turned = str(entries.get("task_type") or ""), entries.get("fan_in_fan_out") is True
    return Adapter(folder, base, float(alpha) / over, task, is_turned)


def _find_base(folder: Path, name: object) -> Path:
    """The folder of the model that an adapter names. Raises CheckpointError."""
    if isinstance(name, str) and name:
        for place in (folder / name, folder.parent / Path(name).name, name):
            try:
                found = checkpoint_folder(str(place))
            except (ValueError, OSError):
                continue
            if (found / CONFIG_FILE).is_file() and found.resolve() != folder.resolve():
                return found
    named = f" of {name!r}, which is not on this computer" if isinstance(name, str) and name else ""
    raise CheckpointError(
        f"{folder} holds an adapter{named} and no model.",
        "Download its model by name first, or put the model's folder beside that of the adapter.",
    )
