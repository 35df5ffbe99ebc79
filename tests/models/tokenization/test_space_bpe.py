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
from models.tokenization.steps import Merging, steps
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


# With bytes for what is in no piece ---------------------------------------------------------------

BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
LAYOUTS: dict[str, dict[str, Any]] = {  # how published files write the sign
    "normalizer": {
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Prepend", "prepend": "▁"},
                {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
            ],
        },
        "pre_tokenizer": None,
    },
    "step": {
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Metaspace",
            "replacement": "▁",
            "prepend_scheme": "first",
            "split": False,
        },
    },
    "cut": {  # as Gemma's: signs are there before spaces could be cut at
        "normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"String": " "},
            "behavior": "MergedWithPrevious",
            "invert": False,
        },
    },
}


def with_bytes(folder: Path, layout: str) -> tokenizers.Tokenizer:
    """A tokenizer.json as that of Llama 2, and its tokenizer."""
    library = tokenizers.Tokenizer(
        tokenizers.models.BPE(byte_fallback=True, unk_token="<unk>", fuse_unk=True)
    )
    library.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=600, special_tokens=["<unk>", "<s>", "</s>", *BYTES], show_progress=False
    )
    library.train_from_iterator(CORPUS, trainer)
    library.decoder = tokenizers.decoders.Sequence(
        [
            tokenizers.decoders.Replace("▁", " "),
            tokenizers.decoders.ByteFallback(),
            tokenizers.decoders.Fuse(),
            tokenizers.decoders.Strip(" ", 1, 0),
        ]
    )
    library.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s> $B", special_tokens=[("<s>", 1)]
    )
    content = json.loads(library.to_str())
    content["added_tokens"] = content["added_tokens"][:3]
    content.update(LAYOUTS[layout])
    path = folder / "tokenizer.json"
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    config = {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"}
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    return tokenizers.Tokenizer.from_file(str(path))


@pytest.fixture(params=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_with_bytes_ids_and_text_are_those_of_the_library(
    layout: str, tmp_path: Path, hard_text: str
) -> None:
    library = with_bytes(tmp_path, layout)
    ours = open_tokenizer(tmp_path)
    assert ours.family == "space_bpe"
    theirs = library.encode(hard_text)
    assert ours.encode(hard_text).ids.tolist() == theirs.ids
    pair = library.encode("Paris is", hard_text)
    assert ours.encode("Paris is", hard_text).ids.tolist() == pair.ids
    assert ours.decode(theirs.ids) == library.decode(theirs.ids, skip_special_tokens=False)
    ours.save(tmp_path / "saved")
    assert open_tokenizer(tmp_path / "saved").hash == ours.hash


def test_with_bytes_the_steps_are_word_by_word_and_end_as_in_the_library(
    layout: str, tmp_path: Path, hard_text: str
) -> None:
    with_bytes(tmp_path, layout)
    ours = open_tokenizer(tmp_path)
    words = steps(ours, hard_text)
    found = [(piece.id, piece.start, piece.end) for word in words for piece in word.pieces]
    assert found == list(ours.cut(hard_text).pieces)
    assert all("▁" not in word.word.lstrip("▁") for word in words)


def test_a_character_in_no_piece_is_merged_from_no_bytes_but_written_in_them(
    layout: str, tmp_path: Path
) -> None:
    with_bytes(tmp_path, layout)
    words = steps(open_tokenizer(tmp_path), "Paris 🌱")
    assert [word.word.lstrip("▁") for word in words] == ["Paris", "🌱"]
    assert isinstance(words[1].how, Merging)
    assert words[1].how.symbols == ("▁", "<0xF0>", "<0x9F>", "<0x8C>", "<0xB1>")
    assert not words[1].how.in_bytes
