"""Special tokens and where they stand: ids, segments and files are those of published classes."""

import json
import shutil
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import transformers
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from models.data.prepare import make_tokenizer
from models.data.sources import open_source
from models.schema.records import NO_WORD
from models.schema.specs import SpecialTokenTemplate
from models.tokenization import Tokenizer, byte_bpe, open_tokenizer, unigram, wordpiece
from models.tokenization.base import end_id
from models.training.recipe import TokenizerRecipe
from tests.models.tokenization.samples import FRAMINGS, framed_as

FIRST_TEXT, SECOND_TEXT = "The capital of France", "수도는 파리이다."
ONE_SEGMENT = ("RobertaTokenizer", "XLMRobertaTokenizer", "CamembertTokenizer", "T5Tokenizer")
KEEPS_HANGUL = {"keep_accents": True, "do_lower_case": False}


def model_of(folder: Path) -> dict[str, Any]:
    model: dict[str, Any] = json.loads((folder / "tokenizer.json").read_text("utf-8"))["model"]
    return model


def reference_of(name: str, folder: Path) -> Any:
    """The published class, made from nothing but the vocabulary."""
    model, made_by = model_of(folder), getattr(transformers, name)
    if model["type"] == "BPE":
        merges = [tuple(merge) for merge in model["merges"]]
        mask = FRAMINGS[name].roles["mask"]
        token = transformers.AddedToken(mask, lstrip=True, special=True, normalized=False)
        return made_by(vocab=model["vocab"], merges=merges, mask_token=token)
    vocabulary = [tuple(entry) for entry in model["vocab"]]
    options: dict[str, Any] = {"AlbertTokenizer": KEEPS_HANGUL, "T5Tokenizer": {"extra_ids": 12}}
    return made_by(vocab=vocabulary, **options.get(name, {}))


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    found = {name: tmp_path_factory.mktemp(name) for name in FRAMINGS}
    for name, folder in found.items():
        framed_as(name).save(folder)
    return found


@pytest.fixture(scope="module")
def references(folders: dict[str, Path]) -> dict[str, Any]:
    return {name: reference_of(name, folder) for name, folder in folders.items()}


def with_its_mask(framed: Tokenizer, text: str) -> str:
    return text if framed.mask_token is None else text.replace("[MASK]", framed.mask_token)


def test_ids_are_those_of_the_published_class(
    framed: Tokenizer, references: dict[str, Any], hard_text: str
) -> None:
    theirs = references[framed.template.published_class]
    text = with_its_mask(framed, hard_text)
    assert framed.encode(text).ids.tolist() == theirs(text)["input_ids"]
    assert framed.encode_ids([text]) == [theirs(text, add_special_tokens=False)["input_ids"]]


@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
@settings(max_examples=50)
def test_ids_of_any_text_are_those_of_the_published_class(
    references: dict[str, Any], text: str
) -> None:
    for name, theirs in references.items():
        expected = theirs(text, add_special_tokens=False)["input_ids"]
        assert framed_as(name).encode_ids([text]) == [expected]


@pytest.mark.parametrize("name", sorted(set(FRAMINGS) - {"DebertaTokenizer"}))
def test_pairs_are_those_of_the_published_class(references: dict[str, Any], name: str) -> None:
    ours, theirs = framed_as(name), references[name]
    encoding, expected = ours.encode(FIRST_TEXT, SECOND_TEXT), theirs(FIRST_TEXT, SECOND_TEXT)
    assert encoding.ids.tolist() == expected["input_ids"]
    if name not in ONE_SEGMENT:
        expected = theirs(FIRST_TEXT, SECOND_TEXT, return_token_type_ids=True)
        assert encoding.segment.tolist() == expected["token_type_ids"]


def test_a_pair_of_deberta_has_one_separator_between_its_texts(folders: dict[str, Path]) -> None:
    """As published; `DebertaTokenizer` of transformers 5 itself puts two there."""
    theirs = PreTrainedTokenizerFast.from_pretrained(folders["DebertaTokenizer"])
    encoding = framed_as("DebertaTokenizer").encode(FIRST_TEXT, SECOND_TEXT)
    expected = theirs(FIRST_TEXT, SECOND_TEXT, return_token_type_ids=True)
    assert encoding.ids.tolist() == expected["input_ids"]
    assert encoding.segment.tolist() == expected["token_type_ids"]
    assert encoding.tokens.count("[SEP]") == 2


def test_the_saved_folder_opens_as_the_published_class(
    framed: Tokenizer, folders: dict[str, Path], hard_text: str
) -> None:
    name = framed.template.published_class
    theirs = AutoTokenizer.from_pretrained(folders[name])
    text = with_its_mask(framed, hard_text)
    assert type(theirs).__name__ == name
    assert framed.encode(text).ids.tolist() == theirs(text)["input_ids"]
    assert set(theirs.all_special_ids) == framed.special_ids
    assert len(theirs) == framed.vocab_size
    for role in framed.template.roles:
        assert getattr(theirs, f"{role}_token_id") == getattr(framed, f"{role}_id")


