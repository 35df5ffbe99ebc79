"""Replaced tokens are detected, and pairs of texts judged."""

from pathlib import Path

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import corrupt
from explorer.core.engine.predicting.detection import DetectionCounts, detect, detection_counts
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.masking.classification import predict_pair
from models.schema.records import ModelInput

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_replaced_tokens_are_shown_with_the_truth_and_the_verdict(engine: Engine) -> None:
    encoding = engine.encode("electra-tiny", TEXT)
    model_input = corrupt(engine, "electra-tiny", encoding, seed=2)
    found = detect(engine, "electra-tiny", model_input)
    fed = found.trace.model_input.feeds["replaced_ids"]
    assert np.array_equal(found.replaced, fed != encoding.ids)
    assert ((found.probability > 0) & (found.probability < 1)).all()
    again = detect(engine, "electra-tiny", corrupt(engine, "electra-tiny", encoding, seed=2))
    assert np.array_equal(again.trace.model_input.feeds["replaced_ids"], fed)


def test_a_token_masked_by_the_user_is_replaced_by_the_generator(engine: Engine) -> None:
    encoding = engine.encode("electra-tiny", TEXT)
    model_input = corrupt(engine, "electra-tiny", encoding, decisions={2: True}, sample=False)
    found = detect(engine, "electra-tiny", model_input)
    assert np.flatnonzero(found.replaced).tolist() in ([], [2])
    fed = found.trace.model_input.feeds["replaced_ids"]
    assert engine.tokenizer("electra-tiny").mask_id not in fed


def test_an_undisturbed_text_is_judged_as_it_is(engine: Engine) -> None:
    encoding = engine.encode("electra-tiny", TEXT)
    found = detect(engine, "electra-tiny", ModelInput.clean(encoding))
    assert np.array_equal(found.trace.model_input.input_ids, encoding.ids)
    assert not found.replaced.any()


def test_a_model_without_a_generator_cannot_detect_its_tokens(engine: Engine) -> None:
    with pytest.raises(UserError):
        detect(engine, "bert-tiny", ModelInput.clean(engine.encode("bert-tiny", TEXT)))


def test_a_pair_is_judged_by_every_head_that_judges_texts(engine: Engine) -> None:
    pair = engine.encode("bert-tiny", TEXT, "it is in europe .")
    judged = predict_pair(engine, "bert-tiny", pair)
    assert list(judged) == ["nsp"]
    logits = engine.trace("bert-tiny", ModelInput.clean(pair), ("logits",)).logits["nsp"]
    assert judged["nsp"] == pytest.approx(np.exp(logits) / np.exp(logits).sum(), rel=1e-5)
    with pytest.raises(UserError, match="no second sentence"):
        predict_pair(engine, "bert-tiny", engine.encode("bert-tiny", TEXT))
    with pytest.raises(UserError, match="has no head for pairs"):
        predict_pair(engine, "gpt2-tiny", engine.encode("gpt2-tiny", TEXT, TEXT))


def test_each_token_falls_into_one_of_four_cases() -> None:
    replaced = np.array([True, True, False, False, False])
    probability = np.array([0.9, 0.1, 0.6, 0.2, 0.4], dtype=np.float32)
    found = detection_counts(replaced, probability)
    assert found == DetectionCounts(1, 1, 1, 2)
    assert found.num_replaced == 2


def test_a_half_is_called_replaced() -> None:
    assert detection_counts(np.array([True]), np.array([0.5], dtype=np.float32)).true_positives == 1


def test_no_token_is_no_verdict() -> None:
    found = detection_counts(np.array([], dtype=bool), np.array([], dtype=np.float32))
    assert found == DetectionCounts(0, 0, 0, 0)
