"""Results that took long and are files of the program: they go into a project and come back.

Runs of comparisons are named by a hash of their settings, evaluations of sentences by one of all
that they depend on, so that both are valid on another computer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from explorer.core.files import write
from explorer.core.sentences.parts import used_folders
from explorer.core.state.settings import caches_folder, home
from models.comparison.run import RESULT_FILE

COMPARISONS, SENTENCES = "comparisons", "sentences"
RESULT_NAME = re.compile(
    rf"results/({COMPARISONS})/([a-z0-9_]+/(?:quick|whole)-[0-9a-f]{{8}}/{RESULT_FILE})"
    rf"|results/({SENTENCES})/([0-9a-f]{{32}}/part-\d{{7}}\.npz)",
    re.ASCII,
)
MOST_SENTENCES = 100_000_000  # bytes of evaluated sentences; the rest is computed again


def result_files() -> dict[str, Path]:
    """By name in the project: all runs of comparisons, and sentences evaluated in this window."""
    named = ((_name(COMPARISONS, path, 3), path) for path in _comparisons())
    files = {name: path for name, path in named if RESULT_NAME.fullmatch(name)}
    room = MOST_SENTENCES
    for folder in reversed(used_folders):  # the newest first
        for path in sorted(folder.glob("part-*.npz")):
            room -= path.stat().st_size
            if room >= 0:
                files[_name(SENTENCES, path, 2)] = path
    return files


def restore_results(contents: Mapping[str, bytes]) -> int:
    """Write results that are not here yet; returns how many runs are here with other numbers.

    Raises UserError where they cannot be written.
    """
    unlike = 0
    for name, content in contents.items():
        path = _path(name)
        if not path.exists():
            write(path, content)
        elif path.name == RESULT_FILE:
            unlike += path.read_bytes() != content
        if path.suffix == ".npz":
            used_folders[path.parent] = None
    return unlike


def _comparisons() -> Iterator[Path]:
    yield from sorted((home() / COMPARISONS).glob(f"*/*/{RESULT_FILE}"))


def _name(kind: str, path: Path, depth: int) -> str:
    return "/".join(["results", kind, *path.parts[-depth:]])


def _path(name: str) -> Path:
    match = RESULT_NAME.fullmatch(name)
    assert match is not None
    kind, inside = match[1] or match[3], match[2] or match[4]
    parent = home() / COMPARISONS if kind == COMPARISONS else caches_folder() / SENTENCES
    return parent.joinpath(*inside.split("/"))
