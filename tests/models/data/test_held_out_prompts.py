"""Held-out tasks as prompts: enough examples, queries that are none of them, and right choices."""

import pytest

from models.data.demonstrations.held_out import NUM_QUERIES, held_out_prompt_tasks
from models.data.demonstrations.tasks import tasks_of_split
from models.data.prompt_tasks import NUM_CHOICES, PromptTask

SHOTS = 16
TASKS = {task.name: task for task in held_out_prompt_tasks(SHOTS, 1)}


@pytest.fixture(params=TASKS.values(), ids=list(TASKS))
def task(request: pytest.FixtureRequest) -> PromptTask:
    found: PromptTask = request.param
    return found


def test_both_kinds_of_tasks_are_there_and_none_is_of_the_training_split() -> None:
    learned = {task.name for task in tasks_of_split("train")}
    assert not learned & set(TASKS)
    kinds = [task.only_in_prompt for task in TASKS.values()]
    assert kinds.count(True) >= 10
    assert kinds.count(False) >= 10


def test_there_are_enough_examples_and_queries(task: PromptTask) -> None:
    assert len(task.draw(SHOTS, 1)) == SHOTS
    assert len(task.queries) >= NUM_QUERIES
    shown = {one.input for one in task.examples}
    asked = {one.input for one in task.queries}
    assert asked == shown if task.recalls else not asked & shown


def test_one_of_several_choices_is_right(task: PromptTask) -> None:
    for one in (*task.examples, *task.queries):
        assert one.answer in one.choices
        assert len(set(one.choices)) == len(one.choices) > 1
        assert task.only_in_prompt or len(one.choices) <= NUM_CHOICES


def test_a_prompt_begins_with_the_description(task: PromptTask) -> None:
    text = task.format.text(task.draw(2, 1), task.queries[0].input)
    assert text.startswith(f"{task.format.description}\n {task.draw(1, 1)[0].input}: ")


def test_another_seed_draws_other_mappings() -> None:
    other = {task.name: task for task in held_out_prompt_tasks(SHOTS, 2)}
    same = [one.examples == other[name].examples for name, one in TASKS.items()]
    assert not any(same)
    again = {task.name: task for task in held_out_prompt_tasks(SHOTS, 1)}
    assert all(one.examples == again[name].examples for name, one in TASKS.items())
