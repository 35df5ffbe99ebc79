"""Files of others are read within limits; our own are whole or not there, and leave nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from models.checkpoints.checkpoint import CheckpointError, load
from models.runtime import files
from models.runtime.files import (
    MAX_BYTES,
    MAX_MESSAGE,
    read_bytes,
    read_object,
    replace_file,
    shorten_message,
    temporary_path,
    write_text,
)
from models.tokenization import open_tokenizer
from models.training.recipe import Recipe

NO_PROCESS = 2**22 + 1  # above the largest number that Linux gives to a process


def huge(path: Path) -> None:
    """A file of impossible size, which takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)


READERS: dict[str, Callable[[Path], object]] = {
    "config.json": load,
    "tokenizer.json": open_tokenizer,
    "vocab.json": open_tokenizer,
    "vocab.txt": open_tokenizer,
    "recipe.toml": lambda folder: Recipe.read(folder / "recipe.toml"),
}


@pytest.mark.parametrize("name", READERS)
def test_a_file_far_too_large_is_not_read(name: str, tmp_path: Path) -> None:
    huge(tmp_path / name)
    with pytest.raises(ValueError, match=r"64,000,001 bytes are more than any file of its kind"):
        READERS[name](tmp_path)


def test_an_index_far_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "bert"}')
    huge(tmp_path / "model.safetensors.index.json")
    with pytest.raises(CheckpointError, match="names no weight files"):
        load(tmp_path)


def test_a_run_file_far_too_large_says_nothing_about_a_model(tmp_path: Path) -> None:
    huge(tmp_path / "run.json")
    with pytest.raises(ValueError, match="more than any file of its kind"):
        read_object(tmp_path / "run.json")


def test_what_is_within_the_limit_is_read_to_its_last_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    (tmp_path / "a").write_bytes(b"0123456789")
    assert read_bytes(tmp_path / "a") == b"0123456789"


# Messages -----------------------------------------------------------------------------------------


def test_a_long_text_keeps_its_beginning_and_its_end() -> None:
    text = "/where/it/lies " + "x" * 3000 + " is wrong"
    short = shorten_message(text)
    assert len(short) <= MAX_MESSAGE
    assert short.startswith("/where/it/lies")
    assert short.endswith("is wrong")
    assert shorten_message("short") == "short"


def test_what_a_hostile_file_names_is_not_repeated_whole(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "bert"}')
    index = {"weight_map": {"a": "x" * 3000 + ".safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(CheckpointError) as caught:
        load(tmp_path)
    assert len(str(caught.value)) < 2 * MAX_MESSAGE


# Writing ------------------------------------------------------------------------------------------


def test_a_file_has_the_rights_that_the_person_gives_to_new_files(tmp_path: Path) -> None:
    write_text(tmp_path / "ours", "x")
    (tmp_path / "usual").write_text("x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def run_out_of_room(path: Path, name: str | None) -> None:
    with replace_file(path) as temporary:
        temporary.write_text("new")
        raise OSError(28, "No space left on device", name)


@pytest.mark.parametrize("name", [None, "elsewhere"])
def test_an_error_of_the_disk_names_the_file_and_leaves_the_old_one(
    name: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "ours"
    path.write_text("old")
    with pytest.raises(OSError, match="No space left") as caught:
        run_out_of_room(path, name)
    assert caught.value.filename == (name or str(path))
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("ours", "old")]


def left_after(folder: Path, process: int, host: str = files._HOST) -> Path:
    """Write the partial file that a process killed in the middle of a write leaves."""
    path = folder / f".plm-explorer-{host}-{process}-0123abcd.partial"
    path.write_bytes(b"half")
    return path


def test_what_a_killed_process_left_is_removed_by_the_next_that_writes(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from models.runtime.files import replace_file\n"
        "with replace_file(Path(sys.argv[1]) / 'ours') as temporary:\n"
        "    temporary.write_text('half'); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 1
    write_text(tmp_path / "ours", "whole")
    assert [file.name for file in tmp_path.iterdir()] == ["ours"]


def test_a_folder_that_was_never_finished_is_removed_too(tmp_path: Path) -> None:
    begun = left_after(tmp_path, NO_PROCESS)
    begun.unlink()
    begun.mkdir()
    (begun / "tokenizer.json").touch()
    temporary_path(tmp_path)
    assert not begun.exists()


def test_what_somebody_may_still_write_stays(tmp_path: Path) -> None:
    sleeping = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        others = [
            left_after(tmp_path, sleeping.pid),
            left_after(tmp_path, os.getpid()),
            left_after(tmp_path, NO_PROCESS, host="00000000"),  # of another machine's disk
        ]
        for name in (".plm-explorer", ".config.json.partial", "mine.partial"):
            others.append(tmp_path / name)
            others[-1].touch()
        write_text(tmp_path / "ours", "x")
        assert {*tmp_path.iterdir()} == {*others, tmp_path / "ours"}
    finally:
        sleeping.kill()
        sleeping.wait()


def test_where_processes_cannot_be_asked_for_a_day_is_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    young, old = left_after(tmp_path, NO_PROCESS), left_after(tmp_path, NO_PROCESS + 1)
    long_ago = time.time() - 2 * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    write_text(tmp_path / "ours", "x")
    assert young.exists()
    assert not old.exists()
