"""The ids are those of transformers' own tokenizers on the same files."""

import json
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
import transformers
from hypothesis import given
from hypothesis import strategies as st
from transformers import AutoTokenizer, BertTokenizer, GPT2Tokenizer, OpenAIGPTTokenizer

from models.tokenization import Tokenizer, open_tokenizer, wordpiece


def model_of(tokenizer: Tokenizer, folder: Path) -> dict[str, Any]:
    """The vocabulary, and the merges, as they stand in the saved file."""
    tokenizer.save(folder)
    model: dict[str, Any] = json.loads((folder / "tokenizer.json").read_text("utf-8"))["model"]
    return model


def vocabulary_text(vocabulary: dict[str, int]) -> str:
    return "".join(f"{token}\n" for token in sorted(vocabulary, key=vocabulary.__getitem__))


@pytest.fixture(scope="session")
def references(
    cased: Tokenizer,
    uncased: Tokenizer,
    bytewise: Tokenizer,
    marked_ends: Tokenizer,
    tmp_path_factory: pytest.TempPathFactory,
) -> list[tuple[Tokenizer, Any]]:
    folder = tmp_path_factory.mktemp("references")
    bytes_model = model_of(bytewise, folder)
    merges = [tuple(merge) for merge in bytes_model["merges"]]
    marked_model = model_of(marked_ends, folder)
    marked_merges = [tuple(merge) for merge in marked_model["merges"]]
    cased_vocabulary = model_of(cased, folder)["vocab"]
    uncased_vocabulary = model_of(uncased, folder)["vocab"]
    return [
        (cased, BertTokenizer(cased_vocabulary, do_lower_case=False, strip_accents=False)),
        (uncased, BertTokenizer(uncased_vocabulary, do_lower_case=True)),
        (bytewise, GPT2Tokenizer(bytes_model["vocab"], merges)),
        (marked_ends, OpenAIGPTTokenizer(marked_model["vocab"], marked_merges)),
    ]


def assert_same_ids(ours: Tokenizer, theirs: Any, text: str) -> None:
    expected = theirs(text)["input_ids"]
    num_added = len(theirs("")["input_ids"])
    if len(expected) > num_added:  # where no token is left, ours says so
        assert ours.encode(text).ids.tolist() == expected
    assert ours.encode_ids([text]) == [theirs(text, add_special_tokens=False)["input_ids"]]


def test_ids_are_those_of_the_reference(
    references: list[tuple[Tokenizer, Any]], hard_text: str
) -> None:
    for ours, theirs in references:
        assert_same_ids(ours, theirs, hard_text)


@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_ids_of_any_text_are_those_of_the_reference(
    references: list[tuple[Tokenizer, Any]], text: str
) -> None:
    for ours, theirs in references:
        assert_same_ids(ours, theirs, text)


def test_the_saved_folder_opens_in_transformers(
    tokenizer: Tokenizer, saved: Path, hard_text: str
) -> None:
    theirs = AutoTokenizer.from_pretrained(saved)
    expected = tokenizer.template.published_class
    assert isinstance(theirs, getattr(transformers, expected))
    assert_same_ids(tokenizer, theirs, hard_text)


def test_special_tokens_of_the_saved_folder_are_those_of_transformers(
    tokenizer: Tokenizer, saved: Path
) -> None:
    theirs = AutoTokenizer.from_pretrained(saved)
    assert set(theirs.all_special_ids) == tokenizer.special_ids
    for role in ("pad", "cls", "sep", "mask", "bos", "eos"):
        assert getattr(tokenizer, f"{role}_id") == getattr(theirs, f"{role}_token_id")


def test_pairs_and_their_segments_are_those_of_the_reference(
    cased: Tokenizer, references: list[tuple[Tokenizer, Any]]
) -> None:
    first, second = "The capital of France", "수도는 파리이다."
    for ours, theirs in references:
        encoding, expected = ours.encode(first, second), theirs(first, second)
        assert encoding.ids.tolist() == expected["input_ids"]
    encoding, expected = cased.encode(first, second), references[0][1](first, second)
    assert encoding.segment.tolist() == expected["token_type_ids"]


@pytest.mark.parametrize(
    ("repeat_first", "repeat_second"), [(1, 9), (9, 1), (4, 4), (5, 4), (1, 1)]
)
@pytest.mark.parametrize("max_length", [5, 8, 9, 16, 17])
def test_pairs_are_cut_as_the_reference_cuts_them(
    references: list[tuple[Tokenizer, Any]], repeat_first: int, repeat_second: int, max_length: int
) -> None:
    first, second = "The capital of France. " * repeat_first, "a book is a book " * repeat_second
    for ours, theirs in references:
        encoding = ours.encode(first, second, max_length=max_length)
        expected = theirs(first, second, truncation="longest_first", max_length=max_length)
        assert encoding.ids.tolist() == expected["input_ids"]
        whole = ours.encode(first, second)
        assert encoding.num_cut == len(whole) - len(encoding)


