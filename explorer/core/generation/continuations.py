"""Several models continue one prompt step by step, one step of each model after the other.

A decoder continues the prompt. Where an encoder reads the prompt, the decoder writes its output
after a start token.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import corrupt
from explorer.core.engine.feeding.typed_masks import SENTINEL, SPELLED
from explorer.core.engine.labels import label, labels
from explorer.core.engine.predicting.predictions import MaskedPrediction, predictions
from explorer.core.errors import UserError, drop_traceback
from explorer.core.generation.endings import Ending, rank_endings
from explorer.core.generation.prompts import AS_MESSAGE, TypedPrompt, mask_at_end
from explorer.core.generation.writing import (
    answer_start,
    answer_text,
    check_generates,
    generate,
)
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import message, tr
from explorer.core.readable import model_name
from models.inference.beam_paths import best_path
from models.schema.records import BeamNode, Candidate, GenerationStep
from models.schema.specs import TextTask

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

SHOW_EVERY_S = 0.04  # seconds between two updates of the screen, at least

MASKS = re.compile(f"{SENTINEL.pattern}|{SPELLED.pattern}")
OPEN = "…"  # a mask that is not filled yet

ENDED, FULL, ENOUGH = "ended", "full", "enough"
AS_TYPED_NOTE = tr("The sentence as it is typed, without the words of a task.")
EXAMPLE_NOTE = tr("Your sentence does not suit the task, so an example is used instead.")


Prose = tuple[tuple[str, bool], ...]  # parts of a text, and whether the model wrote them
Search = tuple[list[tuple[BeamNode, ...]], list[tuple[str, ...]]]


@dataclass(frozen=True, eq=False)
class LabelledStep:
    """One step with the labels of its tokens."""

    step: GenerationStep
    label: str
    candidates: tuple[str, ...]
    beams: tuple[str, ...]

    @property
    def chosen(self) -> Candidate | None:
        """The candidate that was taken; None where it is not among those that are listed."""
        return next((one for one in self.step.candidates if one.id == self.step.id), None)


@dataclass(frozen=True, eq=False)
class Continuation:
    """The text of one model. Each part is one run: a new one begins by `continue`."""

    card: ModelCard
    before: tuple[
        str, ...
    ]  # labels before the first token: the prompt, or the start token of a decoder
    prompt: str = ""  # with the words of a task
    task: TextTask | None = None  # the task of these words
    num_cut: int = 0  # tokens of the prompt that did not fit
    read: tuple[str, ...] = ()  # labels of what an encoder read
    parts: tuple[tuple[LabelledStep, ...], ...] = ()
    ids: tuple[int, ...] = ()  # all tokens; of a beam search those of the best hypothesis
    labels: tuple[str, ...] = ()
    text: str = ""  # without special tokens, but with the sentinels of an answer
    end: str = ""  # why it stopped: ENDED, FULL, ENOUGH; empty while it writes
    endings: tuple[Ending, ...] = ()  # of the last beam search, once it is over

    @property
    def prose(self) -> Prose:
        """The text in parts, each with whether the model wrote it.

        The model writes after the prompt, into its masks, or an output alone.
        """
        if not self.card.answers:
            return (self.prompt, False), (self.text, True)
        return _filled_in(self.prompt, self.text) or ((self.text.strip(), True),)

    @property
    def task_note(self) -> str:
        """The task that the model reads with the prompt."""
        if self.task is None:
            return AS_TYPED_NOTE
        example = f" {EXAMPLE_NOTE}" if self.prompt in self.task.examples else ""
        return tr("Its task is {draft}.{example}", draft=message(self.task.note), example=example)

    def step_at(self, selected: int | None) -> int:
        """The selected step, or the first one."""
        return min(selected or 0, len(self.steps) - 1)

    @property
    def can_continue(self) -> bool:
        return bool(self.parts) and self.end in ("", ENOUGH)

    @property
    def steps(self) -> tuple[LabelledStep, ...]:
        return tuple(step for part in self.parts for step in part)

    @property
    def searches(self) -> list[Search]:
        """The hypotheses of each beam search by step, and their labels."""
        return [
            ([written.step.beams for written in part], [written.beams for written in part])
            for part in self.parts
            if part
        ]

    @property
    def best_hypotheses(self) -> Iterator[list[BeamNode]]:
        """The hypotheses that led to the text, for each search; `continue` starts another."""
        for steps, _ in self.searches:
            if path := best_path(steps):
                yield [steps[depth][at] for depth, at in enumerate(path)]

    @property
    def seconds(self) -> float:
        return sum(written.step.seconds for written in self.steps)


@dataclass(frozen=True, eq=False)
class RejectedPrompt:
    """Why a model writes nothing; a masked one predicts a mask at the end."""

    error: UserError
    card: ModelCard | None = None
    mask_text: str = ""
    at_mask: MaskedPrediction | None = None
    mask_labels: tuple[str, ...] = ()


Answer = Continuation | RejectedPrompt


def write(
    engine: Engine,
    keys: tuple[str, ...],
    typed: TypedPrompt,
    settings: Mapping[str, Any],
    before: Mapping[str, Continuation],
    clock: Callable[[], float] = time.monotonic,
) -> Work:
    """Let each model continue the prompt, or its draft; yields answers by key.

    Only models that learned a task read its words.
    """
    answers: dict[str, Answer] = {}
    pens: dict[str, Iterator[Continuation]] = {}
    known: dict[str, tuple[TextTask, ...]] = {}
    for key in keys:
        yield Progress(tr("Preparing {key}", key=model_name(key)))
        known[key] = known_tasks(engine, key)
    every = [task for tasks in known.values() for task in tasks]
    read = {key: typed.text_for_model(tasks, every) for key, tasks in known.items()}
    for key in keys:
        try:
            if typed.task == AS_MESSAGE and key not in before and engine.card(key).chats:
                read[key] = (engine.as_message(key, typed.text), None)
            answers[key] = before.get(key) or _new_draft(engine, key, *read[key])
            pens[key] = _grow(engine, key, settings, answers[key])
        except UserError as error:
            answers[key] = _reject_prompt(engine, key, read[key][0], drop_traceback(error))
    yield Partial(dict(answers))
    updated_at, rounds = clock(), 0
    while pens:
        rounds += 1
        for key in tuple(pens):
            try:
                draft = _next(pens, key)
            except UserError as error:  # such as logits that are no numbers
                del pens[key]
                answers[key] = _reject_prompt(engine, key, read[key][0], drop_traceback(error))
                continue
            if draft is not None:
                answers[key] = draft
        yield Progress(
            tr("Writing"), rounds, float(settings.get("max_new_tokens", 0)), unit="tokens"
        )
        if clock() - updated_at >= SHOW_EVERY_S:
            yield Partial(dict(answers))
            updated_at = clock()
    return answers


def _next(pens: dict[str, Iterator[Continuation]], key: str) -> Continuation | None:
    draft = next(pens[key], None)
    if draft is None:
        del pens[key]
    return draft


def known_tasks(engine: Engine, key: str) -> tuple[TextTask, ...]:
    """The tasks that a model was trained to answer; none of one that cannot be used."""
    try:
        card = engine.card(key)
    except UserError:  # reported where the model generates
        return ()
    return card.prompts if card.answers else ()


def _filled_in(prompt: str, answer: str) -> Prose:
    """The prompt with its masks filled from the output; empty where it has none.

    A mask is read as the next free sentinel, so those are filled in their order.
    """
    masks, between = MASKS.findall(prompt), MASKS.split(prompt)
    parts = [part.strip() for part in SENTINEL.split(answer)[1:]]
    named = dict(zip(SENTINEL.findall(answer), parts, strict=True))
    prose: list[tuple[str, bool]] = []
    for number, mask in enumerate(masks):
        in_order = parts[number] if number < len(parts) else OPEN
        prose += [(between[number], False), (named.get(mask, in_order), True)]
    return (*prose, (between[-1], False)) if masks else ()


def _new_draft(engine: Engine, key: str, prompt: str, task: TextTask | None) -> Continuation:
    check_generates(engine, key)
    card, encoding = engine.card(key), engine.encode(key, prompt)
    tokenizer = engine.tokenizer(key)
    read = labels(tokenizer, encoding)
    if not card.answers:
        return Continuation(card, read, prompt, task, encoding.num_cut)
    start = tuple(label(tokenizer, id) for id in answer_start(engine, key, encoding))
    return Continuation(card, start, prompt, task, encoding.num_cut, read)


def _grow(
    engine: Engine, key: str, settings: Mapping[str, Any], answer: Answer
) -> Iterator[Continuation]:
    """The draft after each step, finally with the reason why it ends."""
    assert isinstance(answer, Continuation)
    if answer.end in (ENDED, FULL):
        return
    tokenizer, start = engine.tokenizer(key), answer.ids
    draft = replace(answer, parts=(*answer.parts, ()), end="", endings=())
    writing = generate(engine, key, answer.prompt, start, **settings)
    penalty = float(settings.get("length_penalty", 1.0))
    while True:
        try:
            step = next(writing)
        except StopIteration as stop:
            ids = stop.value.ids
            end = _why(engine, key, len(answer.before) + len(ids), ids)
            endings = _endings(engine, draft, start, penalty)
            yield replace(_set_ids(engine, draft, ids, end), endings=endings)
            return
        part = (*draft.parts[-1], _readable(tokenizer, step))
        ids = (*start, *_best(part, penalty))
        draft = _set_ids(engine, replace(draft, parts=(*draft.parts[:-1], part)), ids)
        yield draft


def _set_ids(
    engine: Engine, draft: Continuation, ids: tuple[int, ...], end: str = ""
) -> Continuation:
    """The draft with these tokens."""
    tokenizer = engine.tokenizer(draft.card.key)
    names = tuple(label(tokenizer, id) for id in ids)
    return replace(draft, ids=ids, labels=names, text=_text(engine, draft, ids), end=end)


def _endings(
    engine: Engine, draft: Continuation, start: tuple[int, ...], penalty: float
) -> tuple[Ending, ...]:
    """The finished beams of the last search, after the ids that it started from."""
    searched = [written.step.beams for written in draft.parts[-1]]
    return rank_endings(searched, lambda ending: _text(engine, draft, (*start, *ending)), penalty)


def _text(engine: Engine, draft: Continuation, ids: tuple[int, ...]) -> str:
    """The text of generated ids, without special tokens except sentinels."""
    if draft.card.answers:
        return answer_text(engine, draft.card.key, ids)
    return engine.tokenizer(draft.card.key).decode(ids, skip_special=True)


def _best(part: tuple[LabelledStep, ...], penalty: float) -> list[int]:
    from models.inference.generation import best

    return best([written.step for written in part], penalty)


def _readable(tokenizer: Tokenizer, step: GenerationStep) -> LabelledStep:
    return LabelledStep(
        step=step,
        label=label(tokenizer, step.id),
        candidates=tuple(label(tokenizer, candidate.id) for candidate in step.candidates),
        beams=tuple(label(tokenizer, node.id) for node in step.beams),
    )


def _why(engine: Engine, key: str, length: int, ids: tuple[int, ...]) -> str:
    if ids and ids[-1] == engine.tokenizer(key).eos_id:
        return ENDED
    return FULL if length >= engine.card(key).num_positions else ENOUGH


def _reject_prompt(engine: Engine, key: str, prompt: str, error: UserError) -> RejectedPrompt:
    """The reason, and for a masked model its prediction for a mask at the end."""
    try:
        card = engine.card(key)
        if not card.fills or card.mask_token is None:
            return RejectedPrompt(error, card)
        text = mask_at_end(prompt, card.mask_token)
        model_input = corrupt(engine, key, engine.encode(key, text), sample=False)
        at_masks = predictions(engine, key, engine.trace(key, model_input, ("logits",)))
        last = at_masks[-1] if at_masks else None
        names = (item.id for item in last.candidates) if last else ()
        mask_labels = tuple(label(engine.tokenizer(key), id) for id in names)
        return RejectedPrompt(error, card, text, last, mask_labels)
    except UserError:
        return RejectedPrompt(error)
