"""Byte-level BPE in the layouts of today's decoders gives the ids of the library."""

import json
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from models.tokenization import open_tokenizer
from models.tokenization.steps import steps
from tests.models.tokenization.samples import CORPUS

WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def split(pattern: str) -> dict[str, Any]:
    regex = {"Regex": pattern}
    return {"type": "Split", "pattern": regex, "behavior": "Isolated", "invert": False}


BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
DIGITS = {"type": "Digits", "individual_digits": True}
OPENING = {"id": "<|begin_of_text|>", "ids": [0], "tokens": ["<|begin_of_text|>"]}
TEMPLATE = {
    "type": "TemplateProcessing",
    "single": [
        {"SpecialToken": {"id": "<|begin_of_text|>", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
    ],
    "pair": [
        {"SpecialToken": {"id": "<|begin_of_text|>", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "<|begin_of_text|>", "type_id": 1}},
        {"Sequence": {"id": "B", "type_id": 1}},
    ],
    "special_tokens": {"<|begin_of_text|>": OPENING},
}


def layouts() -> dict[str, tuple[dict[str, Any], dict[str, str]]]:
    """What tokenizer.json and tokenizer_config.json have by family: Llama 3, Qwen2, SmolLM2."""
    opening = {"type": "Sequence", "processors": [BYTES, TEMPLATE]}
    cut = {"type": "Sequence", "pretokenizers": [split(WORDS), BYTES]}
    one_by_one = split(WORDS.replace("{1,3}", ""))
    return {
        "llama3": (
            {"pre_tokenizer": cut, "post_processor": opening, "ignore_merges": True},
            {"bos_token": "<|begin_of_text|>", "eos_token": "<|endoftext|>"},
        ),
        "qwen2": (
            {
                "normalizer": {"type": "NFC"},
                "pre_tokenizer": {"type": "Sequence", "pretokenizers": [one_by_one, BYTES]},
                "post_processor": BYTES,
            },
            {"eos_token": "<|endoftext|>", "pad_token": "<|endoftext|>"},
        ),
        "smollm2": (
            {
                "pre_tokenizer": {
                    "type": "Sequence",
                    "pretokenizers": [DIGITS, {**BYTES, "use_regex": True}],
                },
                "post_processor": None,
            },
            {"bos_token": "<|endoftext|>", "eos_token": "<|endoftext|>"},
        ),
    }


def published(folder: Path, name: str) -> tokenizers.Tokenizer:
    """A folder with a tokenizer of this layout, and its tokenizer."""
    changes, config = layouts()[name]
    library = tokenizers.ByteLevelBPETokenizer()
    special = ["<|begin_of_text|>", "<|endoftext|>"]
    library.train_from_iterator(CORPUS, 400, special_tokens=special, show_progress=False)
    content = json.loads(library.to_str())
    content["model"]["ignore_merges"] = changes.pop("ignore_merges", False)
    content.update(changes)
    path = folder / "tokenizer.json"
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    return tokenizers.Tokenizer.from_file(str(path))


@pytest.mark.parametrize("name", layouts())
def test_ids_are_those_of_the_library_and_steps_end_at_them(
    name: str, tmp_path: Path, hard_text: str
) -> None:
    library = published(tmp_path, name)
    ours = open_tokenizer(tmp_path)
    assert ours.family == "byte_bpe"
    for text in (hard_text, "In 1984, it's 12345 won: 서울은 é."):
        assert ours.encode(text).ids.tolist() == library.encode(text).ids
        assert ours.decode(library.encode(text).ids) == library.decode(
            library.encode(text).ids, skip_special_tokens=False
        )
        found = [(p.id, p.start, p.end) for word in steps(ours, text) for p in word.pieces]
        assert found == list(ours.cut(text).pieces)
    ours.save(tmp_path / "saved")
    assert open_tokenizer(tmp_path / "saved").hash == ours.hash


def test_the_opening_token_stands_before_each_text(tmp_path: Path) -> None:
    published(tmp_path, "llama3")
    ours = open_tokenizer(tmp_path)
    assert ours.encode("Paris", "Seoul").tokens.count("<|begin_of_text|>") == 2
    assert ours.bos_id == 0
