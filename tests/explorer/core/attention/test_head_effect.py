"""What the prediction loses without some heads, at places that are said."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

from explorer.core.attention.head_effect import AblationEffect, AffectedToken, effect
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import corrupt
from explorer.core.engine.predicting.probabilities import softmax
from explorer.core.library.library import Library
from explorer.core.state.state import Head
from models.runtime.generators import run_to_end
from models.schema.records import ModelInput

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def measured(engine: Engine, key: str, text: str, stream: str, *off: Head) -> Any:
    return run_to_end(effect(engine, key, ModelInput.clean(engine.encode(key, text)), stream, off))


def test_a_causal_model_is_judged_on_every_token_but_the_first(engine: Engine) -> None:
    found = measured(engine, "gpt2-tiny", TEXT, "decoder", Head("decoder", 0, 0))
    encoding = engine.encode("gpt2-tiny", TEXT)
    assert [place.position for place in found.places] == list(range(1, len(encoding)))
    logits = engine.trace("gpt2-tiny", ModelInput.clean(encoding), ("logits",)).logits["lm"]
    assert found.places[2].before == pytest.approx(float(softmax(logits[2])[encoding.ids[3]]))


def test_a_masked_model_is_judged_on_one_masked_token_after_the_other(engine: Engine) -> None:
    found = measured(engine, "bert-tiny", TEXT, "encoder", Head("encoder", 0, 0))
    encoding = engine.encode("bert-tiny", TEXT)
    assert len(found.places) == int((~encoding.special).sum())
    masked = corrupt(engine, "bert-tiny", encoding, decisions={3: True}, sample=False)
    logits = engine.trace("bert-tiny", masked, ("logits",)).logits["mlm"][3]
    (third,) = [place for place in found.places if place.position == 3]
    assert third.before == pytest.approx(float(softmax(logits)[encoding.ids[3]]), rel=1e-5)
    assert third.after != third.before


def test_at_a_written_mask_the_most_probable_token_counts(engine: Engine) -> None:
    found = measured(engine, "bert-tiny", "the [MASK] is", "encoder", Head("encoder", 1, 0))
    assert len(found.places) == 1
    assert "where the true one is unknown" in found.basis


def test_what_is_most_probable_is_told_before_and_after(engine: Engine) -> None:
    off = Head("encoder", 1, 0)
    (place,) = measured(engine, "bert-tiny", "the [MASK] is", "encoder", off).places
    clean = ModelInput.clean(engine.encode("bert-tiny", "the [MASK] is"))
    for found, ablate in ((place.best_before, ()), (place.best_after, (off,))):
        logits = engine.trace("bert-tiny", clean, ("logits",), ablate).logits["mlm"]
        best = softmax(logits[place.position])
        assert found.probability == pytest.approx(float(best.max()))
        assert found.label == engine.tokenizer("bert-tiny").token(int(best.argmax()))
    assert (place.best_before.label, place.best_before.probability) == (place.label, place.before)


def test_a_flag_has_nothing_that_is_most_probable(engine: Engine) -> None:
    off = Head("discriminator", 1, 0)
    found = measured(engine, "electra-tiny", TEXT, "discriminator", off)
    assert all(place.best_before is place.best_after is None for place in found.places)


def test_a_discriminator_is_judged_on_every_token(engine: Engine) -> None:
    off = Head("discriminator", 1, 0)
    found = measured(engine, "electra-tiny", TEXT, "discriminator", off)
    encoding = engine.encode("electra-tiny", TEXT)
    assert len(found.places) == int((~encoding.special).sum())
    assert found.loss_after != found.loss_before


def test_without_a_head_switched_off_nothing_is_lost(engine: Engine) -> None:
    found = measured(engine, "gpt2-tiny", TEXT, "decoder")
    assert found.loss_after == found.loss_before


def test_one_token_has_nothing_before_it_to_be_judged_by(engine: Engine) -> None:
    assert measured(engine, "gpt2-tiny", "a", "decoder") is None


def test_a_loss_is_told_where_a_probability_is_rounded_to_one(
    tiny_models: Path, tmp_path: Path
) -> None:
    """A discriminator that is sure and wrong costs what its logit says, and no more."""
    shutil.copytree(tiny_models / "electra-tiny", tmp_path / "sure")
    weights = load_file(tmp_path / "sure" / "model.safetensors")
    last = "discriminator_predictions.dense_prediction.weight"
    weights[last] *= 1e6
    save_file(weights, tmp_path / "sure" / "model.safetensors", {"format": "pt"})
    engine, key = Engine(Library(bundled=tiny_models)), str(tmp_path / "sure")
    clean = ModelInput.clean(engine.encode(key, TEXT))
    logits = engine.trace(key, clean, ("logits",)).logits["rtd"][~clean.encoding.special]
    assert logits.max() > 50
    found = measured(engine, key, TEXT, "discriminator")
    assert found.loss_before == pytest.approx(float(np.maximum(logits, 0).mean()), rel=1e-4)


def test_the_places_that_changed_most_come_first() -> None:
    first, second = (
        AffectedToken(1, "a", 0.5, 0.0, np.log(2), 100.0),
        AffectedToken(2, "b", 0.5, 0.4, np.log(2), -np.log(0.4)),
    )
    found = AblationEffect((second, first), "")
    assert found.loss_before == pytest.approx(np.log(2))
    assert found.loss_after == pytest.approx((100 - np.log(0.4)) / 2)
    assert found.most_affected(1) == [first]
