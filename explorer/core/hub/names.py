"""Ids of checkpoints in various spellings, and which checkpoints are in the cache."""

from __future__ import annotations

from pathlib import Path

from explorer.core.library.published import published_model
from models.checkpoints.hub_cache import cached_model, is_repo_id

WEBSITE = "https://huggingface.co/"


def repo_id_of(text: str) -> str | None:
    """The id for an id, an alias such as bert-base-uncased, or the address of a page.

    None for any other text, and for a checkpoint that is not on the hub.
    """
    name = "/".join(text.strip().removeprefix(WEBSITE).split("/")[:2])
    known = published_model(name)
    if known is not None:
        return known.id if known.on_hub else None
    return name if is_repo_id(name) else None


def find_cached(text: str) -> Path | None:
    """The complete snapshot of an id or alias in the cache, if any."""
    repo_id = repo_id_of(text)
    if repo_id is None:
        return None
    known = published_model(repo_id)
    names = (repo_id, *known.aliases) if known else (repo_id,)
    return next(filter(None, map(cached_model, names)), None)
