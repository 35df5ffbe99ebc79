"""How much of a duplicated text a model copies, under several settings of its configuration.

Kitaev, Kaiser, Levskaya (2020), arXiv:2001.04451, section 5, evaluate each model with other numbers
of rounds than it was trained with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import torch

from models.comparison.measured import MetricValue
from models.schema.batch import Batch, LanguageModel, as_module, evaluation_mode
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`copied` for each of the option `settings`: its x, and entries of the configuration that
    change no weight. Where x is null the metric is `copied_whole`.

    The share of symbols of the second half that are predicted, in held-out texts. The first half is
    random and is not counted.
    """
    task = trained.task
    for x, entries in trained.options["settings"]:
        model = replace_entries(task, entries)
        with evaluation_mode(model), torch.no_grad():
            right = [
                one for batch in trained.held_out for one in find_copied_symbols(task, model, batch)
            ]
        name = "copied_whole" if x is None else "copied"
        yield MetricValue.share(name, right, x)


def replace_entries(task: TrainingTask, entries: Mapping[str, Any]) -> LanguageModel:
    """Copy the model of a task with other entries of its configuration, which change no weight."""
    model: LanguageModel = task.spec.model_class(replace(task.model.config, **entries))
    as_module(model).load_state_dict(as_module(task.model).state_dict())
    return model


def find_copied_symbols(task: TrainingTask, model: LanguageModel, batch: Batch) -> list[bool]:
    """Whether each symbol after the middle of a text is predicted from those before it."""
    head = task.spec.head(task.objectives[0].head)
    states = model(batch)
    hidden = states[head.read(states)]  # (B, T, D)
    middle = batch.input_ids.shape[1] // 2  # of the second separator
    predicted = model.logits(head.name, hidden[:, middle:-1]).argmax(-1)
    right: list[bool] = (predicted == batch.input_ids[:, middle + 1 :]).flatten().tolist()
    return right
