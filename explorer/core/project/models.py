"""Models of a project: by the hash of their weights, and how each opens on another computer."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Self

from explorer.core.errors import UserError
from explorer.core.hub.names import find_cached
from explorer.core.jobs.jobs import Progress
from explorer.core.library.adapters import BASE, adapted_key, is_switched_off
from explorer.core.library.library import Library, ModelEntry
from explorer.core.localization import tr
from explorer.core.state.state import JSON
from models.checkpoints.folders import (
    CHECKPOINTS,
    CONFIG_FILE,
    LOG_FILES,
    READ_ENDINGS,
    CheckpointError,
    model_name,
    weight_files,
)
from models.checkpoints.foreign.adapter_folders import (
    BASE_FOLDER,
    file_stamps,
    is_adapter,
    read_adapter,
    source_folder,
)

HASH_DIGITS = 12  # as in captions
HASH = re.compile(f"([0-9a-f]{{{HASH_DIGITS}}})?")
# In states in the place of a model: no other text in them looks so. See `reference_to`.
TOKEN = re.compile(rf".* \(([0-9a-f]{{{HASH_DIGITS}}}|no weights)\)( \d+)?", re.DOTALL)
CHUNK = 1 << 20  # bytes
DEEPEST = 2  # folders below that of a model
ENDINGS = (*READ_ENDINGS, ".npy")  # .npy: of the graph beside a model
MANY_HASHES = 256
UNREADABLE = (OSError, CheckpointError)


@dataclass(frozen=True)
class ModelReference:
    """A model of a project. `token` is in its states in the place of the model's key here."""

    token: str
    title: str
    hash: str  # of its weights; "" where they could not be read
    size: int = 0  # bytes of its weights
    name: str = ""  # of a bundled model
    path: str = ""  # of its folder, from that of the project file
    hub: str = ""  # its id on the hub
    architecture: str = ""  # a person's choice, where config.json names none
    number: int = -1  # of its folder in the project file; -1 where it is not inside
    base: str = ""  # what an adapter calls the model that it changes

    @classmethod
    def from_json(cls, data: JSON) -> Self:
        """Raises ValueError."""
        if not isinstance(data, Mapping) or not {one.name for one in fields(cls)} >= set(data):
            raise ValueError("it names a model in an unknown way")
        numbers = {"size", "number"}
        for name, value in data.items():
            if isinstance(value, bool) or not isinstance(value, int if name in numbers else str):
                raise ValueError(f"{name} of a model has a value of the wrong kind")
        if not {"token", "title", "hash"} <= set(data):
            raise ValueError("a model has no name or no hash")
        if not HASH.fullmatch(data["hash"]):
            raise ValueError("the hash of a model is none")
        reference = cls(**data)
        if reference.token != reference.name and not TOKEN.fullmatch(reference.token):
            raise ValueError("a model has a name that none has")
        return reference

    def to_json(self) -> dict[str, JSON]:
        """Without `base` where there is none, as versions write and read it that know none."""
        return {name: value for name, value in asdict(self).items() if name != "base" or value}


@dataclass(frozen=True)
class LocatedModel:
    """The place of a project's model on this computer."""

    reference: ModelReference
    key: str  # in the library
    folder: str
    hash: str
    bundled: bool = False

    @property
    def differs(self) -> bool:
        """Whether its weights are others than those of the project."""
        return bool(self.hash and self.reference.hash) and self.hash != self.reference.hash


def weights_hash(folder: Path) -> str:
    """The beginning of the SHA-256 of all weight files, as captions have it; "" if unreadable."""
    return _hash(folder, file_stamps(folder))


@lru_cache(maxsize=MANY_HASHES)
def _hash(folder: Path, written: tuple[object, ...]) -> str:
    try:
        adapter = read_adapter(folder) if is_adapter(folder) else None
        source = folder if adapter is None else adapter.base
        digest = hashlib.sha256(b"" if adapter is None else adapter.hashed_settings)
        parts = sorted(path.parent for path in source.glob(f"*/{CONFIG_FILE}"))
        parts = [source, *(one for one in parts if any(one.glob("*.safetensors")))]
        files = [path for part in parts for path in weight_files(part)]
        for path in [*files, *([] if adapter is None else [adapter.weights])]:
            with path.open("rb") as file:
                while chunk := file.read(CHUNK):
                    digest.update(chunk)
    except UNREADABLE:
        return ""
    return digest.hexdigest()[:HASH_DIGITS]


# ---- writing


def find_referenced(data: JSON, entries: Sequence[ModelEntry]) -> list[ModelEntry]:
    """The models whose keys occur anywhere in JSON."""
    used = {adapted_key(text) for text in strings(data)}
    return [entry for entry in entries if entry.key in used]


