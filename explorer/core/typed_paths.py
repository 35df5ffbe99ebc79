"""Folders and names of files as a person types them, checked before anything is written."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from explorer.core.errors import UserError
from explorer.core.localization import tr

FORBIDDEN = '/\\:*?"<>|'  # in the names of files, of all the systems together
JOINERS = "\u200c\u200d"  # invisible, but part of Persian words and of emoji
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # to Windows
MAX_NAME_BYTES = 200  # file systems allow 255; a number and an ending are added
OTHER_FOLDER = tr("Choose another folder.")


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
    """Return the folder for a file dialog: the typed one, or its nearest existing parent."""
    return _nearest_existing(_absolute(written)) if _can_be_path(written) else Path.home()


def _nearest_existing(path: Path) -> Path:
    return next(filter(os.path.exists, (path, *path.parents)), Path.home())


def name_of(written: str, endings: Sequence[str]) -> str:
    """The typed name of a figure's files, without one of these endings. Raises UserError."""
    name = written.strip()
    for ending in endings:
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
