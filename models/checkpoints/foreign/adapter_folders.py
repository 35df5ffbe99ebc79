"""Folders of adapters, looked at without torch: what they say, and where their model is.

A base is a bundled model by its name, a folder, a folder beside that of the adapter, or a download
in the cache of Hugging Face. The reference for adapter_config.json is huggingface/peft.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.checkpoints.folders import (
    ADAPTER_FILE,
    CONFIG_FILE,
    INDEX_FILE,
    WEIGHTS_FILE,
    CheckpointError,
    model_folder,
    stamps,
    weight_files,
)
from models.checkpoints.hub_cache import cached_model
from models.runtime.files import read_object
from models.runtime.resources import resource

FOLDER = "adapter"  # within that of a model fine-tuned here: what LoRA learned
BASE_FOLDER = "base"  # within that of an adapter, where the two travel together
WEIGHTS, PICKLE = "adapter_model.safetensors", "adapter_model.bin"
# What changes the product in another way, with the values that do not.
OTHER_KINDS: Mapping[str, tuple[Any, ...]] = {
    "alora_invocation_tokens": (None,),
    "init_lora_weights": (True, False, None, "gaussian", "eva", "orthogonal"),
    "use_dora": (False, None),
    "use_qalora": (False, None),
    "alpha_pattern": ({}, None),
    "rank_pattern": ({}, None),
    "lora_bias": (False, None),
    "layer_replication": (None,),
    "target_parameters": (None, []),
    "trainable_token_indices": (None,),
}


_chosen: dict[Path, Path] = {}  # in this process: folders of bases, by those of their adapters


class MissingBaseError(CheckpointError):
    """An adapter whose base is not found: a person can choose it. `base` is what it is called."""

    def __init__(self, message: str, hint: str, base: str) -> None:
        super().__init__(message, hint)
        self.base = base


@dataclass(frozen=True)
class Adapter:
    """What the adapter_config.json of a folder says. `scale` is what products are multiplied by."""

    folder: Path
    base: Path  # the folder of the model that it changes
    rank: int
    scale: float
    task: str = ""
    is_turned: bool = False  # weights are (D, F), as in GPT-2

    @property
    def weights(self) -> Path:
        return self.folder / WEIGHTS

    @property
    def hashed_settings(self) -> bytes:
        """What makes another model of the same weights."""
        return repr((self.scale, self.is_turned)).encode()


def is_adapter(folder: Path) -> bool:
    """Whether a folder holds an adapter and no weights of a model of its own."""
    names = WEIGHTS_FILE, INDEX_FILE
    there = (folder / ADAPTER_FILE).is_file()
    return there and not any((folder / name).is_file() for name in names)


def choose_base(folder: Path, base: Path | None) -> None:
    """Add an adapter to this base from now on, whatever it names; None takes that back."""
    _chosen.pop(folder.resolve(), None)
    if base is not None:
        _chosen[folder.resolve()] = base


def file_stamps(folder: Path) -> tuple[object, ...]:
    """What changes with the files of a model: of an adapter also with those of its base."""
    own = tuple(stamps(folder))
    if not is_adapter(folder):
        return own
    try:
        base = source_folder(folder)
    except CheckpointError as error:  # a base may come at any time
        return (*own, str(error))
    return (*own, str(base), *stamps(base))


def source_folder(folder: Path) -> Path:
    """Where configuration and weights of a folder are: of an adapter those of its base.

    Raises CheckpointError where that is not on this computer.
    """
    return read_adapter(folder).base if is_adapter(folder) else folder


def weight_files_of(folder: Path) -> list[Path]:
    """The files with the weights of a folder: of an adapter those of its base too.

    Raises CheckpointError, OSError.
    """
    if not is_adapter(folder):
        return weight_files(folder)
    adapter = read_adapter(folder)
    return [*weight_files(adapter.base), adapter.weights]


def _read_config(folder: Path) -> dict[str, Any]:
    path = folder / ADAPTER_FILE
    try:
        return read_object(path)
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{path} is broken ({error}).", "Fetch or save it again.") from error


def read_adapter(folder: Path, base: Path | None = None) -> Adapter:
    """Read adapter_config.json; the base is that given, or chosen, or found by its name.

    Raises CheckpointError for a kind that cannot be added here, MissingBaseError without a base.
    """
    path, entries = folder / ADAPTER_FILE, _read_config(folder)
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
    if not (folder / WEIGHTS).is_file():
        has_pickle = (folder / PICKLE).is_file()
        raise CheckpointError(
            f"{folder} holds its adapter as a pickle, which could run foreign code when opened."
            if has_pickle
            else f"{folder} lacks {WEIGHTS}.",
            "Save it again with peft, as safetensors." if has_pickle else "Fetch it.",
        )
    over = math.sqrt(rank) if entries.get("use_rslora") is True else rank
    base = base or _find_base(folder, entries.get("base_model_name_or_path"))
    task, is_turned = str(entries.get("task_type") or ""), entries.get("fan_in_fan_out") is True
    return Adapter(folder, base, rank, float(alpha) / over, task, is_turned)


def _find_base(folder: Path, name: object) -> Path:
    """The folder of the model that an adapter changes. Raises MissingBaseError."""
    chosen = _chosen.get(folder.resolve()) if _chosen else None
    if chosen is not None and (chosen / CONFIG_FILE).is_file():
        return chosen
    is_usable = isinstance(name, str) and name and not name.startswith(("//", "\\\\"))
    for place in (folder / BASE_FOLDER, *(_places(folder, str(name)) if is_usable else ())):
        found = model_folder(place)
        if (found / CONFIG_FILE).is_file() and not is_adapter(found):
            return found
    named = f" of {name!r}, which is not on this computer" if isinstance(name, str) and name else ""
    raise MissingBaseError(
        f"{folder} holds an adapter{named} and no model.",
        "Choose its model when you open the folder (on the command line by --base), or put the "
        "model's folder beside that of the adapter.",
        name if isinstance(name, str) else "",
    )


def _places(folder: Path, name: str) -> Iterator[Path]:
    """Where the model of that name may be: first what is exactly it, then what is called so."""
    if Path(name).is_absolute():
        yield Path(name)
    elif Path(name).name == name:
        yield resource("checkpoints", name)
    if (snapshot := cached_model(name)) is not None:
        yield snapshot
    yield folder / name
    yield folder.parent / Path(name).name
