"""The block diagram of a model as a value: its parts, what each reads, and layers that repeat.

`models/inside/diagrams/derive.py` derives it from the declared steps of a recorded pass. Nothing
here needs torch, and nothing knows an architecture.
"""

from __future__ import annotations

from collections.abc import Mapping
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


@dataclass(frozen=True)
class StepKey:
    """A declared step of a pass: which of the steps with one title in one module it is."""

    path: str
    title: str
    occurrence: int = 0


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
    """The parts of a model in the order of stacks and layers.

    `shared_weights` belong to no single part, such as a table of positions that all layers read.
    """

    parts: tuple[DiagramPart, ...]
    blocks: tuple[DiagramBlock, ...]
    stacks: tuple[StackTitle, ...]
    stream_titles: Mapping[str, str] = field(default_factory=dict)
    shared_weights: tuple[PartWeight, ...] = ()

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

    @property
    def num_weights(self) -> int:
        """The number of weights, those of repeated parts once where they are the same."""
        own = (weight for part in self.parts for weight in part.weights)
        return sum({one.name: one.count for one in (*own, *self.shared_weights)}.values())

    def block_of(self, place: int) -> DiagramBlock | None:
        return next((block for block in self.blocks if place in block.all), None)

    def readers(self, place: int) -> list[int]:
        """The parts that read the output of a part."""
        return [
            n for n, part in enumerate(self.parts) if any(one.source == place for one in part.links)
        ]

    def num_layers(self, stack: int) -> int:
        """The number of layers of a stack."""
        layers = [one.layers[-1] for one in self.blocks if self.parts[one.first].stack == stack]
        return max(layers, default=0)

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
