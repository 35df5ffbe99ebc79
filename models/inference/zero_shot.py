"""Tasks that a language model does without fine-tuning, in the prompt formats of GPT-2.

Radford, Wu, Child, Luan, Amodei, Sutskever (2019), Language Models are Unsupervised Multitask
Learners: what follows "A:" is the answer to a question, what follows "TL;DR:" a summary. Here

    classification       negative or positive? TEXT A:           a label, by its likelihood
    question answering   PASSAGE QUESTION A:                     what is written
    choice               CONTEXT TL;DR:                          a continuation, by its likelihood

Likelihoods are per token. A label or a continuation that is as likely as another one counts by its
order; an answer to a question is always given, also where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from models.data.prompt_formats import PromptExample, PromptFormat
from models.inference.prompts import PromptModel
from models.tasks.base import Prediction
from models.tasks.examples import Example, LabelledSet

ANSWER = PromptFormat("{input} A:", "{input} A: {answer}.", separator=" ")
SUMMARY = PromptFormat("{input} TL;DR:", "{input} TL;DR: {answer}", separator=" ", neutral="TL;DR:")


def zero_shot_answers(
    model: PromptModel, examples: Sequence[Example], data: LabelledSet
) -> list[Prediction]:
    """Answer each example.

    Raises ValueError for other tasks, and for texts that do not fit.
    """
    if data.task not in WAYS:
        raise ValueError(f"{data.title} has no zero-shot format; {', '.join(WAYS)} have")
    answers = WAYS[data.task](model, examples, data)
    return [
        Prediction(example.id, answer) for example, answer in zip(examples, answers, strict=True)
    ]


def _label(model: PromptModel, examples: Sequence[Any], data: LabelledSet) -> list[str]:
    """Choose the most likely label of each text or pair; the texts of a pair are joined."""
    described = f"{', '.join(data.labels[:-1])} or {data.labels[-1]}? "
    queries = [
        PromptExample(described + " ".join(filter(None, (one.text, one.pair))), "", data.labels)
        for one in examples
    ]
    return _most_likely(model, ANSWER, queries)


def _choice(model: PromptModel, examples: Sequence[Any], data: LabelledSet) -> list[int]:
    queries = [PromptExample(one.context, "", one.choices) for one in examples]
    best = _most_likely(model, SUMMARY, queries)
    return [one.choices.index(text) for one, text in zip(examples, best, strict=True)]


def _most_likely(
    model: PromptModel, form: PromptFormat, queries: Sequence[PromptExample]
) -> list[str]:
    prefix = model.prefix(form, (), model.room_for(form, queries))
    return [scored.best("mean")[0] for scored in model.score(form, prefix, queries)]


def _answer(model: PromptModel, examples: Sequence[Any], data: LabelledSet) -> list[str]:
    """What is written, up to the end of the sentence; as long as the longest known answer."""
    queries = [PromptExample(f"{one.passage} {one.question}", "") for one in examples]
    known = {answer.text for one in examples for answer in one.answers}
    count = 1 + max(map(len, model.answer_ids(ANSWER, sorted(known))), default=0)
    prefix = model.prefix(ANSWER, (), model.room_for(ANSWER, queries, count))
    return [text.strip(" .") for text in model.write(ANSWER, prefix, queries, count)]


WAYS: Mapping[str, Callable[[PromptModel, Sequence[Any], LabelledSet], Sequence[Any]]] = {
    "classification": _label,
    "question_answering": _answer,
    "choice": _choice,
}
