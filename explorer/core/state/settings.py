"""The folders of the user: session and trained models."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HOME_VARIABLE = "PLM_EXPLORER_HOME"
TITLE = "PLM Explorer"
FOLDER = "plm-explorer"  # on platforms with lower-case folders


def home() -> Path:
    """The user's folder: PLM_EXPLORER_HOME, or the usual place of the platform. Not created."""
    if chosen := os.environ.get(HOME_VARIABLE):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return _from_environment("APPDATA", Path.home() / "AppData" / "Roaming") / TITLE
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / TITLE
    return _from_environment("XDG_DATA_HOME", Path.home() / ".local" / "share") / FOLDER


def caches_folder() -> Path:
    """Return the folder of tokenized texts, which the next run reuses."""
    return home() / "cache"


def session_file() -> Path:
    return home() / "session.json"


def language_file() -> Path:
    """The chosen language of the interface; not in the session, whose messages need it."""
    return home() / "language.json"


def runs_folder() -> Path:
    """One folder for each model that was trained here."""
    return home() / "runs"


def _from_environment(variable: str, default: Path) -> Path:
    value = os.environ.get(variable, "")
    return Path(value) if Path(value).is_absolute() else default
