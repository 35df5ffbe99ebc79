"""What fine-tuned models say about the sentence at the top of the window, and its pair."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError, as_user_errors
from explorer.core.finetuning.finetuned import THRESHOLD, open_model, record_of
from explorer.core.localization import mark, tr
from models.tasks.examples import (
    ChoiceExample,
    Example,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    TextExample,
    TokenExample,
    class_names,
)

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.finetuning.run import FineTunedModel
    from models.tasks.base import Prediction

BETWEEN = "|"  # between the continuations in the pair
MAX_ANSWERS = 5
WORD = re.compile(r"\w+|[^\w\s]")
NO_QUESTION = mark(
    "{title} answers questions: write the question as the sentence and the passage as its pair."
)
NO_CHOICES = mark(
    "{title} chooses between continuations: write them as the pair, with {sign} between them."
)
NO_ANSWER = "no answer"
BEST_ON_DEV = tr("the best for F1 on the dev split")
NOT_KNOWN = tr("as the best one on a dev split is not known")
CHOSEN_ABOVE = tr("chosen above")
QUESTION_NOTE = tr("The sentence is the question, its pair is the passage.")
TURNED_NOTE = tr("The pair ends with a question mark, so it is the question.")
QUESTION_MARKS = ("?", "\N{FULLWIDTH QUESTION MARK}")
PAIR_NOTE = tr("The sentence and its pair are read together.")
SEVERAL_NOTE = mark(
    "Each class has a probability of its own; the model gives those of 0.5 and more."
)
CHOICE_NOTE = tr("The pair has the continuations, with {sign} between them.", sign=BETWEEN)


@dataclass(frozen=True)
class AnswerSpan:
    """A part of the passage, in characters [start, end), with its score in logits."""

    text: str
    start: int
    end: int
    score: float
    probability: float


@dataclass(frozen=True)
class QuestionAnswer:
    """What a model answers; `threshold` is that of the null odds, in logits, `source` whose."""

    passage: str
    n_best: tuple[AnswerSpan, ...]
    null_score: float
    null_probability: float
    threshold: float | None  # None: every question has an answer
    token_offsets: tuple[tuple[int, int], ...]  # characters of the passage
    start: tuple[float, ...]  # probability of each token
    end: tuple[float, ...]
    source: str = ""

    @property
    def null_odds(self) -> float:
        """The null score minus that of the best answer."""
        return self.null_score - self.n_best[0].score if self.n_best else float("inf")

    @property
    def answer(self) -> AnswerSpan | None:
        """The best answer; None where the null odds are above the threshold."""
        if self.threshold is not None and self.null_odds > self.threshold:
            return None
        return self.n_best[0] if self.n_best else None


@dataclass(frozen=True)
class TaskPrediction:
    """What one model says about the sentence; only what belongs to its task is filled."""

    key: str
    digest: str
    task: str  # its title
    answer: str = ""
    probabilities: Mapping[str, float] = field(default_factory=dict)  # by class or continuation
    score: float | None = None  # of a regression
    question: QuestionAnswer | None = None
    tags: tuple[tuple[str, str, float], ...] = ()  # word, tag, probability
    note: str = ""
    multi_label: bool = False  # then the answer can be several of the classes, or none

    @property
    def classes(self) -> list[str]:
        """The classes that the model predicts."""
        return class_names(self.answer) if self.multi_label else [self.answer]

    def with_null_threshold(self, threshold: float | None) -> TaskPrediction:
        """Apply another threshold of the null odds, if the question may have no answer."""
        question = self.question
        if threshold is None or question is None or question.threshold is None:
            return self
        question = replace(question, threshold=threshold, source=CHOSEN_ABOVE)
        return replace(self, question=question, answer=_answer_of(question))

    def rows(self) -> list[tuple[str, Any]]:
        """Names and values, as a file has them."""
        if self.question is not None:
            best = [(answer.text, answer.probability) for answer in self.question.n_best]
            null = [
                ("null score", self.question.null_score),
                ("null odds", self.question.null_odds),
            ]
            return [("answer", self.answer), *best, *null, ("threshold", self.question.threshold)]
        if self.tags:
            return [(word, tag) for word, tag, _ in self.tags]
        if self.score is not None:
            return [("score", self.score)]
        return list(self.probabilities.items())


def predict_sentence(engine: Engine, key: str, text: str, pair: str) -> TaskPrediction:
    """Raises UserError."""
    model = open_model(engine, key)
    metrics = _dev_metrics(record_of(engine, key))
    may_be_null = _may_be_null(metrics)
    with as_user_errors():
        example, data = sentence_as_set(engine, key, model, text, pair)
        rows = model.pipeline.rows([example], data)
        (prediction,) = model.pipeline.predict(rows, [example], data)
    digest, task = engine.load_model(key).hash, model.pipeline.task.title
    parts = _parts(example, prediction, text, data.multi_label)
    judgement = TaskPrediction(key, digest, task, **parts)
    question = judgement.question
    if question is None or not may_be_null:
        return judgement
    best = metrics.get(THRESHOLD)
    source = NOT_KNOWN if best is None else BEST_ON_DEV
    question = replace(question, threshold=float(best or 0.0), source=source)
    return replace(judgement, question=question, answer=_answer_of(question))


def sentence_as_set(
    engine: Engine, key: str, model: FineTunedModel, text: str, pair: str
) -> tuple[Example, LabelledSet]:
    """The sentence as an example of the model's task, and a set with its classes.

    Raises UserError where the pair is missing that the task needs.
    """
    example = example_of(model.pipeline.task.example, engine.entry(key).title, text, pair)
    return example, _set_of(model, _may_be_null(_dev_metrics(record_of(engine, key))))


def _may_be_null(metrics: Mapping[str, Any]) -> bool:
    """Whether a question may have no answer."""
    return any(name.startswith("no_answer") for name in metrics)


def _dev_metrics(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the final dev metrics in a fine-tuning record; none for other models."""
    metrics = record.get("metrics")
    return metrics if isinstance(metrics, Mapping) else {}


