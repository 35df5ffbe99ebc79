"""A vocabulary that is learned merge by merge has the merges of the tokenizers library."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
import tokenizers
from tokenizers import models, pre_tokenizers, trainers

from models.tokenization.merge_learning import (
    MIN_COUNT,
    LearnedVocabulary,
    MergeRule,
    learn_merges_of,
    split_words,
)

TOY = " ".join(["low"] * 5 + ["lower"] * 2 + ["newest"] * 6 + ["widest"] * 3)
TEXTS = {
    "toy": TOY,
    "repeated letters": "aaaa aaa aaaaa baa abab ababab bbb aabb " * 3,
    "korean": "서울은 수도이다. 서울은 크다. 부산은 도시이다. 수도는 도시이다. " * 4,
    "two ways to one piece": "abc abc abcd abcd bcd bc bc abd dabc cab abab cabc " * 3,
    "random": " ".join(
        "".join(random.Random(3).choices("abcd", k=500))[n : n + 1 + n % 9] for n in range(400)
    ),
}


def learned(text: str, rule: MergeRule, count: int = 60) -> LearnedVocabulary:
    return learn_merges_of(Counter(split_words(text, rule)), rule, count)


@pytest.mark.parametrize("name", TEXTS)
def test_merges_are_those_of_the_library(name: str) -> None:
    found = learned(TEXTS[name], "bpe")
    backend = tokenizers.Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(
        vocab_size=len(found.tokens_after(len(found.merges))),
        min_frequency=MIN_COUNT,
        show_progress=False,
    )
    words = split_words(TEXTS[name], "bpe")
    backend.train_from_iterator([" ".join(words)], trainer)
    model = json.loads(backend.to_str())["model"]
    ours = [[merge.left, merge.right] for merge in found.merges]
    assert model["merges"] == ours[: len(model["merges"])]
    assert len(model["merges"]) >= min(len(ours), 10)
    assert [*model["vocab"]] == [*found.tokens_after(len(model["merges"]))]
    for word in dict.fromkeys(words):
        tokens = backend.encode(word).tokens
        assert tokens == [*found.cut(word, len(model["merges"]))]


def test_the_first_merges_of_the_example_of_the_paper() -> None:
    merges = [(one.left, one.right, one.count) for one in learned(TOY, "bpe", 4).merges]
    assert merges[:3] == [("e", "s", 9), ("es", "t", 9), ("l", "o", 7)]


@pytest.mark.parametrize("rule", ["bpe", "wordpiece"])
@pytest.mark.parametrize("name", TEXTS)
def test_each_merge_is_the_best_pair_of_the_text_before_it(name: str, rule: MergeRule) -> None:
    found = learned(TEXTS[name], rule, 25)
    for step, merge in enumerate(found.merges):
        candidates = found.candidates_after(step)
        assert candidates[0] == merge
        best = max(one.count if rule == "bpe" else one.score for one in candidates)
        assert (merge.count if rule == "bpe" else merge.score) == best


@pytest.mark.parametrize("rule", ["bpe", "wordpiece"])
def test_splits_spell_their_words_at_every_step(rule: MergeRule) -> None:
    found = learned(TOY, rule)
    for step in range(len(found.merges) + 1):
        for (word, _), split in zip(found.words, found.splits_after(step), strict=True):
            assert "".join(piece.removeprefix("##") for piece in split) == word


def test_wordpiece_prefers_pairs_of_rare_pieces() -> None:
    text = "qu " * 3 + "en er es et el em " * 5
    assert learned(text, "bpe", 1).merges[0].piece != "qu"
    first = learned(text, "wordpiece", 1).merges[0]
    assert (first.piece, first.count, first.left_count, first.right_count) == ("qu", 3, 3, 3)


def test_wordpiece_cuts_the_longest_piece_first_and_drops_words_with_unknown_letters() -> None:
    found = learned(TOY, "wordpiece")
    count = len(found.merges)
    assert "".join(one.removeprefix("##") for one in found.cut("lowest", count)) == "lowest"
    assert found.cut("zoo", count) == ()


def test_an_empty_text_has_no_merges() -> None:
    found = learned("", "bpe")
    assert (found.alphabet, found.merges, found.candidates_after(0)) == ((), (), [])
