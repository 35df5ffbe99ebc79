"""A model is asked as it is, then fine-tuned on more and more labelled examples."""

from pathlib import Path

import pytest
import torch

from models.measures.zero_shot import measure
from models.schema.batch import as_module
from models.tasks.base import Prediction
from tests.models.measures.conftest import MakeTrained
from tests.models.measures.known_models import trained_as

SETS = {"sentiment": "world:sentiment:en", "continuation": "world:continuation:en"}


def test_each_number_of_labels_has_the_metric_of_each_set_and_their_mean(
    make_trained: MakeTrained, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.measures.zero_shot.NUM_ASKED", 20)
    monkeypatch.setattr(
        "models.measures.zero_shot.zero_shot_answers",
        lambda model, examples, data: [
            Prediction(one.id, one.label if n % 2 else "no answer")
            for n, one in enumerate(examples)
        ],
    )
    trained = make_trained("gpt2", sets=SETS, num_learned=(16,))
    before = {name: w.clone() for name, w in as_module(trained.task.model).named_parameters()}
    found = {(one.metric, one.x): one.value for one in measure(trained)}
    assert set(found) == {(name, x) for name in (*SETS, "average") for x in (0.0, 16.0)}
    assert found["sentiment", 0.0] == found["continuation", 0.0] == 0.5
    for x in (0.0, 16.0):
        mean = (found["sentiment", x] + found["continuation", x]) / 2
        assert found["average", x] == pytest.approx(mean)
    for name, weight in as_module(trained.task.model).named_parameters():
        assert torch.equal(weight, before[name])


def test_a_model_that_does_not_continue_a_text_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="choose an architecture that is causal"):
        list(measure(trained_as("zero_shot", "bert", tmp_path)))
