"""A BPE model of SentencePiece alone cuts texts as SentencePiece does, and as transformers merges.

sentencepiece_bpe.json was made by the library sentencepiece: models that it trained with the
settings of Llama 2, of Gemma, and without bytes for unknown characters, and the ids that it gives.
"""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path
from typing import Any

import pytest
import transformers
from transformers.convert_slow_tokenizer import generate_merges

from models.checkpoints.checkpoint import load, save
from models.schema.configs import Size
from models.schema.registry import catalog
from models.tokenization import open_tokenizer
from models.tokenization import sentencepiece_bpe as bpe
from models.tokenization.sentencepiece import BPE, read_model
from models.tokenization.sentencepiece_bpe import read_bpe_file
from tests.models.tokenization.spiece import model_file, number
from tests.models.tokenization.test_steps import assert_ends_as_the_library

MADE: dict[str, Any] = json.loads(
    Path(__file__).with_name("sentencepiece_bpe.json").read_text("utf-8")
)
TEXTS: list[str] = MADE["texts"]
NAMES = tuple(MADE["models"])
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def folder_of(name: str, folder: Path, **config: object) -> Path:
    """A folder with the model alone, under the name that Llama's folders have."""
    folder.mkdir(exist_ok=True)
    (folder / "tokenizer.model").write_bytes(base64.b64decode(MADE["models"][name]["model"]))
    if config:
        (folder / "tokenizer_config.json").write_text(json.dumps(config))
    return folder


def own_model(folder: Path, pieces: list[tuple[str, float]], **settings: bytes) -> Path:
    head = [("<unk>", 0.0), ("<s>", 0.0), ("</s>", 0.0)]
    path = folder / "tokenizer.model"
    path.write_bytes(model_file([*head, *pieces], "<unk>", BPE, **settings))
    return path


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_those_of_sentencepiece(name: str, tmp_path: Path) -> None:
    tokenizer = open_tokenizer(folder_of(name, tmp_path))
    assert tokenizer.family == "space_bpe"
    assert tokenizer.encode_ids(TEXTS) == MADE["models"][name]["ids"]


@pytest.mark.parametrize("name", NAMES)
def test_the_library_gives_the_same_ids_where_it_is_installed(name: str, tmp_path: Path) -> None:
    sentencepiece = pytest.importorskip("sentencepiece")
    folder = folder_of(name, tmp_path)
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(folder / "tokenizer.model"))
    texts = [text * count for text in TEXTS for count in (1, 3)]
    assert open_tokenizer(folder).encode_ids(texts) == [theirs.encode(text) for text in texts]


@pytest.mark.parametrize("name", NAMES)
def test_merges_are_those_of_transformers(name: str, tmp_path: Path) -> None:
    path = folder_of(name, tmp_path) / "tokenizer.model"
    model = read_model(path, BPE)
    vocabulary = {piece: id for id, (piece, _) in enumerate(model.pieces)}
    kinds = zip(vocabulary, model.kinds, strict=True)
    skipped = [piece for piece, kind in kinds if kind not in bpe.MERGED]
    content, _ = read_bpe_file(path, {})
    expected = generate_merges(vocabulary, dict(model.pieces), skip_tokens=skipped)
    assert content["model"]["merges"] == expected
    assert content["model"]["vocab"] == vocabulary


def test_llama_reads_a_text_as_the_class_of_transformers(tmp_path: Path) -> None:
    folder = folder_of("llama", tmp_path, legacy=False, add_eos_token=True)
    content, _ = read_bpe_file(folder / "tokenizer.model", {})
    model = content["model"]
    theirs = transformers.LlamaTokenizer(
        vocab=model["vocab"], merges=model["merges"], add_eos_token=True, add_bos_token=True
    )
    ours = open_tokenizer(folder)
    for text in filter(str.strip, TEXTS):
        assert ours.encode(text).ids.tolist() == theirs(text)["input_ids"]


def test_special_tokens_are_those_of_the_model_by_their_ids(tmp_path: Path) -> None:
    llama = open_tokenizer(folder_of("llama", tmp_path / "llama"))
    assert (llama.bos_id, llama.eos_id, llama.pad_id) == (1, 2, None)
    assert llama.encode("a", "b").tokens[0] == "<s>"
    gemma = open_tokenizer(folder_of("gemma", tmp_path / "gemma"))
    assert (gemma.pad_id, gemma.eos_id, gemma.bos_id) == (0, 1, 2)
    assert gemma.token(2) == "<bos>"
    without = folder_of("llama", tmp_path / "none", add_bos_token=False, eos_token="<s>")
    assert open_tokenizer(without).encode("cat").tokens[0] != "<s>"
    assert open_tokenizer(without).eos_id == 1


def test_a_model_whose_folder_has_this_file_alone_opens(tmp_path: Path) -> None:
    tokenizer = open_tokenizer(folder_of("llama", tmp_path / "tokenizer"))
    spec = catalog().architectures["llama"]
    size = Size(
        tokenizer.vocab_size, width=16, num_layers=1, num_heads=2, inner=32, num_positions=32
    )
    save(spec.model_class(spec.config_class.from_size(size)), spec, tmp_path / "model")
    loaded = load(folder_of("llama", tmp_path / "model"))
    assert loaded.tokenizer is not None
    text = "The capital of France is Paris."
    assert loaded.tokenizer.encode(text).ids.tolist() == tokenizer.encode(text).ids.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_what_was_opened_is_saved_and_opens_alike(name: str, tmp_path: Path) -> None:
    tokenizer = open_tokenizer(folder_of(name, tmp_path / "own"))
    tokenizer.save(tmp_path / "saved")
    again = open_tokenizer(tmp_path / "saved")
    assert again.encode_ids(TEXTS) == tokenizer.encode_ids(TEXTS)
    assert again.encode("a", "b").ids.tolist() == tokenizer.encode("a", "b").ids.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_the_steps_of_a_word_end_with_its_tokens(name: str, tmp_path: Path) -> None:
    tokenizer = open_tokenizer(folder_of(name, tmp_path))
    for text in TEXTS:
        assert_ends_as_the_library(tokenizer, text)


