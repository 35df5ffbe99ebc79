"""The requests of the Generation panel, and their work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from explorer.core.generation.continuations import Continuation, write
from explorer.core.generation.few_shot import FewShotRequest, few_shot_answers
from explorer.core.generation.prompts import TypedPrompt
from explorer.core.jobs.jobs import Work

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine


@dataclass(frozen=True)
class GenerationRequest:
    """What is written after which prompt. `resume` holds the drafts that are to be continued."""

    prompt: TypedPrompt
    keys: tuple[str, ...]
    settings: tuple[tuple[str, Any], ...]
    resume: tuple[tuple[str, Continuation], ...] = ()


def answers_to(request: GenerationRequest | FewShotRequest, engine: Engine) -> Work:
    """The drafts by key, as they grow, or the answers to few-shot prompts."""
    if isinstance(request, FewShotRequest):
        return few_shot_answers(request, engine)
    settings, resume = dict(request.settings), dict(request.resume)
    return write(engine, request.keys, request.prompt, settings, resume)
