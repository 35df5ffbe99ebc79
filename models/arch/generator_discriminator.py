"""A generator and a discriminator as one model: what ELECTRA and DeBERTaV3 have in common.

Both are encoders of their own, modules that map a batch to hidden states by stream and name their
streams and taps as a model does. On disk the discriminator is the checkpoint and the generator its
subfolder `generator`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from torch import Tensor, nn

from models.schema.batch import Batch
from models.schema.configs import ModelConfig, Size

GENERATOR, DISCRIMINATOR = "generator", "discriminator"
REPLACED_FEED = "replaced_ids"  # what the discriminator reads
GENERATOR_HEAD = "mlm"


@dataclass(frozen=True)
class PairConfig(ModelConfig):
    """Generator and discriminator; a checkpoint may have only one of them.

    `PART` is the class of both. It has `generator()`, the generator of a discriminator.
    """

    discriminator: Any
    generator: Any
    tied: bool = True  # the tables that are shared have the same numbers in both

    PART: ClassVar[Any]

    def __post_init__(self) -> None:
        if self.discriminator is None and self.generator is None:
            raise ValueError("the model needs a discriminator or a generator")

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        discriminator = cls.PART.from_size(size, **overrides)
        return cls(discriminator, discriminator.generator())

    @classmethod
    def from_parts(cls, parts: Mapping[str, ModelConfig]) -> Self:
        """Build the pair from the configurations of the subfolders "" and "generator"."""
        discriminator, generator = parts.get(""), parts.get(GENERATOR)
        return cls(discriminator, generator, tied=bool(discriminator and generator))

    def untie(self) -> Self | None:
        return replace(self, tied=False) if self.tied else None

    def parts(self) -> dict[str, ModelConfig]:
        """The configurations by subfolder."""
        parts = {"": self.discriminator, GENERATOR: self.generator}
        return {folder: part for folder, part in parts.items() if part is not None}

    @property
    def main(self) -> Any:
        """The discriminator, or the generator where there is no other."""
        return self.discriminator or self.generator

    @property
    def size(self) -> Size:
        size: Size = self.main.size
        return size

    @property
    def fine_tuned(self) -> Any:
        """The part that is fine-tuned. Raises ValueError where the files lack it."""
        if self.discriminator is None:
            raise ValueError("only a discriminator is fine-tuned, and this is a generator")
        return self.discriminator


class GeneratorDiscriminator(nn.Module):
    """Both encoders; heads are modules by their names, the generator's is `mlm`.

    `PLACES` names for each stream the encoder and the stream of that; of an encoder's streams the
    first that ran is the one that its heads read. Both read `input_ids`, unless the feed
    `replaced_ids` gives the discriminator its own.
    """

    PLACES: ClassVar[Mapping[str, tuple[str, str]]] = {
        GENERATOR: (GENERATOR, "encoder"),
        DISCRIMINATOR: (DISCRIMINATOR, "encoder"),
    }

    config: Any  # a PairConfig
    generator: Any
    discriminator: Any

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D) by stream; encoders may differ in D.

        An encoder that the batch does without is left out.
        """
        states: dict[str, Tensor] = {}
        for part in (GENERATOR, DISCRIMINATOR):
            if getattr(self, part) is not None and part not in batch.without:
                states |= self._run(part, batch)
        return states

    def states_for(self, head: str, batch: Batch) -> Tensor:
        """The last hidden states (B, T, D) that a head reads; its encoder alone runs."""
        part = GENERATOR if head == GENERATOR_HEAD else DISCRIMINATOR
        return next(iter(self._run(part, batch).values()))

    def _run(self, part: str, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states of the streams of one encoder."""
        if part == DISCRIMINATOR and REPLACED_FEED in batch.feeds:
            batch = replace(batch, input_ids=batch.feeds[REPLACED_FEED])
        own = getattr(self, part)(batch)
        places = ((name, inner) for name, (of, inner) in self.PLACES.items() if of == part)
        return {name: own[inner] for name, inner in places if inner in own}

    def token_tables(self) -> tuple[Tensor, Tensor] | None:
        """The parameters through which generator and discriminator learn their token tables.

        One and the same where they share it; None where one of both is absent.
        """
        if self.generator is None or self.discriminator is None:
            return None
        token = self.discriminator.embeddings.token
        learned: Tensor = getattr(token, "offset", token.weight)
        return self.generator.embeddings.token.weight, learned

    @property
    def streams(self) -> tuple[str, ...]:
        return tuple(
            stream
            for stream, (part, inner) in self.PLACES.items()
            if getattr(self, part) is not None and inner in getattr(self, part).streams
        )

    def attention_taps(self, stream: str) -> list[str]:
        part, inner = self.PLACES[stream]
        return [f"{part}.{path}" for path in getattr(self, part).attention_taps(inner)]

    def hidden_taps(self, stream: str) -> list[str]:
        part, inner = self.PLACES[stream]
        return [f"{part}.{path}" for path in getattr(self, part).hidden_taps(inner)]
