"""Nothing moves by itself where the system wants no animations."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from explorer.core.jobs.jobs import Progress
from explorer.ui.controls.layouts import JobProgressBar
from explorer.ui.studies.step_bar import StepBar
from explorer.ui.style import motion
from explorer.ui.style.theme import Theme

# A desktop portal on the session bus that says of GNOME's setting what its argument says.
DESKTOP = """
import sys
from PySide6.QtCore import QCoreApplication
from PySide6.QtDBus import QDBusConnection, QDBusVariant, QDBusVirtualObject

class Settings(QDBusVirtualObject):
    def handleMessage(self, message, bus):
        if message.arguments() == ["org.gnome.desktop.interface", "enable-animations"]:
            reply = message.createReply()
            reply.setArguments([QDBusVariant(QDBusVariant(sys.argv[1] == "on"))])
        else:
            reply = message.createErrorReply("org.freedesktop.portal.Error.NotFound", "unknown")
        return bus.send(reply)

    def introspect(self, path):
        return ""

app, settings = QCoreApplication([]), Settings()
bus = QDBusConnection.sessionBus()
bus.registerVirtualObject("/org/freedesktop/portal/desktop", settings)
bus.registerService("org.freedesktop.portal.Desktop")
print("ready", flush=True)
app.exec()
"""
ASK = """
import subprocess, sys
from PySide6.QtGui import QGuiApplication
from explorer.ui.style import motion

app = QGuiApplication([])
desktop = subprocess.Popen([sys.executable, "-c", sys.argv[1], sys.argv[2]], stdout=-1)
desktop.stdout.readline()
print(motion.system_animates())
desktop.terminate()
desktop.wait()
"""


@pytest.mark.skipif(not shutil.which("dbus-run-session"), reason="there is no session bus")
@pytest.mark.parametrize(("setting", "animates"), [("on", "True"), ("off", "False")])
def test_the_setting_of_the_desktop_is_read(setting: str, animates: str) -> None:
    command = ["dbus-run-session", "--", sys.executable, "-c", ASK, DESKTOP, setting]
    root = Path(__file__).parents[4]
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=root, env=env, timeout=60, check=False
    )
    assert done.stdout.split() == [animates], done.stderr


@pytest.mark.parametrize("animates", [True, False])
def test_a_bar_moves_while_nothing_is_counted_only_where_the_system_animates(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch, animates: bool
) -> None:
    monkeypatch.setattr(motion, "system_animates", lambda: animates)
    bar = JobProgressBar(100)
    qtbot.addWidget(bar)
    bar.show_progress(None)
    assert (bar.maximum() == 0) == animates
    bar.show_progress(Progress("Training", 1, 2))
    assert bar.value() == bar.maximum() / 2
    steps = StepBar(Theme("light"), "Step", "")
    qtbot.addWidget(steps)
    assert steps.play.isHidden() != animates
