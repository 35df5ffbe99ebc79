"""A task in a prompt: zero, one and several examples before one query, and accuracy by K.

Nothing is trained: what differs is the text before the query.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.errors import UserError, as_user_errors, drop_traceback
from explorer.core.generation.writing import check_generates
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.library.library import ModelEntry
from explorer.core.localization import message, plural, tr
from explorer.core.readable import model_name
from explorer.core.state.choices import FormChoice
from models.data.prompt_formats import PromptExample
from models.data.prompt_tasks import PromptTask, open_task, prompt_tasks
from models.schema.records import FloatArray, ModelInput

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.inference.prompt_accuracy import AccuracyAtK, Scoring
    from models.inference.prompts import ChoiceScore, Prompt, PromptModel, PromptPart, ScoredChoices

FREE = "free"
SCORINGS = {
    "sum": tr("Choices, sum of log-probabilities"),
    "mean": tr("Choices, per token"),
    "normalised": tr("Choices, less unconditional"),
    FREE: tr("Free answer"),
}
PARTS = {
    "start": tr("start"),
    "description": tr("description"),
    "example": tr("example"),
    "query": tr("query"),
}
NUM_DISPLAYED = 100  # queries to step through
MAX_SHOTS = 64


def part_title(part: PromptPart) -> str:
    """Such as "example 2"."""
    return f"{PARTS[part.kind]} {part.number}" if part.number else PARTS[part.kind]


def task_titles() -> dict[str, str]:
    """The titles of the tasks of the mini-world by name."""
    return {name: message(title) for name, title in prompt_tasks().items()}


@dataclass(frozen=True)
class FewShotChoice(FormChoice):
    """The task by name or path, the examples of the longest prompt, the score, and the query."""

    task: str = "capital:en"
    shots: int = 4
    scoring: str = "mean"
    query: int = 1  # from 1

    @property
    def title(self) -> str:
        return task_titles().get(self.task, self.task.replace("\\", "/").rpartition("/")[2])

    @property
    def measured_key(self) -> tuple[str, str]:
        """What accuracy by K depends on, beside the seed."""
        return self.task, self.scoring


@dataclass(frozen=True)
class FewShotRequest:
    """One query of a task, for these models."""

    keys: tuple[str, ...]
    choice: FewShotChoice
    seed: int


@dataclass(frozen=True, eq=False)
class ShotAnswer:
    """What a model answers after a number of examples.

    `tokens` are those of each part of the prompt. `attention` (L, parts) is what the last position
    gives to each part, the sum over its tokens and the mean over heads; None without attention.
    """

    shots: int
    prompt: Prompt
    tokens: tuple[tuple[str, ...], ...]
    best: tuple[str, ...]  # the answer; several where they are equally likely
    correct: bool
    scored: ScoredChoices | None
    attention: FloatArray | None

    @property
    def num_tokens(self) -> int:
        return len(self.prompt.ids)

    @property
    def answer_text(self) -> str:
        """The answer, or why there is none."""
        if len(self.best) == 1:
            return self.best[0] or tr("(nothing)")
        if self.scored is not None and len(self.best) == len(self.scored.choices):
            return tr("All answers are equally likely.")
        return tr("Equally likely: {best}.", best=", ".join(self.best))


class ScoredChoice(NamedTuple):
    """One of the answers to choose from; log-likelihoods are in nats."""

    text: str
    log_likelihood: float  # the sum over its tokens
    tokens: int
    unconditional: float  # its log-likelihood without the prompt
    score: float  # by which the best is chosen
    share: float  # the softmax of the scores


@dataclass(frozen=True, eq=False)
class FewShotAnswer:
    """The answers of one model, by the number of examples."""

    card: ModelCard
    task: PromptTask
    query: PromptExample
    scoring: str
    by_shots: tuple[ShotAnswer, ...]

    def choices(self, shot: ShotAnswer) -> list[ScoredChoice]:
        """The choices of one prompt; none of a free answer."""
        if shot.scored is None or self.scoring == FREE:
            return []
        one, score = shot.scored, cast("ChoiceScore", self.scoring)
        values = (one.sums, one.lengths, one.unconditional, one.scores(score), one.shares(score))
        return [ScoredChoice(*each) for each in zip(one.choices, *values, strict=True)]


FewShotAnswers = dict[str, FewShotAnswer | UserError]  # by model


def few_shot_answers(request: FewShotRequest, engine: Engine) -> Work:
    """Each model as soon as it is ready; the problem of a model is its answer."""
    with as_user_errors():
        task = open_task(request.choice.task, request.seed)
    answers: FewShotAnswers = {}
    for number, key in enumerate(request.keys):
        yield Progress(
            tr("Asking {key}", key=model_name(key)), number, len(request.keys), unit="models"
        )
        try:
            answers[key] = yield from _answer(engine, key, task, request.choice, request.seed)
        except UserError as error:
            answers[key] = drop_traceback(error)
        if len(answers) < len(request.keys):
            yield Partial(dict(answers))
    return answers


def _answer(
    engine: Engine, key: str, task: PromptTask, choice: FewShotChoice, seed: int
) -> Generator[Progress, None, FewShotAnswer]:
    check_generates(engine, key)
    from models.inference.prompt_accuracy import check_scoring
    from models.inference.prompts import PromptModel

    examples = task.draw(choice.shots, seed)
    queries = task.draw_queries(NUM_DISPLAYED, seed, examples)
    query = queries[(choice.query - 1) % len(queries)]
    with as_user_errors():
        check_scoring(task, cast("Scoring", choice.scoring))
        model = PromptModel.of(engine.load_model(key))
    card, by_shots = engine.card(key), []
    for shots in dict.fromkeys(min(count, len(examples)) for count in (0, 1, choice.shots)):
        with as_user_errors():
            by_shots.append(
                _ask(engine, card, model, task, examples[:shots], query, choice.scoring)
            )
        given = plural(shots, "{count} example", "{count} examples")
        yield Progress(f"{card.title}: {given}", len(by_shots), 3, unit="prompts")
    return FewShotAnswer(card, task, query, choice.scoring, tuple(by_shots))


def _ask(
    engine: Engine,
    card: ModelCard,
    model: PromptModel,
    task: PromptTask,
    examples: Sequence[PromptExample],
    query: PromptExample,
    scoring: str,
) -> ShotAnswer:
    """One prompt. Raises ValueError where the query does not fit."""
    from models.inference.prompt_accuracy import is_answer, longest_answer
    from models.inference.prompts import Prompt

    form = task.format
    max_new = longest_answer(model, task) if scoring == FREE else 0
    prefix = model.prefix(form, examples, model.room_for(form, [query], max_new))
    prompt = Prompt(prefix, model.query_parts(form, [query.input], prefix)[0])
    scored = None
    best: tuple[str, ...]
    if scoring == FREE:
        best = (model.write(form, prefix, [query], max_new)[0],)
        correct = is_answer(model, query, best[0])
    else:
        (scored,) = model.score(form, prefix, [query])
        best = scored.best(cast("ChoiceScore", scoring))
        correct = best == (query.answer,)
    tokens = tuple(tuple(model.tokenizer.tokens(part.ids)) for part in prompt.parts)
    attention = _attention(engine, card, model, prompt)
    return ShotAnswer(len(examples), prompt, tokens, best, correct, scored, attention)


def _attention(
    engine: Engine, card: ModelCard, model: PromptModel, prompt: Prompt
) -> FloatArray | None:
    """What the last position gives to each part of the prompt, by layer: (L, parts)."""
    assert card.generating_head is not None
    model_input = ModelInput.clean(model.encoding(prompt))
    traced = engine.trace(card.key, model_input, ("attention",))
    weights = traced.streams[card.generating_head.stream].attention  # (L, H, T, T)
    if weights is None:
        return None
    last = weights[:, :, -1].mean(1)  # (L, T)
    ends = np.cumsum([0, *(len(part.ids) for part in prompt.parts)])
    sums = [last[:, a:b].sum(1) for a, b in pairwise(ends)]
    return np.stack(sums, 1)


# ---- accuracy by K


@dataclass(frozen=True, eq=False)
class AccuracyCurves:
    """Accuracy by the number of examples, by the key of a model."""

    choice: FewShotChoice
    seed: int
    task: PromptTask
    by_model: Mapping[str, tuple[AccuracyAtK, ...]] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)

    def is_of(self, choice: FewShotChoice, seed: int) -> bool:
        return self.choice.measured_key == choice.measured_key and self.seed == seed


def measure(entries: Sequence[ModelEntry], choice: FewShotChoice, seed: int) -> Work:
    """Accuracy by K of each model, opened as a copy of its own, for the lane of trainings.

    Yields curves as they grow. A model that cannot be measured has a problem instead.
    """
    from models.inference.prompt_accuracy import accuracy_by_shots, check_scoring, num_steps

    scoring = cast("Scoring", choice.scoring)
    with as_user_errors():
        task = open_task(choice.task, seed)
        check_scoring(task, scoring)
    curves, steps, done = AccuracyCurves(choice, seed, task), num_steps(task, ()), 0
    for place, entry in enumerate(entries):
        try:
            with as_user_errors():
                results: list[AccuracyAtK] = []
                for one in accuracy_by_shots(_open_private_copy(entry), task, scoring, seed):
                    done += 1
                    yield Progress(entry.title, done, steps * len(entries), unit="draws")
                    if one is not None:
                        results.append(one)
                        by_model = {**curves.by_model, entry.key: tuple(results)}
                        curves = replace(curves, by_model=by_model)
                        yield Partial(curves)
        except UserError as error:
            curves = replace(curves, problems={**curves.problems, entry.key: str(error)})
        done = (place + 1) * steps
    return curves


def _open_private_copy(entry: ModelEntry) -> PromptModel:
    """A copy of a model that no other thread uses. Raises UserError, ValueError."""
    from models.checkpoints.checkpoint import CheckpointError, load
    from models.inference.prompts import PromptModel

    try:
        return PromptModel.of(load(entry.folder, "cpu", entry.architecture))
    except CheckpointError as error:
        raise UserError(error.message, error.hint) from error
