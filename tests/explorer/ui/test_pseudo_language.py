"""Every text of the window is marked: with pseudo texts, no plain English is left but data."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.explorer.ui.pseudo_language import left, pseudo

ROOT = Path(__file__).parents[3]


def test_no_panel_and_no_dialog_says_anything_in_plain_english(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.explorer.ui.pseudo_language"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert not found, "\n".join(f"{where[0]}: {text}" for text, where in found.items())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ｔｏｋｅｎｓ of a word", ["word"]),
        ("layers.{i}.norm.weight, bert-mini", []),
        ("프랑스: 0.93", []),
        ("<b>Heads</b> that matter", ["Heads", "that", "matter"]),
    ],
)
def test_words_that_are_no_data_are_found(text: str, expected: list[str]) -> None:
    assert left(text, frozenset({"the"})) == expected


def test_a_pseudo_text_keeps_what_is_filled_in() -> None:
    assert pseudo("{count:,} tokens <b>") == "{count:,} ｔｏｋｅｎｓ <b>"
