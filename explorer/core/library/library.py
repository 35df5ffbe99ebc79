"""The models on this machine: bundled ones, runs trained here, and opened folders.

Read from the small files of each folder, without torch, so that the window can list them at once.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import index
from pathlib import Path
from typing import Any, Literal, TypeGuard

from explorer.core.errors import UserError
from explorer.core.hub.names import find_cached
from explorer.core.library.adapters import (
    BASE,
    ChosenBases,
    adapted_key,
    check_base,
    is_switched_off,
)
from explorer.core.localization import tr
from explorer.core.state.settings import runs_folder
from models.checkpoints.folders import (
    CHECKPOINTS,
    CONFIG_FILE,
    CheckpointError,
    UnnamedArchitectureError,
    architecture_of,
    model_folder,
    model_name,
    no_config,
    no_tokenizer,
    read_header,
    tokenizer_files,
    weight_files,
    weight_map,
)
from models.checkpoints.foreign.adapter_folders import (
    FOLDER,
    MissingBaseError,
    file_stamps,
    is_adapter,
    read_adapter,
    source_folder,
)
from models.checkpoints.hub_cache import repo_id_of_snapshot
from models.runtime.file_lock import LOCK_FILE
from models.runtime.files import read_object, shorten_message
from models.runtime.resources import resource
from models.schema.parsing import is_number
from models.schema.registry import num_positions

RUN_FILE = "run.json"
FINE_TUNED = "finetuning"  # in it: the recipe of a fine-tuning
NUM_REMEMBERED = 4096  # folders whose files are not read again; with more, all would be

MAX_TITLE = 80  # characters; a run.json may say anything

Origin = Literal["bundled", "own", "opened"]


@dataclass(frozen=True)
class ModelEntry:
    """A model folder in a list. `problem` says why it cannot be used, else None."""

    key: str  # what State.models holds: a bundled name, else the folder's path
    name: str
    title: str
    architecture: str  # the model_type of config.json
    folder: Path
    origin: Origin
    parameters: int | None = None
    metrics: Mapping[str, float] = field(default_factory=dict)
    window: int | None = None  # tokens in a window of the held-out text of these metrics
    tasks: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # metrics, by kind
    size_bytes: int = 0
    num_positions: int | None = None
    problem: str | None = None
    hint: str = ""
    unnamed: bool = False  # the problem is that config.json names no architecture
    needed_base: str | None = None  # the name of the base, where the problem is that there is none
    adapter: Path | None = None  # the folder of its adapter, also where it is switched off
    version: tuple[object, ...] = field(default=(), repr=False)  # changes with the files

    @property
    def repo_id(self) -> str | None:
        """Its id on the hub, where it is in the cache of huggingface_hub."""
        return repo_id_of_snapshot(self.folder)

    @property
    def has_tokenizer(self) -> bool:
        return bool(tokenizer_files(self.tokenizer_folder))

    @property
    def tokenizer_folder(self) -> Path:
        """Where its vocabulary is: of an adapter without one, beside the model that it changes."""
        if tokenizer_files(self.folder):
            return self.folder
        try:
            return source_folder(self.folder)
        except CheckpointError:
            return self.folder

    @property
    def reason(self) -> str:
        """Why it cannot be used, and what can be done; empty where it can."""
        return f"{self.problem} {self.hint}".strip() if self.problem is not None else ""


class UnnamedError(UserError):
    """The files of a folder do not name its architecture; `open_folder` accepts a name."""


class NoBaseError(UserError):
    """The base of an adapter, which calls it `base`, is not found; `open_folder` accepts one."""

    def __init__(self, message: str, hint: str, base: str) -> None:
        super().__init__(message, hint)
        self.base = shorten_message(base, MAX_TITLE)


class Library:
    """The models that can be chosen. Every call reads the folders again.

    `architectures` are the chosen architectures of opened folders, by their paths, if config.json
    names no model_type; `architecture` is that of all other folders. `bases` are the folders of the
    chosen bases of adapters, `base` is the model that all others are added to.
    """

    def __init__(
        self,
        opened: Iterable[str | Path] = (),
        bundled: Path | None = None,
        own: Path | None = None,
        architectures: Mapping[str, str] | None = None,
        architecture: str = "",
        bases: Mapping[str, str] | None = None,
        base: str = "",
    ) -> None:
        self._bases = ChosenBases(bases or {})
        self._base = base
        self._architectures = dict(architectures or {})
        self._architecture = architecture
        self._bundled = bundled or resource("checkpoints")
        self._own = own or runs_folder()
        self._opened = [Path(folder) for folder in opened]

    @property
    def opened_folders(self) -> tuple[str, ...]:
        """The opened folders, for the session."""
        return tuple(str(folder) for folder in self._opened)

    @property
    def architectures(self) -> Mapping[str, str]:
        """The chosen architectures of opened folders, for the session."""
        return self._architectures

    @property
    def bases(self) -> Mapping[str, str]:
        """The chosen bases of adapters by their folders, for the session."""
        return self._bases.by_folder

    def entries(self) -> list[ModelEntry]:
        """Bundled, own and opened models, each in alphabetical order; broken ones as well."""
        entries = [
            *(_entry(folder, "bundled") for folder in _folders(self._bundled)),
            *(_entry(folder, "own") for folder in _folders(self._own)),
            *(self._opened_entry(folder) for folder in sorted(self._opened)),
        ]
        unique = {entry.key: entry for entry in reversed(entries)}
        return [entry for entry in entries if unique[entry.key] is entry]

    def entry(self, key: str) -> ModelEntry:
        """A model by name, folder or a file in it, or by its id on the hub if it is in the cache.

        It need not be in the list. Raises UserError.
        """
        entries = self.entries()
        known = next((entry for entry in entries if key in (entry.key, entry.name)), None)
        if known is not None:
            return known
        if os.path.isdir(_folder(key)) or os.path.isfile(_folder(key)):
            return self._opened_entry(_real(key))
        if is_switched_off(key):
            return self._switched_off_entry(self.entry(adapted_key(key)), entries)
        if (snapshot := find_cached(key)) is not None:
            return self._opened_entry(_real(snapshot))
        names = ", ".join(entry.name for entry in entries if entry.problem is None)
        raise UserError(
            tr("There is no model {key!r}.", key=key),
            tr("Give the folder of a model, or one of these: {names}.", names=names)
            if names
            else tr("Give the folder of a model."),
        )

    def usable(self, key: str) -> ModelEntry:
        """Return the `entry` of a model. Raises UserError, also where the model has a problem."""
        entry = self.entry(key)
        if entry.problem is not None:
            if entry.needed_base is not None:
                raise NoBaseError(entry.problem, entry.hint, entry.needed_base)
            raise (UnnamedError if entry.unnamed else UserError)(entry.problem, entry.hint)
        return entry

    def open_folder(
        self, path: str | Path, architecture: str = "", base: str | Path = ""
    ) -> ModelEntry:
        """Add a folder to the list; `architecture` is for a config.json without a model_type.

        `base` is a model or a folder for an adapter to be added to. Raises UserError if it holds no
        usable model, UnnamedError or NoBaseError if only these are missing.
        """
        folder = _real(path)
        if architecture:
            self._architectures[str(folder)] = architecture
        if base:
            self._bases.choose(folder, self._find_base(base))
        try:
            entry = self.usable(str(folder))
        except UserError:
            self._architectures.pop(str(folder), None)
            self._bases.forget(folder)
            raise
        if entry.origin == "opened" and folder not in self._opened:
            self._opened.append(folder)
        return entry

    def forget(self, key: str) -> None:
        """Remove an opened folder from the list; nothing on disk changes."""
        self._opened = [folder for folder in self._opened if str(folder) != key]
        self._architectures.pop(key, None)
        self._bases.forget(Path(key))

    def check_base(self, folder: Path, base: str) -> None:
        """Raises UserError where an adapter cannot be added to a model, a name or a folder."""
        check_base(folder, self._find_base(base))

    def _find_base(self, base: str | Path) -> ModelEntry:
        return Library(bundled=self._bundled, own=self._own).usable(str(base))

    def _switched_off_entry(self, entry: ModelEntry, entries: Sequence[ModelEntry]) -> ModelEntry:
        """The model that an adapter changes, in the place of the one that has it."""
        if entry.adapter is None:
            raise UserError(
                tr("{title} has no adapter.", title=entry.title),
                tr("Name it without {ending}.", ending=BASE),
            )
        try:
            folder = read_adapter(entry.adapter).base
        except CheckpointError as error:
            base = replace(entry, problem=error.message, hint=error.hint)
        else:
            listed = (one for one in entries if one.folder == folder)
            base = next(listed, None) or self._opened_entry(folder)
        return replace(
            base,
            key=entry.key + BASE,
            name=entry.name + BASE,
            title=tr("{title} (adapter off)", title=entry.title),
            adapter=entry.adapter,
        )

    def _opened_entry(self, folder: Path) -> ModelEntry:
        if self._base and str(folder) not in self.bases and is_adapter(folder):
            self._bases.choose(folder, self._find_base(self._base))
        return _entry(folder, "opened", self._architectures.get(str(folder), self._architecture))

    def new_run_folder(self, name: str) -> Path:
        """A folder for a run of this name that does not exist yet; it is not created."""
        stem = "".join(c if c.isalnum() or c in "-_." else "-" for c in name).strip("-.") or "run"
        folder, number = self._own / stem, 2
        while folder.exists():
            folder, number = self._own / f"{stem}-{number}", number + 1
        return folder


def _folder(path: str | Path) -> Path:
    """A path with ~ expanded; ~ of an unknown user stays, as in a shell."""
    return Path(os.path.expanduser(path))


def _real(path: str | Path) -> Path:
    """The folder of a model for a path to it or to a file in it, without symbolic links.

    Raises UserError for a file of no such folder.
    """
    try:
        return Path(os.path.realpath(model_folder(_folder(path))))
    except CheckpointError as error:
        raise UserError(error.message, error.hint) from error


def _folders(parent: Path) -> list[Path]:
    try:
        folders = [Path(file.path) for file in os.scandir(parent) if file.is_dir()]
    except OSError:  # it does not exist, or cannot be read
        return []
    return sorted(path for path in folders if path.name[0] not in "._")


def _entry(folder: Path, origin: Origin, architecture: str = "") -> ModelEntry:
    """The model of a folder; its files are read again only after a change."""
    return _read_entry(folder, origin, architecture, file_stamps(folder))


@lru_cache(maxsize=NUM_REMEMBERED)
def _read_entry(
    folder: Path, origin: Origin, architecture: str, stamps: tuple[object, ...]
) -> ModelEntry:
    run = _read_run(folder)
    title, name = run.get("title"), model_name(folder)
    base = ModelEntry(
        key=folder.name if origin == "bundled" else str(folder),
        name=name,
        title=shorten_message(title, MAX_TITLE) if isinstance(title, str) else name,
        architecture=architecture,
        folder=folder,
        origin=origin,
        metrics=_numbers(run.get("metrics")),
        window=_window(run),
        tasks=_tasks(run.get("tasks")),
        version=stamps,
    )
    try:
        return _add_facts(base, run)
    except CheckpointError as problem:
        return replace(
            base,
            problem=problem.message,
            hint=problem.hint,
            unnamed=isinstance(problem, UnnamedArchitectureError),
            needed_base=problem.base if isinstance(problem, MissingBaseError) else None,
        )
    except OSError as error:
        return replace(
            base,
            problem=tr(
                "{path} cannot be read ({error}).",
                path=error.filename or folder,
                error=error.strerror,
            ),
            hint=tr("Make it readable, or choose another folder."),
        )


def _add_facts(base: ModelEntry, run: Mapping[str, Any]) -> ModelEntry:
    """Add the facts from the folder's files. Raises CheckpointError."""
    stated_parameters = run.get("parameters")
    _check_name(base.folder)
    source = source_folder(base.folder)
    config = _read_config(source)
    if config.get("model_type") is not None:
        architecture_of(source, config)
    if not base.has_tokenizer:
        raise no_tokenizer(base.folder)
    holders = weight_map(source)
    counted = sum(_count_parameters(path, holders) for path in weight_files(source))
    config["model_type"] = architecture_of(source, config, base.architecture)
    return replace(
        base,
        architecture=config["model_type"],
        parameters=stated_parameters if _is_count(stated_parameters) else counted,
        num_positions=num_positions(config),
        size_bytes=_size(source) + (0 if source == base.folder else _added_size(base.folder)),
        adapter=_adapter_of(base.folder, run),
    )


