"""How the next token is chosen: the method, and the numbers that it uses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from explorer.core.state.choices import FormChoice
from explorer.core.state.state import JSON

METHODS = {"greedy": "Greedy", "sample": "Sampling", "beam": "Beam search"}
USED = {  # by method
    "greedy": ("max_new_tokens",),
    "sample": ("max_new_tokens", "temperature", "top_k", "top_p"),
    "beam": ("max_new_tokens", "num_beams"),
}
IN_CAPTION = {
    "max_new_tokens": "tokens up to",
    "temperature": "temperature",
    "top_k": "top-k",
    "top_p": "top-p",
    "num_beams": "beams",
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
