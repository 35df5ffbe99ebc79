"""What a fine-tuned model gets right and wrong on the dev split of its data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.errors import UserError, as_user_errors
from explorer.core.finetuning.confusion import (
    ClassifiedExample,
    ConfusionMatrix,
    PhenomenonErrors,
    group_by_phenomenon,
)
from explorer.core.finetuning.finetuned import (
    THRESHOLD,
    DataReference,
    data_of,
    open_model,
    record_of,
)
from explorer.core.finetuning.reliability import Reliability, reliability
from explorer.core.finetuning.seeds import SeedMetrics, SeedSummary
from explorer.core.finetuning.teachers import TeacherScore, teacher_score
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import mark, message, tr
from models.tasks.examples import (
    BETWEEN_CLASSES,
    ChoiceExample,
    Example,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    Skipped,
    TextExample,
    TokenExample,
    class_names,
)

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.finetuning.run import FineTunedModel
    from models.tasks.base import Metrics, Prediction
    from models.tasks.metrics import Intervals

CHUNK = 128  # examples between two places to cancel
EXAMPLES = mark("examples")  # the unit of Progress
NO_ANSWER = tr("no answer")
TEXT_TITLES = (tr("Text"), tr("Pair"))
TITLES_OF: Mapping[type, tuple[str, str]] = {
    ChoiceExample: (tr("Context"), ""),
    QuestionExample: (tr("Passage"), tr("Question")),
    TokenExample: (tr("Word"), tr("Sentence")),
}
METRIC_TITLES: Mapping[str, str] = {
    "accuracy": tr("Accuracy"),
    "matthews": tr("Matthews correlation"),
    "f1": "F1",
    "macro_f1": tr("Macro F1"),
    "micro_f1": tr("Micro F1"),
    "precision": tr("Precision"),
    "recall": tr("Recall"),
    "pearson": tr("Pearson correlation"),
    "spearman": tr("Spearman correlation"),
    "mean_squared_error": tr("Mean squared error"),
    "exact": tr("Exact match"),
    "has_answer_f1": tr("F1, with an answer"),
    "has_answer_exact": tr("Exact match, with an answer"),
    "no_answer_f1": tr("F1, without an answer"),
    "no_answer_exact": tr("Exact match, without an answer"),
    "best_f1": tr("F1 at the best threshold"),
    "best_f1_threshold": tr("Best threshold for F1"),
    "best_exact": tr("Exact match at the best threshold"),
    "best_exact_threshold": tr("Best threshold for exact match"),
}


@dataclass(frozen=True)
class RegressionResult:
    """An example with a number, and the number that a model predicts."""

    id: str
    text: str
    pair: str
    score: float
    predicted: float

    @property
    def error(self) -> float:
        return self.predicted - self.score


@dataclass(frozen=True, eq=False)
class ModelResult:
    """A fine-tuned model on the dev split of its data.

    `matrix` and `reliability` are None for tasks without classes, `scored` is empty for all but
    regression. `examples` of tags are words.
    """

    key: str
    digest: str  # of the weights
    task: str  # its title
    data: str  # the name of the set
    data_title: str
    metric: str  # that decides
    metrics: Mapping[str, float]
    majority: Mapping[str, float]  # of always giving the most frequent answer
    formulas: Mapping[str, str]
    num_examples: int  # of the dev split, all of which are measured
    intervals: Intervals = field(default_factory=dict)  # of the metrics, 95 %, over these examples
    classified: tuple[ClassifiedExample, ...] = ()
    scored: tuple[RegressionResult, ...] = ()
    matrix: ConfusionMatrix | None = None
    phenomena: tuple[PhenomenonErrors, ...] = ()
    reliability: Reliability | None = None
    record: Mapping[str, Any] | None = None  # of run.json
    seeds: SeedMetrics | None = None  # of runs that differ in their seed alone
    notes: tuple[str, ...] = ()
    text_titles: tuple[str, str] = TEXT_TITLES  # of the text and the pair of `classified`
    skipped: tuple[Skipped, ...] = ()  # rows of the files that were left out, the first of them
    num_skipped: int = 0

    @property
    def constant_title(self) -> str:
        """What the metrics of always giving the same answer are of."""
        if self.matrix is not None:
            return tr("Majority class")
        return tr("Mean score") if self.scored else tr("Most frequent answer")

    def summary(self, key: str) -> SeedSummary | None:
        """A metric over several seeds; None of one seed."""
        return self.seeds.summaries.get(key) if self.seeds else None

    def value(self, key: str) -> float:
        """A metric, or its mean over several seeds."""
        summary = self.summary(key)
        return self.metrics[key] if summary is None else summary.mean

    @property
    def note_below(self) -> str:
        """What is below the metrics: of one seed, and of several."""
        if self.seeds is None:
            return tr(
                "Below each metric is its 95 % interval over these examples: Wilson's of shares, "
                "Fisher's of correlations, else the bootstrap."
            )
        interval, ends = tr("the 95 % interval"), tr("the lowest and the highest value")
        return tr(
            "Metrics are means of {count} seeds, and below them {below}. The confusion matrix, "
            "the examples and all else are those of seed {own}.",
            count=len(self.seeds.seeds),
            below=interval if self.seeds.is_interval else ends,
            own=(self.record or {}).get("recipe", {}).get("seed", 1),
        )

    def rows(self) -> Iterator[tuple[str, str, str, float | None]]:
        """Kind, name, predicted class and value of every number, as a file has them."""
        for key, value in self.metrics.items():
            yield "metric", key, "", value
            if (interval := self.intervals.get(key)) is not None:
                yield "metric low 95", key, "", interval[0]
                yield "metric high 95", key, "", interval[1]
            yield "majority", key, "", self.majority.get(key)
        for kind, key, value in self.seeds.rows() if self.seeds else ():
            yield kind, key, "", value
        for key, value in (self.record or {}).get("teacher_metrics", {}).items():
            yield "teacher", key, "", value
        if self.matrix is not None:
            labels = self.matrix.labels
            for (row, column), count in np.ndenumerate(self.matrix.counts):
                yield "count", labels[row], labels[column], int(count)
        for errors in self.phenomena:
            yield "phenomenon", errors.phenomenon, "", errors.accuracy

    def teacher_score(self, key: str) -> TeacherScore | None:
        """Return the teacher's value of a metric; None without a teacher."""
        return teacher_score(self.record or {}, key, self.value(key))


