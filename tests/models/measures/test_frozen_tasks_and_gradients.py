"""What objectives measured in training, beside tasks that linear functions do."""

from dataclasses import replace

import pytest

from models.comparison.measured import MetricValue
from models.measures import frozen_tasks_and_gradients
from tests.models.measures.conftest import MakeTrained


def test_a_quantity_of_training_is_averaged_over_its_steps(
    make_trained: MakeTrained, monkeypatch: pytest.MonkeyPatch
) -> None:
    quality = MetricValue("quality", 0.5)
    monkeypatch.setattr(frozen_tasks_and_gradients, "frozen_tasks", lambda trained: iter([quality]))
    trained = make_trained("electra")
    assert list(frozen_tasks_and_gradients.measure(trained)) == [quality]
    trained = replace(trained, measured={"gradient_cosine": (0.5, -0.25, 0.5)})
    found = list(frozen_tasks_and_gradients.measure(trained))
    assert found == [quality, MetricValue("gradient_cosine", 0.25)]
