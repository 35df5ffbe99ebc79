"""Where a model's parameters are, and where its operations: in the token table, in attention …

Names of weights are those of models.arch; a `{i}` in them is the number of a layer.
Shapes: V vocabulary, E width of the token table, H width of the model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Literal

from explorer.core.localization import tr
from models.schema.records import WeightPart

Part = WeightPart
Sharing = Literal["none", "all", "attention", "feed_forward"]

PARTS: dict[Part, str] = {
    "token": tr("Token table"),
    "position": tr("Positions and segments"),
    "attention": tr("Attention"),
    "between": tr("Comparing tokens"),  # operations without a weight
    "feed_forward": tr("Feed-forward"),
    "recurrent": tr("Recurrent layers"),
    "norm": tr("Normalisation"),
    "other": tr("Other layers"),
    "head": tr("Prediction heads"),
}
SHARINGS: dict[Sharing, str] = {
    "none": tr("nothing"),
    "all": tr("all layers' weights"),
    "attention": tr("attention"),
    "feed_forward": tr("feed-forward"),
}
BETWEEN_TOKENS = ""  # the name that models.schema.meta_models gives to operations without a weight
LAYER = re.compile(r"(?<=\.)\d+(?=\.)")
ALL_LAYERS = re.compile(r"\w+\.\{i\}\.")  # of a name, where the layers are one
CROSS = "cross"  # the attention of a decoder to what an encoder read
WIDENING = "project"  # from the width of a narrow table to that of the model

MEMORY_BYTES = (4, 2, 1)  # of one parameter: single precision, half precision, one byte


@dataclass(frozen=True)
class Weight:
    """A weight, or the weights of one name and shape in `times` layers."""

    name: str
    part: Part
    shape: tuple[int, ...]
    times: int = 1

    @property
    def count(self) -> int:
        return prod(self.shape) * self.times

    @property
    def product(self) -> str:
        """The shape as a product: 12 × (768 × 3,072)."""
        shape = " × ".join(f"{length:,}" for length in self.shape)
        if self.times == 1:
            return shape
        return f"{self.times} × ({shape})" if len(self.shape) > 1 else f"{self.times} × {shape}"

    def shorter_names(self) -> list[tuple[str, ...]]:
        """The name as lines for less and less room.

        A weight that encoder and decoder both have keeps the name of its stack; one that only one
        of them has keeps that of its module.
        """
        whole = ALL_LAYERS.sub("", self.name).removesuffix(".weight")  # encoder.attention.qkv
        last = whole.rpartition(".")[2]
        layer = ALL_LAYERS.search(self.name)
        if layer is None or layer.start() == 0:
            return [(whole,), (last,)]
        stack = self.name[: layer.start()].rstrip(".")
        module = self.name[layer.end() :].partition(".")[0]
        names = [CROSS] if module == CROSS else [stack, f"{stack[:3]}."]
        return [(whole,), (f"{names[0]}.{last}",), *((one, last) for one in names)]


@dataclass(frozen=True)
class Inventory:
    """The weights of a model, and the operations of a forward pass over `length` tokens by name."""

    weights: tuple[Weight, ...]
    operations: Mapping[str, int]
    length: int
    parts: Mapping[str, Part] = field(default_factory=dict)  # of weights with operations, by name

    @cached_property
    def parameters(self) -> int:
        return sum(weight.count for weight in self.weights)

    @cached_property
    def parameters_by_part(self) -> Mapping[Part, int]:
        """Parameters of every part, in the order of `PARTS`."""
        counts = Counter[Part]()
        for weight in self.weights:
            counts[weight.part] += weight.count
        return {part: counts[part] for part in PARTS}

    @cached_property
    def operations_by_part(self) -> Mapping[Part, float]:
        """Operations for one token of `length`, in the order of `PARTS`.

        Looking a token up is none; the products with the table are the head's, whose output
        layer it is.
        """
        counts = Counter[Part]()
        for name, count in self.operations.items():
            if name == BETWEEN_TOKENS:
                counts["between"] += count
            elif is_table(name):
                counts["head"] += count
            else:
                counts[self.parts[one_name(name)]] += count
        return {part: counts[part] / self.length for part in PARTS}

    @property
    def operations_per_token(self) -> float:
        return sum(self.operations.values()) / self.length

    @property
    def attention_ratio(self) -> float | None:
        """Parameters of attention for each one of feed-forward networks; None without these."""
        counts = self.parameters_by_part
        return counts["attention"] / counts["feed_forward"] if counts["feed_forward"] else None

    def memory(self, bytes_each: int) -> int:
        """Bytes of the parameters; activations and optimizer states are not counted."""
        return self.parameters * bytes_each

    def weights_of_part(self, part: Part) -> tuple[Weight, ...]:
        """The weights of a part, the largest first."""
        weights = [weight for weight in self.weights if weight.part == part]
        return tuple(sorted(weights, key=lambda weight: -weight.count))


def is_table(name: str) -> bool:
    """Whether a weight is a table of tokens, which may be the output layer as well."""
    return not {"token", "embedding"}.isdisjoint(name.split("."))


def one_name(name: str) -> str:
    """The name that a weight has in every layer."""
    return LAYER.sub("{i}", name)


def gather(shapes: Mapping[str, tuple[int, ...]], parts: Mapping[str, Part]) -> tuple[Weight, ...]:
    """Weights by name and shape, those of several layers as one. Parts are by `one_name`."""
    times = Counter((one_name(name), shape) for name, shape in shapes.items())
    return tuple(Weight(name, parts[name], shape, count) for (name, shape), count in times.items())


def grown(one: Inventory, two: Inventory, num_layers: int) -> Inventory:
    """The model with `num_layers`, from the same with one layer and with two.

    All layers after the first must be alike: what the second adds, each further one adds again.
    """
    more = num_layers - 2
    if more < 0:
        return one
    first = {(weight.name, weight.shape): weight.times for weight in one.weights}
    weights = [
        replace(w, times=w.times + more * (w.times - first.get((w.name, w.shape), 0)))
        for w in two.weights
    ]
    before, after = (_count_by_kind(each.operations) for each in (one, two))
    operations = {
        name: count + more * (count - before.get(name, 0)) for name, count in after.items()
    }
    return replace(two, weights=tuple(weights), operations=operations)


def _count_by_kind(operations: Mapping[str, int]) -> Counter[str]:
    """Operations by name, those of all layers together."""
    totals = Counter[str]()
    for name, count in operations.items():
        totals[one_name(name)] += count
    return totals


def share_layers(inventory: Inventory, sharing: Sharing) -> Inventory:
    """Share weights between all layers. The operations stay, since every layer is still computed.

    A normalisation goes with the half that it follows or precedes.
    """
    weights = [
        replace(weight, times=1) if _is_shared(weight, sharing) else weight
        for weight in inventory.weights
    ]
    return replace(inventory, weights=tuple(weights))


def _is_shared(weight: Weight, sharing: Sharing) -> bool:
    if sharing == "none" or "{i}" not in weight.name:
        return False
    half = "feed_forward" if "feed_forward" in weight.name else "attention"
    return sharing in ("all", half)


def factorise_embeddings(
    inventory: Inventory, vocab_size: int, embedding: int, width: int
) -> Inventory:
    """Factorize the token embeddings (V, H) into a table (V, E) and a projection (E, H).

    Where the table is the output layer as well, the hidden states are projected to E before it.
    """
    shape = (vocab_size, width)
    table = next((w for w in inventory.weights if is_table(w.name) and w.shape == shape), None)
    if table is None or embedding == width:
        return inventory
    widening = Weight(f"{WIDENING}.weight", "token", (width, embedding))
    narrow = replace(table, shape=(vocab_size, embedding))
    weights = [narrow if weight is table else weight for weight in inventory.weights]
    operations = Counter(inventory.operations)
    scores = operations.pop(table.name, 0)  # 2 V H for each token, where it is an output layer
    if scores:
        operations[table.name] = (
            scores // (vocab_size * width) * (vocab_size * embedding + embedding * width)
        )
    operations[widening.name] += 2 * embedding * width * inventory.length
    return replace(
        inventory,
        weights=(*weights, widening),
        operations=dict(operations),
        parts={**inventory.parts, widening.name: widening.part},
    )


def table_size(vocab_size: int, width: int, embedding: int | None = None) -> int:
    """Parameters of a token table, (V, H), or factorised, (V, E) and (E, H)."""
    if embedding is None or embedding == width:
        return vocab_size * width
    return vocab_size * embedding + embedding * width
