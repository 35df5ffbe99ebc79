"""Pictures of the whole window, each panel light and dark.

python -m explorer.commands.look --out look
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.core.state.defaults import models_for

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from explorer.ui.window.main_window import MainWindow

SIZE = (1440, 900)
THEMES = ("light", "dark")
PATIENCE_S = 120.0  # for the first panel, which loads torch and the models
SETTLE_S = 0.15  # for what is painted after the answer


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pictures; returns the exit code."""
    arguments = _parser().parse_args(argv)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="plm-explorer-look-") as home:
        os.environ["PLM_EXPLORER_HOME"] = home  # the session of the user stays as it is
        return _shoot(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m explorer.commands.look", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("look"), help="folder (default: look)")
    parser.add_argument("--panels", nargs="*", help="names of panels (default: all)")
    parser.add_argument("--models", nargs="*", help="names or folders (default: the usual ones)")
    parser.add_argument("--text", help="the sentence (default: the usual one)")
    parser.add_argument("--themes", nargs="*", choices=THEMES, default=list(THEMES))
    return parser


def _shoot(arguments: argparse.Namespace) -> int:
    from PySide6.QtWidgets import QApplication

    from explorer.app import EXIT_USER_ERROR, build_window

    app = QApplication(sys.argv[:1])
    window = build_window(app)
    window.resize(*SIZE)
    if arguments.text:
        window.store.update(text=arguments.text)
    known = [panel.spec.name for panel in window.catalog.panels]
    names = arguments.panels or known
    try:
        if unknown := set(names) - set(known):
            print(f"No such panel: {', '.join(unknown)}. There are: {', '.join(known)}.")
            return EXIT_USER_ERROR
        window.show()
        window.start()
        for name in names:
            for theme in arguments.themes:
                models = tuple(arguments.models or models_for(name))
                window.store.update(panel=name, theme=theme, models=models)
                print(_shot(app, window, name, theme, arguments.out))
    finally:
        window.close()
    return 0


def _shot(app: QApplication, window: MainWindow, name: str, theme: str, out: Path) -> Path:
    """The visible panel, after its answer."""
    deadline = time.monotonic() + PATIENCE_S
    panel = window.panel(name)
    theme_of_window = window.context.theme
    while (panel.busy or not theme_of_window.is_settled) and time.monotonic() < deadline:
        app.processEvents()
        time.sleep(0.005)
    settled = time.monotonic() + SETTLE_S
    while time.monotonic() < settled:
        app.processEvents()
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{name}-{theme}.png"
    window.grab().save(str(path))
    return path


if __name__ == "__main__":
    sys.exit(main())
