"""What a fine-tuned model predicts for a split, by which metrics, and how fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from models.finetuning.pipeline import TaskPipeline
from models.tasks.base import Metrics, Prediction
from models.tasks.examples import (
    ChoiceExample,
    Example,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    TextExample,
    TokenExample,
)
from models.tasks.metrics import Intervals


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Predictions for examples, in their order.

    `metrics` and their `intervals` are empty where no answers are known.
    """

    examples: Sequence[Example]
    predictions: Sequence[Prediction]
    metrics: Metrics
    intervals: Intervals
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
    known = [index for index, example in enumerate(examples) if has_answer(example)]
    if not known:
        return Evaluation(examples, predictions, {}, {}, seconds)
    chosen = [predictions[i] for i in known], [examples[i] for i in known], data
    task = pipeline.task
    metrics, intervals = task.measure(*chosen), task.intervals(*chosen)
    return Evaluation(examples, predictions, metrics, intervals, seconds)


def outcomes_of(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> dict[str, tuple[bool, ...]]:
    """Whether each example is right, by the metric whose mean that is; {} where none is one."""
    pairs = [
        (one, prediction.answer)
        for one, prediction in zip(examples, predictions, strict=True)
        if isinstance(one, TextExample | ChoiceExample) and one.label is not None
    ]
    if not pairs or data.multi_label:
        return {}
    return {"accuracy": tuple(answer == one.label for one, answer in pairs)}


def has_answer(example: Example) -> bool:
    """Whether the right answer is known."""
    if isinstance(example, ScoreExample):
        return example.score is not None
    if isinstance(example, QuestionExample):
        return example.impossible or bool(example.answers)
    if isinstance(example, TokenExample):
        return example.tags is not None
    return example.label is not None
