"""How much heads matter: against compression, and the reasons where nothing can be measured."""

from typing import Any

import numpy as np
import pytest

from explorer.core.attention.head_effect import predicting_head
from explorer.core.attention.survey.importance import Importance, importance, losses, units_of
from explorer.core.attention.survey.sample import SampleQuery, SurveySample, draw_sample
from explorer.core.attention.survey.scores import survey
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from models.compression.heads import ablation_importance, gradient_importance, zero_heads
from models.runtime.generators import run_to_end

KEY, STREAM = "bert-mini", "encoder"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library())


@pytest.fixture(scope="module")
def sample() -> SurveySample:
    drawn = draw_sample(SampleQuery("world:en", 8))
    return SurveySample(drawn.query, drawn.sentences, (), ())


def measured(engine: Engine, key: str, sample: SurveySample) -> list[Any]:
    streams = run_to_end(survey(engine, key, sample)).streams
    return [run_to_end(importance(engine, key, scores, sample)) for scores in streams]


def test_importance_is_that_of_compression_and_of_one_head_switched_off(
    engine: Engine, sample: SurveySample
) -> None:
    loaded, head = engine.load_model(KEY), predicting_head(engine.card(KEY), STREAM)
    assert head is not None
    data = run_to_end(losses(engine, KEY, head, sample))
    units = list(units_of(engine, KEY, loaded.spec.stream(STREAM), data).values())
    (found,) = measured(engine, KEY, sample)
    for layer, number, growth in ablation_importance(loaded, units, data):
        assert found.ablation.mean[layer, number] == pytest.approx(growth, abs=1e-5)
    before = data.losses_by_sentence(loaded)
    with zero_heads(loaded, [(units[1], 3)]):
        lost = data.losses_by_sentence(loaded) - before
    assert found.ablation.mean[1, 3] == pytest.approx(lost.mean(), abs=1e-5)
    assert found.ablation.low[1, 3] <= lost.mean() <= found.ablation.high[1, 3]
    gradients = gradient_importance(loaded, units, data)
    assert np.allclose(found.gradient.mean, np.stack(gradients), atol=1e-6)
    assert measured(engine, KEY, sample) == [found]  # computed once


# One direction, an encoder with a decoder, shared layers, flags and two streams.
MODELS = ("gpt2-mini", "t5-mini", "albert-mini", "electra-mini", "xlnet-mini")


@pytest.mark.parametrize("key", MODELS)
def test_heads_of_every_kind_of_model_have_importance(
    engine: Engine, sample: SurveySample, key: str
) -> None:
    for found in measured(engine, key, sample):
        assert isinstance(found, Importance), found
        assert found.shared == (key == "albert-mini")
        known = np.isfinite(found.ablation.mean)
        assert known.any()
        assert found.gradient is not None
        assert (found.gradient.mean[known] >= 0).all()


def test_a_model_without_a_prediction_says_so(
    engine: Engine, sample: SurveySample, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "explorer.core.attention.survey.importance"
    monkeypatch.setattr(f"{module}.predicting_head", lambda card, stream: None)
    other = SurveySample(SampleQuery("world:en", 8, seed=2), sample.sentences, (), ())
    (found,) = measured(engine, KEY, other)
    assert isinstance(found, UserError)
    assert "no loss" in found.message
