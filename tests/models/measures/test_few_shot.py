"""Accuracy by the number of examples, in tasks that memory could do and in the others."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from models.comparison.arms import TrainedArm
from models.data.demonstrations.held_out import held_out_prompt_tasks
from models.data.prompt_formats import DEMONSTRATION
from models.data.prompt_tasks import PromptTask
from models.measures.few_shot import measure
from models.schema.batch import as_module
from models.training.training_task import new_training_task
from tests.models import tiny
from tests.models.measures.conftest import MakeTrained
from tests.models.measures.known_models import trained_as

SHOTS = (0, 1)
SHORT = ("fact:hobby:thing:en", "only-here:made-up:2:held_out")  # fit into few positions


@pytest.fixture(autouse=True)
def short_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    def tasks(shots: int, seed: int) -> Iterator[PromptTask]:
        for task in held_out_prompt_tasks(shots, seed):
            if task.name in SHORT:
                yield replace(task, format=DEMONSTRATION)

    monkeypatch.setattr("models.measures.few_shot.held_out_prompt_tasks", tasks)


def measured(trained: TrainedArm) -> dict[tuple[str, float | None], float]:
    return {(one.metric, one.x): one.value for one in measure(trained)}


@pytest.fixture(scope="module")
def trained(make_trained: MakeTrained) -> TrainedArm:
    """A trained GPT-3 with positions for the letters of unknown words."""
    usual = make_trained("gpt3", shots=SHOTS, num_queries=5)
    recipe = tiny.with_size(usual.recipe, num_positions=96)
    task = new_training_task(recipe, usual.prepared.tokenizer, None)
    return replace(usual, recipe=recipe, task=task)


def test_both_kinds_of_tasks_have_an_accuracy_for_each_number_of_examples(
    trained: TrainedArm,
) -> None:
    values = measured(trained)
    kinds = ("known", "only_in_prompt")
    assert set(values) == {(kind, float(count)) for kind in kinds for count in SHOTS}
    assert all(0 <= value <= 1 for value in values.values())
    assert measured(trained) == values


def test_a_model_without_preference_answers_nothing(make_trained: MakeTrained) -> None:
    flat = make_trained("gpt3", shots=(1,), num_queries=5)
    with torch.no_grad():
        for weight in as_module(flat.task.model).parameters():
            weight.zero_()
    assert set(measured(flat).values()) == {0.0}


def test_a_task_whose_examples_do_not_fit_is_left_out(make_trained: MakeTrained) -> None:
    assert measured(make_trained("gpt3", shots=(0, 12), num_queries=5)) == {}


def test_a_model_that_does_not_continue_a_text_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="choose an architecture that is causal"):
        list(measure(trained_as("few_shot", "bert", tmp_path)))
