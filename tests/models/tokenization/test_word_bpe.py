"""BPE with end-of-word marks: published files, two ways to cut words, and where words end."""

import json
import re
import sys
import types
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from transformers import OpenAIGPTTokenizer, XLMTokenizer

from models.tokenization import Tokenizer, open_tokenizer, word_bpe
from models.tokenization.word_bpe import PLAIN, SHARED, _backend
from tests.models.tokenization.samples import HARD_TEXTS

ENGLISH = st.text("aB.,' \"-(5s", max_size=14)
SENTENCES = (
    "The U.S. and Japan, e.g. Tokyo, don't agree. It's 5,300 km (or 3.14?).",
    "Dr. who? wait... what. Ok... no; the dogs' home - a well-known 'thing'.",
    "선생님이 책을 펴면, 아이들이 노래를 부른다. 날씨가 좋다!",
    "I 👍🏽 the 👩‍👩‍👧‍👦 family 🇰🇷!",
    "東京は日本の首都、北京。１２３％",
)


class Moses:
    """The English rules of the Moses tokenizer one after the other, without its abbreviations."""

    def __init__(self, lang: str) -> None:
        assert lang == "en"

    def tokenize(self, text: str, return_str: bool, escape: bool) -> list[str]:
        text = re.sub(r"\s+", " ", text).strip()
        text = "".join(one if self._inside(one) else f" {one} " for one in text)
        text = re.sub(r"\.{2,}", lambda dots: f" {'‥' * len(dots[0])} ", text)
        text = re.sub(r"(\D),", r"\1 , ", text)
        text = re.sub(r",(\D)", r" , \1", text)
        text = re.sub(r"(\d),$", r"\1 , ", text)
        letter, other = r"([^\W\d_])", r"([\W\d_])"
        text = re.sub(f"{other}'{other}", r"\1 ' \2", text)
        text = re.sub(rf"([\W_])'{letter}", r"\1 ' \2", text)
        text = re.sub(f"{letter}'{other}", r"\1 ' \2", text)
        text = re.sub(f"{letter}'{letter}", r"\1 '\2", text)
        text = re.sub(r"(\d)'s", r"\1 's", text)
        words = text.split()
        following = [*words[1:], "."][: len(words)]
        ended = (self._ended(word, after) for word, after in zip(words, following, strict=True))
        return re.sub(r"\.'$", " . '", " ".join(ended)).replace("‥", ".").split()

    def _inside(self, character: str) -> bool:
        return character.isalnum() or character.isspace() or character in ".'`,-"

    def _ended(self, word: str, after: str) -> str:
        before = word[:-1]
        if not before or not word.endswith("."):
            return word
        is_short = "." in before and any(one.isalpha() for one in before)
        return word if is_short or after[0].islower() else f"{before} ."


@pytest.fixture(scope="module", autouse=True)
def moses() -> Any:
    """A stand-in for sacremoses, without which transformers builds no XLMTokenizer."""
    module: Any = types.ModuleType("sacremoses")
    module.MosesTokenizer = Moses
    module.MosesPunctNormalizer = lambda lang: types.SimpleNamespace(normalize=lambda text: text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "sacremoses", module)
        yield


