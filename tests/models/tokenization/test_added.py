"""Tokens that somebody added to a vocabulary have the ids that transformers gives them."""

import json
from pathlib import Path

import pytest
import transformers

from models.tokenization import Tokenizer, open_tokenizer

TEXT = "The covidword of New York <ent> is here."


def vocabulary_of(tokenizer: Tokenizer, folder: Path) -> int:
    """Write the vocabulary alone; returns how many tokens it has."""
    tokenizer.save(folder / "whole")
    model = json.loads((folder / "whole" / "tokenizer.json").read_text())["model"]
    if "merges" in model:
        (folder / "vocab.json").write_text(json.dumps(model["vocab"]))
        merges = "\n".join(" ".join(pair) for pair in model["merges"])
        (folder / "merges.txt").write_text(f"#version: 0.2\n{merges}\n")
    else:
        (folder / "vocab.txt").write_text("\n".join(model["vocab"]) + "\n")
    return len(model["vocab"])


@pytest.mark.parametrize("family", ["uncased", "bytewise"])
@pytest.mark.parametrize("style", ["added_tokens.json", "added_tokens_decoder"])
def test_added_tokens_are_those_of_transformers(
    family: str, style: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    size = vocabulary_of(request.getfixturevalue(family), tmp_path)
    added = {"<ent>": size + 2, "covidword": size, "New York": size + 1}
    settings = {"tokenizer_class": "GPT2Tokenizer" if family == "bytewise" else "BertTokenizer"}
    if style == "added_tokens.json":
        (tmp_path / style).write_text(json.dumps(added))
        special = json.dumps({"additional_special_tokens": ["<ent>"]})
        (tmp_path / "special_tokens_map.json").write_text(special)
    else:
        settings[style] = {
            str(id): {"content": text, "special": text == "<ent>", "normalized": text != "<ent>"}
            for text, id in added.items()
        }
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(settings))
    found = open_tokenizer(tmp_path)
    reference = transformers.AutoTokenizer.from_pretrained(tmp_path)
    assert found.encode(TEXT).ids.tolist() == reference(TEXT)["input_ids"]
    assert {found.id(text) for text in added} == set(added.values())
    assert found.id("<ent>") in found.special_ids


def test_an_added_token_after_a_gap_is_rejected(uncased: Tokenizer, tmp_path: Path) -> None:
    size = vocabulary_of(uncased, tmp_path)
    (tmp_path / "added_tokens.json").write_text(json.dumps({"covidword": size + 5}))
    with pytest.raises(ValueError, match=rf"'covidword' as number {size + 5}.* ends at {size - 1}"):
        open_tokenizer(tmp_path)


@pytest.mark.parametrize("content", ['{"a": "b"}', '{"a": null}'])
def test_broken_lists_of_added_tokens_are_named(
    content: str, uncased: Tokenizer, tmp_path: Path
) -> None:
    vocabulary_of(uncased, tmp_path)
    (tmp_path / "added_tokens.json").write_text(content)
    with pytest.raises(ValueError, match=r"added tokens of .* are broken"):
        open_tokenizer(tmp_path)
