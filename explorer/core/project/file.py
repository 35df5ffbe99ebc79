"""Project files: a zip of JSON, pictures, results, and models if a person wants them inside.

Nothing in it is unpickled, and nothing is written under a name that the file gives.
"""

from __future__ import annotations

import json
import re
import shutil
import zipfile
import zlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from explorer.core.errors import UserError
from explorer.core.files import cannot_write, write
from explorer.core.jobs.jobs import Progress
from explorer.core.library.adapters import adapted_key
from explorer.core.library.library import ModelEntry
from explorer.core.localization import message, tr
from explorer.core.project import ENDING
from explorer.core.project.models import (
    CHUNK,
    ENDINGS,
    LocatedModel,
    ModelReference,
    files_inside,
    find_referenced,
    locate,
    reference_to,
    rename_models,
    strings,
    usable,
    weights_hash,
)
from explorer.core.project.results import (
    RESULT_NAME,
    ForeignResults,
    foreign_results,
    result_files,
)
from explorer.core.project.workspace import Workspace
from explorer.core.report.entries import PICTURE_NAME, report_from_json, report_to_json
from explorer.core.state.session import state_from_json, state_to_json
from explorer.core.state.settings import home
from explorer.core.state.state import JSON
from models.checkpoints.folders import LOG_FILES
from models.runtime.files import MAX_BYTES, replace_file, shorten_message, temporary_path
from models.schema.parsing import parse_object

FORMAT, VERSION = "plm-explorer project", 1
MAIN, PICTURES, MODELS = "project.json", "figures", "models"
UNPACKED = "project-models"  # folder of models that came inside project files
MAX_STEM = 60  # characters of a model's title in the name of its folder
MOST_FILES = 20_000
MOST_CONTENT = 1_000_000_000  # bytes of all but models, unpacked
STEM = r"[^/\\:\x00-\x1f.][^/\\:\x00-\x1f]*"  # of a file or folder; never hidden, never ".."
MODEL_NAME = re.compile(rf"{MODELS}/(\d{{1,3}})/((?:{STEM}/){{0,2}}{STEM})")
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
    *(ValueError, RecursionError, KeyError),
)
DAMAGED = tr("{name} is damaged: {why}.")
ASK_AGAIN = tr("Nothing was changed. Get the file again from where it came from.")


@dataclass(frozen=True)
class OpenedProject:
    """A project with the keys that its models have here, and what a person should know of it."""

    work: Workspace
    located: tuple[LocatedModel, ...]
    remarks: tuple[str, ...] = ()


# ---- writing


Stamp = tuple[int, int] | None  # of a file, None where there is none


