"""What can be done with models that were trained here, and with no others."""

from __future__ import annotations

import json

from explorer.core.errors import UserError, as_user_errors
from explorer.core.library.library import RUN_FILE, ModelEntry
from explorer.core.localization import tr
from models.checkpoints.folders import CHECKPOINTS, CONFIG_FILE
from models.runtime.file_lock import LOCK_FILE, exclusive_lock
from models.runtime.files import read_object, write_text

MAX_TITLE = 80  # characters


def is_own(entry: ModelEntry) -> bool:
    """Whether the program wrote it: a run in its own folder, finished or not."""
    if entry.origin != "own" or entry.folder.is_symlink():
        return False
    return any((entry.folder / name).exists() for name in (RUN_FILE, CHECKPOINTS, LOCK_FILE))


def never_began(entry: ModelEntry) -> bool:
    """Whether it is a run that was stopped before its first step, without a checkpoint."""
    if not is_own(entry) or (entry.folder / CONFIG_FILE).exists():
        return False
    return not any((entry.folder / CHECKPOINTS).glob("step-*"))


def can_be_renamed(entry: ModelEntry) -> bool:
    """Whether it has a title to change, as finished runs have."""
    return is_own(entry) and (entry.folder / RUN_FILE).is_file()


def rename(entry: ModelEntry, title: str) -> None:
    """Give a model another title; its folder, to which other files refer, keeps its name.

    Raises UserError if the title is empty or cannot be written.
    """
    title = " ".join(title.split())[:MAX_TITLE]
    if not title:
        raise UserError(tr("The name is empty."), tr("Write at least one character."))
    path = entry.folder / RUN_FILE
    with as_user_errors():
        run = read_object(path)
        text = json.dumps({**run, "title": title}, indent=2, ensure_ascii=False)
        write_text(path, text + "\n")


def check_not_training(entry: ModelEntry) -> None:
    """Raises UserError while a training writes to the folder of a model."""
    if not (entry.folder / LOCK_FILE).exists():
        return
    try:
        with exclusive_lock(entry.folder):
            pass
    except ValueError as error:
        raise UserError(
            tr("{entry} is being trained.", entry=entry.title), tr("Stop its training first.")
        ) from error
    except OSError:  # a file system without locks
        return
