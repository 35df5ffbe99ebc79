"""A model that learns a task from a teacher that was fine-tuned for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor, nn

from models.finetuning.batches import Unit
from models.finetuning.learner import HeadLearner
from models.schema.specs import DistillationSpec
from models.tasks.base import TaskModel
from models.training.recipe import Teaching, check_options
from models.training.training_task import method_of, open_teacher

BESIDE = "beside"


@dataclass(frozen=True, eq=False)
class TaughtLearner(HeadLearner):
    """A student with a head. `beside` learns with it and is no part of it, as a projection.

    `progress` is the share of the steps that are done.
    """

    teacher: TaskModel = field(kw_only=True)
    method: DistillationSpec = field(kw_only=True)
    options: Mapping[str, Any] = field(kw_only=True)
    beside: nn.Module = field(kw_only=True)
    progress: float = field(default=0.0, kw_only=True)

    @property
    def module(self) -> nn.Module:
        return nn.ModuleDict({"student": self.task_model, BESIDE: self.beside})

    @property
    def names_beside(self) -> list[str]:
        """The parameters that are no part of the student, as `module` names them."""
        return [name for name, _ in self.module.named_parameters() if name.startswith(BESIDE)]

    def at(self, progress: float) -> TaughtLearner:
        """The same after this share of the steps."""
        return replace(self, progress=progress)

    def for_probing(self) -> HeadLearner:
        return self.at(1.0)  # then predictions are learned, with every layer

    def loss(self, units: Sequence[Unit]) -> Tensor:
        """The weighted sum of the method's terms, each a mean."""
        batch = self.batch([row for unit in units for row in unit.rows])
        self.teacher.to(batch.input_ids.device)
        terms = self.method.loss(
            self.task_model,
            self.teacher,
            batch,
            self.options,
            beside=self.beside,
            progress=self.progress,
        )
        weighted = [
            self.method.weight(term, self.options) * loss.total / max(1, loss.count)
            for term, loss in terms.items()
        ]
        return torch.stack(weighted).sum()


def taught(learner: HeadLearner, teaching: Teaching, seed: int) -> TaughtLearner:
    """The learner with its teacher. Raises ValueError where they do not fit together."""
    method = task_method(teaching)
    loaded = open_teacher(teaching, method)
    assert loaded.tokenizer is not None
    if loaded.task_model is None:
        raise ValueError(f"{teaching.teacher} has no head for a task: fine-tune it first")
    if learner.spec.name != method.student:
        raise ValueError(
            f"{learner.spec.title} cannot be a student of {method.title}; choose {method.student!r}"
        )
    if loaded.tokenizer.hash != learner.tokenizer.hash:
        raise ValueError(
            f"the student reads with another tokenizer than its teacher {teaching.teacher}: choose "
            "a student that was trained with the tokenizer of its teacher"
        )
    positions = loaded.model.config.size.num_positions
    learner = replace(learner, max_length=min(learner.max_length, positions))
    torch.manual_seed(seed)
    assert method.make_beside is not None
    beside = method.make_beside(learner.task_model, loaded.task_model, teaching.options)
    return TaughtLearner(
        **vars(learner),
        teacher=loaded.task_model.eval(),
        method=method,
        options=teaching.options,
        beside=beside,
    )


def task_method(teaching: Teaching) -> DistillationSpec:
    """The method, with options that it has for a task. Raises ValueError."""
    method = method_of(teaching)
    if not method.fine_tunes:
        raise ValueError(f"{method.title} teaches no task; it is a method of pretraining")
    known = (*method.options, *method.task_options)
    check_options(teaching.options, known, f"the method {method.name!r}")
    return method
