"""The composition root of the window: what stands before torch, and what happens where it fails."""

from __future__ import annotations

import ctypes
import linecache
import logging
import os
import sys
import traceback
from types import TracebackType
from typing import TYPE_CHECKING

from explorer.core.state.program import program

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from explorer.ui.window.main_window import MainWindow

NO_DISPLAY = (
    "There is no display for the window; `{program} figures` draws without one, and "
    "`xvfb-run {program}` gives it a virtual one."
)
EXIT_USER_ERROR = 2
NO_CURSOR_LIBRARY = (
    "Qt needs the system library libxcb-cursor0 to open a window here: install it "
    "(`sudo apt install libxcb-cursor0` on Debian and Ubuntu), or use `{program} figures`."
)
# Platforms of Qt that draw without a display server.
HEADLESS = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")

log = logging.getLogger(__name__)


def why_no_window() -> str:
    """What keeps Qt from opening a window, or nothing; asked before Qt, which would abort."""
    if sys.platform != "linux":
        return ""
    if os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in HEADLESS:
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    if not os.environ.get("DISPLAY"):
        return NO_DISPLAY.format(program=program())
    if _has_library("libxcb-cursor.so.0"):
        return ""
    return NO_CURSOR_LIBRARY.format(program=program())


def _has_library(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def run(argv: list[str] | None = None) -> int:
    """Open the window and stay until it is closed; returns the exit code."""
    if problem := why_no_window():
        print(problem, file=sys.stderr)
        return EXIT_USER_ERROR
    from PySide6.QtWidgets import QApplication

    app = QApplication(argv if argv is not None else sys.argv[:1])
    app.setApplicationName("PLM Explorer")
    window = build_window(app)
    install_excepthook(window)
    window.fit_screen()
    window.show()
    return app.exec()


def build_window(app: QApplication) -> MainWindow:
    """The window with the last session, on the screen's theme; torch loads behind it."""
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

    spare_sources()
    session, message = load_session(session_file())
    library = Library(session.opened, architectures=session.architectures)
    dress = theme.Theme(session.state.theme)
    theme.apply(app, dress.palette)
    context = PanelContext(
        store=Store(session.state),
        library=library,
        engine=Engine(library),
        jobs=JobBridge(Jobs()),
        theme=dress,
    )
    window = MainWindow(context, session, session_file())
    if message:
        window.warn(message)
    return window


def spare_sources() -> None:
    """Keep PySide from reading the source of every module that is imported from here on.

    It looks for its own name in each, to learn where its `__feature__` switches matter, and Python
    remembers what was read: 40 MB once torch is there, 90 MB after all panels, and an eighth of the
    time that torch takes to import. Nothing here uses the switches. The function is private to
    PySide; where it is missing, no more is lost than this.
    """
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        setattr(feature, "_mod_uses_pyside", lambda module: False)  # noqa: B010
    linecache.clearcache()


def install_excepthook(window: MainWindow) -> None:
    """What no one caught is our mistake: it is logged and shown, and the window goes on."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        log.error("unexpected error\n%s", details)
        window.show_bug(f"{kind.__name__}: {error}", details)

    sys.excepthook = hook
