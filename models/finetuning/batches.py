"""Inputs of examples in batches of similar length, in an order that seed and epoch decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np

from models.schema.batch import Batch, LanguageModel, collate
from models.schema.records import ModelInput
from models.schema.specs import ArchSpec, TaskHeadSpec
from models.tasks.base import Feature
from models.tokenization import Tokenizer

MAX_EVALUATION_TOKENS = 1024  # with padding, in a batch that is not learned from; these fit caches


@dataclass(frozen=True, eq=False)
class InputRow:
    """An input of a model, complete with every feed."""

    feature: Feature
    model_input: ModelInput


@dataclass(frozen=True, eq=False)
class RowGroup:
    """Rows that belong into one batch, such as the choices of an example."""

    rows: tuple[InputRow, ...]

    @cached_property
    def length(self) -> int:
        """Tokens of the longest row."""
        return max(len(row.model_input) for row in self.rows)


def make_rows(
    features: Sequence[Feature], spec: ArchSpec, model: LanguageModel, head: TaskHeadSpec | None
) -> list[InputRow]:
    """Features with what an architecture, and a head of it, adds to them."""
    return [InputRow(feature, _complete(feature, spec, model, head)) for feature in features]


def _complete(
    feature: Feature, spec: ArchSpec, model: LanguageModel, head: TaskHeadSpec | None
) -> ModelInput:
    model_input = ModelInput.clean(feature.encoding)
    if head is not None and head.prepare is not None:
        model_input = head.prepare(model_input, model.config)
    return spec.apply_all_feeds(model_input, model)


def group_by_example(rows: Sequence[InputRow]) -> list[RowGroup]:
    """All rows of an example as one group."""
    groups: dict[int, list[InputRow]] = {}
    for row in rows:
        groups.setdefault(row.feature.example, []).append(row)
    return [RowGroup(tuple(group)) for group in groups.values()]


def collate_rows(
    rows: Sequence[InputRow], spec: ArchSpec, tokenizer: Tokenizer, targets: bool
) -> Batch:
    """Rows as a batch, padded to the longest of them; `targets` are those of language modelling."""
    model_inputs = [row.model_input for row in rows]
    return collate(model_inputs, tokenizer.pad_id or 0, targets, spec.inputs)


def training_batches(
    groups: Sequence[RowGroup], batch_size: int, rng: np.random.Generator
) -> list[list[RowGroup]]:
    """Batches of groups of similar length, in random order.

    Groups of equal length are shuffled.
    """
    order = rng.permutation(len(groups))
    order = order[np.argsort([groups[i].length for i in order], kind="stable")]
    batches = [order[start : start + batch_size] for start in range(0, len(order), batch_size)]
    return [[groups[i] for i in batches[b]] for b in rng.permutation(len(batches))]


def evaluation_batches(rows: Sequence[InputRow]) -> list[list[int]]:
    """The indices of all rows in batches of about as many tokens, shortest first."""
    batches: list[list[int]] = []
    batch: list[int] = []
    for index in sorted(range(len(rows)), key=lambda i: len(rows[i].model_input)):
        if batch and (len(batch) + 1) * len(rows[index].model_input) > MAX_EVALUATION_TOKENS:
            batches.append(batch)
            batch = []
        batch.append(index)
    return [*batches, batch] if batch else batches


def batches_of_one_length(rows: Sequence[InputRow]) -> list[list[int]]:
    """Return evaluation batches with rows of one length each, so that there is no padding."""
    return [
        list(indices)
        for batch in evaluation_batches(rows)
        for _, indices in groupby(batch, key=lambda index: len(rows[index].model_input))
    ]
