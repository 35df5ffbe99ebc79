"""SentencePiece's own file gives the ids of the tokenizer.json that says the same."""

import base64
import importlib
import json
from pathlib import Path
from typing import Any

import pytest
import transformers

from models.schema.registry import catalog
from models.tokenization import Tokenizer, open_tokenizer
from tests.models.tokenization.samples import FRAMINGS, HARD_TEXTS, framed_as
from tests.models.tokenization.spiece import WORDS, model_file, number
from tests.models.tokenization.test_charsmap import a_to, charsmap

CLASSES = {
    "AlbertTokenizer": "albert",
    "BigBirdTokenizer": "big_bird",
    "DebertaV2Tokenizer": "deberta-v2",
    "T5Tokenizer": "t5",
    "XLNetTokenizer": "xlnet",
}
CASED = {"do_lower_case": False, "keep_accents": True}


def opened(folder: Path, class_name: str) -> Tokenizer:
    """A folder's tokenizer, framed as the architecture of a class declares it."""
    return open_tokenizer(folder, template=catalog().architectures[CLASSES[class_name]].template)


def tokenizer_file(class_name: str, folder: Path) -> dict[str, Any]:
    """The tokenizer.json of a small tokenizer of a class."""
    framed_as(class_name).save(folder / "json")
    content: dict[str, Any] = json.loads((folder / "json" / "tokenizer.json").read_text())
    return content


def write_model(class_name: str, folder: Path, **options: Any) -> Path:
    """A folder with the file alone, without what transformers would add to it."""
    vocabulary = tokenizer_file(class_name, folder)["model"]["vocab"]
    template = FRAMINGS[class_name]
    added = {*template.extra, "[MASK]"} if class_name != "XLNetTokenizer" else set()
    target = folder / "model"
    target.mkdir()
    pieces = [(name, score) for name, score in vocabulary if name not in added]
    written = model_file(pieces, template.roles["unk"], **options)
    (target / "spiece.model").write_bytes(written)
    (target / "tokenizer_config.json").write_text(json.dumps(CASED))
    return target


@pytest.mark.parametrize("class_name", CLASSES)
def test_pieces_are_those_of_the_tokenizer_file(class_name: str, tmp_path: Path) -> None:
    expected = framed_as(class_name)
    found = opened(write_model(class_name, tmp_path), class_name)
    for name, text in HARD_TEXTS.items():
        if "specials" not in name:
            assert found.encode(text).tokens == expected.encode(text).tokens


@pytest.mark.parametrize(
    ("class_name", "architecture"),
    [("XLMRobertaTokenizer", "xlm-roberta"), ("CamembertTokenizer", "camembert")],
)
def test_rows_of_fairseq_come_first_as_in_transformers(
    class_name: str, architecture: str, tmp_path: Path
) -> None:
    """The file has <unk>, <s> and </s> first, and neither padding nor mask."""
    template = catalog().architectures[architecture].template
    assert template is not None
    opening = [(name, 0.0) for name in ("<unk>", "<s>", "</s>")]
    special = {*template.roles.values(), *template.extra}
    vocabulary = tokenizer_file(class_name, tmp_path)["model"]["vocab"]
    pieces = [*opening, *(tuple(one) for one in vocabulary if one[0] not in special)]
    (tmp_path / "sentencepiece.bpe.model").write_bytes(model_file(pieces, "<unk>"))
    ours = open_tokenizer(tmp_path, template=template)
    converters: Any = importlib.import_module("transformers.convert_slow_tokenizer")
    converter = getattr(converters, class_name.replace("Tokenizer", "Converter"))
    theirs = getattr(transformers, class_name)(vocab=converter.convert_from_spm(pieces)["vocab"])
    assert ours.vocab_size == len(theirs)
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": class_name}))
    undeclared = open_tokenizer(tmp_path)
    for text in HARD_TEXTS.values():
        assert ours.encode(text).ids.tolist() == theirs(text)["input_ids"]
        assert undeclared.encode(text).ids.tolist() == theirs(text)["input_ids"]


