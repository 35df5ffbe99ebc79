"""The block diagram of a model as a value: its parts, what each reads, and layers that repeat.

`models/inside/dataflow.py` derives it from the declared steps of a recorded pass. Nothing here
needs torch, and nothing knows an architecture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

PartKind = Literal[
    "table", "sum", "norm", "attention", "feed_forward", "recurrent", "function", "head"
]
LinkRole = Literal["", "keys", "samples"]
KIND_TITLES: Mapping[PartKind, str] = {
    "table": "Embeddings",
    "sum": "Sum",
    "norm": "Normalization",
    "attention": "Attention",
    "feed_forward": "Feed-forward",
    "recurrent": "Recurrent layer or state space",
    "function": "Other function",
    "head": "Head",
}
MOST_LAYERS_IN_TURN = 8  # kinds of layers that alternate


@dataclass(frozen=True)
class StepKey:
    """A declared step of a pass: which of the steps with one title in one module it is."""

    path: str
    title: str
    occurrence: int = 0


@dataclass(frozen=True, order=True)
class PartTrait:
    """Something characteristic: what a part is, and what is special about it."""

    title: str
    detail: str = ""


@dataclass(frozen=True)
class PartLink:
    """What a part reads: the output of another part.

    role: "keys" where keys or values alone are made of it, "samples" where a head's sampled tokens
    are read in place of the text.
    """

    source: int
    role: LinkRole = ""


@dataclass(frozen=True)
class PartWeight:
    """A weight that a part computes with."""

    name: str
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        total = 1
        for size in self.shape:
            total *= size
        return total


@dataclass(frozen=True)
class DiagramPart:
    """A box of the diagram, with the declared steps that it stands for.

    `lines` say what is special about it, `size` how large it is. `layer` counts from 1, 0 is before
    the layers and one more than there are is after them; those of one `stack` follow each other.
    `streams` are the streams whose rows it computes.
    """

    kind: PartKind
    title: str
    steps: tuple[StepKey, ...] = ()
    lines: tuple[str, ...] = ()
    size: str = ""
    links: tuple[PartLink, ...] = ()
    streams: tuple[str, ...] = ()
    stack: int = 0
    layer: int = 0
    weights: tuple[PartWeight, ...] = ()

    @property
    def num_weights(self) -> int:
        return sum(weight.count for weight in self.weights)


@dataclass(frozen=True)
class DiagramBlock:
    """Layers that are alike: the parts of the first one, and how often they follow each other.

    `layers` are the numbers of those in it. `is_shared`: all repetitions have the same weights.
    """

    first: int
    count: int
    repeats: int
    layers: tuple[int, ...]
    is_shared: bool = False

    @property
    def drawn(self) -> range:
        """The indices of the parts of its first repetition."""
        return range(self.first, self.first + self.count)

    @property
    def all(self) -> range:
        """The indices of the parts of all repetitions."""
        return range(self.first, self.first + self.count * self.repeats)


@dataclass(frozen=True)
class StackTitle:
    """Layers that follow each other, and the title of the stream or the streams that they compute.

    `reads_end_of` is the stack whose last output enters it, where it has no input of its own.
    """

    title: str
    streams: tuple[str, ...]
    reads_end_of: int | None = None


@dataclass(frozen=True)
class Diagram:
    """The parts of a model in the order of stacks and layers."""

    parts: tuple[DiagramPart, ...]
    blocks: tuple[DiagramBlock, ...]
    stacks: tuple[StackTitle, ...]
    stream_titles: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """The parts that are drawn: of layers that repeat, those of the first."""
        repeated = {
            place for block in self.blocks for place in block.all if place not in block.drawn
        }
        return tuple(place for place in range(len(self.parts)) if place not in repeated)

    @cached_property
    def _drawn_as(self) -> dict[int, int]:
        places = {place: place for place in range(len(self.parts))}
        for block in self.blocks:
            places |= {
                place: block.first + (place - block.first) % block.count for place in block.all
            }
        return places

    def drawn_as(self, place: int) -> int:
        """The drawn part that stands for a part."""
        return self._drawn_as[place]

    @cached_property
    def _places(self) -> dict[StepKey, list[int]]:
        places: dict[StepKey, list[int]] = {}
        for place, part in enumerate(self.parts):
            for step in part.steps if part.kind != "head" else ():
                places.setdefault(step, []).append(place)
        return places

    def place_of(self, step: StepKey, stream: str = "") -> int | None:
        """The part before the heads that a step belongs to, of several that of a stream."""
        places = self._places.get(step, [])
        own = [place for place in places if stream in self.parts[place].streams]
        return next(iter(own or places), None)

    def block_of(self, place: int) -> DiagramBlock | None:
        return next((block for block in self.blocks if place in block.all), None)

    def readers(self, place: int) -> list[int]:
        """The parts that read the output of a part."""
        return [
            n for n, part in enumerate(self.parts) if any(one.source == place for one in part.links)
        ]

    def repetition(self, block: DiagramBlock, place: int) -> int:
        """In which repetition of a block a part is, counted from 0."""
        return (place - block.first) // block.count

    def columns_of(self, block: DiagramBlock) -> int:
        """How many residual columns a block has: sums of its last layer that later layers read.

        Streams that are drawn beside each other are no columns of their own.
        """
        own = [place for place in block.all if self.parts[place].layer == block.layers[-1]]
        columns: dict[tuple[str, ...], set[int]] = {}
        for part in self.parts:
            if part.layer > block.layers[-1]:
                for link in part.links:
                    if link.source in own and self.parts[link.source].kind == "sum":
                        columns.setdefault(part.streams, set()).add(link.source)
        return max(map(len, columns.values()), default=1)

    # ---- what differs

    @cached_property
    def traits(self) -> tuple[frozenset[PartTrait], ...]:
        """What is characteristic of each part beside its size."""
        return tuple(frozenset(self._traits_of(place)) for place in range(len(self.parts)))

    def _traits_of(self, place: int) -> Iterator[PartTrait]:
        part = self.parts[place]
        match part.kind:
            case "norm":
                yield PartTrait(part.title, self.norm_place(place))
            case "sum":
                yield from map(PartTrait, self._sum_traits(place))
            case "head":
                yield PartTrait(part.title)
            case _:
                yield PartTrait(part.title)
                yield from (PartTrait(part.title, line) for line in part.lines)
        block = self.block_of(place)
        if block is not None and block.is_shared:
            yield PartTrait("One set of weights for all layers")

    def _sum_traits(self, place: int) -> Iterator[str]:
        part, block = self.parts[place], self.block_of(place)
        if part.layer == 0:
            return
        if block is not None and self.columns_of(block) > 1:
            yield "Reversible residual connection, of two columns (RevNet)"
        elif len(part.links) > 2:
            yield "Residual connection around parallel parts"
        else:
            yield "Residual connection (ResNet)"

    def norm_place(self, place: int) -> str:
        """Where a norm is: after the sum, before a part, or elsewhere."""
        part = self.parts[place]
        kinds = {self.parts[reader].kind for reader in self.readers(place)}
        own = {self.parts[link.source].kind for link in part.links}
        if part.layer == 0:
            return "of the embeddings"
        if self._is_after_layers(part):
            return "after the last layer"
        if "sum" in own and ("sum" in kinds or not kinds or self._ends_layer(place)):
            return "after the residual connection (Post-LN)"
        if kinds == {"sum"} or own <= {"attention", "feed_forward"}:
            return "after a part, before the residual connection"
        return "before a part (Pre-LN)"

    def _is_after_layers(self, part: DiagramPart) -> bool:
        layers = [
            layer
            for block in self.blocks
            for layer in block.layers
            if self.parts[block.first].stack == part.stack
        ]
        return part.layer > max(layers, default=0)

    def _ends_layer(self, place: int) -> bool:
        """Whether all that read it are in later layers or in none."""
        own = self.parts[place].layer
        return all(self.parts[reader].layer != own for reader in self.readers(place))


def unlike_parts(diagrams: Sequence[Diagram]) -> list[dict[int, tuple[PartTrait, ...]]]:
    """The drawn parts of each diagram with traits that not every other one has, and these."""
    everywhere = [
        frozenset().union(*(one.traits[place] for place in one.drawn)) for one in diagrams
    ]
    shared = frozenset.intersection(*everywhere) if everywhere else frozenset()
    found = []
    for one in diagrams:
        own = {place: tuple(sorted(one.traits[place] - shared)) for place in one.drawn}
        found.append({place: traits for place, traits in own.items() if traits})
    return found


def differences(diagrams: Sequence[Diagram]) -> dict[PartTrait, tuple[bool, ...]]:
    """Traits that some diagrams have and others do not, in the order of the first that has each."""
    ordered = dict.fromkeys(
        trait for one in diagrams for place in one.drawn for trait in sorted(one.traits[place])
    )
    everywhere = [set().union(*(one.traits[place] for place in one.drawn)) for one in diagrams]
    has = {trait: tuple(trait in traits for traits in everywhere) for trait in ordered}
    return {trait: flags for trait, flags in has.items() if not all(flags)}


# ---- folding


def fold_layers(
    parts: Sequence[DiagramPart], num_layers: Mapping[int, int]
) -> tuple[DiagramBlock, ...]:
    """Blocks of layers that are alike, for parts in the order of stacks and layers."""
    blocks: list[DiagramBlock] = []
    for stack, count in num_layers.items():
        places = {
            layer: [n for n, part in enumerate(parts) if (part.stack, part.layer) == (stack, layer)]
            for layer in range(1, count + 1)
        }
        layers = [layer for layer in places if places[layer]]
        signs = [_sign_of(parts, places[layer]) for layer in layers]
        at = 0
        while at < len(layers):
            period, repeats = _longest_repetition(signs[at:])
            inside = layers[at : at + period * repeats]
            members = [place for layer in inside for place in places[layer]]
            size = len(members) // repeats
            weights = [
                Counter(
                    w.name
                    for place in members[n * size : (n + 1) * size]
                    for w in parts[place].weights
                )
                for n in range(repeats)
            ]
            shared = repeats > 1 and bool(weights[0]) and all(one == weights[0] for one in weights)
            blocks.append(DiagramBlock(members[0], size, repeats, tuple(inside), shared))
            at += period * repeats
    return tuple(blocks)


def _longest_repetition(signs: Sequence[object]) -> tuple[int, int]:
    """How many layers at the beginning repeat, and how often; the shortest that covers most."""
    best = 1, 1
    for period in range(1, min(MOST_LAYERS_IN_TURN, len(signs)) + 1):
        repeats = 1
        while signs[repeats * period : (repeats + 1) * period] == signs[:period]:
            repeats += 1
        if repeats > 1 and period * repeats > best[0] * best[1]:
            best = period, repeats
    return best


def _sign_of(parts: Sequence[DiagramPart], places: Sequence[int]) -> object:
    """What must be equal in layers that are alike: parts, and links inside or from outside."""
    own = {place: n for n, place in enumerate(places)}
    stack = parts[places[0]].stack

    def sign(link: PartLink) -> object:
        if link.source in own:
            return own[link.source], link.role
        return "enters" if parts[link.source].stack == stack else link.source, link.role

    return tuple(
        (p.kind, p.title, p.lines, p.streams, p.size, tuple(sorted(map(str, map(sign, p.links)))))
        for p in (parts[place] for place in places)
    )
