"""The installation of a built program replaces its own files, and never another's."""

import os
import subprocess
import tomllib
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

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


def test_a_folder_without_a_program_is_refused(tmp_path: Path) -> None:
    done = install(tmp_path, tmp_path / "prefix")
    assert done.returncode == 1
    assert "make package" in done.stderr


def test_the_tools_that_build_a_package_are_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").lower()
    for name in project["project"]["optional-dependencies"]["package"]:
        assert f"\n{name}==" in pinned
