"""What a click on a token decides, in all models at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from explorer.core.analysis.interlinear import interlinear
from explorer.core.lesson import Lesson
from models.records import Change


def over_the_same(
    lessons: Collection[Lesson], lesson: Lesson, positions: Sequence[int]
) -> dict[str, tuple[int, ...]]:
    """The tokens over the same characters in every model that hides some, by model.

    Special tokens are left out: they are never hidden.
    """
    hiding = [other for other in lessons if other.hides]
    own = next(n for n, other in enumerate(hiding) if other.key == lesson.key)
    layout = interlinear([other.encoding for other in hiding])
    found: dict[str, set[int]] = {other.key: set() for other in hiding}
    for position in positions:
        for other, same in zip(hiding, layout.counterparts(own, position), strict=True):
            found[other.key].update(at for at in same if not other.encoding.special[at])
    return {key: tuple(sorted(same)) for key, same in found.items()}


def decided(
    masks: Mapping[str, Mapping[int, bool]],
    positions: Mapping[str, Sequence[int]],
    hidden: bool | None,
) -> dict[str, dict[int, bool]]:
    """The decisions by model and position with these among them; None takes them back."""
    found = {key: dict(drawn) for key, drawn in masks.items()}
    for key, places in positions.items():
        drawn = found.setdefault(key, {})
        for place in places:
            drawn.pop(place, None)
            if hidden is not None:
                drawn[place] = hidden
    return {key: drawn for key, drawn in found.items() if drawn}


def next_decision(lesson: Lesson, position: int) -> bool | None:
    """What a click makes of a token: hidden or left alone, in as few decisions as that takes."""
    by_hand = (lesson.forced or {}).get(position)
    if by_hand is not None and not lesson.drew:
        return None if by_hand else True
    return Change(int(lesson.changes[position])) is Change.KEPT


def next_order(clicked: Sequence[int], place: int, length: int) -> tuple[int, ...]:
    """The clicked places with one more, or without it where it was clicked before.

    Where all are clicked, a new order begins.
    """
    before = () if len(clicked) >= length else tuple(clicked)
    if place in before:
        return tuple(one for one in before if one != place)
    return (*before, place)
