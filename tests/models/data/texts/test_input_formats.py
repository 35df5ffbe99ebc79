"""The four formats of inputs that are built from one text."""

from __future__ import annotations

import numpy as np
import pytest

from models.data.texts.input_formats import BUILDERS, BuiltInput, InputFormat, build_inputs

RNG = np.random.default_rng(0)
LENGTHS = [RNG.integers(3, 12, size=RNG.integers(2, 9)).tolist() for _ in range(40)]
ROOM = 48


def inputs(kind: InputFormat, count: int = 1_000) -> list[BuiltInput]:
    return build_inputs(LENGTHS, kind, ROOM, count, seed=1)


@pytest.mark.parametrize("kind", BUILDERS)
def test_no_input_is_longer_than_its_room_and_tokens_are_counted(kind: InputFormat) -> None:
    for one in inputs(kind):
        places = [place for segment in one.segments for place in segment]
        tokens = sum(place.tokens for place in places)
        assert one.num_tokens <= ROOM
        assert one.num_tokens >= tokens + 2
        for place in places:
            assert place.tokens <= LENGTHS[place.document][place.sentence]


@pytest.mark.parametrize("kind", ["segment_pair", "sentence_pair"])
def test_pairs_follow_in_half_of_all_cases_and_else_come_from_another_document(
    kind: InputFormat,
) -> None:
    made = inputs(kind)
    assert 0.35 < np.mean([one.is_next for one in made]) < 0.65
    for one in made:
        first, second = one.segments
        if one.is_next:
            assert second[0].document == first[-1].document
            assert second[0].sentence == first[-1].sentence + 1
        else:
            assert second[0].document != first[0].document


def test_pairs_of_sentences_have_one_sentence_each_and_leave_most_of_the_room() -> None:
    made = inputs("sentence_pair")
    assert all(len(segment) == 1 for one in made for segment in one.segments)
    means = {kind: np.mean([one.num_tokens for one in inputs(kind)]) for kind in BUILDERS}
    assert min(means, key=means.__getitem__) == "sentence_pair"
    assert max(means, key=means.__getitem__) == "full_sentences"


@pytest.mark.parametrize("kind", ["full_sentences", "doc_sentences"])
def test_without_pairs_every_sentence_is_read_once_in_its_order(kind: InputFormat) -> None:
    read = [(p.document, p.sentence) for one in inputs(kind) for p in one.segments[0]]
    assert read == [(d, s) for d, each in enumerate(LENGTHS) for s in range(len(each))]
    assert all(one.is_next is None for one in inputs(kind))


def test_only_full_sentences_cross_documents() -> None:
    assert all(len(one.documents) == 1 for one in inputs("doc_sentences"))
    crossing = [one for one in inputs("full_sentences") if len(one.documents) > 1]
    assert crossing
    for one in crossing:
        tokens = sum(place.tokens for place in one.segments[0])
        assert one.num_tokens == tokens + 2 + len(one.documents) - 1


def test_the_same_seed_builds_the_same_inputs() -> None:
    assert inputs("segment_pair", 9) == inputs("segment_pair", 9)
    assert len(inputs("segment_pair", 9)) == 9


def test_a_text_of_one_document_is_refused() -> None:
    with pytest.raises(ValueError, match="two documents"):
        build_inputs([[3, 4]], "full_sentences", ROOM, 5, seed=1)
