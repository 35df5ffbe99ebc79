"""What a person hides or leaves alone by hand, over what an objective drew.

How a token is hidden is the objective's own way: behind a mask token, behind a sentinel that stands
for its span, or behind all others in the order in which tokens are predicted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.feeds import ORDER_FEED
from explorer.core.errors import UserError
from explorer.core.masking.masks import absent
from models.schema.factorization_order import GIVEN, checked_order, visibility
from models.schema.records import Change, Corruption, Encoding, IntArray, Targets

if TYPE_CHECKING:
    from models.tokenization.base import Vocabulary

HEAD = "lm"  # of the objectives that have a sentinel or an order


def force_spans(
    corruption: Corruption, forced: Mapping[int, bool], vocabulary: Vocabulary
) -> Corruption:
    """Drop tokens by hand (True) or keep them (False), whatever the objective dropped.

    A text that is a task with its answer stays as it is. Raises ValueError without sentinels.
    """
    from models.objectives.span_corruption import drop

    if is_task(corruption):
        return corruption
    dropped = absent(corruption)
    for at, hidden in _usable(forced, corruption.encoding):
        dropped[at] = hidden
    if not dropped.any():
        return Corruption.clean(corruption.encoding)
    return drop(Corruption.clean(corruption.encoding), dropped, vocabulary)


def is_task(corruption: Corruption) -> bool:
    """Whether a decoder must answer the text, and not fill its gaps."""
    spans = bool((corruption.change == Change.SPAN).any())
    return (
        len(corruption.targets.get(HEAD, ())) > 0
        and len(corruption) < len(corruption.encoding)
        and not spans
    )


def override_order(
    corruption: Corruption, forced: Mapping[int, bool], gaps: Collection[int]
) -> Corruption:
    """Have tokens predicted last (True) or given to all (False), whatever the order drew.

    All tokens hidden by hand, and the `gaps` that the text itself has, are predicted at one turn
    from all others; what stood in a gap is not known, so it is no target. A place that sees nothing
    is never one.
    """
    drawn = corruption.feeds.get(ORDER_FEED)
    order = np.full(len(corruption), GIVEN) if drawn is None else drawn.copy()
    decided = dict(_usable(forced, corruption.encoding))
    hidden = [at for at, hide in decided.items() if hide]
    shown = [at for at, hide in decided.items() if not hide]
    if (order == GIVEN).any():
        order[shown] = GIVEN
    last = [*hidden, *gaps]
    order[last] = order.max() + 1
    order = _ranked(order)
    if not order.any():
        return corruption
    before = set(_positions(corruption.targets.get(HEAD)))
    query = visibility(order)[1]  # (T, T)
    asked = (before | set(hidden)) - set(shown) - set(gaps)
    places = [at for at in asked if query[at].any()]
    return _with_turns(corruption, order, np.array(sorted(places), dtype=np.int64))


def turns(clicked: Sequence[int], length: int) -> list[int]:
    """The order (T,) of places that were clicked one after the other; the others come behind.

    Entry i is the turn of place i, from 1. Places that the text does not have are left out.
    """
    first = [place for place in dict.fromkeys(clicked) if 0 <= place < length]
    rest = [place for place in range(length) if place not in set(first)]
    order = [0] * length
    for turn, place in enumerate([*first, *rest], 1):
        order[place] = turn
    return order


def places(written: str, length: int) -> tuple[int, ...]:
    """The places in the order of the turns that a person wrote, one for each of so many tokens.

    Raises UserError for anything but the numbers from 1 to that, each once.
    """
    try:
        order = checked_order([int(part) for part in written.replace(",", " ").split()], length)
    except ValueError as error:
        raise UserError(
            f"An order of these tokens needs the numbers from 1 to {length}, each once.",
            "Write for each token, special ones too, at which turn it is predicted.",
        ) from error
    return tuple(np.argsort(order).tolist())


def _usable(forced: Mapping[int, bool], encoding: Encoding) -> Iterator[tuple[int, bool]]:
    """Decisions about tokens that the text has; a special token stays what it is."""
    for at, hidden in forced.items():
        if 0 <= at < len(encoding) and not encoding.special[at]:
            yield at, hidden


def _positions(targets: Targets | None) -> list[int]:
    return [] if targets is None else targets.positions.tolist()


def _ranked(order: IntArray) -> IntArray:
    """The same order with turns 1, 2, … without one left out; what is given stays so."""
    ranks = np.unique(order[order != GIVEN])
    return np.where(order == GIVEN, GIVEN, np.searchsorted(ranks, order) + 1)


def _with_turns(corruption: Corruption, order: IntArray, places: IntArray) -> Corruption:
    change = np.where(corruption.change == Change.HIDDEN, Change.KEPT, corruption.change)
    change[places] = Change.HIDDEN
    targets = {**corruption.targets, HEAD: Targets(places, corruption.encoding.ids[places])}
    changed = replace(corruption, change=change, targets=targets)
    return changed.with_feed(ORDER_FEED, order)
