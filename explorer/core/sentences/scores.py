"""What each model says of each sentence: a loss of its tokens, or what it was fine-tuned for.

Shapes: N sentences.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.finetuning.finetuned import is_finetuned, open_model
from explorer.core.finetuning.sentence import sentence_as_set
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from explorer.core.masking.model_input import masking_objective
from explorer.core.readable import model_name
from explorer.core.sentences.parts import Arrays, compute_in_parts, folder_of
from explorer.core.sentences.source import SentenceSet, SourceSentence
from models.schema.records import FloatArray, IntArray
from models.tasks.examples import (
    ChoiceExample,
    QuestionExample,
    ScoreExample,
    TextExample,
    TokenExample,
    answer_probability,
    class_names,
)
from models.tasks.metrics import Interval, bootstrap_intervals, share_interval

if TYPE_CHECKING:
    from models.finetuning.pipeline import TaskPipeline
    from models.finetuning.run import FineTunedModel
    from models.sentences.inputs import InputBuilder
    from models.tasks.base import Prediction
    from models.tasks.examples import Example, LabelledSet

MASKED, NEXT, WRITTEN, TASK = "masked", "next", "written", "task"
NUMBERS = ("length", "loss", "count", "cut", "probability", "correct")
NOT_KNOWN = math.nan
MOST_RESAMPLED = 2_000  # sentences; more have an interval that nobody needs


@dataclass(frozen=True, eq=False)
class ModelScores:
    """What one model says; NaN where nothing is known.

    `losses` are nats per scored token, of which there are `counts`; of a fine-tuned model minus the
    log-probability of the label. `cut` are tokens that did not fit, `correct` is 1 or 0. `answers`
    and `probabilities` are those of a fine-tuned model, whose `task` is its title.
    """

    key: str
    title: str
    digest: str  # of the weights
    tokenizer: str  # its hash
    mode: str
    task: str
    lengths: IntArray  # (N,) tokens
    losses: FloatArray  # (N,)
    counts: IntArray  # (N,)
    cut: IntArray  # (N,)
    probabilities: FloatArray  # (N,)
    correct: FloatArray  # (N,)
    answers: tuple[str, ...] = ()

    @property
    def is_task(self) -> bool:
        return self.mode == TASK

    @property
    def measure(self) -> tuple[str, str]:
        """What a loss is of: losses of two models can be compared where this is equal."""
        return self.mode, self.task if self.is_task else self.tokenizer

    @property
    def has_losses(self) -> bool:
        return bool(np.isfinite(self.losses).any())

    @property
    def num_unscored(self) -> int:
        """Sentences in which this model has nothing to predict."""
        return int((self.lengths == 0).sum()) if self.is_task else int((self.counts == 0).sum())

    def metric(self) -> tuple[str, float] | None:
        """Accuracy where labels are known, else the loss over all scored tokens; None of neither.

        A loss is weighted by tokens, as in training.
        """
        known = np.isfinite(self.correct)
        if known.any():
            return "accuracy", float(self.correct[known].mean())
        known = np.isfinite(self.losses)
        if not known.any():
            return None
        weights = np.maximum(self.counts[known], 1)
        return "loss", float(np.average(self.losses[known], weights=weights))

    @cached_property
    def interval(self) -> Interval:
        """The 95 % interval of the metric over sentences; None of too few, and of very many."""
        known = np.isfinite(self.correct)
        if known.any():
            return share_interval(int(self.correct[known].sum()), int(known.sum()))
        known = np.isfinite(self.losses)
        if known.sum() > MOST_RESAMPLED:
            return None
        weights = np.maximum(self.counts[known], 1).astype(np.float64)
        values = np.stack([self.losses[known] * weights, weights], axis=1)
        return bootstrap_intervals(values, lambda sums: {"loss": sums[:, 0] / sums[:, 1]})["loss"]


def scores_of(
    engine: Engine, key: str, sentence_set: SentenceSet, seed: int
) -> Generator[Progress, None, ModelScores]:
    """The scores of a model, from the disk as far as they are there. Raises UserError.

    `seed` draws the words that are masked.
    """
    yield Progress(tr("Loading {key}", key=model_name(key)), unit="sentences")
    card, loaded = engine.card(key), engine.load_model(key)
    subject = (
        loaded.hash,
        engine.tokenizer(key).hash,
        repr(loaded.model.config),
        sentence_set.content_hash,
    )
    doing = tr("Scoring with {card}", card=card.title)
    lengths = [len(one.text) + len(one.pair) for one in sentence_set.sentences]
    if is_finetuned(engine, key):
        model = open_model(engine, key)
        mode, task = TASK, model.pipeline.task
        examples, data = _examples(engine, key, model, sentence_set)
        folder = folder_of(TASK, task.name, data.name, model.pipeline.max_length, *subject)
        compute = partial(_predict_examples, model.pipeline, examples, data)
        title = task.title
    else:
        builder = input_builder(engine, key)
        mode, title = builder.mode, ""
        folder = folder_of(mode, builder.head.name, seed, *subject)
        compute = partial(_token_losses, engine, key, builder, sentence_set.sentences, seed)
    arrays = yield from compute_in_parts(folder, lengths, compute, doing)
    numbers = {name: arrays[name] for name in NUMBERS}
    if not numbers["length"].any():
        raise UserError(
            tr("{card} can read none of these sentences.", card=card.title),
            tr("Choose another model."),
        )
    return ModelScores(
        key=key,
        title=card.title,
        digest=loaded.hash,
        tokenizer=engine.tokenizer(key).hash,
        mode=mode,
        task=title,
        lengths=numbers["length"].astype(np.int64),
        losses=numbers["loss"].astype(np.float32),
        counts=numbers["count"].astype(np.int64),
        cut=numbers["cut"].astype(np.int64),
        probabilities=numbers["probability"].astype(np.float32),
        correct=numbers["correct"].astype(np.float32),
        answers=tuple(arrays["answer"].tolist()) if "answer" in arrays else (),
    )


# ---- losses of tokens


def input_builder(engine: Engine, key: str) -> InputBuilder:
    """Raises UserError for a model that predicts no tokens."""
    from models.sentences.inputs import InputBuilder

    card = engine.card(key)
    head = card.token_head
    if head is None or card.guesses_untrained:
        raise UserError(
            tr("{card} has no trained head that predicts tokens or does a task.", card=card.title),
            tr("Choose another model."),
        )
    tokenizer, dropping = engine.tokenizer(key), masking_objective(engine, key, head.name)
    with as_user_errors():
        return InputBuilder(
            engine.load_model(key), tokenizer, head, engine.objectives(key), dropping
        )


def _token_losses(
    engine: Engine,
    key: str,
    builder: InputBuilder,
    sentences: Sequence[SourceSentence],
    seed: int,
    rows: IntArray,
) -> Arrays:
    """The losses of some sentences; one that the tokenizer cannot read has no token."""
    from models.sentences.inputs import masked_words
    from models.sentences.scoring import input_losses

    numbers = {name: np.full(len(rows), NOT_KNOWN) for name in NUMBERS}
    for name in ("length", "count", "cut"):
        numbers[name] = np.zeros(len(rows))
    read, inputs = [], []
    for at, row in enumerate(rows.tolist()):
        text = sentences[row].joined_text
        with suppress(UserError):
            encoding = engine.encode(key, text)
            numbers["length"][at], numbers["cut"][at] = len(encoding), encoding.num_cut
            with as_user_errors():
                inputs.append(builder.build(encoding, masked_words(text, seed)))
            read.append(at)
    loaded = builder.loaded
    if inputs:
        with as_user_errors():
            losses = input_losses(
                loaded.model, loaded.spec, builder.tokenizer, builder.head, inputs
            )
        numbers["loss"][read], numbers["count"][read] = losses.means, losses.counts
    return numbers


# ---- predictions of fine-tuned models


def _examples(
    engine: Engine, key: str, model: FineTunedModel, sentence_set: SentenceSet
) -> tuple[Sequence[Example], LabelledSet]:
    """The labelled examples where they are of the model's task, else the texts as such.

    Raises UserError where the texts lack what the task needs.
    """
    if sentence_set.data is not None and sentence_set.data.task == model.pipeline.task.name:
        with suppress(ValueError):  # classes that the model does not know
            return sentence_set.examples, model.match_classes(sentence_set.data)
    both = [
        sentence_as_set(engine, key, model, one.text, one.pair) for one in sentence_set.sentences
    ]
    return [replace(example, id=str(n)) for n, (example, _) in enumerate(both)], both[0][1]


def _predict_examples(
    pipeline: TaskPipeline, examples: Sequence[Example], data: LabelledSet, rows: IntArray
) -> Arrays:
    """Predictions for some examples; one that cannot be read has no token and no answer."""
    chosen = [examples[row] for row in rows.tolist()]
    try:
        answered = _answers(pipeline, chosen, data)
    except ValueError:
        answered = [_answer_alone(pipeline, example, data) for example in chosen]
    arrays: dict[str, Any] = {name: [] for name in (*NUMBERS, "answer")}
    for example, (length, cut, prediction) in zip(chosen, answered, strict=True):
        known = None if prediction is None else prediction
        probabilities = {} if known is None else known.scores
        several = data.multi_label
        right = NOT_KNOWN if known is None else is_correct(example, known.answer, several)
        values = (
            *(length, label_loss(example, probabilities, several), 0, cut),
            *(answer_share(known, several), right),
            "" if known is None else answer_text(example, known.answer),
        )
        for name, value in zip(arrays, values, strict=True):
            arrays[name].append(value)
    return {name: np.array(values) for name, values in arrays.items()}


Answered = tuple[int, int, "Prediction | None"]  # tokens, tokens cut off, and what is predicted


def _answers(
    pipeline: TaskPipeline, examples: Sequence[Example], data: LabelledSet
) -> list[Answered]:
    rows = pipeline.rows(examples, data)
    predictions = pipeline.predict(rows, examples, data)
    lengths, cut = [0] * len(examples), [0] * len(examples)
    for row in rows:
        of = row.feature.example
        lengths[of] = max(lengths[of], len(row.model_input))
        cut[of] = max(cut[of], row.model_input.encoding.num_cut)
    return list(zip(lengths, cut, predictions, strict=True))


def _answer_alone(pipeline: TaskPipeline, example: Example, data: LabelledSet) -> Answered:
    with suppress(ValueError):
        return _answers(pipeline, [example], data)[0]
    return 0, 0, None


def answer_share(prediction: Prediction | None, multi_label: bool) -> float:
    """The probability of what is predicted, or of its most probable part; NaN without any."""
    if prediction is None:
        return NOT_KNOWN
    if not multi_label:
        return max(prediction.scores.values(), default=NOT_KNOWN)
    share = answer_probability(str(prediction.answer), prediction.scores, multi_label=True)
    return NOT_KNOWN if share is None else share


def is_correct(example: Example, answer: Any, multi_label: bool = False) -> float:
    """1 or 0; NaN where the truth is not known, or is a number. Several classes have no order."""
    truth: bool | None = None
    if isinstance(example, TextExample) and example.label is not None:
        truth = str(answer) == example.label
        if multi_label:
            truth = set(class_names(str(answer))) == set(class_names(example.label))
    elif isinstance(example, ChoiceExample) and example.label is not None:
        truth = int(answer) == example.label
    elif isinstance(example, TokenExample) and example.tags is not None:
        truth = tuple(map(str, answer)) == example.tags
    elif isinstance(example, QuestionExample) and (example.answers or example.impossible):
        known = {one.text for one in example.answers} or {""}
        truth = str(answer) in known
    return NOT_KNOWN if truth is None else float(truth)


def answer_text(example: Example, answer: Any) -> str:
    """A prediction in words."""
    if isinstance(example, ChoiceExample):
        return example.choices[int(answer)]
    if isinstance(example, TokenExample):
        return " ".join(map(str, answer))
    return f"{float(answer):.3g}" if isinstance(example, ScoreExample) else str(answer)


def label_loss(
    example: Example, probabilities: Mapping[str, float], multi_label: bool = False
) -> float:
    """Minus the log-probability of the label, in nats; NaN where either is not known."""
    label = getattr(example, "label", None)
    if label is None:
        return NOT_KNOWN
    share = answer_probability(str(label), probabilities, multi_label=multi_label)
    return -math.log(share) if share else NOT_KNOWN
