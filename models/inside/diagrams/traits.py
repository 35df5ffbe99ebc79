"""What is characteristic of the parts of a block diagram, and what differs among several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.inside.diagrams.diagram import Diagram


@dataclass(frozen=True, order=True)
class PartTrait:
    """Something characteristic: what a part is, and what is special about it."""

    title: str
    detail: str = ""


def traits_of(diagram: Diagram, place: int) -> frozenset[PartTrait]:
    """What is characteristic of a part beside its size."""
    return frozenset(_traits_of(diagram, place))


def _traits_of(diagram: Diagram, place: int) -> Iterator[PartTrait]:
    part = diagram.parts[place]
    match part.kind:
        case "norm":
            yield PartTrait(part.title, norm_place(diagram, place))
        case "sum":
            yield from map(PartTrait, _sum_traits(diagram, place))
        case "head":
            yield PartTrait(part.title)
        case _:
            yield PartTrait(part.title)
            yield from (PartTrait(part.title, line) for line in part.lines)
    block = diagram.block_of(place)
    if block is not None and block.is_shared:
        yield PartTrait("One set of weights for all layers")


def _sum_traits(diagram: Diagram, place: int) -> Iterator[str]:
    part, block = diagram.parts[place], diagram.block_of(place)
    if part.layer == 0:
        return
    if block is not None and diagram.columns_of(block) > 1:
        yield "Reversible residual connection, of two columns (RevNet)"
    elif len(part.links) > 2:
        yield "Residual connection around parallel parts"
    else:
        yield "Residual connection (ResNet)"


def norm_place(diagram: Diagram, place: int) -> str:
    """Where a norm is: after the sum, before a part, or elsewhere."""
    part = diagram.parts[place]
    kinds = {diagram.parts[reader].kind for reader in diagram.readers(place)}
    own = {diagram.parts[link.source].kind for link in part.links}
    if part.layer == 0:
        return "of the embeddings"
    if part.layer > diagram.num_layers(part.stack):
        return "after the last layer"
    if "sum" in own and ("sum" in kinds or _ends_layer(diagram, place)):
        return "after the residual connection (Post-LN)"
    if kinds == {"sum"} or own <= {"attention", "feed_forward"}:
        return "after a part, before the residual connection"
    return "before a part (Pre-LN)"


def _ends_layer(diagram: Diagram, place: int) -> bool:
    """Whether all that read it are in later layers or in none."""
    own = diagram.parts[place].layer
    return all(diagram.parts[reader].layer != own for reader in diagram.readers(place))


def _all_traits(diagram: Diagram) -> frozenset[PartTrait]:
    return frozenset().union(*(traits_of(diagram, place) for place in diagram.drawn))


@dataclass(frozen=True)
class UnlikePart:
    """The traits of a part that not every diagram has; `is_only`: one that no other one has."""

    traits: tuple[PartTrait, ...]
    is_only: bool


def unlike_parts(diagrams: Sequence[Diagram]) -> list[dict[int, UnlikePart]]:
    """The drawn parts of each diagram with traits that not every other one has."""
    counts = Counter(trait for one in diagrams for trait in _all_traits(one))
    found: list[dict[int, UnlikePart]] = [{} for _ in diagrams]
    for unlike, one in zip(found, diagrams, strict=True):
        for place in one.drawn:
            traits = [t for t in sorted(traits_of(one, place)) if counts[t] < len(diagrams)]
            if traits:
                is_only = any(counts[trait] == 1 for trait in traits)
                unlike[place] = UnlikePart(tuple(traits), is_only)
    return found


def differences(diagrams: Sequence[Diagram]) -> dict[PartTrait, tuple[bool, ...]]:
    """Traits that some diagrams have and others do not, in the order of the first that has each."""
    ordered = dict.fromkeys(
        trait for one in diagrams for place in one.drawn for trait in sorted(traits_of(one, place))
    )
    everywhere = [_all_traits(one) for one in diagrams]
    has = {trait: tuple(trait in traits for traits in everywhere) for trait in ordered}
    return {trait: flags for trait, flags in has.items() if not all(flags)}
