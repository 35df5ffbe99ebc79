"""What a kind of task declares, and the model that does it: a pretrained one with a new head."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol, cast

import torch
from torch import Tensor, nn

from models.layers.task_heads import TaskHead
from models.schema.batch import Batch, LanguageModel, as_module
from models.schema.configs import checked_option
from models.schema.records import Encoding, FloatArray
from models.schema.specs import ArchSpec, TaskHeadKind, TaskHeadSpec
from models.tasks.examples import Example, LabelledSet
from models.tasks.metrics import Intervals
from models.tokenization import Tokenizer

EMPTY: Mapping[str, Any] = MappingProxyType({})
IGNORED = -100  # label of a place without a loss, as torch's cross entropy has it


MULTI_LABEL = "multi_label_classification"


class TaskModel(nn.Module):
    """A pretrained model and a head of its architecture for a kind of output.

    The head maps the last hidden states by stream to logits: "sequence" (B, C), "choice" (B, 1)
    where each choice is a row of its own, "span" (B, T, 2), "token" (B, T, C).

    `labels` are the names of the outputs; empty where they have none, as that of a regression.
    `problem_type` is that of config.json: regression, single_label_classification or
    multi_label_classification; empty where it is not stated. `options` are those of its
    TaskHeadSpec with which the head was built.
    """

    def __init__(
        self,
        model: LanguageModel,
        head: TaskHead,
        kind: TaskHeadKind,
        labels: tuple[str, ...] = (),
        problem_type: str = "",
        options: Mapping[str, Any] = EMPTY,
    ) -> None:
        super().__init__()
        self.model = as_module(model)
        self.head = head
        self.kind = kind
        self.labels = labels
        self.problem_type = problem_type
        self.options = dict(options)

    @property
    def multi_label(self) -> bool:
        """Whether each class has a probability of its own, so that an input can have several."""
        return self.kind == "sequence" and self.problem_type == MULTI_LABEL

    @property
    def num_outputs(self) -> int:
        """Outputs of the head: classes, 1 for a score or a choice, 2 for a span."""
        return self.head.output.out_features

    def forward(self, batch: Batch) -> Tensor:
        read = replace(batch, first_only=self.head.reads_first)
        logits: Tensor = self.head(self.states(read), batch)
        return logits

    def states(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states by stream; a stream that the head does not read may be absent."""
        others = set(cast(LanguageModel, self.model).streams) - {self.head.stream}
        states: dict[str, Tensor] = self.model(replace(batch, without={*batch.without, *others}))
        return states


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
    intervals: Callable[[Sequence[Prediction], Sequence[Example], LabelledSet], Intervals]  # 95 %


def new_task_model(
    spec: ArchSpec,
    model: LanguageModel,
    task: TaskSpec,
    data: LabelledSet,
    seed: int,
    entries: Mapping[str, Any] = EMPTY,
) -> TaskModel:
    """A pretrained model with a fresh head for a task. Raises ValueError where it has none.

    `entries` are those of the model's config.json, such as `Loaded.entries`; they may state the
    dropout of a head.
    """
    declared = spec.task_heads.get(task.head)
    if declared is None:
        has = ", ".join(spec.task_heads) or "none"
        raise ValueError(f"{spec.title} has no head for {task.title.lower()}; it has {has}")
    options = head_options(declared, entries)
    torch.manual_seed(seed)
    head = declared.build(model, task.num_outputs(data), **options)
    return TaskModel(model, head, task.head, data.labels, _problem_type(task, data), options)


def head_options(declared: TaskHeadSpec, entries: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a head as a config.json states them. Raises ValueError for a wrong type."""
    return {
        key: checked_option(key, entries[key], default) if key in entries else default
        for key, default in declared.options.items()
    }


def _problem_type(task: TaskSpec, data: LabelledSet) -> str:
    """Return the problem type of config.json; empty if the head classifies no whole text."""
    if task.head != "sequence":
        return ""
    if data.multi_label:
        return MULTI_LABEL
    return "single_label_classification" if data.labels else "regression"
