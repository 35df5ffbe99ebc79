"""Results of many sentences that are kept on disk part by part, so that a killed job goes on.

The folder is named by a digest of what the numbers depend on, and a part is renamed into place when
it is whole. A part that cannot be read is computed again; what cannot be written is not kept.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from explorer.core.jobs.jobs import Progress
from explorer.core.state.settings import caches_folder
from models.runtime.files import replace_file
from models.schema.records import IntArray

FORMAT = 2  # of the parts and of how they are computed; a part of the digest
PART = 256  # sentences, between two places to cancel and to go on from
ROWS = "rows"  # of a file: which sentences it is about
Arrays = Mapping[str, np.ndarray[Any, Any]]


def folder_of(*subject: object) -> Path:
    """The folder of results that depend on these texts and numbers."""
    content = json.dumps([FORMAT, *subject], ensure_ascii=True)
    return caches_folder() / "sentences" / hashlib.sha256(content.encode()).hexdigest()[:32]


def compute_in_parts(
    folder: Path,
    lengths: Sequence[int],
    compute: Callable[[IntArray], Arrays],
    doing: str,
) -> Generator[Progress, None, dict[str, np.ndarray[Any, Any]]]:
    """Arrays with a row for each sentence, in their order; `compute` makes those of some.

    Sentences of similar `lengths` are computed together. `doing` is what the progress says.
    """
    order = np.argsort(np.asarray(lengths), kind="stable")  # (N,)
    parts = yield from stored_parts(folder, order, compute, doing)
    return {name: _concatenate_in_order([part[name] for part in parts], order) for name in parts[0]}


def stored_parts(
    folder: Path, order: IntArray, compute: Callable[[IntArray], Arrays], doing: str
) -> Generator[Progress, None, list[Arrays]]:
    """What `compute` makes of each part of the sentences, which are taken in this order."""
    parts: list[Arrays] = []
    for start in range(0, len(order), PART):
        yield Progress(doing, start, len(order), unit="sentences")
        rows, path = order[start : start + PART], folder / f"part-{start:07}.npz"
        known = _read_part(path, rows)
        if known is None:
            known = compute(rows)
            _store(path, {ROWS: rows, **known})
        parts.append(known)
    return parts


def _concatenate_in_order(
    parts: Sequence[np.ndarray[Any, Any]], order: IntArray
) -> np.ndarray[Any, Any]:
    joined = np.concatenate(parts)
    back = np.empty_like(joined)
    back[order] = joined
    return back


def _read_part(path: Path, rows: IntArray) -> Arrays | None:
    """The part of these sentences; None where there is none, or it is damaged."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, KeyError, BadZipFile, zlib.error):
        return None
    return arrays if np.array_equal(arrays.pop(ROWS, ()), rows) else None


def _store(path: Path, arrays: Arrays) -> None:
    """Written whole or not at all; a full disk costs only the resuming."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replace_file(path) as temporary, temporary.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
