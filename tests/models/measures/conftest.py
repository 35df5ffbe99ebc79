"""A small model of an arm, as a measure sees it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from models.comparison.arms import TrainedArm
from models.comparison.catalog import find_experiment
from models.comparison.spec import Arm
from models.training.training_task import new_training_task
from tests.models import tiny

MakeTrained = Callable[..., TrainedArm]


@pytest.fixture(scope="module")
def make_trained(tmp_path_factory: pytest.TempPathFactory) -> MakeTrained:
    """An untrained model of an architecture; further arguments are options of the measure."""
    folder = tmp_path_factory.mktemp("measures")

    def make(architecture: str, **options: Any) -> TrainedArm:
        prepared = tiny.ready(architecture, folder)
        recipe = tiny.recipe(architecture, "village")
        task = new_training_task(recipe, prepared.tokenizer, None)
        task.to_device("cpu").eval()
        spec = replace(find_experiment("static_masks"), measure_options=options)
        return TrainedArm(spec, Arm("arm", "Arm"), recipe, task, prepared, step=1, tokens=1)

    return make
