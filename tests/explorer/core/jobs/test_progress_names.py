"""Lines of progress name models as the window does: the key of an own folder is a path."""

import re
from pathlib import Path

import explorer
from explorer.core.readable import model_name

PROGRESS = re.compile(r"Progress\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
KEY = re.compile(r"key=key\b|\{key[}!:]")


def test_the_name_of_an_own_folder_is_its_last_part() -> None:
    assert model_name("/home/someone/models/my bert") == "my bert"
    assert model_name("bert-mini") == "bert-mini"


def test_no_line_of_progress_shows_a_key_as_it_is() -> None:
    core = Path(explorer.__file__).parent
    left = [
        f"{path.name}: {call}"
        for path in core.rglob("*.py")
        for call in PROGRESS.findall(path.read_text(encoding="utf-8"))
        if KEY.search(call.replace("{key}", "", 1) if "key=model_name(key)" in call else call)
    ]
    assert not left
