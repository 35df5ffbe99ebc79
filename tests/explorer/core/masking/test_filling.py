"""Masks are filled at once and one after the other."""

from pathlib import Path

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.masking.filling import fill
from models.runtime.generators import run_to_end

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_gaps_are_filled_at_once_and_in_turn(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", "[MASK] [MASK] of france")
    found = run_to_end(fill(engine, "bert-tiny", encoding, [1, 2]))
    assert found.independent.positions == found.sequential.positions == (1, 2)
    assert sorted(found.sequential.order) == [1, 2]
    assert found.independent.joint == pytest.approx(np.prod(found.independent.probabilities))


def test_filling_nothing_and_by_a_causal_model_is_explained(engine: Engine) -> None:
    with pytest.raises(UserError, match=r"\[MASK\]"):
        run_to_end(fill(engine, "bert-tiny", engine.encode("bert-tiny", TEXT), []))
    with pytest.raises(UserError):
        run_to_end(fill(engine, "gpt2-tiny", engine.encode("gpt2-tiny", TEXT), [1]))


def test_filling_one_by_one_can_be_stopped_before_each_mask(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", "[MASK] [MASK] of [MASK]")
    told = list(fill(engine, "bert-tiny", encoding, [1, 2, 4]))
    assert [(each.done, each.total) for each in told] == [(0, 3), (1, 3), (2, 3)]
