"""Where the program keeps what belongs to a person: settings, session, own models."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HOME_VARIABLE = "PLM_EXPLORER_HOME"
TITLE = "PLM Explorer"
FOLDER = "plm-explorer"  # where folders are written in lower case


def home() -> Path:
    """The person's folder: PLM_EXPLORER_HOME, or the usual place of the platform. Not created."""
    if chosen := os.environ.get(HOME_VARIABLE):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return _from_environment("APPDATA", Path.home() / "AppData" / "Roaming") / TITLE
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / TITLE
    return _from_environment("XDG_DATA_HOME", Path.home() / ".local" / "share") / FOLDER


def session_file() -> Path:
    return home() / "session.json"


def runs_folder() -> Path:
    """One folder for each model that was trained here."""
    return home() / "runs"


def _from_environment(variable: str, fallback_stream: Path) -> Path:
    value = os.environ.get(variable, "")
    return Path(value) if Path(value).is_absolute() else fallback_stream
