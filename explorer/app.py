"""The composition root of the window: it builds the window, and handles errors that nothing caught.

Nothing here imports torch.
"""

from __future__ import annotations

import ctypes
import linecache
import logging
import os
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from explorer.core.localization import language, tr
from explorer.core.state.program import program

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from explorer.ui.window.main_window import MainWindow

NO_DISPLAY = tr(
    "There is no display for the window; `{program} figures` works without one, and "
    "`xvfb-run {program}` gives it a virtual one."
)
EXIT_USER_ERROR = 2
NO_LIBRARIES = tr(
    "Qt needs {packages} of the system to open a window here: run `sudo apt install {packages}` "
    "(on Debian and Ubuntu), or use `{program} figures`."
)
# What Qt's plugin for X11 loads that the other libraries of a screen do not bring, and the package
# of Debian and Ubuntu that each is in.
X11_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
# Platforms of Qt that draw without a display server.
HEADLESS = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")

log = logging.getLogger(__name__)


def why_no_window() -> str:
    """Why Qt cannot open a window, or ""; Qt itself would abort the process."""
    if sys.platform != "linux":
        return ""
    if os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in HEADLESS:
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    if not os.environ.get("DISPLAY"):
        return NO_DISPLAY.format(program=program())
    missing = [package for name, package in X11_LIBRARIES.items() if not _has_library(name)]
    return NO_LIBRARIES.format(packages=" ".join(missing), program=program()) if missing else ""


def _has_library(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def run(argv: list[str] | None = None, project: Path | None = None, device: str = "") -> int:
    """Open the window, with a project if one is given; returns the exit code once it is closed.

    `device` is that of `Engine`.
    """
    if problem := why_no_window():
        print(problem, file=sys.stderr)
        return EXIT_USER_ERROR
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from models.runtime.resources import resource

    app = QApplication(argv if argv is not None else sys.argv[:1])
    app.setApplicationName("PLM Explorer")
    translate_qt(app)
    app.setDesktopFileName("plm-explorer")  # the menu entry whose icon a desktop shows
    app.setWindowIcon(QIcon(str(resource("icons", "program.svg"))))
    window = build_window(app, device)
    install_excepthook(window)
    app.installEventFilter(window.drops)
    window.fit_screen()
    window.show()
    if project is not None:
        window.projects.open_file(project)
    return app.exec()


def translate_qt(app: QApplication) -> None:
    """The words of Qt's own dialogs, and how it writes numbers."""
    from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

    QLocale.setDefault(QLocale(language()))
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{language()}", folder):
        app.installTranslator(translator)


def build_window(app: QApplication, device: str = "") -> MainWindow:
    """The window with the last session; torch loads after it is visible."""
    from explorer.core.engine.engine import Engine
    from explorer.core.jobs.jobs import Jobs
    from explorer.core.library.library import Library
    from explorer.core.state.session import load_session
    from explorer.core.state.settings import session_file
    from explorer.core.state.state import Store
    from explorer.ui.panel_base.context import PanelContext
    from explorer.ui.panel_base.job_bridge import JobBridge
    from explorer.ui.style import theme
    from explorer.ui.window.main_window import MainWindow

    skip_source_scan()
    session, message = load_session(session_file())
    library = Library(session.opened, architectures=session.architectures, bases=session.bases)
    window_theme = theme.Theme(session.state.theme)
    theme.apply(app, window_theme.palette)
    context = PanelContext(
        store=Store(session.state),
        library=library,
        engine=Engine(library, device),
        jobs=JobBridge(Jobs()),
        theme=window_theme,
    )
    window = MainWindow(context, session, session_file())
    if message:
        window.warn(message)
    return window


def skip_source_scan() -> None:
    """Stop PySide from reading the source of every module that is imported from now on.

    It searches each for its `__feature__` switches, which are unused here, and Python caches the
    sources: 40 MB with torch, 90 MB with all panels, and an eighth of the import time of torch. The
    function is private to PySide; without it only this saving is lost.
    """
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        setattr(feature, "_mod_uses_pyside", lambda module: False)  # noqa: B010
    linecache.clearcache()


def install_excepthook(window: MainWindow) -> None:
    """An exception that nothing caught is our bug: log it and open a dialog; the window stays."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        log.error("unexpected error\n%s", details)
        window.show_bug(f"{kind.__name__}: {error}", details)

    sys.excepthook = hook
