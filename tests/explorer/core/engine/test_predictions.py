"""What token heads predict, beside the truth."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import corrupt
from explorer.core.engine.predicting.predictions import MaskedPrediction, predictions
from explorer.core.library.library import Library

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_masked_places_are_predicted_with_the_truth_where_it_is_known(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", f"[MASK] {TEXT}")
    masked = corrupt(engine, "bert-tiny", encoding, decisions={3: True}, sample=False)
    found = predictions(engine, "bert-tiny", engine.trace("bert-tiny", masked), count=4)
    assert [p.place for p in found] == [1, 3]
    written, hidden = found
    assert written.truth is None
    assert hidden.truth == encoding.ids[3]
    assert hidden.probability is not None
    assert 0 < hidden.probability < 1
    assert len(hidden.candidates) == 4


def test_the_loss_of_a_truth_that_is_next_to_impossible_is_that_of_its_logits(
    engine: Engine,
) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    masked = corrupt(engine, "bert-tiny", encoding, decisions={3: True}, sample=False)
    trace = engine.trace("bert-tiny", masked, ("logits",))
    logits = np.zeros_like(trace.logits["mlm"])
    logits[3, int(encoding.ids[3])] = -500.0
    (hidden,) = predictions(engine, "bert-tiny", replace(trace, logits={"mlm": logits}))
    others = logits.shape[-1] - 1
    assert hidden.loss == pytest.approx(500 + np.log(others), rel=1e-6)
    assert hidden.probability == pytest.approx(0, abs=1e-100)


def test_a_causal_model_predicts_each_token_from_its_left(engine: Engine) -> None:
    encoding = engine.encode("gpt2-tiny", TEXT)
    masked = corrupt(engine, "gpt2-tiny", encoding)
    found = predictions(engine, "gpt2-tiny", engine.trace("gpt2-tiny", masked))
    assert [(p.position, p.place) for p in found] == [
        (at, at + 1) for at in range(len(encoding) - 1)
    ]
    assert [p.truth for p in found] == encoding.ids[1:].tolist()
    assert all(_rank_fits(p) for p in found)


def _rank_fits(prediction: MaskedPrediction) -> bool:
    assert prediction.rank is not None
    if prediction.rank >= len(prediction.candidates):
        return True
    return prediction.candidates[prediction.rank].probability == pytest.approx(
        prediction.probability, rel=1e-4
    )
