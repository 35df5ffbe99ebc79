"""OPUS-MT's tokenizer: pieces of two languages, of which one is cut with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from tokenizers import pre_tokenizers

from models.arch.marian import SPEC
from models.tokenization import open_tokenizer
from tests.models.tokenization.spiece import BPE, model_file

SOURCE = [("<unk>", 0.0), ("<s>", 0.0), ("</s>", 0.0)]
SOURCE += [("▁", -3.0), ("▁the", -2.0), ("▁is", -2.5), ("▁capital", -4.0), ("s", -3.5)]
SOURCE += [(letter, -6.0) for letter in "abcdefghiklnoprtu.SP"]
TARGET = ["▁수도", "이다", "▁서울", "▁thecapital", "한", "▁한국", "국"]
VOCABULARY = ["</s>", "<unk>", ">>kor<<", *TARGET, *(name for name, _ in SOURCE[3:]), "<pad>"]
SENTENCES = ("the capital is paris.", "the is the", "Seoul is a capital", "qqq is")


def write_folder(folder: Path, **options: Any) -> None:
    (folder / "source.spm").write_bytes(model_file(SOURCE, "<unk>", **options))
    ids = {name: number for number, name in enumerate(VOCABULARY)}
    (folder / "vocab.json").write_text(json.dumps(ids), encoding="utf-8")


def expected_ids(text: str) -> list[int]:
    """What the reference does: cut with the pieces of the source, then look each one up."""
    cutter = tokenizers.Tokenizer(tokenizers.models.Unigram(SOURCE, 0, False))
    cutter.pre_tokenizer = pre_tokenizers.Metaspace()
    pieces = cutter.encode(text, add_special_tokens=False).tokens
    return [VOCABULARY.index(one if one in VOCABULARY else "<unk>") for one in pieces] + [0]


@pytest.mark.parametrize("declared", [True, False])
def test_ids_are_those_of_the_reference(declared: bool, tmp_path: Path) -> None:
    write_folder(tmp_path)
    ours = open_tokenizer(tmp_path, template=SPEC.template if declared else None)
    assert ours.vocab_size == len(VOCABULARY)
    for text in SENTENCES:
        assert ours.encode(text).ids.tolist() == expected_ids(text)


def test_no_text_is_cut_into_a_piece_of_the_other_language(tmp_path: Path) -> None:
    write_folder(tmp_path)
    ours = open_tokenizer(tmp_path, template=SPEC.template)
    assert "▁thecapital" not in ours.encode("thecapital").tokens
    assert ours.encode("한").tokens[-2] == "한"  # a letter that has an id keeps it


def test_the_code_of_a_language_is_one_token(tmp_path: Path) -> None:
    write_folder(tmp_path)
    ours = open_tokenizer(tmp_path, template=SPEC.template)
    assert ours.encode(">>kor<< the capital").tokens == (">>kor<<", "▁the", "▁capital", "</s>")


def test_what_is_written_is_joined_to_words(tmp_path: Path) -> None:
    write_folder(tmp_path)
    ours = open_tokenizer(tmp_path, template=SPEC.template)
    ids = [VOCABULARY.index(name) for name in ("▁서울", "▁수도", "이다")]
    assert ours.decode(ids) == "서울 수도이다"


def test_what_is_saved_opens_alike(tmp_path: Path) -> None:
    write_folder(tmp_path)
    ours = open_tokenizer(tmp_path, template=SPEC.template)
    ours.save(tmp_path / "again")
    again = open_tokenizer(tmp_path / "again", template=SPEC.template)
    for text in SENTENCES:
        assert again.encode(text).ids.tolist() == ours.encode(text).ids.tolist()


def test_what_is_missing_or_of_another_kind_is_said(tmp_path: Path) -> None:
    write_folder(tmp_path, kind=BPE)
    with pytest.raises(ValueError, match=r"source\.spm is no Unigram model .*: BPE"):
        open_tokenizer(tmp_path, template=SPEC.template)
    (tmp_path / "vocab.json").unlink()
    with pytest.raises(ValueError, match=r"source\.spm without vocab\.json"):
        open_tokenizer(tmp_path, template=SPEC.template)
    (tmp_path / "vocab.json").write_text('{"<unk>": 0, "a": 7}', encoding="utf-8")
    with pytest.raises(ValueError, match="does not number its pieces"):
        open_tokenizer(tmp_path, template=SPEC.template)