def test_what_transformers_saves_opens_here(
    framed: Tokenizer, references: dict[str, Any], tmp_path: Path, hard_text: str
) -> None:
    theirs = references[framed.template.published_class]
    theirs.save_pretrained(tmp_path)
    text = with_its_mask(framed, hard_text)
    for ours in (open_tokenizer(tmp_path), open_tokenizer(tmp_path, template=framed.template)):
        assert ours.encode(text).ids.tolist() == theirs(text)["input_ids"]
        assert ours.template.published_class == framed.template.published_class
        assert ours.mask_token == framed.mask_token


def test_decoding_gives_the_text_of_the_published_class(
    framed: Tokenizer, references: dict[str, Any], hard_text: str
) -> None:
    theirs = references[framed.template.published_class]
    ids = framed.encode(hard_text).ids.tolist()
    for skip in (False, True):
        expected = theirs.decode(ids, skip_special_tokens=skip, clean_up_tokenization_spaces=False)
        if framed.family == "unigram":  # what was taken apart is put together again
            expected = unicodedata.normalize("NFC", expected)
        assert framed.decode(ids, skip_special=skip) == expected


def test_text_comes_back_without_the_space_that_pieces_begin_with(framed: Tokenizer) -> None:
    text = "Paris and 파리 in California"
    assert framed.decode(framed.encode(text).ids, skip_special=True) == text


def test_the_files_alone_tell_the_framing(framed: Tokenizer, folders: dict[str, Path]) -> None:
    folder = folders[framed.template.published_class]
    for again in (open_tokenizer(folder), open_tokenizer(folder, template=framed.template)):
        assert again.hash == framed.hash
        assert again.template == framed.template


@pytest.mark.parametrize("name", ["RobertaTokenizer", "DebertaTokenizer"])
def test_vocabulary_and_merges_tell_the_framing_by_their_special_tokens(
    references: dict[str, Any], folders: dict[str, Path], tmp_path: Path, name: str, hard_text: str
) -> None:
    model = model_of(folders[name])
    lines = ["#version: 0.2", *(" ".join(merge) for merge in model["merges"]), ""]
    (tmp_path / "vocab.json").write_text(json.dumps(model["vocab"]), encoding="utf-8")
    (tmp_path / "merges.txt").write_text("\n".join(lines), encoding="utf-8")
    ours = open_tokenizer(tmp_path)
    text = with_its_mask(ours, hard_text)
    assert ours.encode(text).ids.tolist() == references[name](text)["input_ids"]
    assert ours.encode("a", "b").ids.tolist() == framed_as(name).encode("a", "b").ids.tolist()


