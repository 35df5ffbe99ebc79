"""Long documents with facts that are needed far away, and texts that are duplicated."""

from __future__ import annotations

from itertools import islice

import pytest

from models.data.long_texts.recall import (
    KINDS,
    NAMES,
    LongDocument,
    RecallSource,
    allowed_values,
    question,
    state_value,
    values_of,
)
from models.data.seen_words import seen_words
from models.data.sources import is_built_in, open_source
from models.data.world.lexicon import Language
from models.data.world.split import Split
from models.training.recipe import Recipe

WORDS = 200
kinds = pytest.mark.parametrize("kind", ["long", "long-summary"])
languages = pytest.mark.parametrize("language", ["en", "ko"])


def source(kind: str, language: str = "en") -> RecallSource:
    opened = open_source(f"{kind}:{language}@{WORDS}")
    assert isinstance(opened, RecallSource)
    return opened


def sample_documents(
    kind: str, language: str = "en", split: Split = "train", count: int = 40
) -> list[LongDocument]:
    return list(islice(source(kind, language).sample_documents(split, 1), count))


def pairs(documents: list[LongDocument]) -> set[tuple[str, str]]:
    """The name of each story with its other values."""
    by_kind = ({one.value.kind: one.value.key for one in each.recalls} for each in documents)
    return {(values[NAMES], key) for values in by_kind for key in values.values()}


@kinds
@languages
def test_each_fact_is_stated_twice_as_far_apart_as_recorded(kind: str, language: Language) -> None:
    for document in sample_documents(kind, language, count=10):
        assert {one.value.kind for one in document.recalls} == set(KINDS)
        for one in document.recalls:
            text = state_value(one.value, language)
            places = [n for n, sentence in enumerate(document.sentences) if sentence == text]
            assert sorted((one.stated, one.answered)) == places
            first, last = places
            between = " ".join(document.sentences[first + 1 : last + 1])
            assert one.distance == len(between.split())


@languages
def test_a_question_comes_before_its_answer_and_after_the_fact(language: Language) -> None:
    for document in sample_documents("long", language, count=10):
        for one in document.recalls:
            assert document.sentences[one.answered - 1] == question(one.value, language)
            assert one.stated < one.answered - 1


def test_a_summary_has_all_facts_first_and_in_one_order() -> None:
    for document in sample_documents("long-summary", count=10):
        by_place = sorted(document.recalls, key=lambda one: one.answered)
        assert [one.answered for one in by_place] == list(range(len(KINDS)))
        assert [one.value.kind for one in by_place] == list(KINDS)


@kinds
def test_distances_are_short_and_long_alike(kind: str) -> None:
    distances = [one.distance for each in sample_documents(kind) for one in each.recalls]
    assert min(distances) < 0.2 * WORDS
    assert max(distances) > 0.8 * WORDS
    assert 0.3 < sum(one < 45 for one in distances) / len(distances) < 0.7


@kinds
def test_no_training_document_has_a_pair_of_a_held_out_one(kind: str) -> None:
    train, unseen = (
        pairs(sample_documents(kind, count=200)),
        pairs(sample_documents(kind, split="held_out", count=50)),
    )
    assert len(train) > 800
    assert len(unseen) > 100
    names = {(name, name) for name, _ in train | unseen}
    assert not (train - names) & (unseen - names)


def test_every_name_has_values_of_every_kind_in_both_splits() -> None:
    lexicon = source("long").lexicon
    for name in values_of(lexicon, NAMES):
        for kind in KINDS:
            train, unseen = (
                allowed_values(lexicon, name, kind, split) for split in ("train", "held_out")
            )
            assert train
            assert unseen
            assert not set(train) & set(unseen)


@kinds
def test_a_document_is_about_as_long_as_its_name_says(kind: str) -> None:
    for document in sample_documents(kind, count=10):
        assert WORDS <= len(" ".join(document.sentences).split()) < 1.3 * WORDS


@pytest.mark.parametrize(
    "name", ["long", "long:en", "long:ko@300", "long-summary:en@90", "duplication", "duplication@5"]
)
def test_a_source_is_opened_again_by_its_name_and_repeats_itself(name: str) -> None:
    opened = open_source(name)
    assert opened.name == name
    assert is_built_in(name)
    assert is_built_in(f"world+{name}")
    one, again, other = (
        list(islice(open_source(name).once("train", seed), 3)) for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("long:en@10", "60 to 20,000 words"),
        ("long:fr", "there is no language 'fr'"),
        ("duplication@0", "1 to 5,000 symbols"),
        ("duplication:en", "1 to 5,000 symbols"),
    ],
)
def test_a_length_or_language_that_cannot_be_is_rejected(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        open_source(name)


def test_a_duplicated_text_is_a_separator_and_symbols_twice() -> None:
    (text,) = next(open_source("duplication@5").documents("train", 1))
    symbols = text.split()
    assert len(symbols) == 12
    assert symbols[:6] == symbols[6:]
    assert symbols[0] == "0"
    assert "0" not in symbols[1:6]


def test_the_words_of_long_documents_count_as_seen() -> None:
    table = {"name": "t", "architecture": "bert", "objectives": ["masked"]}
    for data in ("long-summary:en@90", "village+long:en"):
        seen = seen_words([Recipe.from_dict({**table, "data": data})])
        assert seen is not None
        assert seen.unseen("Which vehicle was it? The name: Anna.") == []
        assert seen.unseen("the jabberwock eats") == ["jabberwock"]
    both = seen_words([Recipe.from_dict({**table, "data": "world+long:ko"})])
    assert both is not None
    assert both.unseen("탈것은 무엇이었나? Canberra") == []
