"""Opens the window, or says in one sentence why that cannot be."""

from __future__ import annotations

import os
import sys

from explorer.core.errors import UserError

DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
NO_DISPLAY = (
    "There is no display to open the window on: write its pictures to files with "
    "`python main.py figures --out DIR`, or run it under `xvfb-run`."
)


def run() -> int:
    """Open the window and stay until it is closed. Raises UserError."""
    if not has_display():
        raise UserError(NO_DISPLAY)
    try:
        from explorer.app import main
    except ImportError as error:
        if (error.name or "").startswith("explorer"):
            raise  # our mistake
        raise UserError(
            f"Qt cannot be loaded ({error}).",
            "Install the packages that the README lists; the commands in "
            "`python main.py --help` work without it, except `figures`.",
        ) from error
    return main()


def has_display() -> bool:
    """Windows and macOS always have one; elsewhere the environment names it."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in DISPLAY_VARIABLES)