def test_the_processor_of_a_published_roberta_tells_the_framing(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    ours = framed_as("RobertaTokenizer")
    content = json.loads((folders["RobertaTokenizer"] / "tokenizer.json").read_text("utf-8"))
    content["post_processor"] = {
        "type": "RobertaProcessing",
        "sep": ["</s>", ours.sep_id],
        "cls": ["<s>", ours.cls_id],
        "trim_offsets": True,
        "add_prefix_space": False,
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(content), encoding="utf-8")
    again = open_tokenizer(tmp_path)
    assert again.template == ours.template
    assert again.hash == ours.hash


def test_a_framing_of_other_names_takes_those_of_the_folder(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    """DeBERTa reading the vocabulary of RoBERTa."""
    folder, declared = folders["RobertaTokenizer"], FRAMINGS["DebertaTokenizer"]
    encoding = open_tokenizer(folder, template=declared).encode("Paris", "Tokyo")
    special = [token for token in encoding.tokens if token.startswith("<")]
    assert special == ["<s>", "</s>", "</s>"]
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "tokenizer_config.json").unlink()
    assert (
        open_tokenizer(tmp_path, template=declared).template
        == framed_as("RobertaTokenizer").template
    )


def test_a_framing_without_its_tokens_leaves_that_of_the_folder(
    cased: Tokenizer, tmp_path: Path
) -> None:
    cased.save(tmp_path)
    again = open_tokenizer(tmp_path, template=FRAMINGS["XLNetTokenizer"])
    assert again.template == cased.template


@pytest.mark.parametrize("family", [wordpiece, byte_bpe, unigram])
@pytest.mark.parametrize("name", ["T5Tokenizer", "XLNetTokenizer", "RobertaTokenizer"])
def test_every_family_can_be_framed_as_an_architecture_asks(
    corpus: tuple[str, ...], tmp_path: Path, family: Any, name: str
) -> None:
    """The published class reads its own family only; other families are for the generic one."""
    ours = family.train(corpus, 400, template=FRAMINGS[name])
    ours.save(tmp_path)
    theirs = AutoTokenizer.from_pretrained(tmp_path)
    for text in (FIRST_TEXT, SECOND_TEXT):
        assert ours.encode(text).ids.tolist() == theirs(text)["input_ids"]
    assert open_tokenizer(tmp_path, template=FRAMINGS[name]).hash == ours.hash


def test_the_roles_come_first_and_the_extra_tokens_last(framed: Tokenizer) -> None:
    template = framed.template
    first = list(dict.fromkeys(template.roles.values()))
    assert framed.tokens(range(len(first))) == first
    size = framed.vocab_size
    assert tuple(framed.tokens(range(size - len(template.extra), size))) == template.extra


def test_sentinels_are_known_by_number() -> None:
    t5 = framed_as("T5Tokenizer")
    ids = t5.vocabulary.sentinel_ids
    assert t5.tokens(ids) == [f"<extra_id_{number}>" for number in range(12)]
    assert ids[0] == t5.vocab_size - 1
    assert framed_as("AlbertTokenizer").vocabulary.sentinel_ids == ()


def test_a_sentinel_in_a_text_is_one_token() -> None:
    t5 = framed_as("T5Tokenizer")
    encoding = t5.encode("The <extra_id_0> of<extra_id_1>")
    assert [token for token in encoding.tokens if token.startswith("<extra")] == [
        "<extra_id_0>",
        "<extra_id_1>",
    ]


@pytest.mark.parametrize("text", ["프랑스의 수도는 {}이다.", "The capital is {}.", "{} {} sings"])
@pytest.mark.parametrize(
    "class_name", [name for name, template in FRAMINGS.items() if "mask" in template.roles]
)
def test_the_mask_is_recognised_where_it_is_written(class_name: str, text: str) -> None:
    framed = framed_as(class_name)
    assert framed.mask_token is not None
    encoding = framed.encode(text.replace("{}", framed.mask_token))
    places = np.flatnonzero(encoding.ids == framed.mask_id)
    assert len(places) == text.count("{}")
    for place in places:
        assert encoding.special[place]
        assert encoding.word[place] == NO_WORD
        assert encoding.text[encoding.offsets[place, 0] :].startswith(framed.mask_token)


def test_only_the_own_mask_is_a_mask() -> None:
    assert framed_as("RobertaTokenizer").encode("a [MASK] b").special.sum() == 2
    assert framed_as("AlbertTokenizer").encode("a <mask> b").special.sum() == 2
    assert framed_as("T5Tokenizer").mask_token is None


def test_a_mask_between_bytes_takes_the_space_before_it() -> None:
    roberta = framed_as("RobertaTokenizer")
    assert roberta.encode("is <mask>.").tokens[-3:] == ("<mask>", ".", "</s>")
    assert roberta.encode("is <mask>").ids.tolist() == roberta.encode("is<mask>").ids.tolist()


def test_the_class_token_of_xlnet_stands_last_in_a_segment_of_its_own() -> None:
    encoding = framed_as("XLNetTokenizer").encode("Paris", "Tokyo")
    assert encoding.tokens[-1] == "<cls>"
    assert encoding.segment.tolist()[-3:] == [1, 1, 2]
    assert "".join(encoding.surface(place) for place in range(len(encoding))) == "ParisTokyo"


def test_the_second_text_is_told_apart_though_roberta_has_one_segment() -> None:
    encoding = framed_as("RobertaTokenizer").encode("Paris", "Tokyo")
    assert encoding.tokens.count("</s>") == 3
    pieces = [encoding.surface(place) for place in range(len(encoding))]
    assert "".join(pieces) == "ParisTokyo"


def test_documents_are_parted_by_the_end_token_or_the_separator(framed: Tokenizer) -> None:
    expected = framed.template.roles.get("eos", framed.template.roles.get("sep"))
    end = end_id(framed)
    assert end is not None
    assert framed.token(end) == expected


def test_building_from_ids_gives_the_encoding_of_the_text(framed: Tokenizer) -> None:
    one, two = (np.array(ids) for ids in framed.encode_ids([FIRST_TEXT, SECOND_TEXT]))
    built, encoded = framed.build(one, two), framed.encode(FIRST_TEXT, SECOND_TEXT)
    for name in ("ids", "special", "segment", "unknown"):
        np.testing.assert_array_equal(getattr(built, name), getattr(encoded, name))


def test_a_framing_without_an_unknown_token_fits_only_bytes(corpus: tuple[str, ...]) -> None:
    template = SpecialTokenTemplate("Own", {"eos": "</s>"})
    assert byte_bpe.train(corpus, 300, template=template).unk_id is None
    for family in (wordpiece, unigram):
        with pytest.raises(ValueError, match="a template that has an unknown token"):
            family.train(corpus, 300, template=template)


@pytest.mark.parametrize("folder", ["", "RobertaTokenizer"])
def test_a_recipe_gives_its_tokenizer_the_framing_of_its_architecture(
    folders: dict[str, Path], folder: str
) -> None:
    """Whether it is learned or that of another model."""
    made_of = TokenizerRecipe("byte_bpe", 400, str(folders[folder]) if folder else "")
    template = FRAMINGS["DebertaTokenizer"]
    tokenizer = make_tokenizer(made_of, open_source("village"), 0, template)
    assert tokenizer.template.pair == template.pair
    assert tokenizer.template.published_class == template.published_class
    assert (tokenizer.mask_token == "<mask>") == bool(folder)
