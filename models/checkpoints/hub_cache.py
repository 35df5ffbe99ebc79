"""The cache of huggingface_hub, shared by every program of this person: read without the library.

Its layout is documented: `models--OWNER--NAME/snapshots/COMMIT/FILE` links to
`models--OWNER--NAME/blobs/DIGEST`, and `refs/main` holds the commit that was current.
https://huggingface.co/docs/huggingface_hub/guides/manage-cache
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from models.checkpoints.folders import (
    CACHED,
    CONFIG_FILE,
    CheckpointError,
    model_folder,
    weight_files,
)

REFERENCE = Path("refs", "main")  # in the folder of a repository
SEPARATOR = "--"  # stands for the / of an id in the name of a folder
MAX_NAME = 96  # characters of owner and of name, as the hub allows
PART = rf"[A-Za-z0-9][\w.-]{{0,{MAX_NAME - 1}}}"
REPO_NAME = re.compile(rf"{PART}(/{PART})?", re.ASCII)  # the first models had no owner


def is_repo_id(text: str) -> bool:
    """Whether a text has the form OWNER/NAME of a repository on the hub."""
    return "/" in text and _is_repo_name(text)


def cache_folder() -> Path:
    """Return the folder of huggingface_hub's files, by the environment variables that it reads."""
    if chosen := os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE"):
        return _expand_user(chosen)
    if home := os.environ.get("HF_HOME"):
        return _expand_user(home) / "hub"
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return _expand_user(caches) / "huggingface" / "hub"


def repo_folder(repo_id: str) -> Path:
    """The folder of a repository in the cache, which need not exist."""
    return cache_folder() / f"{CACHED}{repo_id.replace('/', SEPARATOR)}"


def cached_model(repo_id: str) -> Path | None:
    """The snapshot of a repository with config.json and all weights; None where there is none."""
    if not _is_repo_name(repo_id):
        return None
    folder = model_folder(repo_folder(repo_id))
    try:
        weight_files(folder)
    except (CheckpointError, OSError):
        return None
    return folder if (folder / CONFIG_FILE).is_file() else None


def repo_id_of_snapshot(folder: Path) -> str | None:
    """The id of the repository that a snapshot in the cache is of; None for any other folder."""
    repo = folder.parent.parent.name
    if folder.parent.name != "snapshots" or not repo.startswith(CACHED):
        return None
    return repo.removeprefix(CACHED).replace(SEPARATOR, "/")


def _is_repo_name(text: str) -> bool:
    return REPO_NAME.fullmatch(text) is not None and SEPARATOR not in text and ".." not in text


def _expand_user(path: str) -> Path:
    return Path(os.path.expandvars(os.path.expanduser(path)))
