"""A tokenizer.json cannot fill the memory."""

import json
from pathlib import Path
from typing import Any

import pytest

from models.runtime.resources import resource
from models.tokenization import open_tokenizer
from models.tokenization.growth import MAX_GROWTH, check_growth


def replace(pattern: str, content: str, kind: str = "String") -> dict[str, Any]:
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


def sequence(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"normalizer": {"type": "Sequence", "normalizers": list(steps)}}


@pytest.mark.parametrize("folder", sorted(resource("checkpoints").iterdir()), ids=lambda f: f.name)
def test_every_bundled_tokenizer_keeps_its_steps(folder: Path) -> None:
    path = folder / "tokenizer.json"
    if path.is_file():
        check_growth(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "content",
    [
        sequence(*[replace("a", "a" * 10)] * 5),
        sequence(*[replace("", "ab")] * 20),
        sequence(*[replace("a*", "a", "Regex")] * 20),
        sequence(*[replace("a+*", "a", "Regex")] * 20),
        sequence(*[replace(r"b\Ka", "bab", "Regex")] * 20),
        sequence(*[{"type": "ByteLevel"}] * 9),
        sequence(*[{"type": "Lowercase"}] * 101),
        {"normalizer": {"type": "Prepend", "prepend": "a" * MAX_GROWTH}},
        {"decoder": {"type": "Sequence", "decoders": [replace("a", "aaa")] * 9}},
        {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "ByteLevel"}] * 9}},
        {"model": {"type": "WordPiece", "max_input_chars_per_word": 10**9}},
    ],
)
def test_steps_that_could_fill_the_memory_are_rejected(content: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"times as long|steps|max_input_chars"):
        check_growth(content)


def test_many_steps_that_do_not_lengthen_a_text_are_kept() -> None:
    shorter = [replace(r"\s{2,}|[\n\r\t]", " ", "Regex"), replace("``", '"')]
    check_growth(sequence(*shorter * 30))


def test_the_folder_with_such_a_tokenizer_is_named(tmp_path: Path) -> None:
    source = resource("checkpoints", "bert-mini", "tokenizer.json")
    content = json.loads(source.read_text(encoding="utf-8"))
    content |= sequence(*[replace("a", "a" * 10)] * 20)
    (tmp_path / "tokenizer.json").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match=r"tokenizer\.json is broken .*times as long"):
        open_tokenizer(tmp_path)
