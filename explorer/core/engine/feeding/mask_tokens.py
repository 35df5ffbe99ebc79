"""A mask in the sentence that all models share: each model gets its own token for it.

Tokenizers spell it [MASK] or <mask>; others have no mask, and a sentinel of its own for each masked
position. A model that has neither reads the letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING

from explorer.core.engine.feeding.typed_masks import (
    SPELLINGS,
    Edges,
    has_mask,
    places_before,
    rewritten,
)
from models.schema.records import Encoding, IntArray

if TYPE_CHECKING:
    from models.tokenization import Tokenizer


def encode(tokenizer: Tokenizer, text: str, pair: str | None, max_length: int | None) -> Encoding:
    """Encode a text in which any spelling of a mask stands for the tokenizer's own mask token.

    The encoding has the texts as they were given, and its offsets are positions in them.
    """
    if not has_mask(text, pair or ""):
        return tokenizer.encode(text, pair, max_length)
    names = own_names(tokenizer, text + (pair or ""))
    fed_text, text_edges = rewritten(text, names)
    fed_pair, pair_edges = rewritten(pair or "", names)
    encoding = tokenizer.encode(fed_text, None if pair is None else fed_pair, max_length)
    offsets = _offsets_before(encoding, text_edges, None if pair is None else pair_edges)
    return replace(encoding, text=text, pair=pair, offsets=offsets)


def own_names(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    """How a tokenizer writes one mask after the other; nothing where it has no token for them."""
    if tokenizer.mask_token is not None:
        return repeat(tokenizer.mask_token)
    names = (tokenizer.token(id) for id in tokenizer.vocabulary.sentinel_ids)
    return (name for name in names if name not in text)


def own_spelling(tokenizer: Tokenizer) -> str | None:
    """How a tokenizer writes the first mask, where it does not write [MASK]."""
    name = next(own_names(tokenizer, ""), None)
    return None if name == SPELLINGS[0] else name


def _offsets_before(encoding: Encoding, text: Edges, pair: Edges | None) -> IntArray:
    """The offsets (T, 2) of an encoding of rewritten texts, in the texts as they were."""
    offsets = places_before(encoding.offsets, text)
    if pair is not None:
        second = encoding.segment == 1
        offsets[second] = places_before(encoding.offsets[second], pair)
    return offsets
