"""What a kind of task declares, and the model that does it: a pretrained one with a new head."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from models.schema.batch import Batch, LanguageModel, as_module
from models.schema.records import Encoding, FloatArray
from models.schema.specs import ArchSpec, TaskHeadKind
from models.tasks.examples import Example, LabelledSet
from models.tokenization import Tokenizer

IGNORED = -100  # label of a place without a loss, as torch's cross entropy has it


class TaskModel(nn.Module):
    """A pretrained model and a head of its architecture for a kind of output.

    The head maps the last hidden states by stream to logits: "sequence" (B, C), "choice" (B, 1)
    where each choice is a row of its own, "span" (B, T, 2), "token" (B, T, C).
    """

    def __init__(
        self,
        model: LanguageModel,
        head: nn.Module,
        kind: TaskHeadKind,
        labels: tuple[str, ...] = (),
        problem_type: str = "",
    ) -> None:
        super().__init__()
        self.model = as_module(model)
        self.head = head
        self.kind = kind
        self.labels = labels
        self.problem_type = problem_type  # of config.json; empty: not stated

    def forward(self, batch: Batch) -> Tensor:
        logits: Tensor = self.head(self.model(batch), batch)
        return logits


@dataclass(frozen=True, eq=False)
class Feature:
    """One input of the model, made from an example: an example may need several.

    `target` is what the loss compares with: a class, a score, a place (start, end), tags (T,).
    `extra` has what is needed to turn a prediction back, such as offsets into the passage.
    """

    example: int  # index in its set
    encoding: Encoding
    target: Any = None
    extra: Any = None


@dataclass(frozen=True, eq=False)
class Prediction:
    """What a model says about one example.

    `answer` is a class, a score, an index of a choice, a text or tags; `scores` are probabilities
    by class name or choice; `details` are shown by the panel (n-best answers, null score …).
    """

    id: str
    answer: Any
    scores: Mapping[str, float] = field(default_factory=dict)
    details: Any = None


Metrics = Mapping[str, float]


class Encode(Protocol):
    def __call__(
        self,
        example: Example,
        index: int,
        data: LabelledSet,
        tokenizer: Tokenizer,
        max_length: int,
    ) -> Sequence[Feature]:
        """The features of an example, with special tokens, at most `max_length` tokens each."""


class Loss(Protocol):
    def __call__(
        self, logits: Tensor, features: Sequence[Feature], class_weights: Tensor | None = None
    ) -> Tensor:
        """The mean loss () of a batch in nats, or squared error; rows are the features in order."""


class Predict(Protocol):
    def __call__(
        self,
        logits: Sequence[FloatArray],
        features: Sequence[Feature],
        examples: Sequence[Example],
        data: LabelledSet,
    ) -> list[Prediction]:
        """A prediction for each example, from the logits of each of its features."""


@dataclass(frozen=True)
class TaskSpec:
    """A kind of task: one file in models/tasks."""

    name: str
    title: str
    summary: str  # one sentence
    head: TaskHeadKind
    example: type[Any]
    encode: Encode
    loss: Loss
    predict: Predict
    measure: Callable[[Sequence[Prediction], Sequence[Example], LabelledSet], Metrics]
    metrics: Mapping[str, str]  # key -> formula in plain words; the first one decides by default
    num_outputs: Callable[[LabelledSet], int]
    majority: Callable[[LabelledSet], Metrics]  # what always giving the most frequent answer gets


def new_task_model(
    spec: ArchSpec, model: LanguageModel, task: TaskSpec, data: LabelledSet, seed: int
) -> TaskModel:
    """A pretrained model with a fresh head for a task. Raises ValueError where it has none."""
    declared = spec.task_heads.get(task.head)
    if declared is None:
        has = ", ".join(spec.task_heads) or "none"
        raise ValueError(f"{spec.title} has no head for {task.title.lower()}; it has {has}")
    torch.manual_seed(seed)
    head = declared.build(model, task.num_outputs(data))
    return TaskModel(model, head, task.head, data.labels)