def _check_name(folder: Path) -> None:
    """Safetensors and sessions need names in UTF-8. Raises CheckpointError."""
    try:
        str(folder).encode()
    except UnicodeEncodeError as error:
        raise CheckpointError(
            tr("The name of {folder!a} is not UTF-8.", folder=str(folder)),
            tr("Give the folder another name."),
        ) from error


def _read_run(folder: Path) -> dict[str, Any]:
    """The file that training wrote; empty for a foreign or broken file."""
    path = folder / RUN_FILE
    try:
        return read_object(path) if path.is_file() else {}
    except (OSError, ValueError):
        return {}


def _read_config(folder: Path) -> dict[str, Any]:
    path = folder / CONFIG_FILE
    if not folder.is_dir():
        raise CheckpointError(
            tr("{folder} is no longer there.", folder=folder),
            tr("Put it back, or remove it from the list."),
        )
    if not path.is_file() and (folder / CHECKPOINTS).is_dir():
        raise CheckpointError(
            tr("The run in {folder} is not finished.", folder=folder), tr("Resume its training.")
        )
    if not path.is_file() and (folder / LOCK_FILE).is_file():
        raise CheckpointError(
            tr("The run in {folder} has saved nothing yet.", folder=folder),
            tr("Wait for it, train it again, or delete it."),
        )
    if not path.is_file():
        raise no_config(folder)
    try:
        return read_object(path)
    except ValueError as error:
        raise CheckpointError(
            tr("{path} is broken ({error}).", path=path, error=error),
            tr("Download or save it again."),
        ) from error