def test_the_rows_of_pegasus_come_first_as_in_its_files(tmp_path: Path) -> None:
    """Two masks and a hundred names that no text becomes, then the pieces from <unk> on."""
    template = catalog().architectures["pegasus"].template
    opening = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    pieces = [*opening, ("▁the", -2.0), ("▁", -3.0), *((one, -5.0) for one in "aehilpst.")]
    (tmp_path / "spiece.model").write_bytes(model_file(pieces, "<unk>"))
    ours = open_tokenizer(tmp_path, template=template)
    names = ["<pad>", "</s>", "<mask_1>", "<mask_2>", *(f"<unk_{n}>" for n in range(2, 103))]
    rows = [(name, 0.0 if n < 4 else -100.0) for n, name in enumerate(names)] + pieces[2:]
    theirs = transformers.PegasusTokenizer(vocab=rows)
    assert ours.unk_id == theirs.unk_token_id == 105
    assert ours.mask_id == theirs.mask_token_id == 3
    assert ours.vocab_size == len(theirs)
    for text in ("the hats  please.", "the Ω", "a <mask_1> the"):
        assert ours.encode(text).ids.tolist() == theirs(text)["input_ids"]
        assert ours.encode(text, "the").ids.tolist() == theirs(text, "the")["input_ids"]


def test_the_mask_of_deberta_and_the_sentinels_of_t5_come_last(tmp_path: Path) -> None:
    deberta = opened(write_model("DebertaV2Tokenizer", tmp_path / "d"), "DebertaV2Tokenizer")
    t5 = opened(write_model("T5Tokenizer", tmp_path / "t"), "T5Tokenizer")
    assert deberta.mask_id == deberta.vocab_size - 1
    assert t5.vocabulary.sentinel_ids == tuple(range(t5.vocab_size - 1, t5.vocab_size - 101, -1))
    assert t5.encode("a <extra_id_0> b").tokens.count("<extra_id_0>") == 1


@pytest.mark.parametrize("class_name", ["AlbertTokenizer", "XLNetTokenizer"])
def test_albert_and_xlnet_keep_a_comma_apart_from_a_number(class_name: str, tmp_path: Path) -> None:
    pieces = [(name, 0.0) for name in FRAMINGS[class_name].roles.values()]
    pieces += [("▁1984,", -1.0), ("▁1984", -5.0), (",", -5.0)]
    unique = dict(pieces)
    (tmp_path / "spiece.model").write_bytes(model_file(unique.items(), "<unk>"))
    found = opened(tmp_path, class_name)
    assert found.tokens(found.encode_ids(["1984,"])[0]) == ["▁1984", ","]


@pytest.mark.parametrize("class_name", CLASSES)
def test_what_was_opened_is_saved_and_opens_alike(class_name: str, tmp_path: Path) -> None:
    found = opened(write_model(class_name, tmp_path), class_name)
    found.save(tmp_path / "again")
    assert open_tokenizer(tmp_path / "again").hash == found.hash


def test_a_file_is_read_to_its_end_or_not_at_all(tmp_path: Path) -> None:
    folder = write_model("T5Tokenizer", tmp_path)
    whole = (folder / "spiece.model").read_bytes()
    for length in (len(whole) // 2, 1, 0):
        (folder / "spiece.model").write_bytes(whole[:length])
        with pytest.raises(
            ValueError, match=r"spiece.model is no Unigram model .*Download the file"
        ):
            open_tokenizer(folder)


@pytest.mark.parametrize("content", [b"\0" * 9_000_000, b"\x0a" + b"\xff" * 9, b"\xff" * 90, b"7"])
def test_what_is_no_such_file_is_rejected_at_once(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "spiece.model").write_bytes(content)
    with pytest.raises(ValueError, match=r"no Unigram model of SentencePiece \(it is "):
        open_tokenizer(tmp_path)


def test_a_file_that_is_far_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "spiece.model").open("wb") as file:
        file.truncate(70_000_000)  # takes no room on the disk
    with pytest.raises(ValueError, match="70,000,000 bytes are more than any file of its kind"):
        open_tokenizer(tmp_path)