def test_decoding_gives_the_text_of_the_reference(
    references: list[tuple[Tokenizer, Any]], hard_text: str
) -> None:
    """Where removing accents decomposed Hangul, ours composes it again."""
    for ours, theirs in references:
        ids = ours.encode(hard_text).ids.tolist()
        for skip in (False, True):
            text = theirs.decode(ids, skip_special_tokens=skip, clean_up_tokenization_spaces=False)
            composed = normalize("NFC", text) if ours.family == "word_bpe" else text
            assert ours.decode(ids, skip_special=skip) == composed


def test_a_folder_with_vocab_txt_alone_is_lowered_as_in_the_reference(
    uncased: Tokenizer, tmp_path: Path, hard_text: str
) -> None:
    vocabulary = model_of(uncased, tmp_path / "saved")["vocab"]
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "vocab.txt").write_text(vocabulary_text(vocabulary), encoding="utf-8")
    theirs = BertTokenizer.from_pretrained(folder)
    assert_same_ids(open_tokenizer(folder), theirs, hard_text)


@pytest.mark.parametrize(
    "settings",
    [
        {"do_lower_case": False},
        {"do_lower_case": True, "strip_accents": False},
        {"do_lower_case": False, "strip_accents": True},
        {"do_lower_case": True, "strip_accents": None, "tokenize_chinese_chars": False},
    ],
)
@pytest.mark.parametrize("file", ["vocab.txt", "tokenizer.json"])
def test_tokenizer_config_has_the_last_word_on_case_and_accents(
    cased: Tokenizer, tmp_path: Path, hard_text: str, settings: dict[str, Any], file: str
) -> None:
    folder = tmp_path / "published"
    vocabulary = model_of(cased, folder)["vocab"]
    if file == "vocab.txt":
        (folder / "tokenizer.json").unlink()
        (folder / "vocab.txt").write_text(vocabulary_text(vocabulary), encoding="utf-8")
    config = {"tokenizer_class": "BertTokenizer", **settings}
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    theirs = BertTokenizer.from_pretrained(folder)
    ours = open_tokenizer(folder)
    assert_same_ids(ours, theirs, hard_text)
    ours.save(tmp_path / "again")
    assert_same_ids(ours, AutoTokenizer.from_pretrained(tmp_path / "again"), hard_text)


@pytest.mark.parametrize("prefix_space", [True, False, None])
def test_a_folder_with_vocabulary_and_merges_opens_as_in_the_reference(
    bytewise: Tokenizer, tmp_path: Path, hard_text: str, prefix_space: bool | None
) -> None:
    model = model_of(bytewise, tmp_path / "saved")
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "vocab.json").write_text(json.dumps(model["vocab"]), encoding="utf-8")
    lines = ["#version: 0.2", *(" ".join(merge) for merge in model["merges"]), ""]
    (folder / "merges.txt").write_text("\n".join(lines), encoding="utf-8")
    config = {} if prefix_space is None else {"add_prefix_space": prefix_space}
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    ours = open_tokenizer(folder)
    assert_same_ids(ours, GPT2Tokenizer.from_pretrained(folder), hard_text)
    ours.save(tmp_path / "again")
    assert_same_ids(ours, AutoTokenizer.from_pretrained(tmp_path / "again"), hard_text)


def test_a_pipeline_of_its_own_kind_is_saved_for_the_generic_class(
    cased: Tokenizer, tmp_path: Path, hard_text: str
) -> None:
    cased.save(tmp_path)
    content = json.loads((tmp_path / "tokenizer.json").read_text("utf-8"))
    content["normalizer"] = {"type": "Lowercase"}
    (tmp_path / "tokenizer.json").write_text(json.dumps(content), encoding="utf-8")
    ours = open_tokenizer(tmp_path)
    ours.save(tmp_path / "again")
    assert_same_ids(ours, AutoTokenizer.from_pretrained(tmp_path / "again"), hard_text)


def test_special_tokens_of_ones_own_survive_saving(corpus: tuple[str, ...], tmp_path: Path) -> None:
    ours = wordpiece.train(corpus, vocab_size=300, special=["[ENTITY]"])
    ours.save(tmp_path)
    text = "The [ENTITY] of France"
    theirs = AutoTokenizer.from_pretrained(tmp_path)
    assert_same_ids(ours, theirs, text)
    assert ours.id("[ENTITY]") in open_tokenizer(tmp_path).special_ids
    assert ours.id("[ENTITY]") in theirs.all_special_ids
