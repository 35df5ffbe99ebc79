"""Writes a model with its adapter in its weights: one folder, which opens without its base."""

from __future__ import annotations

import shutil
from pathlib import Path

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.files import cannot_write
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.readable import model_name
from models.checkpoints.folders import TOKENIZER_FILES
from models.runtime.files import temporary_path

# Of a tokenizer and of its conversations, as they were published.
KEPT_FILES = (
    *(*TOKENIZER_FILES, "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"),
    *("chat_template.jinja", "generation_config.json"),
)


def can_be_merged(entry: ModelEntry) -> bool:
    """Whether it is an adapter on a base; what was trained here has all in its weights already."""
    return entry.problem is None and entry.adapter == entry.folder


def save_merged(engine: Engine, key: str, out: Path) -> Work:
    """Write a new folder whole or not at all; returns it. Raises UserError.

    Its numbers have 32 bits, so that it is exactly the model that was shown.
    """
    from models.checkpoints.checkpoint import save_loaded

    entry = engine.entry(key)
    if not can_be_merged(entry):
        raise UserError(
            tr("{title} is no adapter on a base.", title=entry.title),
            tr("Only an adapter is merged; any other model is one folder already."),
        )
    if out.exists() or out.is_symlink():
        raise UserError(
            tr("{out} exists already.", out=out),
            tr("Choose a new folder; nothing is ever replaced."),
        )
    yield Progress(tr("Loading {key}", key=model_name(key)))
    loaded = engine.load_changeable(key)
    yield Progress(tr("Writing {out}", out=out.name))
    building = temporary_path(out.parent)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with as_user_errors():
            save_loaded(loaded, building)
        for name in KEPT_FILES:
            if (path := entry.tokenizer_folder / name).is_file():
                shutil.copyfile(path, building / name)
        building.rename(out)
    except OSError as error:
        raise cannot_write(out, error) from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return out
