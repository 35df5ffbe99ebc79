"""Unigram: what is learned, how it cuts, and files whose text is prepared in other ways."""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AlbertTokenizer, AutoTokenizer

from models.schema.specs import SpecialTokenTemplate
from models.tokenization import Tokenizer, open_tokenizer, unigram
from models.tokenization.unigram_learning import (
    _best_paths,
    _expect,
    _lattice,
    _Model,
    _most_frequent,
    _runs,
    _seeds,
    _stems,
    learn,
)
from tests.models.tokenization.samples import CORPUS, FRAMINGS, framed_as

VILLAGE = (
    *CORPUS,
    *("파리의 날씨는 좋다. 도쿄의 날씨는 파리와 같다. 수도는 파리이다.",) * 8,
    *("the river is wide and it is deep, the house is old. It is Paris.",) * 8,
)
NAMES = ("파리", "도쿄", "Paris", "Ada Lovelace")


@pytest.fixture(scope="module")
def village() -> Tokenizer:
    return unigram.train(VILLAGE, 400, names=NAMES)


def cuts(word: str, pieces: set[str]) -> Iterator[tuple[str, ...]]:
    """Every way to cut a word, by hand."""
    if not word:
        yield ()
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            for rest in cuts(word[end:], pieces):
                yield (word[:end], *rest)


# What is learned ----------------------------------------------------------------------------------


@given(
    words=st.dictionaries(
        st.text("abc", min_size=1, max_size=6), st.integers(1, 9), min_size=1, max_size=5
    )
)
def test_expected_counts_are_those_of_all_ways_to_cut_each_word(words: dict[str, int]) -> None:
    pieces = ["a", "b", "c", "ab", "bc", "abc", "ca"]
    scores = np.log(np.arange(1.0, 8.0) / 28)  # (P,)
    weights = np.array(list(words.values()), dtype=np.float64)
    index = {piece: number for number, piece in enumerate(pieces)}
    found = _expect(_lattice(list(words), index), weights, scores)
    expected = np.zeros(len(pieces))
    for word, count in words.items():
        paths = list(cuts(word, set(pieces)))
        mass = np.exp([sum(scores[index[piece]] for piece in path) for path in paths])
        for path, share in zip(paths, mass / mass.sum(), strict=True):
            for piece in path:
                expected[index[piece]] += count * share
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_the_best_path_of_a_piece_without_itself_is_found() -> None:
    pieces = ["a", "b", "ab", "abb", "bb"]
    scores = np.log([0.1, 0.2, 0.3, 0.3, 0.1])
    index = {piece: number for number, piece in enumerate(pieces)}
    best, num_parts = _best_paths(_lattice(["ab", "abb", "bb"], index, whole=False), scores)
    expected = [np.log(0.1 * 0.2), np.log(0.3 * 0.2), np.log(0.2 * 0.2)]
    np.testing.assert_allclose(best, expected)
    assert num_parts.tolist() == [2, 2, 2]


def test_a_piece_is_missed_as_much_as_the_texts_become_less_likely_without_it() -> None:
    """Its four become four of each part, so that there are sixteen pieces instead of twelve."""
    model = _Model(["ab"], np.array([4.0]), ["a", "b"], ["ab"])
    with_it, without = np.log(4 / 12), 2 * np.log(4 / 16)
    np.testing.assert_allclose(model._losses(), [4 * (with_it - without)])


def test_seeds_are_what_stands_there_twice_those_first_that_cover_most() -> None:
    counts = {"abc": 2, "de": 5, "zz": 1}
    assert _seeds(counts, (), 10) == ["de", "abc", "ab", "bc"]
    assert _seeds(counts, ("ab",), 2) == ["de", "abc"]


def test_a_word_is_parted_by_kind_and_what_comes_after_its_first_part_is_an_ending() -> None:
    found, endings = _runs({"▁a1b2": 3, "▁파리이다": 2}, set("▁a1b2파리이다"), {"▁파리"})
    assert found == {"▁a": 3, "1": 3, "b": 3, "2": 3, "▁파리": 2, "이다": 2}
    assert endings == Counter({"1": 3, "이다": 2})


