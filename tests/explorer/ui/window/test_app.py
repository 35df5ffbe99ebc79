"""Starting the program: without a display, before torch, and after a mistake of ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from explorer import app
from explorer.commands import look
from explorer.ui.dialogs.bug import BugDialog
from explorer.ui.window.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[4]


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter at the repository's root."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_without_a_display_one_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert app.run([]) == 2
    said = capsys.readouterr().err.strip()
    assert "figures" in said
    assert "xvfb-run" in said
    assert len(said.splitlines()) == 1


def test_a_display_is_found_by_its_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", "")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert not app.why_no_window()


def test_a_missing_library_of_the_screen_is_named_by_its_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    libraries = {"libc.so.6": "libc6", "libno-such.so.1": "libno-such1"}
    monkeypatch.setattr(app, "X11_LIBRARIES", libraries)
    assert "`sudo apt install libno-such1`" in app.why_no_window()
    assert "libc6" not in app.why_no_window()
    del libraries["libno-such.so.1"]
    assert not app.why_no_window()


def test_the_window_is_on_the_screen_before_torch_is_imported() -> None:
    done = python(
        "import sys\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from explorer.app import build_window\n"
        "app = QApplication([])\n"
        "window = build_window(app)\n"
        "window.show()\n"
        "assert window.isVisible()\n"
        "assert 'torch' not in sys.modules\n"
        "window.close()\n",
        QT_QPA_PLATFORM="offscreen",
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.expects_log_warnings
def test_what_no_one_caught_is_shown_and_the_window_goes_on(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    app.install_excepthook(window)
    try:
        raise ValueError("unexpected")
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    dialogs = window.findChildren(BugDialog)
    assert len(dialogs) == 1
    assert "ValueError: unexpected" in dialogs[0].details
    assert window.isVisible()
    dialogs[0].accept()


def test_a_picture_of_an_unknown_panel_is_rejected_and_the_session_stays(
    tmp_path: Path, plm_explorer_home: Path
) -> None:
    code = (
        "import sys\n"
        "from explorer.commands.look import main\n"
        f"sys.exit(main(['--out', {str(tmp_path / 'look')!r}, '--panels', 'no-such']))\n"
    )
    done = python(code, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2, done.stderr
    assert "No such panel: no-such" in done.stdout
    assert not plm_explorer_home.exists()
    assert not (tmp_path / "look").exists()


def test_the_arguments_of_look_have_defaults() -> None:
    arguments = look._parser().parse_args([])
    assert arguments.themes == ["light", "dark"]
    assert arguments.out == Path("look")


def test_the_window_does_not_hold_the_sources_of_the_libraries_in_memory() -> None:
    done = python(
        "import linecache, sys\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from explorer.app import skip_source_scan\n"
        "skip_source_scan()\n"
        "import torch\n"
        "sys.exit(sum('torch' in name for name in linecache.cache) > 50)"  # torch reads some
    )
    assert done.returncode == 0, done.stderr