def publish(
    folder: Path, vocabulary: Mapping[str, int], merges: Sequence[Sequence[str]], end: str = ""
) -> Path:
    """The files as XLM wrote them; `end` is a further column of the merges."""
    folder.mkdir(exist_ok=True)
    (folder / "vocab.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    lines = "".join(f"{left} {right}{end}\n" for left, right in merges)
    (folder / "merges.txt").write_text(lines, encoding="utf-8")
    return folder


def configure(folder: Path, **entries: Any) -> None:
    (folder / "tokenizer_config.json").write_text(json.dumps(entries), encoding="utf-8")


def published(tokenizer: Tokenizer, folder: Path, lowercase: bool) -> tuple[Tokenizer, Any]:
    """Ours and theirs from the same files."""
    publish(folder, tokenizer.model["vocab"], tokenizer.model["merges"])
    configure(folder, do_lowercase_and_remove_accent=lowercase)
    names = (str(folder / name) for name in ("vocab.json", "merges.txt"))
    theirs = XLMTokenizer(*names, do_lowercase_and_remove_accent=lowercase)
    return open_tokenizer(folder, template=SHARED), theirs


# Against the reference ----------------------------------------------------------------------------


@pytest.mark.parametrize("lowercase", [True, False])
def test_ids_of_shared_vocabularies_are_those_of_the_reference(
    shared: Tokenizer, tmp_path: Path, lowercase: bool
) -> None:
    ours, theirs = published(shared, tmp_path, lowercase)
    for text in SENTENCES:
        assert ours.encode_ids([text])[0] == theirs(text, add_special_tokens=False)["input_ids"]
        assert ours.encode(text).ids.tolist() == theirs(text)["input_ids"]
    pair = ours.encode(SENTENCES[0], SENTENCES[2])
    assert pair.ids.tolist() == theirs(SENTENCES[0], SENTENCES[2])["input_ids"]


@pytest.fixture(scope="module")
def both_cases(
    shared: Tokenizer, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[Tokenizer, Any]]:
    folder = tmp_path_factory.mktemp("published")
    return [published(shared, folder / str(case), case) for case in (True, False)]


@given(text=ENGLISH)
@settings(max_examples=400)
def test_words_of_any_sentence_are_those_of_the_rules_one_by_one(
    both_cases: list[tuple[Tokenizer, Any]], text: str
) -> None:
    assume(
        not re.search(r"[.,'-]{2}|'.'|5'|'5", text)
    )  # there the rules overlap, and use characters up
    for ours, theirs in both_cases:
        expected = theirs(text, add_special_tokens=False)["input_ids"]
        assert ours.encode_ids([text])[0] == expected


@given(text=st.text(st.characters(exclude_categories=["Cs", "Cn", "Z", "C"]), max_size=12))
def test_pieces_of_any_words_are_those_of_the_reference(
    both_cases: list[tuple[Tokenizer, Any]], text: str
) -> None:
    """Words that are already cut, which is what the reference does without a Moses tokenizer."""
    _, theirs = both_cases[1]
    backend = _backend(theirs.encoder, theirs.bpe_ranks, SHARED, False)
    for word in text.split():
        names = [theirs.decoder[piece.id] for piece in backend.model.tokenize(word)]
        known = [name if name in theirs.encoder else "<unk>" for name in theirs.bpe(word).split()]
        assert names == known


@pytest.mark.parametrize("text", HARD_TEXTS.values(), ids=HARD_TEXTS.keys())
def test_punctuation_case_and_accents_are_those_of_the_reference(text: str) -> None:
    """White space and full stops are compared with the words."""
    from transformers.models.xlm import tokenization_xlm as reference

    punctuation = reference.replace_unicode_punct(text)
    printed = reference.remove_non_printing_char(punctuation)
    plain = " ".join(reference.lowercase_and_remove_accent(printed.split()))
    backend = _backend({"<unk>": 0}, [], SHARED, True)
    found = backend.normalizer.normalize_str(text)
    assert "".join(found.split()) == "".join(plain.split())


@pytest.mark.parametrize("end", ["", " 1234"])
def test_published_files_open_whether_or_not_merges_are_counted(
    shared: Tokenizer, tmp_path: Path, end: str
) -> None:
    publish(tmp_path, shared.model["vocab"], shared.model["merges"], end)
    configure(tmp_path, do_lowercase_and_remove_accent=False)
    ours = open_tokenizer(tmp_path)
    assert ours.template == SHARED
    assert ours.encode(SENTENCES[0]).ids.tolist() == shared.encode(SENTENCES[0]).ids.tolist()


@pytest.mark.parametrize("header", ["#version: 0.2\n", ""])
def test_published_files_of_the_plain_kind_open_as_in_the_reference(
    marked_ends: Tokenizer, tmp_path: Path, hard_text: str, header: str
) -> None:
    publish(tmp_path, marked_ends.model["vocab"], marked_ends.model["merges"])
    path = tmp_path / "merges.txt"
    path.write_text(header + path.read_text("utf-8"), encoding="utf-8")
    ours, theirs = open_tokenizer(tmp_path), OpenAIGPTTokenizer.from_pretrained(tmp_path)
    assert ours.template == PLAIN
    assert ours.encode_ids([hard_text])[0] == theirs(hard_text)["input_ids"]


# A vocabulary without the pieces between ----------------------------------------------------------

LACKING = {token: id for id, token in enumerate(["<s>", "</s>", "<pad>", "<unk>", "<special1>"])}
LACKING |= {"a": 5, "abc</w>": 6, "b": 7}
STEPS = [("a", "b"), ("ab", "c</w>")]  # neither ab nor c</w> is a token


def test_pieces_on_the_way_to_others_need_no_id(tmp_path: Path) -> None:
    folder = publish(tmp_path, LACKING, STEPS)
    ours = open_tokenizer(folder)
    theirs = XLMTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"))
    for text in ("abc", "abab", "ab c", "a", "cab abc"):
        assert ours.encode_ids([text])[0] == theirs(text, add_special_tokens=False)["input_ids"]
        assert len(ours.encode(text)) == len(theirs(text)["input_ids"])
    assert ours.vocab_size == len(LACKING)
    assert [id for id, _, _ in ours.cut("abab").pieces] == ours.encode_ids(["abab"])[0]
    ours.save(tmp_path / "again")
    again = open_tokenizer(tmp_path / "again")
    assert again.encode("abab abc").ids.tolist() == ours.encode("abab abc").ids.tolist()


# Words, text and vocabulary -----------------------------------------------------------------------


def test_a_word_goes_on_until_a_piece_with_the_mark(marked_ends: Tokenizer) -> None:
    encoding = marked_ends.encode("The lions sing")
    ends = [token.endswith("</w>") for token in encoding.tokens]
    words = encoding.word.tolist()
    assert words[-1] == 2
    assert [b > a for a, b in pairwise(words)] == ends[:-1]


def test_decoding_restores_spaces_and_syllables(marked_ends: Tokenizer, shared: Tokenizer) -> None:
    text = "the capital of france is 파리"
    assert marked_ends.decode(marked_ends.encode(text).ids) == text
    ids = shared.encode("The capital of France 수도는").ids
    assert shared.decode(ids, skip_special=True).strip() == "The capital of France 수도는"


def test_the_plain_kind_is_lower_cased_and_the_shared_one_as_asked(marked_ends: Tokenizer) -> None:
    assert (
        marked_ends.encode("PARIS Café").ids.tolist()
        == marked_ends.encode("paris cafe").ids.tolist()
    )
    for lowercase in (True, False):
        found = word_bpe.train(["Paris Café"] * 20, 60, template=SHARED, lowercase=lowercase)
        same = found.encode("PARIS").ids.tolist() == found.encode("paris").ids.tolist()
        assert same == lowercase


def test_a_small_letter_after_a_full_stop_counts_before_case_is_removed(tmp_path: Path) -> None:
    found = word_bpe.train(["Paris. The end."] * 20, 60, template=SHARED, lowercase=True)
    assert [word for word, _, _ in found.cut("Paris. The").words] == ["paris", ".", "the"]
    assert [word for word, _, _ in found.cut("Paris. the").words] == ["paris.", "the"]


def test_saving_keeps_the_kind(shared: Tokenizer, tmp_path: Path) -> None:
    shared.save(tmp_path)
    again = open_tokenizer(tmp_path)
    assert again.hash == shared.hash
    assert again.template.roles == SHARED.roles
    assert again.encode("Paris", "파리").tokens == shared.encode("Paris", "파리").tokens
    config = json.loads((tmp_path / "tokenizer_config.json").read_text("utf-8"))
    assert config["do_lowercase_and_remove_accent"] is False


def test_a_name_is_one_token_and_the_vocabulary_as_large_as_asked() -> None:
    texts = ["the city lies by the river"] * 30
    found = word_bpe.train(texts, 120, names=["Wellington"])
    assert found.encode("Wellington").tokens == ("wellington</w>",)
    assert found.vocab_size <= 120
    for texts, size in [([], 400), (["a"], 2)]:
        with pytest.raises(ValueError, match="No vocabulary can be learned"):
            word_bpe.train(texts, size)


def test_broken_files_are_named(tmp_path: Path) -> None:
    publish(tmp_path, {"<unk>": 0, "a</w>": 1}, [("a", "b</w>")])
    (tmp_path / "merges.txt").write_text("a b c d\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1, is no pair"):
        open_tokenizer(tmp_path)
    (tmp_path / "merges.txt").unlink()
    with pytest.raises(ValueError, match=r"needs merges\.txt in the same folder"):
        open_tokenizer(tmp_path)


@pytest.mark.parametrize(("template", "size"), [(PLAIN, 95), (SHARED, 72)])
def test_a_name_before_an_ending_is_one_token_too(template: Any, size: int) -> None:
    names = ["파리", "서울", "런던", "도쿄", "빈", "로마", "카이로", "하노이", "리마", "오슬로"]
    texts = [f"수도는 {name}{end} 곳이다." for name in names for end in ("의", "는", "에서")]
    found = word_bpe.train(texts, size, names=names, template=template)
    for name in names[:2]:
        pieces = found.encode_ids([f"{name}의"])[0]
        assert found.decode(pieces[:1]) == name
        assert len(found.encode_ids([name])[0]) == 1
