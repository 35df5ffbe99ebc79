"""What few objectives do, as objects beside their specs: `ObjectiveSpec.roles`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

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
RoleKind = TypeVar(
    "RoleKind", PredictionOrder, SentinelSpans, TaskLearning, FurtherInputs, ReplacementDetection
)