def test_only_a_hangul_name_of_two_syllables_and_more_is_a_stem() -> None:
    assert _stems(["▁파리", "▁파", "▁Paris"]) == {"▁파리"}


def test_of_the_names_the_most_frequent_have_half_of_the_room() -> None:
    counts = {"Ada": 3, "Bob": 9, "Eve": 5, "Tom": 1, "x": 99}
    assert _most_frequent(["Ada", "Bob", "Eve", "Tom", "Zoe", "x"], counts, 5) == ["Bob", "Eve"]


@given(st.randoms(use_true_random=False))
@settings(max_examples=5)
def test_the_order_of_the_words_changes_nothing(random: Any) -> None:
    counts = Counter("▁" + word for text in VILLAGE for word in text.split())
    shuffled = list(counts.items())
    random.shuffle(shuffled)
    expected = learn(counts, 120, ("▁파리",), 100)
    assert learn(dict(shuffled), 120, ("▁파리",), 100) == expected


def test_scores_are_log_probabilities_and_descend() -> None:
    counts = Counter("▁" + word for text in VILLAGE for word in text.split())
    scores = np.array([score for _, score in learn(counts, 150, (), 100)])
    assert (np.diff(scores) <= 0).all()
    assert np.exp(scores).sum() == pytest.approx(1, abs=1e-3)


def test_a_word_that_is_frequent_in_one_form_only_is_a_piece(village: Tokenizer) -> None:
    assert village.encode("it is").tokens == ("[CLS]", "▁it", "▁is", "[SEP]")


def test_names_are_pieces_and_what_follows_them_is_another(village: Tokenizer) -> None:
    tokens = village.encode("파리의 도쿄는 파리이다. Ada Lovelace").tokens
    assert tokens[1:-1] == (
        *("▁파리", "의", "▁도쿄", "는", "▁파리", "이다", ".", "▁Ada", "▁Lovelace"),
    )


def test_an_ending_after_a_gap_is_one_piece(village: Tokenizer) -> None:
    tokens = village.encode("수도는 [MASK]이다. It is [MASK].").tokens
    assert tokens[2:5] == ("[MASK]", "▁이다", ".")
    assert tokens[-3:-1] == ("[MASK]", "▁.")
    for inside, after in [("이다", "▁이다"), (".", "▁."), ("의", "▁의"), ("▁is", "▁is")]:
        assert village.token(village.free_standing[village.id(inside)]) == after


def test_no_piece_mixes_letters_with_digits_or_punctuation_or_another_script() -> None:
    texts = ["Paris는 1998년에, (Paris) 파리2 a1b2."] * 20
    tokenizer = unigram.train(texts, 120)
    assert tokenizer.encode(texts[0]).tokens[1:-1] == (
        *("▁Paris", "는", "▁1998", "년에", ",", "▁(", "Paris", ")", "▁파리", "2"),
        *("▁a", "1", "b", "2", "."),
    )


def test_the_vocabulary_is_no_larger_than_asked() -> None:
    for size in (20, 60, 200, 400):
        assert unigram.train(VILLAGE, size, names=NAMES).vocab_size <= size


def test_training_without_text_or_room_is_rejected() -> None:
    for texts, size in [((), 400), ((" \n",), 400), (CORPUS, 5), (CORPUS, -1)]:
        with pytest.raises(ValueError, match="No vocabulary can be learned"):
            unigram.train(texts, size)


def test_tokens_of_ones_own_are_special(tmp_path: Path) -> None:
    ours = unigram.train(CORPUS, 300, special=["[ENTITY]"])
    ours.save(tmp_path)
    again = open_tokenizer(tmp_path)
    assert "[ENTITY]" in again.encode("The [ENTITY] of France").tokens
    assert ours.id("[ENTITY]") in again.special_ids


# How it cuts --------------------------------------------------------------------------------------


def test_unknown_neighbours_are_one_unknown_token(village: Tokenizer) -> None:
    encoding = village.encode("it is 東京 ü")
    assert encoding.tokens[3:-1] == ("▁", "<unk>", "▁", "<unk>")
    assert [encoding.surface(place) for place in np.flatnonzero(encoding.unknown)] == ["東京", "ü"]
    assert not encoding.special[encoding.unknown].any()


