"""The prediction of a fine-tuned model that is explained: a class, a score, an answer, a tag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from explorer.core.attribution.target import Target, WordQuestion, baseline_of
from explorer.core.engine.engine import Engine
from explorer.core.errors import as_user_errors
from explorer.core.finetuning.finetuned import open_model
from explorer.core.finetuning.sentence import sentence_as_set
from explorer.core.tokens.labels import labels
from models.schema.records import Corruption, Encoding, FloatArray

if TYPE_CHECKING:
    from models.attribution.methods import Explained, Module, Score
    from models.schema.batch import LanguageModel
    from models.tasks.base import TaskModel


@dataclass(frozen=True, eq=False)
class _Reading:
    """How the output of a task becomes a score, and what is said of it."""

    score_of: Callable[[TaskModel], Score]
    wanted: str
    unit: str
    against: str = ""
    candidates: tuple[tuple[str, float], ...] = ()
    places: tuple[int, ...] = ()  # that the answer is about


def task_target(engine: Engine, key: str, question: WordQuestion) -> Target | None:
    """What a fine-tuned model says of the sentence; None of a model without a head for a task.

    Of several inputs (windows of a passage, continuations) the one with the highest logit. Raises
    UserError.
    """
    from models.attribution.tasks import task_logits

    task_model = engine.loaded(key).task_model
    if task_model is None:
        return None
    model = open_model(engine, key)
    with as_user_errors():
        example, data = sentence_as_set(engine, key, model, question.text, question.pair)
        rows = [row.corruption for row in model.learner.rows([example], data)]
        outputs = [task_logits(task_model, row) for row in rows]
    best = max(range(len(rows)), key=lambda n: float(outputs[n].max()))
    reading = _reading(task_model, outputs[best], rows[best].encoding, model.labels, question)
    return _target(engine, key, task_model, rows[best], reading)


def _target(
    engine: Engine, key: str, task_model: TaskModel, row: Corruption, reading: _Reading
) -> Target:
    from models.attribution.methods import Explained

    loaded, tokenizer = engine.loaded(key), engine.tokenizer(key)
    id, name = baseline_of(tokenizer)
    changed = ~row.encoding.special[row.origin]

    def explained(module: Module) -> Explained:
        of_task = cast("TaskModel", module)
        model = cast("LanguageModel", of_task.model)
        return Explained(model, loaded.spec, row, reading.score_of(of_task), changed, id)

    return Target(
        module=task_model,
        remake=explained,
        explained=explained(task_model),
        labels=labels(tokenizer, row.encoding),
        places=reading.places,
        wanted=reading.wanted,
        against=reading.against,
        baseline=name,
        unit=reading.unit,
        candidates=reading.candidates,
        stream=task_model.head.stream,
        positions=(0,) if task_model.head.reads_first else (),
        num_cut=row.encoding.num_cut,
        of_sentence=task_model.kind == "token",
    )


# ---- what an output says


def _reading(
    task_model: TaskModel,
    output: FloatArray,
    encoding: Encoding,
    names: Sequence[str],
    question: WordQuestion,
) -> _Reading:
    from models.attribution.tasks import number_score

    if task_model.kind == "span":
        return _span(output[: len(encoding)], encoding)
    if task_model.kind == "token":
        return _tag(output[: len(encoding)], encoding, names, question)
    if output.shape[-1] == 1:
        title = "the chosen continuation" if task_model.kind == "choice" else "the score"
        return _Reading(number_score, title, "logit")
    return _class(output, names, question)


def _class(
    output: FloatArray, names: Sequence[str], question: WordQuestion, token: int | None = None
) -> _Reading:
    """The most probable class (C,) of the input or of a token, or the one that a person chose."""
    from models.attribution.tasks import class_score

    by_name = {name: n for n, name in enumerate(names)}
    wanted = by_name.get(question.wanted, int(output.argmax()))
    against = by_name.get(question.against)
    exponents = np.exp(output - output.max())
    shares = zip(names, (exponents / exponents.sum()).tolist(), strict=False)
    return _Reading(
        lambda model: class_score(model, wanted, against, token),
        names[wanted] if wanted < len(names) else str(wanted),
        "log-probability, nats" if against is None else "log-odds, nats",
        "" if against is None else names[against],
        tuple(sorted(shares, key=lambda one: -one[1])),
        () if token is None else (token,),
    )


def _span(output: FloatArray, encoding: Encoding) -> _Reading:
    """The answer that begins and ends where the logits (T, 2) are highest, in the passage."""
    from models.attribution.tasks import span_score

    passage = ~encoding.special & (encoding.segment == encoding.segment.max(initial=0))
    start = int(np.where(passage, output[:, 0], -np.inf).argmax())
    after = passage & (np.arange(len(encoding)) >= start)
    end = int(np.where(after, output[:, 1], -np.inf).argmax())
    first, last = int(encoding.offsets[start, 0]), int(encoding.offsets[end, 1])
    text = encoding.pair if encoding.segment[start] == 1 and encoding.pair else encoding.text
    return _Reading(
        lambda model: span_score(model, start, end),
        text[first:last],
        "log-probability of both ends, nats",
        places=(start, end),
    )


def _tag(
    output: FloatArray, encoding: Encoding, names: Sequence[str], question: WordQuestion
) -> _Reading:
    """The tag of the selected token; without one, of the first that has not the commonest tag."""
    tags, own = output.argmax(-1), np.flatnonzero(~encoding.special).tolist()
    usual = int(np.bincount(tags[own]).argmax())
    others = [at for at in own if tags[at] != usual]
    at = question.token if question.token in own else (others or own)[0]
    return _class(output[at], names, question, at)
