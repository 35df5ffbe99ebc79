"""What a person types as a folder or a name is checked before anything is written."""

from pathlib import Path

import pytest

from explorer.core import typed_paths
from explorer.core.errors import UserError
from explorer.core.typed_paths import folder_of, name_of, nearest


def test_a_relative_folder_is_in_the_persons_home() -> None:
    home = Path.home()
    assert folder_of("figures for me") == home / "figures for me"
    assert folder_of("~/figures") == home / "figures"
    assert folder_of("~nobody-of-this-name/figures").is_relative_to(home)


NO_NAMES = ["", "  ", ".png", "..", "a/b", "a\\b", "a:b", "a\tb", "a\0", "a\ud800", "\u202egnp"]


@pytest.mark.parametrize("name", [*NO_NAMES, "그" * 80, "CON", "nul.png", "com1.fig"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(UserError):
        name_of(name, ("png", "svg"))


@pytest.mark.parametrize("folder", ["/tmp/a\0b", "/tmp/a\ud800"])
def test_a_folder_that_no_path_can_name_is_refused(folder: str) -> None:
    with pytest.raises(UserError, match="no path can hold"):
        folder_of(folder)


@pytest.mark.parametrize("folder", ["~\ud800/figures", "~\0", "/tmp/a\ud800"])
def test_choosing_a_folder_begins_somewhere_even_if_no_path_can_hold_what_is_written(
    folder: str,
) -> None:
    assert nearest(folder) == Path.home()


def test_a_folder_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typed_paths.os, "access", lambda path, mode: path != tmp_path)
    with pytest.raises(UserError, match="permission denied"):
        folder_of(str(tmp_path / "new"))
