"""A model with the tokenizer and the head of a task: inputs, loss and predictions of examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import torch
from torch import Tensor, nn

from models.finetuning.adversarial import divergence_for, perturbation_loss
from models.finetuning.batches import (
    InputRow,
    RowGroup,
    collate_rows,
    evaluation_batches,
    group_by_example,
    make_rows,
)
from models.schema.batch import Batch, LanguageModel, evaluation_mode
from models.schema.records import FloatArray
from models.schema.specs import ArchSpec
from models.tasks.base import Feature, Prediction, TaskModel, TaskSpec
from models.tasks.examples import Example, LabelledSet
from models.tasks.markers import mark_parts
from models.tokenization import Tokenizer


class TaskPipeline(Protocol):
    """A model with all that one task needs. `module` has the parameters that can be trained."""

    @property
    def module(self) -> nn.Module: ...

    @property
    def model(self) -> LanguageModel: ...

    @property
    def task(self) -> TaskSpec: ...

    @property
    def tokenizer(self) -> Tokenizer: ...

    @property
    def max_length(self) -> int:
        """The maximum length in tokens; longer texts are truncated or read in windows."""

    def row_groups(self, examples: Sequence[Example], data: LabelledSet) -> list[RowGroup]:
        """Training inputs of examples with answers. Raises DataError, ValueError."""

    def loss(self, groups: Sequence[RowGroup]) -> Tensor:
        """The mean loss () of a batch; its gradients are those of one step."""

    def rows(self, examples: Sequence[Example], data: LabelledSet) -> list[InputRow]:
        """Inputs of examples for `predict`."""

    def predict(
        self, rows: Sequence[InputRow], examples: Sequence[Example], data: LabelledSet
    ) -> list[Prediction]:
        """A prediction for each example, in inference mode."""


@dataclass(frozen=True, eq=False)
class HeadPipeline:
    """A pretrained model with a head for a task."""

    task_model: TaskModel
    spec: ArchSpec
    task: TaskSpec
    tokenizer: Tokenizer
    max_length: int
    class_weights: Tensor | None = None
    adversarial: float = 0.0  # weight of the loss of perturbed embeddings

    @property
    def module(self) -> nn.Module:
        return self.task_model

    @property
    def model(self) -> LanguageModel:
        model: LanguageModel = self.task_model.model  # type: ignore[assignment]
        return model

    def use_plain_loss(self) -> HeadPipeline:
        """Return a copy with a plain loss, whose gradients show where parameters are used."""
        return replace(self, adversarial=0.0)

    def features(self, examples: Sequence[Example], data: LabelledSet) -> list[Feature]:
        """The inputs of examples, tokenized once."""
        return [
            feature
            for index, example in enumerate(examples)
            for feature in self.encode(example, index, data)
        ]

    def encode(self, example: Example, index: int, data: LabelledSet) -> Sequence[Feature]:
        declared = self.spec.task_heads.get(self.task_model.kind)
        marked = example if declared is None else mark_parts(example, declared.markers)
        return self.task.encode(marked, index, data, self.tokenizer, self.max_length)

    def rows(self, examples: Sequence[Example], data: LabelledSet) -> list[InputRow]:
        head = self.spec.task_heads.get(self.task_model.kind)
        return make_rows(self.features(examples, data), self.spec, self.model, head)

    def row_groups(self, examples: Sequence[Example], data: LabelledSet) -> list[RowGroup]:
        rows = self.rows(examples, data)
        return (
            group_by_example(rows) if self.task.head == "choice" else [RowGroup((r,)) for r in rows]
        )

    def loss(self, groups: Sequence[RowGroup]) -> Tensor:
        rows = [row for group in groups for row in group.rows]
        batch = self.batch(rows)
        logits = self.logits(batch)
        loss = self.task.loss(logits, [row.feature for row in rows], self.class_weights)
        return loss + self.adversarial_loss(batch, logits, rows) if self.adversarial else loss

    def adversarial_loss(self, batch: Batch, logits: Tensor, rows: Sequence[InputRow]) -> Tensor:
        divergence = divergence_for(
            self.task.head,
            batch,
            [row.feature.example for row in rows],
            multi_label=self.task_model.multi_label,
        )
        loss = perturbation_loss(self.model, self.logits, batch, logits, divergence)
        return self.adversarial * loss

    def logits(self, batch: Batch) -> Tensor:
        """Compute logits in 32 bits, whatever precision the products have."""
        logits: Tensor = self.task_model(batch)
        return logits.float()

    def batch(self, rows: Sequence[InputRow]) -> Batch:
        batch = collate_rows(rows, self.spec, self.tokenizer, targets=False)
        return batch.to(next(self.module.parameters()).device)

    def predict(
        self, rows: Sequence[InputRow], examples: Sequence[Example], data: LabelledSet
    ) -> list[Prediction]:
        logits = self.all_logits(rows)
        return self.task.predict(logits, [row.feature for row in rows], examples, data)

    @torch.inference_mode()
    def all_logits(self, rows: Sequence[InputRow]) -> list[FloatArray]:
        """The logits of each row without its padding: (C,), (1,), (T, 2) or (T, C)."""
        by_row: list[FloatArray] = [np.empty(0, dtype=np.float32)] * len(rows)
        by_token = self.task.head in ("span", "token")
        with evaluation_mode(self.module):
            for indices in evaluation_batches(rows):
                batch = self.batch([rows[index] for index in indices])
                logits = self.task_model(batch).float().cpu().numpy()
                for index, of_row in zip(indices, logits, strict=True):
                    by_row[index] = of_row[: len(rows[index].model_input)] if by_token else of_row
        return by_row
