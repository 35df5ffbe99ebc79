"""The options and the requests of the Generation panel, and their work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from explorer.core.generation.continuations import Answer, Continuation, RejectedPrompt, write
from explorer.core.generation.few_shot import FewShotRequest, few_shot_answers
from explorer.core.generation.found import FoundRequest, find_in_text
from explorer.core.generation.prompts import TypedPrompt
from explorer.core.jobs.jobs import Work
from explorer.core.localization import tr
from explorer.core.readable import cut_off, join_names, untrained_guesses
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import JSON, State

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

MASK_WRITTEN = "[MASK]"
METHODS = {"greedy": tr("Greedy"), "sample": tr("Sampling"), "beam": tr("Beam search")}
USED = {  # by method
    "greedy": ("max_new_tokens",),
    "sample": ("max_new_tokens", "temperature", "top_k", "top_p"),
    "beam": ("max_new_tokens", "num_beams"),
}
IN_CAPTION = {
    "max_new_tokens": tr("tokens up to"),
    "temperature": tr("temperature"),
    "top_k": tr("top-k"),
    "top_p": tr("top-p"),
    "num_beams": tr("beams"),
}


@dataclass(frozen=True)
class GenerationOptions(FormChoice):
    """The options; numbers of other methods keep their values."""

    method: str = "sample"
    max_new_tokens: int = 16
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 0.9
    num_beams: int = 4

    @classmethod
    def from_json(cls, values: JSON) -> Self:
        """Read the options from a session; an unknown method becomes the default."""
        options = super().from_json(values)
        return options if options.method in METHODS else replace(options, method=cls.method)

    @property
    def samples(self) -> bool:
        """Whether tokens are sampled, so that the seed matters."""
        return self.method == "sample"

    @property
    def used(self) -> dict[str, Any]:
        """The numbers that the method uses, by name."""
        return {name: getattr(self, name) for name in USED[self.method]}

    def settings(self, seed: int) -> tuple[tuple[str, Any], ...]:
        """Return the settings that the method uses, so that changing others starts no new run."""
        seeds = {"seed": seed} if self.samples else {}
        return (("method", self.method), *self.used.items(), *seeds.items())

    def describe(self) -> str:
        """For a caption."""
        used = (f"{IN_CAPTION[name]} {value:g}" for name, value in self.used.items())
        return ", ".join([METHODS[self.method].lower(), *used])


@dataclass(frozen=True)
class GenerationRequest:
    """What is written after which prompt. `resume` holds the drafts that are to be continued."""

    prompt: TypedPrompt
    keys: tuple[str, ...]
    settings: tuple[tuple[str, Any], ...]
    resume: tuple[tuple[str, Continuation], ...] = ()


def answers_to(request: GenerationRequest | FewShotRequest | FoundRequest, engine: Engine) -> Work:
    """The drafts by key, as they grow, the answers to few-shot prompts, or the tasks of a text."""
    if isinstance(request, FoundRequest):
        return find_in_text(request, engine)
    if isinstance(request, FewShotRequest):
        return few_shot_answers(request, engine)
    settings, resume = dict(request.settings), dict(request.resume)
    return write(engine, request.keys, request.prompt, settings, resume)


# ---- what the picture does not show


def limits(answers: Sequence[tuple[str, Answer]], state: State) -> Iterator[str]:
    """Parts of the prompt that models, by title, do not read, or differently; untrained heads."""
    drafts = [(title, one) for title, one in answers if isinstance(one, Continuation)]
    for title, draft in drafts:
        if draft.num_cut:
            yield cut_off(title, draft.num_cut, draft.card.num_positions, "prompt")
    without = [title for title, draft in drafts if not (draft.task and draft.task.between)]
    if state.pair and without:
        yield tr(
            "The second sentence is not part of the prompt of {without}.",
            without=join_names(without),
        )
    causal = [draft for _, draft in drafts if not draft.card.answers]
    if MASK_WRITTEN in state.text and causal:
        yield tr(
            "A model that continues a text reads {mask_written} as six characters.",
            mask_written=MASK_WRITTEN,
        )
    if state.text.endswith(" ") and causal:
        yield tr(
            "The prompt ends in a space, which a byte-level tokenizer expects at the beginning "
            "of the next token."
        )
    filling = [(title, one.card) for title, one in mask_fillers(answers)]
    yield from untrained_guesses([t for t, card in filling if card and card.guesses_untrained])


def mask_fillers(answers: Sequence[tuple[str, Answer]]) -> list[tuple[str, RejectedPrompt]]:
    """Models that cannot generate, and fill a mask instead."""
    return [
        (title, one) for title, one in answers if isinstance(one, RejectedPrompt) and one.mask_text
    ]
