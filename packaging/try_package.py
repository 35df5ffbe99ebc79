"""Starts a built program as a machine without Python packages would, and fails if it does not work.

    python packaging/try_package.py dist/plm-explorer

It runs commands that load a model and draw figures, and opens the window on a virtual screen, with
Xvfb and xdotool of the system. `--no-window` leaves the window out.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 180.0
TITLE = "PLM Explorer"
FORMATS = ("png", "svg", "pdf", "csv")
NEEDED = ("Xvfb", "xdotool")
FROM_WINDOWS = ("SYSTEMROOT", "TEMP")  # without which no program starts there


def main(argv: list[str] | None = None) -> int:
    """Try the program in a folder; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--no-window", action="store_true", help="try the commands alone")
    chosen = parser.parse_args(argv)
    missing = [name for name in NEEDED if not chosen.no_window and not shutil.which(name)]
    if missing:
        parser.error(f"the window needs {' and '.join(missing)}; --no-window leaves it out")
    program = program_in(chosen.folder)
    with tempfile.TemporaryDirectory(prefix="plm-explorer-package-") as home:
        bare = bare_environment(home)
        try_commands(program, bare, Path(home))
        if not chosen.no_window:
            with virtual_screen() as display:
                try_window(program, {**bare, "DISPLAY": display})
    size = sum(path.stat().st_size for path in program.parent.rglob("*") if path.is_file())
    print(f"The program works; {size / 1e6:,.0f} MB.")
    return 0


def program_in(folder: Path) -> Path:
    ending = ".exe" if sys.platform == "win32" else ""
    program = (folder / f"plm-explorer{ending}").resolve()
    if not program.is_file():
        raise SystemExit(f"There is no program in {folder}: run PyInstaller first.")
    return program


def bare_environment(home: str) -> dict[str, str]:
    """The variables of a new user without any program."""
    windows = {name: os.environ[name] for name in FROM_WINDOWS if name in os.environ}
    homes = {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home, "APPDATA": home}
    return {**windows, **homes, "PATH": "/nonexistent", "LANG": "C.UTF-8"}


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
    started = time.monotonic()
    command = [str(program), *arguments]
    done = subprocess.run(command, env=dict(environment), capture_output=True, text=True)
    if done.returncode or not (done.stdout or done.stderr):
        raise SystemExit(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    print(f"{arguments[0]}: works, {time.monotonic() - started:.1f} s")


@contextmanager
def virtual_screen() -> Iterator[str]:
    """The name of a display of its own, for the length of a `with` block."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24"]
    screen = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert screen.stdout is not None
    try:
        number = screen.stdout.readline().strip()
        if not number:
            raise SystemExit("window: Xvfb does not start")
        yield f":{number}"
    finally:
        screen.terminate()
        screen.wait()


def try_window(program: Path, environment: Mapping[str, str]) -> None:
    """The window appears, loads torch from the folder alone, and stays until it is closed."""
    started = time.monotonic()
    window = subprocess.Popen([str(program)], env=dict(environment))

    def wait_until(done: Callable[[], bool], what: str) -> None:
        while not done():
            if window.poll() is not None:
                raise SystemExit(f"window: the program ended with {window.returncode}")
            if time.monotonic() - started > PATIENCE_S:
                raise SystemExit(f"window: not {what} within {PATIENCE_S:.0f} s")
            time.sleep(0.1)
        print(f"window: {what} after {time.monotonic() - started:.1f} s")

    try:
        wait_until(lambda: visible_window(environment["DISPLAY"]), "visible")
        wait_until(lambda: any("libtorch" in path for path in mapped(window.pid)), "with torch")
        settled = time.monotonic() + 10  # the models and the first panel load
        wait_until(lambda: time.monotonic() > settled, "open")
        if foreign := python_outside(program.parent, mapped(window.pid)):
            raise SystemExit(f"window: the program loads {', '.join(foreign)}")
    finally:
        window.terminate()
        window.wait()


def mapped(process: int) -> set[str]:
    """The files in the memory of a process of Linux."""
    lines = Path(f"/proc/{process}/maps").read_text(encoding="utf-8").splitlines()
    return {path for line in lines for path in line.split(maxsplit=5)[5:] if path[0] == "/"}


def python_outside(folder: Path, files: set[str]) -> list[str]:
    """Files of a Python that is not the packed one."""
    outside = [path for path in files if not Path(path).is_relative_to(folder)]
    return sorted(path for path in outside if "python" in path.lower())


def visible_window(display: str) -> bool:
    """Whether a window with the title of the program is on the virtual screen."""
    command = ["xdotool", "search", "--onlyvisible", "--name", TITLE]
    environment = {**os.environ, "DISPLAY": display}
    return subprocess.run(command, env=environment, capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