def metric_name(key: str) -> str:
    """The title of a metric; its key where a task has another one."""
    return METRIC_TITLES.get(key, key.replace("_", " "))


def result_of(engine: Engine, key: str, other_data: DataReference) -> Work:
    """The ModelResult of a model, cached until its files change. Raises UserError.

    `other_data` is measured on where the model does not say what it learned.
    """
    reference = data_of(engine, key, other_data)
    cached = (engine.version(key), reference.data_key)
    if cached not in engine.results:
        result = yield from _result(engine, key, reference)
        return engine.results.get(cached, lambda: result)
    return engine.results.get(cached, _never)


def _never() -> Any:
    raise AssertionError("the result is in the cache")


def _result(engine: Engine, key: str, reference: DataReference) -> Work:
    from models.data.labelled_sets import num_skipped

    title = engine.entry(key).title
    yield Progress(tr("Reading the examples for {title}", title=title))
    model = open_model(engine, key)
    opened = reference.open_data()
    with as_user_errors():
        data = model.match_classes(opened)
    examples = _select_answerable(data)
    if not examples:
        raise UserError(
            tr(
                "{data} has no dev examples with answers to measure {title} on.",
                data=tr(data.title),
                title=title,
            ),
            tr("Choose other data."),
        )
    predictions: list[Prediction] = []
    for start in range(0, len(examples), CHUNK):
        yield Progress(tr("Measuring {title}", title=title), start, len(examples), unit=EXAMPLES)
        part = examples[start : start + CHUNK]
        with as_user_errors():
            predictions += model.pipeline.predict(model.pipeline.rows(part, data), part, data)
    with as_user_errors():
        result = _summary(model, data, examples, predictions)
    record = record_of(engine, key)
    return replace(
        result,
        key=key,
        digest=engine.load_model(key).hash,
        metric=str(record.get("metric") or result.metric),
        majority=record.get("majority") or result.majority,  # of the examples that it learned
        record=record,
        skipped=opened.skipped,
        num_skipped=num_skipped(opened),
    )


def _select_answerable(data: LabelledSet) -> list[Example]:
    from models.finetuning.evaluation import has_answer

    return [example for example in data.examples("dev") if has_answer(example)]


def _summary(
    model: FineTunedModel,
    data: LabelledSet,
    examples: Sequence[Example],
    predictions: Sequence[Prediction],
) -> ModelResult:
    task = model.pipeline.task
    metrics = task.measure(predictions, examples, data)
    answers, notes = _apply_best_threshold(predictions, metrics)
    classified = tuple(
        one
        for example, prediction in zip(examples, answers, strict=True)
        for one in classified_examples(example, prediction, data.labels, data.multi_label)
    )
    has_classes = bool(data.labels) and not data.multi_label
    return ModelResult(
        key="",
        digest="",
        task=task.title,
        data=data.name,
        data_title=data.title,
        metric=data.metric or next(iter(task.metrics)),
        metrics=metrics,
        majority=task.majority(data),
        formulas=task.metrics,
        num_examples=len(examples),
        intervals=task.intervals(predictions, examples, data),
        classified=classified,
        scored=tuple(_sort_regression(examples, predictions)),
        matrix=ConfusionMatrix.of(classified, data.labels) if has_classes else None,
        phenomena=tuple(group_by_phenomenon(classified)),
        reliability=reliability(classified)
        if any(one.probabilities for one in classified)
        else None,
        notes=(*map(message, data.notes), *notes),
        text_titles=TITLES_OF.get(task.example, TEXT_TITLES),
    )


