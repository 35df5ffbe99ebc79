"""Messages that leave the window by themselves, once a person had the time to read them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from explorer.ui.controls.layouts import create_single_shot_timer

REMARK_MS, WARNING_MS = 10_000, 30_000  # that a message stays


def leave_after(message: QWidget, delay_ms: int, leave: Callable[[], object]) -> QTimer:
    """Call `leave` after a time, which begins again while the message may be in use.

    It is in use while the pointer is over it or the focus in it, and nobody can have read it while
    another window is active.
    """

    def on_timeout() -> None:
        focus = QApplication.focusWidget()
        focused = focus is not None and message.isAncestorOf(focus)
        if message.isActiveWindow() and not message.underMouse() and not focused:
            leave()
        else:
            timer.start()

    timer = create_single_shot_timer(message, delay_ms, on_timeout)
    timer.start()
    return timer
