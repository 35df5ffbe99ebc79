"""Paths of the files that belong to the program, in the source tree and in an installed wheel."""

from pathlib import Path

from models.checkpoints.folders import ADAPTER_FILE, CONFIG_FILE, model_folder, tokenizer_files
from models.checkpoints.hub_cache import cached_model

# `resources` is next to the package `models` in the repository and in site-packages alike, so
# this also holds when the current folder has a `resources` of its own.
_ROOT = Path(__file__).resolve().parents[2] / "resources"


def resource(*parts: str) -> Path:
    """The path of a file or folder below `resources/`; it may be missing."""
    return _ROOT.joinpath(*parts)


def checkpoint_folder(name: str) -> Path:
    """A checkpoint or tokenizer: a bundled one by name, one by its path, or a downloaded one by id.

    Raises ValueError if there is none.
    """
    for path in (resource("checkpoints", name), Path(name)):
        folder = model_folder(path)
        names = CONFIG_FILE, ADAPTER_FILE
        if any((folder / name).is_file() for name in names) or tokenizer_files(folder):
            return folder
    if (snapshot := cached_model(name)) is not None:
        return snapshot
    raise ValueError(f"there is no checkpoint {name!r}; name a bundled one or a folder")
