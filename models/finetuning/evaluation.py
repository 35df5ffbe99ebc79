"""What a fine-tuned model predicts for a split, by which metrics, and how fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from models.finetuning.pipeline import TaskPipeline
from models.tasks.base import Metrics, Prediction
from models.tasks.examples import (
    Example,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    TokenExample,
)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Predictions for examples, in their order. `metrics` is empty where no answers are known."""

    examples: Sequence[Example]
    predictions: Sequence[Prediction]
    metrics: Metrics
    seconds: float  # for encoding and predicting

    @property
    def examples_per_second(self) -> float:
        return len(self.examples) / self.seconds


def evaluate(pipeline: TaskPipeline, examples: Sequence[Example], data: LabelledSet) -> Evaluation:
    """Predict for examples, and measure those whose answers are known."""
    start = perf_counter()
    rows = pipeline.rows(examples, data)
    predictions = pipeline.predict(rows, examples, data)
    seconds = perf_counter() - start
    return Evaluation(
        examples, predictions, measured(pipeline, predictions, examples, data), seconds
    )


def measured(
    pipeline: TaskPipeline,
    predictions: Sequence[Prediction],
    examples: Sequence[Example],
    data: LabelledSet,
) -> Metrics:
    """The metrics of the task over the examples with answers; none without any."""
    known = [index for index, example in enumerate(examples) if has_answer(example)]
    if not known:
        return {}
    chosen = [predictions[i] for i in known], [examples[i] for i in known]
    return pipeline.task.measure(*chosen, data)


def has_answer(example: Example) -> bool:
    """Whether the right answer is known."""
    if isinstance(example, ScoreExample):
        return example.score is not None
    if isinstance(example, QuestionExample):
        return example.impossible or bool(example.answers)
    if isinstance(example, TokenExample):
        return example.tags is not None
    return example.label is not None
