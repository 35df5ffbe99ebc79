"""Ids of checkpoints as people write them, and which of them are in the cache already."""

from __future__ import annotations

from pathlib import Path

from explorer.core.library.published import published_model
from models.checkpoints.hub_cache import cached_model, is_repo_id

WEBSITE = "https://huggingface.co/"


def repo_id_of(text: str) -> str | None:
    """The id that is meant by an id, an alias such as bert-base-uncased, or a page's address.

    None where a text is none of these.
    """
    name = "/".join(text.strip().removeprefix(WEBSITE).split("/")[:2])
    known = published_model(name)
    if known is not None:
        return known.id
    return name if is_repo_id(name) else None


def cached(text: str) -> Path | None:
    """The snapshot of an id or alias that is complete in the cache; None where there is none."""
    repo_id = repo_id_of(text)
    if repo_id is None:
        return None
    known = published_model(repo_id)
    names = (repo_id, *known.aliases) if known else (repo_id,)
    return next(filter(None, map(cached_model, names)), None)
