"""Decomposed text (NFD) has the pieces of the composed one where SentencePiece composes it."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
import transformers

from models.tokenization import unigram
from models.tokenization.composition import LETTERS, NFC, SYLLABLE, add_composition
from tests.models.tokenization.spiece import model_file
from tests.models.tokenization.test_charsmap import (
    HAS_VALUE,
    IS_VALUE,
    LEADS_TO,
    a_to,
    charsmap,
    encoded,
    tokenizer_json,
)
from tests.models.tokenization.test_sentencepiece import CASED, CLASSES, opened

BLOCK = 256
TEXT = f"{SYLLABLE} {SYLLABLE}"
PIECES = [("<pad>", 0.0), ("<unk>", 0.0), ("▁", -3.0), (f"▁{SYLLABLE}", -1.0), (SYLLABLE, -2.0)]
SPECIAL = (
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "</s>",
    "<s>",
    "<cls>",
    "<sep>",
    "<mask>",
    "<eod>",
    "<eop>",
)


def composing() -> bytes:
    """A map that puts three letters together, whose bytes are each in a block of their own."""
    units, place = {}, 0
    letters = LETTERS.encode()
    for number, byte in enumerate(letters, 1):
        block = BLOCK * number
        units[place] = units.get(place, 0) | ((place ^ block) << LEADS_TO)
        place = block ^ byte
        units[place] = byte
    last = BLOCK * (len(letters) + 1)
    units[place] |= HAS_VALUE | ((place ^ last) << LEADS_TO)
    units[last] = IS_VALUE
    return charsmap(units, f"{SYLLABLE}\0".encode(), last + BLOCK)


def write_model(folder: Path, data: bytes, unknown: str = "<unk>") -> Path:
    folder.mkdir(exist_ok=True)
    pieces = [*PIECES, *((token, 0.0) for token in SPECIAL)]
    (folder / "spiece.model").write_bytes(model_file(pieces, unknown, charsmap=data))
    (folder / "tokenizer_config.json").write_text(json.dumps(CASED))
    return folder


@pytest.mark.parametrize("class_name", CLASSES)
def test_letters_that_the_map_composes_are_read_as_syllables(
    class_name: str, tmp_path: Path
) -> None:
    unknown = "[UNK]" if class_name == "DebertaV2Tokenizer" else "<unk>"
    tokenizer = opened(write_model(tmp_path, composing(), unknown), class_name)
    decomposed = unicodedata.normalize("NFD", TEXT)
    assert decomposed != TEXT
    expected = [f"▁{SYLLABLE}"] * 2
    for text in (TEXT, decomposed):
        assert tokenizer.tokens(tokenizer.encode_ids([text])[0]) == expected
    spans = tokenizer.encode(decomposed).offsets[~tokenizer.encode(decomposed).special]
    assert [decomposed[start:end].strip() for start, end in spans] == [LETTERS, LETTERS]


def test_what_was_opened_and_saved_composes_in_transformers_as_well(tmp_path: Path) -> None:
    tokenizer = opened(write_model(tmp_path / "model", composing()), "T5Tokenizer")
    tokenizer.save(tmp_path / "saved")
    again = opened(tmp_path / "saved", "T5Tokenizer")
    theirs = transformers.AutoTokenizer.from_pretrained(tmp_path / "saved")
    decomposed = unicodedata.normalize("NFD", TEXT)
    ids = tokenizer.encode(decomposed).ids.tolist()
    assert again.hash == tokenizer.hash
    assert theirs(decomposed)["input_ids"] == ids
    assert tokenizer.unk_id not in ids


def test_a_step_is_added_once_and_only_where_the_map_composes() -> None:
    content = tokenizer_json(encoded(composing()))
    once = add_composition(content)
    assert once["normalizer"]["normalizers"] == [*content["normalizer"]["normalizers"], NFC]
    assert add_composition(once) == once
    (alone,) = content["normalizer"]["normalizers"]
    assert add_composition({"normalizer": alone}) == once
    for data in (charsmap({}), charsmap(a_to(0))):
        other = tokenizer_json(encoded(data))
        assert add_composition(other) == other
    assert add_composition({"normalizer": None}) == {"normalizer": None}


def test_without_a_map_letters_stay_apart() -> None:
    tokenizer = unigram.train([f"{TEXT} ab"] * 9, 40)
    assert tokenizer.unk_id not in tokenizer.encode(TEXT).ids
    assert tokenizer.unk_id in tokenizer.encode(unicodedata.normalize("NFD", TEXT)).ids
