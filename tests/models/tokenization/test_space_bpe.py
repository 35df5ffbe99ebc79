"""tokenizer.json of BPE whose words begin with a sign, as published Korean models have it."""

import json
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from models.arch import gpt2
from models.checkpoints.checkpoint import load, save
from models.schema.configs import Size
from models.tokenization import open_tokenizer
from tests.models.tokenization.samples import CORPUS

SPECIAL = ["<s>", "</s>", "<usr>", "<pad>", "<sys>", "<unk>", "<mask>", "<unused0>"]


def published(folder: Path, **changes: Any) -> tokenizers.Tokenizer:
    """A folder with a tokenizer.json alone, as the library itself writes it, and its tokenizer."""
    library = tokenizers.SentencePieceBPETokenizer(unk_token="<unk>")
    library.train_from_iterator(CORPUS, 300, special_tokens=SPECIAL, show_progress=False)
    content = json.loads(library.to_str())
    older = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True}
    content.update({"pre_tokenizer": older, "decoder": older})
    content["model"].update(changes)
    path = folder / "tokenizer.json"
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return tokenizers.Tokenizer.from_file(str(path))


def test_ids_are_those_of_the_library_and_offsets_have_whole_characters(
    tmp_path: Path, hard_text: str
) -> None:
    library = published(tmp_path)
    ours = open_tokenizer(tmp_path, template=gpt2.SPEC.template)
    assert ours.family == "space_bpe"
    theirs = library.encode(hard_text)
    found = ours.encode(hard_text)
    assert found.ids.tolist() == theirs.ids
    for (start, end), (first, last) in zip(found.offsets.tolist(), theirs.offsets, strict=True):
        assert start <= first <= last <= end
    assert ours.decode(theirs.ids) == library.decode(theirs.ids, skip_special_tokens=False)


def test_special_tokens_that_no_file_names_are_known_by_their_spelling(tmp_path: Path) -> None:
    published(tmp_path)
    ours = open_tokenizer(tmp_path, template=gpt2.SPEC.template)
    named = {"bos": "<s>", "eos": "</s>", "pad": "<pad>", "unk": "<unk>", "mask": "<mask>"}
    assert ours.template.roles == named
    assert ours.num_special(is_pair=False) == 0
    (tmp_path / "tokenizer_config.json").write_text('{"bos_token": "</s>"}', encoding="utf-8")
    assert open_tokenizer(tmp_path).template.roles == {**named, "bos": "</s>"}


def test_a_file_without_an_unknown_token_says_so(tmp_path: Path) -> None:
    published(tmp_path, unk_token=None)
    with pytest.raises(ValueError, match="names no unknown token"):
        open_tokenizer(tmp_path)


def test_a_folder_of_gpt2_with_it_opens(tmp_path: Path) -> None:
    published(tmp_path)
    tokenizer = open_tokenizer(tmp_path)
    size = Size(tokenizer.vocab_size, 16, num_layers=1, num_heads=2, inner=32, num_positions=32)
    model = gpt2.SPEC.model_class(gpt2.SPEC.config_class.from_size(size))
    save(model, gpt2.SPEC, tmp_path / "model", tokenizer, {"title": "Small"})
    loaded = load(tmp_path / "model")
    assert loaded.tokenizer is not None
    assert loaded.tokenizer.hash == tokenizer.hash