def stamp(path: Path) -> Stamp:
    """Changes when a file is written again."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def check_own(path: Path, known: Stamp) -> None:
    """Raises UserError for a file that another program wrote, or wrote again since `known`."""
    written = stamp(path)
    if written is None or (is_project(path) and known in (None, written)):
        return
    raise UserError(
        tr("{path} was written by another program since it was opened here.", path=path.name),
        tr("Nothing was changed. Use “Save project as…” to choose a name, or to replace it."),
    )


def save_project(
    path: Path,
    work: Workspace,
    entries: Sequence[ModelEntry],
    architectures: Mapping[str, str],
    *,
    inside: bool,
) -> Generator[Progress, None, Stamp]:
    """Write the file whole or not at all; returns its stamp. Raises UserError.

    `architectures` as of the library; `inside`: whether models that are not bundled go into it.
    """
    data = {"state": state_to_json(work.state), "report": report_to_json(work.report)}
    yield Progress(tr("Reading the models of the project"))
    references, folders = yield from _references(path, work, data, entries, architectures)
    packed = [token for token, entry in folders.items() if inside and entry.problem is None]
    if inside:
        numbers = {token: number for number, token in enumerate(packed)}
        references = [replace(one, number=numbers.get(one.token, -1)) for one in references]
    tokens = {folder.key: token for token, folder in folders.items()}
    main = {
        "format": FORMAT,
        "version": VERSION,
        **rename_models(data, tokens),
        "models": [reference.to_json() for reference in references],
    }
    models = [folders[token] for token in packed]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replace_file(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
            yield from _write(archive, main, work, models)
    except OSError as error:
        raise cannot_write(path, error) from error
    return stamp(path)


def _references(
    path: Path,
    work: Workspace,
    data: JSON,
    entries: Sequence[ModelEntry],
    architectures: Mapping[str, str],
) -> Generator[Progress, None, tuple[list[ModelReference], dict[str, ModelEntry]]]:
    """Return references to all models in the states, and the models not bundled by token."""
    used = {adapted_key(text) for text in strings(data)}
    references = [reference for reference in work.missing if reference.token in used]
    folders: dict[str, ModelEntry] = {}
    for entry in find_referenced(data, entries):
        yield Progress(tr("Reading {entry}", entry=entry.title))
        taken = [reference.token for reference in references]
        chosen = architectures.get(str(entry.folder), "")
        reference = reference_to(entry, path, taken, chosen)
        references.append(reference)
        if not reference.name:
            folders[reference.token] = entry
    return references, folders


def _write(
    archive: zipfile.ZipFile, main: JSON, work: Workspace, models: Sequence[ModelEntry]
) -> Generator[Progress, None, None]:
    def add(name: str, content: bytes) -> None:
        archive.writestr(name, content, zipfile.ZIP_DEFLATED)

    yield Progress(tr("Writing the project"))
    text = json.dumps(main, ensure_ascii=False, indent=1)
    add(MAIN, text.encode("utf-8", "backslashreplace"))
    for name, svg in work.report.pictures.items():
        add(f"{PICTURES}/{name}", svg.encode())
    for name, path in result_files().items():
        yield Progress(tr("Writing results"))
        add(name, path.read_bytes())
    for number, entry in enumerate(models):
        for name, path in files_inside(entry):
            yield Progress(
                tr("Writing {entry}", entry=entry.title), number, len(models), unit="models"
            )
            member = f"{MODELS}/{number}/{name}"
            if MODEL_NAME.fullmatch(member):
                archive.write(path, member, zipfile.ZIP_STORED)


# ---- reading


def open_project(
    path: Path, entries: Sequence[ModelEntry]
) -> Generator[Progress, None, OpenedProject]:
    """Read a project, its models and results. Raises UserError, and then nothing was changed."""
    yield Progress(tr("Reading {path}", path=path.name))
    try:
        with zipfile.ZipFile(path) as archive:
            main = _main(archive, path)
            _check_members(archive)
            work, references = _work(archive, main, path)
            results = foreign_results(_contents(archive, RESULT_NAME))
            with _undone_on_failure() as written:  # all was read before anything is written
                located = yield from _locate_models(archive, references, path, entries, written)
                work = _replace_model_tokens(work, references, located)
                _write_results(results, written)
    except BROKEN as error:
        why = shorten_message(message(str(error)).strip("'\".") or type(error).__name__)
        raise UserError(DAMAGED.format(name=path.name, why=why), ASK_AGAIN) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(
            tr("{path} cannot be read ({reason}).", path=path, reason=reason), tr("Check the file.")
        ) from error
    missing = [one for one in references if one.token not in {m.reference.token for m in located}]
    remarks = (*_remarks(located), *_remarks_on_bases(missing), *results.remarks)
    return OpenedProject(work, located, remarks)


@contextmanager
def _undone_on_failure() -> Iterator[list[Path]]:
    """Collects files and folders that are new; a block that fails or is stopped leaves none."""
    written: list[Path] = []
    try:
        yield written
    except BaseException:
        for path in reversed(written):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            path.unlink(missing_ok=True)
            _remove_empty(path.parent)
        raise


def _remove_empty(folder: Path) -> None:
    """A folder of the program that nothing is left in, and those around it."""
    with suppress(OSError):  # it is not empty
        while folder != home().parent:
            if folder.is_dir():
                folder.rmdir()
            folder = folder.parent


def _write_results(results: ForeignResults, written: list[Path]) -> None:
    for path, content in results.files.items():
        written.append(path)
        write(path, content)


def is_project(path: Path) -> bool:
    """Whether the program wrote a file: it may be replaced without a question."""
    try:
        with zipfile.ZipFile(path) as archive:
            main = parse_object(_read(archive, MAIN).decode("utf-8"))
    except (OSError, *BROKEN):
        return False
    return main.get("format") == FORMAT and main.get("version") == VERSION


def _main(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    """project.json, of this version. Raises UserError, and those of BROKEN."""
    if MAIN not in archive.namelist():
        raise _foreign(path)
    main = parse_object(_read(archive, MAIN).decode("utf-8"), finite=True)
    version = main.get("version")
    if main.get("format") != FORMAT or not isinstance(version, int) or version < 1:
        raise _foreign(path)
    if version > VERSION:
        raise UserError(
            tr(
                "{path} was written by a newer version of PLM Explorer (its format is {version}; "
                "this program reads {newest}).",
                path=path.name,
                version=version,
                newest=VERSION,
            ),
            tr("Nothing was changed. Install the newer version to open it."),
        )
    return main


def _foreign(path: Path) -> UserError:
    return UserError(
        tr("{path} is no project of PLM Explorer.", path=path.name),
        tr("Nothing was changed. Choose a {ending} file.", ending=ENDING),
    )


def _check_members(archive: zipfile.ZipFile) -> None:
    """Raises ValueError for a name, a size or a packing that no project has."""
    members = archive.infolist()
    if len(members) > MOST_FILES or len({one.filename for one in members}) < len(members):
        raise ValueError("it holds too many files, or two of one name")
    unpacked = 0
    for member in members:
        is_model = _is_model_file(member.filename)
        if not (is_model or _is_content(member.filename)):
            raise ValueError(f"it holds {member.filename[:80]!r}, which no project has")
        if is_model and member.compress_type != zipfile.ZIP_STORED:
            raise ValueError("a model in it is packed in an unknown way")
        unpacked += 0 if is_model else member.file_size
        if unpacked > MOST_CONTENT or (not is_model and member.file_size > MAX_BYTES):
            raise ValueError("unpacked, it would be larger than any project")


def _is_model_file(name: str) -> bool:
    fits = MODEL_NAME.fullmatch(name) is not None
    return fits and (name.endswith(ENDINGS) or name.rpartition("/")[2] in LOG_FILES)


def _is_content(name: str) -> bool:
    folder, _, file = name.rpartition("/")
    is_picture = folder == PICTURES and PICTURE_NAME.fullmatch(file) is not None
    return name == MAIN or is_picture or RESULT_NAME.fullmatch(name) is not None


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """A file of the archive, at most as large as it says. Raises ValueError if that is too much."""
    if archive.getinfo(name).file_size > MAX_BYTES:
        raise ValueError(f"unpacked, {name} would be larger than any file of its kind")
    return archive.read(name)


def _contents(archive: zipfile.ZipFile, names: re.Pattern[str]) -> dict[str, bytes]:
    return {name: _read(archive, name) for name in archive.namelist() if names.fullmatch(name)}


def _work(
    archive: zipfile.ZipFile, main: Mapping[str, Any], path: Path
) -> tuple[Workspace, list[ModelReference]]:
    """Raises ValueError."""
    state, report, models = (main.get(name) for name in ("state", "report", "models"))
    if not (isinstance(state, dict) and isinstance(report, dict) and isinstance(models, list)):
        raise ValueError("its project.json is incomplete")

    def picture(name: str) -> str:
        return _read(archive, f"{PICTURES}/{name}").decode("utf-8")

    references = list(map(ModelReference.from_json, models))
    if len({one.token for one in references}) < len(references):
        raise ValueError("it names two models alike")
    work = Workspace(state_from_json(state), report_from_json(report, picture), str(path))
    return work, references


def _replace_model_tokens(
    work: Workspace, references: Sequence[ModelReference], located: Sequence[LocatedModel]
) -> Workspace:
    """Replace the tokens of models by their keys on this computer. Raises ValueError."""
    keys = {model.reference.token: model.key for model in located}
    missing = tuple(one for one in references if one.token not in keys)
    return replace(work, missing=missing).rename_keys(keys)


def _locate_models(
    archive: zipfile.ZipFile,
    references: Sequence[ModelReference],
    path: Path,
    entries: Sequence[ModelEntry],
    written: list[Path],
) -> Generator[Progress, None, tuple[LocatedModel, ...]]:
    """Locate the models; unpack those that are not on this computer and add them to `written`."""
    located = []
    for reference in references:
        model = yield from locate(reference, path, entries)
        if model is None and reference.number >= 0:
            model = yield from _unpack(archive, reference, written)
        if model is not None:
            located.append(model)
    return tuple(located)


def _unpack(
    archive: zipfile.ZipFile, reference: ModelReference, written: list[Path]
) -> Generator[Progress, None, LocatedModel]:
    """Write a model that is inside into the user's folder. Raises ValueError, UserError."""
    stem = re.sub(r"[^\w.-]+", "-", reference.title).strip("-.")[:MAX_STEM] or "model"
    first = home() / UNPACKED / f"{stem}-{reference.hash}"
    further = (first.with_name(f"{first.name}-{number}") for number in count(2))
    places = chain([first], further)
    folder = next(p for p in places if not p.exists() or weights_hash(p) == reference.hash)
    if not folder.exists():
        written.append(folder)
        try:
            yield from _copy_model(archive, reference, folder)
        except OSError as error:
            raise cannot_write(folder, error) from error
    entry = usable(folder, reference.architecture)
    if entry is None:
        raise ValueError(f"the model {reference.title} in it cannot be used")
    return LocatedModel(reference, entry.key, str(entry.folder), reference.hash)


