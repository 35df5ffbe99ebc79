"""What heads do over a sample: scores of hand-made maps, chance levels, and every architecture."""

from pathlib import Path

import numpy as np
import pytest

from explorer.core.attention.survey.intervals import means
from explorer.core.attention.survey.kinds import (
    GENERAL,
    INDUCTION,
    KINDS,
    general_masks,
    induction_mask,
    relation_masks,
)
from explorer.core.attention.survey.request import HeadsRequest, ModelHeads, heads_work
from explorer.core.attention.survey.sample import SampleQuery, draw_sample
from explorer.core.attention.survey.scores import StreamScores, sentence_weights
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from models.data.world.relations import RELATIONS, VERB_TO_SUBJECT, WordRelation
from models.runtime.generators import run_to_end
from models.schema.records import Encoding
from models.schema.specs import StreamSpec

WORDS = ("", "the", "cat", "the", "dog", ".", "")  # between two special tokens
TEXT = "the cat the dog ."
TARGETS = {  # by kind a row, and the column that it names
    "previous": (2, 1),
    "next": (2, 3),
    "itself": (4, 4),
    "first": (3, 0),
    "special": (1, 6),
    "punctuation": (2, 5),
    "same_word": (1, 3),
    VERB_TO_SUBJECT: (4, 2),
}


def encoding(words: tuple[str, ...] = WORDS, text: str = TEXT) -> Encoding:
    """Ids are those of equal words; words without letters are special tokens."""
    special = np.array([not word for word in words])
    ends, at = [], 0
    for word in words:
        at = text.index(word, at) + len(word) if word else at
        ends.append(at)
    starts = [end - len(word) for end, word in zip(ends, words, strict=True)]
    known = sorted(set(words))
    return Encoding(
        text=text,
        ids=np.array([known.index(word) for word in words]),
        tokens=tuple(words),
        offsets=np.array([starts, ends]).T,
        special=special,
        segment=np.zeros(len(words), dtype=np.int64),
        word=np.where(special, -1, np.arange(len(words))),
        unknown=np.zeros(len(words), dtype=bool),
    )


def masks() -> dict[str, np.ndarray]:
    verb = WordRelation(VERB_TO_SUBJECT, (12, 15), (4, 7))
    return {**general_masks(encoding()), **relation_masks(encoding(), [verb])}


@pytest.mark.parametrize("kind", TARGETS)
def test_each_kind_names_its_tokens(kind: str) -> None:
    row, column = TARGETS[kind]
    assert masks()[kind][row, column]
    assert not masks()[kind][[0, 6]].any()


@pytest.mark.parametrize("kind", [*GENERAL, VERB_TO_SUBJECT])
def test_a_head_that_does_one_thing_scores_one_and_uniform_attention_scores_chance(
    kind: str,
) -> None:
    mask, uniform = masks()[kind].astype(np.float32), np.full((7, 7), 1 / 7, dtype=np.float32)
    own = np.where(mask.any(-1, keepdims=True), mask, uniform)
    maps = np.stack([own / own.sum(-1, keepdims=True), uniform])[None]  # (1, 2, 7, 7)
    weights, chance = sentence_weights(maps, [None], masks())
    number = list(KINDS).index(kind)
    assert weights[number, 0, 0] == pytest.approx(1)
    assert weights[number, 0, 1] == pytest.approx(chance[number, 0, 1])


def test_a_decoder_is_scored_on_what_it_may_see() -> None:
    visible = np.tri(7, dtype=bool)
    maps = (visible / visible.sum(-1, keepdims=True)).astype(np.float32)[None, None]
    weights, chance = sentence_weights(maps, [visible], masks())
    at = list(KINDS).index
    assert np.isnan(weights[at("next"), 0, 0])
    assert weights[at("previous"), 0, 0] == pytest.approx(np.mean([1 / n for n in range(2, 7)]))
    assert np.allclose(weights, chance, equal_nan=True)


def test_induction_is_the_token_after_an_earlier_occurrence() -> None:
    twice = ("", "a", "b", "c", "a", "b", "c", "")
    mask = induction_mask(encoding(twice, "a b c a b c"))[INDUCTION]
    assert sorted(zip(*map(list, np.nonzero(mask)), strict=True)) == [(4, 2), (5, 3), (6, 4)]


def test_an_interval_is_over_sentences_that_have_something_to_measure() -> None:
    values = np.array([[0.2, 0.0], [0.4, 0.0], [0.3, 0.5], [0.5, 0.0], [0.1, 0.0]])
    weights = np.array([[1, 0], [1, 0], [1, 1], [1, 0], [1, 0]])
    found = means(values.astype(np.float32), weights.astype(np.float32))
    assert found.mean == pytest.approx([0.3, 0.5])
    assert found.low[0] < 0.3 < found.high[0]
    assert np.isnan(found.low[1])
    assert found.count.tolist() == [5, 1]


def test_a_function_is_clear_only_above_chance_with_its_whole_interval() -> None:
    shape = len(KINDS), 1, 1
    stream = StreamSpec("encoder", "Encoder")
    mean, low, chance = (np.zeros(shape, dtype=np.float32) for _ in range(3))
    mean[0], low[0], chance[0] = 0.5, 0.4, 0.1
    scores = StreamScores(stream, mean, low, mean, chance, (9,) * len(KINDS))
    assert scores.function(0, 0) == "previous"
    low[0] = 0.15
    assert scores.function(0, 0) == ""
    low[0], mean[0] = 0.28, 0.29
    assert scores.function(0, 0) == ""


def test_a_sample_of_the_world_has_every_relation_and_depends_on_its_seed() -> None:
    first, again, other = (draw_sample(SampleQuery("world", 8, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first.sentences != other.sentences
    sentences = (*first.sentences, *first.further)
    kinds = [relation.kind for one in sentences for relation in one.relations]
    assert set(kinds) == set(RELATIONS)
    for one in sentences:
        for relation in one.relations:
            assert one.text[slice(*relation.source)].strip()
            assert one.text[slice(*relation.target)].strip()


def test_a_file_with_too_few_sentences_says_how_many_are_needed(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("One sentence.\n\nAnother one.\n", encoding="utf-8")
    with pytest.raises(UserError):
        draw_sample(SampleQuery(str(path)))


# One direction, an encoder with a decoder, two streams, and no attention.
MODELS = ("gpt2-mini", "t5-mini", "electra-mini", "elmo-mini")


def test_every_kind_of_model_is_scored_or_says_why_not() -> None:
    request = HeadsRequest(MODELS, SampleQuery("world", 8))
    for key, found in run_to_end(heads_work(request, Engine(Library()))).items():
        if isinstance(found, UserError):
            assert "attention" in found.message
            assert key == "elmo-mini"
            continue
        assert isinstance(found, ModelHeads)
        assert len(found.survey.streams) == (2 if key == "electra-mini" else 1)
        for scores in found.survey.streams:
            known = scores.means[np.isfinite(scores.means)]
            assert known.size, key
            assert known.min() > -1e-6
            assert known.max() < 1 + 1e-3