# By hand ------------------------------------------------------------------------------------------


def test_the_highest_score_is_merged_first_and_bytes_stand_for_the_rest(tmp_path: Path) -> None:
    letters = [(letter, -9.0) for letter in "▁abc"]
    pieces = [("bc", -1.0), ("ab", -2.0), ("abc", -3.0), ("▁a", -4.0)]
    own_model(
        tmp_path, [*((byte, -8.0) for byte in BYTES), *pieces, *letters], normalizer=number(4, 0)
    )
    tokenizer = open_tokenizer(tmp_path)

    def cut(text: str) -> list[str]:
        return tokenizer.tokens(tokenizer.encode_ids([text])[0])

    assert cut("abc") == ["▁", "abc"]  # bc, then a + bc; ▁a would come later
    assert cut("ab") == ["▁", "ab"]
    assert cut("ac é") == ["▁a", "c", "▁", "<0xC3>", "<0xA9>"]
    assert tokenizer.decode(tokenizer.encode_ids(["ab é abc"])[0]) == "ab é abc"


def test_spaces_are_merged_where_the_file_says_so(tmp_path: Path) -> None:
    own_model(tmp_path, [(letter, -9.0) for letter in "▁ab"])
    tokenizer = open_tokenizer(tmp_path)
    assert tokenizer.tokens(tokenizer.encode_ids(["  a   b "])[0]) == ["▁", "a", "▁", "b"]


def test_a_text_never_becomes_a_control_piece(tmp_path: Path) -> None:
    """Although its letters and the halves of its name are pieces."""
    pieces = [(piece, -1.0) for piece in ("<s", "<", "s", ">", "▁")]
    path = own_model(tmp_path, pieces)
    content, _ = read_bpe_file(path, {})
    assert content["model"]["merges"] == [("<", "s")]


# Hostile files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([("a" * 129, -1.0)], "a piece has more than 128 characters"),
        ([("a", -1.0), ("a", -2.0)], "two of its pieces are alike"),
        ([("", -1.0)], "two of its pieces are alike, or one is empty"),
        ([("a", float("nan"))], "a score is no number"),
        ([("a", float("-inf"))], "a score is no number"),
    ],
)
def test_pieces_that_no_model_has_are_refused(
    pieces: list[tuple[str, float]], reason: str, tmp_path: Path
) -> None:
    own_model(tmp_path, pieces)
    with pytest.raises(ValueError, match=rf"tokenizer\.model cannot be used \({reason}.*Download"):
        open_tokenizer(tmp_path)


@pytest.mark.parametrize(
    ("limit", "value", "reason"),
    [
        ("MOST_PIECES", 5, "more pieces than any model"),
        ("MOST_CHARACTERS", 20, "more pieces than any model"),
        ("MOST_MERGES", 3, "more than 3 merges"),
    ],
)
def test_numbers_are_limited_before_work_in_their_square(
    limit: str, value: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bpe, limit, value)
    own_model(tmp_path, [("a" * count, -float(count)) for count in range(1, 9)])
    with pytest.raises(ValueError, match=reason):
        open_tokenizer(tmp_path)


def test_the_worst_pieces_that_are_allowed_end_in_time(tmp_path: Path) -> None:
    pieces = [("a" * count, -float(count)) for count in range(1, bpe.LONGEST_PIECE + 1)]
    pieces += [(f"{'b' * 100}{number:020d}", -1.0) for number in range(20_000)]
    own_model(tmp_path, pieces)
    started = time.monotonic()
    assert open_tokenizer(tmp_path).vocab_size == len(pieces) + 3
    assert time.monotonic() - started < 60  # it ends at all, also on a busy machine


@pytest.mark.parametrize(
    "settings",
    [{"trainer": number(24, 1)}, {"normalizer": number(5, 0)}],
    ids=["suffix", "no escape"],
)
def test_a_model_that_writes_spaces_otherwise_is_refused(
    settings: dict[str, bytes], tmp_path: Path
) -> None:
    own_model(tmp_path, [("a", -1.0)], **settings)
    with pytest.raises(ValueError, match="does not put ▁ in place of spaces"):
        open_tokenizer(tmp_path)


@pytest.mark.parametrize("content", [b"", b"IQ== 0\nIg== 1\n", b"\x12\x02\x18\x02", b"\xff" * 99])
def test_a_file_of_another_format_is_refused_with_a_sentence(
    content: bytes, tmp_path: Path
) -> None:
    """Such as that of tiktoken, which has this name too."""
    (tmp_path / "tokenizer.model").write_bytes(content)
    with pytest.raises(ValueError, match=r"is no \w+ model of SentencePiece \(.*Download"):
        open_tokenizer(tmp_path)


def test_ids_of_special_pieces_outside_the_file_are_none(tmp_path: Path) -> None:
    ids = number(41, 99) + number(42, (1 << 64) - 1)  # 99 and -1
    path = own_model(tmp_path, [("a", -1.0)], trainer=ids)
    assert read_model(path, BPE).special == {}
    assert read_bpe_file(path, {})[0]["post_processor"] is None