def _copy_model(
    archive: zipfile.ZipFile, reference: ModelReference, folder: Path
) -> Generator[Progress, None, None]:
    """There is the whole model, with the hash that the project names, or nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = temporary_path(folder.parent)
    try:
        for member in archive.infolist():
            name = MODEL_NAME.fullmatch(member.filename)
            if name is None or int(name[1]) != reference.number:
                continue
            yield Progress(tr("Unpacking {reference}", reference=reference.title))
            target = building / name[2]
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as source, target.open("wb") as file:
                shutil.copyfileobj(source, file, CHUNK)
        if not building.is_dir() or weights_hash(building) != reference.hash:
            raise ValueError(f"the weights of {reference.title} in it are not those that it names")
        building.rename(folder)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _remarks(located: Sequence[LocatedModel]) -> Iterator[str]:
    """What may make the pictures others than those of the person who saved the project."""
    for model in located:
        if model.differs:
            yield tr(
                "The weights of {title} here are not those of the project ({here} instead of "
                "{hash}), so pictures may differ.",
                title=model.reference.title,
                here=model.hash,
                hash=model.reference.hash,
            )


def _remarks_on_bases(missing: Sequence[ModelReference]) -> Iterator[str]:
    """Which models adapters need that are not on this computer."""
    for one in missing:
        if one.base:
            yield tr(
                "{title} is an adapter of {base}, and both are needed to open it.",
                title=one.title,
                base=shorten_message(one.base, MAX_STEM),
            )