def test_punctuation_is_a_word_of_its_own(village: Tokenizer) -> None:
    encoding = village.encode("it is, 파리의.")
    assert encoding.word.tolist()[1:-1] == [0, 1, 2, 3, 3, 4]
    continues = village.vocabulary.continuation
    assert [bool(continues[village.id(p)]) for p in ("의", ".", "▁is", "▁")] == [
        *(True, False, False, False),
    ]


def test_hangul_that_was_taken_apart_comes_back_whole() -> None:
    xlnet = framed_as("XLNetTokenizer")
    encoding = xlnet.encode("프랑스의 수도는")
    assert encoding.tokens[0] == unicodedata.normalize("NFD", "▁프랑스의") != "▁프랑스의"
    assert xlnet.decode(encoding.ids, skip_special=True) == "프랑스의 수도는"


# Files that prepare a text in other ways ----------------------------------------------------------


def rewritten(folder: Path, **parts: Any) -> Path:
    framed_as("AlbertTokenizer").save(folder)
    path = folder / "tokenizer.json"
    content = {**json.loads(path.read_text("utf-8")), **parts}
    path.write_text(json.dumps(content), encoding="utf-8")
    return folder


def test_a_published_albert_lowers_letters_and_takes_accents_away(
    tmp_path: Path, hard_text: str
) -> None:
    steps = [
        {"type": "Replace", "pattern": {"String": "``"}, "content": '"'},
        {"type": "Replace", "pattern": {"String": "''"}, "content": '"'},
        *({"type": kind} for kind in ("NFKD", "StripAccents", "Lowercase")),
    ]
    folder = rewritten(tmp_path / "a", normalizer={"type": "Sequence", "normalizers": steps})
    (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "AlbertTokenizerFast"}')
    ours, theirs = open_tokenizer(folder), AlbertTokenizer.from_pretrained(folder)
    assert ours.encode(hard_text).ids.tolist() == theirs(hard_text)["input_ids"]
    assert ours.encode("PARIS CAFÉ").ids.tolist() == ours.encode("paris cafe").ids.tolist()
    ours.save(tmp_path / "b")
    again = AutoTokenizer.from_pretrained(tmp_path / "b")
    assert type(again) is AlbertTokenizer
    assert again(hard_text)["input_ids"] == ours.encode(hard_text).ids.tolist()


@pytest.mark.parametrize(
    "parts",
    [
        {"normalizer": {"type": "NFKC"}},
        {"normalizer": None, "pre_tokenizer": {"type": "Metaspace", "replacement": "▁",
                                               "prepend_scheme": "first", "split": True}},
    ],
)  # fmt: skip
def test_a_file_that_its_class_would_not_rebuild_is_saved_for_the_generic_class(
    tmp_path: Path, hard_text: str, parts: dict[str, Any]
) -> None:
    ours = open_tokenizer(rewritten(tmp_path / "a", **parts))
    ours.save(tmp_path / "b")
    theirs = AutoTokenizer.from_pretrained(tmp_path / "b")
    assert theirs(hard_text)["input_ids"] == ours.encode(hard_text).ids.tolist()
    assert open_tokenizer(tmp_path / "b").hash == ours.hash


def test_a_framing_of_another_class_prepares_text_composed(corpus: tuple[str, ...]) -> None:
    template = FRAMINGS["RobertaTokenizer"]
    tokenizer = unigram.train(corpus, 300, template=template)
    composed, apart = tokenizer.encode_ids(["caf\u00e9 파리", "cafe\u0301 파리"])
    assert composed == apart


def test_a_vocabulary_without_tokens_around_a_text_opens_without_its_architecture(
    tmp_path: Path,
) -> None:
    template = SpecialTokenTemplate("Other", {"pad": "<pad>", "unk": "<unk>", "eos": "</s>"})
    unigram.train(VILLAGE, 200, template=template).save(tmp_path)
    opened = open_tokenizer(tmp_path)
    assert opened.hash == open_tokenizer(tmp_path, template=template).hash
    assert not opened.encode("the river").special.any()
