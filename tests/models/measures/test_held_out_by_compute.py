from dataclasses import replace
from pathlib import Path

import pytest

from models.measures.held_out_by_compute import measure, num_without_embeddings
from models.schema.batch import as_module
from tests.models.measures.known_models import trained_as


def test_operations_are_six_for_each_parameter_and_token(tmp_path: Path) -> None:
    """A layer of GPT-2 has 12 D² + 13 D parameters for D = 32 where the inner width is 4 D; here it
    is 2 D, which makes 8 D² + 11 D. The last norm has 2 D.
    """
    trained = trained_as("scaling", "gpt2", tmp_path)
    parameters = 2 * (8 * 32**2 + 11 * 32) + 2 * 32
    assert num_without_embeddings(as_module(trained.task.model)) == parameters
    last = replace(trained, step=trained.recipe.schedule.steps, tokens=1000)
    measured = {one.metric: one for one in measure(last)}
    assert measured["loss"].x == 6 * parameters * 1000
    assert measured["final_loss"].value == pytest.approx(measured["loss"].value)
    assert measured["parameters"].value == parameters
    assert measured["data"].value == trained.prepared.train.num_tokens
    assert "early_loss" not in measured
