"""Starts a built program as a machine without Python packages would, and fails if it does not work.

    python packaging/try_package.py dist/plm-explorer

It runs commands that load a model and draw figures, and opens the window on a virtual screen: Xvfb
and xdotool of the system. Without them the window is left out, and that is said.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

PATIENCE_S = 180.0
TITLE = "PLM Explorer"
DISPLAY = ":97"
FORMATS = ("png", "svg", "pdf", "csv")


def main(argv: list[str]) -> int:
    """Try the program in a folder; returns the exit code."""
    program = (Path(argv[0]) / "plm-explorer").resolve()
    with tempfile.TemporaryDirectory(prefix="plm-explorer-package-") as home:
        bare = {"HOME": home, "PATH": "/nonexistent", "LANG": "C.UTF-8"}
        try_commands(program, bare, Path(home))
        if shutil.which("Xvfb") and shutil.which("xdotool"):
            try_window(program, bare)
        else:
            print("window: not tried, Xvfb or xdotool is missing")
    size = sum(path.stat().st_size for path in program.parent.rglob("*") if path.is_file())
    print(f"The program works; {size / 1e6:,.0f} MB.")
    return 0


def try_commands(program: Path, bare: Mapping[str, str], home: Path) -> None:
    """The list of systems, texts of a model, and figures, with what is packed alone."""
    run(program, bare, "systems")
    run(program, bare, "generate", "--model", "gpt2-mini", "--prompt", "The capital")
    out = home / "figures"
    headless = {**bare, "QT_QPA_PLATFORM": "offscreen"}
    chosen = ("--panels", "tokens", "attention", "--formats", *FORMATS)
    run(program, headless, "figures", "--out", str(out), *chosen)
    written = {path.suffix[1:] for path in out.rglob("*") if path.stat().st_size > 0}
    if missing := set(FORMATS) - written:
        raise SystemExit(f"figures: no {', '.join(sorted(missing))}")


def run(program: Path, environment: Mapping[str, str], *arguments: str) -> None:
    command = [str(program), *arguments]
    done = subprocess.run(command, env=dict(environment), capture_output=True, text=True)
    if done.returncode or not (done.stdout or done.stderr):
        raise SystemExit(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    print(f"{arguments[0]}: works")


def try_window(program: Path, bare: Mapping[str, str]) -> None:
    """The window appears, and stays, until it is closed."""
    screen = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1440x900x24"])
    environment = {**bare, "DISPLAY": DISPLAY}
    started = time.monotonic()
    window = subprocess.Popen([str(program)], env=environment)
    try:
        while not visible_window():
            if window.poll() is not None:
                raise SystemExit(f"window: the program ended with {window.returncode}")
            if time.monotonic() - started > PATIENCE_S:
                raise SystemExit(f"window: none within {PATIENCE_S:.0f} s")
            time.sleep(0.2)
        print(f"window: visible after {time.monotonic() - started:.1f} s")
        time.sleep(20)  # torch, the models and the first panel load
        if window.poll() is not None:
            raise SystemExit(f"window: the program ended with {window.returncode}")
    finally:
        window.terminate()
        window.wait()
        screen.terminate()
        screen.wait()


def visible_window() -> bool:
    """Whether a window with the title of the program is on the virtual screen."""
    command = ["xdotool", "search", "--onlyvisible", "--name", TITLE]
    environment = {**os.environ, "DISPLAY": DISPLAY}
    return subprocess.run(command, env=environment, capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
