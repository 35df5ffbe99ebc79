"""Which token of one model covers the characters of a token of another."""

from __future__ import annotations

import numpy as np

from explorer.core.engine.groups import spans
from models.schema.records import Encoding


def counterpart(source: Encoding, target: Encoding, position: int) -> int | None:
    """The token of `target` that shares most characters with a token of `source`.

    The first of equals; a special token is matched by its name. None where nothing matches.
    """
    if not 0 <= position < len(source):
        return None
    if source.special[position]:
        return _special(source, target, position)
    segment = int(source.segment[position]) if source.pair is not None else 0
    start, end = spans(source, segment)[position]
    others = spans(target, segment)  # (S, 2)
    shared = np.minimum(others[:, 1], end) - np.maximum(others[:, 0], start)  # (S,)
    best = int(shared.argmax())
    return best if shared[best] > 0 else None


def _special(source: Encoding, target: Encoding, position: int) -> int | None:
    """Find a special token in `target` by its name and its number among those of that name."""
    name = source.tokens[position]
    number = source.tokens[:position].count(name)
    places = [at for at, token in enumerate(target.tokens) if token == name]
    return places[number] if number < len(places) else None
