"""A mask in the sentence that all models share: each model gets its own token for it.

BERT writes [MASK], RoBERTa <mask>; T5 has no mask, and a sentinel of its own for each gap. A model
that has neither reads the letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING

from explorer.core.masking.typed_masks import SPELLED, SPELLINGS, Edges, places_before, rewritten
from models.schema.records import Encoding, IntArray

if TYPE_CHECKING:
    from models.tokenization import Tokenizer


def holds_gap(*texts: str) -> bool:
    """Whether a mask is written in one of the texts."""
    return any(SPELLED.search(text) for text in texts)


def encode(tokenizer: Tokenizer, text: str, pair: str | None, max_length: int | None) -> Encoding:
    """As `Tokenizer.encode`, but that a mask is the tokenizer's own in whichever spelling.

    The encoding keeps the texts as they were given, and its offsets are places in them.
    """
    if not holds_gap(text, pair or ""):
        return tokenizer.encode(text, pair, max_length)
    names = own_names(tokenizer, text + (pair or ""))
    fed_text, text_edges = rewritten(text, names)
    fed_pair, pair_edges = rewritten(pair or "", names)
    found = tokenizer.encode(fed_text, None if pair is None else fed_pair, max_length)
    offsets = _places(found, text_edges, None if pair is None else pair_edges)
    return replace(found, text=text, pair=pair, offsets=offsets)


def own_names(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    """How a tokenizer writes one gap after the other; nothing where it has no token for them."""
    if tokenizer.mask_token is not None:
        return repeat(tokenizer.mask_token)
    names = (tokenizer.token(id) for id in tokenizer.vocabulary.sentinel_ids)
    return (name for name in names if name not in text)


def own_spelling(tokenizer: Tokenizer) -> str | None:
    """How a tokenizer writes the first gap, where it is written otherwise in [MASK]'s place."""
    name = next(own_names(tokenizer, ""), None)
    return None if name == SPELLINGS[0] else name


def _places(found: Encoding, text: Edges, pair: Edges | None) -> IntArray:
    """The offsets (T, 2) of an encoding of rewritten texts, in the texts as they were."""
    offsets = places_before(found.offsets, text)
    if pair is not None:
        second = found.segment == 1
        offsets[second] = places_before(found.offsets[second], pair)
    return offsets
