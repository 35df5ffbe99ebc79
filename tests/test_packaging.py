"""The program is built and started without Python; an installation replaces its own files alone."""

import os
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImageReader

from explorer.core.project import ENDING

ROOT = Path(__file__).parents[1]
PACKAGING = ROOT / "packaging"
NAMES = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    folder.mkdir()
    program = folder / "plm-explorer"
    program.write_text("#!/bin/sh\necho first\n", encoding="utf-8")
    program.chmod(0o755)
    return folder


def install(built: Path, prefix: Path) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(PACKAGING / "install.sh"), str(built)]
    environment = {**os.environ, "PREFIX": str(prefix)}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def output(command: Path) -> str:
    return subprocess.run([command], capture_output=True, text=True, check=True).stdout.strip()


def test_an_installation_has_a_command_a_menu_entry_an_icon_and_a_file_type(
    built: Path, tmp_path: Path
) -> None:
    prefix = tmp_path / "prefix"
    assert install(built, prefix).returncode == 0
    assert output(prefix / "bin" / "plm-explorer") == "first"
    share = prefix / "share"
    entry = ConfigParser(interpolation=None)
    entry.read(share / "applications" / "plm-explorer.desktop", encoding="utf-8")
    kind = ElementTree.parse(share / "mime" / "packages" / "plm-explorer.xml").getroot()
    types = {one.get("type") for one in kind.findall("m:mime-type", NAMES)}
    assert set(filter(None, entry["Desktop Entry"]["MimeType"].split(";"))) == types
    assert entry["Desktop Entry"]["Exec"].split()[0] == "plm-explorer"
    assert (share / "icons/hicolor/scalable/apps/plm-explorer.svg").is_file()


def test_a_second_installation_replaces_the_first(built: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    install(built, prefix)
    (built / "plm-explorer").write_text("#!/bin/sh\necho second\n", encoding="utf-8")
    assert install(built, prefix).returncode == 0
    assert output(prefix / "bin" / "plm-explorer") == "second"


@pytest.mark.parametrize("foreign", ["lib/plm-explorer/notes.txt", "bin/plm-explorer"])
def test_what_is_not_an_installation_stays_as_it_is(
    built: Path, tmp_path: Path, foreign: str
) -> None:
    path = tmp_path / "prefix" / foreign
    path.parent.mkdir(parents=True)
    path.write_text("mine", encoding="utf-8")
    done = install(built, tmp_path / "prefix")
    assert done.returncode == 1
    assert "move it away first" in done.stderr
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_folder_without_a_program_is_rejected(tmp_path: Path) -> None:
    done = install(tmp_path, tmp_path / "prefix")
    assert done.returncode == 1
    assert "make package" in done.stderr


def test_the_tools_that_build_a_package_are_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").lower()
    for name in project["project"]["optional-dependencies"]["package"]:
        assert f"\n{name}==" in pinned


def script(
    name: str, *arguments: object, path: str | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PACKAGING / name), *map(str, arguments)]
    environment = {**os.environ, **({} if path is None else {"PATH": path})}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("program.ico", [16, 24, 32, 48, 64, 128, 256]),
        ("program.icns", [32, 64, 128, 256, 512, 1024]),
    ],
)
def test_the_icons_of_windows_and_macos_show_the_drawing_in_each_size(
    tmp_path: Path, name: str, sizes: list[int]
) -> None:
    assert script("icons.py", tmp_path / name).returncode == 0
    reader = QImageReader(str(tmp_path / name))
    pictures = []
    for number in range(reader.imageCount()):
        assert reader.jumpToImage(number)
        pictures.append(reader.read())
    assert [(one.width(), one.height()) for one in pictures] == [(size, size) for size in sizes]
    for one in pictures:
        unit = one.width() / 64  # the drawing is 64 units wide
        colors = [one.pixelColor(int(x * unit), int(y * unit)) for x, y in ((32, 8), (50, 45))]
        assert [color.name() for color in colors] == ["#3a3a94", "#f0a860"]
        assert one.pixelColor(0, 0).alpha() == 0


def test_each_system_opens_projects_by_their_ending() -> None:
    (glob,) = ElementTree.parse(PACKAGING / "plm-explorer.xml").iterfind(".//m:glob", NAMES)
    assert glob.get("pattern") == f"*{ENDING}"
    assert f'New-Item -Force "$classes\\{ENDING}"' in (PACKAGING / "install.ps1").read_text()
    spec = (PACKAGING / "plm-explorer.spec").read_text(encoding="utf-8")
    assert f'"CFBundleTypeExtensions": ["{ENDING[1:]}"]' in spec


def test_a_trial_without_a_virtual_screen_fails_unless_the_window_is_left_out(
    tmp_path: Path,
) -> None:
    done = script("try_package.py", tmp_path, path="/nonexistent")
    assert done.returncode != 0
    assert "the window needs Xvfb and xdotool" in done.stderr
    done = script("try_package.py", tmp_path, "--no-window", path="/nonexistent")
    assert done.returncode != 0
    assert "There is no program" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the trial of the window is for Linux")
@pytest.mark.skipif(
    find_spec("PyInstaller") is None,
    reason="PyInstaller is missing: pip install -c constraints.txt -e '.[package]'",
)
def test_a_built_program_starts_on_a_machine_without_python_packages(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("package", numbered=False)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    places = ["--distpath", str(folder / "dist"), "--workpath", str(folder / "build")]
    spec = str(PACKAGING / "plm-explorer.spec")
    subprocess.run([*command, *places, spec], check=True, cwd=ROOT)
    done = script("try_package.py", folder / "dist" / "plm-explorer")
    assert done.returncode == 0, done.stderr
    assert "window: open" in done.stdout