def _count_parameters(path: Path, holders: Mapping[str, str]) -> int:
    """Numbers in a safetensors file, from its header alone; `holders` as of `weight_map`.

    Raises CheckpointError.
    """
    try:
        header, room = read_header(path)
        tensors = {name: entry for name, entry in header.items() if name != "__metadata__"}
        ends = [index(tensor["data_offsets"][1]) for tensor in tensors.values()]
        count = sum(
            math.prod(map(index, tensor["shape"]))
            for name, tensor in tensors.items()
            if holders.get(name, path.name) == path.name
        )
    except (ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        raise CheckpointError(
            tr("{path} is no readable safetensors file.", path=path),
            tr("Copy or download it again."),
        ) from error
    if max(ends, default=0) > room:
        raise CheckpointError(tr("{path} is cut off.", path=path), tr("Copy or download it again."))
    return count


def _size(folder: Path) -> int:
    """Bytes of the weights, those of a second part in its own subfolder included."""
    parts = [folder, *(path.parent for path in folder.glob(f"*/{CONFIG_FILE}"))]
    return sum(path.stat().st_size for part in parts for path in part.glob("*.safetensors"))


def _adapter_of(folder: Path, run: Mapping[str, Any]) -> Path | None:
    """The folder of the adapter that a model has: its own, or what LoRA wrote in that of a run.

    In a folder of others an adapter would not be in the weights beside it.
    """
    places = (folder, *([folder / FOLDER] if FINE_TUNED in run else []))
    return next(filter(is_adapter, places), None)


def _added_size(folder: Path) -> int:
    """Bytes of the weights of an adapter alone; its base may lie within its folder."""
    return sum(path.stat().st_size for path in folder.glob("*.safetensors"))


def _window(run: Mapping[str, Any]) -> int | None:
    """The length of the training examples, from the recipe."""
    try:
        length = run["recipe"]["schedule"]["length"]
    except (KeyError, TypeError):
        return None
    return length if _is_count(length) else None


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _tasks(tasks: Any) -> dict[str, dict[str, float]]:
    items = tasks.items() if isinstance(tasks, dict) else ()
    return {str(kind): scores for kind, values in items if (scores := _numbers(values))}


def _numbers(metrics: Any) -> dict[str, float]:
    items = metrics.items() if isinstance(metrics, dict) else ()
    return {name: float(value) for name, value in items if is_number(value)}
