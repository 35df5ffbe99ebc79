"""The steps end exactly at what the tokenizer library gives, and say why."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as Library
from tokenizers.models import BPE, Unigram

from models.tokenization import Tokenizer, open_tokenizer, unigram
from models.tokenization.steps import Lattice, LatticePath, Matching, Merging, _cutter, steps
from tests.models.tokenization.samples import FRAMINGS, framed_as

ANY_TEXT = st.text()
NEAR_TEXT = st.text("Paris 파리의는도쿄theof[].,ⓐ", max_size=30)  # of which pieces are known


def assert_ends_as_the_library(tokenizer: Tokenizer, text: str) -> None:
    words, pieces = steps(tokenizer, text), tokenizer.cut(text).pieces
    found = [(piece.id, piece.start, piece.end) for word in words for piece in word.pieces]
    assert found == list(pieces)
    for word in words:
        assert [tokenizer.id(piece.token) for piece in word.pieces] == [p.id for p in word.pieces]


def by_text(tokenizer: Tokenizer, text: str) -> dict[str, Any]:
    return {text[word.start : word.end].strip(): word.how for word in steps(tokenizer, text)}


# Against the library ------------------------------------------------------------------------------


def test_hard_texts_end_as_in_the_library(tokenizer: Tokenizer, hard_text: str) -> None:
    assert_ends_as_the_library(tokenizer, hard_text)


def test_every_framing_ends_as_in_the_library(framed: Tokenizer, hard_text: str) -> None:
    assert_ends_as_the_library(framed, hard_text.replace("[MASK]", framed.mask_token or "[MASK]"))


@given(text=ANY_TEXT | NEAR_TEXT)
def test_any_text_ends_as_in_the_library(
    cased: Tokenizer,
    uncased: Tokenizer,
    bytewise: Tokenizer,
    unigram_one: Tokenizer,
    marked_ends: Tokenizer,
    shared: Tokenizer,
    text: str,
) -> None:
    for tokenizer in (cased, uncased, bytewise, unigram_one, marked_ends, shared):
        assert_ends_as_the_library(tokenizer, text)


@given(text=ANY_TEXT | NEAR_TEXT)
@settings(max_examples=50)
def test_any_text_in_any_framing_ends_as_in_the_library(text: str) -> None:
    for name in FRAMINGS:
        assert_ends_as_the_library(framed_as(name), text)


def test_the_pieces_are_those_that_the_model_is_fed(tokenizer: Tokenizer) -> None:
    text = "Paris는 프랑스의 capital이다, isn't it? 東京"
    fed = tokenizer.encode(text)
    tokens = [piece.token for word in steps(tokenizer, text) for piece in word.pieces]
    assert tokens == [token for token, no in zip(fed.tokens, fed.special, strict=True) if not no]


def test_special_tokens_in_the_text_are_left_out(framed: Tokenizer) -> None:
    mask = framed.mask_token or "<extra_id_0>"
    words = steps(framed, f"Paris {mask} 파리의 {mask}")
    assert [word.word.strip("▁Ġ ") for word in words][:1] == ["Paris"]
    assert "".join(piece.token for word in words for piece in word.pieces).count(mask) == 0


def test_a_text_without_words_has_no_steps(tokenizer: Tokenizer) -> None:
    assert steps(tokenizer, "") == ()
    if tokenizer.family != "byte_bpe":
        assert steps(tokenizer, " \n") == ()


def test_words_and_pieces_cover_their_characters(cased: Tokenizer, unigram_one: Tokenizer) -> None:
    text = "The capital, 파리의"
    for tokenizer in (cased, unigram_one):
        words = steps(tokenizer, text)
        assert "".join(text[w.start : w.end] for w in words).replace(" ", "") == text.replace(
            " ", ""
        )
        for word in words:
            assert [word.start, word.end] == [word.pieces[0].start, word.pieces[-1].end]
            if tokenizer is cased:  # a space that was written in front covers no character
                assert all(a.end == b.start for a, b in pairwise(word.pieces))


# BPE ----------------------------------------------------------------------------------------------


def test_merges_come_by_rank_and_lead_from_symbols_to_pieces(bytewise: Tokenizer) -> None:
    ranks = {tuple(pair): rank for rank, pair in enumerate(bytewise.model["merges"])}
    for word in steps(bytewise, "The capital of France is Paris, 파리의"):
        how = word.how
        assert isinstance(how, Merging)
        assert how.pieces_after(0) == how.symbols == tuple(word.word)
        assert how.pieces_after(len(how.merges)) == tuple(piece.token for piece in word.pieces)
        for count, merge in enumerate(how.merges, start=1):
            assert merge.rank == ranks[merge.left, merge.right]
            before, after = how.pieces_after(count - 1), how.pieces_after(count)
            possible = [ranks[pair] for pair in pairwise(before) if pair in ranks]
            assert merge.rank == min(possible)
            assert len(after) == len(before) - 1
            assert merge.piece in after
            assert "".join(after) == word.word


def test_of_equal_pairs_the_left_one_is_merged_first(bytewise: Tokenizer) -> None:
    pairs = [tuple(pair) for pair in bytewise.model["merges"]]
    rank = next(n for n, pair in enumerate(pairs) if "".join(pair).isascii())
    (word,) = steps(bytewise, "".join(pairs[rank]) * 3)
    assert isinstance(word.how, Merging)
    assert [merge.start for merge in word.how.merges if merge.rank == rank] == [0, 2, 4]


def test_a_long_word_takes_no_longer_than_its_length(bytewise: Tokenizer) -> None:
    (word,) = steps(bytewise, "is" * 5_000)
    assert isinstance(word.how, Merging)
    assert len(word.how.merges) == 10_000 - len(word.pieces)


MERGES = [("a", "b"), ("ab", "c"), ("b", "c"), ("c", "a")]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"unk_token": "?"},
        {"unk_token": "?", "fuse_unk": True},
        {"ignore_merges": True},
        {"end_of_word_suffix": "/"},
        {"continuing_subword_prefix": "#"},
    ],
    ids=str,
)
@given(word=st.text("abcxy", min_size=1, max_size=8))
@example(word="bcbc")  # a piece that no merge leads to
@example(word="xyaxbcyx")
def test_every_kind_of_merging_ends_as_in_the_library(options: dict[str, Any], word: str) -> None:
    prefix = str(options.get("continuing_subword_prefix", ""))
    suffix = str(options.get("end_of_word_suffix", ""))
    inside = [f"{prefix}{letter}" for letter in "abc"]
    merges = [(left, prefix + right) for left, right in MERGES]
    merges += [(left, right + suffix) for left, right in merges if suffix]
    merged = [left + right.removeprefix(prefix) for left, right in merges]
    pieces = ["?", *"abc", *inside, *(f"{letter}{suffix}" for letter in "abc"), *merged, "bcbc"]
    vocabulary = {piece: id for id, piece in enumerate(dict.fromkeys(pieces))}
    library = Library(BPE(vocab=vocabulary, merges=merges, **options))
    merging, tokens = _cutter(json.loads(library.to_str())["model"])(word)
    assert isinstance(merging, Merging)
    assert list(tokens) == library.encode(word).tokens
    assert merging.pieces_after(len(merging.merges)) == tokens


# WordPiece ----------------------------------------------------------------------------------------


def test_the_longest_piece_that_fits_is_taken(cased: Tokenizer) -> None:
    how = by_text(cased, "파리의")["파리의"]
    assert isinstance(how, Matching)
    assert [(one.piece, one.in_vocabulary) for one in how.tries] == [
        ("파리의", False),
        ("파리", True),
        ("##의", True),
    ]
    for word in steps(cased, "The unknown capital opens"):
        assert isinstance(word.how, Matching)
        start = 0
        for one in word.how.tries:
            assert one.start == start
            assert one.in_vocabulary == (one.piece in cased.model["vocab"])
            start = one.end if one.in_vocabulary else start


def test_a_word_of_which_a_part_is_unknown_is_unknown_whole(cased: Tokenizer) -> None:
    (word,) = steps(cased, "Parü")
    assert isinstance(word.how, Matching)
    assert [piece.token for piece in word.pieces] == ["[UNK]"]
    assert not word.how.tries[-1].in_vocabulary
    assert any(one.in_vocabulary for one in word.how.tries)


def test_a_word_that_is_too_long_is_not_tried(cased: Tokenizer) -> None:
    (word,) = steps(cased, "a" * 101)
    assert word.how == Matching((), too_long=True)
    assert [piece.token for piece in word.pieces] == ["[UNK]"]


# Unigram ------------------------------------------------------------------------------------------


def every_way(how: Lattice, at: int, end: int) -> list[list[Any]]:
    if at == end:
        return [[]]
    leaving = [edge for edge in how.edges if edge.start == at]
    return [[edge, *rest] for edge in leaving for rest in every_way(how, edge.end, end)]


@pytest.mark.parametrize("text", ["파리의", "Paris", "ⓐ파ⓑⓒ", "수도는", "isis"])
def test_the_two_best_of_all_ways_are_found(text: str) -> None:
    for name in ("AlbertTokenizer", "XLNetTokenizer"):
        for word in steps(framed_as(name), text):
            how = word.how
            assert isinstance(how, Lattice)
            ways = every_way(how, 0, len(word.word))
            scores = sorted((sum(edge.score for edge in way) for way in ways), reverse=True)
            assert how.best.score == pytest.approx(scores[0])
            assert sum(edge.score for edge in how.best.edges) == pytest.approx(how.best.score)
            if len(ways) == 1:
                assert how.runner_up is None
            else:
                assert isinstance(how.runner_up, LatticePath)
                assert how.runner_up.score == pytest.approx(scores[1])
                assert how.runner_up.edges != how.best.edges


def test_every_piece_that_fits_is_in_the_lattice(unigram_one: Tokenizer) -> None:
    scores = dict(unigram_one.model["vocab"])
    for word in steps(unigram_one, "The capital ⓐ 파리의"):
        assert isinstance(word.how, Lattice)
        spans = [(s, e) for s in range(len(word.word)) for e in range(s + 1, len(word.word) + 1)]
        known = {(s, e): scores[word.word[s:e]] for s, e in spans if word.word[s:e] in scores}
        assert {(e.start, e.end): e.score for e in word.how.edges if e.known} == known


def test_an_unknown_character_costs_more_than_any_piece_and_neighbours_are_one() -> None:
    albert = framed_as("AlbertTokenizer")
    (word,) = steps(albert, "ⓐⓑⓒ")
    assert isinstance(word.how, Lattice)
    unknown = [edge for edge in word.how.best.edges if not edge.known]
    least = min(score for _, score in albert.model["vocab"])
    assert [edge.score for edge in unknown] == [least - 10] * 3
    assert [piece.token for piece in word.pieces] == ["▁", "<unk>"]


def test_unknown_characters_are_written_in_bytes_where_the_vocabulary_has_them(
    tmp_path: Path,
) -> None:
    unigram.train(["is it 파리"] * 5, 60).save(tmp_path)
    path = tmp_path / "tokenizer.json"
    content = json.loads(path.read_text("utf-8"))
    content["model"]["vocab"] += [[f"<0x{byte:02X}>", -20.0] for byte in range(256)]
    content["model"]["byte_fallback"] = True
    path.write_text(json.dumps(content), encoding="utf-8")
    tokenizer = open_tokenizer(tmp_path)
    assert_ends_as_the_library(tokenizer, "is ⓐ파 é it")
    tokens = [piece.token for word in steps(tokenizer, "é") for piece in word.pieces]
    assert tokens == ["▁", "<0xC3>", "<0xA9>"]


@pytest.mark.parametrize("in_bytes", [False, True])
@given(word=st.lists(st.sampled_from(["a", "b", "ab", "é", "à", "<unk>"]), min_size=1, max_size=6))
def test_unknown_neighbours_and_bytes_end_as_in_the_library(
    in_bytes: bool, word: list[str]
) -> None:
    """The bytes of é are known, those of à are not."""
    pieces = ["<unk>", "a", "b", "ab", "<0xC3>", "<0xA9>"]
    scored = [(piece, -1.0 - number) for number, piece in enumerate(pieces)]
    library = Library(Unigram(scored, unk_id=0, byte_fallback=in_bytes))
    _, tokens = _cutter(json.loads(library.to_str())["model"])("".join(word))
    ids = [library.token_to_id(token) for token in tokens]
    assert ids == library.encode("".join(word)).ids
