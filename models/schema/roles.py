"""What few objectives, methods and architectures do, as objects beside their specs: `roles`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from models.schema.configs import Size
from models.schema.records import BoolArray, ModelInput, Span


@dataclass(frozen=True)
class PredictionOrder:
    """Role of an objective that predicts in an order, which the architecture reads as a feed.

    `override(model input, order, **options) -> ModelInput` predicts in the order of a person: the
    numbers from 1 to T, one for each token.
    """

    override: Callable[..., ModelInput]


@dataclass(frozen=True)
class SentinelSpans:
    """Role of an objective with tokens that stand for a span, such as <extra_id_0>.

    `find(model input)` says which tokens each sentinel stands for.
    """

    find: Callable[[ModelInput], tuple[Span, ...]]


@dataclass(frozen=True)
class TaskLearning:
    """Role of an objective that learns from tasks alone, documents of two texts.

    `share` of the steps should read tasks. `open(data)` opens them, and `layout` makes an example
    of one; by default they are those of text to text, which a finished model does.
    """

    share: float
    open: Callable[[str], Any] | None = None
    layout: Callable[..., Any] | None = None


@dataclass(frozen=True)
class FurtherInputs:
    """Role of an objective with feeds, by `names`, that an architecture must read.

    `prepare(model input) -> ModelInput` gives them to every text, also where nothing is masked.
    """

    names: tuple[str, ...]
    prepare: Callable[[ModelInput], ModelInput]


@dataclass(frozen=True)
class ReplacementDetection:
    """Role of an objective whose head detects tokens that other heads put in.

    `detect(model input, logits, vocabulary) -> (ModelInput, labels)` gives what it is fed once the
    other heads have predicted, and the truth about each token (T,).
    """

    detect: Callable[..., tuple[ModelInput, BoolArray]]


ObjectiveRole = (
    PredictionOrder | SentinelSpans | TaskLearning | FurtherInputs | ReplacementDetection
)


# Of distillation methods


@dataclass(frozen=True)
class ComparedLayers:
    """Role of a method that compares layers of the student with layers of the teacher.

    `choose(teacher_layers, student_layers, options)` says which layer of the teacher each layer of
    the student is compared with, counted from 0; it raises ValueError. `terms` of the loss are
    those that each layer of the student has.
    """

    choose: Callable[..., list[int]]
    terms: tuple[str, ...]


@dataclass(frozen=True)
class LearnedBeside:
    """Role of a method with a module that learns with the student and is no part of it.

    `make(student, teacher, options)` makes it, such as a projection. It raises ValueError where
    student and teacher do not fit together. The loss then gets it as `auxiliary`, and the share of
    steps done as `progress`.
    """

    make: Callable[..., Any]


@dataclass(frozen=True)
class ChangingRates:
    """Role of a method whose parts learn at other rates as training goes on.

    `choose(progress, num_layers, options)` says at a share of the steps that is done, by the
    beginning of parameters' names, what the learning rate is multiplied by; 0 freezes them. The
    first beginning that fits counts, "" fits all; they are the same at every share. The loss then
    gets `progress` as well.
    """

    choose: Callable[..., dict[str, float]]


@dataclass(frozen=True)
class EqualDepth:
    """Role of a method whose student has as many layers as the teacher.

    `size(teacher's size)` is that of the student, which may be another in all else.
    """

    size: Callable[[Size], Size]


@dataclass(frozen=True)
class TaskTeaching:
    """Role of a method that also teaches a task, with `options` that it has there only.

    Student and teacher are then models with heads for the task.
    """

    options: tuple[Any, ...]  # of models.schema.specs.Option


DistillationRole = ComparedLayers | LearnedBeside | ChangingRates | EqualDepth | TaskTeaching


# Of architectures


@dataclass(frozen=True)
class EntityLinking:
    """Role of an architecture that reads the entities of a text.

    `link(model input, model) -> ModelInput` finds those that the model's table has, and
    `idle(config)` names the beginnings of weights that nothing reads.
    """

    link: Callable[[ModelInput, Any], ModelInput]
    idle: Callable[[Any], tuple[str, ...]]


@dataclass(frozen=True)
class TaskWeights:
    """Role of an architecture with weights that its tasks read and its pretraining does not.

    `idle(config)` names their beginnings.
    """

    idle: Callable[[Any], tuple[str, ...]]


RoleKind = TypeVar("RoleKind")


def find_role(roles: Sequence[object], kind: type[RoleKind]) -> RoleKind | None:
    """The role of a kind; None where there is none."""
    return next((one for one in roles if isinstance(one, kind)), None)
