"""What objectives make of a text, with what a person decided over it."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import corrupt, epochs
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from models.schema.records import TokenChange

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_a_tokenizer_without_a_mask_beside_a_model_that_needs_one_is_said(
    tiny_models: Path, tmp_path: Path
) -> None:
    shutil.copytree(tiny_models / "bert-tiny", tmp_path / "odd")
    shutil.copy(tiny_models / "gpt2-tiny" / "tokenizer.json", tmp_path / "odd")
    engine, key = Engine(Library(bundled=tiny_models)), str(tmp_path / "odd")
    encoding = engine.encode(key, "ab")
    with pytest.raises(UserError, match="needs a tokenizer that has a mask token"):
        corrupt(engine, key, encoding)
    assert corrupt(engine, key, encoding, sample=False).targets == {}


def test_one_seed_gives_one_corruption_and_epochs_differ(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    first, again = (corrupt(engine, "bert-tiny", encoding, seed=4) for _ in range(2))
    assert np.array_equal(first.input_ids, again.input_ids)
    sampled = epochs(engine, "bert-tiny", encoding, seed=4)
    assert len(sampled) == 10
    assert np.array_equal(sampled[0].change, first.change)
    assert any(not np.array_equal(epoch.change, first.change) for epoch in sampled)


def test_a_token_is_masked_and_left_unmasked_by_the_user(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    mask_id = engine.tokenizer("bert-tiny").mask_id
    found = corrupt(engine, "bert-tiny", encoding, decisions={2: True, 0: True}, sample=False)
    assert found.input_ids[2] == mask_id
    assert found.input_ids[0] == encoding.ids[0], "a special token stays"
    assert found.targets["mlm"].positions.tolist() == [2]
    drawn = corrupt(engine, "bert-tiny", encoding, seed=1)
    chosen = drawn.targets["mlm"].positions.tolist()
    kept = corrupt(engine, "bert-tiny", encoding, seed=1, decisions=dict.fromkeys(chosen, False))
    assert (kept.change == TokenChange.KEPT).all()
    assert len(kept.targets["mlm"]) == 0


def test_a_model_samples_with_the_options_of_its_own_training() -> None:
    """deberta-v3-mini masks all that is chosen, electra-mini leaves some as it is."""
    engine = Engine(Library())
    for key, unchanged in (("deberta-v3-mini", 0), ("electra-mini", 1)):
        encoding = engine.encode(key, 4 * "The capital of France is Paris. ")
        sampled = epochs(engine, key, encoding, seed=1)
        fed = [one.encoding.ids == one.input_ids for one in sampled]
        left = sum(
            int(same[next(iter(one.targets.values())).positions].sum())
            for one, same in zip(sampled, fed, strict=True)
        )
        assert min(left, 1) == unchanged, key


def test_options_of_the_objective_are_used(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", TEXT)
    options = {"masked": {"rate": 0.5, "mask_share": 1.0, "random_share": 0.0}}
    found = corrupt(engine, "bert-tiny", encoding, options=options)
    assert (found.change == TokenChange.MASKED).sum() == round(0.5 * len(encoding))
