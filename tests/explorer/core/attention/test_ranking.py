"""The heads of several models in one list: filtered, sorted, and with their numbers."""

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from explorer.core.attention.survey.importance import HeadMeans, Importance
from explorer.core.attention.survey.ranking import NAMES, ScoredStream, rank_heads
from explorer.core.attention.survey.request import BY_ABLATION, BY_FUNCTION, HeadsChoice
from explorer.core.attention.survey.scores import StreamScores
from explorer.core.errors import UserError
from models.schema.specs import StreamSpec

SHAPE = (2, 2)  # layers and heads


def stream(key: str, weights: dict[str, list[float]], growth: list[float] | None) -> ScoredStream:
    """A stream whose heads attend with these weights; all else is at a chance of 0.1."""
    means = np.full((len(NAMES), *SHAPE), 0.1, dtype=np.float32)
    for kind, values in weights.items():
        means[NAMES.index(kind)] = np.reshape(values, SHAPE)
    chance = np.full_like(means, 0.1)
    scores = StreamScores(StreamSpec("encoder", "Encoder", "both"), means, means, means, chance, ())
    measured: Any = UserError("It has no head that predicts tokens, so there is no loss.")
    if growth is not None:
        values = HeadMeans(*(np.reshape(growth, SHAPE) for _ in range(3)))
        measured = Importance(values, None, "nats", 8, shared=False, correlation=math.nan)
    survey = SimpleNamespace(streams=(scores,))
    heads: Any = SimpleNamespace(survey=survey, importance={"encoder": measured})
    return ScoredStream(key, heads, scores)


STREAMS = [
    stream("a", {"previous": [0.9, 0.2, 0.5, 0.1]}, [0.1, 0.4, math.nan, 0.2]),
    stream("b", {"next": [0.8, 0.1, 0.1, 0.1]}, None),
]


def places(choice: HeadsChoice) -> list[tuple[str, int, int]]:
    return [(row.of.key, row.layer, row.head) for row in rank_heads(STREAMS, choice)]


def test_heads_are_by_model_layer_and_head_unless_another_order_is_chosen() -> None:
    every = places(HeadsChoice())
    assert every == [(key, layer, head) for key in "ab" for layer in (0, 1) for head in (0, 1)]
    by_weight = places(HeadsChoice(sort="previous"))
    assert by_weight[:3] == [("a", 0, 0), ("a", 1, 0), ("a", 0, 1)]


def test_a_head_whose_ablation_is_not_known_comes_last() -> None:
    known = [("a", 0, 1), ("a", 1, 1), ("a", 0, 0)]
    assert places(HeadsChoice(sort=BY_ABLATION))[:3] == known
    assert math.isnan(rank_heads(STREAMS, HeadsChoice(model="b"))[0].growth)


def test_functions_are_in_their_order_and_the_clearest_first() -> None:
    assert places(HeadsChoice(sort=BY_FUNCTION))[:3] == [("a", 0, 0), ("a", 1, 0), ("b", 0, 0)]
    assert places(HeadsChoice(best="next")) == [("b", 0, 0)]
    assert ("a", 0, 1) in places(HeadsChoice(best="none"))


def test_a_model_that_is_gone_filters_nothing() -> None:
    assert {key for key, *_ in places(HeadsChoice(model="b", layer=2))} == {"b"}
    assert places(HeadsChoice(model="gone")) == places(HeadsChoice())
