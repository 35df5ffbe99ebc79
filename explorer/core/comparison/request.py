"""The request of each view of the panel Differences, and its work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from explorer.core.comparison.comparison import ObjectivesResult, compare
from explorer.core.comparison.differences import CardField
from explorer.core.comparison.inputs import BuiltInputs, built_inputs
from explorer.core.comparison.pretraining_runs import PretrainingRun, pretraining_runs
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.library.cards import Remarks, card, remarks
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

OBJECTIVES, LEARNING, CARDS, INPUTS = VIEWS = ("objectives", "learning", "cards", "inputs")


@dataclass(frozen=True)
class ComparisonRequest:
    """What the view depends on; other fields stay empty, so that equal requests compare equal."""

    view: str
    keys: tuple[str, ...] = ()
    question: MaskingQuestion | None = None
    entries: tuple[ModelEntry, ...] = ()
    length: int = 0  # of inputs, in tokens
    seed: int = 0  # of their documents


@dataclass(frozen=True, eq=False)
class ComparisonResult:
    """What is known for a view."""

    view: str
    answers: Mapping[str, ObjectivesResult] = field(default_factory=dict)
    cards: Mapping[str, tuple[CardField, ...]] = field(default_factory=dict)
    remarks: tuple[Remarks, ...] = ()  # each once, of whichever models
    runs: tuple[PretrainingRun, ...] = ()
    seed: int = 0
    built: BuiltInputs | None = None


def answers_to(request: ComparisonRequest, engine: Engine) -> Work:
    """A Result of the request's view, model by model where it is about models."""
    if request.view == LEARNING:
        return ComparisonResult(
            LEARNING, runs=(yield from pretraining_runs(engine, request.entries))
        )
    if request.view == INPUTS:
        built = yield from built_inputs(engine, request.keys, request.length, request.seed)
        return ComparisonResult(INPUTS, seed=request.seed, built=built)
    if request.view == CARDS:
        return (yield from _cards(request, engine))
    return (yield from _objectives(request, engine))


def _objectives(request: ComparisonRequest, engine: Engine) -> Work:
    """One model after the other; a model with a problem does not stop the others."""
    assert request.question is not None
    answers: dict[str, ObjectivesResult] = {}
    result = ComparisonResult(OBJECTIVES, seed=request.question.seed)
    if not request.question.text.strip():
        return result
    for key in request.keys:
        yield Progress(tr("Asking"), len(answers), len(request.keys), unit="models")
        try:
            answers[key] = compare(engine, key, request.question)
        except UserError as error:
            answers[key] = ObjectivesResult(key, problem=error.message, hint=error.hint)
        yield Partial(replace(result, answers=dict(answers)))
    return replace(result, answers=answers)


def _cards(request: ComparisonRequest, engine: Engine) -> Work:
    cards: dict[str, tuple[CardField, ...]] = {}
    notes: dict[Remarks, None] = {}
    for key in request.keys:
        yield Progress(tr("Reading"), len(cards), len(request.keys), unit="models")
        try:
            cards[key] = card(engine, key)
            notes |= dict.fromkeys(remarks(engine, key))
        except UserError as error:
            cards[key] = (CardField(tr("Architecture"), tr("Problem"), str(error)),)
    return ComparisonResult(CARDS, cards=cards, remarks=tuple(notes))
