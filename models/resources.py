"""Find the files that the program brings along, in the source tree and in an installed wheel."""

from pathlib import Path

# `resources` lies beside the package `models` in the repository and in site-packages alike, so
# this also holds when the current folder has a `resources` of its own.
_ROOT = Path(__file__).resolve().parent.parent / "resources"


def resource(*parts: str) -> Path:
    """The path of a file or folder below `resources/`, which need not exist."""
    return _ROOT.joinpath(*parts)


def checkpoint_folder(name: str) -> Path:
    """A bundled checkpoint by name, or the folder of that path. Raises ValueError."""
    for folder in (resource("checkpoints", name), Path(name)):
        if (folder / "config.json").is_file() or (folder / "tokenizer.json").is_file():
            return folder
    raise ValueError(f"there is no checkpoint {name!r}; name a bundled one or a folder")
