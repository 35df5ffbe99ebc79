"""Which files an export writes: into which folder, under which names, whole or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count, product
from pathlib import Path

from explorer.core.errors import UserError
from explorer.core.files import write
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.ui.export.choices import FORMATS, ExportChoices, Format
from explorer.ui.export.layout import DrawnFigure, PageLayout, lay_out
from explorer.ui.export.writers import encode
from models.runtime.generators import finished

FORBIDDEN = '/\\:*?"<>|'  # in the names of files, of all the systems together
JOINERS = "\u200c\u200d"  # invisible, but part of Persian words and of emoji
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # to Windows
MAX_NAME_BYTES = 200  # file systems allow 255; a number and an ending are added
OTHER_FOLDER = tr("Choose another folder.")


def paths_of(
    figures: Sequence[DrawnFigure], folder: Path, formats: Sequence[Format]
) -> list[tuple[DrawnFigure, Format, Path]]:
    """The files of all figures, one figure after the other."""
    pairs = product(figures, formats)
    return [(figure, ending, folder / f"{figure.name}.{ending}") for figure, ending in pairs]


def already_there(
    figures: Sequence[DrawnFigure], folder: Path, formats: Sequence[Format]
) -> list[Path]:
    """What would be replaced."""
    return [path for *_, path in paths_of(figures, folder, formats) if os.path.lexists(path)]


def with_free_names(
    figures: Sequence[DrawnFigure], folder: Path, formats: Sequence[Format]
) -> list[DrawnFigure]:
    """The figures under names that are free in all formats: attention, else attention-2 …"""
    free = []
    for figure in figures:
        endings = chain([""], (f"-{number}" for number in count(2)))
        named = (replace(figure, name=figure.name + ending) for ending in endings)
        free.append(next(one for one in named if not already_there([one], folder, formats)))
    return free


def folder_of(written: str) -> Path:
    """A typed folder, which need not exist; relative ones are in the home folder.

    Raises UserError where no file can be written there.
    """
    if not written.strip():
        raise UserError(tr("No folder is chosen."), tr("Choose where the files shall go."))
    if not _can_be_path(written):
        raise UserError(tr("The folder holds a character that no path can hold."), OTHER_FOLDER)
    folder = _absolute(written)
    there = _nearest_existing(folder)
    if not there.is_dir():
        raise UserError(
            tr("{folder} cannot be written ({there} is a file).", folder=folder, there=there),
            OTHER_FOLDER,
        )
    if not os.access(there, os.W_OK | os.X_OK):
        raise UserError(
            tr("{folder} cannot be written (permission denied).", folder=folder), OTHER_FOLDER
        )
    return folder


def _can_be_path(written: str) -> bool:
    """Whether the system can encode it: no half of a character, and no zero byte."""
    try:
        return b"\0" not in os.fsencode(written)
    except UnicodeEncodeError:
        return False


def _absolute(written: str) -> Path:
    """A typed path; relative ones begin in the home folder, not in the working folder."""
    return Path.home() / os.path.expanduser(written.strip())


def nearest(written: str) -> Path:
    """Where a file dialog opens: the folder typed, or the nearest above it that exists."""
    return _nearest_existing(_absolute(written)) if _can_be_path(written) else Path.home()


def _nearest_existing(path: Path) -> Path:
    return next(filter(os.path.exists, (path, *path.parents)), Path.home())


def name_of(written: str) -> str:
    """The typed name of a figure's files, without an ending. Raises UserError."""
    name = written.strip()
    for ending in FORMATS:
        if name.lower().endswith(f".{ending}"):
            name = name[: -len(ending) - 1].strip()
    if not name.strip("." + JOINERS):
        raise UserError(tr("The figure has no name."), tr("Write a name for its files."))
    visible = name.translate(dict.fromkeys(map(ord, JOINERS)))
    strange = next((c for c in visible if c in FORBIDDEN or not c.isprintable()), None)
    if strange is not None:
        raise UserError(
            tr("The name of a file cannot hold {strange!r}.", strange=strange),
            tr("Write another name."),
        )
    if DEVICES.fullmatch(name):
        raise UserError(
            tr("{name} is the name of a device on some systems.", name=name),
            tr("Write another name."),
        )
    if len(name.encode("utf-8")) > MAX_NAME_BYTES:
        raise UserError(tr("The name is too long for a file."), tr("Write a shorter one."))
    return name


def draw_files(
    figures: Sequence[DrawnFigure],
    folder: Path,
    formats: Sequence[Format],
    choices: ExportChoices,
    layouts: Sequence[PageLayout],
) -> Work:
    """Draw the figures in all formats, then write the files; returns their paths.

    No file is written before all are drawn, so cancelling leaves none. Raises UserError, which
    names the figure.
    """
    laid_out = dict(zip((figure.name for figure in figures), layouts, strict=False))
    files, drawn = paths_of(figures, folder, formats), []
    for number, (figure, file_format, path) in enumerate(files):
        yield Progress(
            tr(
                "Drawing {number} of {files}: {path}",
                number=number + 1,
                files=len(files),
                path=path.name,
            ),
            number,
            len(files),
        )
        try:
            drawn.append((path, encode(figure, laid_out.get(figure.name), file_format, choices)))
        except UserError as error:
            raise UserError(f"{figure.caption.title}: {error.message}", error.hint) from error
    yield Progress(tr("Writing the files"), len(files), len(files))
    for number, (path, data) in enumerate(drawn):
        try:
            write(path, data)
        except UserError as error:
            done = (
                tr(" {number} of {drawn} files are written.", number=number, drawn=len(drawn))
                if number
                else ""
            )
            raise UserError(f"{error.message}{done}", error.hint) from error
    return [path for path, _ in drawn]


def export(
    figure: DrawnFigure, folder: Path, formats: Sequence[Format], choices: ExportChoices
) -> list[Path]:
    """Write the figure in each format, in the window's thread. Raises UserError."""
    layout = lay_out(figure, choices).recorded(choices.palette)
    written: list[Path] = finished(draw_files([figure], folder, formats, choices, [layout]))
    return written
