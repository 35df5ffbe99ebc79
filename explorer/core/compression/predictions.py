"""What a model and those that were made of it predict on one sentence: tokens, or their task.

Shapes: T tokens, V vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.engine.predicting.predictions import MaskPrediction, mask_predictions
from explorer.core.errors import as_user_errors
from explorer.core.finetuning.finetuned import open_model
from explorer.core.finetuning.sentence import (
    NO_ANSWER,
    QuestionAnswer,
    TaskPrediction,
    predict_sentence,
    sentence_as_set,
)
from explorer.core.localization import mark, tr
from models.schema.records import FloatArray, ModelInput

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel

TRUE_TOKEN = mark("True token")


@dataclass(frozen=True)
class PlacePrediction:
    """What a model predicts at one place, the most probable first.

    A place is named by its true token, by a word that has a tag, or by what the sentence is asked.
    A score has the name "" and is no probability.
    """

    place: str
    candidates: tuple[tuple[str, float], ...]
    is_true: bool = False

    @property
    def is_score(self) -> bool:
        return bool(self.candidates) and not self.candidates[0][0]


class SentencePredictor(Protocol):
    """How models with the same tokenizer and head read one sentence; `title` heads its places."""

    title: str

    def logits(self, loaded: LoadedModel) -> FloatArray:
        """Return the logits of a model, which may be a copy without a folder. Raises UserError."""

    def predict(self, key: str) -> tuple[PlacePrediction, ...]:
        """Raises UserError."""


def sentence_predictor(
    engine: Engine, keys: tuple[str, str], words: tuple[str, str], model_input: ModelInput
) -> SentencePredictor | None:
    """By the task where both models are fine-tuned, else by the head that both have.

    `words` are the sentence and its pair. None where they share no head.
    """
    both = [engine.load_model(key) for key in keys]
    if all(loaded.task_model is not None for loaded in both):
        return TaskPredictor(engine, keys[0], words)
    head = _head(engine, keys[0])
    shared = all(head in loaded.heads for loaded in both)
    return HeadPredictor(engine, model_input, head) if shared else None


def _head(engine: Engine, key: str) -> str:
    """The head that predicts tokens, or else the first one."""
    card = engine.card(key)
    return card.token_head.name if card.token_head else next(iter(engine.load_model(key).heads), "")


class HeadPredictor:
    """A model input, read by a head of the pretrained model."""

    title = TRUE_TOKEN

    def __init__(self, engine: Engine, model_input: ModelInput, head: str) -> None:
        self._engine, self._model_input, self._head = engine, model_input, head

    def logits(self, loaded: LoadedModel) -> FloatArray:
        """(T, V), or those of classes."""
        from models.inference.trace import trace

        heads = (self._head,)
        with as_user_errors():
            model_input = loaded.spec.apply_all_feeds(self._model_input, loaded.model)
            traced = trace(loaded.model, loaded.spec, model_input, ("logits",), heads=heads)
        return traced.logits[self._head]

    def predict(self, key: str) -> tuple[PlacePrediction, ...]:
        card = self._engine.card(key)
        return tuple(
            map(_make_place_prediction, mask_predictions(self._engine, card, self._model_input))
        )


def _make_place_prediction(one: MaskPrediction) -> PlacePrediction:
    return PlacePrediction(one.truth or "?", one.candidates, one.rank == 0)


class TaskPredictor:
    """A sentence and its pair, read by the head for a task. Raises UserError without a pair that
    the task needs."""

    def __init__(self, engine: Engine, base: str, words: tuple[str, str]) -> None:
        self._engine, self._words = engine, words
        model = open_model(engine, base)
        self._example, self._set = sentence_as_set(engine, base, model, *words)
        self.title = model.pipeline.task.title

    def logits(self, loaded: LoadedModel) -> FloatArray:
        """Return the logits of all inputs that the example becomes, flattened and concatenated."""
        from models.finetuning.pipeline import HeadPipeline
        from models.finetuning.run import finetuned_model

        with as_user_errors():
            pipeline = finetuned_model(loaded, loaded.folder).pipeline
            assert isinstance(pipeline, HeadPipeline)
            by_row = pipeline.all_logits(pipeline.rows([self._example], self._set))
        return np.concatenate([logits.ravel() for logits in by_row])

    def predict(self, key: str) -> tuple[PlacePrediction, ...]:
        asked = getattr(self._example, "question", "")
        return _predict_task(predict_sentence(self._engine, key, *self._words), asked)


def _predict_task(one: TaskPrediction, question: str) -> tuple[PlacePrediction, ...]:
    """The tag of each word; else the answer, the score, or the classes of the sentence."""
    if one.question is not None:
        return (PlacePrediction(question, _answers(one.question)),)
    if one.tags:
        return tuple(PlacePrediction(word, ((tag, share),)) for word, tag, share in one.tags)
    if one.score is not None:
        return (PlacePrediction(tr("Score"), (("", one.score),)),)
    classes = tuple(sorted(one.probabilities.items(), key=lambda item: -item[1]))
    return (PlacePrediction(tr("The sentence"), classes),)


def _answers(question: QuestionAnswer) -> tuple[tuple[str, float], ...]:
    """What the model answers first, then the others by their probability."""
    spans = [(span.text, span.probability) for span in question.n_best]
    if question.threshold is not None:
        spans.append((NO_ANSWER, question.null_probability))
    given = question.answer.text if question.answer else NO_ANSWER
    return tuple(sorted(spans, key=lambda span: (span[0] != given, -span[1])))