def _apply_best_threshold(
    predictions: Sequence[Prediction], metrics: Metrics
) -> tuple[Sequence[Prediction], tuple[str, ...]]:
    """Answers at the best threshold of the null odds, where questions may have none, and a note."""
    best = metrics.get(THRESHOLD)
    if best is None:
        return predictions, ()
    from models.tasks.question_answering import apply_null_threshold

    note = tr(
        "The examples have the answers at the null threshold {best:.2f}, the best for F1 on "
        "this dev split. The metrics F1 and exact match have the threshold 0.",
        best=best,
    )
    return apply_null_threshold(predictions, best), (note,)


def _sort_regression(
    examples: Sequence[Example], predictions: Sequence[Prediction]
) -> list[RegressionResult]:
    """The examples of a regression, the largest error first."""
    scored = [
        RegressionResult(one.id, one.text, one.pair, one.score, float(prediction.answer))
        for one, prediction in zip(examples, predictions, strict=True)
        if isinstance(one, ScoreExample) and one.score is not None
    ]
    return sorted(scored, key=lambda one: -abs(one.error))


# ---- one example of each kind


def classified_examples(
    example: Example, prediction: Prediction, labels: Sequence[str], multi_label: bool = False
) -> list[ClassifiedExample]:
    """An example with what a model says about it; of a sentence with tags, each of its words."""
    if multi_label and isinstance(example, TextExample):
        return [_classify_multi_label(example, prediction, labels)]
    makers: Mapping[type, Callable[..., list[ClassifiedExample]]] = {
        TextExample: _classify_text,
        ChoiceExample: _classify_choice,
        QuestionExample: _classify_question,
        TokenExample: _classify_words,
    }
    make = makers.get(type(example))
    return [] if make is None else make(example, prediction, labels)


def _classify_text(
    one: TextExample, prediction: Prediction, _: Sequence[str]
) -> list[ClassifiedExample]:
    label, scores = one.label or "", dict(prediction.scores)
    predicted = str(prediction.answer)
    return [ClassifiedExample(one.id, one.text, one.pair, label, predicted, scores, one.phenomenon)]


def _classify_multi_label(
    one: TextExample, prediction: Prediction, labels: Sequence[str]
) -> ClassifiedExample:
    """A text that can have several classes, which its label has in any order."""
    (classified,) = _classify_text(one, prediction, labels)
    given = class_names(classified.label)
    in_order = BETWEEN_CLASSES.join(name for name in labels if name in given)
    return replace(classified, label=in_order, multi_label=True)


def _classify_choice(
    one: ChoiceExample, prediction: Prediction, _: Sequence[str]
) -> list[ClassifiedExample]:
    """The classes are the continuations themselves."""
    assert one.label is not None
    scores = {one.choices[int(place)]: p for place, p in prediction.scores.items()}
    right, predicted = one.choices[one.label], one.choices[int(prediction.answer)]
    return [ClassifiedExample(one.id, one.context, "", right, predicted, scores, one.phenomenon)]


def _classify_question(
    one: QuestionExample, prediction: Prediction, _: Sequence[str]
) -> list[ClassifiedExample]:
    """An answer that counts as an exact match is the right one, however it is written."""
    from models.tasks import squad

    answers = [answer.text for answer in one.answers]
    predicted = str(prediction.answer) or NO_ANSWER
    is_correct = bool(squad.exact_match(str(prediction.answer), answers))
    label = predicted if is_correct else next(iter(answers), NO_ANSWER)
    scores = _answer_probabilities(prediction)
    return [
        ClassifiedExample(
            one.id, one.passage, one.question, label, predicted, scores, one.phenomenon
        )
    ]


def _answer_probabilities(prediction: Prediction) -> dict[str, float]:
    """Sum the probabilities of n-best answers by text; empty where a model writes its answer."""
    details = prediction.details
    if not hasattr(details, "n_best"):
        return {}
    scores: dict[str, float] = {NO_ANSWER: details.null_probability}
    for answer in details.n_best:
        scores[answer.text] = scores.get(answer.text, 0.0) + answer.probability
    return scores


def _classify_words(
    one: TokenExample, prediction: Prediction, labels: Sequence[str]
) -> list[ClassifiedExample]:
    """Each word is an example, and its pair is the sentence."""
    rows = getattr(prediction.details, "probabilities", None)
    classified = []
    for place, (word, tag, given) in enumerate(
        zip(one.words, one.tags or (), prediction.answer, strict=True)
    ):
        scores = {} if rows is None else dict(zip(labels, rows[place].tolist(), strict=True))
        name = f"{one.id} {place}"
        classified.append(
            ClassifiedExample(name, word, one.text, tag, str(given), scores, one.phenomenon)
        )
    return classified
