"""mBART's two tokenizers: the code of a language is where the reference puts it."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import transformers

from models.arch.mbart import SPEC
from models.tokenization import open_tokenizer
from models.tokenization.language_codes import LANGUAGE_FIRST, LANGUAGE_LAST
from models.tokenization.unigram import train
from tests.models.tokenization.spiece import model_file

TEXTS = ["The capital of Korea is Seoul.", "한국의 수도는 서울이다.", "Paris is in France."] * 20
SENTENCES = ("The capital of France is Paris.", "서울은 한국의 수도이다.", "in <mask> is")
TEMPLATES = (LANGUAGE_LAST, LANGUAGE_FIRST)
templates = pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.published_class)
OPENING = [("<unk>", 0.0), ("<s>", 0.0), ("</s>", 0.0)]
PIECES = [
    ("▁", -2.0),
    ("▁the", -3.0),
    ("▁is", -4.0),
    ("▁in", -4.5),
    ("▁수도", -5.0),
    ("이다", -5.5),
]
LETTERS = [(one, -8.0) for one in "Tthecapiolfrns.서울은한국의"]
ALL_PIECES = [*OPENING, *PIECES, *LETTERS]


def reference(template: Any, language: str, folder: Path) -> Any:
    """The reference's tokenizer of a SentencePiece file, in the rows of its converter."""
    converters: Any = importlib.import_module("transformers.convert_slow_tokenizer")
    name = template.published_class
    converter = getattr(converters, name.replace("Tokenizer", "Converter"))
    rows = [SimpleNamespace(piece=piece, score=score) for piece, score in ALL_PIECES]
    vocab = converter.vocab(None, SimpleNamespace(pieces=rows))
    theirs = getattr(transformers, name)(vocab=vocab, src_lang=language)
    theirs.save_pretrained(folder)
    return theirs


@templates
@pytest.mark.parametrize("language", ["en_XX", "ko_KR"])
def test_a_saved_tokenizer_reads_as_it_did(template: Any, language: str, tmp_path: Path) -> None:
    theirs = reference(template, language, tmp_path)
    ours = open_tokenizer(tmp_path, template=SPEC.template)
    for text in SENTENCES:
        assert ours.encode(text).ids.tolist() == theirs(text)["input_ids"]
        assert ours.encode(text, "is").ids.tolist() == theirs(text, "is")["input_ids"]
    ours.save(tmp_path / "again")
    again = transformers.AutoTokenizer.from_pretrained(tmp_path / "again")
    reopened = open_tokenizer(tmp_path / "again", template=SPEC.template)
    for text in SENTENCES:
        assert again(text)["input_ids"] == theirs(text)["input_ids"]
        assert reopened.encode(text).ids.tolist() == theirs(text)["input_ids"]


@templates
def test_a_file_of_sentencepiece_has_the_codes_and_the_mask_last(
    template: Any, tmp_path: Path
) -> None:
    theirs = reference(template, "ko_KR", tmp_path / "theirs")
    (tmp_path / "sentencepiece.bpe.model").write_bytes(model_file(ALL_PIECES, "<unk>"))
    config = {"tokenizer_class": template.published_class, "src_lang": "ko_KR"}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
    ours = open_tokenizer(tmp_path, template=SPEC.template)
    assert ours.vocab_size == len(theirs)
    assert ours.mask_id == ours.vocab_size - 1
    for text in SENTENCES:
        assert ours.encode(text).ids.tolist() == theirs(text)["input_ids"]


def test_a_vocabulary_that_is_learned_has_each_code_once(tmp_path: Path) -> None:
    made = train(TEXTS, 150, template=LANGUAGE_LAST)
    assert made.encode("Paris is").tokens[-2:] == ("</s>", "en_XX")
    made.save(tmp_path)
    again = open_tokenizer(tmp_path, template=SPEC.template)
    assert again.hash == made.hash
    assert again.encode("ko_KR Paris").tokens[0] == "ko_KR"
