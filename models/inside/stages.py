"""What a step of a forward pass is: layers declare their steps, one recorded pass fills them.

A layer declares them as a method `stages(call)`, which says in the order of the computation what
its recorded call computed, by the names of its formulas. A layer without that method has the
stages of the layers that it calls.

Shapes: T tokens, N numbers of a vector, H heads; one text, without a batch.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any

import torch
from torch import Tensor, nn

from models.inside.steps import Relation

ALIKE = 1e-4  # of the largest number: results that are the same up to rounding
LEAST = 1e-3  # what counts as the largest number where all are smaller
NORM = "γ ⊙ (x − μ) / √(σ² + ε) + β"
RMS_NORM = "γ ⊙ x / √(mean(x²) + ε)"


@dataclass(frozen=True, eq=False)
class Value:
    """Numbers under their name in a formula: (T, N), or by head (H, T, N).

    `of_others`: its rows are those of the tokens that are attended to. `over_tokens`: so are its
    columns. `given`: it is computed beside the path of the tokens, such as a mask.
    """

    name: str
    numbers: Tensor
    of_others: bool = False
    over_tokens: bool = False
    given: bool = False

    @property
    def is_by_head(self) -> bool:
        return self.numbers.dim() == 3


@dataclass(frozen=True, eq=False)
class Stage:
    """One step: what it computes from what.

    `relation` says what a test can check. `stream` names the only stream that has the step, and
    `keys` the stream whose tokens are attended to; empty where it is its own. `detail` says what
    the formula leaves open, such as which activation φ is. `taken_from` (…, N) are the rows that a
    lookup takes its own from, where they are no operand.
    """

    title: str
    formula: str
    operands: tuple[Value, ...]
    result: Value
    relation: Relation = "function"
    factor: float = 1.0  # of the products of queries and keys
    stream: str = ""
    keys: str = ""
    at: int = -1  # when it was computed, as `Call.number`
    path: str = ""  # of the layer that computed it
    after_unrecorded: bool = False  # whether something before it is not recorded
    detail: str = ""
    taken_from: Tensor | None = None
    occurrence: int = 0  # which of the steps of a pass with this path and title


@dataclass(eq=False)
class Call:
    """One call of a module in a recorded pass, with the calls inside it."""

    module: nn.Module
    path: str
    number: int
    arguments_given: tuple[tuple[Any, ...], Mapping[str, Any]]
    parent: Call | None = None
    output: Any = None
    children: list[Call] = field(default_factory=list)

    @cached_property
    def arguments(self) -> Mapping[str, Any]:
        """What the module was called with, by the names of its parameters."""
        given, named = self.arguments_given
        bound = inspect.signature(self.module.forward).bind(*given, **named)
        bound.apply_defaults()
        return bound.arguments

    @property
    def input(self) -> Tensor:
        """The first argument of the call, without the batch."""
        return plain(self.arguments_given[0][0])

    @property
    def result(self) -> Tensor:
        """What it returned, without the batch."""
        return plain(self.output)

    def calls(self, module: nn.Module) -> Iterator[Call]:
        """The calls of a module inside this one, in their order."""
        for child in self.children:
            if child.module is module:
                yield child
            yield from child.calls(module)

    def of(self, module: nn.Module) -> Call:
        """The first call of a module inside this one. Raises KeyError."""
        first = next(self.calls(module), None)
        if first is None:
            raise KeyError(f"{type(module).__name__} was not called in {self.path}")
        return first

    def has(self, module: nn.Module | None) -> bool:
        return module is not None and next(self.calls(module), None) is not None


def plain(tensor: Tensor) -> Tensor:
    """Return a tensor without its batch axis, in 32 bits on the CPU."""
    return tensor.detach()[0].float().cpu()


# ---- what layers declare


def stages_of(call: Call) -> Iterator[Stage]:
    """The stages of a call: those that its module declares, or those of the calls inside it."""
    declared: Callable[[Call], Iterator[Stage]] | None = getattr(call.module, "stages", None)
    if declared is None:
        declared = next((d for kind, d in USUAL.items() if isinstance(call.module, kind)), rest)
    for stage in declared(call):
        yield stage if stage.at >= 0 else replace(stage, at=call.number, path=call.path)


def rest(call: Call, *done: nn.Module | None) -> Iterator[Stage]:
    """The stages of the calls inside, without those of modules that are declared already."""
    for child in call.children:
        if child.module not in done:
            yield from stages_of(child)


def sum_of(title: str, name: str, **terms: Tensor) -> Stage:
    """A sum of vectors, by their names."""
    numbers = [one.detach().float().cpu() for one in terms.values()]
    total = reduce(torch.add, numbers)
    parts = zip(terms, numbers, strict=True)
    operands = tuple(Value(term, one.expand_as(total)) for term, one in parts)
    return Stage(title, f"{name} = {' + '.join(terms)}", operands, Value(name, total), "sum")


def residual(x: Tensor, y: Tensor) -> Stage:
    """What a layer computed is added to what it read."""
    return sum_of("Residual connection", "r", x=x, y=y)


def looked_up(title: str, formula: str, name: str, numbers: Tensor) -> Stage:
    """Rows of a table."""
    return Stage(title, formula, (), Value(name, numbers), "lookup")


def function_of(title: str, formula: str, call: Call, names: tuple[str, str] = ("x", "y")) -> Stage:
    """What one module makes of its input."""
    first, last = names
    return Stage(title, formula, (Value(first, call.input),), Value(last, call.result))


def join_calls(calls: Sequence[Call]) -> Call:
    """Calls of one module on parts of a text as one call on all of it."""
    first = calls[0]
    inputs = torch.cat([call.arguments_given[0][0] for call in calls], 1)
    children = [join_calls(parts) for parts in zip(*(call.children for call in calls), strict=True)]
    output = torch.cat([call.output for call in calls], 1)
    given = (inputs, *first.arguments_given[0][1:]), first.arguments_given[1]
    return replace(first, arguments_given=given, output=output, children=children)


def pre_norm(call: Call, halves: Sequence[tuple[nn.Module, nn.Module]]) -> Iterator[Stage]:
    """x + layer(norm(x)) for each (norm, layer) of a block."""
    x = call.input
    for norm, layer in halves:
        yield from stages_of(call.of(norm))
        yield from stages_of(call.of(layer))
        added = residual(x, call.of(layer).result)
        yield added
        x = added.result.numbers


TABLES = {  # what the vectors of a table are called, and where they come from
    "token": ("Token embedding", "t = row of the table of tokens"),
    "position": ("Position embedding", "p = row of the table of positions"),
    "segment": ("Segment embedding", "s = row of the table of segments"),
    "language": ("Language embedding", "l = row of the table of languages"),
    "aim": ("Task embedding", "a = row of the table of tasks"),
    "trigram": ("Trigram embedding", "t = row of the table of trigrams"),
}


def table_stages(**tables: Tensor | None) -> Iterator[Stage]:
    """Vectors of tables by name, None for one that a model lacks, and their sum."""
    rows = {name: one.detach().float().cpu() for name, one in tables.items() if one is not None}
    for name, numbers in rows.items():
        yield looked_up(*TABLES[name], name[0], numbers)
    yield sum_of("Sum of the embeddings", "x", **{name[0]: one for name, one in rows.items()})


def embedding_stages(call: Call) -> Iterator[Stage]:
    yield looked_up("Token embedding", "x = E[id]", "x", call.result)


def norm_formula(norm: nn.Module) -> str:
    """What a LayerNorm computes of x: with a factor and a bias, or with less."""
    if not getattr(norm, "elementwise_affine", True):
        return "(x − μ) / √(σ² + ε)"
    return NORM if getattr(norm, "bias", None) is not None else NORM.removesuffix(" + β")


def _norm(call: Call) -> Iterator[Stage]:
    yield function_of("Layer normalization", f"n = {norm_formula(call.module)}", call, ("x", "n"))


def _rms_norm(call: Call) -> Iterator[Stage]:
    yield function_of("RMS normalization", f"n = {RMS_NORM}", call, ("x", "n"))


def linear_stages(call: Call) -> Iterator[Stage]:
    bias = " + b" if getattr(call.module, "bias", None) is not None else ""
    active = len(call.arguments_given[0]) > 1 and call.arguments_given[0][1] is not None
    product = f"W x{bias}"
    formula = f"y = φ({product})" if active else f"y = {product}"
    yield function_of("Linear layer", formula, call)


USUAL: Mapping[type[nn.Module], Callable[[Call], Iterator[Stage]]] = {
    nn.Embedding: embedding_stages,
    nn.LayerNorm: _norm,
    nn.RMSNorm: _rms_norm,
    nn.Linear: linear_stages,
}


# ---- what no layer declares


def mark_unrecorded(stages: Sequence[Stage]) -> list[Stage]:
    """Marks each stage that reads what no stage before it computed, by the rows of a few tokens."""
    known: list[ValueSample] = []
    marked = []
    for stage in stages:
        samples = [ValueSample.of(operand) for operand in stage.operands if not operand.given]
        unrecorded = not all(any(map(one.is_like, reversed(known))) for one in samples)
        marked.append(replace(stage, after_unrecorded=unrecorded))
        # What comes after something unrecorded is taken as it is.
        known += [*(samples if unrecorded else ()), ValueSample.of(stage.result)]
    return marked


@dataclass(frozen=True, eq=False)
class ValueSample:
    """The rows of a few tokens, with the heads beside each other, and of how many they are."""

    num_rows: int
    rows: Tensor  # (n, N)

    @classmethod
    def of(cls, value: Value) -> ValueSample:
        numbers = value.numbers
        count = numbers.shape[-2]
        places = sorted({0, 1 % count, count // 2, count - 1})
        rows = numbers[..., places, :]
        return cls(count, rows.transpose(0, 1).flatten(1) if value.is_by_head else rows)

    def is_like(self, other: ValueSample) -> bool:
        """Return whether both are equal up to rounding."""
        if (self.num_rows, self.rows.shape) != (other.num_rows, other.rows.shape):
            return False
        finite = torch.isfinite(self.rows)
        if not torch.equal(finite, torch.isfinite(other.rows)):
            return False
        first, second = self.rows[finite], other.rows[finite]
        largest = max(float(first.abs().max()) if first.numel() else 0.0, LEAST)
        return bool(torch.allclose(first, second, rtol=0.0, atol=ALIKE * largest))