def test_a_model_of_another_kind_is_rejected(tmp_path: Path) -> None:
    folder = write_model("T5Tokenizer", tmp_path, kind=WORDS)
    with pytest.raises(ValueError, match=r"of another kind: words"):
        open_tokenizer(folder)


@pytest.mark.parametrize(
    "settings",
    [
        {"trainer": number(24, 1)},  # treat_whitespace_as_suffix
        {"normalizer": number(3, 0)},  # add_dummy_prefix
        {"normalizer": number(5, 0)},  # escape_whitespaces
    ],
    ids=["suffix", "no prefix", "no escape"],
)
def test_a_model_that_marks_spaces_otherwise_is_rejected(
    settings: dict[str, bytes], tmp_path: Path
) -> None:
    folder = write_model("T5Tokenizer", tmp_path, **settings)
    with pytest.raises(ValueError, match=r"does not put ▁ before every word, as T5Tokenizer"):
        opened(folder, "T5Tokenizer")


def test_settings_that_are_written_out_are_those_that_hold_without_a_word(tmp_path: Path) -> None:
    spelled = {"trainer": number(24, 0), "normalizer": number(3, 1) + number(5, 1)}
    found = opened(write_model("T5Tokenizer", tmp_path, **spelled), "T5Tokenizer")
    assert found.encode("a b").tokens == framed_as("T5Tokenizer").encode("a b").tokens


@pytest.mark.parametrize("class_name", CLASSES)
def test_the_character_map_is_used_whatever_the_class(class_name: str, tmp_path: Path) -> None:
    mapped = opened(write_model(class_name, tmp_path, charsmap=charsmap(a_to(0))), class_name)
    assert mapped.encode("Paris").tokens == framed_as(class_name).encode("Pzris").tokens


def test_what_no_piece_has_is_written_in_bytes_where_the_file_has_them(tmp_path: Path) -> None:
    pieces = [(name, 0.0) for name in FRAMINGS["T5Tokenizer"].roles.values()]
    pieces += [("▁", -1.0), *((f"<0x{byte:02X}>", -2.0) for byte in range(256))]
    (tmp_path / "spiece.model").write_bytes(model_file(pieces, "<unk>"))
    found = opened(tmp_path, "T5Tokenizer")
    assert found.tokens(found.encode_ids(["é"])[0]) == ["▁", "<0xC3>", "<0xA9>"]


def test_a_damaged_character_map_is_rejected(tmp_path: Path) -> None:
    folder = write_model("T5Tokenizer", tmp_path, charsmap=base64.b64decode("////"))
    with pytest.raises(ValueError, match="character map is damaged"):
        opened(folder, "T5Tokenizer")


def test_tokens_that_somebody_added_are_known(tmp_path: Path) -> None:
    folder = write_model("AlbertTokenizer", tmp_path)
    size = opened(folder, "AlbertTokenizer").vocab_size
    (folder / "added_tokens.json").write_text(json.dumps({"covidword": size}))
    assert opened(folder, "AlbertTokenizer").id("covidword") == size


def test_pieces_without_the_special_tokens_of_the_model_are_rejected(tmp_path: Path) -> None:
    folder = write_model("T5Tokenizer", tmp_path)
    said = (
        r"spiece\.model lacks \[CLS\], \[SEP\], which AlbertTokenizer needs. Check that config.json"
    )
    with pytest.raises(ValueError, match=said):
        opened(folder, "AlbertTokenizer")
    with pytest.raises(ValueError, match=said):  # the file alone does not say whose it is
        open_tokenizer(folder)