def _set_of(model: FineTunedModel, may_be_null: bool) -> LabelledSet:
    """A set without examples, with the classes of the model."""
    unanswerable = (QuestionExample("", "?", "", impossible=True),) if may_be_null else ()
    task = model.pipeline.task.name
    return model.match_classes(
        LabelledSet("sentence", "the sentence", task, {"test": unanswerable})
    )


def example_of(kind: type, title: str, text: str, pair: str) -> Example:
    """A text and its pair as an example of a task, for the model of this title.

    The question comes before the passage, as models read them; where the pair alone ends with a
    question mark, it is the question. Raises UserError where the pair is missing.
    """
    text, pair = text.strip(), pair.strip()
    if kind is QuestionExample:
        if not (text and pair):
            raise UserError(tr(NO_QUESTION, title=title))
        is_turned = pair.endswith(QUESTION_MARKS) and not text.endswith(QUESTION_MARKS)
        question, passage = (pair, text) if is_turned else (text, pair)
        return QuestionExample("sentence", question, passage)
    if kind is ChoiceExample:
        choices = tuple(one.strip() for one in pair.split(BETWEEN) if one.strip())
        if len(choices) < 2:
            raise UserError(tr(NO_CHOICES, title=title, sign=BETWEEN))
        return ChoiceExample("sentence", text, choices)
    if kind is TokenExample:
        return _words_of(text)
    if kind is ScoreExample:
        return ScoreExample("sentence", text, pair)
    return TextExample("sentence", text, pair)


def _words_of(text: str) -> TokenExample:
    """A sentence as words; a punctuation mark is a word of its own."""
    words = list(WORD.finditer(text))
    ends = [match.end() for match in words]
    following = [match.start() for match in words[1:]]
    spaces = (*(end < start for end, start in zip(ends, following, strict=False)), False)
    return TokenExample("sentence", tuple(match.group() for match in words), spaces=spaces)


def _parts(
    example: Example, prediction: Prediction, text: str, multi_label: bool
) -> dict[str, Any]:
    """The fields of a TaskPrediction that belong to the task; `text` is the sentence."""
    details = prediction.details
    if isinstance(example, ScoreExample):
        return {"answer": f"{prediction.answer:.3g}", "score": float(prediction.answer)}
    if isinstance(example, ChoiceExample):
        scores = {example.choices[int(n)]: p for n, p in prediction.scores.items()}
        answer = example.choices[int(prediction.answer)]
        return {"answer": answer, "probabilities": _sort_scores(scores), "note": CHOICE_NOTE}
    if isinstance(example, TokenExample):
        rows = getattr(details, "probabilities", None)
        best = [0.0] * len(example.words) if rows is None else rows.max(axis=-1).tolist()
        tags = zip(example.words, prediction.answer, best, strict=True)
        return {"tags": tuple((word, str(tag), float(p)) for word, tag, p in tags)}
    if isinstance(example, QuestionExample) and hasattr(details, "n_best"):
        question = _question(example.passage, details)
        note = QUESTION_NOTE if example.question == text.strip() else TURNED_NOTE
        return {"answer": _answer_of(question), "question": question, "note": note}
    has_pair = isinstance(example, TextExample) and bool(example.pair)
    notes = [PAIR_NOTE] * has_pair + [tr(SEVERAL_NOTE)] * multi_label
    return {
        "answer": str(prediction.answer),
        "probabilities": dict(prediction.scores),
        "note": " ".join(notes),
        "multi_label": multi_label,
    }


def _sort_scores(scores: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(scores.items(), key=lambda item: -item[1]))


def _answer_of(question: QuestionAnswer) -> str:
    return question.answer.text if question.answer else NO_ANSWER


def _question(passage: str, details: Any) -> QuestionAnswer:
    n_best = tuple(
        AnswerSpan(one.text, one.start, one.end, one.score, one.probability)
        for one in details.n_best[:MAX_ANSWERS]
    )
    return QuestionAnswer(
        passage,
        n_best,
        details.null_score,
        details.null_probability,
        None,
        tuple((int(start), int(end)) for start, end in details.offsets),
        tuple(details.start.tolist()),
        tuple(details.end.tolist()),
    )
