"""Inside a fine-tuned model: what its task reads, its classes, and the logit of one in parts.

Shapes: T tokens, C outputs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.attention.inputs import AttentionQuery
from explorer.core.attribution.target import WordQuestion
from explorer.core.attribution.tasks import task_target
from explorer.core.engine.predicting.probabilities import softmax
from explorer.core.inside.answer import (
    InsideAnswer,
    LogitParts,
    ScoredPrediction,
    append_probabilities,
    append_steps,
)
from explorer.core.layers.states import StreamStates, states_of
from explorer.core.localization import message, tr
from models.inside.steps import Numbers, TokenStage
from models.schema.records import FloatArray
from models.schema.specs import ArchSpec

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.tasks.base import TaskModel

ENDS = ("start", "end")  # of an answer: the two logits of each token
SCORE = "score"


def task_states(engine: Engine, key: str, query: AttentionQuery) -> tuple[StreamStates, int]:
    """What the task reads of the sentence, in the stream of its head, and the token that decides.

    Where the task reads other tokens than the window has, as a question before its passage, they
    are a text of their own. Raises UserError.
    """
    task, card = engine.load_model(key).task_model, engine.card(key)
    target = task_target(engine, key, WordQuestion(query.text, query.pair))
    assert task is not None
    assert target is not None
    name = card.spec.name
    if name not in dict(query.streams):
        query = replace(query, streams=(*query.streams, (name, task.head.stream)))
    model_input = target.explained.model_input
    states = states_of(engine, key, query, {}, model_input=model_input)
    own = engine.encode(key, query.text, query.pair)
    if not np.array_equal(own.ids, model_input.encoding.ids):
        states = replace(states, of_text=False, places=np.arange(len(states.labels)))
    last = len(states.labels) - 1
    return states, min(target.positions[0], last) if target.positions else last


def task_reading(task: TaskModel, states: StreamStates) -> TaskModel | None:
    """The task where its head reads this stream, or the layers of all streams."""
    others = {stream.name for stream in states.streams} - {states.stream.name}
    return None if task.head.stream in others else task


def add_classes(
    answer: InsideAnswer, task: TaskModel, spec: ArchSpec, words: tuple[str, str]
) -> InsideAnswer:
    """Add the output of the task head, for one token if it has all, and a logit in parts."""
    from models.inside.contributions import task_contributions

    logits = answer.path.logits
    assert logits is not None
    own = logits[answer.row] if logits.ndim > 1 else logits  # (C,)
    names = _names(task, len(own))
    answer = _add_class_shares(answer, task, logits, names)
    places = {name: n for n, name in enumerate(names)}
    usual = 0 if task.kind == "span" else int(own.argmax())
    wanted = places.get(words[0], usual)
    against = places.get(words[1])
    against = None if against == wanted else against
    try:
        made_of = task_contributions(
            task, spec, answer.states.model_input, answer.row, wanted, against
        )
    except ValueError as error:
        title, reason = answer.card.title, message(str(error))
        problem = tr("There is no sum for {title}: {reason}", title=title, reason=reason)
        return replace(answer, problem=problem)
    made_of = made_of.round_to_logit(float(own[wanted] - (0 if against is None else own[against])))
    parts = LogitParts(names[wanted], "" if against is None else names[against], made_of)
    return replace(answer, parts=parts)


def _names(task: TaskModel, count: int) -> tuple[str, ...]:
    if task.kind == "span":
        return ENDS
    if count == 1 and not task.multi_label:
        return (SCORE,)
    return task.labels or tuple(f"class {n + 1}" for n in range(count))


def _add_class_shares(
    answer: InsideAnswer, task: TaskModel, logits: FloatArray, names: tuple[str, ...]
) -> InsideAnswer:
    """Add the steps after the logits and the class probabilities, which a single score lacks."""
    warm, path = answer.temperature, answer.path
    own = logits[answer.row] if logits.ndim > 1 else logits
    if task.kind == "span":
        shares = np.stack([softmax(column, warm) for column in logits.T])  # (2, T)
        steps = [
            _over_tokens(answer, title, logits[:, n], shares[n])
            for n, title in enumerate((tr("Where the answer starts"), tr("Where the answer ends")))
        ]
        path, p = append_steps(path, *steps), shares[:, answer.row]
    elif len(own) == 1 and not task.multi_label:
        return replace(answer, of_task=True)
    elif task.multi_label:
        p = 1 / (1 + np.exp(-own / warm))
        path = append_probabilities(path, own, warm, p, tr("p = 1 / (1 + exp(−z)), of each class"))
    else:
        p = softmax(own, warm)
        path = append_probabilities(path, own, warm)
    candidates = [
        ScoredPrediction(*one) for one in zip(names, own.tolist(), p.tolist(), strict=True)
    ]
    candidates.sort(key=lambda one: -one.probability)
    return replace(answer, path=path, candidates=tuple(candidates), of_task=True)


def _over_tokens(
    answer: InsideAnswer, title: str, logits: FloatArray, shares: FloatArray
) -> TokenStage:
    """One end of an answer: a softmax over the tokens."""
    y, p = (Numbers(n, v, over_tokens=True) for n, v in (("y", logits), ("p", shares)))
    formula = tr(
        "p = softmax(y / τ) over the tokens, with τ = {answer:g}", answer=answer.temperature
    )
    section = answer.path.num_layers + 1
    return TokenStage(title, formula, (y,), p, "function", 1.0, section, "", "", False)
