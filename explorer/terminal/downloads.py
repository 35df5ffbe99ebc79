"""Download the models that a command names by their id on the hub, before it begins."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.core.errors import UserError
from explorer.core.hub.names import find_cached, repo_id_of
from explorer.core.jobs.jobs import Progress
from explorer.core.jobs.progress_text import describe as progress_text
from explorer.core.library.adapters import adapted_key, is_switched_off
from explorer.core.library.library import Library
from explorer.core.localization import tr
from explorer.core.readable import readable_bytes
from explorer.terminal.progress import ProgressLine

if TYPE_CHECKING:
    from models.training.recipe import Recipe


def provide(library: Library, keys: Iterable[str], *, offline: bool) -> None:
    """Download models that are not on this machine. Raises UserError."""
    for key in keys:
        try:
            library.entry(key)
        except UserError:
            repo_id = repo_id_of(adapted_key(key))
            if repo_id is None:
                raise
            _download(repo_id, offline=offline)


def provide_for_recipe(recipe: Recipe, *, offline: bool) -> None:
    """Download the start model, the teacher and the tokenizer of a recipe. Raises UserError."""
    teacher = recipe.teaching.teacher if recipe.teaching else ""
    provide_names((recipe.start, recipe.tokenizer.folder, teacher), offline=offline)


def provide_names(names: Iterable[str], *, offline: bool) -> None:
    """Download the models whose ids on the hub are among these names. Raises UserError."""
    for name in filter(None, names):
        if is_switched_off(name) and not Path(name).exists():
            raise UserError(
                tr("{name} is a model without its adapter, for panels and figures.", name=name),
                tr("Name the base itself, by its name or folder."),
            )
        is_here = Path(name).exists() or find_cached(name) is not None
        repo_id = repo_id_of(name)
        if repo_id is not None and not is_here:
            _download(repo_id, offline=offline)


def _download(repo_id: str, *, offline: bool) -> None:
    if offline:
        raise UserError(
            tr("{repo_id} is not in the cache of the Hugging Face hub.", repo_id=repo_id),
            tr("Leave out --offline to download it."),
        )
    from explorer.core.hub.download import download
    from explorer.core.hub.remote import describe

    model = describe(repo_id)
    line = ProgressLine(sys.stderr)
    for event in download(model):
        if isinstance(event, Progress):
            line.show(f"{repo_id}: {progress_text(event)}")
    licence = f", licence {model.licence}" if model.licence else ""
    line.say(f"{repo_id}: {readable_bytes(model.size_bytes)} downloaded{licence}")
