"""The prediction of a fine-tuned model that is explained: a class, a score, an answer, a tag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from explorer.core.attribution.target import (
    BOTH_ENDS,
    LOG_ODDS,
    LOG_PROBABILITY,
    AttributionTarget,
    WordQuestion,
)
from explorer.core.engine.engine import Engine
from explorer.core.engine.labels import labels
from explorer.core.engine.predicting.probabilities import sigmoid, softmax
from explorer.core.errors import UserError, as_user_errors
from explorer.core.finetuning.finetuned import open_model
from explorer.core.finetuning.sentence import WORD, sentence_as_set
from explorer.core.localization import tr
from models.attribution.baseline import baseline_of
from models.schema.records import Encoding, FloatArray, IntArray, ModelInput

if TYPE_CHECKING:
    from models.attribution.methods import ExplainedPrediction, Module, Score
    from models.finetuning.batches import InputRow
    from models.schema.batch import LanguageModel
    from models.tasks.base import TaskModel

MAX_ANSWER = 30  # tokens, as in prediction: Devlin et al. (2018), SQuAD


@dataclass(frozen=True, eq=False)
class _Reading:
    """How the output of a task becomes a score, and what is said of it."""

    score_of: Callable[[TaskModel], Score]
    wanted: str
    unit: str
    against: str = ""
    candidates: tuple[tuple[str, float], ...] = ()
    places: tuple[int, ...] = ()  # that the answer is about


def task_target(engine: Engine, key: str, question: WordQuestion) -> AttributionTarget | None:
    """What a fine-tuned model says of the sentence; None of a model without a head for a task.

    Of several inputs (windows of a passage, continuations) the one with the highest logit. Raises
    UserError.
    """
    from models.attribution.tasks import task_logits

    task_model = engine.load_model(key).task_model
    if task_model is None:
        return None
    model = open_model(engine, key)
    with as_user_errors():
        example, data = sentence_as_set(engine, key, model, question.text, question.pair)
        rows = model.pipeline.rows([example], data)
        outputs = [task_logits(task_model, row.model_input) for row in rows]
    best, reading = _best(task_model, rows, outputs, model.labels, question)
    return _target(engine, key, task_model, rows[best].model_input, reading)


def _best(
    task_model: TaskModel,
    rows: Sequence[InputRow],
    outputs: Sequence[FloatArray],
    names: Sequence[str],
    question: WordQuestion,
) -> tuple[int, _Reading]:
    """The input that is explained, by its number, and what is read from it. Raises UserError."""
    from models.attribution.tasks import number_score

    if task_model.kind == "span":
        scores = [_span_scores(o, r.feature.encoding) for o, r in zip(outputs, rows, strict=True)]
        best = max(range(len(rows)), key=lambda n: float(scores[n].max()))
        return best, _span(scores[best], rows[best].feature.encoding)
    best = max(range(len(rows)), key=lambda n: float(outputs[n].max()))
    if task_model.kind == "token":
        return best, _tag(outputs[best], rows[best].feature.extra.positions, names, question)
    if outputs[best].shape[-1] == 1 and not task_model.multi_label:
        title = tr("the chosen continuation") if task_model.kind == "choice" else tr("the score")
        return best, _Reading(number_score, title, "logit")
    shares = sigmoid if task_model.multi_label else softmax
    return best, _class(outputs[best], shares, names, question)


def _target(
    engine: Engine, key: str, task_model: TaskModel, row: ModelInput, reading: _Reading
) -> AttributionTarget:
    from models.attribution.methods import ExplainedPrediction

    loaded, tokenizer = engine.load_model(key), engine.tokenizer(key)
    id, name = baseline_of(tokenizer)
    changed = ~row.encoding.special[row.origin]

    def explain(module: Module) -> ExplainedPrediction:
        of_task = cast("TaskModel", module)
        model = cast("LanguageModel", of_task.model)
        return ExplainedPrediction(model, loaded.spec, row, reading.score_of(of_task), changed, id)

    return AttributionTarget(
        module=task_model,
        remake=explain,
        explained=explain(task_model),
        changed=changed,
        model_input=row,
        labels=labels(tokenizer, row.encoding),
        places=reading.places,
        wanted=reading.wanted,
        against=reading.against,
        baseline=name,
        unit=reading.unit,
        candidates=reading.candidates,
        stream=task_model.head.stream,
        positions=(0,) if task_model.head.reads_first else reading.places,
        num_cut=row.encoding.num_cut,
        of_word=False,
    )


# ---- what an output says


def _class(
    output: FloatArray,
    probabilities: Callable[[FloatArray], FloatArray],
    names: Sequence[str],
    question: WordQuestion,
    token: int | None = None,
) -> _Reading:
    """The most probable class (C,) of the input or of a token, or the one that a person chose."""
    from models.attribution.tasks import class_score

    by_name = {name: n for n, name in enumerate(names)}
    wanted = by_name.get(question.wanted, int(output.argmax()))
    against = by_name.get(question.against)
    shares = zip(names, probabilities(output).tolist(), strict=False)
    return _Reading(
        lambda model: class_score(model, wanted, against, token),
        names[wanted] if wanted < len(names) else str(wanted),
        LOG_PROBABILITY if against is None else LOG_ODDS,
        "" if against is None else names[against],
        tuple(sorted(shares, key=lambda one: -one[1])),
        () if token is None else (token,),
    )


def _span_scores(output: FloatArray, encoding: Encoding) -> FloatArray:
    """Score every span of the passage by its first and last token (T, T); -inf elsewhere."""
    length = len(encoding)
    passage = ~encoding.special & (encoding.segment == encoding.segment.max(initial=0))
    after = np.arange(length)[None, :] - np.arange(length)[:, None]
    allowed = passage[:, None] & passage & (after >= 0) & (after < MAX_ANSWER)
    scores = output[:length, 0][:, None] + output[:length, 1]
    found: FloatArray = np.where(allowed, scores, -np.inf)
    return found


def _span(scores: FloatArray, encoding: Encoding) -> _Reading:
    """The best answer, also where the model would rather say that there is none."""
    from models.attribution.tasks import span_score

    start, end = (int(at) for at in np.unravel_index(int(scores.argmax()), scores.shape))
    first, last = int(encoding.offsets[start, 0]), int(encoding.offsets[end, 1])
    text = encoding.pair if encoding.segment[start] == 1 and encoding.pair else encoding.text
    return _Reading(
        lambda model: span_score(model, start, end),
        text[first:last],
        BOTH_ENDS,
        places=(start, end),
    )


def _tag(
    output: FloatArray, words: IntArray, names: Sequence[str], question: WordQuestion
) -> _Reading:
    """The tag of the chosen word, or of the first one that has not the commonest tag.

    `words` (N,) are the tokens of the words.
    """
    if not len(words):
        raise UserError(tr("There is no word to tag."), tr("Type a sentence above."))
    if question.span is not None:
        before = len(WORD.findall(question.text[: question.span[0]]))
        at = int(words[min(before, len(words) - 1)])
        return _class(output[at], softmax, names, question, at)
    tags = output[words].argmax(-1)
    usual = np.bincount(tags).argmax()
    others = np.flatnonzero(tags != usual)
    at = int(words[others[0] if len(others) else 0])
    return _class(output[at], softmax, names, question, at)
