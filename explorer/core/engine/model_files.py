"""Which files a model is read from, and whether they have changed since."""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path

from explorer.core.jobs.jobs import Work
from explorer.core.library.library import Library, ModelEntry
from models.checkpoints.folders import (
    ADAPTER_FILE,
    CONFIG_FILE,
    INDEX_FILE,
    TOKENIZER_FILES,
    WEIGHTS_FILE,
    CheckpointError,
)
from models.checkpoints.foreign.adapter_folders import WEIGHTS as ADAPTER_WEIGHTS
from models.checkpoints.foreign.adapter_folders import is_adapter, source_folder

TRUSTED_S = 0.05  # for so long files are taken to be as they were; a panel asks a hundred times
# Whose content makes a model what it is, and which may be written again in place: then the folder
# does not change. A part of a model may have a folder of its own.
READ_FILES = (
    *(WEIGHTS_FILE, INDEX_FILE, CONFIG_FILE, *TOKENIZER_FILES, "tokenizer_config.json"),
    *(ADAPTER_FILE, ADAPTER_WEIGHTS),
)

Versioned = tuple[object, ModelEntry]  # changes with the files


class ModelFiles:
    """The entries of the library with the version of their files. For one thread."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._entries: dict[str, Versioned] = {}
        self._checked_at: dict[str, float] = {}  # seconds
        self._snapshot: dict[str, Versioned] | None = None  # of the job that runs

    def current_version(self, key: str) -> Versioned:
        """A model's entry, and the version of its files. Raises UserError."""
        if self._snapshot is None:
            return self._newest(key)
        if key not in self._snapshot:
            self._snapshot[key] = self._newest(key)
        return self._snapshot[key]

    def _newest(self, key: str) -> Versioned:
        known, now = self._entries.get(key), time.monotonic()
        if known is not None and now - self._checked_at[key] < TRUSTED_S:
            return known
        if known is None or known[0] != version(known[1].folder):
            entry = self._library.usable(key)
            self._entries[key] = known = (version(entry.folder), entry)
        self._checked_at[key] = now
        return known

    def run_with_snapshot(self, work: Work) -> Work:
        """Run a job that sees each model's files as they were at its first request for them.

        Otherwise a card and a trace could be of two versions of the files. Jobs take turns between
        their steps, so each has a snapshot of its own.
        """
        own: dict[str, Versioned] = {}
        with closing(work):
            while True:
                before, self._snapshot = self._snapshot, own
                try:
                    event = next(work)
                except StopIteration as end:
                    return end.value
                finally:
                    self._snapshot = before
                yield event


def version(folder: Path) -> object:
    """Changes when a file comes, goes or is replaced, or one of `READ_FILES` is written again.

    That of an adapter changes with the files of its base too.
    """
    own = tuple(_written_at(f"{folder}/{name}") for name in ("", *READ_FILES, *_parts(folder)))
    if not is_adapter(folder):
        return own
    try:
        return own, version(source_folder(folder))
    except CheckpointError:  # not there any more
        return own


def _parts(folder: Path) -> list[str]:
    """The weights of parts that have a folder of their own."""
    try:
        with os.scandir(folder) as entries:
            parts = sorted(entry.name for entry in entries if entry.is_dir())
    except OSError:  # not there
        return []
    return [f"{name}/{WEIGHTS_FILE}" for name in parts]


def _written_at(path: str) -> int | None:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:  # not there
        return None
