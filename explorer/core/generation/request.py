"""The options and the requests of the Generation panel, and their work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from explorer.core.generation.drafts import Draft, write
from explorer.core.generation.few_shot import FewShotRequest, few_shot_answers
from explorer.core.generation.prompts import TypedPrompt
from explorer.core.jobs.jobs import Work
from explorer.core.localization import tr
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import JSON

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

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
        """As for other forms; a method that is unknown becomes the default."""
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
        """Those that the method uses, so that a change of others does not start it again."""
        seeds = {"seed": seed} if self.samples else {}
        return (("method", self.method), *self.used.items(), *seeds.items())

    def in_words(self) -> str:
        """For a caption."""
        used = (f"{IN_CAPTION[name]} {value:g}" for name, value in self.used.items())
        return ", ".join([METHODS[self.method].lower(), *used])


@dataclass(frozen=True)
class GenerationRequest:
    """What is written after which prompt. `resume` holds the drafts that are to be continued."""

    prompt: TypedPrompt
    keys: tuple[str, ...]
    settings: tuple[tuple[str, Any], ...]
    resume: tuple[tuple[str, Draft], ...] = ()


def answers_to(request: GenerationRequest | FewShotRequest, engine: Engine) -> Work:
    """The drafts by key, as they grow, or the answers to few-shot prompts."""
    if isinstance(request, FewShotRequest):
        return few_shot_answers(request, engine)
    settings, resume = dict(request.settings), dict(request.resume)
    return write(engine, request.keys, request.prompt, settings, resume)
