"""SentencePiece's own file gives the ids of the tokenizer.json that says the same."""

import base64
import json
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from models.tokenization import open_tokenizer
from tests.models.tokenization.samples import FRAMINGS, HARD_TEXTS, framed_as

NORMAL, UNKNOWN, CONTROL = 1, 2, 3
UNIGRAM, BPE = 1, 2
CLASSES = ("AlbertTokenizer", "DebertaV2Tokenizer", "T5Tokenizer", "XLNetTokenizer")
CASED = {"do_lower_case": False, "keep_accents": True}


def varint(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])


def message(field: int, content: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(content)) + content


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def model_file(
    pieces: Iterable[tuple[str, float]], unknown: str, kind: int = UNIGRAM, charsmap: bytes = b""
) -> bytes:
    """What SentencePiece writes, with a field that nobody knows in between."""
    content = b""
    for name, score in pieces:
        sort = UNKNOWN if name == unknown else CONTROL if score == 0 else NORMAL
        piece = message(1, name.encode()) + varint(2 << 3 | 5) + struct.pack("<f", score)
        content += message(1, piece + (b"" if sort == NORMAL else number(3, sort)))
    content += message(2, message(1, b"corpus.txt") + number(3, kind))
    return content + message(99, b"?") + message(3, message(2, charsmap))


def tokenizer_file(class_name: str, folder: Path) -> dict[str, Any]:
    """The tokenizer.json of a small tokenizer of a class."""
    framed_as(class_name).save(folder / "json")
    content: dict[str, Any] = json.loads((folder / "json" / "tokenizer.json").read_text())
    return content


def write_model(class_name: str, folder: Path, **options: Any) -> Path:
    """A folder with the file alone, without what transformers would add to it."""
    vocabulary = tokenizer_file(class_name, folder)["model"]["vocab"]
    framing = FRAMINGS[class_name]
    added = {*framing.extra, "[MASK]"} if class_name != "XLNetTokenizer" else set()
    target = folder / "model"
    target.mkdir()
    pieces = [(name, score) for name, score in vocabulary if name not in added]
    written = model_file(pieces, framing.roles["unk"], **options)
    (target / "spiece.model").write_bytes(written)
    (target / "tokenizer_config.json").write_text(json.dumps(CASED))
    return target


@pytest.mark.parametrize("class_name", CLASSES)
def test_pieces_are_those_of_the_tokenizer_file(class_name: str, tmp_path: Path) -> None:
    expected = framed_as(class_name)
    found = open_tokenizer(write_model(class_name, tmp_path))
    for name, text in HARD_TEXTS.items():
        if "specials" not in name:
            assert found.encode(text).tokens == expected.encode(text).tokens


@pytest.mark.parametrize("class_name", CLASSES)
def test_the_class_is_told_from_the_special_tokens(class_name: str, tmp_path: Path) -> None:
    framing = open_tokenizer(write_model(class_name, tmp_path)).framing
    assert framing.published_class == class_name
    assert framing.single == FRAMINGS[class_name].single


def test_the_mask_of_deberta_and_the_sentinels_of_t5_come_last(tmp_path: Path) -> None:
    deberta = open_tokenizer(write_model("DebertaV2Tokenizer", tmp_path / "d"))
    t5 = open_tokenizer(write_model("T5Tokenizer", tmp_path / "t"))
    assert deberta.mask_id == deberta.vocab_size - 1
    assert t5.vocabulary.sentinel_ids == tuple(range(t5.vocab_size - 1, t5.vocab_size - 101, -1))
    assert t5.encode("a <extra_id_0> b").tokens.count("<extra_id_0>") == 1


@pytest.mark.parametrize("class_name", ["AlbertTokenizer", "XLNetTokenizer"])
def test_albert_and_xlnet_keep_a_comma_apart_from_a_number(class_name: str, tmp_path: Path) -> None:
    pieces = [(name, 0.0) for name in FRAMINGS[class_name].roles.values()]
    pieces += [("▁1984,", -1.0), ("▁1984", -5.0), (",", -5.0)]
    unique = dict(pieces)
    (tmp_path / "spiece.model").write_bytes(model_file(unique.items(), "<unk>"))
    found = open_tokenizer(tmp_path)
    assert found.tokens(found.encode_ids(["1984,"])[0]) == ["▁1984", ","]


@pytest.mark.parametrize("class_name", CLASSES)
def test_what_was_opened_is_saved_and_opens_alike(class_name: str, tmp_path: Path) -> None:
    found = open_tokenizer(write_model(class_name, tmp_path))
    found.save(tmp_path / "again")
    assert open_tokenizer(tmp_path / "again").hash == found.hash


def test_a_file_is_read_to_its_end_or_not_at_all(tmp_path: Path) -> None:
    folder = write_model("T5Tokenizer", tmp_path)
    whole = (folder / "spiece.model").read_bytes()
    for length in (len(whole) // 2, 1, 0):
        (folder / "spiece.model").write_bytes(whole[:length])
        with pytest.raises(ValueError, match=r"spiece.model is no Unigram model .*Fetch the file"):
            open_tokenizer(folder)


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    folder = write_model("T5Tokenizer", tmp_path, kind=BPE)
    with pytest.raises(ValueError, match=r"of another kind, such as BPE"):
        open_tokenizer(folder)


def test_a_damaged_character_map_is_refused(tmp_path: Path) -> None:
    folder = write_model("T5Tokenizer", tmp_path, charsmap=base64.b64decode("////"))
    with pytest.raises(ValueError, match="character map is damaged"):
        open_tokenizer(folder)


def test_pieces_of_no_known_class_are_refused(tmp_path: Path) -> None:
    written = model_file([("<unk>", 0.0), ("▁a", -1.0)], "<unk>")
    (tmp_path / "spiece.model").write_bytes(written)
    with pytest.raises(ValueError, match="those of no model here"):
        open_tokenizer(tmp_path)
