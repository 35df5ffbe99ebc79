"""Which tokens of a vocabulary two languages share: in the mini-world, and in a typed pair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from models.data.sources import WorldSource, open_source
from models.data.world.translation import linked_pairs
from models.schema.records import Encoding

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

WORLD = "world"
NUM_SENTENCES = 1000  # of each language


@dataclass(frozen=True)
class SharedTokens:
    """How many tokens are used in sentences of either language, and in both; special ones apart.

    `in_pair` are the tokens that occur in both of two typed texts; None without a second one.
    """

    vocab_size: int
    english: int
    korean: int
    both: int
    in_pair: tuple[int, ...] | None = None  # ids

    @property
    def share(self) -> float:
        """The share of the vocabulary that both languages use."""
        return self.both / self.vocab_size


def shared_tokens(tokenizer: Tokenizer, encoding: Encoding) -> SharedTokens:
    """Count the tokens of a vocabulary that two languages share, and those of a pair's texts."""
    first, second = (used(tokenizer, texts) for texts in sentences())
    in_pair = None
    if encoding.pair is not None:
        sides = [(encoding.segment == side) & ~encoding.special for side in (0, 1)]
        ids = [dict.fromkeys(encoding.ids[side].tolist()) for side in sides]
        in_pair = tuple(id for id in ids[0] if id in ids[1])
    return SharedTokens(tokenizer.vocab_size, len(first), len(second), len(first & second), in_pair)


def used(tokenizer: Tokenizer, texts: tuple[str, ...]) -> set[int]:
    """The token ids of some texts."""
    return {id for ids in tokenizer.encode_ids(list(texts)) for id in ids}


@lru_cache(maxsize=1)
def sentences() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Sentences of the mini-world in English, and their translations into Korean."""
    source = open_source(WORLD)
    assert isinstance(source, WorldSource)
    pairs = [pair.texts for pair in islice(linked_pairs(source.world, "train", 0), NUM_SENTENCES)]
    return tuple(first for first, _ in pairs), tuple(second for _, second in pairs)
