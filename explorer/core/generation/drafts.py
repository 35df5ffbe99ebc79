"""Several models go on with one prompt, step by step and in turn, so that all grow at once.

A decoder writes behind the prompt. Where an encoder reads the prompt, the decoder writes an answer
behind its start token.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.generation.endings import Ending, ranked
from explorer.core.generation.prompts import TypedPrompt, mask_at_end
from explorer.core.generation.writing import (
    answer_start,
    answer_text,
    check_generates,
    generate,
)
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.masking.corruption import corrupt
from explorer.core.masking.predictions import Prediction, predictions
from explorer.core.masking.typed_masks import SENTINEL, SPELLED
from explorer.core.tokens.labels import label, labels
from models.schema.records import GenerationStep
from models.schema.specs import Prompt

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

SHOW_EVERY_S = 0.04  # what is written is shown at most this often

MASKS = re.compile(f"{SENTINEL.pattern}|{SPELLED.pattern}")
OPEN = "…"  # a mask that is not filled yet

ENDED, FULL, ENOUGH = "ended", "full", "enough"


Prose = tuple[tuple[str, bool], ...]  # parts of a text, and whether the model wrote them


@dataclass(frozen=True, eq=False)
class WrittenStep:
    """One step with its tokens as a person reads them."""

    step: GenerationStep
    label: str
    candidates: tuple[str, ...]
    beams: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Draft:
    """What one model has written so far. Each part is one run: a new one begins by `continue`."""

    card: ModelCard
    before: tuple[str, ...]  # labels of what it writes behind: the prompt, or the start of answers
    prompt: str = ""  # as it reads it, with the words of a task
    task: Prompt | None = None  # that these words name
    num_cut: int = 0  # tokens of the prompt that did not fit
    read: tuple[str, ...] = ()  # labels of what an encoder read
    parts: tuple[tuple[WrittenStep, ...], ...] = ()
    ids: tuple[int, ...] = ()  # all that is written; of a beam search the best
    labels: tuple[str, ...] = ()
    text: str = ""  # without special tokens, but with the sentinels of an answer
    end: str = ""  # why it stopped: ENDED, FULL, ENOUGH; empty while it writes
    endings: tuple[Ending, ...] = ()  # of the last beam search, once it is over

    @property
    def prose(self) -> Prose:
        """What is written as a person reads it, in parts: the text, and whether the model wrote it.

        Behind the prompt; in its gaps; or an answer alone.
        """
        if not self.card.answers:
            return (self.prompt, False), (self.text, True)
        return _filled_in(self.prompt, self.text) or ((self.text.strip(), True),)

    @property
    def can_continue(self) -> bool:
        return bool(self.parts) and self.end in ("", ENOUGH)

    @property
    def steps(self) -> tuple[WrittenStep, ...]:
        return tuple(step for part in self.parts for step in part)

    @property
    def seconds(self) -> float:
        return sum(written.step.seconds for written in self.steps)


@dataclass(frozen=True, eq=False)
class RejectedPrompt:
    """Why a model writes nothing; a masked one shows what it puts into a gap at the end."""

    error: UserError
    card: ModelCard | None = None
    gap_text: str = ""
    gap: Prediction | None = None
    gap_labels: tuple[str, ...] = ()


Answer = Draft | RejectedPrompt


def write(
    engine: Engine,
    keys: tuple[str, ...],
    asked: TypedPrompt,
    settings: Mapping[str, Any],
    before: Mapping[str, Draft],
    clock: Callable[[], float] = time.monotonic,
) -> Work:
    """Let each model go on with the prompt, or with its draft; yields answers by key.

    The words of a task reach the models that know it alone.
    """
    answers: dict[str, Answer] = {}
    pens: dict[str, Iterator[Draft]] = {}
    known: dict[str, tuple[Prompt, ...]] = {}
    for key in keys:
        yield Progress(f"Asking {key}")
        known[key] = known_tasks(engine, key)
    every = [task for tasks in known.values() for task in tasks]
    read = {key: asked.for_model(tasks, every) for key, tasks in known.items()}
    for key in keys:
        try:
            answers[key] = before.get(key) or _new_draft(engine, key, *read[key])
            pens[key] = _grow(engine, key, settings, answers[key])
        except UserError as error:
            answers[key] = _refusal(engine, key, read[key][0], error)
    yield Partial(dict(answers))
    shown_at, rounds = clock(), 0
    while pens:
        rounds += 1
        for key in tuple(pens):
            try:
                draft = _next(pens, key)
            except UserError as error:  # such as logits that are no numbers
                del pens[key]
                answers[key] = _refusal(engine, key, read[key][0], error)
                continue
            if draft is not None:
                answers[key] = draft
        yield Progress("Writing", rounds, float(settings.get("max_new_tokens", 0)), unit="tokens")
        if clock() - shown_at >= SHOW_EVERY_S:
            yield Partial(dict(answers))
            shown_at = clock()
    return answers


def _next(pens: dict[str, Iterator[Draft]], key: str) -> Draft | None:
    draft = next(pens[key], None)
    if draft is None:
        del pens[key]
    return draft


def known_tasks(engine: Engine, key: str) -> tuple[Prompt, ...]:
    """The tasks that a model was trained to answer; none of one that cannot be used."""
    try:
        card = engine.card(key)
    except UserError:  # said where it is asked to write
        return ()
    return card.prompts if card.answers else ()


def _filled_in(prompt: str, answer: str) -> Prose:
    """The prompt with what an answer puts into its gaps; empty where it has none.

    A mask is read as the next free sentinel, so those are filled in their order.
    """
    gaps, given = MASKS.findall(prompt), MASKS.split(prompt)
    parts = [part.strip() for part in SENTINEL.split(answer)[1:]]
    named = dict(zip(SENTINEL.findall(answer), parts, strict=True))
    found: list[tuple[str, bool]] = []
    for number, gap in enumerate(gaps):
        in_order = parts[number] if number < len(parts) else OPEN
        found += [(given[number], False), (named.get(gap, in_order), True)]
    return (*found, (given[-1], False)) if gaps else ()


def _new_draft(engine: Engine, key: str, prompt: str, task: Prompt | None) -> Draft:
    check_generates(engine, key)
    card, encoding = engine.card(key), engine.encode(key, prompt)
    tokenizer = engine.tokenizer(key)
    read = labels(tokenizer, encoding)
    if not card.answers:
        return Draft(card, read, prompt, task, encoding.num_cut)
    start = tuple(label(tokenizer, id) for id in answer_start(engine, key, encoding))
    return Draft(card, start, prompt, task, encoding.num_cut, read)


def _grow(engine: Engine, key: str, settings: Mapping[str, Any], answer: Answer) -> Iterator[Draft]:
    """The draft after each step, and at last with the reason why it ends."""
    assert isinstance(answer, Draft)
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
            found = _endings(engine, draft, start, penalty)
            yield replace(_with_ids(engine, draft, ids, end), endings=found)
            return
        part = (*draft.parts[-1], _readable(tokenizer, step))
        ids = (*start, *_best(part, penalty))
        draft = _with_ids(engine, replace(draft, parts=(*draft.parts[:-1], part)), ids)
        yield draft


def _with_ids(engine: Engine, draft: Draft, ids: tuple[int, ...], end: str = "") -> Draft:
    """The draft with what is written by now."""
    tokenizer = engine.tokenizer(draft.card.key)
    names = tuple(label(tokenizer, id) for id in ids)
    return replace(draft, ids=ids, labels=names, text=_text(engine, draft, ids), end=end)


def _endings(
    engine: Engine, draft: Draft, start: tuple[int, ...], penalty: float
) -> tuple[Ending, ...]:
    """What the last search came to, behind the ids that it started from."""
    searched = [written.step.beams for written in draft.parts[-1]]
    return ranked(searched, lambda way: _text(engine, draft, (*start, *way)), penalty)


def _text(engine: Engine, draft: Draft, ids: tuple[int, ...]) -> str:
    """What ids that a model wrote say, without special tokens that are no gaps."""
    if draft.card.answers:
        return answer_text(engine, draft.card.key, ids)
    return engine.tokenizer(draft.card.key).decode(ids, skip_special=True)


def _best(part: tuple[WrittenStep, ...], penalty: float) -> list[int]:
    from models.inference.generation import best

    return best([written.step for written in part], penalty)


def _readable(tokenizer: Tokenizer, step: GenerationStep) -> WrittenStep:
    return WrittenStep(
        step=step,
        label=label(tokenizer, step.id),
        candidates=tuple(label(tokenizer, candidate.id) for candidate in step.candidates),
        beams=tuple(label(tokenizer, node.id) for node in step.beams),
    )


def _why(engine: Engine, key: str, length: int, ids: tuple[int, ...]) -> str:
    if ids and ids[-1] == engine.tokenizer(key).eos_id:
        return ENDED
    return FULL if length >= engine.card(key).num_positions else ENOUGH


def _refusal(engine: Engine, key: str, prompt: str, error: UserError) -> RejectedPrompt:
    """Why not, and for a masked model what it would put into a gap at the end."""
    try:
        card = engine.card(key)
        if not card.fills or card.mask_token is None:
            return RejectedPrompt(error, card)
        text = mask_at_end(prompt, card.mask_token)
        corruption = corrupt(engine, key, engine.encode(key, text), sample=False)
        found = predictions(engine, key, engine.trace(key, corruption, ("logits",)))
        gap = found[-1] if found else None
        names = (item.id for item in gap.candidates) if gap else ()
        shown = tuple(label(engine.tokenizer(key), id) for id in names)
        return RejectedPrompt(error, card, text, gap, shown)
    except UserError:
        return RejectedPrompt(error)
