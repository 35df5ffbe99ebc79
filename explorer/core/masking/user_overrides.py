"""The user's decisions about tokens, in all models and in those that are chosen later."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.tokens.interlinear import interlinear
from models.schema.factorization_order import checked_order
from models.schema.records import TokenChange

if TYPE_CHECKING:
    from explorer.core.masking.example import MaskingExample


def over_the_same(
    examples: Collection[MaskingExample], example: MaskingExample, positions: Sequence[int]
) -> dict[str, tuple[int, ...]]:
    """The tokens over the same characters in every model that masks tokens, by model.

    Special tokens are left out: they are never masked.
    """
    masking = [other for other in examples if other.masks_tokens]
    own = next(n for n, other in enumerate(masking) if other.key == example.key)
    layout = interlinear([other.encoding for other in masking])
    by_model: dict[str, set[int]] = {other.key: set() for other in masking}
    for position in positions:
        for other, same in zip(masking, layout.counterparts(own, position), strict=True):
            by_model[other.key].update(at for at in same if not other.encoding.special[at])
    return {key: tuple(sorted(same)) for key, same in by_model.items()}


def add_decisions(
    masks: Mapping[str, Mapping[int, bool]],
    positions: Mapping[str, Sequence[int]],
    masked: bool | None,
) -> dict[str, dict[int, bool]]:
    """The decisions by model and position with these added; None removes them."""
    by_model = {key: dict(own) for key, own in masks.items()}
    for key, places in positions.items():
        own = by_model.setdefault(key, {})
        for place in places:
            own.pop(place, None)
            if masked is not None:
                own[place] = masked
    return {key: own for key, own in by_model.items() if own}


def next_decision(example: MaskingExample, position: int) -> bool | None:
    """What a click decides about a token: masked or unchanged; None removes a decision."""
    overridden = (example.forced or {}).get(position)
    if overridden is not None and not example.sampled:
        return None if overridden else True
    return TokenChange(int(example.changes[position])) is TokenChange.KEPT


def order_from_clicks(clicked: Sequence[int], length: int) -> list[int]:
    """The order (T,) of positions that were clicked one after the other; the others come last.

    Entry i is the number of position i in the order, from 1. Positions that the text does not have
    are left out.
    """
    first = [place for place in dict.fromkeys(clicked) if 0 <= place < length]
    rest = [place for place in range(length) if place not in set(first)]
    order = [0] * length
    for number, place in enumerate([*first, *rest], 1):
        order[place] = number
    return order


def positions_in_order(typed: str, length: int) -> tuple[int, ...]:
    """The positions in the order that was typed, one number for each of so many tokens.

    Raises UserError for anything but the numbers from 1 to that, each once.
    """
    try:
        order = checked_order([int(part) for part in typed.replace(",", " ").split()], length)
    except ValueError as error:
        raise UserError(
            tr(
                "An order of these tokens needs the numbers from 1 to {length}, each once.",
                length=length,
            ),
            tr("Write for each token, special ones too, its position in the order."),
        ) from error
    return tuple(np.argsort(order).tolist())


def next_order(clicked: Sequence[int], place: int, length: int) -> tuple[int, ...]:
    """The clicked places with one more, or without it where it was clicked before.

    Where all are clicked, a new order begins.
    """
    before = () if len(clicked) >= length else tuple(clicked)
    if place in before:
        return tuple(one for one in before if one != place)
    return (*before, place)
