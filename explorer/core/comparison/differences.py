"""Cards of models field by field: which values differ from those of the card before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

NOT_GIVEN = "–"  # where a card does not say

Entry = TypeVar("Entry")


@dataclass(frozen=True)
class CardField:
    """One value of a card, as a person reads it.

    `source` is where it was published, a paper with its table or a file; empty for what was read
    from the model's own files. `link` is the address of what the value names, if it has one, and
    `remark` says how it is often stated otherwise.
    """

    group: str
    name: str
    value: str
    source: str = ""
    link: str = ""
    remark: str = ""
    remark_source: str = ""


@dataclass(frozen=True)
class CardLine:
    """One field over all cards; `differs[n]` says that card n has another value than card n - 1."""

    group: str
    name: str
    values: tuple[str, ...]
    differs: tuple[bool, ...]
    sources: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    remark_sources: tuple[str, ...] = ()

    @property
    def any_differs(self) -> bool:
        return any(self.differs)


def side_by_side(cards: Sequence[Sequence[CardField]]) -> list[CardLine]:
    """Every field that some card has, groups and fields in the order in which they first come.

    A card that lacks a field has NOT_GIVEN there, which differs from a value.
    """
    by_name = [{(fact.group, fact.name): fact for fact in card} for card in cards]
    groups = _merge_entries([[fact.group for fact in card] for card in cards])
    names = _merge_entries([[(fact.group, fact.name) for fact in card] for card in cards])
    return [
        _line([card.get((group, name), CardField(group, name, NOT_GIVEN)) for card in by_name])
        for group in groups
        for of, name in names
        if of == group
    ]


def _line(facts: Sequence[CardField]) -> CardLine:
    values = tuple(fact.value for fact in facts)
    differs = (False, *(before != after for before, after in pairwise(values)))
    return CardLine(
        facts[0].group,
        facts[0].name,
        values,
        differs,
        sources=tuple(fact.source for fact in facts),
        links=tuple(fact.link for fact in facts),
        remarks=tuple(fact.remark for fact in facts),
        remark_sources=tuple(fact.remark_source for fact in facts),
    )


def _merge_entries(orders: Sequence[Sequence[Entry]]) -> list[Entry]:
    """All entries once; one that only a later order has comes after its neighbour there."""
    merged: list[Entry] = []
    for order in orders:
        at = 0
        for entry in order:
            if entry in merged:
                at = merged.index(entry) + 1
            else:
                merged.insert(at, entry)
                at += 1
    return merged