def reference_to(
    entry: ModelEntry, project: Path, tokens: Sequence[str], architecture: str
) -> ModelReference:
    """How a model opens elsewhere; `tokens` are in use already."""
    digest = weights_hash(entry.folder)
    bundled = entry.origin == "bundled"
    stem = f"{entry.title} ({digest or 'no weights'})"
    numbered = (f"{stem} {number}" for number in range(2, len(tokens) + 3))
    token = next(one for one in (stem, *numbered) if one not in tokens)
    return ModelReference(
        token=entry.key if bundled else token,
        title=entry.title,
        hash=digest,
        size=entry.size_bytes,
        name=entry.name if bundled else "",
        path="" if bundled else _relative(entry.folder, project.parent),
        hub=entry.repo_id or "",
        architecture=architecture,
        base=_base_of(entry),
    )


def _base_of(entry: ModelEntry) -> str:
    """How the base of an adapter is called here, else by itself; "" of any other model."""
    if entry.adapter == entry.folder:
        return model_name(source_folder(entry.folder))
    named = PurePath(entry.needed_base or "")
    return named.name if named.is_absolute() else entry.needed_base or ""


def _relative(folder: Path, start: Path) -> str:
    """Return a relative path with slashes on every system; "" on another drive of Windows."""
    try:
        return PurePath(os.path.relpath(folder, start.absolute())).as_posix()
    except ValueError:
        return ""


def model_files(folder: Path, depth: int = DEEPEST) -> Iterator[tuple[str, Path]]:
    """What belongs to a model, by its name in the folder; not the checkpoints of its training."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name == CHECKPOINTS:
            continue
        if path.is_file() and (path.suffix in ENDINGS or path.name in LOG_FILES):
            yield path.name, path
        elif path.is_dir() and depth:
            inside = model_files(path, depth - 1)
            yield from ((f"{path.name}/{name}", file) for name, file in inside)


def files_inside(entry: ModelEntry) -> Iterator[tuple[str, Path]]:
    """What belongs to a model in a project file, by its name there; of an adapter also its base."""
    yield from model_files(entry.folder)
    if entry.adapter == entry.folder and not (entry.folder / BASE_FOLDER).is_dir():
        for name, path in model_files(source_folder(entry.folder), DEEPEST - 1):
            yield f"{BASE_FOLDER}/{name}", path


def bytes_of(entries: Sequence[ModelEntry]) -> int:
    """The size of these models in a project file."""
    files = (path for entry in entries for _, path in files_inside(entry))
    return sum(path.stat().st_size for path in files)


# ---- names in states


def strings(data: JSON) -> Iterator[str]:
    """Every text in JSON, names in objects included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from data
        for value in data.values():
            yield from strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from strings(value)


def rename_models(data: JSON, names: Mapping[str, str]) -> JSON:
    """JSON in which every text that is one of the names is replaced.

    A model whose adapter is switched off is so by its other name, too.
    """
    if isinstance(data, str):
        ending = BASE if data not in names and is_switched_off(data) else ""
        name = data.removesuffix(ending)
        return names[name] + ending if name in names else data
    if isinstance(data, Mapping):
        return {
            rename_models(name, names): rename_models(value, names) for name, value in data.items()
        }
    return (
        [rename_models(value, names) for value in data] if isinstance(data, list | tuple) else data
    )


# ---- opening


def locate(
    reference: ModelReference, project: Path, entries: Sequence[ModelEntry]
) -> Generator[Progress, None, LocatedModel | None]:
    """The model with the same weights; else another in its place, unless its own are inside."""
    others: list[LocatedModel] = []
    for entry in _candidates(reference, project, entries):
        yield Progress(tr("Reading {reference}", reference=reference.title))
        bundled = entry.origin == "bundled"
        digest = weights_hash(entry.folder)
        model = LocatedModel(reference, entry.key, str(entry.folder), digest, bundled)
        if not model.differs:
            return model
        others.append(model)
    return None if reference.number >= 0 else next(iter(others), None)


def _candidates(
    reference: ModelReference, project: Path, entries: Sequence[ModelEntry]
) -> Iterator[ModelEntry]:
    """Yield the models that may be meant, the most likely first.

    Models elsewhere are candidates only if their weights have the same hash.
    """
    if reference.name:
        named = (one for one in entries if one.origin == "bundled" and one.name == reference.name)
        yield from (entry for entry in named if entry.problem is None)
        return
    places = [project.parent / reference.path] if reference.path else []
    if reference.hub and (snapshot := find_cached(reference.hub)) is not None:
        places.append(snapshot)
    for place in places:
        if (entry := usable(place, reference.architecture)) is not None:
            yield entry
    for entry in entries:
        alike = entry.problem is None and entry.size_bytes == reference.size
        if alike and weights_hash(entry.folder) == reference.hash:
            yield entry


def usable(folder: Path, architecture: str) -> ModelEntry | None:
    """The model in a folder; None where there is none that can be used."""
    try:
        return Library(architecture=architecture).usable(str(folder))
    except (UserError, OSError):
        return None
